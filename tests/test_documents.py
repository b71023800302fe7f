"""The .docx codec: what we write we read, what python-docx reads of it, and what we read of python-docx's."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.documents import (
    ALIGNMENTS,
    PICTURE,
    STYLES,
    Document,
    Format,
    Paragraph,
    Picture,
    Run,
    normalise,
    plain,
    read_docx,
    write_docx,
)

_CHARACTERS = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")
_TEXT = st.text(_CHARACTERS | st.sampled_from("\t\n"), max_size=12)
_FORMATS = st.builds(
    Format,
    bold=st.booleans(),
    italic=st.booleans(),
    underline=st.booleans(),
    strike=st.booleans(),
    font=st.sampled_from(["", "Arial", 'A "quoted" & odd <font>']),
    size=st.sampled_from([0.0, 10.5, 11.0, 72.0]),
    color=st.sampled_from(["", "FF0000", "00B050"]),
    highlight=st.sampled_from(["", "yellow"]),
    picture=st.none(),
)
#: A picture of any size that a file can say.
_PICTURES = st.builds(
    lambda content, w, h: Run(PICTURE, Format(picture=Picture(content, w / 10, h / 10))),
    st.sampled_from((b"\x89PNG one", b"\xff\xd8 two")),
    st.integers(10, 5000),
    st.integers(10, 5000),
)
_PARAGRAPHS = st.builds(
    Paragraph,
    runs=st.lists(st.builds(Run, _TEXT, _FORMATS) | _PICTURES, max_size=4).map(tuple),
    style=st.sampled_from(STYLES),
    alignment=st.sampled_from(ALIGNMENTS),
    list=st.sampled_from(["", "bullet", "number"]),
)
_DOCUMENTS = st.builds(Document, st.lists(_PARAGRAPHS, max_size=5).map(tuple))

SAMPLE = Document(
    (
        Paragraph((Run("Report"),), style="Heading 1", alignment="center"),
        Paragraph((Run("plain "), Run("loud", Format(bold=True, color="FF0000", size=14.0)), Run(" & <end>\t."))),
        Paragraph((Run("milk"),), list="bullet"),
        Paragraph((Run("first"),), list="number"),
        Paragraph(),
    )
)


@given(_DOCUMENTS)
def test_what_is_written_is_read(document: Document) -> None:
    assert read_docx(write_docx(document)) == normalise(document)


def test_equal_documents_are_equal_bytes() -> None:
    first = write_docx(SAMPLE)
    write_docx.cache_clear()
    assert write_docx(SAMPLE) == first


def test_characters_that_xml_cannot_hold_are_left_out() -> None:
    assert read_docx(write_docx(plain("a\x00b\ud800c\x1bd"))).text == "abcd"


def test_plain_text_keeps_its_lines() -> None:
    assert plain("a\r\n\nb").text == "a\n\nb"


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04broken", write_docx(SAMPLE)[:-60]])
def test_other_bytes_are_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"bytes of a \.docx file"):
        read_docx(content)


def test_a_zip_without_a_document_is_refused() -> None:
    import zipfile

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as z:
        z.writestr("a.txt", "a")
    with pytest.raises(ValueError, match="docx"):
        read_docx(buffer.getvalue())


def test_python_docx_reads_what_we_write() -> None:
    docx = pytest.importorskip("docx")
    opened = docx.Document(io.BytesIO(write_docx(SAMPLE)))
    heading, text, bullet, number, empty = opened.paragraphs
    assert (heading.text, heading.style.name, int(heading.alignment)) == ("Report", "Heading 1", 1)
    assert text.text == "plain loud & <end>\t."
    loud = text.runs[1]
    assert (loud.bold, loud.font.size.pt, str(loud.font.color.rgb)) == (True, 14.0, "FF0000")
    assert bullet.style.name == number.style.name == "List Paragraph"
    assert bullet._p.pPr.numPr.numId.val == 1
    assert number._p.pPr.numPr.numId.val == 2
    assert empty.text == ""


def test_we_read_what_python_docx_writes() -> None:
    docx = pytest.importorskip("docx")
    theirs = docx.Document()
    theirs.add_heading("Plan", level=2)
    run = theirs.add_paragraph("be ").add_run("bold")
    run.bold = True
    theirs.add_paragraph("eggs", style="List Bullet")
    theirs.add_table(1, 1).cell(0, 0).text = "in a cell"
    buffer = io.BytesIO()
    theirs.save(buffer)
    document = read_docx(buffer.getvalue())
    assert document.paragraphs[:3] == (
        Paragraph((Run("Plan"),), style="Heading 2"),
        Paragraph((Run("be "), Run("bold", Format(bold=True)))),
        Paragraph((Run("eggs"),), list="bullet"),
    )
    assert document.paragraphs[3].text == "in a cell"
