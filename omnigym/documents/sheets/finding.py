"""Finding texts in the cells of a sheet, and replacing them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from omnigym.documents.sheets._arguments import expression_of, has_wildcards
from omnigym.documents.sheets.calculation import Calculation
from omnigym.documents.sheets.formulas import parse
from omnigym.documents.sheets.model import Area, Cell, Place, cell_at, cells_in, is_formula
from omnigym.documents.sheets.numbers import editing_text
from omnigym.documents.sheets.operations import Cells
from omnigym.documents.sheets.references import REFERENCE
from omnigym.documents.sheets.tables import cell_of, shown_text
from omnigym.foreign.limits import CELL_TEXT

# -- the spelling of formulas -----------------------------------------------------------------------------------------

# As spreadsheets put it right when one is entered.

_PIECE = re.compile(
    rf'"(?:[^"]|"")*"?|(?P<call>[A-Za-z_][\w.]*)(?=\()|(?<![\w.$!])(?P<reference>{REFERENCE})|(?P<sign>[()])'
)
_POINTS = re.compile(r"[^!]*$")


def normalise_formula(formula: str) -> str:
    """A formula with its functions and references in capitals, and brackets closed that were left open.

    >>> normalise_formula("=sum(a1:b2"), normalise_formula('=if(a1>2,"yes","no")')
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


# -- finding ----------------------------------------------------------------------------------------------------------


class Search(NamedTuple):
    """What is looked for.

    Attributes:
        wanted: The text; it may have wildcards.
        match_case: Whether case counts.
        whole: Whether a cell has to hold nothing else.
        values: Whether it is looked for in what cells show, and not in what was entered.
    """

    wanted: str
    match_case: bool = False
    whole: bool = False
    values: bool = False


@lru_cache(maxsize=64)
def _pattern(search: Search, anywhere: bool) -> re.Pattern[str]:
    """The pattern of what is looked for; ``anywhere``: of the whole texts that have it in them."""
    wanted, starred = search.wanted, has_wildcards(search.wanted)
    if anywhere:
        # With a star before it each piece is sought once; to search for it would begin anew at each character.
        expression = (expression_of(f"*{wanted}") if starred else f".*?{re.escape(wanted)}") + ".*"
    else:
        expression = expression_of(wanted) if starred else re.escape(wanted)
    return re.compile(expression, re.DOTALL | (0 if search.match_case else re.IGNORECASE))


def _holds(search: Search, text: str) -> bool:
    return _pattern(search, not search.whole).fullmatch(text) is not None


def found_in(calculation: Calculation, index: int, search: Search, area: Area) -> list[Place]:
    """The cells of an area that hold a text, row by row; none for an empty one."""
    if not search.wanted:
        return []
    sheet = calculation.workbook.sheets[index]
    return [
        place
        for place, cell in cells_in(sheet, area)
        if _holds(search, shown_text(calculation, index, *place) if search.values else _entered(cell))
    ]


def _entered(cell: Cell) -> str:
    return editing_text(cell.content, cell.style.number)


def replaced_in(
    calculation: Calculation,
    index: int,
    search: Search,
    new: str,
    area: Area,
    spend: Callable[[int], None] = lambda _: None,
) -> Cells:
    """The cells of an area in which a text is replaced.

    One that would be no formula any more, or longer than a cell holds, stays as it is.

    Args:
        calculation, index: The sheet.
        search, new: What is replaced, and with what.
        area: Where.
        spend: Is told of the letters of a cell before they are written, and may raise.
    """
    sheet, out = calculation.workbook.sheets[index], {}
    # What has a star takes all up to the last place where it can end: there is no second one.
    once = int(has_wildcards(search.wanted) and "*" in search.wanted)
    for place in found_in(calculation, index, search._replace(values=False), area):
        before = cell_at(sheet, *place)
        text, pattern = _entered(before), _pattern(search, False)
        found = list(islice(pattern.finditer(text), once or None))
        length = len(text) + sum([len(new) - match.end() + match.start() for match in found])
        spend(len(found) + length)
        if length > CELL_TEXT:
            continue
        text = pattern.sub(lambda _: new, text, count=once)
        if is_formula(text):
            text = normalise_formula(text)
            if parse(text) is not None:
                out[place] = Cell(text, before.style)
        else:
            out[place] = cell_of(text, before)
    return out
