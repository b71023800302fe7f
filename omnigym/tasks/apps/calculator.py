"""Steps, oracles and runs of calculator that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.step_registry import value, word
from omnigym.tasks.subtask import UI

#: What the keyboard has for the signs of an expression.
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", " ": None})


@word
def cleared(ui: UI) -> Iterator[Action]:
    """The calculator in front, ready for a new calculation."""
    yield from in_front(ui)
    yield ui.press("escape")


@word
def reckon(ui: UI, keys: str) -> Iterator[Action]:
    """A new calculation, typed."""
    yield from cleared(ui)
    yield ui.type(keys.translate(_SIGNS))


@word
def show(ui: UI, pane: str) -> Iterator[Action]:
    """History or memory on the screen."""
    yield from in_front(ui)
    if ui.find(f"calculator.{pane}") is None and ui.find(f"calculator.{pane}_tab") is None:
        yield ui.click("calculator.toggle")
    if ui.find(f"calculator.{pane}") is None:
        yield ui.click(f"calculator.{pane}_tab")


#: What the keyboard has for the signs of an expression, and the keys on the screen.
_SIGNS_TRIALS = str.maketrans({"×": "*", "÷": "/", "−": "-", " ": None})


_KEYS: Mapping[str, str] = {
    "+": "plus",
    "−": "minus",
    "×": "multiply",
    "÷": "divide",
    ".": "point",
    "=": "equals",
}


_REVERSIBLE = "+×"


@word
def typed(ui: UI, keys: str) -> Iterator[Action]:
    """Keys typed at a cleared display."""
    yield from in_front(ui)
    yield ui.press("escape")
    yield ui.type(keys.translate(_SIGNS_TRIALS))


@word
def clicked(ui: UI, keys: str) -> Iterator[Action]:
    """An expression by the keys on the screen."""
    yield from in_front(ui)
    yield ui.press("escape")
    for key in keys.replace(" ", ""):
        yield ui.click(f"calculator.{_KEYS.get(key, key)}")


@value
def turned(expression: str) -> str:
    """The same with its two numbers the other way round, where that is the same."""
    left, sign, right = expression.split(" ")
    return f"{right}{sign}{left}" if sign in _REVERSIBLE else expression


@right_way("calculator/paste-number")
def by_clicks(ui: UI, divisor: str, **_: str) -> Iterator[Action]:
    """The keys on the screen."""
    yield from in_front(ui)
    yield ui.press("escape")
    yield ui.press("v", "ctrl")
    for key in f"÷{divisor}=":
        yield ui.click(f"calculator.{_KEYS.get(key, key)}")
