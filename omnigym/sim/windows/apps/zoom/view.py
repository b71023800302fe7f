"""What Zoom Workplace looks like outside meetings: home, team chat, meetings, contacts, and two forms."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from omnigym.a11y import Role
from omnigym.documents.mail import Attachment
from omnigym.sim.app import Context
from omnigym.sim.common.clock import time_of
from omnigym.sim.kinds.chat.calling import call_face
from omnigym.sim.kinds.chat.pieces import (
    attach_button,
    by_day,
    composer,
    face,
    lines_of,
    message_line,
    room_line,
    rooms_of,
)
from omnigym.sim.kinds.chat.state import CHANNEL, DIRECT, ME, Call, Room, State
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row, state_flags, wrapped
from omnigym.sim.ui.widgets import button, checkbox, combo, field, icon, scroll, separator, spacer, text, toggle
from omnigym.sim.windows.apps.zoom.commands import (
    CALL,
    KIT,
    MEETING,
    MESSAGE,
    Desk,
    people_in,
)
from omnigym.sim.windows.apps.zoom.store import MEETINGS, Meeting
from omnigym.sim.windows.clock import local

# -- calls ------------------------------------------------------------------------------------------------------------

# What a meeting looks like: everybody's tile on black, the tools below, who is there or what is written beside.

_SIDE_W, _NARROW_CALL = 300, 700


def _person_tile(name: str, call: Call) -> Node:
    """A person: of the user whether the camera is on and the microphone off."""
    own = name == ME
    shown = icon("video-person", style="huge") if own and call.camera else face(name, 40)
    signs = [icon("mic-off", style="zoom_tile")] if own and call.muted else []
    signs += [icon("hand-right", style="zoom_tile")] if own and call.hand else []
    label = row(*signs, text(name, style="zoom_name", role=None), gap=6, pad=(10, 0, 10, 8), h=26)
    return column(
        row(shown, h=FILL, justify="center"), label, style="zoom_tile", h=FILL, role=Role.LIST_ITEM, name=name
    )


def _screen(call: Call, seconds: int) -> Node:
    state = "Calling..." if call.state == "ringing" else call_face(seconds)
    notes = [text(call.room, style="zoom_name", role=Role.HEADING), spacer()]
    notes += [text("You are sharing your screen", style="zoom_name", key="zoom.sharing")] if call.sharing else []
    notes += [icon("record", style="zoom_tile", alt="Recording"), text("Recording", style="zoom_name")] * bool(
        call.recording_ms
    )
    notes += [text(state, style="zoom_name", key="zoom.time", name="Duration", value=state)]
    tiles = row(
        *[_person_tile(n, call) for n in people_in(call)],
        h=FILL,
        gap=10,
        align="stretch",
        role=Role.LIST,
        name="People",
    )
    return column(row(*notes, h=34, pad=(4, 0), gap=12), tiles, style="zoom_dark", h=FILL, pad=(14, 4, 14, 12))


def _tools(call: Call) -> Node:
    found = CALL.buttons("call", call, labelled=True, style="zoom_call")
    shown = [b if b.key != "zoom.call.hang_up" else b._replace(style="zoom_leave") for b in found]
    return row(spacer(), *shown, spacer(), style="zoom_tools", h=68, gap=2, role=Role.TOOLBAR, name="Meeting")


def _people(call: Call) -> Node:
    lines = [
        row(face(n, 28), text(n + " (you)" * (n == ME), w=FILL), h=40, gap=10, role=Role.LIST_ITEM, name=n)
        for n in people_in(call)
    ]
    head = text(f"Participants ({len(lines)})", style="heading", role=Role.HEADING)
    return column(row(head, h=44), *lines, style="content", pad=(14, 4), h=FILL, role=Role.LIST, name="Participants")


def call_view(call: Call, seconds: int, side: str, talk: Node | None, width: int) -> Node:
    """The content of the window in a call; ``talk`` is what is written in it, where that is beside."""
    alone = bool(side) and width < _NARROW_CALL
    room = FILL if alone else _SIDE_W
    beside = None
    if side == "talk" and talk is not None:
        beside = column(talk, w=room, h=FILL)
    elif side == "people":
        beside = column(panel(_people, call, h=FILL), w=room, h=FILL)
    return column(
        row(None if alone else panel(_screen, call, seconds, h=FILL), beside, h=FILL, align="stretch"),
        panel(_tools, call),
        h=FILL,
    )


# -- the view ---------------------------------------------------------------------------------------------------------

#: What the list of durations offers, and what is kept of it.
DURATIONS: Mapping[str, int] = {"15 min": 15, "30 min": 30, "45 min": 45, "1 hr": 60, "1 hr 30 min": 90, "2 hr": 120}
_TABS = {
    "home": ("Home", "home"),
    "": ("Team chat", "chat"),
    "meetings": ("Meetings", "video"),
    "contacts": ("Contacts", "contact-card"),
}
_NARROW = 720


def _tabs(page: str, new: int) -> Node:
    found = [
        toggle(f"zoom.page.{p or 'chat'}", label, icon=image, style="zoom_tab", checked=page == p, click=("page", p))
        for p, (label, image) in _TABS.items()
    ]
    badge = row(text(str(new), style="chat_badge", role=None), style="chat_badge", w=22, h=18, justify="center")
    shown: list[Element] = [*found[:2], *([badge] if new else []), *found[2:]]
    return row(spacer(), *shown, spacer(), style="zoom_bar", h=62, gap=6, pad=(12, 0), role=Role.TAB_LIST, name="Zoom")


def _tile(key: str, label: str, image: str, msg: tuple[str, ...], style: str = "zoom_blue") -> Node:
    return column(
        button(f"zoom.{key}", icon=image, name=label, style=style, click=msg),
        text(label, role=None),
        w=120,
        gap=10,
        align="center",
    )


def _home(now: datetime, time: str, meetings: tuple[Meeting, ...], narrow: bool) -> Node:
    tiles = column(
        row(
            _tile("new_meeting", "New meeting", "video", ("new_meeting",), "zoom_orange"),
            _tile("to_join", "Join", "add", ("page", "join")),
            gap=20,
        ),
        row(
            _tile("to_schedule", "Schedule", "calendar", ("page", "schedule")),
            _tile("to_chat", "Team chat", "chat", ("page", "")),
            gap=20,
        ),
        gap=34,
    )
    clock = column(
        text(time, style="zoom_time", role=None),
        text(f"{now:%A, %B} {now.day}", style="zoom_date", role=None),
        style="zoom_clock",
        h=130,
        align="center",
        justify="center",
    )
    card = column(
        clock,
        column(*[_meeting(m, False) for m in meetings[:3]], pad=(10, 10), gap=4, role=Role.LIST, name="Next meetings"),
        style="zoom_card",
        w=FILL if narrow else 340,
    )
    pad = (20, 24, 20, 20) if narrow else (60, 60, 60, 20)
    return row(tiles, spacer(w=30), card, h=FILL, pad=pad, align="start", justify="center")


def _meeting(meeting: Meeting, chosen: bool) -> Node:
    return column(
        text(meeting.topic, style="strong", w=FILL, role=None),
        text(f"{meeting.when} · {meeting.minutes} min", style="caption", w=FILL, role=None),
        style="zoom_meeting",
        key=f"zoom.meeting.{meeting.id}",
        role=Role.LIST_ITEM,
        name=meeting.topic,
        flags=state_flags(selected=chosen),
        pad=(12, 9),
        gap=3,
        click=("open_meeting", meeting.id),
        context=("meeting_menu", meeting.id),
    )


def _meetings(meetings: tuple[Meeting, ...], chosen: Meeting | None) -> Node:
    items = column(*[_meeting(m, m == chosen) for m in meetings], pad=(10, 10), gap=4, role=Role.LIST, name="Upcoming")
    new = button("zoom.new_schedule", "Schedule a meeting", icon="add", style="zoom_push", click=("page", "schedule"))
    return row(
        column(row(new, pad=(12, 12, 12, 4)), scroll("zoom.meetings", items, name="Upcoming"), w=270, h=FILL),
        separator(vertical=True),
        _detail(chosen) if chosen is not None else _nothing("video", "No meeting is selected"),
        h=FILL,
        align="stretch",
    )


def _detail(meeting: Meeting) -> Node:
    start, *tools = [b for b in MEETING.buttons("", meeting, labelled=True) if b.key]
    told = (("Time", f"{meeting.when} ({meeting.minutes} min)"), ("Meeting ID", meeting.number), ("Link", meeting.link))
    lines = [row(text(a, style="muted", w=90, role=None), text(b, w=FILL, wrap=True), gap=8) for a, b in told]
    inside = column(
        text(meeting.topic, style="title", role=Role.HEADING),
        *lines,
        text("Guests wait until you let them in" if meeting.waiting else "Guests come in at once", style="caption"),
        spacer(h=8),
        wrapped(start._replace(style="zoom_push", h=30), *tools, gap=8),
        pad=(28, 24),
        gap=10,
        role=Role.PANE,
        name="Meeting",
    )
    return scroll("zoom.detail", inside)


def _nothing(image: str, said: str) -> Node:
    return column(
        icon(image, style="huge"), text(said, style="muted"), h=FILL, gap=12, align="center", justify="center"
    )


def _schedule(form: Meeting, clock: str) -> Node:
    day = form.begins
    shown = next((d for d, minutes in DURATIONS.items() if minutes == form.minutes), "")
    time = field(
        "zoom.time",
        clock,
        name="Time",
        placeholder="2:30 PM",
        whole=True,
        w=120,
        change=("form", "time"),
        submit=("schedule",),
    )
    duration = combo("zoom.duration", shown, tuple(DURATIONS), name="Duration", w=140, change=("form", "duration"))
    boxes: tuple[tuple[str, Element], ...] = (
        ("Topic", field("zoom.topic", form.topic, name="Topic", change=("form", "topic"), submit=("schedule",), w=360)),
        ("Date", button("zoom.day", f"{day:%B} {day.day}, {day.year}", icon="calendar", click=("pick_day",), w=180)),
        ("Time", time),
        ("Duration", duration),
        ("", checkbox("zoom.waiting", "Waiting room", checked=form.waiting, click=("waiting",))),
    )
    lines = [row(text(label, style="muted", w=90, role=None), box, gap=10) for label, box in boxes]
    return column(
        text("Schedule a meeting", style="title", role=Role.HEADING),
        *lines,
        row(
            button("zoom.save", "Save", style="zoom_push", default=True, click=("schedule",)),
            button("zoom.dismiss", "Cancel", click=("page", "home")),
            pad=(100, 8, 0, 0),
            gap=8,
        ),
        pad=(40, 26),
        gap=14,
        h=FILL,
    )


def _joining(link: str) -> Node:
    return column(
        text("Join a meeting", style="title", role=Role.HEADING),
        field(
            "zoom.link", link, name="Meeting ID or link", placeholder="Meeting ID or link", w=420,
            change=("joining",), submit=("join",),
        ),
        row(
            button("zoom.join", "Join", style="zoom_push", disabled=not link.strip(), click=("join",)),
            button("zoom.dismiss", "Cancel", click=("page", "home")),
            gap=8,
        ),
        pad=(0, 90),
        gap=18,
        h=FILL,
        align="center",
    )  # fmt: skip


def _contacts(people: tuple[tuple[Room, int], ...]) -> Node:
    lines = [
        row(
            face(r.name, 40),
            column(text(r.name, style="strong", role=None), text(r.topic, style="caption", role=None), gap=2),
            button(f"zoom.chat.{r.name}", "Chat", icon="chat", click=("go", r.name)),
            button(f"zoom.meet.{r.name}", "Meet", icon="video", style="zoom_push", click=("call", r.name, False)),
            style="zoom_meeting",
            role=Role.LIST_ITEM,
            name=r.name,
            h=60,
            pad=(14, 0),
            gap=12,
        )
        for r, _ in people
    ]
    return scroll(
        "zoom.contacts", column(*lines, pad=(40, 16), gap=4, role=Role.LIST, name="Contacts"), name="Contacts"
    )


def _rooms(rooms: tuple[tuple[Room, int], ...], at: str) -> Node:
    lines = [
        room_line(
            "zoom", r, n, r.name == at, face(r.name, 26) if r.kind == DIRECT else icon("people-team", size=20), 40
        )
        for r, n in rooms
    ]
    return scroll("zoom.rooms", column(*lines, pad=(8, 10), gap=2, role=Role.TREE, name="Chats"), name="Chats")


def _chat(state: State, ctx: Context, rooms: tuple[tuple[Room, int], ...]) -> Node:
    room = KIT.store.room(ctx.vfs, state.room)
    left = panel(_rooms, rooms, state.room, w=220, h=FILL)
    if room is None:
        return row(left, separator(vertical=True), _nothing("chat", "Choose a chat"), h=FILL, align="stretch")
    return row(left, separator(vertical=True), talk_pane(state, ctx, room), h=FILL, align="stretch")


def talk_pane(state: State, ctx: Context, room: Room) -> Node:
    """What was said in a room, and where one writes."""
    said = [m for m in KIT.store.messages.rows(ctx.vfs) if m.room == room.name]
    quoted = KIT.store.message(ctx.vfs, state.answers)
    parts = tuple(by_day(KIT, ctx, lines_of(KIT, state, ctx, said), message_line, MESSAGE))
    return column(
        row(text(room.name, style="heading", role=Role.HEADING), h=48, pad=(16, 0)),
        separator(),
        scroll("zoom.messages", panel(_said, parts), name="Messages"),
        panel(_write, state.draft, state.files, room.name, quoted.said if quoted is not None else ""),
        style="content",
        h=FILL,
    )


def _said(parts: tuple[Element, ...]) -> Node:
    return column(*parts, pad=(0, 6), role=Role.LIST, name="Messages")


def _write(draft: str, files: tuple[Attachment, ...], room: str, quoted: str) -> Node:
    write = composer(KIT, draft, files, f"Message {room}", attach_button(KIT), quoting=quoted)
    return row(write, pad=(14, 0, 14, 12))


def view(state: State, ctx: Context) -> Node:
    """The content of the window: the call that one is in, else a page."""
    desk, vfs = state.form or Desk(), ctx.vfs
    call = KIT.store.call(vfs, state.call)
    if call is not None:
        room = KIT.store.room(vfs, call.room)
        beside = talk_pane(state, ctx, room) if desk.side == "talk" and room is not None else None
        return call_view(call, max(0, state.now_ms - call.since_ms) // 1000, desk.side, beside, ctx.w)
    meetings = tuple(sorted(MEETINGS.rows(vfs), key=lambda m: (m.day, m.time)))
    rooms, now = (
        (*rooms_of(KIT.store, vfs, CHANNEL), *rooms_of(KIT.store, vfs, DIRECT)),
        local(ctx.clock_ms, ctx.settings),
    )
    body: Element
    if state.page == "home":
        body = panel(_home, now, time_of(now, ctx.settings), meetings, ctx.w < _NARROW, h=FILL)
    elif state.page == "meetings":
        body = panel(_meetings, meetings, next((m for m in meetings if m.id == desk.chosen), None), h=FILL)
    elif state.page == "schedule" and desk.form is not None:
        body = panel(_schedule, desk.form, desk.clock, h=FILL)
    elif state.page == "join":
        body = panel(_joining, desk.join, h=FILL)
    elif state.page == "contacts":
        body = panel(_contacts, rooms_of(KIT.store, vfs, DIRECT), h=FILL)
    else:
        body = _chat(state, ctx, rooms)
    return column(panel(_tabs, state.page, sum([n for _, n in rooms])), column(body, style="content", h=FILL), h=FILL)
