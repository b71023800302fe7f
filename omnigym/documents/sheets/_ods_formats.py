"""Number formats of .ods files, both ways: a tree of elements in the file, a text such as "$#,##0.00" for us."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from omnigym.documents._odf import attribute, tag
from omnigym.documents.sheets.numbers import GENERAL, TEXT, decimals_of, is_date

__all__ = ["format_of", "format_xml"]

_DATE_PART = re.compile(r'"[^"]*"|\\.|y+|m+|d+|[^ymd]', re.IGNORECASE)
_CURRENCY = re.compile(r"[$€£¥]")
#: The element of a part of a date, and whether it is the long form.
_DATES = {
    "d": ("day", False, False),
    "dd": ("day", True, False),
    "ddd": ("day-of-week", False, False),
    "dddd": ("day-of-week", True, False),
    "m": ("month", False, False),
    "mm": ("month", True, False),
    "mmm": ("month", False, True),
    "mmmm": ("month", True, True),
    "yy": ("year", False, False),
    "yyyy": ("year", True, False),
}
_PART_OF = {parts: text for text, parts in _DATES.items()}
#: As many decimals as a number format has at most.
_MOST = 30


def format_xml(number: str, name: str) -> str:
    """The data style of a number format; "" where numbers are shown as they are."""
    if number == GENERAL:
        return ""
    if number == TEXT:
        return f'<number:text-style style:name="{name}"><number:text-content/></number:text-style>'
    if is_date(number):
        parts = "".join([_date_xml(part) for part in _DATE_PART.findall(number.split(";")[0])])
        return f'<number:date-style style:name="{name}">{parts}</number:date-style>'
    whole = number.split(";")[0]
    grouping = ' number:grouping="true"' * ("," in whole)
    digits = max(1, len(re.findall("0", whole.split(".")[0])))
    inside = (
        f'<number:number number:decimal-places="{decimals_of(whole)}" number:min-integer-digits="{digits}"{grouping}/>'
    )
    if whole.endswith("%"):
        return (
            f'<number:percentage-style style:name="{name}">{inside}<number:text>%</number:text>'
            "</number:percentage-style>"
        )
    sign = _CURRENCY.search(whole)
    if sign is None:
        return f'<number:number-style style:name="{name}">{inside}</number:number-style>'
    symbol = f"<number:currency-symbol>{sign[0]}</number:currency-symbol>"
    behind = sign.start() > whole.find("0")
    both = f"{inside}<number:text> </number:text>{symbol}" if behind else f"{symbol}{inside}"
    return f'<number:currency-style style:name="{name}">{both}</number:currency-style>'


def _date_xml(part: str) -> str:
    key = part.lower()
    if key[0] in "ymd":
        kind, long, textual = _DATES.get(key, _DATES["yyyy" if key[0] == "y" else key[0] * 4])
        style = ' number:style="long"' * long + ' number:textual="true"' * textual
        return f"<number:{kind}{style}/>"
    return f"<number:text>{escape(part.strip(chr(34)).removeprefix(chr(92)))}</number:text>"


def format_of(node: ET.Element) -> str:
    """The number format of a data style."""
    if node.tag == tag("number:text-style"):
        return TEXT
    out = ""
    for part in node:
        kind = part.tag.rpartition("}")[2]
        if kind == "number":
            out += _digits(part)
        elif kind in ("day", "month", "year", "day-of-week"):
            long = attribute(part, "number:style") == "long"
            textual = kind == "month" and attribute(part, "number:textual") == "true"
            out += _PART_OF.get((kind, long, textual), "")
        elif kind == "currency-symbol":
            out += _CURRENCY.sub(lambda m: m[0], part.text or "$")[:1]
        elif kind == "text":
            out += "%" if node.tag == tag("number:percentage-style") and "%" in (part.text or "") else _said(part.text)
    return out or GENERAL


def _digits(part: ET.Element) -> str:
    places = min(int(attribute(part, "number:decimal-places", "0")), _MOST)
    # LibreOffice says "General" by a number without any decimals said.
    if not part.get(tag("number:decimal-places")) and not attribute(part, "number:grouping"):
        return GENERAL
    digits = min(max(1, int(attribute(part, "number:min-integer-digits", "1"))), _MOST)
    whole = "#,##0" if attribute(part, "number:grouping") == "true" else "0" * digits
    return whole + (f".{'0' * places}" if places > 0 else "")


def _said(text: str | None) -> str:
    """What stands in a format as it is; letters that would mean something are quoted."""
    return "".join([f'"{c}"' if c.isalpha() or c in "0#?" else c for c in text or ""])
