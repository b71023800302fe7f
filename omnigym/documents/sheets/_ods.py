"""What is particular to spreadsheets in ODS: formats and formulas."""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree import ElementTree as ET

from omnigym.documents._odf import attribute, tag
from omnigym.documents.sheets.numbers import GENERAL, TEXT, decimals_of, is_date
from omnigym.documents.sheets.references import REFERENCE, read_reference
from omnigym.foreign.xml_text import escape

# -- ods formats ------------------------------------------------------------------------------------------------------

# Number formats of .ods files, both ways: a tree of elements in the file, a text such as "$#,##0.00" for us.

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


# -- ods formulas -----------------------------------------------------------------------------------------------------

# Formulas as .ods files have them (OpenFormula), both ways: ``of:=SUM([.A1:.B2];[$Data.C3])``, =SUM(A1:B2,Data!C3).

_OURS = re.compile(rf'(?P<text>"(?:[^"]|"")*")|(?<![\w.$])(?P<reference>{REFERENCE})|(?P<comma>,)')
_THEIRS = re.compile(r'(?P<text>"(?:[^"]|"")*")|\[(?P<reference>[^\[\]"]*)\]|(?P<semicolon>;)')
_SHEET = re.compile(r"\$?(?:'((?:[^']|'')*)'|([^.:']*))\.")
_PREFIX = re.compile(r"(?:of|oooc|msoxl):=?|=")


@lru_cache(maxsize=4096)
def formula_to(formula: str) -> str:
    r"""A formula of ours as the file has it.

    >>> formula_to("=SUM(A1:B$2,Data!C3)&\"a,b\"")
    'of:=SUM([.A1:.B$2];[$Data.C3])&"a,b"'
    """

    def put(match: re.Match[str]) -> str:
        if match["text"] is not None:
            return match["text"]
        return ";" if match["comma"] is not None else f"[{_pointed(match['reference'])}]"

    return f"of:{_OURS.sub(put, formula)}"


def _pointed(reference: str) -> str:
    sheet, points = read_reference(reference).sheet, reference.rpartition("!")[2]
    first, _, last = points.partition(":")
    before = ""
    if sheet:
        before = f"${sheet}" if re.fullmatch(r"[A-Za-z_]\w*", sheet) else "$'" + sheet.replace("'", "''") + "'"
    return f"{before}.{first}:.{last}" if last else f"{before}.{first}"


@lru_cache(maxsize=4096)
def formula_from(formula: str) -> str:
    """A formula of the file as we write it; "" where there is none.

    >>> formula_from("of:=SUM([.A1:.B$2];['My data'.C3])")
    "=SUM(A1:B$2,'My data'!C3)"
    """

    def put(match: re.Match[str]) -> str:
        if match["text"] is not None:
            return match["text"]
        return "," if match["semicolon"] is not None else address_of(match["reference"])

    found = _PREFIX.match(formula)
    bare = formula[found.end() :] if found is not None else ""
    return f"={_THEIRS.sub(put, bare)}" if bare else ""


def address_of(pointed: str) -> str:
    """A cell or an area as we write it.

    >>> address_of("$Data.A1:.B2"), address_of(".C3"), address_of("#REF!")
    ('Data!A1:B2', 'C3', '#REF!')
    """
    found = _SHEET.match(pointed)
    if found is None:
        return "#REF!"
    sheet = found[1].replace("''", "'") if found[1] is not None else found[2].removeprefix("$")
    first, _, last = pointed[found.end() :].partition(":")
    again = _SHEET.match(last)
    area = f"{first}:{last[again.end() :] if again is not None else last}" if last else first
    if not sheet:
        return area
    plain = re.fullmatch(r"[A-Za-z_][A-Za-z_.]*\d*", sheet) and not re.fullmatch(r"[A-Za-z]{1,3}\d+", sheet)
    return f"{sheet}!{area}" if plain else "'" + sheet.replace("'", "''") + f"'!{area}"
