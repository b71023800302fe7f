"""The text of .odt files (OpenDocument)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from omnigym.documents.model import Document, plain
from omnigym.errors import UnreadableError
from omnigym.foreign import Package, package_weight, reading, remembered, within
from omnigym.foreign.limits import UNPACKED_BYTES

__all__ = ["read_odt"]

_T = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_BODY = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}body/{urn:oasis:names:tc:opendocument:xmlns:office:1.0}text"
_PARAGRAPHS = (f"{_T}p", f"{_T}h")
_SIGNS = {f"{_T}line-break": "\n", f"{_T}tab": "\t"}
_SPACES = f"{_T}s"


@remembered(64, package_weight)
def read_odt(content: bytes) -> Document:
    """The paragraphs and headings of a text document, without their looks.

    Raises:
        UnreadableError: It is none.
        TooLargeError: It is larger than what is read.
    """
    with reading(".odt file"), Package(content) as package:
        body = package.xml("content.xml").find(_BODY)
        if body is None:
            raise UnreadableError("Expected the bytes of a .odt file, got one without a text.")
        length, lines = 0, []
        for node in body:
            if node.tag in _PARAGRAPHS:
                pieces = []
                for piece in _texts(node):
                    length += len(piece)
                    within(length, UNPACKED_BYTES, "characters in a document")
                    pieces.append(piece)
                lines.append("".join(pieces))
        return plain("\n".join(lines))


def _texts(node: ET.Element) -> Iterator[str]:
    """The pieces of a paragraph; runs of spaces, tabs and line breaks are elements of their own."""
    yield node.text or ""
    for child in node:
        if child.tag == _SPACES:
            count = int(child.get(f"{_T}c") or 1)
            within(count, UNPACKED_BYTES, "spaces in a row")
            yield " " * count
        else:
            yield from (_SIGNS[child.tag],) if child.tag in _SIGNS else _texts(child)
        yield child.tail or ""
