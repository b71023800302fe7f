"""Formulas as .ods files have them (OpenFormula), both ways: ``of:=SUM([.A1:.B2];[$Data.C3])``, =SUM(A1:B2,Data!C3)."""

from __future__ import annotations

import re
from functools import lru_cache

from omnigym.documents.sheets.references import REFERENCE, read_reference

__all__ = ["address_of", "formula_from", "formula_to"]

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
