"""What is in a chat program when an episode starts, written as a few lines of data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from omnigym.devices.sim.kinds.chat.records import CHANNEL, DIRECT, ME, Call, Message, Room, Store
from omnigym.devices.sim.tables.table import next_id
from omnigym.devices.sim.vfs import Vfs
from omnigym.documents.mail import Attachment

__all__ = ["PEOPLE", "Said", "with_calls", "with_talk"]

#: Whom the user talks with: the people of the mail program, and what each says of himself.
PEOPLE = {
    "Maria Santos": "Team lead",
    "Tom Becker": "Workshop, building 2",
    "Priya Nair": "Northwind Traders",
    "Jonas Weber": "Photos and pictures",
    "Sara Lind": "Teaching until noon",
    "Helen Park": "Litware, in the office on Tuesdays",
}
_MINUTE = 60_000


class Said(NamedTuple):
    """A message of the start: its room, who said it, what, how many minutes ago, and what of `Message` is more."""

    room: str
    sender: str
    text: str
    ago: int
    answers: int = 0
    reactions: tuple[str, ...] = ()
    file: Attachment | None = None
    pinned: bool = False


def with_talk(
    store: Store, vfs: Vfs, now: int, rooms: Sequence[tuple[str, str, int]], talk: Sequence[Said], kind: str = CHANNEL
) -> Vfs:
    """The files with what people have said before an episode.

    Args:
        store: Of the program.
        vfs: The files.
        now: The moment of the start.
        rooms: The name and topic of each room besides those of `PEOPLE`, and how many of its messages are new.
        talk: The messages, the oldest first.
        kind: Of these rooms.
    """
    said = tuple(sorted(talk, key=lambda s: -s.ago))
    rows: list[Message] = []
    for n, each in enumerate(said, 1):
        name = ""
        if each.file is not None:
            vfs, name = store.keep(vfs, each.file, now - each.ago * _MINUTE)
        when = now - each.ago * _MINUTE
        answers = next((i for i, s in enumerate(said, 1) if each.answers and s.ago == each.answers), 0)
        rows.append(
            Message(n, each.room, each.sender, each.text, when, answers, name, each.reactions, pinned=each.pinned)
        )
    everybody = tuple(PEOPLE)
    made: list[Room] = []
    for name, topic, new in (*rooms, *[(p, about, 0) for p, about in PEOPLE.items() if p != ME]):
        ids = [m.id for m in rows if m.room == name]
        direct = name in PEOPLE
        read = ids[-new - 1] if 0 <= new < len(ids) else 0
        members = (name,) if direct else everybody
        made.append(Room(len(made) + 1, name, DIRECT if direct else kind, members, topic, read))
    vfs = store.rooms.written(vfs, made, now)
    vfs = store.calls.written(vfs, (), now)
    return store.messages.written(vfs, rows, now)


def with_calls(store: Store, vfs: Vfs, now: int, calls: Sequence[tuple[str, str, int, int]]) -> Vfs:
    """The files with calls of before: with whom, of which kind, how many minutes ago, and how many seconds long."""
    rows: tuple[Call, ...] = ()
    for room, kind, ago, seconds in calls:
        began = now - ago * _MINUTE
        rows = (*rows, Call(next_id(rows), room, kind, "ended", began, began if seconds else 0, seconds))
    return store.calls.written(vfs, rows, now)
