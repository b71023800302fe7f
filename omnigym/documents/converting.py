"""Conversion of documents, tables and presentations to another kind of file, like `soffice --convert-to`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from omnigym.documents.docx import read_docx, write_docx
from omnigym.documents.model import Document, plain
from omnigym.documents.odp import read_odp, write_odp
from omnigym.documents.odt import read_odt, write_odt
from omnigym.documents.pdf import page_of_text, pdf_of_text, write_pdf
from omnigym.documents.pdf_pictures import side_by_side
from omnigym.documents.pptx_read import read_pptx
from omnigym.documents.pptx_write import encode_pptx
from omnigym.documents.sheets import Workbook, calculate, read_csv, read_xlsx, to_csv, to_pdf, write_xlsx
from omnigym.documents.sheets.ods_read import read_ods
from omnigym.documents.sheets.ods_write import write_ods
from omnigym.documents.slides import Slide

__all__ = ["convert_document", "pdf_of_document", "pdf_of_slides"]

#: Where the pictures of a slide are on its page, in points: x, y, width, height.
_PICTURES = (72.0, 72.0, 468.0, 324.0)


class _Family(NamedTuple):
    """Kinds of files that hold the same, by their endings: how each is read, and how each is written."""

    readers: Mapping[str, Callable[[bytes], Any]]
    writers: Mapping[str, Callable[[Any], bytes]]


def pdf_of_document(document: Document) -> bytes:
    """Return the bytes of a PDF file with a document's text."""
    return pdf_of_text(document.words)


def pdf_of_slides(slides: Sequence[Slide]) -> bytes:
    """Return the bytes of a PDF file with one page per slide: its texts, and below them its pictures."""
    lines = ["\n".join((slide.title, *slide.texts)).split("\n") for slide in slides]
    return write_pdf(
        [
            (*page_of_text(words), *side_by_side(slide.pictures, *_PICTURES))
            for words, slide in zip(lines, slides, strict=True)
        ]
    )


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


_FAMILIES = (
    _Family(
        {"docx": read_docx, "odt": read_odt, "txt": lambda content: plain(_text(content))},
        {"docx": write_docx, "odt": write_odt, "pdf": pdf_of_document, "txt": lambda document: document.words.encode()},
    ),
    _Family(
        {"csv": lambda content: Workbook((read_csv(_text(content)),)), "ods": read_ods, "xlsx": read_xlsx},
        {
            "csv": lambda book: to_csv(calculate(book), book.active).encode(),
            "ods": lambda book: write_ods(calculate(book)),
            "pdf": lambda book: to_pdf(calculate(book), book.active),
            "xlsx": lambda book: write_xlsx(calculate(book)),
        },
    ),
    _Family({"odp": read_odp, "pptx": read_pptx}, {"odp": write_odp, "pdf": pdf_of_slides, "pptx": encode_pptx}),
)


def convert_document(content: bytes, ending: str, to: str) -> bytes | None:
    """Return the bytes of another kind of file with the same content; None if no conversion exists.

    Args:
        content: The bytes of a file.
        ending, to: What tells its kind, and the other one: "odt", "pdf".

    Raises:
        UnreadableError: It is not of its kind.
        TooLargeError: It is larger than what is read.
        MissingDependencyError: The library that reads or writes presentations of that kind is not installed.
    """
    for family in _FAMILIES:
        if ending in family.readers and to in family.writers:
            return family.writers[to](family.readers[ending](content))
    return None
