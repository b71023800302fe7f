"""Steps, oracles and runs of desk calculator that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Press, Wait
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.linux import entries
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

#: What the keyboard has for the signs of an expression.
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", " ": None})


_TRIES = 12


def _display(ui: UI) -> str:
    node = ui.find("display")
    return node.value if node is not None else ""


@word
def solve(ui: UI, keys: str) -> Iterator[Action]:
    """Keys typed and solved; it reckons beside what it shows, so that takes a moment."""
    yield ui.type(keys.translate(_SIGNS))
    asked = _display(ui)
    yield ui.press("enter")
    for _ in range(_TRIES):
        if _display(ui) != asked:
            return
        yield Wait(0.1)


@right_way("desk-calculator/add-up", "desk-calculator/copy-result", "desk-calculator/percentage", platforms=("linux",))
def copied_by_menu(ui: UI, **given: str) -> Iterator[Action]:
    """Calculator, Copy."""
    of = "percentage" if "percent" in given else "add-up" if "third" in given else "copy-result"
    for action in as_asked(f"desk-calculator/{of}", ui, **given):
        if action == Press("c", ("ctrl",)):
            yield from entries(ui, "Calculator", "Copy")
        else:
            yield action
