"""Checks of researched facts that were written into a sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from omnigym.documents.sheets.tables import shown_texts
from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks._sheets import read_sheet
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import plain

__all__ = ["sheet_states"]

_DIGITS = re.compile(r"^[\s$€£]*(-?\d[\d ,]*(?:\.\d+)?)\s*(?:km2|km²|people|%)?\s*$")


@check("sheet_states", effects=lambda path, **_: writes(path))
def sheet_states(probe: Probe, path: str, values: Sequence[str]) -> Verdict:
    """A row of the first sheet begins with these values, in order (CRAB's ``verify_country_data_in_ods``).

    Numbers agree whatever their separators of thousands; texts agree without regard to letter case.

    Args:
        probe: Reads the device.
        path: A .ods, .xlsx or .csv file.
        values: The values of the first columns.
    """
    book = read_sheet(probe, path)
    if book is None:
        return not_yet(f"There is no sheet {path!r}.")
    wanted = [_known(value) for value in values]
    lines = [[_known(text) for text in line[: len(values)]] for line in shown_texts(book, 0)]
    if wanted in lines:
        return passed()
    there = max([sum(a == b for a, b in zip(line, wanted, strict=False)) for line in lines], default=0)
    return not_yet(f"{path!r} has no row that begins with {', '.join(values)}.", there / len(values))


def _known(text: str) -> str | Decimal:
    """A number, or a text in small letters."""
    found = _DIGITS.match(text)
    if found is None:
        return plain(text)
    try:
        return Decimal(re.sub("[ ,]", "", found[1]))
    except InvalidOperation:
        return plain(text)
