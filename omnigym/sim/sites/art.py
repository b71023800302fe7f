"""The colour icons of sites, which come with every browser."""

from __future__ import annotations

import math
from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Colour

# -- pictures of what the shop sells ----------------------------------------------------------------------------------


def _tent(p: Pen) -> None:
    p.shape([(0.02, 0.86), (0.98, 0.86), (0.98, 0.90), (0.02, 0.90)], 0x7BA05B)
    p.shape([(0.08, 0.86), (0.50, 0.18), (0.92, 0.86)], 0xF28C28, 0xD9661B)
    p.shape([(0.50, 0.18), (0.92, 0.86), (0.70, 0.86)], 0xB9510F)
    p.shape([(0.36, 0.86), (0.48, 0.42), (0.60, 0.86)], 0x3A2A1C)
    p.line([(0.50, 0.18), (0.50, 0.10)], 0.025, 0x5F4A36)


def _backpack(p: Pen) -> None:
    p.ring(0.5, 0.17, 0.12, 0.04, 0x24506B)
    p.box(0.22, 0.16, 0.56, 0.76, 0.18, 0x2F7FA8, 0x1F5C7F)
    p.box(0.12, 0.52, 0.14, 0.32, 0.05, 0x24506B)
    p.box(0.74, 0.52, 0.14, 0.32, 0.05, 0x24506B)
    p.box(0.29, 0.54, 0.42, 0.30, 0.06, 0x3E98C4, 0x2A7299)
    p.box(0.29, 0.36, 0.42, 0.05, 0.02, 0xF2C14E)
    p.box(0.46, 0.50, 0.08, 0.10, 0.02, 0xF2C14E)


def _sleeping_bag(p: Pen) -> None:
    p.box(0.10, 0.34, 0.80, 0.34, 0.17, 0x4A8C5F, 0x2F6643)
    p.box(0.10, 0.34, 0.26, 0.34, 0.17, 0x77B58A, 0x4A8C5F)
    p.disc(0.23, 0.51, 0.11, 0x2F6643)
    p.disc(0.23, 0.51, 0.05, 0xDCEBDF)
    for x in (0.50, 0.68):
        p.box(x, 0.33, 0.04, 0.36, 0.01, 0xF2C14E)


def _head_torch(p: Pen) -> None:
    p.ring(0.5, 0.5, 0.40, 0.09, 0x3D4752)
    p.box(0.30, 0.62, 0.40, 0.30, 0.08, 0xD9442E, 0xA82E1B)
    p.disc(0.5, 0.77, 0.11, 0xFFF4C2, 0xFFD95A)
    p.ring(0.5, 0.77, 0.11, 0.02, 0x5C1A10)


def _kettle(p: Pen) -> None:
    p.ring(0.5, 0.32, 0.24, 0.05, 0x4B3224)
    p.shape([(0.74, 0.56), (0.97, 0.36), (0.95, 0.32), (0.70, 0.46)], 0xB5652B)
    p.shape([(0.30, 0.38), (0.70, 0.38), (0.84, 0.86), (0.16, 0.86)], 0xE08B4A, 0xA8551F)
    p.box(0.14, 0.84, 0.72, 0.06, 0.03, 0x86421A)
    p.box(0.36, 0.33, 0.28, 0.07, 0.03, 0x86421A)
    p.disc(0.5, 0.30, 0.045, 0x4B3224)


def _grinder(p: Pen) -> None:
    p.line([(0.50, 0.22), (0.80, 0.14)], 0.04, 0x59636C)
    p.disc(0.82, 0.13, 0.06, 0x7A4A24)
    p.shape([(0.30, 0.24), (0.70, 0.24), (0.62, 0.46), (0.38, 0.46)], 0xC3CCD3, 0x8D99A3)
    p.box(0.24, 0.46, 0.52, 0.42, 0.05, 0xA8713F, 0x7A4A24)
    p.box(0.32, 0.60, 0.36, 0.18, 0.03, 0x8A5A30)
    p.disc(0.5, 0.69, 0.035, 0xE6C79C)


def _knife(p: Pen) -> None:
    p.shape([(0.04, 0.60), (0.10, 0.44), (0.62, 0.40), (0.62, 0.58)], 0xEEF2F5, 0xB6C1CA)
    p.box(0.60, 0.38, 0.06, 0.22, 0.02, 0x59636C)
    p.box(0.65, 0.40, 0.32, 0.14, 0.06, 0x8A5A30, 0x5F3B1C)
    for x in (0.74, 0.86):
        p.disc(x, 0.47, 0.018, 0xE0C8A8)


def _bowl(p: Pen) -> None:
    curve = [(0.5 + 0.42 * math.cos(a / 12 * math.pi), 0.40 + 0.46 * math.sin(a / 12 * math.pi)) for a in range(13)]
    p.shape(curve, 0xF3EBDD, 0xCDBDA2)
    p.box(0.04, 0.34, 0.92, 0.10, 0.05, 0xFBF6EC, 0xE6DAC4)
    p.box(0.34, 0.82, 0.32, 0.07, 0.02, 0xB8A688)
    p.line([(0.14, 0.56), (0.86, 0.56)], 0.03, 0x5B8DB8)


def _lamp(p: Pen) -> None:
    p.box(0.22, 0.84, 0.44, 0.07, 0.03, 0x39424B)
    p.line([(0.44, 0.84), (0.30, 0.50), (0.60, 0.22)], 0.045, 0x59636C)
    p.shape([(0.50, 0.26), (0.68, 0.10), (0.92, 0.40), (0.62, 0.48)], 0xF2C14E, 0xD9981E)
    p.shape([(0.62, 0.48), (0.92, 0.40), (0.96, 0.70), (0.60, 0.74)], 0xFFF6D6)
    p.disc(0.30, 0.50, 0.05, 0x39424B)


def _pen(p: Pen) -> None:
    p.line([(0.30, 0.72), (0.86, 0.14)], 0.13, 0x1D3A5F)
    p.line([(0.62, 0.39), (0.70, 0.31)], 0.14, 0xD9B44A)
    p.shape([(0.26, 0.68), (0.35, 0.77), (0.14, 0.88)], 0xE9C46A, 0xB8892B)
    p.line([(0.14, 0.88), (0.08, 0.93), (0.40, 0.93)], 0.02, 0x2B6CB0)


def _notebook(p: Pen) -> None:
    p.box(0.18, 0.08, 0.66, 0.84, 0.05, 0xB5443C, 0x8A2E27)
    p.box(0.18, 0.08, 0.10, 0.84, 0.04, 0x6E221D)
    p.box(0.38, 0.24, 0.36, 0.18, 0.02, 0xF7EFE2)
    p.box(0.43, 0.31, 0.26, 0.03, 0.0, 0xB9A88E)
    p.box(0.72, 0.06, 0.05, 0.90, 0.01, 0xF2C14E)


def _clock(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.44, 0x3D4752, 0x20272E)
    p.disc(0.5, 0.5, 0.38, 0xFFFFFF, 0xF1F4F6)
    for n in range(12):
        a = n * math.pi / 6
        p.disc(0.5 + 0.31 * math.cos(a), 0.5 + 0.31 * math.sin(a), 0.025, 0x3D4752)
    p.line([(0.5, 0.5), (0.5, 0.26)], 0.035, 0x20272E)
    p.line([(0.5, 0.5), (0.66, 0.58)], 0.045, 0x20272E)
    p.disc(0.5, 0.5, 0.035, 0xD9442E)


def _record_player(p: Pen) -> None:
    p.box(0.06, 0.20, 0.88, 0.64, 0.05, 0xA8713F, 0x7A4A24)
    p.disc(0.42, 0.52, 0.27, 0x20272E)
    p.ring(0.42, 0.52, 0.20, 0.01, 0x4A5560)
    p.disc(0.42, 0.52, 0.09, 0xD9442E)
    p.disc(0.42, 0.52, 0.02, 0xFFFFFF)
    p.line([(0.82, 0.30), (0.82, 0.56), (0.64, 0.66)], 0.035, 0xE4E9ED)
    p.disc(0.82, 0.30, 0.05, 0x59636C)


def _headphones(p: Pen) -> None:
    arc = [(0.5 + 0.36 * math.cos(a / 20 * math.pi), 0.52 - 0.40 * math.sin(a / 20 * math.pi)) for a in range(21)]
    p.line(arc, 0.08, 0x2B333B)
    for x in (0.06, 0.74):
        p.box(x, 0.48, 0.20, 0.38, 0.09, 0x4A5560, 0x20272E)
        p.box(x + (0.13 if x < 0.5 else 0.0), 0.52, 0.07, 0.30, 0.03, 0xD9442E)


def _ukulele(p: Pen) -> None:
    p.line([(0.52, 0.52), (0.84, 0.12)], 0.08, 0x5F3B1C)
    p.shape([(0.78, 0.10), (0.88, 0.02), (0.96, 0.09), (0.88, 0.20)], 0x3E2613)
    p.disc(0.34, 0.70, 0.25, 0xC9833F, 0x9A5B22)
    p.disc(0.50, 0.53, 0.17, 0xC9833F, 0xA9692C)
    p.disc(0.42, 0.61, 0.075, 0x3E2613)
    p.line([(0.26, 0.78), (0.84, 0.12)], 0.012, 0xF5EBD8)
    p.line([(0.20, 0.72), (0.33, 0.85)], 0.03, 0x3E2613)


def _harmonica(p: Pen) -> None:
    p.box(0.04, 0.34, 0.92, 0.34, 0.06, 0xDDE3E8, 0x9AA6B0)
    p.box(0.04, 0.46, 0.92, 0.11, 0.0, 0x8A2E27)
    for n in range(10):
        p.box(0.10 + 0.082 * n, 0.48, 0.045, 0.07, 0.0, 0x20272E)
    p.letter("C", 0.5, 0.40, 0.12, 0x39424B)


#: Name to drawing: "goods-" and the id of a product.
GOODS_ART: Mapping[str, Drawing] = {
    "goods-chef-knife": _knife,
    "goods-coffee-grinder": _grinder,
    "goods-copper-kettle": _kettle,
    "goods-desk-lamp": _lamp,
    "goods-fountain-pen": _pen,
    "goods-harmonica": _harmonica,
    "goods-head-torch": _head_torch,
    "goods-hiking-backpack": _backpack,
    "goods-mixing-bowl": _bowl,
    "goods-paper-notebook": _notebook,
    "goods-record-player": _record_player,
    "goods-sleeping-bag": _sleeping_bag,
    "goods-studio-headphones": _headphones,
    "goods-two-person-tent": _tent,
    "goods-ukulele": _ukulele,
    "goods-wall-clock": _clock,
}

# -- art --------------------------------------------------------------------------------------------------------------


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
