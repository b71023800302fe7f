"""What a sheet shows: its .csv export where a task has one, else its values in their number formats.

The formats follow LibreOffice's export of cells as they are shown.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from pathlib import PurePosixPath
from typing import NamedTuple

from omnigym.benchmarks.osworld.scorer.metrics.office_files import Book, Moment, Value
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import TABLE_BYTES, TABLE_CELLS

__all__ = ["csv_text", "display", "printed_rows"]


def printed_rows(book: Book, sheet: str) -> list[list[str]]:
    """The rows of what a sheet shows, without blanks around texts and empty cells at the ends.

    The published code compares the lines of the .csv file that an export put beside the workbook, and scores 0 where
    there is none. Here the values are shown in their number formats then.

    Raises:
        UnreadableError: A number format cannot be shown.
    """
    wanted = f"{PurePosixPath(book.file.name).stem}-{sheet}.csv"
    for file in book.shown_beside:
        if file.name == wanted or file.name.endswith(f"-{sheet}.csv"):
            return _trimmed(_csv_rows(csv_text(file.content)))
    values = book.values(sheet)
    if not values:
        return []
    cells = book.sheet(sheet)._cells
    bottom, right = max(row for row, _ in values), max(column for _, column in values)
    within(bottom * right, TABLE_CELLS, "cells in a table")
    rows = [[""] * right for _ in range(bottom)]
    for (row, column), value in values.items():
        rows[row - 1][column - 1] = display(value, str(cells[row, column].number_format))
    return _trimmed(rows)


def csv_text(content: bytes) -> str:
    """The text of a .csv file: UTF-8 with or without a mark, else Western.

    Raises:
        TooLargeError: It is longer than what is read.
    """
    within(len(content), TABLE_BYTES, "bytes of a .csv file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _csv_rows(text: str) -> list[list[str]]:
    rows, count = [], 0
    with convert_errors(".csv file"):
        for row in csv.reader(io.StringIO(text, newline="")):
            count += 1 + len(row)
            within(count, TABLE_CELLS, "cells and rows in a table")
            rows.append(row)
    return rows


def _trimmed(rows: list[list[str]]) -> list[list[str]]:
    found = []
    for row in rows:
        cells = [text.strip() for text in row]
        while cells and not cells[-1]:
            cells.pop()
        found.append(cells)
    while found and not found[-1]:
        found.pop()
    return found


# -- number formats (ECMA-376, 18.8.31) -------------------------------------------------------------------------------

_TOKEN = re.compile(
    r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|General|AM/PM|A/P|[eE][+-]|y+|m+|d+|h+|s+|\.0+(?=[^0#?]*$)|[#0?]|.', re.I | re.S
)
_SECTIONS = re.compile(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+|(?<=;)(?=;)|(?<=;)$|^(?=;)', re.S)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]")
_CURRENCY = re.compile(r"\[\$([^\]-]*)[^\]]*\]")
_COLOR = re.compile(r"\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]", re.I)
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.I)
_FIRST_DAY = datetime(1899, 12, 30)
_MOST_DIGITS, _MOST_DAYS, _LONGEST = 15, 2_958_466, 255


def display(value: Value, number_format: str) -> str:
    """A value as a cell shows it.

    >>> display(1234567.891, "#,##0.00"), display(0.256, "0%"), display(-5.0, "0.00;(0.00)")
    ('1,234,567.89', '26%', '(5.00)')
    >>> display(12345678.0, '0.0,,"M"'), display(Moment(45730.75), "yyyy-mm-dd h:mm AM/PM")
    ('12.3M', '2025-03-14 6:00 PM')

    Raises:
        UnreadableError: The format cannot be shown.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    within(len(number_format), _LONGEST, "characters of a number format")
    sections = _SECTIONS.findall(number_format)[:4] or ["General"]
    if isinstance(value, str):
        pattern = sections[3] if len(sections) > 3 else sections[-1] if "@" in sections[-1] else "@"
        return _text_shown(value, pattern)
    number = value.days if isinstance(value, Moment) else value
    if not math.isfinite(number):
        raise UnreadableError(f"Expected a number that a cell can show, got {number}.")
    section, signed = _section(sections, number)
    return _shown(number, section, signed)


def _section(sections: Sequence[str], number: float) -> tuple[str, bool]:
    """The section for a number, and whether it has to show the sign."""
    conditions = [_CONDITION.search(s) for s in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            if condition is None or _holds(number, condition[1], float(condition[2])):
                return _CONDITION.sub("", section), True
        return "General", True
    numeric = [s for s in sections if "@" not in s] or ["General"]
    if number < 0 and len(numeric) > 1:
        return numeric[1], False
    if number == 0 and len(numeric) > 2:
        return numeric[2], True
    return numeric[0], True


def _holds(number: float, sign: str, limit: float) -> bool:
    return {
        "<": number < limit,
        "<=": number <= limit,
        ">": number > limit,
        ">=": number >= limit,
        "=": number == limit,
        "<>": number != limit,
    }[sign]


def _text_shown(text: str, pattern: str) -> str:
    return "".join([text if token == "@" else _literal(token) for token in _TOKEN.findall(_COLOR.sub("", pattern))])


def _literal(token: str) -> str:
    if token.startswith('"'):
        return token[1:-1]
    if token[0] == "_":
        return " "
    if token[0] == "*":
        return ""
    currency = _CURRENCY.fullmatch(token)
    if currency is not None:
        return currency[1]
    return token[1:] if token[0] == "\\" and len(token) > 1 else token


def _shown(number: float, section: str, signed: bool) -> str:
    section = _COLOR.sub("", section)
    tokens = _TOKEN.findall(section)
    if "general" in section.lower():
        return "".join([_general(number) if t.lower() == "general" else _literal(t) for t in tokens])
    if any(t[0].lower() in "ymdhs" or _ELAPSED.fullmatch(t) for t in tokens):
        return _date_shown(number, tokens)
    if not any(t in "#0?" or t.startswith(".0") for t in tokens):
        return ("-" if signed and number < 0 else "") + "".join(map(_literal, tokens))
    return _number_shown(number, tokens, signed)


def _general(number: float) -> str:
    if abs(number) >= 1e16 or 0 < abs(number) < 1e-9:
        mantissa, _, exponent = f"{number:.{_MOST_DIGITS - 1}E}".partition("E")
        return f"{mantissa.rstrip('0').rstrip('.')}E{exponent[0]}{int(exponent[1:]):03}"
    text = f"{Decimal(f'{number:.{_MOST_DIGITS}g}'):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


class _Digits(NamedTuple):
    """The places for digits in a section: before and behind the point, as ``#``, ``0`` and ``?``."""

    whole: str
    decimals: str
    grouped: bool
    divided: int


def _digits(tokens: Sequence[str]) -> _Digits:
    text = "".join(["" if _is_literal(t) else t for t in tokens])
    whole, _, decimals = text.partition(".")
    last = decimals or whole
    divided = len(last) - len(last.rstrip(","))  # a comma at the end stands for a thousand
    bare = whole if decimals else whole.rstrip(",")
    return _Digits(bare.replace(",", ""), decimals.rstrip(","), "," in bare, divided)


def _is_literal(token: str) -> bool:
    return not (token in "#0?,." or re.fullmatch(r"\.0+", token))


def _number_shown(number: float, tokens: Sequence[str], signed: bool) -> str:
    if any(t.lower() in ("e+", "e-") for t in tokens):
        return _exponent_shown(number, tokens)
    if "/" in tokens:
        raise UnreadableError(f"Expected a number format that can be shown, got the fraction {''.join(tokens)[:40]!r}.")
    places = _digits(tokens)
    try:
        exact = Decimal(f"{number:.{_MOST_DIGITS}g}")
        exact *= Decimal(100) ** tokens.count("%") * Decimal(1000) ** -places.divided
        rounded = abs(exact).quantize(Decimal(1).scaleb(-len(places.decimals)), ROUND_HALF_UP)
    except InvalidOperation:
        raise UnreadableError(f"Expected a number that a cell can show, got {number}.") from None
    whole, _, behind = f"{rounded:f}".partition(".")
    filled = _decimals(behind, places.decimals)
    whole = "" if whole == "0" else whole
    whole = whole.rjust(sum(c in "0" for c in places.whole), "0")
    sign = "-" if signed and exact < 0 and rounded != 0 else ""
    return _put(tokens, whole, filled, places, sign)


def _decimals(digits: str, places: str) -> str:
    """The digits behind the point without the zeros that ``#`` leaves out."""
    least = len(places.rstrip("#"))
    while len(digits) > least and digits.endswith("0"):
        digits = digits[:-1]
    return digits


def _put(tokens: Sequence[str], whole: str, decimals: str, places: _Digits, sign: str) -> str:
    """The digits in their places: literals may stand between them, and the first place takes all that is left."""
    grouped = _grouped(whole, places.grouped)
    left = len(places.whole)
    out: list[str] = [sign]
    started = behind = False
    rest = list(grouped)
    for token in tokens:
        if token == "." or token.startswith(".0"):
            if not started and not behind:
                out.extend(rest)
                rest = []
            behind = True
            if decimals:
                out.append(f".{decimals}")
        elif token in "#0?":
            if behind:
                continue
            left -= 1
            started = True
            many = _digits_of(rest) - left
            out.append(_taken(rest, many))
        elif token != ",":
            out.append(_literal(token))
    return "".join(out)


def _digits_of(rest: Sequence[str]) -> int:
    return sum(c.isdigit() for c in rest)


def _taken(rest: list[str], many: int) -> str:
    """So many digits of the front, with the commas between them."""
    taken = ""
    while rest and many > 0:
        char = rest.pop(0)
        many -= char.isdigit()
        taken += char
    if rest and rest[0] == ",":
        taken += rest.pop(0)
    return taken


def _grouped(whole: str, grouped: bool) -> str:
    if not grouped:
        return whole
    return re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", whole)


def _exponent_shown(number: float, tokens: Sequence[str]) -> str:
    text = "".join(tokens)
    found = re.fullmatch(r"0(?:\.(0+))?[eE]([+-])(0+)", text)
    if found is None:
        raise UnreadableError(f"Expected a number format that can be shown, got {text[:40]!r}.")
    mantissa, _, exponent = f"{number:.{len(found[1] or '')}E}".partition("E")
    sign = exponent[0] if exponent[0] == "-" or found[2] == "+" else ""
    return f"{mantissa}E{sign}{int(exponent[1:]):0{len(found[3])}}"


# -- dates ------------------------------------------------------------------------------------------------------------


def _date_shown(number: float, tokens: Sequence[str]) -> str:
    if not 0 <= number < _MOST_DAYS:
        raise UnreadableError(f"Expected a day that a cell can show, got {number}.")
    fraction = next((len(t) - 1 for t in tokens if t.startswith(".0")), 0)
    unit = 10.0**-fraction
    seconds = round(number * 86_400 / unit) * unit
    moment = _FIRST_DAY + timedelta(seconds=seconds)
    half = any(t.upper() in ("AM/PM", "A/P") for t in tokens)
    out = []
    for at, token in enumerate(tokens):
        elapsed = _ELAPSED.fullmatch(token)
        if elapsed is not None:
            size = {"h": 3600, "m": 60, "s": 1}[elapsed[1][0].lower()]
            out.append(f"{int(seconds // size):0{len(elapsed[1])}}")
        elif token.startswith(".0"):
            out.append(f".{round(seconds % 1 / unit):0{fraction}}")
        elif token.upper() in ("AM/PM", "A/P"):
            out.append(moment.strftime("%p") if len(token) > 3 else moment.strftime("%p")[0])
        elif token[0].lower() in "ymdhs":
            out.append(_date_part(token.lower(), moment, half, _is_minute(tokens, at)))
        else:
            out.append(_literal(token))
    return "".join(out)


def _is_minute(tokens: Sequence[str], at: int) -> bool:
    """Whether an ``m`` stands for minutes: behind hours, or before seconds."""
    parts = [(i, t.strip("[]").lower()[0]) for i, t in enumerate(tokens) if _is_part(t)]
    index = next((n for n, (i, _) in enumerate(parts) if i == at), None)
    if index is None:
        return False
    before, after = parts[index - 1][1] if index else "", parts[index + 1][1] if index + 1 < len(parts) else ""
    return before == "h" or after == "s"


def _is_part(token: str) -> bool:
    return token[0].lower() in "ymdhs" or _ELAPSED.fullmatch(token) is not None


_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def _date_part(part: str, moment: datetime, half: bool, minute: bool) -> str:
    size = len(part)
    if part[0] == "y":
        return f"{moment.year:04}" if size > 2 else f"{moment.year % 100:02}"
    if part[0] == "d" and size > 2:
        return _named(_DAYS[moment.weekday()], size)
    if part[0] == "m" and not minute and size > 2:
        return _named(_MONTHS[moment.month - 1], size)
    hour = (moment.hour % 12 or 12) if half else moment.hour
    number: int = {
        "d": moment.day,
        "m": moment.minute if minute else moment.month,
        "h": hour,
        "s": moment.second,
    }[part[0]]
    return f"{number:0{min(size, 2)}}"


def _named(name: str, size: int) -> str:
    return name[:3] if size == 3 else name[0] if size == 5 else name
