"""PDF files: pages of text, lines and pictures to bytes, and the text of simple PDF files back.

What is written uses the standard fonts Helvetica and Helvetica-Bold, so nothing is embedded and every reader shows it.
What is read is the text of pages that are encoded plainly or deflated; fonts with encodings of their own are not.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from omnigym.errors import TooLargeError, UnreadableError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import PDF_BYTES

__all__ = [
    "LETTER",
    "Page",
    "PdfLine",
    "PdfPicture",
    "PdfStream",
    "PdfText",
    "assemble_pdf",
    "draw_text",
    "page_lines",
    "page_of_text",
    "pdf_of_text",
    "pdf_pages",
    "pdf_streams",
    "pdf_text",
    "pdf_width",
    "write_pdf",
]

#: Width and height of US Letter paper in points.
LETTER = (612, 792)

#: Widths of the characters from space to "~" in Helvetica, thousandths of the size (Adobe's metrics).
_WIDTHS = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *((556,) * 10),
    *(278, 278, 584, 584, 584, 556, 1015),
    *(667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667),
    *(944, 667, 667, 611, 278, 278, 278, 469, 556, 333),
    *(556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500),
    *(722, 500, 500, 500, 334, 260, 334, 584),
)


#: Of a page of plain text, in points: the width of its margin, and the distance between its lines.
_MARGIN, _LEADING = 72.0, 18.0


class PdfText(NamedTuple):
    """A line of text: its left end on the base line, in points from the page's lower left corner."""

    x: float
    y: float
    text: str
    size: float = 10.0
    bold: bool = False


class PdfLine(NamedTuple):
    """A thin line between two points."""

    x0: float
    y0: float
    x1: float
    y1: float


class PdfPicture(NamedTuple):
    """A picture: its lower left corner and its size, in points, and a JPEG file in RGB with that many pixels."""

    x: float
    y: float
    w: float
    h: float
    jpeg: bytes
    pixels: tuple[int, int]


Page: TypeAlias = Sequence[PdfText | PdfLine | PdfPicture]


def pdf_width(text: str, size: float) -> float:
    """Return the approximate width of a text, in points."""
    return sum([_WIDTHS[ord(c) - 32] if " " <= c <= "~" else 556 for c in text]) * size / 1000


def write_pdf(pages: Sequence[Page], title: str = "", size: tuple[int, int] = LETTER) -> bytes:
    """Return the bytes of a PDF file; the same for the same pages."""
    count = max(1, len(pages))
    kids = " ".join([f"{5 + 2 * i} 0 R" for i in range(count)])
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
    ]
    pictures: list[PdfPicture] = []  # their objects come after those of the pages
    for i in range(count):
        drawn, images = [], []
        for mark in pages[i] if pages else ():
            if isinstance(mark, PdfPicture):
                name = f"Im{5 + 2 * count + len(pictures)}"
                pictures.append(mark)
                images.append(f"/{name} {name[2:]} 0 R")
                drawn.append(f"q {mark.w:.2f} 0 0 {mark.h:.2f} {mark.x:.2f} {mark.y:.2f} cm /{name} Do Q".encode())
            else:
                drawn.append(_drawn(mark))
        content = b"\n".join(drawn)
        shown = f" /XObject << {' '.join(images)} >>" if images else ""
        resources = f"/Resources << /Font << /F1 3 0 R /F2 4 0 R >>{shown} >>"
        box = f"/MediaBox [0 0 {size[0]} {size[1]}]"
        objects.append(f"<< /Type /Page /Parent 2 0 R {box} {resources} /Contents {6 + 2 * i} 0 R >>".encode())
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    for picture in pictures:
        width, height = picture.pixels
        kind = f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceRGB"
        described = f"<< {kind} /BitsPerComponent 8 /Filter /DCTDecode /Length {len(picture.jpeg)} >>"
        objects.append(b"%s\nstream\n%s\nendstream" % (described.encode(), picture.jpeg))
    objects.append(b"<< /Title %s /Producer (omnigym) >>" % _string(title))
    return assemble_pdf(objects)


def page_of_text(lines: Sequence[str]) -> tuple[PdfText, ...]:
    """Return a page of plain text, from its top."""
    return tuple([PdfText(_MARGIN, LETTER[1] - _MARGIN - n * _LEADING, line, 12) for n, line in enumerate(lines)])


def pdf_of_text(text: str) -> bytes:
    """Return a PDF file of plain text: a line for each line, a page for each part between form feeds."""
    return write_pdf([page_of_text(part.split("\n")) for part in text.split("\f")])


def assemble_pdf(objects: Sequence[bytes]) -> bytes:
    """Return the file of some objects; the first is the catalogue, the last the information about it."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, content in enumerate(objects, 1):
        starts.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join([b"%010d 00000 n \n" % start for start in starts])
    size = len(objects) + 1
    return bytes(
        out + b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, size - 1, table)
    )


def _drawn(mark: PdfText | PdfLine) -> bytes:
    if isinstance(mark, PdfLine):
        return f"0.5 w 0.7 G {mark.x0:g} {mark.y0:g} m {mark.x1:g} {mark.y1:g} l S".encode()
    return draw_text(mark, "F2" if mark.bold else "F1")


def draw_text(mark: PdfText, font: str) -> bytes:
    """Return what writes a line of text in a font of the page's resources."""
    return f"BT /{font} {mark.size:g} Tf {mark.x:.2f} {mark.y:.2f} Td ".encode() + _string(mark.text) + b" Tj ET"


def _string(text: str) -> bytes:
    encoded = text.encode("cp1252", "replace")
    return b"(" + re.sub(rb"([()\\])", rb"\\\1", encoded).replace(b"\n", b"\\n").replace(b"\r", b"\\r") + b")"


# -- reading ------------------------------------------------------------------------------------------------------

#: These find each thing in a time that grows as the file does, whatever is in it: where one begins the text of no other
#: is looked through again.
_STREAM = re.compile(rb">>\s{0,16}stream\r?\n")
_OBJECT = re.compile(rb"\b(\d{1,9})\s{1,4}\d{1,5}\s{1,4}obj\b")
_ENDSTREAM = re.compile(rb"\r?\nendstream")
_SHOWN = re.compile(rb"\((?P<text>(?:[^()\\]|\\.)*+)(?P<end>\)?)|(?P<move>\bT[dDm*]\b|\bET\b)", re.DOTALL)
_ESCAPE = re.compile(rb"\\([nrtbf()\\]|[0-7]{1,3}|\r?\n)")
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"(": b"(", b")": b")", b"\\": b"\\"}


def pdf_text(content: bytes) -> str:
    """Return the text of a simple PDF file; lines and errors as in `pdf_pages`."""
    return "\n".join([page for page in pdf_pages(content) if page])


def pdf_pages(content: bytes) -> tuple[str, ...]:
    """Return the text of each page of a simple PDF file, one line for each separately placed piece.

    Raises:
        UnreadableError: It is no PDF file.
        TooLargeError: It, or what it comes to, has more than `PDF_BYTES`.
    """
    if not content.startswith(b"%PDF-"):
        raise UnreadableError(f"Expected a PDF file, which begins with '%PDF-', got {content[:8]!r}.")
    within(len(content), PDF_BYTES, "bytes of a PDF file")
    with convert_errors("PDF file"):
        return tuple(
            ["\n".join([line.decode("cp1252", "replace") for line in _lines(page)]) for page in _streams(content)]
        )


def page_lines(described: bytes) -> list[str]:
    """Return the lines of text in an object that is a stream; none for another object."""
    streams = list(pdf_streams(b"1 0 obj\n" + described))
    return [line.decode("cp1252", "replace") for stream in streams for line in _lines(stream.data)]


def _lines(stream: bytes) -> Iterator[bytes]:
    pieces: list[bytes] = []
    for match in _SHOWN.finditer(stream):
        if match["move"] is None:
            if match["end"]:
                pieces.append(_ESCAPE.sub(_unescaped, match["text"]))
        elif any(pieces):
            yield b"".join(pieces)
            pieces.clear()


def _streams(content: bytes) -> Iterator[bytes]:
    """The contents of pages."""
    for stream in pdf_streams(content):
        if b"BT" in stream.data and b"/Image" not in stream.described:
            yield stream.data


class PdfStream(NamedTuple):
    """The data of an object, inflated if they are compressed.

    Attributes:
        number: The number of the object, in digits.
        described: What the file says of the data.
        data: The data.
    """

    number: bytes
    described: bytes
    data: bytes


def pdf_streams(content: bytes) -> Iterator[PdfStream]:
    """Yield the streams of a PDF file, in order.

    Raises:
        TooLargeError: They come to more than `PDF_BYTES`.
    """
    end, left = 0, PDF_BYTES
    while (begin := _STREAM.search(content, end)) is not None:
        closed = _ENDSTREAM.search(content, begin.end())
        if closed is None:
            return
        described = content[end : begin.start()]
        data, end = content[begin.end() : closed.start()], closed.end()
        if b"/FlateDecode" in described:
            data = _inflated(data, left)
        left -= len(data)
        start = next((found for found in reversed([*_OBJECT.finditer(described)])), None)
        if start is not None:
            yield PdfStream(start[1], described[start.end() :], data)


def _inflated(data: bytes, most: int) -> bytes:
    """Deflated data as it was; nothing for what is damaged."""
    inflater = zlib.decompressobj()
    try:
        found = inflater.decompress(data, most + 1)
    except zlib.error:
        return b""
    if len(found) > most:
        raise TooLargeError(f"Expected at most {PDF_BYTES:,} bytes in a PDF file, got more.")
    return found if inflater.eof else b""


def _unescaped(match: re.Match[bytes]) -> bytes:
    letter = match[1]
    if letter[:1].isdigit():
        return bytes([int(letter, 8) & 255])
    return _ESCAPED.get(letter, b"")
