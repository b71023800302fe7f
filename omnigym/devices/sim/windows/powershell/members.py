"""Properties and methods of values."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from omnigym.devices.sim.windows.powershell.formats import dated, shaped
from omnigym.devices.sim.windows.powershell.operators import room_for
from omnigym.devices.sim.windows.powershell.patterns import Spend, pattern_of
from omnigym.devices.sim.windows.powershell.values import (
    Moment,
    PsError,
    Record,
    Value,
    as_int,
    as_list,
    as_number,
    as_text,
    is_true,
    type_name,
)

__all__ = ["called", "called_of_type", "indexed", "property_of"]

_DAY = 86_400_000
_DATE_PARTS: Mapping[str, Callable[[Moment], Value]] = {
    "year": lambda m: m.date.year,
    "month": lambda m: m.date.month,
    "day": lambda m: m.date.day,
    "hour": lambda m: m.date.hour,
    "minute": lambda m: m.date.minute,
    "second": lambda m: m.date.second,
    "dayofweek": lambda m: m.date.strftime("%A"),
    "dayofyear": lambda m: m.date.timetuple().tm_yday,
    "date": lambda m: Moment(m.ms - m.ms % _DAY),
    "ticks": lambda m: m.ms * 10_000,
}


def property_of(value: Value, name: str) -> Value:
    """A property; of a list those of its items, None where there is none."""
    wanted = name.casefold()
    if isinstance(value, Record):
        if value.has(name):
            return value.get(name)
        if wanted in ("keys", "values"):
            return [pair[wanted == "values"] for pair in value.pairs]
        return len(value.pairs) if wanted == "count" and value.kind == "Hashtable" else 1 if wanted == "count" else None
    if isinstance(value, list):
        if wanted in ("count", "length"):
            return len(value)
        found = [property_of(v, name) for v in value]
        flat = [v for each in found for v in as_list(each)]
        return flat or None
    if isinstance(value, Moment) and wanted in _DATE_PARTS:
        return _DATE_PARTS[wanted](value)
    if wanted == "length" and isinstance(value, str):
        return len(value)
    if wanted in ("count", "length"):
        return 0 if value is None else 1
    return None


def indexed(value: Value, at: Value) -> Value:
    """What is at a place of a list, a text or a table, counted from the end where it is negative; None beyond."""
    if isinstance(at, list):
        return [indexed(value, one) for one in at]
    if isinstance(value, Record):
        return value.get(as_text(at))
    if not isinstance(value, list | str):
        if value is None:
            raise PsError("Nothing is there to take a place of.")
        value = [value]
    place = as_int(at)
    return value[place] if -len(value) <= place < len(value) else None


def _text_between(text: str, start: Value = 0, count: Value = None) -> str:
    first, length = as_int(start), len(text) if count is None else as_int(count)
    if not 0 <= first <= len(text) or length < 0 or (count is not None and first + length > len(text)):
        raise PsError("The places are not inside the text.")
    return text[first : first + length]


def _parts(text: str, *signs: Value) -> list[str]:
    marks = [c for sign in signs for one in as_list(sign) for c in as_text(one)]
    if not marks:
        return _room_for_list(text.split())
    first, *others = marks
    for mark in others:
        text = text.replace(mark, first)
    return _room_for_list(text.split(first))


def _room_for_list(items: list[str]) -> list[str]:
    """A list, if it is not too long."""
    room_for(items)
    return items


def _padded(text: str, width: Value, sign: Value, left: bool) -> str:
    room = min(max(as_int(width), 0), 10_000)
    fill = as_text(sign)[:1] or " "
    return text.rjust(room, fill) if left else text.ljust(room, fill)


_TEXTS: Mapping[str, Callable[..., Value]] = {
    "contains": lambda t, part: as_text(part) in t,
    "endswith": lambda t, part: t.endswith(as_text(part)),
    "indexof": lambda t, part: t.find(as_text(part)),
    "insert": lambda t, at, new: _text_between(t, 0, at) + as_text(new) + _text_between(t, at),
    "lastindexof": lambda t, part: t.rfind(as_text(part)),
    "padleft": lambda t, width, sign=" ": _padded(t, width, sign, True),
    "padright": lambda t, width, sign=" ": _padded(t, width, sign, False),
    "remove": lambda t, at, count=None: (
        _text_between(t, 0, at) + ("" if count is None else t[as_int(at) + as_int(count) :])
    ),
    "replace": lambda t, old, new: room_for(t.replace(as_text(old), as_text(new)) if as_text(old) else t),
    "split": _parts,
    "startswith": lambda t, part: t.startswith(as_text(part)),
    "substring": _text_between,
    "tochararray": lambda t: room_for(list(t)),
    "tolower": str.lower,
    "toupper": str.upper,
    "trim": lambda t, signs="": t.strip(as_text(signs) or None),
    "trimend": lambda t, signs="": t.rstrip(as_text(signs) or None),
    "trimstart": lambda t, signs="": t.lstrip(as_text(signs) or None),
}


def _later(unit: int) -> Callable[..., Value]:
    return lambda moment, count: Moment(moment.ms + round(min(max(as_number(count), -1e9), 1e9) * unit))


_MOMENTS: Mapping[str, Callable[..., Value]] = {
    "adddays": _later(_DAY),
    "addhours": _later(3_600_000),
    "addminutes": _later(60_000),
    "addseconds": _later(1000),
    "toshortdatestring": lambda moment: dated(moment, "M/d/yyyy"),
}
_LISTS: Mapping[str, Callable[..., Value]] = {
    "contains": lambda values, one: one in values,
    "indexof": lambda values, one: values.index(one) if one in values else -1,
}
_RECORDS: Mapping[str, Callable[..., Value]] = {
    "containskey": lambda record, name: record.has(as_text(name)),
}


def called(value: Value, name: str, arguments: list[Value]) -> Value:
    """What a method gives.

    Raises:
        PsError: There is none, or these are no arguments of it.
    """
    wanted = name.casefold()
    if wanted == "tostring":
        return shaped(value, as_text(arguments[0]) if arguments else "") if arguments else as_text(value)
    if wanted == "equals" and arguments:
        return bool(value == arguments[0])
    if wanted == "gettype":
        return Record("RuntimeType", (("Name", type_name(value)),), type_name(value))
    tables: tuple[tuple[type, Mapping[str, Callable[..., Value]]], ...] = (
        (str, _TEXTS),
        (Moment, _MOMENTS),
        (list, _LISTS),
        (Record, _RECORDS),
    )
    does = next((table[wanted] for kind, table in tables if isinstance(value, kind) and wanted in table), None)
    if does is None:
        what = "Nothing" if value is None else f"A {type_name(value)}"
        raise PsError(f"{what} has no method '{name}'.")
    return _tried(does, name, [value, *arguments])


def _tried(does: Callable[..., Value], name: str, arguments: list[Value]) -> Value:
    try:
        return does(*arguments)
    except TypeError:
        raise PsError(f"'{name}' takes other arguments than these.") from None


def _rounded(value: Value, digits: Value = 0) -> Value:
    return round(float(as_number(value)), min(max(as_int(digits), 0), 15))


_STATIC: Mapping[tuple[str, str], Callable[..., Value]] = {
    ("math", "abs"): lambda v: abs(as_number(v)),
    ("math", "ceiling"): lambda v: float(math.ceil(as_number(v))),
    ("math", "floor"): lambda v: float(math.floor(as_number(v))),
    ("math", "max"): lambda a, b: max(as_number(a), as_number(b)),
    ("math", "min"): lambda a, b: min(as_number(a), as_number(b)),
    ("math", "pow"): lambda a, b: math.pow(as_number(a), as_number(b)),
    ("math", "round"): _rounded,
    ("math", "sqrt"): lambda v: math.sqrt(as_number(v)),
    ("string", "isnullorempty"): lambda v: not as_text(v),
    ("string", "join"): lambda sign, values: room_for(as_text(sign).join([as_text(v) for v in as_list(values)])),
    ("io.path", "getextension"): lambda v: "." + as_text(v).rpartition(".")[2] if "." in as_text(v) else "",
    ("io.path", "getfilename"): lambda v: as_text(v).replace("/", "\\").rpartition("\\")[2],
    ("convert", "tostring"): as_text,
    ("convert", "toboolean"): is_true,
}


def called_of_type(kind: str, name: str, arguments: list[Value], spend: Spend) -> Value:
    """What a method of a type gives: ``[math]::Round(2.5)``.

    Raises:
        PsError: There is none, or these are no arguments of it.
    """
    does = _STATIC.get((kind.casefold().removeprefix("system."), name.casefold()))
    if (kind.casefold(), name.casefold()) == ("regex", "ismatch") and len(arguments) == 2:
        return pattern_of(as_text(arguments[1]), True).search(as_text(arguments[0]), spend) is not None
    if does is None:
        raise PsError(f"[{kind}] has no method '{name}'.")
    try:
        return _tried(does, name, arguments)
    except (ValueError, OverflowError, ZeroDivisionError):
        raise PsError(f"[{kind}]::{name} cannot be reckoned of these numbers.") from None
