"""The spelling of formulas: as spreadsheets put it right when one is entered."""

from __future__ import annotations

import re

from omnigym.documents.sheets.references import REFERENCE

__all__ = ["spelled"]

_PIECE = re.compile(
    rf'"(?:[^"]|"")*"?|(?P<call>[A-Za-z_][\w.]*)(?=\()|(?<![\w.$!])(?P<reference>{REFERENCE})|(?P<sign>[()])'
)
_POINTS = re.compile(r"[^!]*$")


def spelled(formula: str) -> str:
    """A formula with its functions and references in capitals, and brackets closed that were left open.

    >>> spelled("=sum(a1:b2"), spelled('=if(a1>2,"yes","no")')
    ('=SUM(A1:B2)', '=IF(A1>2,"yes","no")')
    """
    opened = 0

    def put(match: re.Match[str]) -> str:
        nonlocal opened
        if match["sign"]:
            opened += 1 if match["sign"] == "(" else -1
        elif match["call"]:
            return match["call"].upper()
        elif match["reference"]:
            return _POINTS.sub(lambda m: m[0].upper(), match["reference"], count=1)
        return match[0]

    text = _PIECE.sub(put, formula.rstrip())
    return text + ")" * max(0, opened)
