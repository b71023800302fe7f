"""PDF24, used as a person does: each tool makes a file that other programs read."""

from __future__ import annotations

import io
from typing import Any

import pytest

from omnigym.documents.pdf import PdfText, pdf_of_text, write_pdf
from omnigym.documents.pdf_pages import join_sheets, read_pdf_file, sheet_text, stamp
from omnigym.documents.pdf_pictures import side_by_side
from omnigym.errors import UnreadableError
from omnigym.pictures import scene_file

_TEXT = pdf_of_text("one\nline (two)\ffoo\fbar")
_PICTURE = write_pdf([[*side_by_side([scene_file("harbour", ".jpg")], 50, 50, 500, 500), PdfText(72, 700, "Pic", 12)]])


@pytest.fixture
def pdf24(hands: Any) -> Any:
    hands.device.write_file("Documents/text.pdf", _TEXT)
    hands.device.write_file("Documents/picture.pdf", _PICTURE)
    hands.device.write_file("Documents/broken.pdf", _TEXT[:200])
    hands.device.write_file("Documents/quay.png", scene_file("harbour", ".png"))
    hands.open("pdf24")
    return hands


def taken(hands: Any, tool: str, *names: str) -> None:
    if hands.see("pdf24.toolbox") is not None:
        hands.click("pdf24.toolbox")
    hands.click(f"pdf24.tool.{tool}")
    for name in names:
        hands.click("pdf24.files.take_file")
        hands.type(f"C:\\Users\\user\\Documents\\{name}\n")


def saved(hands: Any) -> bytes:
    hands.click("pdf24.make.save_result")
    hands.type("made\n")
    names = [name for name in hands.names("Documents") if name.startswith("made")]
    return bytes(hands.device.read_file(f"Documents/{names[0]}"))


def pages(content: bytes) -> list[tuple[str, int, int]]:
    pypdf = pytest.importorskip("pypdf")
    found = pypdf.PdfReader(io.BytesIO(content), strict=True).pages
    return [(page.extract_text(), page.rotation, len(page.images)) for page in found]


def said(hands: Any) -> str:
    return " ".join(node.name for node in hands.device.tree())


def test_merged_in_the_order_of_the_list(pdf24: Any) -> None:
    taken(pdf24, "merge", "text.pdf", "picture.pdf")
    pdf24.click("pdf24.earlier")
    assert pages(saved(pdf24)) == [("Pic", 0, 1), ("one\nline (two)", 0, 0), ("foo", 0, 0), ("bar", 0, 0)]


@pytest.mark.parametrize(
    ("tool", "typed", "wanted"),
    [
        ("extract", "3, 1", ["bar", "one\nline (two)"]),
        ("remove_pages", "1-2", ["bar"]),
    ],
)
def test_some_pages(pdf24: Any, tool: str, typed: str, wanted: list[str]) -> None:
    taken(pdf24, tool, "text.pdf")
    pdf24.click("pdf24.pages")
    pdf24.type(typed)
    assert [text for text, _, _ in pages(saved(pdf24))] == wanted


@pytest.mark.parametrize("typed", ["", "0", "2-1", "4", "1-99999999", "x"])
def test_pages_that_are_none_are_told_of(pdf24: Any, typed: str) -> None:
    taken(pdf24, "extract", "text.pdf")
    pdf24.click("pdf24.pages")
    pdf24.type(typed)
    pdf24.click("pdf24.make.save_result")
    pdf24.type("made\n")
    assert "which has 3" in said(pdf24)


def test_turned_numbered_and_marked(pdf24: Any) -> None:
    taken(pdf24, "rotate", "text.pdf")
    pdf24.click("pdf24.pages")
    pdf24.type("2")
    assert [turned for _, turned, _ in pages(saved(pdf24))] == [0, 90, 0]
    sheets = [stamp(s, f"{n} of 1", 10) for n, s in enumerate(read_pdf_file(_PICTURE).sheets, 1)]
    once = join_sheets(sheets)
    twice = join_sheets([stamp(s, "DRAFT", 44, "middle") for s in read_pdf_file(once).sheets])
    assert [sheet_text(s) for s in read_pdf_file(twice).sheets] == [("Pic", "1 of 1", "DRAFT")]
    assert [count for _, _, count in pages(twice)] == [1]


def test_pictures_and_texts(pdf24: Any) -> None:
    taken(pdf24, "images", "quay.png")
    assert [count for _, _, count in pages(saved(pdf24))] == [1]


def test_text_of_a_file(pdf24: Any) -> None:
    taken(pdf24, "text", "text.pdf")
    assert saved(pdf24) == b"one\r\nline (two)\r\nfoo\r\nbar"


@pytest.mark.parametrize(("tool", "name"), [("merge", "broken.pdf"), ("merge", "quay.png"), ("images", "text.pdf")])
def test_a_file_of_another_kind_or_a_damaged_one_gets_a_message(pdf24: Any, tool: str, name: str) -> None:
    taken(pdf24, tool, name)
    assert f"{name} cannot be read" in said(pdf24)
    pdf24.click("message.ok")
    assert pdf24.see("pdf24.source.C:/Users/user/Documents/" + name) is None


def test_damaged_and_foreign_files() -> None:
    whole = join_sheets(read_pdf_file(_PICTURE).sheets)
    for end in range(0, len(whole) - 900, 997):
        with pytest.raises(UnreadableError):
            read_pdf_file(whole[:end])
    for odd in (b"/ObjStm", b"/Encrypt"):
        with pytest.raises(UnreadableError):
            read_pdf_file(whole + odd)
    loop = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Kids [2 0 R] >>\nendobj\n"
    with pytest.raises(UnreadableError):
        read_pdf_file(loop)
    pypdf = pytest.importorskip("pypdf")
    writer, out = pypdf.PdfWriter(), io.BytesIO()
    writer.append(io.BytesIO(_TEXT))
    writer.write(out)
    assert [sheet_text(s) for s in read_pdf_file(out.getvalue()).sheets] == [("one", "line (two)"), ("foo",), ("bar",)]
