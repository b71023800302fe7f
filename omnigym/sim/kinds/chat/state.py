"""What a chat program keeps, its first content, and the state of its window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from omnigym.documents.mail import Attachment, name_of
from omnigym.sim.app import Effect
from omnigym.sim.common.mail import ACCOUNT
from omnigym.sim.tables.table import Source, Table, next_id
from omnigym.sim.vfs import HOME, Vfs, join, valid_name

# -- records ----------------------------------------------------------------------------------------------------------

# What a chat program keeps: rooms, messages and calls, each in a table of its own, and the files that were shared.

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


# -- what its window knows and nobody else asks about -----------------------------------------------------------------


class State(NamedTuple):
    """The window.

    Attributes:
        page: Which page of the program is shown; "" for that of the rooms.
        room: The name of the room that is shown.
        draft: What is typed into it.
        files: What goes with it.
        answers: The number of the message that is answered, or whose thread is shown; 0 for none.
        answer: What is typed into the thread.
        editing, edit: The number of the message that is changed, and its text as it is being changed.
        query: What is searched for.
        call: The number of the call that one is in, or 0.
        now_ms: The moment that its clock shows.
        form: What a form of the program's own holds while it is filled in, or None.
    """

    page: str = ""
    room: str = ""
    draft: str = ""
    files: tuple[Attachment, ...] = ()
    answers: int = 0
    answer: str = ""
    editing: int = 0
    edit: str = ""
    query: str = ""
    call: int = 0
    now_ms: int = 0
    form: Any = None


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


class Kit(NamedTuple):
    """What a program says of itself.

    Attributes:
        prefix: What the keys of its controls begin with.
        title: Of its message boxes.
        store: What it keeps.
        app_for: Gives the app that opens a file of a name, or "".
        local: Gives a virtual moment in the zone that the settings say.
        threads: Whether answers are written beside the room, in a thread, and not quoted in it.
        recordings: The folder in which recorded calls are kept.
        calls_back: Whether somebody whom the user did not wait for calls back a little later.
    """

    prefix: str
    title: str
    store: Store
    app_for: Callable[[str], str]
    local: Callable[[int, Mapping[str, str]], datetime]
    threads: bool = True
    recordings: str = ""
    calls_back: bool = False

    def key(self, name: str) -> str:
        """The key of a control."""
        return f"{self.prefix}.{name}"

    def shown(self, state: State, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The messages that the search leaves, the oldest first; () without one."""
        wanted = state.query.strip().casefold()
        return tuple([m for m in messages if wanted in f"{m.text} {m.file} {m.sender}".casefold()]) if wanted else ()


# -- what is in a chat program when an episode starts, written as a few lines of data ---------------------------------

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
