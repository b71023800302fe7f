"""The looks of Chat: a sidebar of deep petrol, what is chosen in it in mint."""

from __future__ import annotations

from omnigym.devices.sim.kinds.chat.pieces import CHAT_STYLES
from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["TEAM_STYLES"]

_SIDE, _OVER, _CHOSEN = Shade(0x17404A, 0x102E36), Shade(0x22535F, 0x1A414B), Shade(0x2F8F83, 0x2A7D73)
_INK, _PALE, _WHITE = Shade(0xBFD6DA, 0xA9C3C8), Shade(0x8FB2B9, 0x7E9FA6), Shade(0xFFFFFF, 0xFFFFFF)
_MINT, _MINT_DOWN = Shade(0x1F7F73, 0x3AA596), Shade(0x186A60, 0x2F9082)
_ON_SIDE = Look(pad=(5, 5, 5, 5), min_w=28, min_h=28, icon=15, radius=6, ink=_INK, hover=_OVER, pressed=_CHOSEN)

TEAM_STYLES = CHAT_STYLES | looks(
    box={
        "chat_side": Look(fill=_SIDE),
        "chat_room": Look(radius=6, hover=_OVER, pressed=_CHOSEN, checked=_CHOSEN),
        "chat_message": Look(fill="layer", hover="canvas"),
        "chat_mention": Look(fill=Shade(0xFFF6DA, 0x40391F), hover=Shade(0xFDEFC4, 0x4A4326)),
        "chat_field": Look(fill="layer", edge="stroke_strong", radius=10),
        "chat_huddle": Look(fill=_OVER, radius=10),
    },
    text={
        "chat_room": Look(ink=_INK),
        "chat_room_chosen": Look(ink=_WHITE),
        "chat_room_new": Look(ink=_WHITE, bold=True),
        "chat_section": Look(size=11, family="ui-semibold", ink=_PALE),
        "chat_team": Look(size=16, family="ui-semibold", ink=_WHITE),
    },
    icon={"chat_room": Look(icon=14, ink=_INK)},
    tree_item={"chat": Look(pad=(12, 4, 8, 4), min_h=30, gap=9, radius=6, ink=_INK, hover=_OVER, checked=_CHOSEN)},
    button={
        "chat_side": _ON_SIDE,
        "chat_leave": _ON_SIDE._replace(fill="danger", ink=_WHITE, hover="danger", pressed="danger"),
        "chat_send": Look(
            pad=(8, 5, 8, 5), min_w=34, min_h=28, icon=15, radius=7, fill=_MINT, ink=_WHITE, hover=_MINT_DOWN
        ),
    },
)
