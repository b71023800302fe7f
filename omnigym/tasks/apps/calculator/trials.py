"""Wrong runs and other right ways for the calculator's subtasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._steps import in_front, scroll_to
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

#: What the keyboard has for the signs of an expression, and the keys on the screen.
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", " ": None})
_KEYS: Mapping[str, str] = {
    "+": "plus",
    "−": "minus",
    "×": "multiply",
    "÷": "divide",
    ".": "point",
    "=": "equals",
}
_REVERSIBLE = "+×"


def _typed(ui: UI, keys: str) -> Iterator[Action]:
    yield from in_front(ui)
    yield ui.press("escape")
    yield ui.type(keys.translate(_SIGNS))


def _clicked(ui: UI, keys: str) -> Iterator[Action]:
    """An expression by the keys on the screen."""
    yield from in_front(ui)
    yield ui.press("escape")
    for key in keys.replace(" ", ""):
        yield ui.click(f"calculator.{_KEYS.get(key, key)}")


def _turned(expression: str) -> str:
    """The same with its two numbers the other way round, where that is the same."""
    left, sign, right = expression.split(" ")
    return f"{right}{sign}{left}" if sign in _REVERSIBLE else expression


def _copied(ui: UI) -> Iterator[Action]:
    yield ui.press("c", "ctrl")


# -- a calculation, and copying what it comes to -----------------------------------------------------------------------


@right_way("calculator/compute")
def by_the_keys_on_the_screen(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Clicked."""
    yield from _clicked(ui, f"{expression}=")


@right_way("calculator/compute")
def the_other_way_round(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Summands and factors exchanged, and Enter."""
    yield from _typed(ui, _turned(expression))
    yield ui.press("enter")


@right_way("calculator/copy-result")
def clicked_and_copied(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Clicked, and Ctrl+Insert."""
    yield from _clicked(ui, f"{expression}=")
    yield ui.press("insert", "ctrl")


@right_way("calculator/copy-result")
def turned_and_copied(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Summands and factors exchanged."""
    yield from _typed(ui, f"{_turned(expression)}=")
    yield from _copied(ui)


@wrong_run("calculator/compute", "calculator/copy-result")
def leaves_it_open(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Without the equals sign."""
    yield from _typed(ui, expression)
    yield from _copied(ui)


@wrong_run("calculator/compute", "calculator/copy-result")
def something_else(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """A digit too many."""
    yield from _typed(ui, f"{expression}1=")
    yield from _copied(ui)


@wrong_run("calculator/compute", "calculator/copy-result")
def types_the_result(ui: UI, result: str, **_: str) -> Iterator[Action]:
    """Nothing is worked out."""
    yield from _typed(ui, f"{result}=")
    yield from _copied(ui)


@wrong_run("calculator/copy-result")
def copies_nothing(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Worked out, not copied."""
    yield from _typed(ui, f"{expression}=")


# -- percentages ------------------------------------------------------------------------------------------------------


def _share(right: bool, name: str, keys: str, *, copied: bool = True) -> None:
    def run(ui: UI, percent: str, amount: str, **_: str) -> Iterator[Action]:
        yield from _typed(ui, keys.format(percent=percent, amount=amount))
        if copied:
            yield from _copied(ui)

    run.__name__ = name
    (right_way if right else wrong_run)("calculator/percentage")(run)


_share(True, "by_hundredths", "{amount}*{percent}/100=")
_share(True, "divided_first", "{percent}/100*{amount}=")
_share(False, "added_to_it", "{amount}+{amount}*{percent}/100=")
_share(False, "without_per_cent", "{amount}*{percent}=")
_share(False, "not_copied", "{amount}*{percent}/100=", copied=False)


# -- memory -----------------------------------------------------------------------------------------------------------


def _sum(right: bool, name: str, keys: str, *stored: str) -> None:
    def run(ui: UI, **values: str) -> Iterator[Action]:
        yield from _typed(ui, keys.format_map(values))
        for key in stored:
            yield ui.press(key, "ctrl")

    run.__name__ = name
    (right_way if right else wrong_run)("calculator/add-to-memory")(run)


_sum(True, "in_another_order", "{third}+{first}+{second}=", "m")
_sum(True, "added_to_nothing", "{first}+{second}+{third}=", "p")
_sum(False, "added_up_in_the_head", "{total}", "m")
_sum(False, "without_the_third", "{first}+{second}=", "m")
_sum(False, "not_stored", "{first}+{second}+{third}=")
_sum(False, "the_third_taken_away", "{first}+{second}-{third}=", "m")
_sum(False, "stored_before_it_is_done", "{first}+{second}+{third}", "m")


@right_way("calculator/use-memory")
def typed_from_the_instruction(ui: UI, stored: str, factor: str) -> Iterator[Action]:
    """The instruction says which number it is."""
    yield from _typed(ui, f"{stored}*{factor}=")
    yield from _copied(ui)


@right_way("calculator/use-memory")
def factors_exchanged(ui: UI, stored: str, factor: str) -> Iterator[Action]:
    """The factor first."""
    yield from _typed(ui, f"{factor}*{stored}=")
    yield from _copied(ui)


@wrong_run("calculator/use-memory")
def the_newest_number(ui: UI, factor: str, **_: str) -> Iterator[Action]:
    """Memory Recall gives another one."""
    yield from in_front(ui)
    yield ui.press("r", "ctrl")
    yield ui.type(f"*{factor}=")
    yield from _copied(ui)


@wrong_run("calculator/use-memory")
def clears_the_memory(ui: UI, stored: str, factor: str) -> Iterator[Action]:
    """The right result; all that was stored is lost."""
    yield from in_front(ui)
    yield ui.press("l", "ctrl")
    yield from _typed(ui, f"{stored}*{factor}=")
    yield from _copied(ui)


@wrong_run("calculator/use-memory")
def divides(ui: UI, stored: str, factor: str) -> Iterator[Action]:
    """Another operation."""
    yield from _typed(ui, f"{stored}/{factor}=")
    yield from _copied(ui)


@right_way("calculator/add-to-memory")
def one_after_the_other(ui: UI, first: str, second: str, third: str, **_: str) -> Iterator[Action]:
    """M+ after each number."""
    for number in (third, first, second):
        yield from _typed(ui, number)
        yield ui.press("p", "ctrl")


# -- history ----------------------------------------------------------------------------------------------------------


def _history_entry(ui: UI, line: str) -> Iterator[Action]:
    yield from in_front(ui)
    if ui.find("history") is None:
        yield ui.press("h", "ctrl")
    yield from scroll_to(ui, "entry", "history", name=line)


@right_way("calculator/copy-from-history")
def worked_out_again(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """The same calculation once more has the same result."""
    yield from _typed(ui, f"{expression}=")
    yield from _copied(ui)


@right_way("calculator/copy-from-history")
def copied_by_ctrl_insert(ui: UI, expression: str, result: str) -> Iterator[Action]:
    """The other shortcut."""
    line = f"{expression} = {result}"
    yield from _history_entry(ui, line)
    yield ui.click("entry", name=line)
    yield ui.press("insert", "ctrl")


@wrong_run("calculator/copy-from-history", "calculator/delete-from-history")
def another_line(ui: UI, **_: str) -> Iterator[Action]:
    """The one above it."""
    line = "1016 ÷ 8 = 127"
    yield from _history_entry(ui, line)
    yield ui.click("entry", name=line)
    yield from _copied(ui)
    yield ui.right_click("entry", name=line)
    yield ui.click("calculator.menu.delete")


@wrong_run("calculator/copy-from-history")
def typed_elsewhere(ui: UI, result: str, **_: str) -> Iterator[Action]:
    """Nobody looked at the calculator."""
    editor = ui.of("text_editor")
    yield from in_front(editor)
    yield ui.type(result)
    yield ui.press("a", "ctrl")
    yield from _copied(ui)


@wrong_run("calculator/copy-from-history")
def history_cleared(ui: UI, expression: str, result: str) -> Iterator[Action]:
    """The number chosen, and all of the history lost before it is copied."""
    yield from chosen_only(ui, expression, result)
    yield ui.press("d", "ctrl", "shift")
    yield from _copied(ui)


@wrong_run("calculator/copy-from-history")
def chosen_only(ui: UI, expression: str, result: str) -> Iterator[Action]:
    """On the display, not on the clipboard."""
    line = f"{expression} = {result}"
    yield from _history_entry(ui, line)
    yield ui.click("entry", name=line)


@wrong_run("calculator/copy-from-history")
def with_more_behind_it(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Another number."""
    yield from _typed(ui, f"{expression}+1=")
    yield from _copied(ui)


@right_way("calculator/delete-from-history")
def among_new_ones(ui: UI, expression: str, result: str) -> Iterator[Action]:
    """Behind a new calculation, which is no harm."""
    yield from _typed(ui, "1+1=")
    line = f"{expression} = {result}"
    yield from _history_entry(ui, line)
    yield ui.right_click("entry", name=line)
    yield ui.click("calculator.menu.delete")


@right_way("calculator/delete-from-history")
def chosen_first(ui: UI, expression: str, result: str) -> Iterator[Action]:
    """Looked at, then deleted."""
    line = f"{expression} = {result}"
    yield from _history_entry(ui, line)
    yield ui.click("entry", name=line)
    yield ui.right_click("entry", name=line)
    yield ui.click("calculator.menu.delete")


@wrong_run("calculator/delete-from-history")
def clears_the_history(ui: UI, **_: str) -> Iterator[Action]:
    """All of it is gone."""
    yield from in_front(ui)
    yield ui.press("d", "ctrl", "shift")


@wrong_run("calculator/delete-from-history")
def two_of_them(ui: UI, expression: str, result: str) -> Iterator[Action]:
    """And the one beside it."""
    for line in ("5.5 + 0.25 = 5.75", f"{expression} = {result}"):
        yield from _history_entry(ui, line)
        yield ui.right_click("entry", name=line)
        yield ui.click("calculator.menu.delete")


# -- the clipboard ----------------------------------------------------------------------------------------------------


@right_way("calculator/paste-number")
def by_shift_insert(ui: UI, divisor: str, **_: str) -> Iterator[Action]:
    """The older shortcut, and Enter."""
    yield from in_front(ui)
    yield ui.press("escape")
    yield ui.press("insert", "shift")
    yield ui.type(f"/{divisor}")
    yield ui.press("enter")


@right_way("calculator/paste-number")
def by_clicks(ui: UI, divisor: str, **_: str) -> Iterator[Action]:
    """The keys on the screen."""
    yield from in_front(ui)
    yield ui.press("escape")
    yield ui.press("v", "ctrl")
    for key in f"÷{divisor}=":
        yield ui.click(f"calculator.{_KEYS.get(key, key)}")


def _pasted(name: str, keys: str) -> None:
    def run(ui: UI, divisor: str, **_: str) -> Iterator[Action]:
        yield from in_front(ui)
        yield ui.press("escape")
        yield ui.press("v", "ctrl")
        yield ui.type(keys.format(divisor=divisor))

    run.__name__ = name
    wrong_run("calculator/paste-number")(run)


_pasted("multiplied", "*{divisor}=")
_pasted("pasted_only", "")
_pasted("not_finished", "/{divisor}")
