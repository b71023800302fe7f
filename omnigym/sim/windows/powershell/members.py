"""Properties and methods of values."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from omnigym.sim.patterns import Spend
from omnigym.sim.windows.powershell.operators import pattern_of
from omnigym.sim.windows.powershell.showing import dated, shaped
from omnigym.sim.windows.powershell.values import (
    Moment,
    PsError,
    Record,
    Value,
    as_int,
    as_list,
    as_number,
    as_text,
    check_items,
    check_letters,
    check_size,
    is_true,
    joined,
    room_for,
    type_name,
)
from omnigym.sim.work_budget import charge, charge_letters

__all__ = ["called", "called_of_type", "indexed", "property_of"]

_DAY = 86_400_000
#: What an item costs that a property is asked of, and a piece of a text that is taken apart, in units of work.
_ASKED, _PIECE = 6, 2
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
            check_items(len(value.pairs))
            return [pair[wanted == "values"] for pair in value.pairs]
        return len(value.pairs) if wanted == "count" and value.kind == "Hashtable" else 1 if wanted == "count" else None
    if isinstance(value, list):
        if wanted in ("count", "length"):
            return len(value)
        charge(_ASKED * len(value))
        found = [property_of(v, name) for v in value]
        check_items(sum([len(each) if isinstance(each, list) else 1 for each in found]))
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
        charge(_ASKED * len(at))
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
    charge(_PIECE * len(text))
    marks = [c for sign in signs for one in as_list(sign) for c in as_text(one)]
    if not marks:
        return room_for(text.split())
    first, *others = marks
    return room_for(text.translate({ord(mark): first for mark in others}).split(first))


def _padded(text: str, width: Value, sign: Value, left: bool) -> str:
    room = max(as_int(width), 0)
    check_letters(max(room, len(text)))
    fill = as_text(sign)[:1] or " "
    return text.rjust(room, fill) if left else text.ljust(room, fill)


def _letters_of(text: str) -> list[str]:
    check_items(len(text))
    return list(text)


def _inserted(text: str, at: Value, new: Value) -> str:
    return joined((_text_between(text, 0, at), as_text(new), _text_between(text, at)))


def _without(text: str, at: Value, count: Value = None) -> str:
    start = _text_between(text, 0, at)
    return start if count is None else start + text[len(start) + len(_text_between(text, at, count)) :]


def _replaced(text: str, old: Value, new: Value) -> str:
    wanted, instead = as_text(old), as_text(new)
    if not wanted:
        raise PsError('Exception calling "Replace" with "2" argument(s): "String cannot be of zero length."')
    check_letters(len(text) + text.count(wanted) * (len(instead) - len(wanted)))
    return text.replace(wanted, instead)


_TEXTS: Mapping[str, Callable[..., Value]] = {
    "contains": lambda t, part: as_text(part) in t,
    "endswith": lambda t, part: t.endswith(as_text(part)),
    "indexof": lambda t, part: t.find(as_text(part)),
    "insert": _inserted,
    "lastindexof": lambda t, part: t.rfind(as_text(part)),
    "padleft": lambda t, width, sign=" ": _padded(t, width, sign, True),
    "padright": lambda t, width, sign=" ": _padded(t, width, sign, False),
    "remove": _without,
    "replace": _replaced,
    "split": _parts,
    "startswith": lambda t, part: t.startswith(as_text(part)),
    "substring": _text_between,
    "tochararray": _letters_of,
    "tolower": str.lower,
    "toupper": str.upper,
    "trim": lambda t, signs="": t.strip(as_text(signs) or None),
    "trimend": lambda t, signs="": t.rstrip(as_text(signs) or None),
    "trimstart": lambda t, signs="": t.lstrip(as_text(signs) or None),
}


def _later(unit: int) -> Callable[..., Value]:
    def later(moment: Moment, count: Value) -> Moment:
        number = as_number(count)
        if math.isnan(number):
            raise PsError("The value to add was out of range.")
        return Moment(moment.ms + round(min(max(number, -1e9), 1e9) * unit))

    return later


_MOMENTS: Mapping[str, Callable[..., Value]] = {
    "adddays": _later(_DAY),
    "addhours": _later(3_600_000),
    "addminutes": _later(60_000),
    "addseconds": _later(1000),
    "toshortdatestring": lambda moment: dated(moment, "M/d/yyyy"),
}


def _place_of(values: list[Value], one: Value) -> int:
    check_size(values)
    check_size(one)
    return values.index(one) if one in values else -1


_LISTS: Mapping[str, Callable[..., Value]] = {
    "contains": lambda values, one: _place_of(values, one) >= 0,
    "indexof": _place_of,
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
    if isinstance(value, str):
        charge_letters(len(value))
    if wanted == "tostring":
        return shaped(value, as_text(arguments[0]) if arguments else "") if arguments else as_text(value)
    if wanted == "equals" and arguments:
        check_size(value)
        check_size(arguments[0])
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
    ("string", "join"): lambda sign, values: joined([as_text(v) for v in as_list(values)], as_text(sign)),
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
