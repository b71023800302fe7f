"""What Skype looks like: chats, calls or contacts at the left, bubbles or a call at the right."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.documents.mail import Attachment
from omnigym.sim.app import Context
from omnigym.sim.kinds.chat.calling import call_face
from omnigym.sim.kinds.chat.pieces import (
    Line,
    attach_button,
    by_day,
    composer,
    face,
    lines_of,
    reactions,
    said,
    short_when,
)
from omnigym.sim.kinds.chat.state import ME, PEOPLE, Call, Message, Room, State
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, panel, row, state_flags
from omnigym.sim.ui.widgets import button, checkbox, field, icon, scroll, separator, spacer, tab, text
from omnigym.sim.windows.apps.skype.commands import CALL, KIT, MESSAGE

_SIDE_W, _LONG = 270, 46
#: The width of a bubble with much in it, the least one, and what is beside it.
_BUBBLE_W, _LEAST_W, _BESIDE = 360, 288, 96
_TABS = {"": ("Chats", "chat"), "calls": ("Calls", "call"), "contacts": ("Contacts", "contact-card")}
#: A chat in the list: its room, how many messages are new, the last one and when it was.
_Recent = tuple[Room, int, str, str]


def _recent(state: State, ctx: Context) -> tuple[_Recent, ...]:
    """The chats, the newest first; while something is searched for, those that have it."""
    vfs, wanted = ctx.vfs, state.query.strip().casefold()
    new, said_in = KIT.store.unread(vfs), dict[str, list[Message]]()
    for m in KIT.store.messages.rows(vfs):
        said_in.setdefault(m.room, []).append(m)
    found: list[tuple[int, _Recent]] = []
    for room in KIT.store.rooms.rows(vfs):
        known = said_in.get(room.name, [])
        if wanted in " ".join([room.name, *[m.said for m in known]]).casefold():
            number, last, when = 0, "", ""
            for m in known[-1:]:
                number, when = m.id, short_when(KIT, ctx, m.time_ms)
                last = f"You: {m.said}" if m.mine else m.said
            found.append((number, (room, new.get(room.name, 0), last, when)))
    return tuple([shown for _, shown in sorted(found, key=lambda f: (not f[1][0].starred, -f[0]))])


def _chat(recent: _Recent, chosen: bool) -> Node:
    room, new, last, when = recent
    badge = row(text(str(new), style="chat_badge", role=None), style="skype_badge", w=22, h=18, justify="center")
    return row(
        face(room.name, 40),
        column(
            row(
                text(room.name, style="strong" if new else "", w=FILL, role=None),
                icon("star", style="chat_small") if room.starred else None,
                icon("alert-off", style="chat_small") if room.muted else None,
                text(when, style="caption", role=None),
                gap=6,
            ),
            row(text(last, style="caption", w=FILL, role=None), badge if new and not room.muted else None, gap=6),
            gap=3,
        ),
        style="skype_room",
        key=f"skype.room.{room.name}",
        role=Role.TREE_ITEM,
        name=room.name,
        flags=state_flags(selected=chosen),
        h=58,
        pad=(10, 0),
        gap=10,
        click=("go", room.name),
        context=("room_menu", room.id),
    )


def _called(call: Call, when: str) -> Node:
    told = "Missed call" if call.kind == "missed" else f"{call.kind.capitalize()}, {call_face(call.seconds)}"
    return row(
        face(call.room, 36),
        column(
            text(call.room, style="skype_missed" if call.kind == "missed" else "strong", role=None),
            text(f"{told} · {when}", style="caption", role=None),
            gap=2,
        ),
        button(
            f"skype.again.{call.id}",
            icon="call",
            name=f"Call {call.room}",
            style="skype_round",
            click=("call", call.room, False),
        ),
        role=Role.LIST_ITEM,
        name=f"{call.room}, {told}",
        h=56,
        pad=(12, 0, 6, 0),
        gap=10,
    )


def _person(name: str, about: str) -> Node:
    return row(
        face(name, 36),
        column(text(name, style="strong", w=FILL, role=None), text(about, style="caption", w=FILL, role=None), gap=2),
        style="skype_room",
        key=f"skype.person.{name}",
        role=Role.LIST_ITEM,
        name=name,
        h=56,
        pad=(12, 0),
        gap=10,
        click=("go", name),
    )


def _side(state: State, page: str, lines: tuple[Node, ...]) -> Node:
    search = field(
        "skype.search", state.query, name="Search Skype", placeholder="People, groups, messages", style="search",
        search=True, icon="search", change=("search",), cancel=("search", ""),
    )  # fmt: skip
    new = button("skype.group", icon="people-team", name="New group chat", style="skype_round", click=("page", "group"))
    tabs = [
        tab(f"skype.page.{p or 'chats'}", label, icon=image, selected=p == page, style="skype", click=("page", p))
        for p, (label, image) in _TABS.items()
    ]
    mine = column(text(ME, style="strong", role=None), text("Active now", style="caption", role=None), gap=1)
    return column(
        row(face(ME, 36), mine, new, pad=(14, 10, 8, 6), gap=10),
        row(search, pad=(12, 2, 12, 4)),
        row(*tabs, pad=(6, 0), role=Role.TAB_LIST, name="Skype"),
        scroll("skype.rooms", column(*lines, pad=(6, 6), gap=2, role=Role.TREE, name="Chats"), name="Chats"),
        style="skype_side",
        w=_SIDE_W,
        h=FILL,
        role=Role.PANE,
        name="Chats and contacts",
    )


def _bubble(prefix: str, line: Line, width: int) -> Node:
    """A message: the user's own at the right, others with a face at the left."""
    m = line.message
    wide = len(m.text) > _LONG or bool(m.file or line.quoted) or line.edit is not None
    parts = said(prefix, line, MESSAGE)
    parts = parts if wide else [p._replace(w=AUTO, dir="") for p in parts]
    bubble = column(
        *parts,
        reactions(prefix, line),
        style="skype_mine" if m.mine else "skype_theirs",
        w=width if wide else AUTO,
        pad=(14, 9),
        gap=4,
        key=f"{prefix}.{line.pane}.{m.id}",
        role=Role.LIST_ITEM,
        name=m.said,
        context=("message_menu", m.id),
    )._replace(value=f"{m.sender}, {line.when}")
    when = text(
        f"{line.when if m.mine else f'{m.sender.split()[0] if m.sender else m.sender}, {line.when}'}",
        style="caption",
        role=None,
    )
    kept = [icon("bookmark", style="chat_small", alt="Kept")] if m.pinned else []
    block = column(row(when, *kept, gap=4, w=AUTO), bubble, w=AUTO, gap=3, align="end" if m.mine else "start")
    return row(
        *([spacer(), block] if m.mine else [face(m.sender, 32), block, spacer()]), gap=10, pad=(18, 5), align="end"
    )


def _said(parts: tuple[Element, ...]) -> Node:
    return column(*parts, pad=(0, 6, 0, 10), role=Role.LIST, name="Messages")


def _head(room: Room) -> Node:
    about = room.topic or count_of(len(room.members) + 1, "person", "people")
    call = button("skype.call", icon="call", name="Audio call", style="skype_round", click=("call", room.name, False))
    video = button("skype.video", icon="video", name="Video call", style="skype_round", click=("call", room.name, True))
    return row(
        face(room.name, 36),
        column(text(room.name, style="heading", role=Role.HEADING), text(about, style="caption", role=None)),
        video,
        call,
        h=60,
        pad=(18, 0, 14, 0),
        gap=10,
    )


def _write(draft: str, files: tuple[Attachment, ...], quoted: str) -> Node:
    card = button("skype.card", icon="contact-card", name="Share contact", style="tool", click=("card",))
    write = composer(KIT, draft, files, "Type a message", attach_button(KIT), card, quoting=quoted)
    return row(write, pad=(18, 2, 18, 14))


def _talk(state: State, ctx: Context, room: Room) -> Node:
    found = [m for m in KIT.store.messages.rows(ctx.vfs) if m.room == room.name]
    width = max(_LEAST_W, min(_BUBBLE_W, ctx.w - _SIDE_W - _BESIDE))
    parts = tuple(by_day(KIT, ctx, lines_of(KIT, state, ctx, found), _bubble, width))
    quoted = KIT.store.message(ctx.vfs, state.answers)
    return column(
        panel(_head, room),
        separator(),
        scroll("skype.messages", panel(_said, parts), name="Messages"),
        panel(_write, state.draft, state.files, quoted.said if quoted is not None else ""),
        style="content",
        h=FILL,
    )


def _in_call(call: Call, seconds: int) -> Node:
    incoming = call.kind == "incoming" and call.state == "ringing"
    when = (
        f"{call.room} is calling you" if incoming else "Ringing..." if call.state == "ringing" else call_face(seconds)
    )
    tools = [
        b._replace(style="skype_end") if b.key.endswith("hang_up") else b
        for b in CALL.buttons("ring" if incoming else "call", call, style="skype_in_call")
    ]
    known = {"Camera on": call.camera, "Muted": call.muted, "Sharing": call.sharing, "Recording": call.recording_ms}
    signs = [name for name, on in known.items() if on]
    return column(
        spacer(h=FILL),
        face(call.room, 40),
        text(call.room, style="skype_name", role=Role.HEADING),
        text(when, style="skype_when", key="skype.time", name="Duration", value=when),
        text(" · ".join(signs), style="skype_when", role=None),
        spacer(h=FILL),
        row(spacer(), *tools, spacer(), gap=14, role=Role.TOOLBAR, name="Call"),
        style="skype_call",
        pad=(20, 20, 20, 26),
        gap=10,
        h=FILL,
        align="center",
    )


def _group(name: str, members: tuple[str, ...]) -> Node:
    people = [checkbox(f"skype.tick.{p}", p, checked=p in members, click=("tick_off", p)) for p in PEOPLE]
    return column(
        text("New group chat", style="title", role=Role.HEADING),
        field(
            "skype.group_name", name, name="Group name", placeholder="Group name", w=320, change=("group_name",),
            submit=("create",),
        ),
        *people,
        row(
            button("skype.create", "Create", style="skype_push", click=("create",)),
            button("skype.dismiss", "Cancel", click=("page", "")),
            gap=10,
        ),
        style="content",
        pad=(30, 24),
        gap=10,
        h=FILL,
    )  # fmt: skip


def view(state: State, ctx: Context) -> Node:
    """The content of the window."""
    vfs, page = ctx.vfs, state.page if state.page in _TABS else ""
    call, room = KIT.store.call(vfs, state.call), KIT.store.room(vfs, state.room)
    lines: list[Node]
    if page == "calls":
        known = [c for c in reversed(KIT.store.calls.rows(vfs)) if c.state == "ended"]
        lines = [_called(c, short_when(KIT, ctx, c.time_ms)) for c in known]
    elif page == "contacts":
        lines = [_person(*each) for each in PEOPLE.items()]
    else:
        lines = [_chat(recent, recent[0].name == state.room) for recent in _recent(state, ctx)]
    body: Element
    if call is not None:
        body = panel(_in_call, call, max(0, state.now_ms - call.since_ms) // 1000, h=FILL)
    elif state.page == "group":
        body = panel(_group, *(state.form or ("", ())), h=FILL)
    elif room is not None:
        body = _talk(state, ctx, room)
    else:
        hint = (icon("chat", style="huge"), text("Choose a chat", style="muted"))
        body = column(*hint, style="content", h=FILL, gap=12, align="center", justify="center")
    side = panel(_side, state._replace(draft="", answer="", now_ms=0), page, tuple(lines), w=_SIDE_W, h=FILL)
    return row(side, separator(vertical=True), body, h=FILL, align="stretch")
