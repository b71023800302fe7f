"""What the subtasks of LibreOffice's programs share."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role, State
from omnigym.actions import Action, Wait
from omnigym.tasks.apps._steps import answer, dismiss, in_front, name_file, window_opens
from omnigym.tasks.subtask import UI

__all__ = ["cells", "export_directly", "menu", "new_file", "office_open", "office_save_as", "put", "save"]

_TRIES = 24


def _dialog(ui: UI, *, shown: bool) -> Iterator[Action]:
    """Wait for a dialog to come, or to go."""
    for _ in range(_TRIES):
        if (ui.node(Role.DIALOG) is not None) == shown:
            return
        yield Wait(0.25)


def _showing(ui: UI, path: str) -> bool:
    native = ui.native_path(path)
    return any(w.active and w.document == native for w in ui.app_windows())


def _importing(ui: UI) -> bool:
    """Whether it is asked how a text file is to be read."""
    return any(n.role is Role.DIALOG and n.name.startswith("Text Import") for n in ui.tree)


def office_open(ui: UI, path: str) -> Iterator[Action]:
    """A document open in the window in front; what a text file has between its cells is as Calc supposes."""
    yield from in_front(ui)
    if _showing(ui, path):
        return
    yield ui.press("o", "ctrl")
    yield from _dialog(ui, shown=True)
    yield from name_file(ui, path)
    for _ in range(_TRIES):
        if _showing(ui, path):
            return
        yield ui.press("enter") if _importing(ui) else Wait(0.25)


def new_file(ui: UI) -> Iterator[Action]:
    """A new document in front."""
    yield from dismiss(ui)
    opened = len(ui.app_windows())
    yield from in_front(ui)
    if opened:
        yield ui.press("n", "ctrl")
        yield from window_opens(ui, opened)


def office_save_as(ui: UI, path: str) -> Iterator[Action]:
    """The document in front kept under another name; its ending says in what format."""
    yield ui.press("s", "ctrl", "shift")
    yield from _named(ui, path)


def _named(ui: UI, path: str) -> Iterator[Action]:
    yield from _dialog(ui, shown=True)
    yield ui.press("a", "ctrl")
    yield from name_file(ui, path)
    yield from answer(ui, "overwrite_confirm")
    for _ in range(_TRIES):
        if ui.stat(path) is not None or ui.find("export") is not None:
            return
        yield Wait(0.25)


def export_directly(ui: UI, path: str) -> Iterator[Action]:
    """The document in front as a PDF file, by the button for that."""
    yield from ui.wait_for("export_pdf")
    yield ui.click("export_pdf")
    yield from _named(ui, path)


def save(ui: UI) -> Iterator[Action]:
    """The document in front saved as what it is."""
    yield ui.press("s", "ctrl")
    yield Wait(0.5)


def menu(ui: UI, *names: str) -> Iterator[Action]:
    """Entries of the menus, one below the other."""
    for name in names:
        yield from ui.wait_for("menu", name=name)
        yield ui.click("menu", name=name)


def cells(ui: UI, area: str) -> Iterator[Action]:
    """Cells selected by their name, in the Name Box."""
    yield ui.press("t", "ctrl", "shift")
    for _ in range(_TRIES):
        if ui.node(Role.TEXT_FIELD, states=State.FOCUSED) is not None:
            break
        yield Wait(0.1)
    yield ui.type(area + "\n")
    yield Wait(0.2)


def put(ui: UI, cell: str, content: str) -> Iterator[Action]:
    """Something entered into a cell."""
    yield from cells(ui, cell)
    yield ui.type(content + "\n")
