"""Steps, oracles and runs of desktop settings that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role, State
from omnigym.actions import Action, OpenApp
from omnigym.errors import OracleError
from omnigym.tasks.step_library.steps import dismiss
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def front(ui: UI, tab: str) -> Iterator[Action]:
    """The window on one of its pages. It is a dialog itself, which Escape closes with all that is open over it."""
    yield from dismiss(ui)
    yield OpenApp(ui.app)
    yield ui.click("tab", name=tab)


@word
def tick(ui: UI, label: str, state: str) -> Iterator[Action]:
    """A box ticked or not."""
    box = ui.find("option", name=label)
    if box is None:
        raise OracleError(f"The oracle expected a box {label!r}.")
    if box.has(State.CHECKED) != (state == "on"):
        yield ui.click(box)


@word
def choose_in_desktop(ui: UI, shown: str, wanted: str) -> Iterator[Action]:
    """An entry of the combo box that shows ``shown``."""
    if shown == wanted:
        return
    yield ui.click("choice", name=shown)
    entry = ui.node(Role.MENU_ITEM, wanted)
    if entry is None:
        raise OracleError(f"The oracle expected {shown!r} to offer {wanted!r}.")
    yield ui.click(entry)
