"""The looks and the icon of Wikipedia: paper and ink, in four themes and five sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Colour, Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.windows.apps.wikipedia.state import SIZES, THEMES


def _always(colour: Colour) -> Shade:
    return Shade(colour, colour)


class _Inks(NamedTuple):
    """The colours of a theme: ground, ink, faint ink, links, and what is chosen."""

    ground: Shade
    ink: Shade
    faint: Shade
    link: Shade
    chosen: Shade


_INKS: Mapping[str, _Inks] = {
    "Default": _Inks(
        Shade(0xFFFFFF, 0x202122),
        Shade(0x202122, 0xEAECF0),
        Shade(0x72777D, 0xA2A9B1),
        Shade(0x3366CC, 0x88A3E8),
        Shade(0xEAECF0, 0x33363B),
    ),
    "Sepia": _Inks(*map(_always, (0xF8F1E3, 0x3A3228, 0x82735A, 0x2A4B8D, 0xE9DDC4))),
    "Dark": _Inks(*map(_always, (0x27292D, 0xEAECF0, 0xA2A9B1, 0x6B9BFF, 0x3A3D42))),
    "Black": _Inks(*map(_always, (0x000000, 0xC8CCD1, 0x8A8F96, 0x6B9BFF, 0x242629))),
}
assert tuple(_INKS) == THEMES
_RAIL = Look(
    pad=(2, 9, 2, 7), min_w=62, min_h=56, icon=22, gap=5, size=10, vertical=True, hover=Shade(0xEAECF0, 0x33363B)
)


def _inked(name: str, look: Look, ink: str, sizes: bool = True) -> dict[str, Look]:
    """A look in every theme, and in every size where it has those."""
    return {
        f"{name}_{theme}_{size}" if sizes else f"{name}_{theme}": look._replace(
            size=round(look.size * size / 100), ink=getattr(inks, ink), hover=inks.chosen
        )
        for theme, inks in _INKS.items()
        for size in (SIZES if sizes else (100,))
    }


def _app(p: Pen) -> None:
    """A white tile with a black W."""
    p.box(0.05, 0.05, 0.90, 0.90, 0.18, 0xA2A9B1)
    p.box(0.07, 0.07, 0.86, 0.86, 0.16, 0xFFFFFF, 0xF4F5F7)
    for x in (0.20, 0.46):
        p.line([(x, 0.28), (x + 0.17, 0.74), (x + 0.34, 0.28)], 0.07, 0x202122)
    for x in (0.12, 0.40, 0.72):
        p.box(x, 0.24, 0.17, 0.05, 0.01, 0x202122)


WIKIPEDIA_ART: Mapping[str, Drawing] = {"wikipedia": _app}
STYLES = looks(
    box={
        **{f"wikipedia_{theme}": Look(fill=inks.ground) for theme, inks in _INKS.items()},
        **{f"wikipedia_facts_{theme}": Look(edge=inks.faint) for theme, inks in _INKS.items()},
        **{f"wikipedia_part_{theme}": Look(hover=inks.chosen, checked=inks.chosen) for theme, inks in _INKS.items()},
        "wikipedia_rail": Look(fill=Shade(0xF8F9FA, 0x17181A), edge=Shade(0xEAECF0, 0x33363B)),
        "wikipedia_top": Look(fill=Shade(0xFFFFFF, 0x202122)),
        "wikipedia_card": Look(edge=Shade(0xC8CCD1, 0x54595D), radius=2, hover=Shade(0xF1F4FD, 0x2A2E36)),
    },
    text={
        **_inked("wikipedia", Look(size=14, family="roboto"), "ink"),
        **_inked("wikipedia_title", Look(size=30, family="roboto-light"), "ink"),
        **_inked("wikipedia_head", Look(size=20, family="roboto-light"), "ink"),
        **_inked("wikipedia_note", Look(size=11, family="roboto"), "faint"),
        "wikipedia_word": Look(size=19, family="roboto-light"),
    },
    button={
        **_inked("wikipedia_link", Look(size=14, family="roboto", pad=(0, 1, 0, 1)), "link"),
        **_inked("wikipedia_tool", Look(pad=(6, 5, 6, 5), min_w=28, min_h=28, icon=16, gap=6, radius=2), "ink", False),
        "wikipedia_rail": _RAIL,
        "wikipedia_rail_on": _RAIL._replace(ink=Shade(0x3366CC, 0x88A3E8)),
    },
    field={"wikipedia": Look(pad=(36, 6, 10, 6), min_h=36, radius=2, fill="field", edge=Shade(0xA2A9B1, 0x72777D))},
)
