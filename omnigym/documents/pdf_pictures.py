"""The pictures in PDF files: placing them on pages, and finding them with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import NamedTuple, TypeAlias

from PIL import Image

from omnigym.documents.pdf import LETTER, PdfPicture, PdfStream, pdf_streams
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import PDF_BYTES, PIXELS, SHAPES

__all__ = ["PdfPlaced", "pdf_pictures", "side_by_side"]

#: As `omnigym.pictures` writes JPEG files: high enough that no loss is seen.
_QUALITY = 92
_FORMATS = ("BMP", "GIF", "JPEG", "PNG")

#: A transformation, as PDF writes it: x' = a x + c y + e, y' = b x + d y + f.
_Matrix: TypeAlias = tuple[float, float, float, float, float, float]
_UNIT: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

_NUMBER = rb"-?\d{0,9}\.?\d{0,20}"
#: What is drawn; a text is passed over, whatever it says.
_DRAWN = re.compile(
    rb"\((?:[^()\\]|\\.)*+\)"
    rb"|(?<!\S)(?:(?P<cm>(?:" + _NUMBER + rb"\s{1,4}){6})cm|/(?P<name>\w{1,32})\s{1,4}Do|(?P<stack>[qQ]))(?!\S)",
    re.DOTALL,
)
_NAMED = re.compile(rb"/(\w{1,32})\s{1,4}(\d{1,9})\s{1,4}0\s{1,4}R\b")
_BOX = re.compile(
    rb"/MediaBox\s?\[\s?" + _NUMBER + rb"\s{1,4}" + _NUMBER + rb"\s{1,4}" + _NUMBER + rb"\s{1,4}(\d{1,9})"
)
_SIDES = re.compile(rb"/(Width|Height)\s{1,4}(\d{1,9})")


class PdfPlaced(NamedTuple):
    """A picture on a page.

    Attributes:
        page: The number of the page, from 0.
        x, y: Its upper left corner, in points from that of the page.
        content: The bytes of a picture file.
    """

    page: int
    x: float
    y: float
    content: bytes


def side_by_side(pictures: Sequence[bytes], x: float, y: float, w: float, h: float) -> tuple[PdfPicture, ...]:
    """Return pictures side by side in a box of a page, as large as possible; data that are not pictures are left out.

    Args:
        pictures: The bytes of their files.
        x, y, w, h: The lower left corner of the box and its size, in points.
    """
    placed = []
    for at, content in enumerate(pictures):
        try:
            with Image.open(BytesIO(content), formats=_FORMATS) as opened:
                within(opened.width * opened.height, PIXELS, "pixels in a picture")
                image = _on_white(opened)
        except (OSError, ValueError, Image.DecompressionBombError):
            continue
        out = BytesIO()
        image.save(out, "JPEG", quality=_QUALITY, subsampling=0)
        room = w / len(pictures)
        scale = min(room * 0.95 / image.width, h / image.height)
        size = image.width * scale, image.height * scale
        placed.append(PdfPicture(x + at * room, y + h - size[1], *size, out.getvalue(), image.size))
    return tuple(placed)


def _on_white(image: Image.Image) -> Image.Image:
    if not image.has_transparency_data:
        return image.convert("RGB")
    page = Image.new("RGBA", image.size, (255, 255, 255, 255))
    page.alpha_composite(image.convert("RGBA"))
    return page.convert("RGB")


def pdf_pictures(content: bytes) -> tuple[PdfPlaced, ...]:
    """Return the pictures on the pages of a simple PDF file: JPEG, or pixels in grey or RGB.

    Raises:
        UnreadableError: It cannot be read.
        TooLargeError: It is larger than what is read.
    """
    within(len(content), PDF_BYTES, "bytes of a PDF file")
    with convert_errors("PDF file"):
        streams = tuple(pdf_streams(content))
        images = {number: file for stream in streams for number, file in _image(stream)}
        names = {name: images[number] for name, number in _NAMED.findall(content) if number in images}
        box = _BOX.search(content)
        height = float(box[1]) if box is not None else float(LETTER[1])
        pages = [s.data for s in streams if b"/Subtype" not in s.described and (b" Do" in s.data or b"BT" in s.data)]
        return tuple([found for number, data in enumerate(pages) for found in _shown(number, data, names, height)])


def _image(stream: PdfStream) -> Iterator[tuple[bytes, bytes]]:
    """The number of an object that is a picture, and the bytes of a file that holds it."""
    described = stream.described
    if b"/Image" not in described:
        return
    sides = {name: int(number) for name, number in _SIDES.findall(described)}
    if b"/DCTDecode" in described:
        yield stream.number, stream.data
    elif len(sides) == 2 and b"/DecodeParms" not in described:
        width, height = sides[b"Width"], sides[b"Height"]
        for magic, channels in ((b"P6", 3), (b"P5", 1)):
            if len(stream.data) == width * height * channels:
                yield stream.number, b"%s %d %d 255\n%s" % (magic, width, height, stream.data)


def _shown(page: int, data: bytes, names: Mapping[bytes, bytes], height: float) -> Iterator[PdfPlaced]:
    now, stack, count = _UNIT, [_UNIT], 0
    for match in _DRAWN.finditer(data):
        if match["stack"] == b"q":
            stack.append(now)
            within(len(stack), SHAPES, "states in a PDF page")
        elif match["stack"] == b"Q":
            now = stack.pop() if stack else _UNIT
        elif match["cm"] is not None:
            now = _after(match["cm"].split(), now)
        elif match["name"] in names:
            count += 1
            within(count, SHAPES, "pictures on a PDF page")
            corners = [_at(now, x, y) for x in (0.0, 1.0) for y in (0.0, 1.0)]
            left, top = min(x for x, _ in corners), max(y for _, y in corners)
            yield PdfPlaced(page, left, height - top, names[match["name"]])


def _after(words: Sequence[bytes], now: _Matrix) -> _Matrix:
    a, b, c, d, e, f = (float(word) for word in words)
    (x0, y0), (x1, y1), (x2, y2) = _at(now, e, f), _at(now, a + e, b + f), _at(now, c + e, d + f)
    return x1 - x0, y1 - y0, x2 - x0, y2 - y0, x0, y0


def _at(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
