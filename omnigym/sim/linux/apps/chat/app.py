"""Chat: the workspace of a team, with channels, direct messages, threads and huddles."""

from __future__ import annotations

from omnigym.sim.app import App, Context, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.commands import commanded
from omnigym.sim.common.message_box import Prompt, tell
from omnigym.sim.kinds.chat.calling import call_sounds, calling
from omnigym.sim.kinds.chat.commands import go_to, talking
from omnigym.sim.kinds.chat.pieces import CHAT_STYLES
from omnigym.sim.kinds.chat.state import CHANNEL, Result, Room, State
from omnigym.sim.linux.apps.chat.store import with_team
from omnigym.sim.linux.apps.chat.view import HUDDLE, KIT, MESSAGE, ROOM, view
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import Program
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import next_id

# -- the looks of Chat ------------------------------------------------------------------------------------------------

# A sidebar of deep petrol, what is chosen in it in mint.

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

# -- the app ----------------------------------------------------------------------------------------------------------

_FIRST = "general"


def _icon(p: Pen) -> None:
    """Two speech bubbles."""
    p.box(0.04, 0.10, 0.66, 0.50, 0.14, 0x2F8F83, 0x1B6A60)
    p.shape([(0.14, 0.54), (0.36, 0.54), (0.16, 0.76)], 0x1B6A60)
    p.box(0.34, 0.36, 0.62, 0.44, 0.13, 0xF4FBFA, 0xCFE6E2)
    p.shape([(0.66, 0.76), (0.88, 0.76), (0.88, 0.96)], 0xCFE6E2)
    for x in (0.50, 0.65, 0.80):
        p.disc(x, 0.58, 0.05, 0x17404A)


def _new_channel(state: State, _ctx: Context) -> Result:
    asked = Prompt("Create a channel", "Name of the channel", button="Create")
    return state, (OpenDialog("prompt", asked, ("create_channel",)),)


def _create(state: State, ctx: Context, name: str | None) -> Result:
    """Names of channels are written small, with hyphens."""
    name = "-".join((name or "").casefold().removeprefix("#").split())
    rooms = KIT.store.rooms.rows(ctx.vfs)
    if not name:
        return state, ()
    if KIT.store.room(ctx.vfs, name) is not None:
        return state, (tell(KIT.title, f"There is a channel {name} already."),)
    files = KIT.store.rooms.written(ctx.vfs, (*rooms, Room(next_id(rooms), name, CHANNEL)), ctx.clock_ms)
    there, effects = go_to(KIT, state, ctx._replace(vfs=files), name)
    return there, (SetFiles(files), *effects)


def _page(state: State, _ctx: Context, page: str) -> Result:
    return state._replace(page=page, query="", answers=0), (ScrollTo(KIT.key("messages")),)


_APP = App(
    name="chat",
    title="Chat",
    icon="team-chat",
    art={"team-chat": _icon},
    styles=TEAM_STYLES,
    program=Program(spoken=("Chat",), category="Social Communication", pinned=10, commands=("chat",)),
    initial=with_team,
    init=lambda _args, ctx: go_to(KIT, State(), ctx, _FIRST),
    view=view,
    on={
        **talking(KIT),
        **calling(KIT),
        "mention": lambda s, _: (s._replace(draft=f"{s.draft}@"), ()),
        "new_channel": _new_channel,
        "create_channel": _create,
        "page": _page,
    },
    caption=lambda state: f"{state.room or 'Team'} - Chat",
    keys=(("ctrl+v", ("paste",)), ("escape", ("close_thread",))),
    tables=KIT.store.tables,
    sounds=call_sounds(KIT),
    size=(1000, 620),
    min_size=(520, 380),
    single=True,
    close=("close",),
    focus=KIT.key("draft"),
    locate={
        "record": MESSAGE.locate["record"],
        "records": {"key": "chat.messages"},
        "more": {"key": "chat.message.{name}.more"},
        "page": {"key": "chat.page.{name}"},
        "edit_save": {"key": "chat.edit.save"},
        **{name: {"key": KIT.key(name)} for name in ("attach", "draft", "huddle", "search", "send", "send_answer")},
        "room": {"key": "chat.room.{name}"},
        "rooms": {"key": "chat.rooms"},
        "overwrite_confirm": {"key": "message.replace"},
    },
)
APPS = (commanded(_APP, MESSAGE, ROOM, HUDDLE),)
