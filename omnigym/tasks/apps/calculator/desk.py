"""Reckoning with the calculator of the real desktop, which keeps no files: its display and the clipboard tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._counterparts import counterpart
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.apps.calculator import reckoning
from omnigym.tasks.subtask import UI, Condition, Need, Resource, SetClipboard, subtask

__all__: list[str] = []

_ORIGINALS = (reckoning,)  # imported for the subtasks that it registers

_CALCULATOR: Mapping[str, object] = {
    "app": "calculator",
    "platforms": ("linux",),
    "capabilities": ("apps", "a11y"),
}
_WITH_CLIPBOARD = ("apps", "a11y", "clipboard")
_SHOWS = Condition("calculator_shows", {"value": "{result}"})
#: There is one display: of two results, only one can be left on it.
_ON_DISPLAY = (Resource("display", "the calculator's"),)
_COPIED = Condition("get_clipboard_text", {"equals": "{result}"})
#: What the keyboard has for the signs of an expression.
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", " ": None})
_TRIES = 12
#: Where GTK's applications keep their settings on the X11 device.
_SETTINGS = ".config/glib-2.0/settings/keyfile"


def _display(ui: UI) -> str:
    node = ui.find("display")
    return node.value if node is not None else ""


def _cleared(ui: UI) -> Iterator[Action]:
    """The calculator in front, and nothing on its display."""
    yield from in_front(ui)
    yield ui.press("escape")


def _solve(ui: UI, keys: str) -> Iterator[Action]:
    """Keys typed and solved; it reckons beside what it shows, so that takes a moment."""
    yield ui.type(keys.translate(_SIGNS))
    asked = _display(ui)
    yield ui.press("enter")
    for _ in range(_TRIES):
        if _display(ui) != asked:
            return
        yield Wait(0.1)


def _reckon(ui: UI, keys: str) -> Iterator[Action]:
    yield from _cleared(ui)
    yield from _solve(ui, keys)


@counterpart(
    "calculator/compute",
    "desk-calculator/compute",
    "calculator",
    {"work out": "work out and leave on its display"},
    conditions=(_SHOWS,),
    capabilities=("apps", "a11y"),
    produces=_ON_DISPLAY,
)
def compute(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Typed, and Enter."""
    yield from _reckon(ui, expression)


@counterpart(
    "calculator/copy-result",
    "desk-calculator/copy-result",
    "calculator",
    {},
    conditions=(_COPIED,),
    capabilities=_WITH_CLIPBOARD,
    milestones=(_SHOWS,),
    produces=(Resource("clipboard_number", "{result}"),),
)
def copy_result(ui: UI, expression: str, **_: str) -> Iterator[Action]:
    """Ctrl+C copies what the display shows."""
    yield from _reckon(ui, expression)
    yield ui.press("c", "ctrl")


@counterpart(
    "calculator/percentage",
    "desk-calculator/percentage",
    "calculator",
    {},
    conditions=(_COPIED,),
    capabilities=_WITH_CLIPBOARD,
    milestones=(_SHOWS,),
    produces=(Resource("clipboard_number", "{result}"),),
)
def percentage(ui: UI, percent: str, amount: str, **_: str) -> Iterator[Action]:
    """So many hundredths of the amount."""
    yield from _reckon(ui, f"{amount}*{percent}/100")
    yield ui.press("c", "ctrl")


@counterpart(
    "calculator/add-to-memory",
    "desk-calculator/add-up",
    "calculator",
    {"put the sum into its memory": "copy the sum to the clipboard"},
    conditions=(Condition("get_clipboard_text", {"equals": "{total}"}),),
    capabilities=_WITH_CLIPBOARD,
    milestones=(Condition("calculator_shows", {"value": "{total}"}),),
    produces=(Resource("clipboard_number", "{total}"),),
    tags=("reckon", "clipboard"),
)
def add_up(ui: UI, first: str, second: str, third: str, **_: str) -> Iterator[Action]:
    """The sum, copied."""
    yield from _reckon(ui, f"{first}+{second}+{third}")
    yield ui.press("c", "ctrl")


@counterpart(
    "calculator/paste-number",
    "desk-calculator/paste-number",
    "calculator",
    {},
    conditions=(Condition("calculator_shows", {"value": "{number}", "divided_by": "{divisor}"}),),
    needs=(Need(Resource("clipboard_number", "{number}"), (SetClipboard(text="{number}"),)),),
    capabilities=_WITH_CLIPBOARD,
    produces=_ON_DISPLAY,
)
def paste_number(ui: UI, divisor: str, **_: str) -> Iterator[Action]:
    """Ctrl+V, then the rest is typed."""
    yield from _cleared(ui)
    yield ui.press("v", "ctrl")
    yield from _solve(ui, f"/{divisor}")


@subtask(
    **_CALCULATOR,
    id="desk-calculator/power",
    implied=("result",),
    instruction="Raise {base} to the power of {exponent} with the calculator, and let it show the result.",
    parameters=tuple(
        {"base": base, "exponent": exponent, "result": str(int(base) ** int(exponent))}
        for base, exponent in (("2", "16"), ("7", "5"), ("12", "4"), ("3", "9"), ("15", "3"), ("11", "6"), ("5", "8"))
    ),
    conditions=(_SHOWS,),
    produces=_ON_DISPLAY,
    tags=("reckon",),
)
def power(ui: UI, base: str, exponent: str, **_: str) -> Iterator[Action]:
    """The sign for it is ^."""
    yield from _reckon(ui, f"{base}^{exponent}")


@subtask(
    **_CALCULATOR,
    id="desk-calculator/square-root",
    implied=("result",),
    instruction="What is the square root of {number}? Let the calculator show it.",
    parameters=tuple({"number": str(root * root), "result": str(root)} for root in (39, 57, 84, 123, 211, 66, 305)),
    conditions=(_SHOWS,),
    produces=_ON_DISPLAY,
    tags=("reckon",),
)
def square_root(ui: UI, number: str, **_: str) -> Iterator[Action]:
    """The function by its name."""
    yield from _reckon(ui, f"sqrt({number})")


@subtask(
    **{**_CALCULATOR, "capabilities": ("files", "apps", "a11y")},
    id="desk-calculator/mode",
    implied=("mode",),
    instruction="I need the {label} mode of the calculator to work with {purpose}: switch to it.",
    parameters=tuple(
        {"mode": mode, "label": mode.capitalize(), "purpose": purpose}
        for mode, purpose in (
            ("advanced", "sines"),
            ("financial", "loans"),
            ("programming", "binary numbers"),
            ("advanced", "logarithms"),
            ("financial", "rates of interest"),
            ("programming", "hexadecimal numbers"),
        )
    ),
    conditions=(Condition("file_content_contains", {"path": _SETTINGS, "text": "button-mode='{mode}'"}),),
    produces=(Resource("setting", "the calculator's mode"),),
    tags=("switch",),
)
def mode(ui: UI, label: str, **_: str) -> Iterator[Action]:
    """The menu Mode."""
    yield from in_front(ui)
    yield ui.click("menu", name="Mode")
    yield ui.click("menu", name=label)
