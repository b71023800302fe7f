"""Windows, dialogs and lists: the steps that oracles of all apps share, the same on every desktop."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Node, Role, State
from omnigym.actions import Action, OpenApp, Wait
from omnigym.devices.protocol import WindowInfo
from omnigym.errors import UnknownNameError
from omnigym.tasks.oracle import UI
from omnigym.tasks.step_registry import word

_MOST_POPUPS = 6
_MOST_SCROLLS = 30
_TRIES = 12


def active_window(ui: UI) -> WindowInfo | None:
    """The active window, where it is one of the oracle's app."""
    return next((w for w in ui.app_windows() if w.active and not w.minimised), None)


def found_where_known(ui: UI, key: str) -> Node | None:
    """The control of a key that the app has on some desktops alone; None where it is not there, or has no such key."""
    try:
        return ui.find(key)
    except UnknownNameError:
        return None


def _popup(ui: UI) -> Node | None:
    """A menu, or a dialog that blocks its window, which somebody left open."""
    return ui.node(Role.MENU) or ui.node(Role.DIALOG) or ui.node(states=State.MODAL)


@word
def dismiss(ui: UI) -> Iterator[Action]:
    """Close menus and dialogs that were left open."""
    for _ in range(_MOST_POPUPS):
        if _popup(ui) is None:
            return
        yield ui.press("escape")


@word
def in_front(ui: UI) -> Iterator[Action]:
    """A window of the app in front, with nothing open over it."""
    yield from dismiss(ui)
    if active_window(ui) is None:
        launcher = ui.tree.find(key=f"taskbar.{ui.app}")
        yield ui.click(launcher) if launcher is not None and len(ui.app_windows()) < 2 else OpenApp(ui.app)
        yield from dismiss(ui)


def window_opens(ui: UI, before: int = 0) -> Iterator[Action]:
    """Wait for a window of the app besides so many, which on a real desktop may be slow to come."""
    for _ in range(_TRIES):
        if len(ui.app_windows()) > before:
            return
        yield Wait(0.25)


@word
def open_path(ui: UI, path: str) -> Iterator[Action]:
    """A document open in the window in front: by the Open dialog, where it is not open already."""
    yield from in_front(ui)
    window = active_window(ui)
    native = ui.native_path(path)
    if window is None or window.document.casefold() != native.casefold():
        yield ui.press("o", "ctrl")
        yield from name_file(ui, path)


@word
def save_as(ui: UI, path: str, *keys: str) -> Iterator[Action]:
    """The document in front kept under another name: the keys open Save As, and an old file is replaced."""
    key, *modifiers = keys
    yield ui.press(key, *modifiers)  # type: ignore[arg-type]
    yield from dialog_opens(ui)
    # Wine's Notepad has that in its menu alone. Elsewhere a trial that leaves the keys out must not save after all.
    if ui.platform == "windows" and _popup(ui) is None:
        yield ui.press("f", "alt")
        yield ui.press("a")
    yield from name_file(ui, path)
    yield from answer(ui, "overwrite_confirm")


@word
def dialog_opens(ui: UI) -> Iterator[Action]:
    """Wait for a dialog, which on a real desktop may be slow to come."""
    for _ in range(_TRIES):
        if _popup(ui) is not None:
            return
        yield Wait(0.25)


@word
def name_file(ui: UI, path: str) -> Iterator[Action]:
    """A file named in a file dialog: its folder among the places and its name, or all of its path at once."""
    yield from dialog_opens(ui)
    folder, _, name = path.rpartition("/")
    place = ui.tree.find(key=f"file_dialog.place.{folder.casefold()}")
    if place is None or ui.whole_paths:
        yield ui.type(ui.native_path(path) + "\n")
        return
    shown = ui.tree.find(key="file_dialog.path")
    if shown is None or shown.name.casefold() != ui.native_path(folder).casefold():
        yield ui.click(place)
    field = ui.tree.find(key="file_dialog.name")
    if field is not None and not field.has(State.FOCUSED):
        yield ui.click(field)
    if field is not None and field.value:
        yield ui.press("a", "ctrl")
    yield ui.type(name + "\n")


@word
def answer(ui: UI, key: str) -> Iterator[Action]:
    """Click a button of a question, if that is asked."""
    if ui.find(key) is not None:
        yield ui.click(key)


@word
def pick_day(ui: UI, day: str) -> Iterator[Action]:
    """A day ("2025-03-17") chosen in the dialog of days, which begins at whatever month."""
    key = f"date_picker.{day}"
    while ui.find(key) is None:
        shown = min(n.key for n in ui.tree.nodes if n.key.startswith("date_picker.2"))
        yield ui.click("date_picker.next" if shown < key else "date_picker.previous")
    yield ui.click(key)
    yield ui.click("date_picker.save")


@word
def chosen(ui: UI, key: str, label: str, on: bool | None = None) -> Iterator[Action]:
    """A line of what a control opens; with ``on`` it is left alone where it is ticked so already."""
    yield ui.click(key)
    line = next((n for n in ui.tree if n.key.startswith(f"{key}.") and n.name == label), None)
    if line is not None and on is not None and line.has(State.CHECKED) is on:
        yield ui.press("escape")
    else:
        yield ui.click(line if line is not None else f"{key}.new")


@word
def scroll_to(ui: UI, key: str, within: str, **names: str) -> Iterator[Action]:
    """Scroll a list down to its end, then up, until an entry is on the screen.

    A list that is still being read gets a moment first; where the wheel no longer changes anything is an end.
    """
    if ui.find(key, **names) is None:
        yield Wait(0.5)
    for notches in (3, -3):
        seen: object = None
        for _ in range(_MOST_SCROLLS):
            shown = [(block.names, block.bounds.tobytes()) for block in ui.tree.blocks]
            if ui.find(key, **names) is not None:
                return
            if shown == seen:
                break
            seen = shown
            yield ui.scroll(within, notches)
