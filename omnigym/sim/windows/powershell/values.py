"""The values of scripts, and how one is taken as another: a text, a number, a truth.

A value is None, True or False, a number, a text, a list of values, or one of the classes here. All but lists are plain
and immutable; what is kept from one line to the next is `frozen`. A list may hold another one many times, and then
takes little memory: whatever walks a value charges each item that it comes past, and texts before they are made.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

from omnigym.sim.windows.powershell.syntax import BlockOf, ScriptError
from omnigym.sim.work_budget import charge, charge_letters

__all__ = [
    "Block",
    "Moment",
    "PsError",
    "Record",
    "Value",
    "Written",
    "as_int",
    "as_list",
    "as_number",
    "as_text",
    "bounded",
    "check_items",
    "check_letters",
    "check_size",
    "error_of",
    "frozen",
    "is_true",
    "joined",
    "no_room",
    "number_in",
    "room_for",
    "sort_key",
    "thawed",
    "type_name",
    "weight",
    "whole",
]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DEEPEST = 20
#: How long a text or a list may become, and the largest `weight` of a value.
_MOST_LETTERS, _MOST_ITEMS, _HEAVIEST = 200_000, 10_000, 1_000_000
#: What an item of a list weighs, beside the letters of texts.
_ITEM = 8
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1

#: See the module's docstring.
Value: TypeAlias = Any


class PsError(Exception):
    """Something that cannot be done; the message is one to show.

    Attributes:
        fatal: Whether it ends the script.
    """

    def __init__(self, message: str, fatal: bool = False) -> None:
        self.fatal = fatal
        super().__init__(message)


def no_room() -> PsError:
    """The error of a value that is too large."""
    return PsError("Exception of type 'System.OutOfMemoryException' was thrown.", fatal=True)


class Moment(NamedTuple):
    """A moment as the clock of the desktop shows it, in milliseconds since 1970."""

    ms: int

    @property
    def date(self) -> datetime:
        """It as Python has it."""
        return _EPOCH + timedelta(milliseconds=min(max(self.ms, -62_000_000_000_000), 253_000_000_000_000))


class Record(NamedTuple):
    """An object with properties: what it is, pairs of name and value, and what it is called where a text is wanted."""

    kind: str
    pairs: tuple[tuple[str, Value], ...]
    text: str = ""

    def get(self, name: str) -> Value:
        """The value of a property, whatever the case of its name; None where there is none."""
        charge(len(self.pairs))
        wanted = name.casefold()
        return next((value for own, value in self.pairs if own.casefold() == wanted), None)

    def has(self, name: str) -> bool:
        """Whether it has a property."""
        charge(len(self.pairs))
        wanted = name.casefold()
        return any(own.casefold() == wanted for own, _ in self.pairs)

    def put(self, name: str, value: Value) -> Record:
        """It with another value of a property, which is added where there is none."""
        wanted = name.casefold()
        charge(2 * len(self.pairs))
        if not self.has(name):
            return self._replace(pairs=(*self.pairs, (name, value)))
        return self._replace(pairs=tuple([(n, value if n.casefold() == wanted else v) for n, v in self.pairs]))

    @property
    def names(self) -> list[str]:
        """The names of its properties."""
        return [name for name, _ in self.pairs]


class Block(NamedTuple):
    """A block of statements as a value."""

    of: BlockOf


class Written(NamedTuple):
    """A block as it is written, which is how it is kept."""

    source: str


def frozen(value: Value) -> Value:
    """A value that can be hashed: lists are tuples."""
    if isinstance(value, list):
        return tuple([frozen(v) for v in value])
    if isinstance(value, Record):
        return value._replace(pairs=tuple([(n, frozen(v)) for n, v in value.pairs]))
    return Written(value.of.source) if isinstance(value, Block) else value


def thawed(value: Value, block: Callable[[str], Value]) -> Value:
    """What `frozen` was made of; ``block`` reads a block."""
    if type(value) is tuple:
        return [thawed(v, block) for v in value]
    if isinstance(value, Record):
        return value._replace(pairs=tuple([(n, thawed(v, block)) for n, v in value.pairs]))
    return block(value.source) if isinstance(value, Written) else value


def _parts_of(value: Value) -> list[Value]:
    """What lies in a list or an object."""
    return [v for _, v in value.pairs] if isinstance(value, Record) else value if isinstance(value, list) else []


def weight(value: Value, charged: Callable[[int], None] = charge) -> int:
    """How much there is in a value: its letters, and `_ITEM` for each item at any depth, as often as it is there.

    Args:
        value: The value.
        charged: Is told of the items that it comes past.

    Raises:
        PsError: It lies too deep in itself to be kept or compared, or weighs too much.
    """
    total, inside = len(value) if isinstance(value, str) else _ITEM, [value]
    for _ in range(_DEEPEST):
        inside = [v for v in inside if isinstance(v, Record | list)]
        if not inside:
            return total
        count = sum([len(v.pairs) if isinstance(v, Record) else len(v) for v in inside])
        charged(count)
        total += _ITEM * count
        if total > _HEAVIEST:
            raise no_room()
        inside = [v for part in inside for v in _parts_of(part)]
        total += sum([len(v) for v in inside if isinstance(v, str)])
        if total > _HEAVIEST:
            raise no_room()
    if not any(isinstance(v, Record | list) for v in inside):
        return total
    raise PsError("Stopped: the values lie too deep in each other.", fatal=True)


def check_size(value: Value) -> None:
    """Check that a value can be kept and compared: see `weight`.

    Raises:
        PsError: It cannot.
    """
    if isinstance(value, Record | list):
        weight(value)


def check_letters(count: int, new: int | None = None) -> None:
    """Charge a text that is about to be made, or so many letters of it that are ``new``.

    Raises:
        PsError: It would be too long.
    """
    if count > _MOST_LETTERS:
        raise no_room()
    charge_letters(count if new is None else new)


def check_items(count: int) -> None:
    """Charge a list that is about to be made.

    Raises:
        PsError: It would be too long.
    """
    if count > _MOST_ITEMS:
        raise no_room()
    charge(count)


def room_for(items: list[Any]) -> list[Any]:
    """A list, if it is not too long.

    Raises:
        PsError: It is.
    """
    if len(items) > _MOST_ITEMS:
        raise no_room()
    return items


def joined(pieces: Collection[str], sign: str = "") -> str:
    """Texts as one, with a sign between them.

    Raises:
        PsError: It would be too long.
    """
    check_letters(sum(map(len, pieces)) + len(sign) * max(0, len(pieces) - 1))
    return sign.join(pieces)


def as_list(value: Value) -> list[Value]:
    """The values that go down a pipeline."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def whole(values: Iterable[Value]) -> Value:
    """What the values of a pipeline are as one: None, the only one, or a list."""
    found = list(values)
    if not found:
        return None
    return found[0] if len(found) == 1 else found


def as_text(value: Value) -> str:
    """A value as a text.

    >>> as_text([1, 2.50, True, None, "a"])
    '1 2.5 True  a'
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "True" if value else "False"
    if isinstance(value, float):
        return _float_text(value)
    if isinstance(value, list):
        charge(2 * len(value))
        return joined([as_text(v) for v in value], " ")
    if isinstance(value, Moment):
        return value.date.strftime("%m/%d/%Y %H:%M:%S")
    if isinstance(value, Record):
        if value.text or value.kind == "Hashtable":
            return value.text or "System.Collections.Hashtable"
        charge(2 * len(value.pairs))
        return f"@{{{joined([f'{name}={as_text(v)}' for name, v in value.pairs], '; ')}}}"
    return "{ ... }" if isinstance(value, Block) else str(value)


def _float_text(value: float) -> str:
    if math.isinf(value) or math.isnan(value):
        return "NaN" if math.isnan(value) else "∞" if value > 0 else "-∞"
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.15g}".replace("e", "E")


def number_in(text: str) -> int | float | None:
    """The number that a text is, or None."""
    text = text.strip()
    try:
        return bounded(int(text)) if len(text) < 20 else float(text[:400])
    except ValueError:
        pass
    try:
        return float(text[:400]) if "_" not in text and text.lower().lstrip("+-")[:1] not in ("i", "n") else None
    except ValueError:
        return None


def bounded(value: int | float) -> int | float:
    """A whole number that has no room becomes one with a point, as in PowerShell."""
    if isinstance(value, int) and not _LEAST <= value <= _MOST:
        return float(value) if abs(value) < 1 << 1000 else math.inf
    return value


def as_number(value: Value) -> int | float:
    """A value as a number.

    Raises:
        PsError: It is none.
    """
    if value is None:
        return 0
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int | float):
        return value
    if isinstance(value, Moment):
        return value.ms
    found = (0 if not value.strip() else number_in(value)) if isinstance(value, str) else None
    if found is None:
        raise PsError(f"'{as_text(value)[:80]}' is not a number.")
    return found


def as_int(value: Value) -> int:
    """A value as a whole number.

    Raises:
        PsError: It is none, or too large.
    """
    number = as_number(value)
    if not math.isfinite(number) or abs(number) >= 1 << 63:
        raise PsError(f"{as_text(value)} is too large for a whole number.")
    return round(number)


def is_true(value: Value) -> bool:
    """Whether a value counts as true: what is empty or zero does not, nor does a list of one such thing."""
    if isinstance(value, list):
        return len(value) > 1 or (len(value) == 1 and is_true(value[0]))
    return bool(value) if not isinstance(value, tuple) else True


def sort_key(value: Value) -> tuple[int, float, str]:
    """By what values are put in order: numbers first, by their size, then texts whatever their case."""
    if value is None:
        return (0, 0.0, "")
    if isinstance(value, bool | int | float):
        return (1, float(value), "")
    if isinstance(value, Moment):
        return (1, float(value.ms), "")
    return (2, 0.0, as_text(value).casefold())


def type_name(value: Value) -> str:
    """What a value is called: "Int32", "String", "FileInfo"."""
    names = {bool: "Boolean", int: "Int32", float: "Double", str: "String", list: "Object[]", Moment: "DateTime"}
    if isinstance(value, Record):
        return value.kind
    return "ScriptBlock" if isinstance(value, Block) else names.get(type(value), "Null")


def error_of(error: ScriptError) -> PsError:
    """What is said of a text that is no script."""
    return PsError(f"{error}\nAt line {error.line}", fatal=True)
