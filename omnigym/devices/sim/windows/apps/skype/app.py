"""Skype: chats in bubbles, groups, contact cards, calls."""

from __future__ import annotations

from omnigym.devices.sim.app import App, Context, Focus
from omnigym.devices.sim.commands import commanded
from omnigym.devices.sim.kinds.chat.beginning import Said, with_calls, with_talk
from omnigym.devices.sim.kinds.chat.calling import calling
from omnigym.devices.sim.kinds.chat.records import GROUP, ME
from omnigym.devices.sim.kinds.chat.state import Result, State
from omnigym.devices.sim.kinds.chat.talking import talking
from omnigym.devices.sim.paint.pen import Pen
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.vfs import Vfs
from omnigym.devices.sim.windows.apps.skype.commands import CALL, KIT, MESSAGE, ON, ROOM
from omnigym.devices.sim.windows.apps.skype.styles import SKYPE_STYLES
from omnigym.devices.sim.windows.apps.skype.view import view

__all__ = ["APPS"]

_DAY = 24 * 60
_HIKE, _SARA, _TOM, _PRIYA = "Sunday hike", "Sara Lind", "Tom Becker", "Priya Nair"
_TALK = (
    Said(_HIKE, _TOM, "The train leaves at 8:12 from platform 4.", 2 * _DAY),
    Said(_HIKE, _SARA, "I bring the map and a thermos of tea.", 2 * _DAY - 25, 0, (f"heart: {_TOM}",)),
    Said(_HIKE, ME, "Is the hut open in March?", _DAY + 70),
    Said(_SARA, _SARA, "Did you find my umbrella?", 4 * _DAY),
    Said(_SARA, ME, "Yes, it stands in the hall.", 4 * _DAY - 15),
    Said(_TOM, _TOM, "Happy to help with the shelves on Saturday, if you have a second drill.", 3 * _DAY),
    Said(_PRIYA, _PRIYA, "Greetings from the airport!", 80),
)
_CALLS = ((_SARA, "outgoing", 4 * _DAY - 5, 312), (_PRIYA, "missed", 75, 0))


def _with_skype(vfs: Vfs, now: int) -> Vfs:
    """The files with the chats and the last calls."""
    vfs = with_talk(KIT.store, vfs, now, ((_HIKE, "", 0),), _TALK, GROUP)
    return with_calls(KIT.store, vfs, now, _CALLS)


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
    initial=_with_skype,
    init=lambda _args, _ctx: (State(), ()),
    view=view,
    on={**talking(KIT), **calling(KIT), **ON, "page": _page},
    caption=lambda state: f"{state.room} - Skype" if state.room else "Skype",
    keys=(("ctrl+v", ("paste",)), ("ctrl+g", ("page", "group"))),
    tables=KIT.store.tables,
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
