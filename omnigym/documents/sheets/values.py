"""The values of cells: numbers, texts, truth values, errors; and their conversions."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.foreign.limits import CELL_TEXT

__all__ = [
    "DIV_0",
    "NAME",
    "NOT_AVAILABLE",
    "NUM",
    "REF",
    "VALUE",
    "Error",
    "Value",
    "as_number",
    "as_text",
    "is_number",
    "order",
    "settle_value",
]


class Error(NamedTuple):
    """An error value, as a cell shows it: "#DIV/0!"."""

    code: str


DIV_0, VALUE, NAME, REF = Error("#DIV/0!"), Error("#VALUE!"), Error("#NAME?"), Error("#REF!")
NUM, NOT_AVAILABLE = Error("#NUM!"), Error("#N/A")

Value: TypeAlias = float | str | bool | Error | None


#: Excel's largest number is a little below the largest of IEEE 754.
_LARGEST = 9.99999999999999e307


def is_number(number: float) -> bool:
    """Return whether a cell can hold a number; infinity and NaN are not allowed.

    >>> is_number(1e300), is_number(float("inf")), is_number(float("nan"))
    (True, False, False)
    """
    return -_LARGEST <= number <= _LARGEST


def settle_value(value: Value) -> Value:
    """Return a result, or the error that a spreadsheet shows for NaN, infinity or a text that is too long.

    >>> settle_value(2.0), settle_value(float("inf")).code
    (2.0, '#NUM!')
    """
    if type(value) is float:
        return value if is_number(value) else NUM
    return VALUE if type(value) is str and len(value) > CELL_TEXT else value


def as_number(value: Value) -> float | Error:
    """Return a value as a number: a blank is 0, and text must spell a number.

    >>> as_number("12"), as_number(None), as_number("a").code
    (12.0, 0.0, '#VALUE!')
    """
    if type(value) is float:
        return value
    if value is None:
        return 0.0
    if isinstance(value, Error):
        return value
    if type(value) is str:
        try:
            found = float(value.replace(",", ""))
        except ValueError:
            return VALUE
        return found if is_number(found) else VALUE
    return float(value)


def as_text(value: Value) -> str | Error:
    """Return a value as text.

    >>> as_text(2.0), as_text(0.5), as_text(True), as_text(None)
    ('2', '0.5', 'TRUE', '')
    """
    if type(value) is float:
        return f"{value:.0f}" if value == int(value) and abs(value) < 1e15 else f"{value:.15g}"
    if type(value) is bool:
        return "TRUE" if value else "FALSE"
    if value is None:
        return ""
    return value  # type: ignore[return-value]


def order(value: Value) -> tuple[int, float | str]:
    """Return a sort key in the order of spreadsheets: numbers, texts in any letter case, truth values, errors."""
    if type(value) is float:
        return 0, value
    if type(value) is str:
        return 1, value.casefold()
    if type(value) is bool:
        return 2, float(value)
    return (3, value.code) if isinstance(value, Error) else (4, 0.0)
