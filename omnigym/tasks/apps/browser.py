"""Steps, oracles and runs of browser that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Wait
from omnigym.errors import OracleError
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle

_TRIES = 20


@word
def visit(ui: UI, path: str, title: str) -> Iterator[Action]:
    """A page, by its address; and until its title is that of the window."""
    yield from in_front(ui)
    yield ui.press("l", "ctrl")
    yield ui.type(f"file://{ui.native_path(path)}\n".replace(" ", "%20"))
    yield from titled(ui, title)


@word
def titled(ui: UI, title: str) -> Iterator[Action]:
    """Wait for a window whose title begins so."""
    for _ in range(_TRIES):
        if any(w.title.startswith(title) for w in ui.app_windows()):
            return
        yield Wait(0.25)


@word
def seen(ui: UI, role: Role, name: str) -> Iterator[Action]:
    """Wait for a control of the page, whose tree comes after its picture."""
    for _ in range(_TRIES):
        if ui.node(role, name) is not None:
            return
        yield Wait(0.25)
    raise OracleError(f"The oracle expected a {role.name} {name!r} on the page.")


@oracle("browser/save-page")
def save_page(ui: UI, folder: str, name: str, title: str, copy: str, target: str) -> Iterator[Action]:
    """Ctrl+S, and the dialog."""
    yield from visit(ui, f"{folder}/{name}", title)
    yield ui.press("s", "ctrl")
    for _ in range(_TRIES):
        if any(w.active and w.title == "Save File" for w in ui.windows()):
            break
        yield Wait(0.25)
    yield ui.press("a", "ctrl")
    yield ui.type(ui.native_path(f"{target}/{copy}"))
    # Not by name: the dialog's button may not be in the tree, and other windows have such a button, too.
    yield ui.press("s", "alt")
