"""Numbers and dates in the form of cells, and the meaning of a text that is entered into a cell."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache

from omnigym.documents.sheets.formulas import parse
from omnigym.documents.sheets.model import Content
from omnigym.documents.sheets.values import NUM, Error, Value, is_number

__all__ = [
    "CURRENCY",
    "DATE",
    "GENERAL",
    "PERCENT",
    "TEXT",
    "day_number",
    "day_of",
    "decimals_of",
    "display",
    "editing_text",
    "is_date",
    "parse_entry",
    "with_decimals",
]

GENERAL, TEXT, CURRENCY, PERCENT, DATE = "General", "@", "$#,##0.00", "0%", "m/d/yyyy"
_DAY_ZERO = date(1899, 12, 30)
_LAST_DAY = 2_958_465
_WIDEST = 11

_NUMBER_FORMAT = re.compile(
    r'((?:"[^"]*"|\\.|[^#0?,."\\%])*)([#?]*,?[#0?,]*)(?:\.([0#?]+))?(%?)((?:"[^"]*"|\\.|[^"\\])*)'
)
_ENTERED_NUMBER = re.compile(r"([-+]?)([$€£]?)(\d{1,3}(?:,\d{3})+|\d*)(\.\d*)?(%?)")
_EXPONENT = re.compile(r"[-+]?\d+\.?\d*[eE][-+]?\d{1,3}")
_US_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_ISO_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DATE_PART = re.compile(r'"[^"]*"|\\.|y+|m+|d+|[^ymd]', re.IGNORECASE)


def day_number(day: date) -> float:
    """Return the number of a day.

    >>> day_number(date(2025, 3, 14))
    45730.0
    """
    return float((day - _DAY_ZERO).days)


def day_of(number: float) -> date | None:
    """Return the day of a number, or None if there is none.

    >>> day_of(45730.0), day_of(-1.0)
    (datetime.date(2025, 3, 14), None)
    """
    return _DAY_ZERO + timedelta(days=int(number)) if 0 <= number <= _LAST_DAY else None


@lru_cache(maxsize=256)
def is_date(number_format: str) -> bool:
    """Return whether a number format shows days."""
    bare = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", number_format).lower()
    return bare != "general" and any(c in bare for c in "ymd")


def display(value: Value, number_format: str = GENERAL, room: int = _WIDEST) -> str:
    """Return the text that a cell shows; a number without a format is rounded to fit ``room`` characters.

    >>> display(1234.5, "$#,##0.00"), display(0.25, "0%"), display(1 / 3), display(45730.0, "m/d/yyyy")
    ('$1,234.50', '25%', '0.333333333', '3/14/2025')
    """
    if type(value) is float:
        return _number_text(value, number_format, room)
    if type(value) is str:
        return value
    if value is None:
        return ""
    return value.code if isinstance(value, Error) else "TRUE" if value else "FALSE"


@lru_cache(maxsize=8192)
def _number_text(value: float, number_format: str, room: int) -> str:
    if not is_number(value):
        return NUM.code
    if number_format in ("General", "@", ""):
        return _general(value, room)
    if is_date(number_format):
        return _date_text(value, number_format)
    section = number_format.split(";")[0].replace("_)", "").replace("_(", "").replace("*", "")
    section = re.sub(r"\[\$([^\]-]*)[^\]]*\]", r"\1", section)
    found = _NUMBER_FORMAT.fullmatch(section)
    if found is None:
        return _general(value, room)
    before, whole, places, percent, after = found.groups()
    number = value * 100 if percent else value
    text = f"{abs(number):{',' if ',' in whole else ''}.{len(places or '')}f}"
    sign = "-" if number < 0 and any(c in "123456789" for c in text) else ""
    return f"{sign}{_literal(before)}{text}{percent}{_literal(after)}"


def _literal(text: str) -> str:
    return re.sub(r'"([^"]*)"|\\(.)', r"\1\2", text)


def _general(value: float, room: int) -> str:
    """A number as it is: in full if there is room, with fewer decimals or an exponent if not."""
    if value == int(value) and abs(value) < 1e11:
        return str(int(value))
    if not 1e-4 <= abs(value) < 1e11:
        return f"{value:.{max(0, min(5, room - 6))}e}".replace("e", "E")
    whole = len(str(int(abs(value))))
    places = max(0, min(9, min(room, _WIDEST) - 1 - whole))
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _date_text(value: float, number_format: str) -> str:
    day = day_of(value)
    if day is None:
        return "#" * _WIDEST
    out = []
    for part in _DATE_PART.findall(re.sub(r"\[[^\]]*\]", "", number_format.split(";")[0])):
        kind, size = part[0].lower(), len(part)
        if kind == "y":
            out.append(f"{day.year:04}" if size > 2 else f"{day.year % 100:02}")
        elif kind == "m":
            out.append(_month(day, size))
        elif kind == "d":
            out.append((f"{day.day}", f"{day.day:02}", day.strftime("%a"), day.strftime("%A"))[min(size, 4) - 1])
        else:
            out.append(_literal(part))
    return "".join(out)


def _month(day: date, size: int) -> str:
    return (f"{day.month}", f"{day.month:02}", day.strftime("%b"), day.strftime("%B"))[min(size, 4) - 1]


def editing_text(content: Content, number_format: str = GENERAL) -> str:
    """Return the text for editing a cell.

    >>> editing_text(0.25, "0%"), editing_text(1234.5, "$#,##0.00"), editing_text("=A1")
    ('25%', '1234.5', '=A1')
    """
    if type(content) is float:
        if is_date(number_format):
            return _date_text(content, DATE)
        if number_format.endswith("%"):
            return f"{content * 100:.12g}%"
        return f"{content:.0f}" if content == int(content) and abs(content) < 1e15 else f"{content:.15g}"
    return display(content)


def parse_entry(text: str) -> tuple[Content, str]:
    """Return the value of an entered text, and the number format that it implies ("" for none).

    >>> parse_entry("12"), parse_entry("$1,200"), parse_entry("50%")
    ((12.0, ''), (1200.0, '$#,##0'), (0.5, '0%'))
    >>> parse_entry("3/14/2025"), parse_entry("'007"), parse_entry("apple")
    ((45730.0, 'm/d/yyyy'), ('007', ''), ('apple', ''))
    >>> parse_entry("+SUM(A1:A3)"), parse_entry("- 2 apples")
    (('=+SUM(A1:A3)', ''), ('- 2 apples', ''))
    """
    bare = text.strip()
    if not bare:
        return (text or None), ""
    if bare[0] == "'":
        return bare[1:], ""
    if bare.upper() in ("TRUE", "FALSE"):
        return bare.upper() == "TRUE", ""
    if bare[0] in "0123456789.-+$€£":
        found = _entered_number(bare) or _entered_date(bare)
        if found is not None:
            return found
    if bare[0] in "+-" and parse(f"={bare}") is not None:
        return f"={bare}", ""
    return text, ""


def _entered_number(bare: str) -> tuple[float, str] | None:
    if _EXPONENT.fullmatch(bare):
        value = float(bare)
        return (value, "") if is_number(value) else None
    found = _ENTERED_NUMBER.fullmatch(bare)
    if found is None or not (found[3] or (found[4] or ".") != "."):
        return None
    sign, currency, whole, places, percent = found.groups()
    if (currency and percent) or len(whole) > 300:
        return None
    value = float(f"{sign}{whole.replace(',', '') or '0'}{places or ''}")
    decimals = bool(places and len(places) > 1)
    if currency:
        return value, f"{currency}#,##0{'.00' if decimals else ''}"
    if percent:
        return value / 100, "0.00%" if decimals else PERCENT
    return value, ("#,##0.00" if decimals else "#,##0") if "," in whole else ""


def _entered_date(bare: str) -> tuple[float, str] | None:
    us, iso = _US_DATE.fullmatch(bare), _ISO_DATE.fullmatch(bare)
    if us is None and iso is None:
        return None
    year, month, day = map(int, (us[3], us[1], us[2]) if us is not None else iso.groups())  # type: ignore[union-attr]
    try:
        number = day_number(date(year, month, day))
    except ValueError:
        return None
    return (number, DATE) if number > 0 else None


def decimals_of(number_format: str) -> int:
    """Return the number of decimals of a number format."""
    return len(re.sub(r"[^0#].*", "", number_format.partition(".")[2]))


def with_decimals(number_format: str, count: int) -> str:
    """Return a number format with another number of decimals.

    >>> with_decimals("$#,##0.00", 1), with_decimals("General", 2), with_decimals("0%", 1)
    ('$#,##0.0', '0.00', '0.0%')
    """
    if number_format in ("General", "@"):
        number_format = "0"
    tail = f".{'0' * count}" if count > 0 else ""
    bare = re.sub(r"\.[0#]+", "", number_format)
    last = bare.rfind("0") + 1
    return f"{bare[:last]}{tail}{bare[last:]}" if last else number_format
