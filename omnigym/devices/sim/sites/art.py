"""The colour icons of sites, which come with every browser."""

from __future__ import annotations

import math
from collections.abc import Mapping

from omnigym.devices.sim.paint.pen import Drawing, Pen
from omnigym.devices.sim.sites._shop_art import GOODS_ART
from omnigym.devices.sim.style.colour import Colour

__all__ = ["SITE_ART", "outlook"]


def _page(p: Pen) -> None:
    p.ring(0.5, 0.5, 0.40, 0.06, 0x7A8794)
    p.line([(0.10, 0.5), (0.90, 0.5)], 0.06, 0x7A8794)
    p.line([(0.5, 0.10), (0.5, 0.90)], 0.06, 0x7A8794)
    for side in (-1, 1):
        curve = [(0.5 + side * 0.20 * math.cos(a / 10), 0.5 + 0.40 * math.sin(a / 10)) for a in range(-15, 16)]
        p.line(curve, 0.05, 0x7A8794)


def _points(reach: float) -> list[tuple[float, float]]:
    turns = [math.pi * (i / 5 - 0.5) for i in range(10)]
    return [
        (0.5 + r * math.cos(a), 0.53 + r * math.sin(a))
        for a, r in zip(turns, [reach if i % 2 == 0 else reach * 0.45 for i in range(10)], strict=True)
    ]


def _star(colour: Colour) -> Drawing:
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


def _code(p: Pen) -> None:
    p.box(0.06, 0.14, 0.88, 0.72, 0.12, 0x1E7F86, 0x12525B)
    p.line([(0.36, 0.34), (0.20, 0.50), (0.36, 0.66)], 0.08, 0xFFFFFF)
    p.line([(0.64, 0.34), (0.80, 0.50), (0.64, 0.66)], 0.08, 0xFFFFFF)
    p.line([(0.55, 0.30), (0.45, 0.70)], 0.08, 0xF2C14E)


def _docs(p: Pen) -> None:
    p.box(0.16, 0.06, 0.66, 0.88, 0.07, 0xA4673C, 0x75431F)
    p.box(0.26, 0.10, 0.56, 0.80, 0.03, 0xFFFFFF, 0xF3ECE6)
    for n, wide in enumerate((0.30, 0.40, 0.36, 0.22)):
        p.line([(0.34, 0.28 + 0.14 * n), (0.34 + wide, 0.28 + 0.14 * n)], 0.05, 0xA4673C)


def outlook(p: Pen) -> None:
    """The icon of Outlook, as an app and on the web."""
    p.box(0.28, 0.06, 0.62, 0.62, 0.05, 0x1490DF, 0x28A8EA)
    p.box(0.28, 0.06, 0.31, 0.31, 0.05, 0x0364B8)
    p.box(0.59, 0.06, 0.31, 0.31, 0.05, 0x28A8EA)
    p.box(0.59, 0.34, 0.31, 0.30, 0.0, 0x50D9FF, 0x3CC0F2)
    p.shape([(0.22, 0.47), (0.93, 0.47), (0.93, 0.55), (0.22, 0.55)], 0x0A2767)
    p.box(0.20, 0.48, 0.75, 0.46, 0.05, 0x1784D9, 0x0F5FAF)
    p.shape([(0.20, 0.48), (0.95, 0.48), (0.575, 0.74)], 0x35B8F1, 0x1E94DE)
    p.shape([(0.22, 0.92), (0.57, 0.70), (0.93, 0.92)], 0x1A7FD0, 0x1263B4)
    p.box(0.03, 0.24, 0.52, 0.52, 0.06, 0x1E74CE, 0x0A4A96)
    p.ring(0.29, 0.50, 0.155, 0.062, 0xFFFFFF)


def _search(p: Pen) -> None:
    p.ring(0.42, 0.42, 0.30, 0.11, 0x0F7BD4)
    p.line([(0.62, 0.62), (0.88, 0.88)], 0.13, 0x0F7BD4)
    p.disc(0.42, 0.42, 0.09, 0x35C1B1)


#: Name to drawing.
SITE_ART: Mapping[str, Drawing] = {
    "browser-page": _page,
    "browser-star": _star(0x0F6CBD),
    "mail-app": outlook,
    "map-pin": _pin,
    "shop-star": _star(0xF5A623),
    "shop-star-empty": _star(0xCDD3D8),
    "site-code": _code,
    "site-docs": _docs,
    "site-forum": _forum,
    "site-map": _map,
    "site-search": _search,
    "site-shop": _shop,
    "site-wiki": _wiki,
    **GOODS_ART,
}
