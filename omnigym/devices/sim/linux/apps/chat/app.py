"""Chat: the workspace of a team, with channels, direct messages, threads and huddles."""

from __future__ import annotations

from functools import partial

from omnigym.devices.sim.app import App, Context, OpenDialog, ScrollTo, SetFiles
from omnigym.devices.sim.commands import commanded
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.kinds.chat.calling import calling
from omnigym.devices.sim.kinds.chat.records import CHANNEL, Room
from omnigym.devices.sim.kinds.chat.state import Result, State
from omnigym.devices.sim.kinds.chat.talking import go_to, talking
from omnigym.devices.sim.linux.apps.chat.commands import HUDDLE, KIT, MESSAGE, ROOM
from omnigym.devices.sim.linux.apps.chat.initial import with_team
from omnigym.devices.sim.linux.apps.chat.styles import TEAM_STYLES
from omnigym.devices.sim.linux.apps.chat.view import view
from omnigym.devices.sim.linux.apps.dialogs.prompt import Prompt
from omnigym.devices.sim.paint.pen import Pen
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.tables.table import next_id

__all__ = ["APPS"]

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
    initial=partial(with_team, KIT.store),
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
