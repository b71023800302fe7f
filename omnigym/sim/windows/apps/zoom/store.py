"""Zoom: its meetings and chats, and which of them there are at first."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from omnigym.sim.kinds.chat.state import ME, Said, Store, with_talk
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, Vfs

STORE = Store("zoom", "Zoom")
_HOST = "https://contoso.zoom.example/j/"
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


class Meeting(NamedTuple):
    """A meeting: what it is about, its day ("2025-03-17") and time ("14:30") on the user's clock, how long it is, the
    number by which one joins it, and whether guests wait until they are let in.
    """

    id: int
    topic: str
    day: str
    time: str = "10:00"
    minutes: int = 30
    number: str = ""
    waiting: bool = True

    @property
    def link(self) -> str:
        """Where one joins it."""
        return _HOST + self.number

    @property
    def begins(self) -> datetime:
        """When it begins, on the user's clock."""
        return datetime.fromisoformat(f"{self.day}T{self.time}")

    @property
    def when(self) -> str:
        """As an invitation says it: "Mar 17, 2025 2:30 PM"."""
        return f"{self.begins:%b} {self.begins.day}, {self.begins.year} {clock_of(self.time)}"


def _valid(meeting: Meeting) -> bool:
    try:
        return date.fromisoformat(meeting.day).isoformat() == meeting.day and bool(meeting.begins)
    except ValueError:
        return False


MEETINGS: Table[Meeting] = Table(
    "content://zoom/meetings",
    f"{HOME}/AppData/Local/Zoom/meetings.json",
    Meeting,
    valid=_valid,
    columns={"link": lambda m: m.link},
    filled=("number",),
)


def clock_of(time: str) -> str:
    """A time as a person reads it: "2:30 PM" for "14:30"."""
    hour = int(time[:2])
    return f"{hour % 12 or 12}:{time[3:]} {'AM' if hour < 12 else 'PM'}"


def with_zoom(vfs: Vfs, now: int) -> Vfs:
    """The files with the chats and two meetings of the next days."""
    rooms = (("Product team", "Everything about the demo", 1), ("Newsletter", "What goes into the next one", 0))
    vfs = with_talk(STORE, vfs, now, rooms, _TALK)
    rows = (
        Meeting(1, "Weekly review", "2025-03-17", "09:30", 45, "81730264519"),
        Meeting(2, "Interview with Ms Ortega", "2025-03-19", "14:00", 60, "81264907358"),
    )
    return MEETINGS.written(vfs, rows, now)
