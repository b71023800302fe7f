"""Reckoning with the calculator, its history and its memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._steps import in_front, scroll_to
from omnigym.tasks.subtask import UI, Condition, Need, Resource, SetClipboard, WriteFile, all_of, any_of, subtask

__all__: list[str] = []

_CALCULATOR: Mapping[str, object] = {
    "app": "calculator",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_WITH_CLIPBOARD = ("content", "files", "apps", "a11y", "clipboard")
_HISTORY, _MEMORY = "AppData/Local/Calculator/history.json", "AppData/Local/Calculator/memory.json"
_LINE = "{expression} = {result}"
_DONE = Condition("calculator_history", {"expression": "{expression}", "result": "{result}"})
_COPIED = Condition("clipboard_holds_calculation", {"expression": "{expression}"})
#: What the keyboard has for the signs of an expression.
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", " ": None})


def _calculations(*lines: tuple[str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"expression": expression, "result": result} for expression, result in lines)


def _in_history(*, consumes: bool = False) -> Need:
    """A calculation in the history, between two others."""
    lines = f'["1016 ÷ 8 = 127", "{_LINE}", "5.5 + 0.25 = 5.75"]'
    return Need(Resource("calculation", _LINE), (WriteFile(_HISTORY, lines),), consumes)


def _cleared(ui: UI) -> Iterator[Action]:
    """The calculator in front, ready for a new calculation."""
    yield from in_front(ui)
    yield ui.press("escape")


def _reckon(ui: UI, keys: str) -> Iterator[Action]:
    """A new calculation, typed."""
    yield from _cleared(ui)
    yield ui.type(keys.translate(_SIGNS))


def _show(ui: UI, pane: str) -> Iterator[Action]:
    """History or memory on the screen."""
    yield from in_front(ui)
    if ui.find(f"calculator.{pane}") is None and ui.find(f"calculator.{pane}_tab") is None:
        yield ui.click("calculator.toggle")
    if ui.find(f"calculator.{pane}") is None:
        yield ui.click(f"calculator.{pane}_tab")


@subtask(
    **_CALCULATOR,
    id="calculator/compute",
    implied=("result",),
    instruction="With the calculator, work out {expression}.",
    parameters=_calculations(
        ("23 × 17", "391"),
        ("1250 ÷ 8", "156.25"),
        ("4096 − 1789", "2307"),
        ("318.75 + 64.5", "383.25"),
        ("99 × 101", "9999"),
        ("1001 ÷ 7", "143"),
        ("6.4 × 12.5", "80"),
        ("7512 + 488", "8000"),
    ),
    conditions=(_DONE,),
    produces=(Resource("calculation", _LINE),),
    tags=("reckon",),
)
def compute(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Typed, with = at its end."""
    yield from _reckon(ui, f"{expression}=")


@subtask(
    **{**_CALCULATOR, "capabilities": _WITH_CLIPBOARD},
    id="calculator/copy-result",
    implied=("result",),
    instruction="Calculate {expression} in the calculator and copy the result to the clipboard.",
    parameters=_calculations(
        ("365 × 24", "8760"),
        ("129.9 × 3", "389.7"),
        ("845 ÷ 13", "65"),
        ("2025 − 1968", "57"),
        ("17.35 + 8.2", "25.55"),
        ("52 × 38", "1976"),
        ("900 ÷ 16", "56.25"),
    ),
    conditions=(all_of(_DONE, _COPIED),),
    produces=(Resource("clipboard_text", _LINE), Resource("clipboard_number", "{result}")),
    covers=("calculator/compute",),
    milestones=(_DONE,),
    tags=("reckon", "clipboard"),
)
def copy_result(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Ctrl+C copies what the display shows."""
    yield from _reckon(ui, f"{expression}=")
    yield ui.press("c", "ctrl")


@subtask(
    **{**_CALCULATOR, "capabilities": _WITH_CLIPBOARD},
    id="calculator/percentage",
    implied=("result",),
    instruction="Find out with the calculator how much {percent} % of {amount} is, and copy the answer.",
    parameters=tuple(
        {"percent": percent, "amount": amount, "result": result}
        for percent, amount, result in (
            ("15", "248", "37.2"),
            ("19", "1350", "256.5"),
            ("7.5", "640", "48"),
            ("22", "85.5", "18.81"),
            ("3", "21700", "651"),
            ("12", "99.95", "11.994"),
            ("65", "1480", "962"),
        )
    ),
    conditions=(Condition("clipboard_holds_calculation", {"result": "{result}"}),),
    produces=(Resource("clipboard_text", "{percent} % of {amount}"), Resource("clipboard_number", "{result}")),
    milestones=(Condition("calculator_history", {"result": "{result}"}),),
    tags=("reckon", "clipboard"),
)
def percentage(ui: UI, percent: str, amount: str, **_: str) -> Iterator[Action]:
    """The amount times so many per cent."""
    yield from _reckon(ui, f"{amount}*{percent}%=")
    yield ui.press("c", "ctrl")


@subtask(
    **_CALCULATOR,
    id="calculator/add-to-memory",
    implied=("total",),
    instruction="Add up {first}, {second} and {third} with the calculator and put the sum into its memory.",
    parameters=tuple(
        {"first": first, "second": second, "third": third, "total": total}
        for first, second, third, total in (
            ("12.5", "30", "7.25", "49.75"),
            ("480", "1295", "66", "1841"),
            ("3.99", "14.5", "21.01", "39.5"),
            ("700", "850", "925", "2475"),
            ("0.75", "0.8", "0.95", "2.5"),
            ("1999", "349", "29", "2377"),
        )
    ),
    conditions=(
        # Added up with + and =, or with M+ one after the other.
        any_of(
            Condition("calculator_history", {"result": "{total}"}),
            *[Condition("calculator_memory", {"value": summand}) for summand in ("{first}", "{second}", "{third}")],
        ),
        Condition("calculator_memory", {"value": "{total}"}),
    ),
    produces=(Resource("calculator_memory", "{total}"),),
    tags=("reckon", "memory"),
)
def add_to_memory(ui: UI, first: str, second: str, third: str, **_: str) -> Iterator[Action]:
    """The sum, then MS."""
    yield from _reckon(ui, f"{first}+{second}+{third}=")
    yield ui.press("m", "ctrl")


@subtask(
    **{**_CALCULATOR, "capabilities": _WITH_CLIPBOARD},
    id="calculator/use-memory",
    instruction="Multiply the number {stored}, which is in the calculator's memory, by {factor} and copy the result.",
    parameters=tuple(
        {"stored": stored, "factor": factor}
        for stored, factor in (
            ("84.5", "12"),
            ("1250", "0.19"),
            ("36", "3.5"),
            ("799", "4"),
            ("0.0625", "48"),
            ("2140", "1.5"),
        )
    ),
    draws={"factor": "listed", "stored": "listed"},
    conditions=(
        all_of(
            Condition("calculator_history", {"expression": "{stored} × {factor}"}),
            Condition("clipboard_holds_calculation", {"expression": "{stored} × {factor}"}),
        ),
    ),
    needs=(Need(Resource("calculator_memory", "{stored}"), (WriteFile(_MEMORY, '["411", "{stored}", "52.5"]'),)),),
    produces=(Resource("clipboard_text", "{stored} × {factor}"),),
    milestones=(Condition("calculator_history", {"expression": "{stored} × {factor}"}),),
    tags=("reckon", "memory", "clipboard"),
)
def use_memory(ui: UI, stored: str, factor: str) -> Iterator[Action]:
    """The number from the list of what is stored."""
    yield from _show(ui, "memory")
    yield ui.press("escape")
    yield from scroll_to(ui, "entry", "memory", name=stored)
    yield ui.click("entry", name=stored)
    yield ui.type(f"*{factor}=")
    yield ui.press("c", "ctrl")


@subtask(
    **{**_CALCULATOR, "capabilities": _WITH_CLIPBOARD},
    id="calculator/copy-from-history",
    implied=("result",),
    instruction="Look up {expression} in the calculator's history and copy its result.",
    parameters=_calculations(
        ("72 × 19", "1368"),
        ("640 ÷ 25", "25.6"),
        ("8123 − 977", "7146"),
        ("19.99 + 5.01", "25"),
        ("150 × 0.3", "45"),
        ("3600 ÷ 48", "75"),
    ),
    conditions=(Condition("control_exists", {"name": _LINE, "role": "list_item"}), _COPIED),
    needs=(_in_history(),),
    produces=(Resource("clipboard_text", _LINE), Resource("clipboard_number", "{result}")),
    tags=("history", "clipboard"),
)
def copy_from_history(ui: UI, expression: str, result: str) -> Iterator[Action]:
    """A calculation that is clicked is shown again."""
    yield from _pick(ui, f"{expression} = {result}")
    yield ui.press("c", "ctrl")


def _pick(ui: UI, line: str) -> Iterator[Action]:
    """A calculation of the history chosen."""
    yield from _show(ui, "history")
    yield from scroll_to(ui, "entry", "history", name=line)
    yield ui.click("entry", name=line)


@subtask(
    **_CALCULATOR,
    id="calculator/delete-from-history",
    instruction="Remove the calculation {expression} from the calculator's history.",
    parameters=_calculations(
        ("14 × 14", "196"),
        ("5000 ÷ 32", "156.25"),
        ("77 + 88", "165"),
        ("1000 − 1", "999"),
        ("3.3 × 3", "9.9"),
        ("65536 ÷ 256", "256"),
    ),
    conditions=(Condition("calculator_forgets", {"expression": "{expression}"}),),
    needs=(_in_history(consumes=True),),
    tags=("history", "delete"),
)
def delete_from_history(ui: UI, expression: str, result: str) -> Iterator[Action]:
    """Its context menu."""
    line = f"{expression} = {result}"
    yield from _show(ui, "history")
    yield from scroll_to(ui, "entry", "history", name=line)
    yield ui.right_click("entry", name=line)
    yield ui.click("calculator.menu.delete")


@subtask(
    **{**_CALCULATOR, "capabilities": _WITH_CLIPBOARD},
    id="calculator/paste-number",
    implied=("number",),
    instruction="Paste the number from the clipboard into the calculator and divide it by {divisor}.",
    parameters=tuple(
        {"number": number, "divisor": divisor}
        for number, divisor in (
            ("1728", "12"),
            ("99.9", "3"),
            ("45000", "365"),
            ("0.875", "7"),
            ("2048", "64"),
            ("613", "8"),
        )
    ),
    conditions=(Condition("calculator_history", {"expression": "{number} ÷ {divisor}"}),),
    needs=(Need(Resource("clipboard_number", "{number}"), (SetClipboard(text="{number}"),)),),
    produces=(Resource("quotient", "{number} ÷ {divisor}"),),
    tags=("reckon", "clipboard"),
)
def paste_number(ui: UI, divisor: str, **_: str) -> Iterator[Action]:
    """Ctrl+V, then the rest is typed."""
    yield from _cleared(ui)
    yield ui.press("v", "ctrl")
    yield ui.type(f"/{divisor}=")
