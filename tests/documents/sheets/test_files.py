"""Workbooks as files: what is written is read, by us, by openpyxl and by pypdf; and what openpyxl writes."""

from __future__ import annotations

import io

import openpyxl
import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.styles import Font

from omnigym.documents.pdf import PdfText, pdf_text, write_pdf
from omnigym.documents.sheets import (
    Cell,
    Sheet,
    Style,
    Workbook,
    calculate,
    read_csv,
    read_xlsx,
    to_csv,
    to_pdf,
    write_xlsx,
)
from omnigym.documents.sheets.model import Filter, put_cells

TABLE = 'Item,Price,Sold,Sum\nTea,$2.50,4,=B2*C2\n"Nuts, mixed",3,50%,=B3*C3\n3/14/2025,TRUE,,=SUM(D2:D3)\n'
BOOK = Workbook(
    (
        read_csv(TABLE)._replace(
            widths=((0, 20.5),), hidden=frozenset({2}), filter=Filter((0, 0, 2, 3), ((0, ("Tea", "")),))
        ),
        put_cells(
            Sheet("Second & 'last'"),
            {(4, 2): Cell('<b> & "c"', Style(bold=True, fill="FFFF00")), (0, 0): Cell(None, Style(align="center"))},
        ),
    ),
    1,
)

_TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"), min_size=1, max_size=8
)
_CONTENT = st.one_of(
    st.none(), st.booleans(), st.floats(-1e9, 1e9), _TEXT.filter(lambda t: not t.startswith("=")), st.just("=A1+1")
)
_STYLE = st.builds(
    Style,
    number=st.sampled_from(["General", "0.00", "$#,##0.00", "m/d/yyyy", '0 "pcs"', "@"]),
    bold=st.booleans(),
    italic=st.booleans(),
    underline=st.booleans(),
    align=st.sampled_from(["", "center", "right"]),
    fill=st.sampled_from(["", "FFFF00"]),
    color=st.sampled_from(["", "C00000"]),
)
_PLACE = st.tuples(st.integers(0, 30), st.integers(0, 25))


@given(st.dictionaries(_PLACE, st.builds(Cell, _CONTENT, _STYLE), max_size=12))
def test_what_is_written_is_read(cells: dict[tuple[int, int], Cell]) -> None:
    book = Workbook((put_cells(Sheet("One"), cells),))
    assert read_xlsx(write_xlsx(calculate(book))) == book


def test_everything_of_a_workbook_is_kept() -> None:
    content = write_xlsx(calculate(BOOK))
    assert read_xlsx(content) == BOOK
    assert write_xlsx(calculate(BOOK)) == content


def test_openpyxl_reads_what_is_written() -> None:
    content = io.BytesIO(write_xlsx(calculate(BOOK)))
    book = openpyxl.load_workbook(content, data_only=True)
    assert book.sheetnames == ["Sheet1", "Second & 'last'"] and book.active.title == "Second & 'last'"
    first = book.worksheets[0]
    assert [c.value for c in first[2]] == ["Tea", 2.5, 4, 10]
    assert first["B2"].number_format == "$#,##0.00" and first["A4"].is_date
    assert first.auto_filter.ref == "A1:D3" and first.row_dimensions[3].hidden
    assert first.column_dimensions["A"].width == 20.5
    last = book.worksheets[1]["C5"]
    assert last.font.b and last.fill.fgColor.rgb == "FFFFFF00"
    formulas = openpyxl.load_workbook(content)
    assert formulas.worksheets[0]["D4"].value == "=SUM(D2:D3)"


def test_what_openpyxl_writes_is_read() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Name", 1.5, True, None, "=SUM(B1:B2)"])
    sheet["A1"].font = Font(bold=True, color="FF112233")
    sheet["B2"] = 2
    sheet["B2"].number_format = "0.0%"
    out = io.BytesIO()
    book.save(out)
    read = read_xlsx(out.getvalue()).sheets[0]
    assert [c.content for c in read.rows[0]] == ["Name", 1.5, True, None, "=SUM(B1:B2)"]
    assert read.rows[0][0].style == Style(bold=True, color="112233")
    assert read.rows[1][1] == Cell(2.0, Style(number="0.0%"))


@pytest.mark.parametrize("content", [b"", b"none", write_pdf([])])
def test_what_is_no_workbook(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"Expected the bytes of a \.xlsx file"):
        read_xlsx(content)


def test_comma_separated_values() -> None:
    book = calculate(Workbook((read_csv("\ufeff" + TABLE),)))
    assert to_csv(book, 0).splitlines() == [
        "Item,Price,Sold,Sum",
        "Tea,$2.50,4,10",
        '"Nuts, mixed",3,50%,1.5',
        "3/14/2025,TRUE,,11.5",
    ]


def test_pdf_is_read_by_pypdf_and_by_us() -> None:
    rows = "\n".join(["Name,Number", *[f"row {i},{i}" for i in range(70)]])
    book = calculate(Workbook((read_csv(rows + "\n(odd \\ sign),€"),)))
    content = to_pdf(book, 0)
    reader = pypdf.PdfReader(io.BytesIO(content))
    assert len(reader.pages) == 2
    text = "\n".join([page.extract_text() for page in reader.pages])
    ours = pdf_text(content).split("\n")
    for wanted in ("Name", "row 0", "row 69", "69", "(odd \\ sign)", "€"):
        assert wanted in text and wanted in ours


def test_other_pdf_files() -> None:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(write_pdf([[PdfText(50, 700, "packed text")]])))
    for page in writer.pages:
        page.compress_content_streams()
    out = io.BytesIO()
    writer.write(out)
    assert "packed text" in pdf_text(out.getvalue())
    with pytest.raises(ValueError, match="begins with"):
        pdf_text(b"hello")
