"""LibreOffice: documents, menus, cells and slides."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role, State
from omnigym.actions import Action, Wait
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.steps import answer, dismiss, in_front, name_file, window_opens
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import value, word
from omnigym.tasks.subtask import UI


@value
def titles_of(slides: str) -> list[str]:
    """The titles of the slides that a text stands for."""
    return [part.partition("\n")[0] for part in slides.split("\n\n")]


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


@word
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


@word
def new_file_in_libreoffice(ui: UI) -> Iterator[Action]:
    """A new document in front."""
    yield from dismiss(ui)
    opened = len(ui.app_windows())
    yield from in_front(ui)
    if opened:
        yield ui.press("n", "ctrl")
        yield from window_opens(ui, opened)


@word
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


@word
def export_directly(ui: UI, path: str) -> Iterator[Action]:
    """The document in front as a PDF file, by the button for that."""
    yield from ui.wait_for("export_pdf")
    yield ui.click("export_pdf")
    yield from _named(ui, path)


@word
def save_in_libreoffice(ui: UI) -> Iterator[Action]:
    """The document in front saved as what it is."""
    yield ui.press("s", "ctrl")
    yield Wait(0.5)


@word
def menu(ui: UI, *names: str) -> Iterator[Action]:
    """Entries of the menus, one below the other."""
    for name in names:
        yield from ui.wait_for("menu", name=name)
        yield ui.click("menu", name=name)


@word
def cells(ui: UI, area: str) -> Iterator[Action]:
    """Cells selected by their name, in the Name Box."""
    yield ui.press("t", "ctrl", "shift")
    for _ in range(_TRIES):
        if ui.node(Role.TEXT_FIELD, states=State.FOCUSED) is not None:
            break
        yield Wait(0.1)
    yield ui.type(area + "\n")
    yield Wait(0.2)


@word
def put_in_libreoffice(ui: UI, cell: str, content: str) -> Iterator[Action]:
    """Something entered into a cell."""
    yield from cells(ui, cell)
    yield ui.type(content + "\n")


_OPENING = {"calc": "calc/open-workbook", "writer": "writer/open-document", "impress": "impress/open"}


@right_way("calc/open-workbook", "impress/open", "writer/open-document", platforms=("linux",))
def after_a_new_one(ui: UI, **given: str) -> Iterator[Action]:
    """Another window, empty, is there first."""
    yield from new_file_in_libreoffice(ui)
    yield from as_asked(_OPENING[ui.app], ui, **given)


@right_way("calc/open-workbook", "impress/open", "writer/open-document", platforms=("linux",))
def opened_again(ui: UI, folder: str, name: str, **given: str) -> Iterator[Action]:
    """Open already when it is opened."""
    yield from as_asked(_OPENING[ui.app], ui, folder=folder, name=name, **given)
    yield ui.press("o", "ctrl")
    yield Wait(0.5)
    yield from name_file(ui, f"{folder}/{name}")
