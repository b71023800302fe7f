"""The looks and the icon of Clipchamp: white, and every shade of one violet."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks

_WHITE, _VIOLET, _DEEP = Shade(0xFFFFFF, 0xFFFFFF), Shade(0x6B3FD4, 0x8B62F0), Shade(0x5A30BC, 0x7A50E0)
_PALE, _MIST, _INK = Shade(0xF1EBFD, 0x37304A), Shade(0xF8F6FC, 0x1E1B26), Shade(0x55309F, 0xCDBBFA)
_TEAL, _ROSE, _SKY = Shade(0xCDEFE9, 0x1F4F48), Shade(0xFBDCEB, 0x5A2C45), Shade(0xDCE4FF, 0x2C3866)
_EDGE = Shade(0x3B1C8C, 0xE6DCFF)
_MAIN = Look(
    pad=(14, 6, 14, 7), min_h=32, icon=16, gap=8, radius=6, fill=_VIOLET, ink=_WHITE, hover=_DEEP, pressed=_DEEP
)
_ROUND = Look(min_w=34, min_h=30, icon=18, radius=15, hover=_PALE, pressed=_PALE, checked=_PALE)


def _app(p: Pen) -> None:
    p.box(0.06, 0.06, 0.88, 0.88, 0.20, 0x8F63F4, 0x5B2BC4)
    p.shape([(0.20, 0.26), (0.50, 0.50), (0.20, 0.74)], 0xFFFFFF, 0xD9C8FF)
    p.shape([(0.46, 0.26), (0.80, 0.50), (0.46, 0.74)], 0xFFD9F1, 0xFF9AD5)


CLIPCHAMP_ART: Mapping[str, Drawing] = {"clipchamp": _app}
CLIPCHAMP_STYLES = looks(
    box={
        "clipchamp": Look(fill=_MIST),
        "clipchamp_bar": Look(fill=Shade(0xFFFFFF, 0x262230), edge=Shade(0xE6DEF6, 0x3A3448)),
        "clipchamp_pane": Look(fill=Shade(0xFFFFFF, 0x262230), edge=Shade(0xE6DEF6, 0x3A3448), radius=8),
        "clipchamp_stage": Look(fill=Shade(0x14111C, 0x0C0A11), radius=8),
        "clipchamp_card": Look(fill=Shade(0xFFFFFF, 0x262230), edge=Shade(0xE6DEF6, 0x3A3448), radius=10, hover=_PALE),
        "clipchamp_media": Look(radius=6, hover=_PALE, checked=_PALE, pressed=_PALE),
        "clipchamp_done": Look(fill=_PALE, radius=8),
        "clipchamp_track": Look(fill=Shade(0xECE6F7, 0x191621), radius=6),
        "clipchamp_head": Look(fill=_EDGE),
        "clipchamp_title": Look(fill=_ROSE, edge=Shade(0xE7A9CB, 0x7B4460), radius=5),
        "clipchamp_title_chosen": Look(fill=_ROSE, edge=_EDGE, radius=5),
        "clipchamp_picture": Look(fill=_SKY, edge=Shade(0xA9B9EF, 0x47589A), radius=5),
        "clipchamp_picture_chosen": Look(fill=_SKY, edge=_EDGE, radius=5),
        "clipchamp_sound": Look(fill=_TEAL, edge=Shade(0x93D3C8, 0x2F756B), radius=5),
        "clipchamp_sound_chosen": Look(fill=_TEAL, edge=_EDGE, radius=5),
    },
    text={
        "clipchamp_hello": Look(size=30, family="ui-semibold", ink=_INK),
        "clipchamp_head": Look(size=14, family="ui-semibold"),
        "clipchamp_time": Look(size=13, family="ui-semibold", ink=_INK),
        "clipchamp_mark": Look(size=10, ink="muted"),
        "clipchamp_hint": Look(size=11, ink="muted"),
        "clipchamp_clip": Look(size=11),
    },
    button={
        "clipchamp_main": _MAIN,
        "clipchamp_wide": _MAIN._replace(min_h=44, size=14, radius=8, pad=(22, 10, 22, 11)),
        "clipchamp_round": _ROUND,
        "clipchamp_play": _ROUND._replace(
            min_w=40, min_h=34, radius=17, fill=_PALE, ink=_INK, hover=Shade(0xE2D6FB, 0x4A4063)
        ),
        "clipchamp_rail": Look(
            size=11,
            pad=(4, 8, 4, 8),
            min_w=62,
            min_h=56,
            icon=20,
            gap=4,
            radius=8,
            vertical=True,
            hover=_PALE,
            checked=_PALE,
        ),
        "clipchamp_style": Look(
            size=13, pad=(10, 8, 10, 8), min_h=44, radius=8, fill=_ROSE, ink="text", hover=_PALE, pressed=_PALE, gap=10
        ),
        "clipchamp_gap": Look(radius=4, icon=14, ink="muted", hover=_PALE, pressed=_PALE),
    },
    slider={"clipchamp": Look(min_h=24, min_w=60, fill=Shade(0xDDD2F2, 0x3A3448), ink=_VIOLET)},
    field={"clipchamp": Look(pad=(8, 5, 8, 5), min_h=30, radius=6, size=14, family="ui-semibold", hover=_PALE)},
)
