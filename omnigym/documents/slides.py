"""Presentations as plain values: the contents of slides, and the design of slides and presentations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

__all__ = [
    "LAYOUTS",
    "SHAPES_OF",
    "THEMES",
    "TRANSITIONS",
    "Deck",
    "Slide",
    "SlideTheme",
    "Table",
    "laid_out",
    "slides_of",
]

#: The texts in a table's cells, row by row.
Table: TypeAlias = tuple[tuple[str, ...], ...]

#: The layouts that are written, by what a person calls them: the type that files know, how many texts have a place.
LAYOUTS: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        "Title Slide": ("title", 1),
        "Title and Content": ("obj", 1),
        "Section Header": ("secHead", 1),
        "Two Content": ("twoObj", 2),
        "Title Only": ("titleOnly", 0),
        "Blank": ("blank", 0),
    }
)
#: The shapes that are written, by what files call them.
SHAPES_OF: Mapping[str, str] = MappingProxyType(
    {"rect": "Rectangle", "ellipse": "Oval", "triangle": "Triangle", "rightArrow": "Arrow: Right", "star5": "Star"}
)
#: How a slide comes when it is shown, by what files call that.
TRANSITIONS: Mapping[str, str] = MappingProxyType(
    {"": "None", "fade": "Fade", "push": "Push", "wipe": "Wipe", "split": "Split", "cover": "Cover"}
)


class SlideTheme(NamedTuple):
    """The colours of a presentation, each ``0xRRGGBB``."""

    paper: int
    ink: int
    title: int
    accent: int


#: The themes that are written, by name; of another one's presentation the first is shown.
THEMES: Mapping[str, SlideTheme] = MappingProxyType(
    {
        "Office Theme": SlideTheme(0xFFFFFF, 0x222222, 0x222222, 0xC43E1C),
        "Ion": SlideTheme(0x1E5155, 0xEAF3F3, 0xFFFFFF, 0xB0D43A),
        "Retrospect": SlideTheme(0xFBF4EA, 0x3B3230, 0x9B3B1E, 0xE48312),
        "Facet": SlideTheme(0xF7FBF3, 0x2F3B2C, 0x3F762A, 0x90C226),
        "Berlin": SlideTheme(0x2A2A2E, 0xE6E6E6, 0xF09415, 0xF09415),
        "Slate": SlideTheme(0xE9EEF4, 0x24303D, 0x1F4E79, 0x2F75B5),
    }
)


class Slide(NamedTuple):
    """The contents of a slide.

    Attributes:
        title: Its title, or "".
        texts: Each other text, in the order of the file.
        notes: What the speaker has noted about it.
        pictures: The content of each picture's file.
        tables: Each table.
        shapes: What files call each shape without a text.
        layout: One of `LAYOUTS`; "" for the usual one at its place: a title slide first, then titles with content.
        hidden: Whether it is passed over when the slides are shown.
        transition: One of `TRANSITIONS`.
    """

    title: str = ""
    texts: tuple[str, ...] = ()
    notes: str = ""
    pictures: tuple[bytes, ...] = ()
    tables: tuple[Table, ...] = ()
    shapes: tuple[str, ...] = ()
    layout: str = ""
    hidden: bool = False
    transition: str = ""


class Deck(NamedTuple):
    """A presentation: its slides, and the name of its theme, one of `THEMES` or another one."""

    slides: tuple[Slide, ...] = (Slide(),)
    theme: str = "Office Theme"


def laid_out(slides: Sequence[Slide]) -> tuple[Slide, ...]:
    """Return the slides with the layout of each named, so that it stays when the slide moves."""
    usual = ("Title Slide", *["Title and Content"] * len(slides))
    return tuple([s if s.layout else s._replace(layout=name) for s, name in zip(slides, usual, strict=False)])


def slides_of(text: str) -> tuple[Slide, ...]:
    """Return the slides of a text: empty lines separate them, and the first line of each is its title."""
    parts = [part.partition("\n") for part in text.split("\n\n")]
    return tuple([Slide(title, (body,) if body else ()) for title, _, body in parts])
