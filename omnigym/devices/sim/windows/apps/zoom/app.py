"""Zoom Workplace: meetings, the calls they are, and a chat for the team."""

from __future__ import annotations

from datetime import timedelta

from omnigym.devices.sim.app import App, Context, Focus, OpenDialog, ScrollTo, SetFiles
from omnigym.devices.sim.commands import commanded
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.kinds.chat.beginning import Said, with_talk
from omnigym.devices.sim.kinds.chat.calling import calling
from omnigym.devices.sim.kinds.chat.records import ME
from omnigym.devices.sim.kinds.chat.state import Result, State
from omnigym.devices.sim.kinds.chat.talking import talking
from omnigym.devices.sim.paint.pen import Pen
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.vfs import Vfs
from omnigym.devices.sim.windows.apps.dialogs.date_picker import DatePicker
from omnigym.devices.sim.windows.apps.zoom.meetings import (
    CALL,
    KIT,
    MEETING,
    MEETINGS,
    MESSAGE,
    ROOM,
    Desk,
    Meeting,
    clock_of,
    enter,
    join,
    save_ics,
    scheduled,
    time_typed,
)
from omnigym.devices.sim.windows.apps.zoom.styles import ZOOM_STYLES
from omnigym.devices.sim.windows.apps.zoom.view import DURATIONS, view
from omnigym.devices.sim.windows.clock import local

__all__ = ["APPS"]

_DAY = 24 * 60
_MARIA, _TOM, _JONAS = "Maria Santos", "Tom Becker", "Jonas Weber"
_TALK = (
    Said("Product team", _MARIA, "The demo is ready. We show it on Thursday.", 2 * _DAY),
    Said("Product team", _TOM, "Shall I bring the old model as well?", 2 * _DAY - 20, 0, (f"like: {_MARIA}",)),
    Said("Product team", ME, "Yes please, people like to compare.", 2 * _DAY - 31),
    Said("Product team", _JONAS, "Slides 4 to 9 are still without pictures.", 50),
    Said("Newsletter", _JONAS, "I need two lines from everybody until Friday.", _DAY + 90),
    Said(_MARIA, _MARIA, "Can we talk after lunch?", 200),
    Said(_TOM, ME, "I have sent you the drawings by mail.", _DAY + 30),
    Said(_TOM, _TOM, "Got them, thank you.", _DAY + 12),
)


#: What oracles click by its own name.
_CONTROLS = (
    *("attach", "day", "draft", "duration", "join", "link", "meetings", "new_meeting"),
    *("new_schedule", "save", "send", "time", "to_join", "to_schedule", "topic"),
)


def _with_zoom(vfs: Vfs, now: int) -> Vfs:
    """The files with the chats and two meetings of the next days."""
    rooms = (("Product team", "Everything about the demo", 1), ("Newsletter", "What goes into the next one", 0))
    vfs = with_talk(KIT.store, vfs, now, rooms, _TALK)
    rows = (
        Meeting(1, "Weekly review", "2025-03-17", "09:30", 45, "81730264519"),
        Meeting(2, "Interview with Ms Ortega", "2025-03-19", "14:00", 60, "81264907358"),
    )
    return MEETINGS.written(vfs, rows, now)


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
    initial=_with_zoom,
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
