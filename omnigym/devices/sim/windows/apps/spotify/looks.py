"""The looks and the icon of Spotify, which is dark by day, too: black, grey, and one green."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.paint.pen import Drawing, Pen
from omnigym.devices.sim.style.colour import Colour, Shade
from omnigym.devices.sim.style.looks import Look, looks
from omnigym.devices.sim.style.styles import PEOPLE

__all__ = ["SPOTIFY_ART", "SPOTIFY_STYLES"]


def _always(colour: Colour) -> Shade:
    return Shade(colour, colour)


_BLACK, _GROUND, _RAISED, _LIFTED = (_always(grey) for grey in (0x000000, 0x121212, 0x1F1F1F, 0x2A2A2A))
_WHITE, _GREY, _GREEN = _always(0xFFFFFF), _always(0xB3B3B3), _always(0x1ED760)
_ROUND = Look(
    min_w=32, min_h=32, icon=18, radius=16, ink=_GREY, hover=_LIFTED, pressed=_RAISED, checked=_always(0x1A4D2E)
)
_PILL = Look(pad=(14, 6, 14, 6), min_h=32, radius=16, ink=_WHITE, fill=_LIFTED, hover=_always(0x3A3A3A), gap=8)


def _app(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.47, 0x1ED760)
    for y, half, width in ((0.36, 0.29, 0.085), (0.51, 0.24, 0.072), (0.65, 0.19, 0.06)):
        p.line(
            [(0.5 - half, y + 0.02), (0.5 - half / 3, y - 0.035), (0.5 + half / 3, y - 0.02), (0.5 + half, y + 0.06)],
            width,
            0x121212,
        )


SPOTIFY_ART: Mapping[str, Drawing] = {"spotify": _app}
SPOTIFY_STYLES = looks(
    box={
        "spotify": Look(fill=_BLACK),
        "spotify_pane": Look(fill=_GROUND, radius=8),
        "spotify_row": Look(radius=4, hover=_LIFTED, checked=_always(0x3A3A3A)),
        "spotify_card": Look(radius=6, hover=_RAISED, pressed=_LIFTED),
        "spotify_quick": Look(radius=4, fill=_LIFTED, hover=_always(0x3A3A3A)),
        **{f"spotify_cover_{name}": Look(fill=name, radius=4) for name in PEOPLE},
        **{f"spotify_artist_{name}": Look(fill=name, radius=58) for name in PEOPLE},
    },
    text={
        "spotify": Look(ink=_WHITE),
        "spotify_muted": Look(size=11, ink=_GREY),
        "spotify_green": Look(ink=_GREEN),
        "spotify_head": Look(size=17, family="ui-semibold", ink=_WHITE),
        "spotify_title": Look(size=32, family="ui-semibold", ink=_WHITE),
        "spotify_line": Look(size=17, family="ui-semibold", ink=_always(0x6A6A6A)),
        "spotify_sung": Look(size=17, family="ui-semibold", ink=_WHITE),
    },
    icon={"spotify": Look(ink=_GREY), "spotify_cover": Look(ink="on_picture"), "spotify_green": Look(ink=_GREEN)},
    button={
        "spotify_round": _ROUND,
        "spotify_liked": _ROUND._replace(ink=_GREEN),
        "spotify_play": _ROUND._replace(ink=_BLACK, fill=_WHITE, hover=_GREY),
        "spotify_large": _ROUND._replace(min_w=52, min_h=52, icon=24, radius=26, ink=_BLACK, fill=_GREEN, hover=_WHITE),
        "spotify_pill": _PILL,
        "spotify_new": _PILL._replace(ink=_BLACK, fill=_WHITE, hover=_GREY),
    },
    field={
        "spotify": Look(
            pad=(38, 6, 12, 6), min_h=36, radius=18, fill=Shade(0xFFFFFF, 0x2A2A2A), edge=_LIFTED, ink="muted"
        )
    },
    slider={"spotify": Look(min_h=24, min_w=100, fill=_always(0x5A5A5A), ink=_GREEN)},
)
