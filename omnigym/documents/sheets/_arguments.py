"""The arguments of functions: values and areas, and how a function takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from omnigym.documents.sheets.values import VALUE, Error, Value, as_number, as_text

__all__ = ["Argument", "StoppedError", "Table", "every_value", "number_of", "numbers_in", "one", "text_of", "truth_of"]


class Table(NamedTuple):
    """The values of an area.

    Attributes:
        rows: As far as the sheet is in use; beyond it, all is blank.
        size: How many rows and columns the area has, the blank ones beyond among them.
    """

    rows: tuple[tuple[Value, ...], ...]
    size: tuple[int, int]

    def at(self, row: int, column: int) -> Value:
        """A value of the area, both from 0; None beyond what is in use."""
        return self.rows[row][column] if row < len(self.rows) and column < len(self.rows[row]) else None


Argument: TypeAlias = Value | Table


class StoppedError(Exception):
    """An argument is an error, which is the result."""

    def __init__(self, error: Error) -> None:
        self.error = error


def every_value(args: Sequence[Argument]) -> Iterator[tuple[Value, bool]]:
    """Every value, and whether it was given itself (not by a reference)."""
    for arg in args:
        if isinstance(arg, Table):
            for row in arg.rows:
                for value in row:
                    yield value, False
        else:
            yield arg, True


def numbers_in(args: Sequence[Argument]) -> list[float]:
    """The numbers: of an area those that are numbers, otherwise all, and they must be."""
    out = []
    for value, given in every_value(args):
        if isinstance(value, Error):
            raise StoppedError(value)
        if type(value) is float:
            out.append(value)
        elif given and value is not None:
            out.append(number_of(value))
    return out


def one(arg: Argument) -> Value:
    """The only value of an argument; #VALUE! of an area of several cells."""
    if isinstance(arg, Table):
        return arg.at(0, 0) if arg.size == (1, 1) else VALUE
    return arg


def number_of(arg: Argument) -> float:
    """An argument that has to be a number.

    Raises:
        StoppedError: It is none.
    """
    found = as_number(one(arg))
    if isinstance(found, Error):
        raise StoppedError(found)
    return found


def text_of(arg: Argument) -> str:
    """An argument that has to be a text.

    Raises:
        StoppedError: It is an error.
    """
    found = as_text(one(arg))
    if isinstance(found, Error):
        raise StoppedError(found)
    return found


def truth_of(value: Value) -> bool:
    """A value that has to be true or false.

    Raises:
        StoppedError: It is neither, and no number.
    """
    if type(value) is str and value.upper() in ("TRUE", "FALSE"):
        return value.upper() == "TRUE"
    return bool(number_of(value))
