"""The looks and the icons of Media Player: an orange disc, and sheets for sounds, videos and playlists."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.artwork import paper
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import PEOPLE, SUBTLE

_ORANGE = Shade(0xD9480F, 0xFF8F4A)


def _app(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.46, 0xFF9A3D, 0xD9340F)
    p.disc(0.5, 0.5, 0.33, 0xFFF4EA)
    p.shape([(0.41, 0.33), (0.70, 0.50), (0.41, 0.67)], 0xF0641E, 0xC9300C)


def _note(p: Pen) -> None:
    paper(p)
    p.disc(0.42, 0.68, 0.09, 0xE2571C)
    p.box(0.47, 0.34, 0.05, 0.35, 0.02, 0xE2571C)
    p.shape([(0.47, 0.34), (0.66, 0.42), (0.66, 0.54), (0.47, 0.45)], 0xE2571C)


def _film(p: Pen) -> None:
    p.box(0.08, 0.14, 0.84, 0.72, 0.06, 0x3A3F47)
    p.box(0.20, 0.20, 0.60, 0.60, 0.03, 0xFFB27A, 0xE2571C)
    for n in range(4):
        for x in (0.115, 0.825):
            p.box(x, 0.21 + 0.16 * n, 0.06, 0.09, 0.02, 0xF2F4F7)
    p.shape([(0.43, 0.38), (0.64, 0.50), (0.43, 0.62)], 0xFFFFFF)


def _lines(p: Pen) -> None:
    paper(p)
    for n in range(3):
        p.disc(0.34, 0.42 + 0.15 * n, 0.035, 0xE2571C)
        p.box(0.41, 0.40 + 0.15 * n, 0.28, 0.04, 0.02, 0x6B7480)


MEDIA_ART: Mapping[str, Drawing] = {
    "media-player": _app,
    "file-sound": _note,
    "file-video": _film,
    "file-playlist": _lines,
}
MEDIA_STYLES = looks(
    box={
        **{f"media_cover_{name}": Look(fill=name, radius=4) for name in PEOPLE},
        "media_bar": Look(fill=Shade(0xFBF4EF, 0x2B2420), edge="stroke"),
        "media_stage": Look(fill="black"),
        "media_card": Look(radius=6, hover="hover", pressed="pressed"),
    },
    text={"media_plays": Look(family="ui-semibold", ink=_ORANGE)},
    icon={"media_cover": Look(ink="on_picture"), "media_plays": Look(ink=_ORANGE)},
    button={
        "media_main": Look(min_w=42, min_h=42, icon=20, radius=21, fill=_ORANGE, ink="on_accent", hover="danger"),
        "media_switch": SUBTLE._replace(min_w=34, min_h=34, icon=18, checked=Shade(0xF6D3BF, 0x6B3A1E)),
    },
    slider={"media": Look(min_h=24, min_w=100, fill="thumb", ink=_ORANGE)},
)
