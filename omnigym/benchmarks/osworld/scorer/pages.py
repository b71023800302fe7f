"""PDF files for comparison, read by pypdf within the limits: the text, the size and the pictures of each page."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image

from omnigym.benchmarks.osworld.scorer.given import library
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, remember_contents, sound_text, within
from omnigym.foreign.limits import MAX_TEXT, PDF_BYTES, PIXELS, SHAPES, TEXT_BYTES

__all__ = ["PdfPage", "page_count", "pictures_of", "read_pages"]

#: Commands that draw what is on all pages together; forms in pages draw other forms, so a small file may have many.
_MOST_DRAWN = 2_000_000
#: How deep the letters of a line reach below it, as a part of their size.
_DESCENT = 0.22


class PdfPage(NamedTuple):
    """A page.

    Attributes:
        text: Its text, with one space where there is any white space.
        width, height: In points.
        below: Points between its lowest text and its lower edge; None without text.
    """

    text: str
    width: float
    height: float
    below: float | None


def _opened(content: bytes) -> Any:
    within(len(content), PDF_BYTES, "bytes of a PDF file")
    if b"%PDF-" not in content[:1024]:
        raise UnreadableError(f"Expected a PDF file, which begins with '%PDF-', got {content[:8]!r}.")
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it writes a line for each fault of a damaged file
    found = library("pypdf").PdfReader(BytesIO(content))
    within(len(found.pages), SHAPES, "pages of a PDF file")
    return found


def page_count(content: bytes) -> int:
    """Return how many pages a PDF file has.

    Raises:
        UnreadableError: It is none.
        TooLargeError: It is larger than what is read.
    """
    with convert_errors("PDF file"):
        return len(_opened(content).pages)


@remember_contents(4)
def read_pages(content: bytes) -> tuple[PdfPage, ...]:
    """Return the pages of a PDF file; raises as `page_count`, and where there are none."""
    with convert_errors("PDF file"):
        counts = _Counts()
        pages = tuple([_page(page, counts) for page in _opened(content).pages])
        if not pages:
            raise UnreadableError("Expected a PDF file with pages, got one without.")
        return pages


class _Counts:
    """What all pages come to."""

    def __init__(self) -> None:
        self.drawn = self.letters = self.bytes = 0

    def draw(self, *_: object) -> None:
        self.drawn += 1
        within(self.drawn, _MOST_DRAWN, "drawing commands in a PDF file")


def _page(page: Any, counts: _Counts) -> PdfPage:
    contents = page.get_contents()
    size = 0 if contents is None else len(contents.get_data())
    counts.bytes += size
    within(size, TEXT_BYTES, "bytes of a page")
    within(counts.bytes, PDF_BYTES, "bytes of the pages of a PDF file")
    lowest: list[float] = []

    def see(text: str, user: Any, place: Any, _font: object, points: float) -> None:
        if text.strip():
            scale = abs(place[3] * user[3]) or 1.0
            lowest.append(place[4] * user[1] + place[5] * user[3] + user[5] - _DESCENT * points * scale)

    text = " ".join(page.extract_text(visitor_operand_before=counts.draw, visitor_text=see).split())
    counts.letters += len(text)
    within(counts.letters, MAX_TEXT, "characters of a PDF file")
    box = page.mediabox
    below = min(lowest) - float(box.bottom) if lowest else None
    return PdfPage(sound_text(text), float(box.width), float(box.height), below)


def pictures_of(content: bytes) -> Iterator[list[Image.Image]]:
    """Yield the pictures of each page of a PDF file, except those in forms; raises the errors of `page_count`."""
    with convert_errors("PDF file"):
        seen = 0
        for page in _opened(content).pages:
            found = []
            resources = page.get("/Resources")
            objects = None if resources is None else resources.get_object().get("/XObject")
            for name, drawn in ({} if objects is None else objects.get_object()).items():
                drawn = drawn.get_object()
                if drawn.get("/Subtype") != "/Image":
                    continue
                seen += 1
                within(seen, SHAPES, "pictures in a PDF file")
                within(int(drawn["/Width"]) * int(drawn["/Height"]), PIXELS, "pixels in a picture")
                image = page.images[name].image
                within(image.width * image.height, PIXELS, "pixels in a picture")
                found.append(image.convert("RGB"))
            yield found
