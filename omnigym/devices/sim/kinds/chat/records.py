"""What a chat program keeps: rooms, messages and calls, each in a table of its own, and the files that were shared."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.common.mailbox import ACCOUNT
from omnigym.devices.sim.tables.table import Source, Table, next_id
from omnigym.devices.sim.vfs import HOME, Vfs, join, valid_name
from omnigym.documents.mail import Attachment, name_of

__all__ = ["CHANNEL", "DIRECT", "GROUP", "ME", "Call", "Message", "Room", "Store", "mentions"]

#: Whose account it is: the same person as in the mail program.
ME = name_of(ACCOUNT)
CHANNEL, DIRECT, GROUP = "channel", "direct", "group"
_STATES = ("ringing", "on", "ended")


class Room(NamedTuple):
    """Where people talk.

    Attributes:
        id: Its number.
        name: What it is called: no two are called alike. A direct one is called like the person.
        kind: `CHANNEL`, `DIRECT` or `GROUP`.
        members: Who is in it besides the user.
        topic: What it is about; of a person what he says of himself.
        read: The number of the last message that the user has seen.
        starred, muted: What the user made of it.
    """

    id: int
    name: str
    kind: str = CHANNEL
    members: tuple[str, ...] = ()
    topic: str = ""
    read: int = 0
    starred: bool = False
    muted: bool = False


class Message(NamedTuple):
    """What somebody said.

    Attributes:
        id: Its number; a later message has a larger one.
        room: The name of its room.
        sender: Who said it.
        text: What, a line.
        time_ms: When, in virtual milliseconds since the epoch.
        answers: The number of the message that it answers; 0 for none.
        file: The name of the file that came with it, or "".
        reactions: Each "SIGN: WHO", such as "heart: Tom Becker".
        edited: Whether it was changed afterwards.
        pinned: Whether the user keeps it at hand.
    """

    id: int
    room: str
    sender: str
    text: str = ""
    time_ms: int = 0
    answers: int = 0
    file: str = ""
    reactions: tuple[str, ...] = ()
    edited: bool = False
    pinned: bool = False

    @property
    def mine(self) -> bool:
        """Whether the user said it."""
        return self.sender == ME

    @property
    def said(self) -> str:
        """What it is called: its text, or the name of its file."""
        return self.text or self.file


class Call(NamedTuple):
    """A call, as it is now.

    Attributes:
        id: Its number.
        room: Who is called: the name of a room.
        kind: "outgoing", "incoming", "missed", or a word of the program's own.
        state: "ringing", "on" or "ended".
        time_ms: When it began to ring.
        since_ms: When it was answered, or 0.
        seconds: How long it was, once it has ended.
        muted, camera, sharing, hand: Whether the user's microphone is off, the camera on, the screen shared, a hand up.
        recording_ms: Since when it is recorded, or 0.
    """

    id: int
    room: str
    kind: str = "outgoing"
    state: str = "ringing"
    time_ms: int = 0
    since_ms: int = 0
    seconds: int = 0
    muted: bool = False
    camera: bool = False
    sharing: bool = False
    hand: bool = False
    recording_ms: int = 0


def mentions(text: str, name: str = ME) -> bool:
    """Whether a text speaks to somebody by name: "@Alex Morgan"."""
    return f"@{name.casefold()}" in text.casefold()


class Store:
    """The tables of a program, and the folder of its files.

    Args:
        app: The name in the tables' addresses: "content://zoom/messages".
        folder: Of its files, below those of all programs.

    Attributes:
        rooms, messages, calls: The tables.
    """

    def __init__(self, app: str, folder: str) -> None:
        base = f"{HOME}/AppData/Local/{folder}"
        self.rooms: Table[Room] = Table(f"content://{app}/rooms", f"{base}/rooms.json", Room, filled=("kind",))
        kept = {"kept": lambda m: f"AppData/Local/{folder}/files/{m.file}" if m.file else ""}
        self.messages: Table[Message] = Table(
            f"content://{app}/messages", f"{base}/messages.json", Message, columns=kept, filled=("edited",)
        )
        self.calls: Table[Call] = Table(
            f"content://{app}/calls",
            f"{base}/calls.json",
            Call,
            valid=lambda c: c.state in _STATES,
            filled=Call._fields,
        )
        self._files = f"{base}/files"

    @property
    def tables(self) -> tuple[Source, ...]:
        """For `App.tables`."""
        return self.rooms, self.messages, self.calls

    def room(self, vfs: Vfs, name: str) -> Room | None:
        """The room of a name."""
        return next((r for r in self.rooms.rows(vfs) if r.name == name), None)

    def message(self, vfs: Vfs, number: int) -> Message | None:
        """The message of a number."""
        return next((m for m in self.messages.rows(vfs) if m.id == number), None)

    def call(self, vfs: Vfs, number: int) -> Call | None:
        """The call of a number that has not ended."""
        return next((c for c in self.calls.rows(vfs) if c.id == number and c.state != "ended"), None)

    def unread(self, vfs: Vfs) -> dict[str, int]:
        """How many messages of others the user has not seen, by room."""
        read = {r.name: r.read for r in self.rooms.rows(vfs)}
        found: dict[str, int] = {}
        for m in self.messages.rows(vfs):
            if not m.mine and m.id > read.get(m.room, m.id):
                found[m.room] = found.get(m.room, 0) + 1
        return found

    def changed_room(self, vfs: Vfs, room: Room, now: int) -> Vfs:
        """The files with a room as it is now, in the place of the one of its number."""
        return self.rooms.written(vfs, [room if r.id == room.id else r for r in self.rooms.rows(vfs)], now)

    def seen(self, vfs: Vfs, name: str, now: int) -> Vfs:
        """The files with all of a room read."""
        room, last = self.room(vfs, name), max([m.id for m in self.messages.rows(vfs) if m.room == name], default=0)
        return vfs if room is None or room.read >= last else self.changed_room(vfs, room._replace(read=last), now)

    def said(self, vfs: Vfs, now: int, *new: Message) -> Vfs:
        """The files with more messages, which get their numbers; their rooms are read so far."""
        for message in new:
            rows = self.messages.rows(vfs)
            vfs = self.messages.written(vfs, (*rows, message._replace(id=next_id(rows))), now)
            vfs = self.seen(vfs, message.room, now)
        return vfs

    def content(self, vfs: Vfs, name: str) -> bytes | None:
        """What is in a shared file; None where it is gone."""
        path = join(self._files, name)
        return vfs.read(path) if valid_name(name) and vfs.is_file(path) else None

    def keep(self, vfs: Vfs, file: Attachment, now: int) -> tuple[Vfs, str]:
        """The files with a copy of one that is shared, and the copy's name: another one where the name is taken."""
        if self.content(vfs, file.name) == file.content:
            return vfs, file.name
        name = vfs.free_name(self._files, file.name) if vfs.is_dir(self._files) else file.name
        return vfs.write(join(self._files, name), file.content, now), name
