"""The looks of Zoom Workplace: white, one blue, one orange; a meeting is black."""

from __future__ import annotations

from omnigym.devices.sim.kinds.chat.pieces import CHAT_STYLES
from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["ZOOM_STYLES"]

_WHITE, _BLUE, _BLUE_DOWN = Shade(0xFFFFFF, 0xFFFFFF), Shade(0x0B5CFF, 0x2D73FF), Shade(0x094BD1, 0x1F5FE0)
_ORANGE, _BLACK, _BAR = Shade(0xFF742E, 0xFF742E), Shade(0x0D0D0D, 0x0D0D0D), Shade(0x1C1C1C, 0x1C1C1C)
_TILE, _OVER, _PALE = Shade(0x2A2A2A, 0x2A2A2A), Shade(0x3A3A3A, 0x3A3A3A), Shade(0xE4E4E4, 0xE4E4E4)
_RED, _NAVY = Shade(0xE02828, 0xE02828), Shade(0x0A2A66, 0x10254F)
_BIG = Look(min_w=76, min_h=76, icon=34, radius=24, fill=_BLUE, ink=_WHITE, hover=_BLUE_DOWN, pressed=_BLUE_DOWN)
_IN_CALL = Look(
    size=11, pad=(8, 6, 8, 6), min_w=70, min_h=52, icon=20, gap=4, radius=8, vertical=True, ink=_PALE, hover=_OVER
)

ZOOM_STYLES = CHAT_STYLES | looks(
    box={
        "zoom_bar": Look(fill="card", edge="stroke"),
        "zoom_clock": Look(fill=_NAVY, radius=14),
        "zoom_card": Look(fill="layer", edge="stroke", radius=14),
        "zoom_meeting": Look(fill="layer", radius=10, hover="hover", checked="checked"),
        "zoom_dark": Look(fill=_BLACK),
        "zoom_tools": Look(fill=_BAR),
        "zoom_tile": Look(fill=_TILE, radius=12),
        "zoom_room": Look(radius=8, hover="hover", pressed="pressed", checked="checked"),
        "zoom_message": Look(hover="hover"),
        "zoom_mention": Look(fill=Shade(0xEAF1FF, 0x22304D), hover="hover"),
        "zoom_field": Look(fill="layer", edge="stroke_strong", radius=12),
    },
    text={
        "zoom_time": Look(size=42, family="ui-semibold", ink=_WHITE),
        "zoom_date": Look(size=13, ink=_WHITE),
        "zoom_name": Look(size=12, ink=_WHITE),
        "zoom_room": Look(),
        "zoom_room_chosen": Look(family="ui-semibold"),
        "zoom_room_new": Look(bold=True),
    },
    icon={"zoom_room": Look(icon=14, ink="muted"), "zoom_tile": Look(icon=14, ink=_WHITE)},
    button={
        "zoom_tab": Look(
            size=11, pad=(8, 6, 8, 6), min_w=84, min_h=52, icon=20, gap=3, radius=8, vertical=True, ink="muted",
            hover="hover", checked="checked",
        ),
        "zoom_blue": _BIG,
        "zoom_orange": _BIG._replace(fill=_ORANGE, hover=Shade(0xE8631F, 0xE8631F), pressed=Shade(0xE8631F, 0xE8631F)),
        "zoom_push": Look(
            pad=(16, 7, 16, 8), min_h=34, radius=10, fill=_BLUE, ink=_WHITE, hover=_BLUE_DOWN, pressed=_BLUE_DOWN
        ),
        "zoom_send": Look(min_w=32, min_h=28, icon=17, radius=8, ink=_BLUE, hover="hover", pressed="pressed"),
        "zoom_call": _IN_CALL,
        "zoom_leave": _IN_CALL._replace(fill=_RED, ink=_WHITE, hover=_RED, pressed=_RED),
    },
)  # fmt: skip
