"""The operators of scripts."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from omnigym.sim.patterns import Found, Pattern, PatternError, Spend
from omnigym.sim.patterns import pattern_of as compiled
from omnigym.sim.windows.powershell.showing import formatted
from omnigym.sim.windows.powershell.values import (
    Moment,
    PsError,
    Record,
    Value,
    as_int,
    as_list,
    as_number,
    as_text,
    bounded,
    check_items,
    check_letters,
    check_size,
    is_true,
    joined,
    room_for,
    type_name,
)
from omnigym.sim.work_budget import charge, charge_letters

# -- patterns as PowerShell reads them, which says in its own words what is none --------------------------------------


def pattern_of(text: str, exact: bool = False) -> Pattern:
    """A regular expression.

    Raises:
        PsError: It is none.
    """
    try:
        return compiled(text, exact)
    except PatternError as e:
        raise PsError(f"The regular expression '{text[:80]}' is not valid: {e}.") from None


@lru_cache(maxsize=64)
def wildcard(text: str, exact: bool = False) -> Pattern:
    """The pattern that a whole text has to fit where ``*`` is any letters and ``?`` is one."""
    known = {"*": r"(?:.|\n)*", "?": r"(?:.|\n)"}
    return pattern_of("^" + "".join([known.get(c, f"\\{c}" if not c.isalnum() else c) for c in text]) + "$", exact)


# -- operators --------------------------------------------------------------------------------------------------------

#: What two values cost that are compared, and what a place in a text costs that is replaced, in units of work.
_COMPARED, _REPLACED = 8, 12
#: The largest range, as in PowerShell.
_LONGEST_RANGE = 50_000
#: What stands for a group in a replacement.
_GROUP = re.compile(r"(\$\d)")
_SUMS: Mapping[str, Callable[[Any, Any], Any]] = {"-": operator.sub, "*": operator.mul}
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "gt": operator.gt,
    "ge": operator.ge,
    "lt": operator.lt,
    "le": operator.le,
}


def equal(left: Value, right: Value, exact: bool = False) -> bool:
    """Whether two values are the same; the right one is taken as what the left one is."""
    if isinstance(left, bool) or isinstance(right, bool):
        return is_true(left) == is_true(right)
    if left is None or right is None:
        return left is right
    if isinstance(left, int | float):
        try:
            return left == as_number(right)
        except PsError:
            return False
    if isinstance(left, Record | Moment) and isinstance(right, Record | Moment):
        check_size(left)
        check_size(right)
        return left == right
    a, b = as_text(left), as_text(right)
    charge_letters(len(a) + len(b))
    return a == b if exact else a.casefold() == b.casefold()


def _add(left: Value, right: Value) -> Value:
    if isinstance(left, list):
        more = as_list(right)
        check_items(len(left) + len(more))
        return [*left, *more]
    if isinstance(left, str):
        return joined((left, as_text(right)))
    if isinstance(left, Record) and left.kind == "Hashtable" and isinstance(right, Record):
        for name, value in right.pairs:
            left = left.put(name, value)
        return left
    if left is None:
        return right
    return bounded(as_number(left) + as_number(right))


def _sum(name: str, left: Value, right: Value) -> Value:
    if name == "+":
        return _add(left, right)
    if name == "*" and isinstance(left, str | list):
        times = max(0, as_int(right))
        if isinstance(left, list):
            check_items(len(left) * times)
        else:
            check_letters(len(left) * times)
        return left * times
    if name == "-" and isinstance(left, Moment) and isinstance(right, Moment):
        return (left.ms - right.ms) / 86_400_000
    a, b = as_number(left), as_number(right)
    if name in _SUMS:
        return bounded(_SUMS[name](a, b))
    if not b:
        raise PsError("Nothing can be divided by zero.")
    if name == "%":
        if math.isinf(a):
            return math.nan
        return math.fmod(a, b) if isinstance(a, float) or isinstance(b, float) else int(math.fmod(a, b))
    return a // b if isinstance(a, int) and isinstance(b, int) and a % b == 0 else a / b


def _ordered(name: str, left: Value, right: Value, exact: bool) -> bool:
    if isinstance(left, bool | int | float | Moment):
        other = as_number(right)
        return _ORDERS[name](as_number(left), other)
    a, b = as_text(left), as_text(right)
    charge_letters(len(a) + len(b))
    return _ORDERS[name](a, b) if exact else _ORDERS[name](a.casefold(), b.casefold())


def _replaced(text: str, pattern: Pattern, new: list[str], spend: Spend) -> str:
    """A text with what a pattern finds replaced: by texts, and between them by what groups found, such as "$1"."""
    out, at, letters = [], 0, 0
    for found in pattern.all(text, spend):
        charge(_REPLACED * len(new))
        pieces = [text[at : found.start], *[_filled(piece, text, found) for piece in new]]
        more = sum(map(len, pieces))
        letters += more
        check_letters(letters, more)
        out += pieces
        at = found.end
    return joined([*out, text[at:]])


def _filled(piece: str, text: str, found: Found) -> str:
    """What a group found that is named; any other text as it is."""
    named = len(piece) == 2 and piece[0] == "$" and piece[1].isdecimal() and int(piece[1]) < len(found.spans)
    return found.group(text, int(piece[1])) if named else piece


def _replace(left: Value, right: Value, exact: bool, spend: Spend) -> Value:
    wanted, new, *_ = [*[as_text(v) for v in as_list(right)], "", ""]
    pattern = pattern_of(wanted, exact)
    charge(_REPLACED * new.count("$"))
    pieces = [piece for piece in _GROUP.split(new) if piece]
    found = [_replaced(as_text(v), pattern, pieces, spend) for v in as_list(left)]
    return found if isinstance(left, list) else (found or [""])[0]


def _split(left: Value, right: Value, exact: bool, spend: Spend) -> Value:
    sign, most, *_ = [*as_list(right), 0, 0]
    pattern, out = pattern_of(as_text(sign), exact), list[str]()
    for text in [as_text(v) for v in as_list(left)]:
        at, count = 0, 1
        for found in pattern.all(text, spend):
            if found.end == found.start or (most and count >= as_number(most)):
                continue
            charge(_REPLACED)
            out.append(text[at : found.start])
            at, count = found.end, count + 1
            room_for(out)
        out.append(text[at:])
    return room_for(out)


def _range(left: Value, right: Value) -> Value:
    a, b = as_number(left), as_number(right)
    if not math.isfinite(a) or not math.isfinite(b) or abs(a - b) > _LONGEST_RANGE:
        raise PsError(f"A range has room for {_LONGEST_RANGE} numbers.")
    first, last = round(a), round(b)
    check_items(abs(first - last) + 1)
    return list(range(first, last + 1)) if first <= last else list(range(first, last - 1, -1))


def _is_a(value: Value, name: Value) -> bool:
    known = {"int32": "int", "boolean": "bool", "object[]": "array", "double": "double", "hashtable": "hashtable"}
    wanted, own = as_text(name).casefold().rpartition(".")[2], type_name(value).casefold()
    return wanted in (own, known.get(own, own), "object")


def _compared(name: str, exact: bool, spend: Spend) -> Callable[[Value, Value], bool]:
    """The comparison of one value with another."""
    base = name.removeprefix("not") if name != "not" else name
    if name in _ORDERS:
        return lambda a, b: _ordered(name, a, b, exact)
    if name in ("eq", "ne"):
        return lambda a, b: equal(a, b, exact) == (name == "eq")
    find: Callable[[Value, Value], bool]
    if base == "like":
        find = lambda a, b: wildcard(as_text(b), exact).search(as_text(a), spend) is not None  # noqa: E731
    else:
        find = lambda a, b: pattern_of(as_text(b), exact).search(as_text(a), spend) is not None  # noqa: E731
    return lambda a, b: find(a, b) == (base == name)


def binary(name: str, left: Value, right: Value, spend: Spend, exact: bool = False) -> Value:
    """What an operator makes of two values; of a list, a comparison gives what it is true of.

    Raises:
        PsError: It cannot be done.
    """
    if name in ("+", "-", "*", "/", "%"):
        return _sum(name, left, right)
    if name in ("band", "bor", "bxor"):
        signs = {"band": operator.and_, "bor": operator.or_, "bxor": operator.xor}
        return signs[name](as_int(left), as_int(right))
    if isinstance(left, list) or name in ("in", "notin"):
        charge(_COMPARED * (len(as_list(left)) + len(as_list(right))))
    if name in ("contains", "notcontains"):
        return any(equal(v, right, exact) for v in as_list(left)) == (name == "contains")
    if name in ("in", "notin"):
        return any(equal(v, left, exact) for v in as_list(right)) == (name == "in")
    if name in ("is", "isnot"):
        return _is_a(left, right) == (name == "is")
    if name == "join":
        return joined([as_text(v) for v in as_list(left)], as_text(right))
    others: Mapping[str, Callable[[], Value]] = {
        "..": lambda: _range(left, right),
        "as": lambda: casted(as_text(right), left),
        "f": lambda: formatted(as_text(left), as_list(right)),
        "replace": lambda: _replace(left, right, exact, spend),
        "split": lambda: _split(left, right, exact, spend),
    }
    if name in others:
        return others[name]()
    compare = _compared(name, exact, spend)
    return [v for v in left if compare(v, right)] if isinstance(left, list) else compare(left, right)


def negated(value: Value) -> Value:
    """A number with the other sign."""
    return bounded(-as_number(value))


def _date(value: Value) -> Moment:
    """The moment that a text such as "2025-03-14 12:00" says."""
    if isinstance(value, Moment):
        return value
    try:
        date = datetime.fromisoformat(as_text(value).strip())
    except ValueError:
        raise PsError(f"'{as_text(value)[:80]}' is not a date.") from None
    return Moment(int(date.replace(tzinfo=UTC).timestamp() * 1000))


_CASTS: Mapping[str, Callable[[Value], Value]] = {
    "array": as_list,
    "bool": is_true,
    "char": lambda value: chr(value) if isinstance(value, int) and 0 < value < 0xD800 else as_text(value)[:1],
    "datetime": _date,
    "decimal": lambda value: float(as_number(value)),
    "double": lambda value: float(as_number(value)),
    "hashtable": lambda value: value,
    "int": as_int,
    "int32": as_int,
    "int64": as_int,
    "long": as_int,
    "object": lambda value: value,
    "ordered": lambda value: value,
    "pscustomobject": lambda value: value._replace(kind="PSCustomObject") if isinstance(value, Record) else value,
    "string": as_text,
    "void": lambda _value: None,
}


def casted(name: str, value: Value) -> Value:
    """A value as one of another type.

    Raises:
        PsError: It is none, or there is no such type.
    """
    plain = name.casefold().removeprefix("system.").removeprefix("collections.").removeprefix("management.automation.")
    if plain.endswith("[]") and plain[:-2] in _CASTS:
        charge(_COMPARED * len(as_list(value)))
        return [_CASTS[plain[:-2]](v) for v in as_list(value)]
    if plain not in _CASTS:
        raise PsError(f"There is no type [{name}].")
    return _CASTS[plain](value)
