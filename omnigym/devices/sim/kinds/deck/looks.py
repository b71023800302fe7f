"""How slides look: the colours of themes, and shapes drawn with the pen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from omnigym.devices.sim.paint.pen import Drawing, Pen
from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks
from omnigym.documents.slides import SHAPES_OF, THEMES

__all__ = ["DECK_ART", "DECK_STYLES", "theme_key"]

_EDGE, _HOVER, _CHOSEN = Shade(0xC8C8C8, 0xC8C8C8), Shade(0xE8E4E2, 0xE8E4E2), Shade(0xD0551B, 0xF0732B)


def theme_key(theme: str) -> str:
    """The part of styles' names that tells a theme; another program's looks like the first."""
    return (theme if theme in THEMES else next(iter(THEMES))).lower().replace(" ", "_")


def _same(colour: int) -> Shade:
    return Shade(colour, colour)


def _of(theme: str) -> dict[tuple[str, str], Look]:
    """The looks of slides in a theme, which are the same on a dark desktop."""
    paper, ink, title, accent = THEMES[theme]
    key = theme_key(theme)
    between = _same(sum([((paper >> n & 255) + (ink >> n & 255)) // 2 << n for n in (0, 8, 16)]))
    return looks(
        box={
            f"slide_{key}": Look(fill=_same(paper), edge="stroke_strong"),
            f"slide_bare_{key}": Look(fill=_same(paper)),
            f"slide_chosen_{key}": Look(fill=_same(paper), edge=_CHOSEN, radius=2),
            f"slide_head_{key}": Look(fill=_same(accent)),
            f"slide_cell_{key}": Look(edge=between),
        },
        text={
            f"slide_title_{key}": Look(size=26, family="ui-semibold", ink=_same(title)),
            f"slide_text_{key}": Look(size=15, ink=_same(ink)),
            f"slide_hint_{key}": Look(size=15, ink=between),
            f"slide_cell_{key}": Look(size=12, ink=_same(ink)),
            f"slide_cell_head_{key}": Look(size=12, family="ui-semibold", ink=_same(_on(accent))),
            f"slide_mini_title_{key}": Look(size=8, family="ui-semibold", ink=_same(title)),
            f"slide_mini_{key}": Look(size=6, ink=_same(ink)),
            f"slide_show_title_{key}": Look(size=40, family="ui-semibold", ink=_same(title)),
            f"slide_show_{key}": Look(size=22, ink=_same(ink)),
        },
    )


def _on(colour: int) -> int:
    """Black or white, whichever is read better on a colour."""
    light = 3 * (colour >> 16) + 6 * (colour >> 8 & 255) + (colour & 255)
    return 0x1A1A1A if light > 1500 else 0xFFFFFF


#: The looks of all themes, and of what lies on slides.
DECK_STYLES: Mapping[tuple[str, str], Look] = {
    **looks(
        box={
            "slide_place": Look(edge=_EDGE, hover=_HOVER),
            "slide_written": Look(hover=_HOVER),
            "slide_object": Look(),
            "slide_picked": Look(edge=_CHOSEN),
            "slide_show": Look(fill="black"),
        },
        text={"slide_show": Look(ink="on_picture")},
        area={"slide": Look(size=15, pad=(8, 4, 8, 4), fill="field", edge=_CHOSEN)},
    ),
    **{key: look for theme in THEMES for key, look in _of(theme).items()},
}


def _star(p: Pen, colour: int) -> None:
    points = [(0.5 + r * sin(n * pi / 5), 0.52 - r * cos(n * pi / 5)) for n, r in enumerate([0.48, 0.19] * 5)]
    p.shape(points, colour)


_DRAWN: Mapping[str, Callable[[Pen, int], None]] = {
    "rect": lambda p, colour: p.box(0.04, 0.16, 0.92, 0.68, 0.0, colour),
    "ellipse": lambda p, colour: p.disc(0.5, 0.5, 0.45, colour),
    "triangle": lambda p, colour: p.shape([(0.5, 0.08), (0.95, 0.9), (0.05, 0.9)], colour),
    "rightArrow": lambda p, colour: p.shape(
        [(0.04, 0.36), (0.56, 0.36), (0.56, 0.18), (0.96, 0.5), (0.56, 0.82), (0.56, 0.64), (0.04, 0.64)], colour
    ),
    "star5": _star,
}


def _drawing(kind: str, colour: int) -> Drawing:
    return lambda p: _DRAWN[kind](p, colour)


#: Each shape in the colour of each theme: "shape-star5-ion".
DECK_ART: Mapping[str, Drawing] = {
    f"shape-{kind}-{theme_key(name)}": _drawing(kind, theme.accent)
    for kind in SHAPES_OF
    for name, theme in THEMES.items()
}
