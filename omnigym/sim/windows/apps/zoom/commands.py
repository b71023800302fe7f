"""The meetings that were scheduled, and what can be done with them."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

from omnigym.sim.app import Context, OpenDialog, ScrollTo, SetClipboard, SetFiles
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands, delete_record, rows_of
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import asking, tell
from omnigym.sim.kinds.chat.calling import call_commands, record_command, started
from omnigym.sim.kinds.chat.commands import message_commands, room_commands
from omnigym.sim.kinds.chat.state import GROUP, ME, PEOPLE, Call, Kit, Result, Room, State
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, Vfs, VfsError
from omnigym.sim.windows.apps.zoom.store import MEETINGS, STORE, Meeting
from omnigym.sim.windows.clock import local
from omnigym.sim.windows.file_kinds import app_for
from omnigym.values import ClipboardContent

KIT = Kit("zoom", "Zoom Workplace", STORE, app_for, local, False, f"{HOME}/Documents/Zoom")
#: How a time is typed: "2:30 PM", "2 pm", "14:30".
_TIME = re.compile(r"\s*(\d{1,2})(?:[:.](\d\d))?\s*(?:([ap])\.?m\.?)?\s*", re.IGNORECASE | re.ASCII)
_DIGITS = 11


class Desk(NamedTuple):
    """What Zoom's window knows besides: the chosen meeting, the form of a new one and what is typed there as its time,
    what is typed to join, and what is beside a meeting: "people", "talk" or nothing.
    """

    chosen: int = 0
    form: Meeting | None = None
    clock: str = ""
    join: str = ""
    side: str = ""


def time_typed(typed: str) -> str:
    """The time that somebody has typed: "14:30" for "2:30 PM"; "" for what is none."""
    found = _TIME.fullmatch(typed)
    if found is None:
        return ""
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if not (1 <= hour <= 12 if half else hour < 24 and found[2]) or minute > 59:
        return ""
    return f"{hour % 12 + 12 * (half == 'p') if half else hour:02}:{minute:02}"


def scheduled(ctx: Context, form: Meeting) -> tuple[Vfs, Meeting]:
    """The files with a meeting more, which gets a number of its own."""
    rows = MEETINGS.rows(ctx.vfs)
    number = 81_000_000_000 + (next_id(rows) * 482_713_337 + date.fromisoformat(form.day).toordinal() * 977) % 10**10
    meeting = form._replace(id=next_id(rows), number=str(number))
    return MEETINGS.written(ctx.vfs, (*rows, meeting), ctx.clock_ms), meeting


def enter(state: State, ctx: Context, topic: str, kind: str) -> Result:
    """A meeting that is on: with a room, for what is written in it."""
    store, vfs = KIT.store, ctx.vfs
    if store.room(vfs, topic) is None:
        rows = store.rooms.rows(vfs)
        vfs = store.rooms.written(vfs, (*rows, Room(next_id(rows), topic, GROUP)), ctx.clock_ms)
    there = state._replace(page="home", room=topic, query="", form=Desk())
    after, effects = started(KIT, there, ctx._replace(vfs=vfs), Call(0, topic, kind, "on"))
    return after, (*((SetFiles(vfs),) if vfs is not ctx.vfs else ()), *effects)


def join(state: State, ctx: Context, typed: str) -> Result:
    """The meeting of a link or a number."""
    digits = "".join([c for c in typed.rpartition("/j/")[2].partition("?")[0] if c in "0123456789"])
    known = next((m for m in MEETINGS.rows(ctx.vfs) if m.number == digits), None)
    if known is not None:
        return enter(state, ctx, known.topic, "hosted")
    if len(digits) != _DIGITS:
        return state, (tell(KIT.title, "This meeting ID is not valid. Check it and try again."),)
    return enter(state, ctx, f"Meeting {digits}", "meeting")


def people_in(call: Call) -> tuple[str, ...]:
    """Who is in a call: in somebody else's meeting two people were there already."""
    others = tuple(PEOPLE)
    if call.kind == "meeting":
        first = int(call.room[-2:]) if call.room[-2:].isdecimal() else 0
        return ME, others[first % len(others)], others[(first + 2) % len(others)]
    return (ME, call.room) if call.kind == "outgoing" and call.state == "on" else (ME,)


def _invitation(meeting: Meeting) -> str:
    return (
        f"{ME} is inviting you to a scheduled Zoom meeting.\n\nTopic: {meeting.topic}\nTime: {meeting.when}\n\n"
        f"Join Zoom Meeting\n{meeting.link}\n\nMeeting ID: {meeting.number}\n"
    )


def _ics(meeting: Meeting) -> bytes:
    """An iCalendar file (RFC 5545); its times have no zone, as the form has none."""
    ends = meeting.begins + timedelta(minutes=meeting.minutes)
    topic = meeting.topic.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    lines = (
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Zoom//Zoom Workplace//EN", "BEGIN:VEVENT"),
        f"UID:{meeting.number}@zoom.example",
        f"DTSTAMP:{meeting.begins:%Y%m%dT%H%M%SZ}",
        f"DTSTART:{meeting.begins:%Y%m%dT%H%M%S}",
        f"DTEND:{ends:%Y%m%dT%H%M%S}",
        f"SUMMARY:{topic}",
        f"LOCATION:{meeting.link}",
        *("END:VEVENT", "END:VCALENDAR"),
    )
    return "".join([f"{line}\r\n" for line in lines]).encode()


def save_ics(state: State, ctx: Context, number: int, path: str | None) -> Result:
    """The invitation as a file, where the dialog said."""
    meeting = next((m for m in MEETINGS.rows(ctx.vfs) if m.id == number), None)
    if meeting is None or path is None:
        return state, ()
    try:
        return state, (SetFiles(ctx.vfs.write(path, _ics(meeting), ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(KIT.title, str(e)),)


def _ask_ics(state: State, _ctx: Context, meeting: Meeting) -> Result:
    ask = FileDialog(True, f"{HOME}/Documents", "invitation.ics", (("Calendar file", "ics"),))
    return state, (OpenDialog("file_dialog", ask, ("save_ics", meeting.id)),)


def _copied(state: State, text: str) -> Result:
    return state, (SetClipboard(ClipboardContent(text=text)),)


def _side(which: str) -> Command:
    label = {"people": "Participants", "talk": "Chat"}[which]

    def run(state: State, _ctx: Context, _call: Call) -> Result:
        desk = state.form or Desk()
        return state._replace(form=desk._replace(side="" if desk.side == which else which)), (
            ScrollTo(KIT.key("messages"), offset=1 << 20),
        )

    return Command(which, label, run=run, icon={"people": "people", "talk": "chat"}[which], places=("call",))


_BOTH = (BAR, MENU)
_SURE = asking("Delete meeting", "Delete this meeting? Nobody can join it any more.", "Delete")
MEETING = Commands(
    "zoom",
    Command("start", "Start", run=lambda s, c, m: enter(s, c, m.topic, "hosted"), icon="video", places=_BOTH),
    Command("copy_link", "Copy link", run=lambda s, _, m: _copied(s, m.link), icon="link", places=_BOTH),
    Command(
        "copy_invite", "Copy invitation", run=lambda s, _, m: _copied(s, _invitation(m)), icon="copy", places=_BOTH
    ),
    Command("ics", "Save as calendar file", run=_ask_ics, icon="calendar-add", places=_BOTH),
    LINE,
    Command("cancel", "Delete meeting", delete_record, None, "delete", places=_BOTH, ask=lambda _: _SURE),
    records=rows_of(MEETINGS, lambda state: (state.form or Desk()).chosen),
    menu="meeting_menu",
)
MESSAGE = message_commands(KIT, answer="Reply", pin="Bookmark", unpin="Remove bookmark")
ROOM = room_commands(KIT)
CALL = call_commands(
    KIT,
    _side("people"),
    _side("talk"),
    record_command(KIT),
    Command(
        "hand",
        lambda c: "Lower hand" if c.hand else "Raise hand",
        lambda c: c._replace(hand=not c.hand),
        icon="hand-right",
        shortcut="alt+y",
        places=("call",),
        enabled=lambda c: c.state == "on",
    ),
    leave="Leave",
    keys=("alt+a", "alt+v"),
)
