"""Which parts of a document are other than they were."""

from __future__ import annotations

import pytest

from omnigym.documents import Document, Format, Paragraph, Run, write_docx
from omnigym.documents.sheets import Cell, Sheet, Style, Workbook, calculate, read_csv, write_xlsx
from omnigym.documents.sheets.model import put_cells
from omnigym.evaluation.world.parts import changed_parts
from omnigym.tasks.file_generation import file_of

_BOLD = Format(bold=True)
_TITLE = Paragraph((Run("The plan"),), "Heading 1")
_TEXT = Paragraph((Run("Call "), Run("Ann", _BOLD), Run(" on Monday.")))


def _plain(paragraph: Paragraph, text: str = "") -> Paragraph:
    return Paragraph((Run(text or paragraph.text),))


def _edited(*runs: Run) -> Paragraph:
    return Paragraph(runs)


@pytest.mark.parametrize(
    ("after", "parts"),
    [
        ((_TITLE, _TEXT), ()),
        ((_TITLE, Paragraph(), _TEXT), ()),
        ((_TITLE, *[Paragraph()] * 2, _TEXT), ()),
        ((_TITLE, *[Paragraph()] * 3, _TEXT), ("text/blank",)),
        ((_TITLE, _TEXT, *[Paragraph()] * 25), ("text/blank",)),
        ((_TITLE, *[Paragraph()] * 3, _TEXT, _plain(_TEXT, "Bye.")), ("text/added/Bye.",)),
        ((_TITLE, _plain(_TEXT)), ("look/bold/Call Ann on Monday.",)),
        ((_plain(_TITLE), _TEXT), ("paragraph/style/The plan",)),
        (
            (_TITLE, _edited(Run("Call "), Run("Ann", _BOLD), Run(" on Friday."))),
            ("text/removed/Call Ann on Monday.", "text/added/Call Ann on Friday."),
        ),
        (
            (_TITLE, _plain(_TEXT, "Call Ann on Friday.")),
            ("text/removed/Call Ann on Monday.", "text/added/Call Ann on Friday.", "look/bold/Call Ann on Friday."),
        ),
        ((_TEXT, _TITLE), ("text/order",)),
    ],
)
def test_documents(after: tuple[Paragraph, ...], parts: tuple[str, ...]) -> None:
    before = write_docx(Document((_TITLE, _TEXT)))
    assert changed_parts("a.docx", before, write_docx(Document(after))) == parts


_GOODS, _MORE = read_csv("Item,Price\nTea,3\n", "Goods"), read_csv("x\n", "More")


def _named(sheet: Sheet, name: str) -> Sheet:
    return sheet._replace(name=name)


@pytest.mark.parametrize(
    ("after", "parts"),
    [
        ((_GOODS, _MORE), ()),
        ((_named(_GOODS, "Wares"), _MORE), ("sheets/renamed/Wares",)),
        ((_named(_GOODS, "New"), _MORE, Sheet("Sheet1")), ("sheets/added/Sheet1", "sheets/renamed/New")),
        ((Sheet("New"), _GOODS, _MORE), ("sheets/added/New",)),
        ((_MORE, _GOODS), ("sheets/order",)),
        ((_GOODS,), ("sheets/removed/More",)),
        ((put_cells(_GOODS, {(1, 1): Cell(4.0)}), _MORE), ("cell//B2",)),
        ((_GOODS, put_cells(_MORE, {(0, 0): Cell("x", Style(bold=True))})), ("look/More/A1/bold",)),
    ],
)
def test_workbooks(after: tuple[Sheet, ...], parts: tuple[str, ...]) -> None:
    before, now = (write_xlsx(calculate(Workbook(sheets))) for sheets in ((_GOODS, _MORE), after))
    assert changed_parts("a.xlsx", before, now) == parts


_CHARTED = "Month,A,B\nJan,1,2\nFeb,3,4\n"


@pytest.mark.parametrize(
    ("charts", "parts"),
    [
        (("pie A1:B3 Sales", "line A1:C3 Both"), ()),
        (("bar A1:B3 Sales", "line A1:C3 Both"), ("chart//kind/Sales",)),
        (("pie A1:B3 Sold", "line A1:C3 Both"), ("chart//title/Sold",)),
        (("pie A1:B3 Sales", "line A1:B3 Both"), ("chart//series/Both",)),
        (("pie A1:B3 Sales",), ("chart//removed/Both",)),
        (("pie A1:B3 Sales", "line A1:C3 Both", "bar A1:B3"), ("chart//added/",)),
    ],
)
def test_charts(charts: tuple[str, ...], parts: tuple[str, ...]) -> None:
    before = file_of("a.xlsx", f"{_CHARTED}\fpie A1:B3 Sales\nline A1:C3 Both")
    assert (
        changed_parts("a.xlsx", before, file_of("a.xlsx", "\n".join((f"{_CHARTED}\f{charts[0]}", *charts[1:]))))
        == parts
    )
