"""What chat programs draw alike, each in its own looks: faces, messages, files, the field in which one writes.

A program's looks begin with its own prefix: "PREFIX_message", "PREFIX_mention" (a message that speaks to the user),
"PREFIX_room", "PREFIX_field"; the texts are "PREFIX_room", "PREFIX_room_chosen" and, of a room with something new,
"PREFIX_room_new".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.documents.mail import Attachment
from omnigym.pictures import picture_size
from omnigym.sim.app import Context
from omnigym.sim.commands import Commands
from omnigym.sim.common.clock import time_of
from omnigym.sim.kinds.chat.commands import REACTIONS, reactions_of
from omnigym.sim.kinds.chat.state import Kit, Message, Room, State, Store, mentions
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.ui.controls import photo
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, row, state_flags
from omnigym.sim.ui.widgets import button, field, icon, spacer, text
from omnigym.sim.vfs import Vfs

#: The most of a picture that is shown in a room, logical pixels.
_PICTURE_W, _PICTURE_H = 260, 170
_BUBBLE = Look(pad=(7, 2, 7, 2), min_h=22, icon=13, gap=4, radius=11, size=11, edge="stroke", hover="hover")
#: The looks that all of them have.
CHAT_STYLES = looks(
    box={f"chat_square_{name}": Look(fill=name, radius=7) for name in PEOPLE}
    | {
        "chat_file": Look(fill="card", edge="stroke", radius=8),
        "chat_badge": Look(fill="danger", radius=9),
        "chat_day": Look(fill="layer", edge="stroke", radius=11),
        "chat_here": Look(fill="green", radius=5),
    },
    button={
        "chat_reaction": _BUBBLE,
        "chat_reaction_mine": _BUBBLE._replace(fill="checked", edge="checked_edge"),
        "chat_more": Look(pad=(4, 4, 4, 4), min_w=26, min_h=26, icon=15, radius=5, hover="pressed", pressed="pressed"),
    },
    text={"chat_badge": Look(size=10, bold=True, ink="on_picture"), "chat_day": Look(size=11, family="ui-semibold")},
    icon={"chat_small": Look(icon=13, ink="muted")},
)


def face(name: str, size: int = 36, style: str = "person") -> Node:
    """A person: initials on a colour that follows from the name; ``style`` "person" is round, "chat_square" is not."""
    colour = PEOPLE[sum(map(ord, name)) % len(PEOPLE)]
    initials = "".join([part[0] for part in name.split() if part[0].isalpha()][:2]).upper()
    shown = text(initials, style="avatar", role=None) if initials else icon("people", size=size // 2)
    return row(shown, style=f"{style}_{colour}", w=size, h=size, justify="center")


class Line(NamedTuple):
    """A message as it is shown.

    Attributes:
        message: It.
        when: The time.
        picture: The content of its file, if that is a picture.
        answers: How many answers its thread has.
        quoted: What it answers, where that is shown above it.
        edit: Its text while it is being changed, or None.
        pane: What its key begins with.
    """

    message: Message
    when: str
    picture: bytes = b""
    answers: int = 0
    quoted: str = ""
    edit: str | None = None
    pane: str = "message"


def lines_of(kit: Kit, state: State, ctx: Context, messages: Iterable[Message], pane: str = "message") -> list[Line]:
    """Messages as they are shown."""
    known, found = kit.store.messages.rows(ctx.vfs), []
    counts: dict[int, int] = {}
    for m in known:
        counts[m.answers] = counts.get(m.answers, 0) + 1
    texts = {} if kit.threads else {m.id: f"{m.sender}: {m.said}" for m in known}
    for m in messages:
        when = time_of(kit.local(m.time_ms, ctx.settings), ctx.settings)
        edit = state.edit if m.id == state.editing else None
        picture = _picture(kit.store, ctx.vfs, m.file)
        replies = counts.get(m.id, 0) if kit.threads else 0
        found.append(Line(m, when, picture, replies, texts.get(m.answers, ""), edit, pane))
    return found


def _picture(store: Store, vfs: Vfs, name: str) -> bytes:
    content = store.content(vfs, name) or b""
    return content if picture_size(content) is not None else b""


def day_text(moment: datetime, now: datetime) -> str:
    """The day of a message: "Today", "Yesterday", "Wednesday, March 12"."""
    days = (now.date() - moment.date()).days
    return {0: "Today", 1: "Yesterday"}.get(days, f"{moment:%A, %B} {moment.day}")


def short_when(kit: Kit, ctx: Context, time_ms: int) -> str:
    """When something was, as a list says it: the time of today, else the day: "9:15 AM", "Mar 10"."""
    moment, now = kit.local(time_ms, ctx.settings), kit.local(ctx.clock_ms, ctx.settings)
    return time_of(moment, ctx.settings) if moment.date() == now.date() else f"{moment:%b} {moment.day}"


def by_day(kit: Kit, ctx: Context, lines: Iterable[Line], draw: Callable[..., Node], *args: object) -> list[Element]:
    """The lines drawn, with each day said before the first of its messages."""
    parts: list[Element] = []
    now, last = kit.local(ctx.clock_ms, ctx.settings), ""
    for line in lines:
        day = day_text(kit.local(line.message.time_ms, ctx.settings), now)
        if day != last:
            label = row(text(day, style="chat_day", role=None), style="chat_day", w=-1, h=22, pad=(12, 0))
            parts.append(row(label, justify="center", pad=(0, 8)))
        parts.append(memo(draw, kit.prefix, line, *args, w=FILL))
        last = day
    return parts


def message_line(prefix: str, line: Line, commands: Commands, square: bool = False) -> Node:
    """A message across the room: who, when, what, and what people say to it. The record of tasks."""
    m = line.message
    head = row(
        text(m.sender, style="strong", role=None),
        text(line.when, style="caption", role=None),
        icon("bookmark", style="chat_small", alt="Kept") if m.pinned else None,
        gap=8,
    )
    answers = count_of(line.answers, "reply", "replies")
    thread = button(f"{prefix}.{line.pane}.{m.id}.thread", answers, style="link", click=("reply", m.id))
    return row(
        face(m.sender, 36, "chat_square" if square else "person"),
        column(
            head,
            *said(prefix, line, commands),
            reactions(prefix, line),
            thread if line.answers and line.pane == "message" else None,
            gap=3,
        ),
        button(
            f"{prefix}.{line.pane}.{m.id}.more",
            icon="more",
            name="More actions",
            style="chat_more",
            click=("message_menu", m.id),
        ),
        style=f"{prefix}_mention" if mentions(m.text) else f"{prefix}_message",
        align="start",
        pad=(16, 7, 12, 7),
        gap=10,
        key=f"{prefix}.{line.pane}.{m.id}",
        role=Role.LIST_ITEM,
        name=m.said,
        context=("message_menu", m.id),
    )._replace(value=f"{m.sender}, {line.when}")


def said(prefix: str, line: Line, commands: Commands, style: str = "") -> list[Node]:
    """The text of a message, or the field in which it is changed; and its file."""
    m = line.message
    parts = [text(line.quoted, style="caption", w=FILL, wrap=True, role=None)] if line.quoted else []
    if line.edit is not None:
        parts.append(
            field(
                f"{prefix}.edit",
                line.edit,
                name="Edit message",
                change=("editing",),
                submit=("edited",),
                cancel=("edit_cancel",),
            )
        )
        save = button(f"{prefix}.edit.save", "Save", style="primary", click=("edited", line.edit))
        parts.append(row(button(f"{prefix}.edit.cancel", "Cancel", click=("edit_cancel",)), save, gap=8))
    elif m.text:
        parts.append(text(m.text + " (edited)" * m.edited, style=style, w=FILL, wrap=True, role=None))
    return [*parts, *([shared(prefix, line, commands)] if m.file else [])]


def shared(prefix: str, line: Line, commands: Commands) -> Node:
    """The file of a message: the picture that it is, or a card that says its name; with what can be done to it."""
    m = line.message
    tools = commands.buttons("file", m, m.id, style="chat_more")
    if line.pane != "message":  # the same message may be on the screen twice
        tools = tuple([b._replace(key=f"{b.key}.{line.pane}") for b in tools])
    bar = row(
        icon("image" if line.picture else "document", size=18),
        text(m.file, style="strong", w=FILL, role=None),
        *tools,
        gap=8,
        h=32,
        pad=(10, 0, 6, 0),
        w=_PICTURE_W,
    )
    if not line.picture:
        return row(bar, style="chat_file", w=_PICTURE_W, h=44)
    width, height = picture_size(line.picture) or (1, 1)
    scale = min(_PICTURE_W / width, _PICTURE_H / height)
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    return column(photo(line.picture, w=w, h=h, name=m.file), bar, style="chat_file", w=_PICTURE_W, align="center")


def reactions(prefix: str, line: Line) -> Node | None:
    """The signs at a message; a click adds the user's own, or takes it back."""
    found = [
        button(
            f"{prefix}.{line.pane}.{line.message.id}.{sign}",
            str(count),
            icon=REACTIONS[sign],
            name=f"{sign.capitalize()}: {count}",
            style="chat_reaction_mine" if own else "chat_reaction",
            click=(sign, line.message.id),
        )
        for sign, count, own in reactions_of(line.message)
    ]
    return row(*found, gap=6, pad=(0, 3, 0, 0)) if found else None


def room_line(prefix: str, room: Room, new: int, chosen: bool, lead: Node, h: int = 30) -> Node:
    """A room in the list of rooms, with how many messages in it are new. The tasks' "room"."""
    badge = row(text(str(new), style="chat_badge", role=None), style="chat_badge", w=22, h=18, justify="center")
    shown = f"{prefix}_room{'_chosen' if chosen else '_new' if new and not room.muted else ''}"
    return row(
        lead,
        text(room.name, style=shown, w=FILL, role=None),
        icon("star", style=f"{prefix}_room") if room.starred else None,
        icon("alert-off", style=f"{prefix}_room") if room.muted else badge if new else None,
        style=f"{prefix}_room",
        key=f"{prefix}.room.{room.name}",
        role=Role.TREE_ITEM,
        name=room.name,
        flags=state_flags(selected=chosen),
        h=h,
        pad=(12, 0, 10, 0),
        gap=9,
        click=("go", room.name),
        context=("room_menu", room.id),
    )._replace(value=f"{new} unread" if new else "")


def composer(
    kit: Kit, draft: str, files: tuple[Attachment, ...], hint: str, *tools: Element, quoting: str = ""
) -> Node:
    """Where one writes: what is quoted, what goes with the message, the field; below it tools and the send button."""
    stop = button(
        kit.key("close_thread"), icon="close", name="Do not quote", style="tab_close", click=("close_thread",)
    )
    quoted = row(icon("arrow-reply", size=14), text(quoting, style="caption", w=FILL, role=None), stop, gap=8, h=24)
    waiting = [
        row(
            icon("document", size=16),
            text(f.name, role=None),
            button(
                kit.key(f"detach.{n}"), icon="close", name=f"Remove {f.name}", style="tab_close", click=("detach", n)
            ),
            style="chat_file",
            w=-1,
            h=32,
            pad=(10, 0, 6, 0),
            gap=8,
            role=Role.GROUP,
            name=f.name,
        )
        for n, f in enumerate(files)
    ]
    send = button(
        kit.key("send"),
        icon="send",
        name="Send",
        style=f"{kit.prefix}_send",
        disabled=not (draft.strip() or files),
        click=("send",),
    )
    write = field(
        kit.key("draft"), draft, name="Message", placeholder=hint, style="bare", change=("drafting",), submit=("send",)
    )
    return column(
        quoted if quoting else None,
        row(*waiting, gap=8) if waiting else None,
        row(write, h=30),
        row(*tools, spacer(), send, gap=2),
        style=f"{kit.prefix}_field",
        pad=(12, 8),
        gap=4,
        drop=("drop_files",),
    )


def attach_button(kit: Kit) -> Node:
    """The button that asks for a file."""
    return button(kit.key("attach"), icon="attach", name="Attach file", style="tool", click=("attach",))


def rooms_of(store: Store, vfs: Vfs, kind: str) -> tuple[tuple[Room, int], ...]:
    """The rooms of a kind with how many messages in each are new: those with a star first."""
    new: Mapping[str, int] = store.unread(vfs)
    found = [r for r in store.rooms.rows(vfs) if r.kind == kind]
    return tuple([(r, new.get(r.name, 0)) for r in sorted(found, key=lambda r: not r.starred)])
