"""A document as printed pages, and the pages as a PDF file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from omnigym.documents.model import PICTURE, Document, Paragraph
from omnigym.documents.pdf import LETTER, PdfText, pdf_width, write_pdf

__all__ = ["pages_of", "pdf_of"]

_MARGIN, _INDENT = 72.0, 36.0
_SIZES = {"Heading 1": 20.0, "Heading 2": 16.0, "Heading 3": 14.0, "Title": 28.0, "Subtitle": 14.0}
_SIZE, _AFTER = 11.0, 8.0
#: From one base line to the next, in parts of the size.
_LEADING = 1.3
_PIECE = re.compile(r"[\n\f]|[^\s]+[^\S\n\f]*|[^\S\n\f]+")


class _Piece(NamedTuple):
    """A word with the spaces behind it."""

    text: str
    size: float
    bold: bool
    width: float


@lru_cache(maxsize=16)
def pages_of(document: Document) -> tuple[tuple[PdfText, ...], ...]:
    """Return the contents of each US Letter page, at least one page.

    A page ends where it is full, and at page breaks.
    """
    pages: list[list[PdfText]] = [[]]
    y, number = LETTER[1] - _MARGIN, 0
    for paragraph in document.paragraphs:
        number = number + 1 if paragraph.list == "number" else 0
        label = "•" if paragraph.list == "bullet" else f"{number}." if paragraph.list else ""
        for line, end in _lines(paragraph):
            height = _LEADING * max([piece.size for piece in line], default=_size(paragraph))
            if y - height < _MARGIN:
                pages.append([])
                y = LETTER[1] - _MARGIN
            y -= height
            pages[-1] += _placed(line, y, paragraph, label)
            label = ""
            if end == "\f":
                pages.append([])
                y = LETTER[1] - _MARGIN
        y -= 0.0 if paragraph.list or paragraph.style == "No Spacing" else _AFTER
    return tuple([tuple(page) for page in pages])


def pdf_of(document: Document, title: str, numbers: tuple[int, ...] = ()) -> bytes:
    """Return the PDF file of a document, or of some pages if ``numbers``, from 1, are given."""
    pages = pages_of(document)
    chosen = [pages[n - 1] for n in numbers if 1 <= n <= len(pages)] if numbers else pages
    return write_pdf(chosen, title)


def _size(paragraph: Paragraph) -> float:
    return _SIZES.get(paragraph.style, _SIZE)


def _lines(paragraph: Paragraph) -> Iterator[tuple[list[_Piece], str]]:
    """The lines of a paragraph, and what ends each: a line break, a page break, or nothing."""
    room = LETTER[0] - 2 * _MARGIN - (_INDENT if paragraph.list else 0)
    line: list[_Piece] = []
    width, ended = 0.0, ""
    for run in paragraph.runs:
        size, bold = run.format.size or _size(paragraph), run.format.bold
        for text in _PIECE.findall(run.text.replace(PICTURE, "")):
            if text in ("\n", "\f"):
                yield line, text
                line, width, ended = [], 0.0, text
                continue
            own = pdf_width(text.rstrip(), size)
            if line and width + own > room:
                yield line, ""
                line, width = [], 0.0
            line.append(_Piece(text, size, bold, pdf_width(text, size)))
            width += line[-1].width
            ended = ""
    if line or ended != "\f":
        yield line, ""


def _placed(line: list[_Piece], y: float, paragraph: Paragraph, label: str) -> list[PdfText]:
    left = _MARGIN + (_INDENT if paragraph.list else 0)
    width = sum([piece.width for piece in line])
    free = max(0.0, LETTER[0] - _MARGIN - left - width)
    x = left + {"center": free / 2, "right": free}.get(paragraph.alignment, 0.0)
    out = [PdfText(x - _INDENT / 2, y, label, _size(paragraph))] if label else []
    for piece in line:
        # Words of one look that follow each other are one text, as they are in what other programs print.
        if out and label != out[-1].text and (out[-1].size, out[-1].bold) == (piece.size, piece.bold):
            out[-1] = out[-1]._replace(text=out[-1].text + piece.text)
        else:
            out.append(PdfText(x, y, piece.text, piece.size, piece.bold))
        x += piece.width
    return out
