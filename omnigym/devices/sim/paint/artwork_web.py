"""The colour icons of the browser and of sites."""

from __future__ import annotations

import math
from collections.abc import Callable

from omnigym.devices.sim.paint.pen import Pen
from omnigym.devices.sim.style.colour import Colour

__all__ = ["WEB_ARTWORK"]


def _browser(p: Pen) -> None:
    """A wave that curls around a disc."""
    p.disc(0.5, 0.5, 0.47, 0x35C1B1, 0x0C59A4)
    p.disc(0.56, 0.60, 0.37, 0x1B9DE2, 0x114A8B)
    p.disc(0.42, 0.40, 0.30, 0x66EB6E, 0x2DB4B8)
    p.disc(0.60, 0.53, 0.22, 0xF4FBFF, 0xDCF1FB)
    p.shape([(0.40, 0.56), (0.97, 0.56), (0.93, 0.70), (0.60, 0.76), (0.44, 0.70)], 0x1687D3, 0x1165AE)
    p.disc(0.66, 0.40, 0.13, 0xF4FBFF)
    p.shape([(0.55, 0.47), (0.78, 0.40), (0.97, 0.50), (0.97, 0.58), (0.60, 0.60)], 0x27B0DE, 0x1687D3)


def _page(p: Pen) -> None:
    p.ring(0.5, 0.5, 0.40, 0.06, 0x7A8794)
    p.line([(0.10, 0.5), (0.90, 0.5)], 0.06, 0x7A8794)
    p.line([(0.5, 0.10), (0.5, 0.90)], 0.06, 0x7A8794)
    for side in (-1, 1):
        curve = [(0.5 + side * 0.20 * math.cos(a / 10), 0.5 + 0.40 * math.sin(a / 10)) for a in range(-15, 16)]
        p.line(curve, 0.05, 0x7A8794)


def _points(reach: float, turn: float = -0.5) -> list[tuple[float, float]]:
    turns = [math.pi * (i / 5 + turn) for i in range(10)]
    return [
        (0.5 + r * math.cos(a), 0.53 + r * math.sin(a))
        for a, r in zip(turns, [reach if i % 2 == 0 else reach * 0.45 for i in range(10)], strict=True)
    ]


def _star(colour: Colour) -> Callable[[Pen], None]:
    return lambda p: p.shape(_points(0.47), colour)


def _shop(p: Pen) -> None:
    p.box(0.14, 0.30, 0.72, 0.62, 0.10, 0xFFB84D, 0xF08A24)
    p.line([(0.34, 0.42), (0.34, 0.26), (0.42, 0.14), (0.58, 0.14), (0.66, 0.26), (0.66, 0.42)], 0.06, 0x8A4B08)
    p.letter("N", 0.5, 0.66, 0.40, 0xFFFFFF)


def _forum(p: Pen) -> None:
    p.box(0.06, 0.10, 0.66, 0.48, 0.14, 0xB98AE8, 0x8A5BC4)
    p.shape([(0.18, 0.54), (0.18, 0.74), (0.38, 0.56)], 0x8A5BC4)
    p.box(0.32, 0.36, 0.62, 0.44, 0.14, 0xF7F2FC, 0xE3D6F3)
    p.shape([(0.66, 0.78), (0.82, 0.94), (0.84, 0.76)], 0xE3D6F3)
    for n in range(3):
        p.disc(0.48 + 0.15 * n, 0.58, 0.045, 0x8A5BC4)


def _wiki(p: Pen) -> None:
    p.box(0.08, 0.12, 0.84, 0.76, 0.06, 0x33658A, 0x1F4460)
    p.shape([(0.14, 0.18), (0.48, 0.24), (0.48, 0.84), (0.14, 0.78)], 0xFFFFFF, 0xEDF2F6)
    p.shape([(0.86, 0.18), (0.52, 0.24), (0.52, 0.84), (0.86, 0.78)], 0xFFFFFF, 0xEDF2F6)
    p.letter("W", 0.5, 0.50, 0.44, 0x1F4460)


def _map(p: Pen) -> None:
    p.shape([(0.06, 0.22), (0.36, 0.12), (0.36, 0.80), (0.06, 0.90)], 0xA5DBA0, 0x7CC47A)
    p.shape([(0.36, 0.12), (0.64, 0.22), (0.64, 0.90), (0.36, 0.80)], 0xF2E6B8, 0xE8D48B)
    p.shape([(0.64, 0.22), (0.94, 0.12), (0.94, 0.80), (0.64, 0.90)], 0x9CCBF0, 0x6FB0E4)
    _pin(p)


def _pin(p: Pen) -> None:
    p.shape([(0.34, 0.42), (0.66, 0.42), (0.5, 0.80)], 0xD93025)
    p.disc(0.5, 0.36, 0.19, 0xEA4335, 0xD93025)
    p.disc(0.5, 0.36, 0.07, 0xFFFFFF)


def _search(p: Pen) -> None:
    p.ring(0.42, 0.42, 0.30, 0.11, 0x0F7BD4)
    p.line([(0.62, 0.62), (0.88, 0.88)], 0.13, 0x0F7BD4)
    p.disc(0.42, 0.42, 0.09, 0x35C1B1)


#: Name to drawing.
WEB_ARTWORK: dict[str, Callable[[Pen], None]] = {
    "browser": _browser,
    "browser-page": _page,
    "browser-star": _star(0x0F6CBD),
    "map-pin": _pin,
    "shop-star": _star(0xF5A623),
    "shop-star-empty": _star(0xCDD3D8),
    "site-forum": _forum,
    "site-map": _map,
    "site-search": _search,
    "site-shop": _shop,
    "site-wiki": _wiki,
}
