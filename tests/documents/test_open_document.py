"""OpenDocument files are read as they were written, by us and by another library, and say what they should."""

from __future__ import annotations

import io
from collections.abc import Callable
from zipfile import ZipFile

import pytest
from odf import opendocument, teletype
from odf import table as odf_table
from odf import text as odf_text
from PIL import Image

from omnigym.documents import Document, Format, Paragraph, Run, normalise, write_docx
from omnigym.documents.odp import read_odp, write_odp
from omnigym.documents.odt import read_odt, write_odt
from omnigym.documents.pptx_read import read_pptx
from omnigym.documents.pptx_write import encode_pptx
from omnigym.documents.sheets import Cell, Style, Workbook, calculate
from omnigym.documents.sheets._ods import formula_from, formula_to
from omnigym.documents.sheets.model import Filter, Sheet, sheet_of
from omnigym.documents.sheets.ods_read import read_ods
from omnigym.documents.sheets.ods_write import write_ods
from omnigym.documents.slides import Slide
from omnigym.errors import UnreadableError

LOUD = Format(True, True, True, True, "Liberation Sans", 14.0, "FF0000", "yellow")
PARAGRAPHS = {
    "plain": Paragraph((Run("All is well."),)),
    "empty": Paragraph(),
    "signs": Paragraph((Run('<a> & "b"  two\tspaces \n line'),)),
    "a blank at the start": Paragraph((Run(" a "),)),
    "looks": Paragraph((Run("a "), Run("bold", Format(bold=True)), Run(" loud", LOUD))),
    "heading": Paragraph((Run("Head"),), "Heading 2", "center"),
    "title": Paragraph((Run("Title"),), "Title"),
    "bullet": Paragraph((Run("milk"),), list="bullet"),
    "number": Paragraph((Run("first"),), list="number", alignment="right"),
    "justified": Paragraph((Run("wide"),), alignment="justify"),
}


@pytest.mark.parametrize("name", PARAGRAPHS)
def test_a_paragraph_is_read_as_it_was_written(name: str) -> None:
    document = Document((PARAGRAPHS[name], Paragraph((Run("after"),))))
    assert read_odt(write_odt(document)) == normalise(document)


def test_a_page_break_stays_between_its_paragraphs() -> None:
    document = Document((Paragraph((Run("one\f"),)), Paragraph((Run("two"),))))
    assert read_odt(write_odt(document)) == document


def test_another_library_reads_a_document() -> None:
    whole = opendocument.load(io.BytesIO(write_odt(Document(tuple(PARAGRAPHS.values())))))
    lines = [teletype.extractText(p) for p in whole.getElementsByType(odf_text.P)]
    assert "All is well." in lines and '<a> & "b"  two\tspaces \n line' in lines
    assert [teletype.extractText(h) for h in whole.getElementsByType(odf_text.H)] == ["Head"]


def cells(*rows: tuple[Cell | str | float | bool | None, ...]) -> Sheet:
    return sheet_of("My data", [[c if isinstance(c, Cell) else Cell(c) for c in row] for row in rows])


SHEETS = {
    "values": cells(("Item", 12.5, True), (None, "007", 1e21), (), ("a\nb  c",)),
    "formulas": cells((1.0, '=A1&", x;y"'), (2.0, "=SUM(A1:A2,Other!A1)"), ("=A1/0",)),
    "numbers": cells(
        *[(Cell(45730.0, Style(n)),) for n in ("0.00", "#,##0", "0%", "0.0%", "$#,##0.00", "m/d/yyyy", "d-mmm-yy", "@")]
    ),
    "looks": cells((Cell("a", Style(bold=True, fill="FFFF00", align="right")), Cell(None, Style(color="00AA00")))),
    "widths": cells(("a",))._replace(widths=((1, 20.0), (3, 4.0))),
    "hidden": cells(("a",), ("b",), ("c",))._replace(hidden=frozenset({1})),
    "filter": cells(("h", "k"), ("a", "x"), ("b", "y"))._replace(
        hidden=frozenset({2}), filter=Filter((0, 0, 2, 1), ((0, ("a",)), (1, ("x", "z"))))
    ),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_read_as_it_was_written(name: str) -> None:
    book = Workbook((SHEETS[name], Sheet("Other", ((Cell(5.0),),))), 1)
    assert read_ods(write_ods(calculate(book))) == book


def test_another_library_reads_a_workbook() -> None:
    book = Workbook((SHEETS["formulas"], Sheet("Other", ((Cell(5.0),),))))
    whole = opendocument.load(io.BytesIO(write_ods(calculate(book))))
    found = [c for c in whole.getElementsByType(odf_table.TableCell) if c.getAttribute("formula")]
    assert [(c.getAttribute("formula"), teletype.extractText(c)) for c in found] == [
        ('of:=[.A1]&", x;y"', "1, x;y"),
        ("of:=SUM([.A1:.A2];[$Other.A1])", "8"),
        ("of:=[.A1]/0", "#DIV/0!"),
    ]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("=SUM(A1:B$2,C3)", "of:=SUM([.A1:.B$2];[.C3])"),
        ("='My data'!A1", "of:=[$'My data'.A1]"),
        ('=IF(A1>1,"a,b","[.C1]")', 'of:=IF([.A1]>1;"a,b";"[.C1]")'),
        ("=SUM(A:A)", "of:=SUM([.A:.A])"),
    ],
)
def test_formulas(ours: str, theirs: str) -> None:
    assert formula_to(ours) == theirs
    assert formula_from(theirs) == ours


def test_repeated_cells_are_as_many() -> None:
    """LibreOffice writes equal neighbours once, and the empty rest of a sheet as a million rows."""
    number = '<table:table-cell office:value-type="float" office:value="1.0">'
    rest = (
        '<table:table-row table:number-rows-repeated="1048575"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row></table:table>'
    )
    buffer = io.BytesIO()
    written = write_ods(calculate(Workbook((cells((1.0, 2.0)),))))
    with ZipFile(io.BytesIO(written)) as old, ZipFile(buffer, "w") as new:
        for name in old.namelist():
            part = old.read(name).decode().replace("</table:table>", rest)
            new.writestr(name, part.replace(number, number.replace(" ", ' table:number-columns-repeated="3" ', 1)))
    assert [[c.content for c in row] for row in read_ods(buffer.getvalue()).sheets[0].rows] == [[1.0, 1.0, 1.0, 2.0]]


def picture() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (8, 6), (200, 10, 10)).save(buffer, "PNG")
    return buffer.getvalue()


DECK = (
    Slide("Hello", ("A line",), "Speak up.\nTwice."),
    Slide("Second", ("a\nb", "more  text"), "", (picture(),)),
    Slide("", (), ""),
)


def test_slides_are_read_as_they_were_written() -> None:
    assert read_odp(write_odp(DECK)) == DECK
    assert read_pptx(encode_pptx(DECK)) == DECK


@pytest.mark.parametrize("read", [read_odt, read_ods, read_odp])
@pytest.mark.parametrize("content", [b"", b"none", write_odp(DECK)[:-40], write_docx(Document())])
def test_what_is_none_is_refused(read: Callable[[bytes], object], content: bytes) -> None:
    with pytest.raises(UnreadableError):
        read(content)
