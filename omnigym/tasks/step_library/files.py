"""The file manager: folders, files, menus."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role, State
from omnigym.actions import Action, Wait
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.step_library.steps import active_window, answer, found_where_known, in_front, scroll_to
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def go(ui: UI, folder: str) -> Iterator[Action]:
    """The folder shown in the window in front: by its place and double clicks, or by its address."""
    yield from in_front(ui)
    window = active_window(ui)
    native = ui.native_path(folder)
    if window is not None and window.document.casefold() == native.casefold():
        return
    top, *below = folder.split("/")
    place = ui.tree.find(key=f"explorer.place.{top.casefold()}")
    if place is not None:
        yield ui.click(place)
        for name in below:
            yield from scroll_to(ui, "item", "view", name=name)
            yield ui.double_click("item", name=name)
    else:
        yield ui.press("l", "ctrl")
        if ui.platform == "windows":
            yield from _in_address(ui)
        yield ui.type(native + "\n")
        yield from ui.wait_for("view")


#: Which line of the menu of a folder pastes in Wine, whose menus are in no tree.
_PASTE_LINE = 3
_TRIES = 10


def _in_address(ui: UI) -> Iterator[Action]:
    """The address in focus, with its text selected, where the file manager has no key for it: Wine's.

    With the focus it shows the path in place of the name, which takes a moment.
    """
    address = ui.find("address")
    if address is not None and not address.has(State.FOCUSED):
        shown = address.value
        yield ui.click(address)
        for _ in range(_TRIES):
            field = ui.find("address")
            if field is None or field.value != shown:
                break
            yield Wait(0.1)
        yield ui.press("a", "ctrl")


def _by_menu_alone(ui: UI) -> bool:
    """Whether the file manager has menus and no keys for the clipboard: Wine's."""
    return found_where_known(ui, "menu_alone") is not None


@word
def to_clipboard(ui: UI, name: str, cut: bool = False) -> Iterator[Action]:
    """A file that is selected copied or cut."""
    if _by_menu_alone(ui):
        yield ui.right_click("item", name=name)
        yield ui.press("u" if cut else "c")
    else:
        yield ui.press("x" if cut else "c", "ctrl")


@word
def pick_all(ui: UI) -> Iterator[Action]:
    """All files of the folder in front selected: in Wine, whose Explorer ignores Ctrl+A, from the first to the last."""
    if _by_menu_alone(ui):
        first = ui.node(Role.LIST_ITEM)
        if first is not None:
            yield ui.click(first)
        yield ui.press("end", "shift")
    else:
        yield ui.press("a", "ctrl")


@word
def from_clipboard(ui: UI) -> Iterator[Action]:
    """What is on the clipboard pasted into the folder in front."""
    if _by_menu_alone(ui):
        yield ui.right_click("view")
        yield ui.press("down", count=_PASTE_LINE)
        yield ui.press("enter")
    else:
        yield ui.press("v", "ctrl")


@word
def pick_in_file_manager(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A file or folder selected."""
    yield from go(ui, folder)
    yield from scroll_to(ui, "item", "view", name=name)
    if ui.find("item", name=name) is None:  # Thunar may miss what came into a folder that it is about to show
        yield ui.press("f5")
        yield from scroll_to(ui, "item", "view", name=name)
    yield ui.click("item", name=name)


@word
def by_menu_in_file_manager(ui: UI, folder: str, name: str, entry: str) -> Iterator[Action]:
    """An entry of a file's context menu."""
    yield from pick_in_file_manager(ui, folder, name)
    yield ui.right_click("item", name=name)
    yield ui.click(f"explorer.menu.{entry}")


@word
def by_button(ui: UI, folder: str, name: str, button: str) -> Iterator[Action]:
    """A button of the bar, for a file that is chosen."""
    yield from pick_in_file_manager(ui, folder, name)
    yield ui.click(f"explorer.{button}")


@word
def named(ui: UI, name: str) -> Iterator[Action]:
    """A name typed over one that is being edited."""
    yield ui.press("a", "ctrl")
    yield ui.type(name + "\n")


@word
def renamed_in_file_manager(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """A file or folder renamed by F2."""
    yield from pick_in_file_manager(ui, folder, name)
    yield ui.press("f2")
    yield from named(ui, new_name)


@word
def deleted_in_file_manager(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A file or folder deleted, and that confirmed."""
    yield from pick_in_file_manager(ui, folder, name)
    yield ui.press("delete")
    yield from answer(ui, "delete_confirm")


@word
def done(ui: UI, subtask: str, **values: object) -> Iterator[Action]:
    """The oracle of a subtask, with these parameters."""
    oracle = get_subtask(subtask).oracle
    assert oracle is not None  # no subtask is registered without one
    yield from oracle(ui, **values)
