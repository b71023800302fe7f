"""Plain values to and from bytes, which another process may read without trusting the writer.

A plain value is None, a bool, a number, a text, bytes; a tuple, a frozenset or a mapping of plain values; a member of
an `enum.Enum`; a `typing.NamedTuple` or a frozen dataclass of plain values; or an object that says what it is made of
(`Compound`). What is one object stays one object, so that what compares by identity does so in the other process, too.

The bytes are data: reading them makes such values and nothing else. They name classes, which have to be of one of these
kinds, with the very fields that were written; no function is called, no module outside of this package is imported.
"""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import importlib
import json
import math
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple, Protocol, Self, TypeAlias, runtime_checkable

from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign.limits import MAX_NUMBER, PLAIN_BYTES, PLAIN_DEPTH, PLAIN_HASHED, PLAIN_VALUES
from omnigym.foreign.reading import convert_errors, within
from omnigym.foreign.records import read_json

__all__ = ["Compound", "dump_plain", "load_plain"]

_MAGIC = b"omnigym-plain/1\n"
_DIGEST = hashlib.sha256().digest_size
#: Packages whose modules are imported to find a class; of others those that are imported already are looked at.
_HOME = ("omnigym.devices.", "omnigym.documents.", "omnigym.evaluation.", "omnigym.pictures.", "omnigym.sim.")
#: A line of the table of values: a scalar itself, or a list of its kind and the numbers of its parts.
_Line: TypeAlias = object


@runtime_checkable
class Compound(Protocol):
    """An object made of plain values."""

    def to_plain(self) -> tuple[object, ...]:
        """Return the parts of the object.

        Raises:
            ConfigError: It cannot be told.
        """
        ...

    @classmethod
    def from_plain(cls, *parts: object) -> Self:
        """Return the object made of these parts, which are untrusted.

        Raises:
            OmnigymError: They are not what `to_plain` gives.
        """
        ...


# -- writing -----------------------------------------------------------------------------------------------------------


def dump_plain(value: object) -> bytes:
    """Return a plain value as bytes.

    Raises:
        ConfigError: Something in it is not plain; names its type.
        TooLargeError: It is more than `load_plain` reads.

    >>> load_plain(dump_plain({"a": (1, b"x", None)}))
    {'a': (1, b'x', None)}
    """
    writer = _Writer()
    writer.add(value)
    table = json.dumps([writer.classes, writer.lines], separators=(",", ":"), ensure_ascii=True).encode()
    body = b"".join([len(table).to_bytes(8, "big"), table, *writer.blobs])
    within(len(body), PLAIN_BYTES, "bytes of a plain value")
    packed = zlib.compress(body, 1)
    return _MAGIC + hashlib.sha256(packed).digest() + packed


class _Open(NamedTuple):
    """A value whose parts are being put into the table."""

    whole: object
    parts: Iterator[object]
    line: Callable[[list[int]], _Line]
    numbers: list[int]


class _Writer:
    """The table of values: each after its parts, so that it is read in one pass."""

    def __init__(self) -> None:
        self.lines: list[_Line] = []
        self.classes: list[tuple[str, list[str]]] = []
        self.blobs: list[bytes] = []
        self._kinds: dict[type, int] = {}
        self._scalars: dict[tuple[type, object], int] = {}
        #: The number of each object by its identity, and the object, which must not go before its identity does.
        self._known: dict[int, tuple[int, object]] = {}
        self._cost = _Cost()

    def add(self, value: object) -> None:
        """Put a value and all its parts into the table; without recursion, as histories may be long."""
        open_: list[_Open] = []
        self._begin(value, open_)
        while open_:
            whole, parts, line, numbers = open_[-1]
            for part in parts:
                number = self._begin(part, open_)
                if number is None:  # its own parts come first
                    break
                numbers.append(number)
            else:
                open_.pop()
                number = self._put(whole, line(numbers), numbers)
                if open_:
                    open_[-1].numbers.append(number)

    def _begin(self, value: object, open_: list[_Open]) -> int | None:
        """The number of a value; None where its parts have to be put first."""
        kind = type(value)
        if value is None or kind in (bool, int, float, str):
            return self._scalar(kind, value)
        known = self._known.get(id(value))
        if known is not None:
            return known[0]
        if isinstance(value, bytes):
            self.blobs.append(value)
            return self._put(value, ["b", len(value)])
        if isinstance(value, Decimal):
            return self._put(value, ["D", str(value)])
        if isinstance(value, enum.Enum):
            return self._put(value, ["e", self._class(kind), value.name])
        parts, line = self._parts(kind, value)
        open_.append(_Open(value, iter(parts), line, []))
        return None

    def _parts(self, kind: type, value: Any) -> tuple[Any, Callable[[list[int]], _Line]]:
        if kind is tuple:
            return value, lambda numbers: ["t", *numbers]
        if kind is frozenset:
            return sorted(value, key=repr), lambda numbers: ["f", *numbers]
        if kind is dict or kind is MappingProxyType:
            mark = "d" if kind is dict else "m"
            return [x for pair in value.items() for x in pair], lambda numbers: [mark, *numbers]
        if _fields(kind) is not None:
            number = self._class(kind)
            return [getattr(value, f) for f in _fields(kind) or ()], lambda numbers: ["o", number, *numbers]
        if isinstance(value, Compound):
            number = self._class(kind)
            return value.to_plain(), lambda numbers: ["c", number, *numbers]
        raise ConfigError(f"Only plain values can be written as bytes, got a {kind.__module__}.{kind.__qualname__}.")

    def _scalar(self, kind: type, value: Any) -> int:
        key = kind, repr(value) if kind is float else value
        number = self._scalars.get(key)
        if number is None:
            odd = (kind is int and abs(value) > MAX_NUMBER) or (kind is float and not math.isfinite(value))
            number = self._scalars[key] = self._add([kind.__name__, repr(value)] if odd else value)
        return number

    def _put(self, value: object, line: _Line, parts: Sequence[int] = ()) -> int:
        number = self._add(line, parts)
        self._known[id(value)] = number, value
        return number

    def _add(self, line: _Line, parts: Sequence[int] = ()) -> int:
        self._cost.add(parts, _hashed(line, parts))
        self.lines.append(line)
        return len(self.lines) - 1

    def _class(self, kind: type) -> int:
        number = self._kinds.get(kind)
        if number is None:
            number = self._kinds[kind] = len(self.classes)
            self.classes.append((f"{kind.__module__}:{kind.__qualname__}", list(_fields(kind) or ())))
        return number


def _fields(kind: type) -> tuple[str, ...] | None:
    """The fields of a NamedTuple or a frozen dataclass; None of any other class."""
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        fields: tuple[str, ...] = kind._fields
        return fields
    params = getattr(kind, "__dataclass_params__", None)
    return tuple(f.name for f in dataclasses.fields(kind)) if params is not None and params.frozen else None


class _Cost:
    """The cost of the values so far for whoever walks through them, recurses into them, or hashes them."""

    def __init__(self) -> None:
        #: How many values a value is where none is shared.
        self._weights: list[int] = []
        self._depths: list[int] = []
        self._hashed = 0

    def add(self, parts: Sequence[int], hashed: Sequence[int]) -> None:
        """Charge a value, before it is made.

        Args:
            parts: The numbers of its parts.
            hashed: Those of them that are hashed to make it.

        Raises:
            TooLargeError: It is more than is read.
        """
        weight = 1 + sum([self._weights[n] for n in parts])
        depth = 1 + max([self._depths[n] for n in parts], default=0)
        self._hashed += sum([self._weights[n] for n in hashed])
        within(weight, PLAIN_VALUES, "values in a plain value")
        within(depth, PLAIN_DEPTH, "plain values that lie in each other")
        within(self._hashed, PLAIN_HASHED, "values in the keys and sets of a plain value")
        self._weights.append(weight)
        self._depths.append(depth)


def _hashed(line: _Line, parts: Sequence[int]) -> Sequence[int]:
    """The parts that are hashed to make the value of a line: the items of a set, the keys of a mapping."""
    kind = line[0] if type(line) is list and line else ""
    return parts if kind == "f" else parts[::2] if kind in ("d", "m") else ()


# -- reading -----------------------------------------------------------------------------------------------------------


def load_plain(content: bytes, what: str = "plain value") -> Any:
    """Return the value that `dump_plain` wrote.

    Args:
        content: Anything.
        what: What it should be, for the error.

    Raises:
        UnreadableError: It is none, was damaged, or names a class that is not there, or not with these fields.
        TooLargeError: It is more than `PLAIN_BYTES`, `PLAIN_VALUES`, `PLAIN_DEPTH` or `PLAIN_HASHED`.
    """
    with convert_errors(what):
        if content[: len(_MAGIC)] != _MAGIC:
            raise UnreadableError(f"Expected the bytes of a {what}, got some that do not begin with {_MAGIC!r}.")
        packed = memoryview(content)[len(_MAGIC) + _DIGEST :]
        if hashlib.sha256(packed).digest() != content[len(_MAGIC) : len(_MAGIC) + _DIGEST]:
            raise UnreadableError(f"The bytes of this {what} are damaged: their digest is another one.")
        unpacking = zlib.decompressobj()
        body = unpacking.decompress(packed, PLAIN_BYTES)
        within(len(body) + len(unpacking.unconsumed_tail), PLAIN_BYTES, f"bytes of a {what}")
        start = 8 + int.from_bytes(body[:8], "big")
        classes, lines = read_json(body[8:start])
        return _read(lines, [_named(name, fields) for name, fields in classes], body, start)


def _read(lines: list[_Line], classes: list[type], body: bytes, at: int) -> object:
    values: list[object] = []
    cost = _Cost()
    for line in lines:
        kind, *rest = line if type(line) is list else ("",)
        parts = rest[1:] if kind in _MAKE else rest if kind in _MANY else []
        cost.add(parts, _hashed(line, parts))  # before anything is hashed
        of = [values[n] for n in parts]
        if type(line) is not list:
            values.append(line)
        elif kind == "b":
            (length,) = rest
            if type(length) is not int or not 0 <= length <= len(body) - at:
                raise UnreadableError(f"Expected at most {len(body) - at} bytes, got {length!r}.")
            values.append(body[at : at + length])
            at += length
        elif kind == "e":
            values.append(_member(classes[rest[0]], rest[1]))
        elif kind in _MAKE:
            values.append(_MAKE[kind](classes[rest[0]], of))
        else:
            values.append(_MANY[kind](of) if kind in _MANY else _SCALARS[kind](*rest))
    return values[-1]


_SCALARS: Mapping[str, Callable[[str], object]] = {"D": Decimal, "int": int, "float": float}


def _pairs(parts: list[Any]) -> dict[object, object]:
    return dict(zip(parts[::2], parts[1::2], strict=True))


_MANY: Mapping[str, Callable[[list[Any]], object]] = {
    "t": tuple,
    "f": frozenset,
    "d": _pairs,
    "m": lambda parts: MappingProxyType(_pairs(parts)),
}


def _member(kind: type, name: str) -> enum.Enum:
    if not issubclass(kind, enum.Enum):
        raise UnreadableError(f"A {kind.__qualname__} has no members.")
    return kind[name]


def _record(kind: Any, parts: list[Any]) -> object:
    if len(parts) != len(_fields(kind) or ()):
        raise UnreadableError(f"A {kind.__qualname__} has other parts than are here.")
    return kind(*parts)


def _compound(kind: Any, parts: list[Any]) -> object:
    if not issubclass(kind, Compound):
        raise UnreadableError(f"A {kind.__qualname__} is not made of parts.")
    return kind.from_plain(*parts)


_MAKE: Mapping[str, Callable[[type, list[Any]], object]] = {"o": _record, "c": _compound}


def _named(name: str, fields: list[str]) -> type:
    """The class of a name, which must be one that plain values have, and have the fields that it had.

    Raises:
        UnreadableError: There is none.
    """
    module, _, path = name.partition(":")
    if module not in sys.modules and module.startswith(_HOME) and module.replace(".", "").replace("_", "").isalnum():
        importlib.import_module(module)
    found: Any = sys.modules.get(module)
    for part in path.split("."):
        found = vars(found).get(part) if isinstance(found, type | ModuleType) else None  # no module's __getattr__
    plain = isinstance(found, type) and (
        _fields(found) is not None or issubclass(found, enum.Enum) or issubclass(found, Compound)
    )
    if not plain or list(_fields(found) or ()) != fields:
        raise UnreadableError(f"There is no {name[:200]!r} with these fields here. Another version wrote it.")
    kind: type = found
    return kind
