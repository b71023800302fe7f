"""The looks of Skype: sky blue, bubbles, round buttons; a call is deep blue."""

from __future__ import annotations

from omnigym.devices.sim.kinds.chat.pieces import CHAT_STYLES
from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["SKYPE_STYLES"]

_SKY, _SKY_DOWN, _WHITE = Shade(0x00A4E4, 0x1FB2EC), Shade(0x0090CA, 0x0A9BD4), Shade(0xFFFFFF, 0xFFFFFF)
_MINE, _THEIRS, _SIDE = Shade(0xD9F1FC, 0x0F4C66), Shade(0xF1F2F4, 0x3A3D42), Shade(0xF4F9FC, 0x1D2226)
_DEEP, _GLASS, _RED = Shade(0x063B57, 0x05293D), Shade(0x1C5878, 0x184A66), Shade(0xD8315B, 0xD8315B)
_ROUND = Look(min_w=40, min_h=40, icon=18, radius=20, ink=_SKY, hover="hover", pressed="pressed")
_IN_CALL = Look(min_w=54, min_h=54, icon=22, radius=27, fill=_GLASS, ink=_WHITE, hover=_SKY_DOWN, pressed=_SKY_DOWN)

SKYPE_STYLES = CHAT_STYLES | looks(
    box={
        "skype_side": Look(fill=_SIDE),
        "skype_room": Look(radius=10, hover="hover", pressed="pressed", checked=_MINE),
        "skype_mine": Look(fill=_MINE, radius=14),
        "skype_theirs": Look(fill=_THEIRS, radius=14),
        "skype_field": Look(fill="layer", edge=_SKY, radius=18),
        "skype_call": Look(fill=_DEEP),
        "skype_badge": Look(fill=_SKY, radius=9),
    },
    text={
        "skype_name": Look(size=22, family="ui-semibold", ink=_WHITE),
        "skype_when": Look(size=13, ink=_WHITE),
        "skype_missed": Look(family="ui-semibold", ink="danger"),
    },
    tab={"skype": Look(size=12, pad=(12, 8, 12, 10), min_h=38, gap=7, ink="muted", hover="hover")},
    button={
        "skype_round": _ROUND,
        "skype_push": Look(
            pad=(18, 8, 18, 8), min_h=36, radius=18, fill=_SKY, ink=_WHITE, hover=_SKY_DOWN, pressed=_SKY_DOWN
        ),
        "skype_send": _ROUND._replace(min_w=32, min_h=30, icon=17),
        "skype_in_call": _IN_CALL,
        "skype_end": _IN_CALL._replace(fill=_RED, hover=_RED, pressed=_RED),
    },
)
