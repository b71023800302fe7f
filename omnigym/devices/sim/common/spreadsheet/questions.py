"""What a spreadsheet asks: the number formats to choose from, and what its dialogs are told."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.documents.sheets.model import Style
from omnigym.documents.sheets.numbers import CURRENCY, DATE, GENERAL, TEXT
from omnigym.documents.sheets.values import Value

__all__ = ["FORMATS", "FilterQuestion", "FormatQuestion"]

#: The choices of the number format box, and the format that each stands for.
FORMATS = (
    ("General", GENERAL),
    ("Number", "0.00"),
    ("Currency", CURRENCY),
    ("Short Date", DATE),
    ("Percentage", "0.00%"),
    ("Text", TEXT),
)


class FilterQuestion(NamedTuple):
    """What is asked, and the state of the dialog.

    Attributes:
        title: Of the column.
        texts: What is in it, each once.
        chosen: Those that are ticked.
    """

    title: str
    texts: tuple[str, ...]
    chosen: tuple[str, ...]


class FormatQuestion(NamedTuple):
    """What is asked, and the state of the dialog.

    Attributes:
        before: How the active cell looks.
        value: What it comes to.
        style: How it shall look.
        tab: Which tab is in front.
        custom: Whether the category Custom was chosen, which any format can be of.
    """

    before: Style
    value: Value = None
    style: Style = Style()
    tab: str = "number"
    custom: bool = False
