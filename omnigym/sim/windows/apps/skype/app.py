"""Skype: chats in bubbles, groups, contact cards, calls."""

from __future__ import annotations

from omnigym.sim.app import App, Context, Focus
from omnigym.sim.commands import commanded
from omnigym.sim.kinds.chat.calling import call_sounds, calling
from omnigym.sim.kinds.chat.commands import talking
from omnigym.sim.kinds.chat.pieces import CHAT_STYLES
from omnigym.sim.kinds.chat.state import Result, State
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import Program
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.windows.apps.skype.commands import CALL, KIT, MESSAGE, ON, ROOM
from omnigym.sim.windows.apps.skype.store import with_skype
from omnigym.sim.windows.apps.skype.view import view

# -- the looks of Skype -----------------------------------------------------------------------------------------------

# Sky blue, bubbles, round buttons; a call is deep blue.

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

# -- the app ----------------------------------------------------------------------------------------------------------


def _icon(p: Pen) -> None:
    """A white S on a cloud of blue."""
    p.disc(0.34, 0.34, 0.30, 0x0FB4EE)
    p.disc(0.66, 0.66, 0.30, 0x0089C9)
    p.disc(0.50, 0.50, 0.40, 0x14B1EE, 0x0090D0)
    p.letter("S", 0.50, 0.50, 0.58, 0xFFFFFF)


def _page(state: State, _ctx: Context, page: str) -> Result:
    clear = state._replace(page=page, query="", form=None)
    return clear, (Focus("skype.group_name"),) if page == "group" else ()


_CONTROLS = ("attach", "call", "card", "create", "draft", "group", "group_name", "search", "send", "video")
_APP = App(
    name="skype",
    title="Skype",
    icon="skype-app",
    art={"skype-app": _icon},
    styles=SKYPE_STYLES,
    program=Program(spoken=("Skype",), category="Social Communication", commands=("skype",)),
    initial=with_skype,
    init=lambda _args, _ctx: (State(), ()),
    view=view,
    on={**talking(KIT), **calling(KIT), **ON, "page": _page},
    caption=lambda state: f"{state.room} - Skype" if state.room else "Skype",
    keys=(("ctrl+v", ("paste",)), ("ctrl+g", ("page", "group"))),
    tables=KIT.store.tables,
    sounds=call_sounds(KIT),
    size=(900, 600),
    min_size=(560, 380),
    single=True,
    close=("close",),
    locate={
        "record": MESSAGE.locate["record"],
        "records": {"key": "skype.messages"},
        "room": {"key": "skype.room.{name}"},
        "rooms": {"key": "skype.rooms"},
        "page": {"key": "skype.page.{name}"},
        "tick": {"key": "skype.tick.{name}"},
        "card_of": {"key": "skype.card.{name}"},
        "forward_to": {"key": "skype.forward.{name}"},
        "overwrite_confirm": {"key": "message.yes"},
        **{name: {"key": KIT.key(name)} for name in _CONTROLS},
    },
)
APPS = (commanded(_APP, MESSAGE, ROOM, CALL),)
