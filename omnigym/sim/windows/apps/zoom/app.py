"""Zoom Workplace: meetings, the calls they are, and a chat for the team."""

from __future__ import annotations

from datetime import timedelta

from omnigym.sim.app import App, Context, Focus, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.commands import commanded
from omnigym.sim.common.message_box import tell
from omnigym.sim.kinds.chat.calling import call_sounds, calling
from omnigym.sim.kinds.chat.commands import talking
from omnigym.sim.kinds.chat.pieces import CHAT_STYLES
from omnigym.sim.kinds.chat.state import ME, Result, State
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import Program
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.windows.apps.dialogs.date_picker import DatePicker
from omnigym.sim.windows.apps.zoom.commands import (
    CALL,
    KIT,
    MEETING,
    MESSAGE,
    ROOM,
    Desk,
    enter,
    join,
    save_ics,
    scheduled,
    time_typed,
)
from omnigym.sim.windows.apps.zoom.store import MEETINGS, Meeting, clock_of, with_zoom
from omnigym.sim.windows.apps.zoom.view import DURATIONS, view
from omnigym.sim.windows.clock import local

# -- the looks of Zoom Workplace --------------------------------------------------------------------------------------

# White, one blue, one orange; a meeting is black.

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

# -- the app ----------------------------------------------------------------------------------------------------------


#: What oracles click by its own name.
_CONTROLS = (
    *("attach", "day", "draft", "duration", "join", "link", "meetings", "new_meeting"),
    *("new_schedule", "save", "send", "time", "to_join", "to_schedule", "topic"),
)


def _icon(p: Pen) -> None:
    """A camera in white on a blue square with round corners."""
    p.box(0.04, 0.04, 0.92, 0.92, 0.26, 0x3D7DFF, 0x0B4FE0)
    p.box(0.18, 0.34, 0.40, 0.32, 0.09, 0xFFFFFF)
    p.shape([(0.62, 0.46), (0.82, 0.34), (0.82, 0.66), (0.62, 0.54)], 0xFFFFFF)


def _desk(state: State) -> Desk:
    return state.form or Desk()


def _page(state: State, ctx: Context, page: str) -> Result:
    """One of the pages; the form begins with the next full hour."""
    desk = _desk(state)._replace(form=None)
    if page == "schedule":
        soon = local(ctx.clock_ms, ctx.settings) + timedelta(hours=1)
        form = Meeting(0, "My meeting", soon.date().isoformat(), f"{soon.hour:02}:00")
        desk = desk._replace(form=form, clock=clock_of(form.time))
    focus = {"schedule": "zoom.topic", "join": "zoom.link", "": "zoom.draft"}.get(page, "")
    effects = (Focus(focus, 0, -1),) if focus else ()
    return state._replace(page=page, query="", form=desk), (*effects, ScrollTo(KIT.key("messages"), offset=1 << 20))


def _form(state: State, _ctx: Context, field: str, value: str) -> Result:
    """A field of the form has another value."""
    desk = _desk(state)
    if desk.form is None:
        return state, ()
    if field == "time":
        return state._replace(form=desk._replace(clock=value)), ()
    if field == "topic":
        new = desk.form._replace(topic=value)
    else:
        new = desk.form._replace(minutes=DURATIONS.get(value, desk.form.minutes))
    return state._replace(form=desk._replace(form=new)), ()


def _waiting(state: State, _ctx: Context) -> Result:
    form = _desk(state).form
    return (
        state._replace(form=_desk(state)._replace(form=form._replace(waiting=not form.waiting))) if form else state
    ), ()


def _pick(state: State, _ctx: Context) -> Result:
    form = _desk(state).form
    return state, (OpenDialog("date_picker", DatePicker("Date of the meeting", form.day), ("picked",)),) if form else ()


def _picked(state: State, _ctx: Context, day: str | None) -> Result:
    form = _desk(state).form
    if form is None or day is None:
        return state, ()
    return state._replace(form=_desk(state)._replace(form=form._replace(day=day))), ()


def _save(state: State, ctx: Context, *_: str) -> Result:
    form = _desk(state).form
    if form is None:
        return state, ()
    if not form.topic.strip():
        return state, (tell(KIT.title, "Give the meeting a topic."), Focus("zoom.topic"))
    time = time_typed(_desk(state).clock)
    if not time:
        return state, (tell(KIT.title, "Enter a time such as 2:30 PM."), Focus("zoom.time", 0, -1))
    files, meeting = scheduled(ctx, form._replace(topic=form.topic.strip(), time=time))
    return state._replace(page="meetings", form=Desk(meeting.id)), (SetFiles(files),)


_APP = App(
    name="zoom",
    title="Zoom Workplace",
    icon="zoom-app",
    art={"zoom-app": _icon},
    styles=ZOOM_STYLES,
    program=Program(
        spoken=("Zoom", "Zoom Workplace"),
        category="Social Communication",
        commands=("zoom",),
        package="Zoom Workplace",
    ),
    initial=with_zoom,
    init=lambda _args, _ctx: (State(page="home", form=Desk()), ()),
    view=view,
    on={
        **talking(KIT),
        **calling(KIT),
        "open_meeting": lambda s, _, number: (s._replace(page="meetings", form=_desk(s)._replace(chosen=number)), ()),
        "form": _form,
        "join": lambda s, ctx, *_: join(s, ctx, _desk(s).join),
        "joining": lambda s, _, link: (s._replace(form=_desk(s)._replace(join=link)), ()),
        "new_meeting": lambda s, ctx: enter(s, ctx, f"{ME}'s Zoom Meeting", "hosted"),
        "page": _page,
        "pick_day": _pick,
        "picked": _picked,
        "save_ics": save_ics,
        "schedule": _save,
        "waiting": _waiting,
    },
    keys=(("ctrl+v", ("paste",)), ("escape", ("close_thread",))),
    tables=(*KIT.store.tables, MEETINGS),
    sounds=call_sounds(KIT),
    size=(1000, 620),
    min_size=(560, 400),
    single=True,
    close=("close",),
    locate={
        "record": MESSAGE.locate["record"],
        "records": {"key": "zoom.messages"},
        "room": {"key": "zoom.room.{name}"},
        "rooms": {"key": "zoom.rooms"},
        "page": {"key": "zoom.page.{name}"},
        "meet": {"key": "zoom.meet.{name}"},
        "overwrite_confirm": {"key": "message.yes"},
        **{name: {"key": KIT.key(name)} for name in _CONTROLS},
    },
)
APPS = (commanded(_APP, MESSAGE, ROOM, CALL, MEETING),)
