"""A picture without a caption has the name of the one that looks the same, and no other has one."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from omnigym.a11y import Rect
from omnigym.perception import Element, ReadText
from omnigym.perception.captions import named_by_captions
from omnigym.perception.grouping import merge_elements

#: The pictures that have a caption, and pictures without one, half as large and on another ground.
CAPTIONED: dict[str, Rect] = {"Sun": (40, 20, 44, 44), "House": (140, 20, 44, 44)}
SMALL: tuple[Rect, ...] = ((40, 160, 24, 24), (80, 160, 24, 24), (120, 160, 24, 24), (160, 160, 12, 12))


def sun(draw: ImageDraw.ImageDraw, x: int, y: int, side: int) -> None:
    draw.ellipse((x, y, x + side - 1, y + side - 1), "#f0b000")
    draw.ellipse((x + side // 4, y + side // 4, x + side // 2, y + side // 2), "#c02000")


def house(draw: ImageDraw.ImageDraw, x: int, y: int, side: int) -> None:
    draw.polygon(((x, y + side // 2), (x + side // 2, y), (x + side - 1, y + side // 2)), "#b00020")
    draw.rectangle((x + 2, y + side // 2, x + side - 3, y + side - 1), "#3060c0")


def screen() -> np.ndarray:
    image = Image.new("RGB", (240, 200), "#204060")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 150, 239, 199), "#f0f0f0")
    for paint, (x, y, w, _) in zip((sun, house), CAPTIONED.values(), strict=True):
        paint(draw, x, y, w)
    for paint, (x, y, w, _) in zip((house, sun, ImageDraw.ImageDraw.rectangle, sun), SMALL, strict=True):
        if paint in (sun, house):
            paint(draw, x, y, w)
    draw.rectangle((120, 160, 143, 183), "#30a030")
    return np.asarray(image)


def test_the_same_pictures_have_the_same_names() -> None:
    captions = list(CAPTIONED.items())
    captioned = [Element((x, y, w, h + 22), name, source="icon") for name, (x, y, w, h) in captions]
    bare = [Element(bounds, source="icon") for bounds in SMALL]
    others = [Element((40, 160, 24, 24), source="panel"), Element((120, 160, 24, 24), icon="square", source="icon")]
    others.append(Element((40, 160, 24, 24), icon="arrow", source="icon"))
    found = named_by_captions(screen(), [*captioned, *bare, *others], captions)
    assert [e.icon for e in found] == ["", "", "House", "Sun", "", "", "", "square", "House"]
    assert [e._replace(icon="") for e in found[:-2]] == [*captioned, *bare, others[0]]
    assert named_by_captions(screen(), bare, []) == bare, "without captions there are no names"


def test_places_at_the_edge_and_blank_ones_have_none() -> None:
    frame = np.zeros((40, 40, 3), np.uint8)
    elements = [Element((-4, -4, 44, 44), "a", source="icon"), Element((20, 20, 30, 30), source="icon")]
    assert named_by_captions(frame, elements, [("a", (-4, -4, 44, 44)), ("b", (38, 38, 9, 9))]) == elements


def test_a_caption_has_two_lines_and_names_the_small_picture_in_the_bar() -> None:
    texts = [
        ReadText((30, 68, 64, 15), "Summer", 1.0),
        ReadText((40, 84, 44, 15), "Sun", 1.0),
        ReadText((136, 68, 52, 15), "House", 1.0),
        ReadText((120, 110, 60, 15), "Elsewhere", 1.0),
    ]
    segments = [Element(bounds, source="icon") for bounds in (*CAPTIONED.values(), *SMALL[:2])]
    found = merge_elements(screen(), texts, segments)
    assert {(e.text, e.icon) for e in found if e.source == "icon"} == {
        ("Summer Sun", ""),
        ("House", ""),
        ("", "House"),
        ("", "Summer Sun"),
    }
    assert [e.text for e in found if e.source == "text"] == ["Elsewhere"]
