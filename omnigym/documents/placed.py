"""The pictures in documents and slides, with their positions: OpenDocument, .docx, .pptx and PDF files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from omnigym.documents._odf import attribute, picture_in, tag
from omnigym.documents.pdf_pictures import pdf_pictures
from omnigym.documents.pptx_read import PRESENTATION, pptx_pictures
from omnigym.errors import UnreadableError
from omnigym.foreign import Package, convert_errors, remember_contents, within
from omnigym.foreign.limits import SHAPES

__all__ = ["PlacedPicture", "placed_pictures"]

#: Units of lengths in OpenDocument, in centimetres.
_UNITS = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72, "pc": 2.54 / 6, "px": 2.54 / 96}
_LENGTH = re.compile(r"(-?\d{1,6}(?:\.\d{1,9})?)([a-z]{2})")
_EMU_A_CM = 360_000
_POINT = _UNITS["pt"]
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


class PlacedPicture(NamedTuple):
    """A picture.

    Attributes:
        page: The number of its slide or of its page in a PDF file; of a text document 0.
        x, y: Its upper left corner on the slide, or from where it is anchored, in centimetres; None where it stands in
            the text like a letter.
        paragraph: The number of the paragraph that it is in; on slides and in PDF files 0.
        content: The bytes of its file.
    """

    page: int
    x: float | None
    y: float | None
    paragraph: int
    content: bytes


@remember_contents(32, lambda _, found: sum([len(p.content) for p in found]))
def placed_pictures(content: bytes) -> tuple[PlacedPicture, ...]:
    """Return the pictures, in the order of the file.

    Raises:
        UnreadableError: It is no such file.
        TooLargeError: It is larger than what is read.
    """
    if content.startswith(b"%PDF-"):
        return tuple([PlacedPicture(p.page, p.x * _POINT, p.y * _POINT, 0, p.content) for p in pdf_pictures(content)])
    with convert_errors("document with pictures"), Package(content) as package:
        if "content.xml" in package:
            return tuple(_of_odf(package))
        if "word/document.xml" in package:
            return tuple(_of_docx(package))
        if PRESENTATION in package:
            return tuple(_of_pptx(content))
        raise UnreadableError("Expected the bytes of a document or of slides, got another archive.")


def _of_odf(package: Package) -> Iterator[PlacedPicture]:
    root = package.xml("content.xml")
    page_tag, frame_tag = tag("draw:page"), tag("draw:frame")
    paragraphs = {tag("text:p"), tag("text:h")}
    page = paragraph = -1
    count = 0
    for node in root.iter():
        if node.tag == page_tag:
            page += 1
        elif node.tag in paragraphs:
            paragraph += 1
        elif node.tag == frame_tag:
            count += 1
            within(count, SHAPES, "shapes in a document")
            member = picture_in(node, package)
            if member:
                x, y = (_centimetres(attribute(node, name)) for name in ("svg:x", "svg:y"))
                yield PlacedPicture(max(page, 0), x, y, 0 if page >= 0 else paragraph, package.read(member))


def _centimetres(length: str) -> float | None:
    found = _LENGTH.fullmatch(length)
    return float(found[1]) * _UNITS[found[2]] if found is not None and found[2] in _UNITS else None


def _of_docx(package: Package) -> Iterator[PlacedPicture]:
    targets = {node.get("Id", ""): node.get("Target", "") for node in package.xml("word/_rels/document.xml.rels")}
    paragraph = -1
    for count, node in enumerate(package.xml("word/document.xml").iter()):
        within(count // 100, SHAPES, "hundreds of nodes in a document")
        if node.tag.endswith("}p") and node.tag.startswith("{http://schemas.openxmlformats.org/wordprocessingml"):
            paragraph += 1
        elif node.tag == f"{_A}blip":
            member = f"word/{targets.get(node.get(f'{_R}embed', ''), '')}"
            if member in package:
                yield PlacedPicture(0, None, None, paragraph, package.read(member))


def _of_pptx(content: bytes) -> Iterator[PlacedPicture]:
    for page, x, y, picture in pptx_pictures(content):
        yield PlacedPicture(
            page, None if x is None else x / _EMU_A_CM, None if y is None else y / _EMU_A_CM, 0, picture
        )
