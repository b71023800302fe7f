"""Checks of what documents hold."""

from __future__ import annotations

import io
from typing import Any

import pytest

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.device import SimDevice
from omnigym.documents import Document, Format, Paragraph, Run, write_docx
from omnigym.evaluation.checks import documents as checks
from omnigym.evaluation.checks.clipboard_files import clipboard_holds_file
from omnigym.evaluation.checks.listing import listed_in_order
from omnigym.evaluation.probe import Probe

DOCX = "Documents/a.docx"
REPORT = Document(
    (
        Paragraph((Run("Report"),), style="Heading 1", alignment="center"),
        Paragraph((Run("All is "), Run("very", Format(bold=True)), Run(" well."))),
        Paragraph(),
        Paragraph((Run("milk"),), list="bullet"),
    )
)


@pytest.fixture(scope="module")
def probe() -> Probe:
    device = SimDevice()
    device.write_file(DOCX, write_docx(REPORT))
    device.write_file("Documents/a.txt", b"one\ntwo\n")
    device.write_file("Documents/b.txt", b"one\ntwo")
    device.write_file("Documents/broken.docx", b"none")
    device.set_clipboard(ClipboardContent(text="one\r\ntwo"))
    return Probe(device)


@pytest.mark.parametrize(
    ("check", "args", "passes"),
    [
        ("document_contains", {"path": DOCX, "text": "very well"}, True),
        ("document_contains", {"path": DOCX, "text": "Very well"}, False),
        ("document_contains", {"path": "Documents/a.txt", "text": "two"}, True),
        ("document_contains", {"path": "Documents/none.txt", "text": ""}, False),
        ("document_contains", {"path": "Documents/broken.docx", "text": ""}, False),
        ("document_lacks", {"path": DOCX, "text": "bad"}, True),
        ("document_lacks", {"path": DOCX, "text": "VERY"}, False),
        ("document_lacks", {"path": "Documents/none.docx", "text": "x"}, False),
        ("document_text", {"path": "Documents/a.txt", "text": "one\ntwo"}, True),
        ("document_text", {"path": "Documents/a.txt", "text": "one"}, False),
        ("document_format", {"path": DOCX, "field": "bold"}, False),
        ("document_format", {"path": DOCX, "field": "bold", "text": "very"}, True),
        ("document_format", {"path": DOCX, "field": "bold", "text": "missing"}, False),
        ("document_format", {"path": DOCX, "field": "bolder"}, False),
        (
            "document_paragraphs",
            {"path": DOCX, "field": "style", "value": "Heading 1", "which": "first"},
            True,
        ),
        (
            "document_paragraphs",
            {"path": DOCX, "field": "style", "value": "Normal", "which": "rest"},
            True,
        ),
        ("document_paragraphs", {"path": DOCX, "field": "style", "value": "Normal"}, False),
        (
            "document_paragraphs",
            {"path": DOCX, "field": "list", "value": "bullet", "texts": ["milk"]},
            True,
        ),
        (
            "document_paragraphs",
            {"path": DOCX, "field": "list", "value": "bullet", "texts": ["tea"]},
            False,
        ),
        ("document_paragraphs", {"path": DOCX, "field": "colour", "value": "x"}, False),
        ("same_document", {"path": "Documents/a.txt", "other": "Documents/b.txt"}, True),
        ("same_document", {"path": "Documents/a.txt", "other": DOCX}, False),
        ("same_document", {"path": "Documents/a.txt", "other": "Documents/none.txt"}, False),
        ("clipboard_holds_document", {"path": "Documents/a.txt"}, True),
        ("clipboard_holds_document", {"path": DOCX}, False),
    ],
)
def test_documents(probe: Probe, check: str, args: dict[str, Any], passes: bool) -> None:
    verdict = getattr(checks, check)(probe, **args)
    assert bool(verdict) is passes, verdict.message
    assert passes or verdict.message


def test_an_empty_clipboard_holds_no_document() -> None:
    device = SimDevice()
    device.write_file("Documents/empty.txt", b"")
    assert not checks.clipboard_holds_document(Probe(device), "Documents/empty.txt")


def test_a_copied_file_is_known_by_its_path() -> None:
    device = SimDevice()
    device.set_clipboard(ClipboardContent(files=("C:\\Users\\user\\Documents\\a.txt",)))
    probe = Probe(device)
    assert clipboard_holds_file(probe, "Documents/A.txt", cut=False)
    assert not clipboard_holds_file(probe, "Documents/a.txt", cut=True)
    assert not clipboard_holds_file(probe, "Music/a.txt")


def test_order_on_the_screen() -> None:
    device = SimDevice()
    device.launch("file_manager", "Documents")
    probe = Probe(device)
    assert listed_in_order(probe, ["Projects", "notes.txt", "shopping list.txt"])
    assert not listed_in_order(probe, ["notes.txt", "Projects"])
    assert not listed_in_order(probe, ["nothing"])


def test_the_text_of_an_opendocument_file_is_read() -> None:
    opendocument = pytest.importorskip("odf.opendocument", reason="needs omnigym[x11]")
    from odf import text

    document = opendocument.OpenDocumentText()
    document.text.addElement(text.H(outlinelevel=1, text="Report"))
    document.text.addElement(text.P(text="All is well."))
    buffer = io.BytesIO()
    document.write(buffer)
    device = SimDevice()
    device.write_file("Documents/a.odt", buffer.getvalue())
    device.write_file("Documents/broken.odt", b"none")
    probe = Probe(device)
    assert checks.document_text(probe, "Documents/a.odt", "Report\nAll is well.")
    assert not checks.document_text(probe, "Documents/a.odt", "Report")
    assert not checks.document_text(probe, "Documents/broken.odt", "")
