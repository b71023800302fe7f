"""Typed records from JSON, validated against a `NamedTuple`, because anybody may write into an app's files.

A field that is not of its type counts as missing; a missing field has its default; a record without a field that has no
default is no record. So a damaged record costs its row only; of a file that is damaged as a whole, apps show nothing
(`value_of`) and checks hear of it (`list_in`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from omnigym.errors import UnreadableError
from omnigym.foreign import read_json

T = TypeVar("T")
#: What `_typed` returns for a value of the wrong type: None may be a value one day.
_WRONG: Any = object()
#: Milliseconds of some two hundred years: what is beyond is no moment that a calendar shows, and no amount.
_MOST = 7_000_000_000_000


def value_of(content: bytes) -> Any:
    """Return the value in a JSON file; None if it cannot be read."""
    try:
        return read_json(content)
    except UnreadableError:
        return None


def list_in(content: bytes, name: str, under: str = "") -> list[object]:
    """Return the list in a JSON file.

    Args:
        content: Of the file.
        name: What the error calls the file.
        under: The list's name in the file; "" where the file is the list. One that is not there is empty.

    Raises:
        UnreadableError: The file is damaged: apps show nothing of it, and a check cannot say what is not in it.
    """
    try:
        value = read_json(content)
    except UnreadableError as e:
        raise type(e)(f"{name!r}: {e}") from None
    found = (value.get(under, []) if isinstance(value, dict) else None) if under else value
    if not isinstance(found, list):
        wanted = f"an object with a list {under!r}" if under else "a list"
        raise UnreadableError(f"{name!r}: expected {wanted}, got other JSON.")
    return found


def record(kind: Callable[..., T], fields: object, defaults: Mapping[str, object] | None = None) -> T | None:
    """Return a record from its fields in JSON; None if they are invalid.

    Args:
        kind: The class of the record, a `NamedTuple`.
        fields: What was read; names that the record does not have are passed over. A list has the values of its first
            fields.
        defaults: What fields hold that are not there, besides what the class says.
    """
    if isinstance(fields, list):
        fields = dict(zip(_hints(kind), fields, strict=False))
    if not isinstance(fields, Mapping):
        return None
    found = dict(defaults or {})
    for name, hint in _hints(kind).items():
        value = _typed(hint, fields[name]) if name in fields else _WRONG
        if value is not _WRONG:
            found[name] = value
    try:
        return kind(**found)
    except TypeError:  # one is missing that has no default
        return None


@lru_cache(maxsize=256)
def _hints(kind: Callable[..., Any]) -> Mapping[str, object]:
    return get_type_hints(kind)


def _typed(hint: Any, value: Any) -> Any:
    """A value of a field; `_WRONG` where it is not of its type. True is no whole number, and 1 is not true."""
    if hint in (str, bool):
        return value if type(value) is hint else _WRONG
    if hint in (int, float):
        return hint(value) if type(value) in (int, hint) and abs(value) <= _MOST else _WRONG
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            return _WRONG
        items = [_typed(get_args(hint)[0], item) for item in value]
        return tuple([item for item in items if item is not _WRONG])
    found = record(hint, value)
    return _WRONG if found is None else found


def plain_value(value: object) -> Any:
    """Return a record, or a value of a field, in JSON values: a record is an object, and other tuples are lists."""
    if isinstance(value, tuple):
        if hasattr(value, "_asdict"):
            return {name: plain_value(part) for name, part in value._asdict().items()}
        return [plain_value(part) for part in value]
    return value


def text_value(value: object) -> str:
    """Return a value as a table column shows it: "1" and "0" for true and false, JSON for compound values."""
    if isinstance(value, bool):
        return str(int(value))
    return value if isinstance(value, str) else json.dumps(plain_value(value), ensure_ascii=False)
