"""Zoom Workplace: scheduling and joining meetings, their links and files, calls; writing and sharing in its chat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.actions import Action, Wait
from omnigym.devices.sim.kinds.chat.beginning import PEOPLE
from omnigym.errors import OracleError
from omnigym.tasks.apps._commands import command_subtask
from omnigym.tasks.apps._needs import file_need
from omnigym.tasks.apps._rows import row_gone, row_is
from omnigym.tasks.apps._steps import in_front, name_file, pick_day
from omnigym.tasks.apps._talk import Talk, attach, say, to_room
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Condition, Effect, Need, Resource, all_of, subtask

__all__ = ["TALK", "at_page", "hang_up"]

TALK = Talk("zoom", "Zoom")
_ZOOM: Mapping[str, Any] = {
    "app": "zoom",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_MEETINGS, _CALLS, _LINK = "zoom/meetings", "zoom/calls", "https://contoso.zoom.example/j/"
_COLUMNS = ("topic", "day", "time", "minutes", "number")


def _meeting(*, consumes: bool = False) -> Need:
    """A meeting that was scheduled."""
    row = AddRow("AppData/Local/Zoom/meetings.json", _COLUMNS, ("{topic}", "2025-03-20", "11:30", 30, "{number}"))
    return Need(Resource("meeting", "{topic}"), (row,), consumes)


def hang_up(ui: UI) -> Iterator[Action]:
    """Zoom in front, in no call."""
    yield from in_front(ui)
    if ui.find("call.hang_up") is not None:
        yield ui.click("call.hang_up")


def at_page(ui: UI, page: str) -> Iterator[Action]:
    """A page of Zoom."""
    yield from hang_up(ui)
    yield ui.click("page", name=page)


def _chosen(ui: UI, key: str, label: str) -> Iterator[Action]:
    """An option of a list of the form."""
    shown = ui.find(key)
    if shown is not None and shown.value == label:
        return
    yield ui.click(key)
    option = ui.node(Role.MENU_ITEM, label)
    if option is None:
        raise OracleError(f"The form of a meeting offers no {label!r} for {key!r}.")
    yield ui.click(option)


@subtask(
    **_ZOOM,
    id="zoom/schedule",
    implied=("day", "time", "minutes"),
    instruction="Schedule a Zoom meeting '{topic}' on {date} at {clock} that lasts {length}.",
    parameters=table(
        "topic date day clock time length minutes",
        ("Kickoff of the garden project", "March 17, 2025", "2025-03-17", "9:00 AM", "09:00", "45 minutes", "45"),
        ("Talk with the landlord", "March 20, 2025", "2025-03-20", "2:30 PM", "14:30", "30 minutes", "30"),
        ("Choir rehearsal", "April 2, 2025", "2025-04-02", "6:00 PM", "18:00", "2 hours", "120"),
        ("Price check", "March 31, 2025", "2025-03-31", "11:30 AM", "11:30", "15 minutes", "15"),
        ("Parents' evening", "March 26, 2025", "2025-03-26", "7:30 PM", "19:30", "1 hour", "60"),
        ("Handover to Jonas", "March 18, 2025", "2025-03-18", "8:30 AM", "08:30", "90 minutes", "90"),
    ),
    conditions=(row_is(_MEETINGS, topic="{topic}", day="{day}", time="{time}", minutes="{minutes}"),),
    produces=(Resource("meeting", "{topic}"),),
    tags=("plan",),
)
def schedule(ui: UI, topic: str, day: str, clock: str, minutes: str, **_: str) -> Iterator[Action]:
    """The form: topic, date, time, duration."""
    yield from hang_up(ui)
    if ui.find("to_schedule") is None:
        yield from at_page(ui, "home")
    yield ui.click("to_schedule")
    yield ui.type(topic)
    yield ui.click("day")
    yield from pick_day(ui, day)
    yield ui.click("time")
    yield ui.type(clock)
    hours, rest = divmod(int(minutes), 60)
    parts = ([f"{hours} hr"] if hours else []) + ([f"{rest} min"] if rest else [])
    yield from _chosen(ui, "duration", " ".join(parts))
    yield ui.click("save")


_TOPICS = table(
    "topic number",
    ("Quarterly figures", "81450928831"),
    ("Book club", "81699203417"),
    ("Interview with Dr Weiss", "81930475526"),
    ("Planning of the move", "81274450983"),
    ("Lessons from the audit", "81583317720"),
    ("Tea with the neighbours", "81847796032"),
)


def _on_list(ui: UI, _values: Mapping[str, Any]) -> Iterator[Action]:
    return at_page(ui, "meetings")


command_subtask(
    "copy_link",
    record="{topic}",
    via="menu",
    begin=_on_list,
    **{**_ZOOM, "capabilities": (*_ZOOM["capabilities"], "clipboard")},
    id="zoom/copy-link",
    implied=("number",),
    instruction="Copy the link by which one joins the Zoom meeting '{topic}'.",
    parameters=_TOPICS,
    conditions=(
        Condition(
            "clipboard_from_row", {"uri": f"content://{_MEETINGS}", "columns": {"topic": "{topic}"}, "column": "link"}
        ),
    ),
    needs=(_meeting(),),
    produces=(Resource("clipboard_text", "the link of {topic}"),),
    disturbs=("clipboard",),
    tags=("copy",),
)
command_subtask(
    "cancel",
    record="{topic}",
    via="menu",
    then=("message.delete",),
    begin=_on_list,
    **_ZOOM,
    id="zoom/delete-meeting",
    implied=("number",),
    instruction="Delete the meeting '{topic}' in Zoom.",
    parameters=_TOPICS,
    conditions=(row_gone(_MEETINGS, others=True, topic="{topic}"),),
    needs=(_meeting(consumes=True),),
    tags=("delete",),
)


@subtask(
    **_ZOOM,
    id="zoom/save-invitation",
    implied=("number",),
    instruction="Save the Zoom meeting '{topic}' as the calendar file {name} in {folder}.",
    parameters=tuple(
        [
            {**values, "folder": folder, "name": name}
            for values, folder, name in zip(
                _TOPICS,
                ("Documents", "Downloads", "Desktop", "Documents", "Downloads", "Documents"),
                ("figures.ics", "books.ics", "weiss.ics", "move.ics", "audit.ics", "tea.ics"),
                strict=True,
            )
        ]
    ),
    conditions=(
        Condition("invitation_saved", {"path": "{folder}/{name}", "uri": f"content://{_MEETINGS}", "topic": "{topic}"}),
    ),
    needs=(_meeting(),),
    produces=(Resource("file", "{folder}/{name}"),),
    tags=("save",),
)
def save_invitation(ui: UI, topic: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """By the meeting's menu."""
    yield from at_page(ui, "meetings")
    yield ui.right_click("record", name=topic)
    yield ui.click("menu.ics")
    yield from name_file(ui, f"{folder}/{name}")


@subtask(
    **_ZOOM,
    id="zoom/join",
    implied=("number",),
    instruction="Join the Zoom meeting {link} with your microphone muted, and stay in it.",
    parameters=tuple(
        [{"link": f"{_LINK}{n}", "number": n} for n in [str(83_010_224_617 + 711_873 * i) for i in range(7)]]
    ),
    conditions=(row_is(_CALLS, room="Meeting {number}", state="on", muted=True, camera=False, sharing=False),),
    effects=(Effect("add", "content://zoom/rooms", row={"name": "Meeting {number}"}, most=1),),
    tags=("call",),
)
def join(ui: UI, link: str, **_: str) -> Iterator[Action]:
    """By its link; then Alt+A."""
    yield from at_page(ui, "home")
    yield ui.click("to_join")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{link}\n")
    yield ui.press("a", "alt")


@subtask(
    **_ZOOM,
    id="zoom/meet-with-camera",
    instruction="Call {person} in Zoom, and turn your camera on once the call is answered. Do not hang up.",
    parameters=tuple([{"person": p} for p in PEOPLE]),
    conditions=(row_is(_CALLS, room="{person}", state="on", camera=True, muted=False, sharing=False),),
    tags=("call",),
)
def meet(ui: UI, person: str) -> Iterator[Action]:
    """From the contacts."""
    yield from at_page(ui, "contacts")
    yield ui.click("meet", name=person)
    yield Wait(4.0)
    yield ui.click("call.camera")


@subtask(
    **_ZOOM,
    id="zoom/record",
    implied=("number", "least"),
    instruction="Start the Zoom meeting '{topic}', record it for {seconds} seconds into Documents/Zoom, and leave.",
    parameters=tuple(
        [{**v, "seconds": str(s), "least": s} for v, s in zip(_TOPICS, (10, 15, 20, 25, 30, 40), strict=True)]
    ),
    conditions=(
        all_of(
            row_is(_CALLS, room="{topic}", state="ended"),
            Condition("recording_lasts", {"path": "Documents/Zoom/{topic}.wav", "seconds": "{least}"}),
        ),
    ),
    effects=(Effect("add", "content://zoom/rooms", row={"name": "{topic}"}, most=1),),
    needs=(_meeting(),),
    produces=(Resource("file", "Documents/Zoom/{topic}.wav"),),
    tags=("call", "record"),
)
def record(ui: UI, topic: str, least: int, **_: str) -> Iterator[Action]:
    """Start, Record, a while, Stop recording, Leave."""
    yield from at_page(ui, "meetings")
    yield ui.right_click("record", name=topic)
    yield ui.click("menu.start")
    yield ui.click("call.record")
    yield Wait(float(least))
    yield ui.click("call.record")
    yield ui.click("call.hang_up")


@subtask(
    **_ZOOM,
    id="zoom/message",
    instruction="Write to {room} in Zoom's team chat: {text}",
    parameters=table(
        "room text",
        ("Priya Nair", "The contract is signed"),
        ("Product team", "The demo starts ten minutes later"),
        ("Sara Lind", "May I come to your lecture?"),
        ("Newsletter", "My two lines come tomorrow"),
        ("Jonas Weber", "Please use the red cover"),
        ("Tom Becker", "The model is back on the shelf"),
    ),
    conditions=(TALK.says(),),
    produces=(TALK.makes(),),
    tags=("write",),
)
def message(ui: UI, room: str, text: str) -> Iterator[Action]:
    """In the chat of the person, or of the group."""
    yield from at_page(ui, "chat")
    yield from to_room(ui, room)
    yield from say(ui, text)


@subtask(
    **_ZOOM,
    id="zoom/share-file",
    instruction="Send the file {name} from {folder} to {room} in Zoom's team chat.",
    parameters=table(
        "room folder name",
        ("Product team", "Documents", "demo.docx"),
        ("Maria Santos", "Downloads", "budget.xlsx"),
        ("Newsletter", "Pictures", "cover.png"),
        ("Tom Becker", "Documents", "measures.txt"),
        ("Priya Nair", "Desktop", "terms.docx"),
        ("Jonas Weber", "Pictures", "pond.jpg"),
    ),
    conditions=(TALK.shares(),),
    needs=(file_need(),),
    produces=(TALK.sends(),),
    tags=("attach",),
)
def share_file(ui: UI, room: str, folder: str, name: str) -> Iterator[Action]:
    """Attach file, and Enter."""
    yield from at_page(ui, "chat")
    yield from to_room(ui, room)
    yield from attach(ui, f"{folder}/{name}")
