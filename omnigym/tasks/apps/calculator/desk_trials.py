"""Other right ways and wrong runs with the real desktop's calculator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from omnigym.actions import Action, Press, Wait
from omnigym.tasks.apps._real import entries, right, shell, typed_before, unfinished, wrong
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.apps._variations import as_asked, instead
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_SHOWING = ("desk-calculator/compute", "desk-calculator/power", "desk-calculator/square-root")
_COPYING = ("desk-calculator/copy-result", "desk-calculator/percentage", "desk-calculator/add-up")

unfinished("without_solving", Press("enter").__eq__, *_SHOWING, *_COPYING, "desk-calculator/paste-number")
unfinished("without_copying", Press("c", ("ctrl",)).__eq__, *_COPYING)
unfinished("without_pasting", Press("v", ("ctrl",)).__eq__, "desk-calculator/paste-number")
instead(*_SHOWING, *_COPYING)
typed_before(
    *("right", "desk-calculator/compute", "desk-calculator/mode", "desk-calculator/paste-number"),
    after_a_look_at_files="ls -l",
)
instead("desk-calculator/mode", values=("mode", "label"))
instead("desk-calculator/paste-number", values=("divisor",))


def _trial(kind: Callable[..., Callable[..., Any]], name: str, subtask: str, *steps: str) -> None:
    """A trial that types expressions, each solved: with the parameters in braces."""

    def trial(ui: UI, **given: str) -> Iterator[Action]:
        yield from in_front(ui)
        for step in steps:
            yield ui.press("escape")
            yield ui.type(step.format(**given))
            yield ui.press("enter")
            yield Wait(0.3)
        if subtask in _COPYING:
            yield ui.press("c", "ctrl")

    trial.__name__, trial.__doc__ = name, f"{' then '.join(steps)}, solved."
    kind(subtask)(trial)


_trial(right, "by_factors", "desk-calculator/power", "({base}^({exponent}-1))*{base}")
_trial(right, "another_first", "desk-calculator/power", "1+1", "{base}^{exponent}")
_trial(wrong, "the_other_way_round", "desk-calculator/power", "{exponent}^{base}")
_trial(wrong, "multiplied", "desk-calculator/power", "{base}*{exponent}")
_trial(right, "by_a_power", "desk-calculator/square-root", "{number}^0.5")
_trial(right, "another_first", "desk-calculator/square-root", "1+1", "sqrt({number})")
_trial(wrong, "halved", "desk-calculator/square-root", "{number}/2")
_trial(wrong, "squared", "desk-calculator/square-root", "{number}^2")
_trial(right, "the_other_order", "desk-calculator/add-up", "{third}+{second}+{first}")
_trial(right, "with_brackets", "desk-calculator/add-up", "({first}+{second})+{third}")
_trial(wrong, "without_the_last", "desk-calculator/add-up", "{first}+{second}")
_trial(wrong, "one_subtracted", "desk-calculator/add-up", "{first}+{second}-{third}")
_trial(right, "the_percentage_first", "desk-calculator/percentage", "{percent}/100*{amount}")
_trial(right, "by_hundredths", "desk-calculator/percentage", "({amount}/100)*{percent}")
_trial(wrong, "added", "desk-calculator/percentage", "{amount}*(1+{percent}/100)")
_trial(wrong, "not_in_hundredths", "desk-calculator/percentage", "{amount}*{percent}")


@right("desk-calculator/copy-result", "desk-calculator/compute")
def after_another(ui: UI, **given: str) -> Iterator[Action]:
    """Something else was reckoned before."""
    yield from as_asked("desk-calculator/power", ui, base="2", exponent="3")
    yield from as_asked("desk-calculator/copy-result", ui, **given)


@right("desk-calculator/copy-result", "desk-calculator/add-up", "desk-calculator/percentage")
def copied_by_menu(ui: UI, **given: str) -> Iterator[Action]:
    """Calculator, Copy."""
    of = "percentage" if "percent" in given else "add-up" if "third" in given else "copy-result"
    for action in as_asked(f"desk-calculator/{of}", ui, **given):
        if action == Press("c", ("ctrl",)):
            yield from entries(ui, "Calculator", "Copy")
        else:
            yield action


@right("desk-calculator/paste-number")
def pasted_by_menu(ui: UI, divisor: str, **_: str) -> Iterator[Action]:
    """Calculator, Paste."""
    yield from in_front(ui)
    yield ui.press("escape")
    yield from entries(ui, "Calculator", "Paste")
    yield ui.type(f"/{divisor}\n")
    yield Wait(0.3)


@wrong("desk-calculator/compute")
def reckoned_elsewhere(ui: UI, **_: str) -> Iterator[Action]:
    """In a terminal, by a sum that nobody asked for."""
    yield from shell(ui, "echo $(( 1 + 1 ))")


@right("desk-calculator/mode")
def another_first(ui: UI, label: str, **given: str) -> Iterator[Action]:
    """Basic, and then the right one."""
    yield from as_asked("desk-calculator/mode", ui, label="Basic", **given)
    yield from as_asked("desk-calculator/mode", ui, label=label, **given)


@wrong("desk-calculator/mode")
def only_looked_at(ui: UI, **_: str) -> Iterator[Action]:
    """The menu opened and closed."""
    yield from in_front(ui)
    yield from entries(ui, "Mode")
    yield ui.press("escape")


@wrong("desk-calculator/mode")
def said_in_a_file(ui: UI, mode: str, **_: str) -> Iterator[Action]:
    """Another file has the words."""
    yield from shell(ui, "echo button-mode={mode} > /tmp/mode", mode=mode)
