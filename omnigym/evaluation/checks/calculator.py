"""Checks of a calculator: its history, its memory and its display.

The simulated calculator has the tables "content://calculator/history" and "content://calculator/memory". A real one has
none, so its display is read from the accessibility tree.
"""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal, InvalidOperation

from omnigym.a11y import Role
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect

__all__ = [
    "calculator_forgets",
    "calculator_history",
    "calculator_memory",
    "calculator_shows",
    "clipboard_holds_calculation",
]

_HISTORY, _MEMORY = "content://calculator/history", "content://calculator/memory"

#: The relative difference by which a number on a display may be off.
_ROUNDING = Decimal("1e-7")
_MOST_PLACES = 100_000
_BINARY = re.compile(r"(?P<left>-?[\d.e+]+) (?P<sign>[+−×÷]) (?P<right>-?[\d.e+]+)")


def _number(text: str) -> Decimal | None:
    """The number in a text, or None if it is none that a calculator shows."""
    try:
        number = Decimal(text.strip().replace(",", ""))
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < _MOST_PLACES else None


def _meaning(expression: str) -> object:
    """A value that is equal for equivalent expressions, such as 3 × 2.50 and 2.5 × 3."""
    binary = _BINARY.fullmatch(expression.strip())
    if binary is None:
        return " ".join(expression.split())
    numbers = [_number(binary["left"]), _number(binary["right"])]
    return binary["sign"], frozenset(numbers) if binary["sign"] in "+×" else tuple(numbers)


def _results(probe: Probe, expression: str) -> list[Decimal | None]:
    """The results in the history of all calculations of an expression, or of all calculations if it is ""."""
    wanted = _meaning(expression)
    rows = probe.content(_HISTORY)
    return [_number(r["result"]) for r in rows if not expression or _meaning(r["expression"]) == wanted]


@check("calculator_history")
def calculator_history(probe: Probe, expression: str = "", result: str = "") -> Verdict:
    """The calculator's history has a calculation.

    Args:
        probe: Reads the device.
        expression: The expression, "23 × 17"; the order of summands and factors does not matter.
        result: The result.
    """
    found = _results(probe, expression)
    if not found:
        return not_yet(f"The calculator's history has no calculation {expression!r}.")
    if result and _number(result) not in found:
        return not_yet(f"No calculation{' of ' + repr(expression) if expression else ''} has the result {result}.")
    return passed()


@check("calculator_forgets", effects=lambda expression: (Effect("remove", _HISTORY, row={"expression": expression}),))
def calculator_forgets(probe: Probe, expression: str) -> Verdict:
    """The calculator's history no longer has a calculation of an expression, and still has all others."""
    if _results(probe, expression):
        return not_yet(f"The calculator's history still has a calculation {expression!r}.")
    wanted, rows = _meaning(expression), probe.content(_HISTORY)
    there = Counter([(row["expression"], row["result"]) for row in rows])
    for moment in probe.earlier:
        old = Counter([(row["expression"], row["result"]) for row in moment.rows(_HISTORY)])
        if all(count <= there[row] or _meaning(row[0]) == wanted for row, count in old.items()):
            return passed()
    return not_yet("Other calculations are gone from the history too.") if probe.earlier else passed()


@check("calculator_memory", effects=lambda value: (Effect("add", _MEMORY, row={"value": value}, most=1),))
def calculator_memory(probe: Probe, value: str) -> Verdict:
    """The calculator's memory holds a number."""
    found = [row["value"] for row in probe.content(_MEMORY)]
    return passed() if _number(value) in map(_number, found) else not_yet(f"The memory holds {found}, not {value}.")


@check("clipboard_holds_calculation")
def clipboard_holds_calculation(probe: Probe, expression: str = "", result: str = "") -> Verdict:
    """The text on the clipboard is the result of a calculation in the calculator's history.

    Args:
        probe: Reads the device.
        expression, result: As of `calculator_history`.
    """
    verdict = calculator_history(probe, expression, result)
    if not verdict:
        return verdict
    copied = probe.clipboard().text
    results = [_number(result)] if result else _results(probe, expression)
    return passed() if _number(copied) in results else not_yet(f"The clipboard holds {copied[:80]!r}.")


@check("calculator_shows")
def calculator_shows(probe: Probe, value: str, divided_by: str = "1") -> Verdict:
    """The calculator's display shows a number.

    Args:
        probe: Reads the device.
        value: The number.
        divided_by: A number by which it is divided first; the result is compared as far as a display shows it.
    """
    wanted, divisor = _number(value), _number(divided_by)
    if wanted is None or not divisor:
        return not_yet(f"{value!r} divided by {divided_by!r} is no number.")
    titles = {w.title for w in probe.windows() if w.app == "calculator"}
    blocks = [b for b in probe.tree().blocks if b.names and b.names[0] in titles]
    fields = (Role.TEXT_AREA, Role.TEXT_FIELD)
    shown = [v for b in blocks for v, role in zip(b.values, b.roles, strict=True) if role in fields]
    for text in shown:
        number = _number(text.replace("−", "-"))
        if number is not None and abs(number - wanted / divisor) <= abs(wanted / divisor) * _ROUNDING:
            return passed()
    return not_yet(f"The calculator shows {shown}.")
