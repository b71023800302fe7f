"""What Chat looks like: the rooms at the left, one of them in the middle, a thread of it at the right."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.documents.mail import Attachment
from omnigym.sim.app import Context
from omnigym.sim.kinds.chat.calling import call_commands, call_face
from omnigym.sim.kinds.chat.commands import message_commands, room_commands
from omnigym.sim.kinds.chat.pieces import (
    Line,
    attach_button,
    by_day,
    composer,
    face,
    lines_of,
    message_line,
    room_line,
    rooms_of,
)
from omnigym.sim.kinds.chat.state import CHANNEL, DIRECT, Call, Kit, Message, Room, State, mentions
from omnigym.sim.linux.apps.chat.store import STORE
from omnigym.sim.linux.clock import local
from omnigym.sim.linux.file_kinds import app_for
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, field, icon, scroll, separator, text, tree_item

# -- what can be done with messages, rooms and huddles ----------------------------------------------------------------

KIT = Kit("chat", "Chat", STORE, app_for, local)
MESSAGE = message_commands(KIT, answer="Reply in thread", pin="Save for later", unpin="Remove from saved")
ROOM = room_commands(KIT)
HUDDLE = call_commands(KIT, leave="Leave huddle")

# -- the view ---------------------------------------------------------------------------------------------------------

_SIDE_W, _THREAD_W, _LEAST = 216, 300, 380
#: The pages besides the rooms: their names, what they are called, their icons.
_PAGES = {"mentions": ("Mentions", "mention"), "saved": ("Saved", "bookmark")}

_Rooms = tuple[tuple[Room, int], ...]


def _side(channels: _Rooms, people: _Rooms, at: str, page: str, call: Call | None, seconds: int) -> Node:
    pages = [
        tree_item(f"chat.page.{p}", name, icon=image, style="chat", selected=page == p, click=("page", p))
        for p, (name, image) in _PAGES.items()
    ]
    new = button("chat.new_channel", icon="add", name="Create a channel", style="chat_side", click=("new_channel",))
    rooms = column(
        row(text("Channels", style="chat_section", w=FILL, role=None), new, pad=(12, 6, 4, 2)),
        *[
            room_line("chat", r, n, r.name == at and not page, icon("number-symbol", style="chat_room"))
            for r, n in channels
        ],
        row(text("Direct messages", style="chat_section", w=FILL, role=None), pad=(12, 14, 4, 6)),
        *[room_line("chat", r, n, r.name == at and not page, face(r.name, 20, "chat_square")) for r, n in people],
        pad=(8, 0),
        role=Role.TREE,
        name="Rooms",
    )
    return column(
        row(text("Contoso", style="chat_team", role=Role.HEADING), pad=(20, 14, 12, 8)),
        column(*pages, pad=(8, 0)),
        scroll("chat.rooms", rooms, name="Rooms"),
        _huddle(call, seconds) if call is not None else None,
        style="chat_side",
        w=_SIDE_W,
        h=FILL,
        role=Role.PANE,
        name="Workspace",
    )


def _huddle(call: Call, seconds: int) -> Node:
    tools = [b if b.key != "chat.call.hang_up" else b._replace(style="chat_leave") for b in _huddle_tools(call)]
    when = "Ringing..." if call.state == "ringing" else call_face(seconds)
    card = column(
        row(
            icon("headphones", style="chat_room"),
            text(call.room, style="chat_room_new", w=FILL, role=None),
            text(when, style="chat_room", key="chat.huddle.time", name="Duration", value=when),
            gap=8,
        ),
        row(*tools, gap=6),
        style="chat_huddle",
        pad=(12, 10),
        gap=8,
        role=Role.GROUP,
        name=f"Huddle with {call.room}",
    )
    return row(card, pad=(8, 8, 8, 10))


def _huddle_tools(call: Call) -> tuple[Node, ...]:
    return HUDDLE.buttons("call", call, style="chat_side")


def _head(room: Room | None, page: str, query: str, busy: bool) -> Node:
    search = field(
        "chat.search", query, name="Search", placeholder="Search", style="find", search=True, icon="search",
        w=190, change=("search",), cancel=("search", ""),
    )  # fmt: skip
    if page or query.strip() or room is None:
        name = f"Results for “{query.strip()}”" if query.strip() else _PAGES.get(page, ("Chat", ""))[0]
        title: list[Element] = [text(name, style="heading", role=Role.HEADING, w=FILL)]
    else:
        sign = icon("number-symbol", size=16) if room.kind == CHANNEL else face(room.name, 24, "chat_square")
        call = button(
            "chat.huddle", icon="headphones", name="Start a huddle", style="header", disabled=busy,
            click=("call", room.name, False),
        )  # fmt: skip
        said = text(room.topic, style="muted", w=FILL, role=None)
        title = [sign, text(room.name, style="heading", role=Role.HEADING), said, call]
    return row(*title, search, h=52, pad=(16, 0, 12, 0), gap=10)


def _messages(parts: tuple[Element, ...]) -> Node:
    return column(*parts, pad=(0, 4, 0, 8), role=Role.LIST, name="Messages")


def _found(state: State, ctx: Context) -> tuple[Message, ...]:
    """What a page lists, or the search finds."""
    known = KIT.store.messages.rows(ctx.vfs)
    if state.query.strip():
        return KIT.shown(state, known)
    return tuple([m for m in known if (m.pinned if state.page == "saved" else mentions(m.text))])


def _place(line: Line) -> Node:
    """A message that was found elsewhere, and the way there."""
    there = button(f"chat.to.{line.message.id}", line.message.room, style="link", click=("go", line.message.room))
    return column(row(there, pad=(60, 6, 0, 0)), message_line("chat", line, MESSAGE, square=True))


def _body(state: State, ctx: Context) -> tuple[Element, ...]:
    if state.page or state.query.strip():
        found = [memo(_place, line, w=FILL) for line in lines_of(KIT, state, ctx, _found(state, ctx))]
        return tuple(found) or (row(text("Nothing here", style="muted"), justify="center", pad=(0, 60)),)
    said = [m for m in KIT.store.messages.rows(ctx.vfs) if m.room == state.room and not m.answers]
    return tuple(by_day(KIT, ctx, lines_of(KIT, state, ctx, said), message_line, MESSAGE, True))


def _write(draft: str, files: tuple[Attachment, ...], room: str) -> Node:
    at = button("chat.mention", icon="mention", name="Mention someone", style="tool", click=("mention",))
    return row(composer(KIT, draft, files, f"Message {room}", attach_button(KIT), at), pad=(16, 0, 16, 14))


def _thread(answer: str, parts: tuple[Element, ...], w: int) -> Node:
    close = button("chat.close_thread", icon="close", name="Close thread", style="header", click=("close_thread",))
    write = field(
        "chat.answer", answer, name="Reply", placeholder="Reply...", change=("answering",), submit=("answer",)
    )
    send = button(
        "chat.send_answer", icon="send", name="Send reply", style="chat_send", disabled=not answer.strip(),
        click=("answer",),
    )  # fmt: skip
    return column(
        row(text("Thread", style="heading", role=Role.HEADING, w=FILL), close, h=52, pad=(16, 0, 10, 0)),
        separator(),
        scroll("chat.thread", _messages(parts), name="Thread"),
        row(write, send, pad=(12, 8, 12, 14), gap=8),
        style="content",
        w=w,
        h=FILL,
        role=Role.PANE,
        name="Thread",
    )


def view(state: State, ctx: Context) -> Node:
    """The content of the window."""
    vfs, elsewhere = ctx.vfs, bool(state.page or state.query.strip())
    call = KIT.store.call(vfs, state.call)
    seconds = (state.now_ms - call.since_ms) // 1000 if call is not None else 0
    channels, people = rooms_of(KIT.store, vfs, CHANNEL), rooms_of(KIT.store, vfs, DIRECT)
    room = KIT.store.room(vfs, state.room)
    root = KIT.store.message(vfs, state.answers)
    beside = root is not None and not elsewhere
    alone = beside and ctx.w < _SIDE_W + _LEAST + _THREAD_W
    thread = None
    if root is not None and beside:
        talk = [m for m in KIT.store.messages.rows(vfs) if m.id == root.id or m.answers == root.id]
        shown = [
            memo(message_line, "chat", n, MESSAGE, True, w=FILL) for n in lines_of(KIT, state, ctx, talk, "thread")
        ]
        thread = panel(
            _thread, state.answer, tuple(shown), FILL if alone else _THREAD_W, w=FILL if alone else _THREAD_W, h=FILL
        )
    main = column(
        panel(_head, room, state.page, state.query, call is not None),
        separator(),
        scroll("chat.messages", panel(_messages, _body(state, ctx)), name="Messages"),
        panel(_write, state.draft, state.files, state.room) if room is not None and not elsewhere else None,
        style="content",
        h=FILL,
    )
    return row(
        panel(_side, channels, people, state.room, state.page, call, seconds, w=_SIDE_W, h=FILL),
        None if alone else main,
        separator(vertical=True) if thread is not None else None,
        thread,
        h=FILL,
        align="stretch",
    )
