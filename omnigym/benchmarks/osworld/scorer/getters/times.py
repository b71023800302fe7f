"""Getters of rules with dates: "5th next month" is said by the device's clock, never by that of the trainer."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any, Final

from omnigym.benchmarks.osworld.scorer.registry import getter
from omnigym.errors import ConfigError
from omnigym.evaluation.probe import Probe
from omnigym.foreign import show_value

__all__ = ["day_of", "fill_dates", "rule_relativeTime", "rule_relativeTime_formatted", "time_diff_range"]

_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WEEKDAY: Final = f"({'|'.join(_DAYS)})"
_COUNT: Final = rf"(\d{{1,4}}|{'|'.join(_NUMBERS)})"
_FIELD: Final = re.compile(r"\{(\w+)\}")

#: What stands in braces in a format, by name.
_FIELDS: Mapping[str, Callable[[date], str]] = MappingProxyType(
    {
        "DoW": lambda d: _DAYS[d.weekday()][:3].capitalize(),
        "DoWFull": lambda d: _DAYS[d.weekday()].capitalize(),
        "Month": lambda d: _MONTHS[d.month - 1][:3],
        "MonthFull": lambda d: _MONTHS[d.month - 1],
        "month": lambda d: _MONTHS[d.month - 1].lower(),
        "MonthD": lambda d: str(d.month),
        "Month0D": lambda d: f"{d.month:02d}",
        "DayD": lambda d: str(d.day),
        "Day0D": lambda d: f"{d.day:02d}",
        "Year": lambda d: str(d.year),
    }
)


@getter("rule_relativeTime")
def rule_relativeTime(probe: Probe, config: Mapping[str, Any]) -> dict[str, Any]:  # noqa: N802 - its name in task files
    """Return the rules, with dates in the formats under ``expected``.

    ``relativeTime`` says the day ``from``, and maybe the one ``to``. In ``expected`` what is under ``to`` is of the
    second day, and so are the parts ``doDay``, ``doMonth``... of a day that is "split"; all else is of the first one.
    """
    rules = config["rules"]
    said = rules["relativeTime"]
    today = probe.now().date()
    first = day_of(str(said["from"]), today)
    last = day_of(str(said["to"]), today) if "to" in said else first
    if last < first:  # "next Monday" to "next Friday" is one week
        last += timedelta(weeks=1)
    expected = rules["expected"].items()
    return {**rules, "expected": {k: fill_dates(v, last if _is_of_second(k, said) else first) for k, v in expected}}


def _is_of_second(key: str, said: Mapping[str, object]) -> bool:
    return key == "to" or (key.startswith("do") and str(said.get("to", "")).endswith(" split"))


@getter("rule_relativeTime_formatted")
def rule_relativeTime_formatted(probe: Probe, config: Mapping[str, Any]) -> dict[str, str]:  # noqa: N802 - likewise
    """Return the texts under ``formatted`` of the rules, with `rule_relativeTime`'s date in place of ``{time}``."""
    time = str(rule_relativeTime(probe, config)["expected"]["time"])
    return {key: str(text).replace("{time}", time) for key, text in config["rules"]["formatted"].items()}


@getter("time_diff_range")
def time_diff_range(probe: Probe, config: Mapping[str, object]) -> dict[str, str]:
    """Return how many ``minutes`` a measurement may be from ``now``, the device's time of day."""
    return {"minutes": str(config["diff_range_in_minutes"]), "now": probe.now().strftime("%H:%M")}


def fill_dates(value: object, day: date) -> object:
    """Return a format with a date in it, or all formats in a list or object; other braces stay.

    >>> fill_dates("{DoW}, {Month} {Day0D}, {Year}", date(2025, 3, 7))
    'Fri, Mar 07, 2025'
    """
    if isinstance(value, str):
        return _FIELD.sub(lambda m: _FIELDS[m[1]](day) if m[1] in _FIELDS else m[0], value)
    if isinstance(value, list | tuple):
        return [fill_dates(v, day) for v in value]
    return {k: fill_dates(v, day) for k, v in value.items()} if isinstance(value, Mapping) else value


def day_of(said: str, today: date) -> date:
    """Return the day that a text names, seen from another one.

    Raises:
        ConfigError: The text is none that is known.

    >>> day_of("next Monday", date(2025, 3, 7)), day_of("5th next month", date(2025, 12, 31))
    (datetime.date(2025, 3, 10), datetime.date(2026, 1, 5))
    """
    text = " ".join(said.casefold().split()).removesuffix(" split")
    for pattern, day in _PHRASES:
        match = pattern.fullmatch(text)
        if match is not None:
            return day(today, *match.groups())
    known = "'tomorrow', 'after 3 days', '5th next month', 'next Friday'"
    raise ConfigError(f"Unknown time {show_value(said)}: expected one such as {known}. Mend the task.")


def _counted(text: str) -> int:
    return int(text) if text.isdecimal() else 1 + _NUMBERS.index(text)


def _months_later(today: date, months: int, day: int) -> date:
    """A day of a later month, the month's last one where it has no such day."""
    year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
    return date(year, month + 1, min(max(day, 1), calendar.monthrange(year, month + 1)[1]))


def _this_week(today: date, name: str) -> date:
    return today + timedelta(days=_DAYS.index(name) - today.weekday())


def _next(today: date, name: str) -> date:
    """The nearest such day after today."""
    return today + timedelta(days=(_DAYS.index(name) - today.weekday() - 1) % 7 + 1)


def _first_of_month(today: date, name: str, count: str) -> date:
    first = _months_later(today, _counted(count), 1)
    return first + timedelta(days=(_DAYS.index(name) - first.weekday()) % 7)


_AWAY = {"last": -1, "this": 0, "next": 1}
_PHRASES: tuple[tuple[re.Pattern[str], Callable[..., date]], ...] = tuple(
    (re.compile(pattern), day)
    for pattern, day in (
        ("today|now|this month|this year", lambda t: t),
        ("tomorrow", lambda t: t + timedelta(days=1)),
        ("yesterday", lambda t: t - timedelta(days=1)),
        (f"after {_COUNT} days?", lambda t, n: t + timedelta(days=_counted(n))),
        (f"{_COUNT} days? (?:later|from now)", lambda t, n: t + timedelta(days=_counted(n))),
        (f"{_COUNT} days? ago", lambda t, n: t - timedelta(days=_counted(n))),
        (r"(\d\d?)(?:st|nd|rd|th) (last|this|next) month", lambda t, n, to: _months_later(t, _AWAY[to], int(n))),
        ("(last|next) month", lambda t, to: _months_later(t, _AWAY[to], t.day)),
        (f"{_COUNT} months? later", lambda t, n: _months_later(t, _counted(n), t.day)),
        ("(last|next) year", lambda t, to: _months_later(t, 12 * _AWAY[to], t.day)),
        (f"this (?:week )?{_WEEKDAY}", _this_week),
        (f"next week {_WEEKDAY}", lambda t, name: _this_week(t, name) + timedelta(weeks=1)),
        (f"next {_WEEKDAY}", _next),
        (f"first {_WEEKDAY} {_COUNT} months? later", _first_of_month),
    )
)
