"""Presentations to and from the bytes of a .pptx file, by python-pptx."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from types import ModuleType
from typing import Any, NamedTuple

from omnigym.errors import MissingDependencyError
from omnigym.foreign import Package, package_weight, reading, remembered, within
from omnigym.foreign.limits import SHAPES

__all__ = ["Slide", "load_library", "read_pptx", "write_pptx"]

#: Layouts of the library's template: a large title and a line below it; a title and text.
_TITLE_LAYOUT, _TEXT_LAYOUT = 0, 1


class Slide(NamedTuple):
    """What is on a slide.

    Attributes:
        title: Its title, or "".
        texts: Each other text, in the order of the file.
        notes: What the speaker has noted about it.
        pictures: The content of each picture's file.
    """

    title: str = ""
    texts: tuple[str, ...] = ()
    notes: str = ""
    pictures: tuple[bytes, ...] = ()


def load_library() -> ModuleType:
    """The library.

    Raises:
        MissingDependencyError: It is not installed.
    """
    try:
        import pptx
    except ImportError:
        raise MissingDependencyError("python-pptx", "Presentations", "pip install 'omnigym[x11]'") from None
    return pptx


@lru_cache(maxsize=64)
def write_pptx(text: str) -> bytes:
    """The bytes of a .pptx file.

    Args:
        text: Slides with an empty line between them; the first line of each is its title.

    Raises:
        MissingDependencyError: The library is not installed.
    """
    deck = load_library().Presentation()
    for n, part in enumerate(text.split("\n\n")):
        title, _, body = part.partition("\n")
        slide = deck.slides.add_slide(deck.slide_layouts[_TEXT_LAYOUT if n else _TITLE_LAYOUT])
        slide.shapes.title.text = title
        slide.placeholders[1].text = body
    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


@remembered(64, package_weight)
def read_pptx(content: bytes) -> tuple[Slide, ...]:
    """The slides of a .pptx file.

    Raises:
        UnreadableError: It is none.
        TooLargeError: It is larger than what is read.
        MissingDependencyError: The library is not installed.
    """
    library = load_library()
    with reading(".pptx file"), Package(content):
        slides, count = [], 0
        for slide in library.Presentation(io.BytesIO(content)).slides:
            shapes = list(islice(_shapes(slide.shapes), SHAPES))
            count += 1 + len(shapes)
            within(count, SHAPES, "shapes and slides in a presentation")
            slides.append(_read(slide, shapes))
        return tuple(slides)


def _read(slide: Any, shapes: Sequence[Any]) -> Slide:
    title = slide.shapes.title
    texts, pictures = [], []
    for shape in shapes:
        if hasattr(shape, "image"):
            pictures.append(bytes(shape.image.blob))
        elif shape.has_text_frame and shape.text_frame.text.strip() and shape != title:
            texts.append(_lines(shape.text_frame.text))
    return Slide(
        _lines(title.text_frame.text) if title is not None else "",
        tuple(texts),
        _lines(slide.notes_slide.notes_text_frame.text) if _has_notes(slide) else "",
        tuple(pictures),
    )


def _has_notes(slide: Any) -> bool:
    return bool(slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None)


def _shapes(shapes: Any) -> Iterator[object]:
    """All shapes, those in groups too."""
    for shape in shapes:
        yield from _shapes(shape.shapes) if hasattr(shape, "shapes") else (shape,)


def _lines(text: str) -> str:
    """A text with plain ends of lines: breaks within a paragraph are vertical tabs to the library."""
    return text.replace("\v", "\n").strip()
