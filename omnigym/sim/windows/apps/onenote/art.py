"""The looks and the icons of OneNote."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Ink, Look, looks

_WHITE = Shade(0xFFFFFF, 0xFFFFFF)
_PURPLE = Shade(0x7719AA, 0x5B1483)
_DEEP = Shade(0x5F1288, 0x46106A)
_TINTS: Mapping[str, Ink] = {
    "purple": Shade(0xB995D6, 0x6B4A8A),
    "blue": Shade(0x8AAEE8, 0x3B5C96),
    "green": Shade(0x9BCB8B, 0x45713A),
    "orange": Shade(0xF5BC7E, 0x8F5A22),
    "pink": Shade(0xEFA0BE, 0x8A4463),
    "teal": Shade(0x82C9C4, 0x2F706C),
}
_PAPERS: Mapping[str, Ink] = {
    "plain": Shade(0xFFFFFF, 0x252525),
    "yellow": Shade(0xFFF9DC, 0x3A3520),
    "blue": Shade(0xE6F1FC, 0x1E2C3D),
    "green": Shade(0xE8F6E6, 0x203524),
    "rose": Shade(0xFCE9EE, 0x3B242B),
}
_TAB = Look(size=12, pad=(12, 5, 12, 5), min_h=30, radius=0, ink=_WHITE, hover=_DEEP)
ONENOTE_STYLES = looks(
    box={
        "onenote_head": Look(fill=_PURPLE),
        "onenote_ribbon": Look(fill=Shade(0xF7F1FA, 0x2E2433)),
        "onenote_list": Look(fill=Shade(0xF1ECF4, 0x231D27)),
        "onenote_page": Look(hover=Shade(0xE3D7EA, 0x3A2D42)),
        "onenote_open": Look(fill=Shade(0xFFFFFF, 0x463551)),
        "onenote_card": Look(radius=6, fill="card", edge="stroke_strong", hover="hover"),
        "onenote_line": Look(fill=Shade(0xB0A3B8, 0x65586D)),
        **{f"onenote_section_{name}": Look(fill=ink) for name, ink in _TINTS.items()},
        **{f"onenote_paper_{name}": Look(fill=ink) for name, ink in _PAPERS.items()},
    },
    text={
        "onenote_head": Look(size=13, family="ui-semibold", ink=_WHITE),
        "onenote_section": Look(size=12, ink=Shade(0x1B1B1B, 0xFFFFFF)),
        "onenote_here": Look(size=12, family="ui-semibold", ink=Shade(0x1B1B1B, 0xFFFFFF)),
        "onenote_tags": Look(size=14, family="ui-semibold", ink=Shade(0x7719AA, 0xC99BE6)),
    },
    button={"onenote_head": Look(size=12, pad=(10, 5, 10, 5), min_h=30, radius=4, gap=6, ink=_WHITE, hover=_DEEP)},
    tab={"onenote": _TAB._replace(checked=_DEEP)},
    icon={"onenote_head": Look(ink=_WHITE, icon=12)},
    field={"onenote_title": Look(size=22, family="ui-light", pad=(0, 2, 0, 2), min_h=36)},
)


def _onenote(p: Pen) -> None:
    p.box(0.26, 0.06, 0.66, 0.88, 0.08, 0xCA64EA, 0xAE4BD5)
    for n, ink in enumerate((0x9332BF, 0x7719AA, 0x5B1483)):
        p.box(0.78, 0.12 + 0.26 * n, 0.16, 0.22, 0.03, ink)
    p.box(0.06, 0.26, 0.48, 0.48, 0.07, 0x7719AA, 0x5F1288)
    p.letter("N", 0.30, 0.51, 0.36, 0xFFFFFF)


def _important(p: Pen) -> None:
    p.shape(
        [
            (0.50, 0.06),
            (0.62, 0.38),
            (0.96, 0.38),
            (0.69, 0.59),
            (0.79, 0.93),
            (0.50, 0.73),
            (0.21, 0.93),
            (0.31, 0.59),
            (0.04, 0.38),
            (0.38, 0.38),
        ],
        0xE3A008,
        0xFFC83D,
    )


def _question(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.45, 0x7719AA)
    p.letter("?", 0.5, 0.52, 0.62, 0xFFFFFF)


def _remember(p: Pen) -> None:
    p.box(0.08, 0.10, 0.84, 0.80, 0.06, 0x7ED36F, 0x4FAE41)
    p.line([(0.26, 0.40), (0.74, 0.40)], 0.09, 0xFFFFFF)
    p.line([(0.26, 0.64), (0.60, 0.64)], 0.09, 0xFFFFFF)


ONENOTE_ART: Mapping[str, Drawing] = {
    "onenote": _onenote,
    "onenote-important": _important,
    "onenote-question": _question,
    "onenote-remember": _remember,
}
