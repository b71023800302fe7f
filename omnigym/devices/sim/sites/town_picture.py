"""The map itself, drawn once."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw

from omnigym.devices.sim.style.colour import Colour, rgb
from omnigym.devices.sim.style.fonts import Font, face

__all__ = ["MAP_STYLES", "map_picture"]

_W, _H, _FINE = 1200, 792, 2


class _Paints(NamedTuple):
    """The colours of a map."""

    land: Colour = 0xF1EEE6
    water: Colour = 0xA9D3F0
    green: Colour = 0xC5E4B7
    block: Colour = 0xE6E1D6
    street: Colour = 0xFFFFFF
    main: Colour = 0xFBE09A
    edge: Colour = 0xD6D0C2
    rail: Colour = 0x9A968C
    ink: Colour = 0x6B7680
    deep: Colour = 0x4A84AD


#: The styles in which the map can be drawn.
MAP_STYLES = ("Road", "Aerial", "Night")
_STYLES = {
    "Road": _Paints(),
    "Aerial": _Paints(
        *(0x66714F, 0x1F4263, 0x38602F, 0x968C7D, 0x8B8A83, 0xA89F8A, 0x545B44, 0x433F39, 0xFFFFFF, 0xC3DCF2)
    ),
    "Night": _Paints(
        *(0x2A2E35, 0x16253A, 0x23372D, 0x333842, 0x4A505B, 0x6F6549, 0x22262C, 0x565B64, 0xC6CBD4, 0x86ABD8)
    ),
}

_LAKE = ((1.0, 0.52), (0.90, 0.56), (0.82, 0.64), (0.74, 0.72), (0.70, 0.84), (0.62, 0.92), (0.60, 1.0), (1.0, 1.0))
_PIER = ((0.80, 0.70), (0.90, 0.80))
_RIVER = ((0.0, 0.90), (0.14, 0.84), (0.26, 0.86), (0.44, 0.90), (0.62, 0.96))
_PARKS = (
    ((0.64, 0.14), (0.80, 0.14), (0.82, 0.30), (0.66, 0.32)),
    ((0.05, 0.60), (0.17, 0.56), (0.19, 0.72), (0.06, 0.76)),
)
#: Streets: name, points, whether it is a main one.
_STREETS: tuple[tuple[str, tuple[tuple[float, float], ...], bool], ...] = (
    ("North Road", ((0.06, 0.26), (0.24, 0.20), (0.50, 0.24), (0.98, 0.10)), True),
    ("King Street", ((0.44, 0.0), (0.42, 0.30), (0.40, 0.62), (0.32, 0.98)), True),
    ("Mill Street", ((0.04, 0.44), (0.30, 0.46), (0.56, 0.50), (0.84, 0.44), (1.0, 0.46)), True),
    ("Park Avenue", ((0.60, 0.10), (0.62, 0.36), (0.60, 0.62), (0.54, 0.86)), False),
    ("Museum Lane", ((0.28, 0.10), (0.32, 0.38), (0.22, 0.60), (0.20, 0.80)), False),
    ("Market Square", ((0.08, 0.52), (0.30, 0.57), (0.58, 0.62)), False),
    ("Quay Road", ((0.58, 0.80), (0.66, 0.68), (0.76, 0.60), (0.90, 0.52)), False),
    ("Station Square", ((0.46, 0.16), (0.56, 0.17)), False),
    ("", ((0.14, 0.06), (0.16, 0.36), (0.12, 0.56)), False),
    ("", ((0.50, 0.26), (0.50, 0.48), (0.48, 0.78)), False),
    ("", ((0.08, 0.34), (0.42, 0.34), (0.62, 0.36), (0.86, 0.34)), False),
    ("", ((0.20, 0.74), (0.38, 0.74), (0.56, 0.74)), False),
    ("", ((0.84, 0.14), (0.80, 0.44)), False),
)
_TRACK = ((0.0, 0.12), (0.30, 0.14), (0.52, 0.12), (0.76, 0.04), (0.82, 0.0))


def _scaled(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(x * _W * _FINE, y * _H * _FINE) for x, y in points]


def _line(draw: ImageDraw.ImageDraw, points: tuple[tuple[float, float], ...], width: int, colour: Colour) -> None:
    places = _scaled(points)
    draw.line(places, fill=rgb(colour), width=width * _FINE, joint="curve")
    for x, y in (places[0], places[-1]):
        r = width * _FINE / 2
        draw.ellipse((x - r, y - r, x + r, y + r), fill=rgb(colour))


def _blocks(draw: ImageDraw.ImageDraw, colour: Colour) -> None:
    """Houses, in a pattern that only looks like chance."""
    for row in range(20):
        for col in range(30):
            if (row * 7 + col * 13) % 5 < 3:
                x, y = (col + 0.18) / 30, (row + 0.2) / 20
                size = 0.016 + ((row * 11 + col * 5) % 7) * 0.0016
                corners = _scaled(((x, y), (x + size, y + size)))
                draw.rectangle((*corners[0], *corners[1]), fill=rgb(colour))


@lru_cache(maxsize=len(MAP_STYLES))
def map_picture(style: str = "Road") -> bytes:
    """The map as a PNG file of 1200 x 792 pixels, in one of `MAP_STYLES`."""
    paints = _STYLES[style]
    image = Image.new("RGB", (_W * _FINE, _H * _FINE), rgb(paints.land))
    draw = ImageDraw.Draw(image)
    _blocks(draw, paints.block)
    for park in _PARKS:
        draw.polygon(_scaled(park), fill=rgb(paints.green))
    draw.polygon(_scaled(_LAKE), fill=rgb(paints.water))
    _line(draw, _RIVER, 16, paints.water)
    _line(draw, _PIER, 5, paints.edge)
    for _, points, main in _STREETS:
        _line(draw, points, 15 if main else 10, paints.edge)
    for _, points, main in _STREETS:
        _line(draw, points, 12 if main else 7, paints.main if main else paints.street)
    _line(draw, _TRACK, 4, paints.rail)
    font = face(Font("ui", 15 * _FINE))
    for name, points, _ in _STREETS:
        (x0, y0), (x1, y1) = _scaled(points[-2:])
        draw.text(((x0 + x1) / 2, (y0 + y1) / 2 + 8 * _FINE), name, font=font, fill=rgb(paints.ink), anchor="mt")
    large = face(Font("ui", 22 * _FINE))
    draw.text(_scaled(((0.86, 0.90),))[0], "Contoso Lake", font=large, fill=rgb(paints.deep), anchor="mm")
    out = BytesIO()
    image.reduce(_FINE).save(out, "PNG", optimize=False)
    return out.getvalue()
