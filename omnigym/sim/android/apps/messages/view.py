"""The screens of Messages: conversations, one of them, and a new one."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.dates import day_text, local
from omnigym.sim.android.kit import app_bar, avatar, empty, item, screen, section
from omnigym.sim.android.people import CONTACTS, SMS, Sms, digits, name_of, same_number
from omnigym.sim.app import Context
from omnigym.sim.common.contacts import Contact
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, field, icon, scroll, spacer, text

__all__ = ["LIST", "THREAD", "State", "conversations", "of_number", "view"]

LIST, THREAD = "messages.list", "messages.thread"
#: Letters in a line of a bubble, about; a longer text is wrapped.
_LINE = 30
#: Width of a voice message.
_VOICE = 226


class State(NamedTuple):
    """Where one is.

    Attributes:
        number: Of the conversation that is shown, or "".
        draft: What is typed into it.
        new: Whether a person is being chosen for a new one, and
        query: what is typed to find one.
        search: What is searched for among the conversations.
        said: Id of the voice message that is played, or 0, and
        said_ms: since when.
    """

    number: str = ""
    draft: str = ""
    new: bool = False
    query: str = ""
    search: str = ""
    said: int = 0
    said_ms: int = 0


def shown_text(message: Sms) -> str:
    """What a list says of a message: of a spoken one no more than that it is spoken."""
    return "Voice message" if message.voice else message.body


def conversations(messages: tuple[Sms, ...]) -> tuple[Sms, ...]:
    """The last message of each conversation, the newest first."""
    last: dict[str, Sms] = {}
    for message in messages:
        known = next((n for n in last if same_number(n, message.address)), message.address)
        last.pop(known, None)
        last[message.address] = message
    return tuple(reversed(last.values()))


def of_number(messages: tuple[Sms, ...], number: str) -> tuple[Sms, ...]:
    """The messages of a conversation, the oldest first."""
    return tuple([m for m in messages if same_number(m.address, number)])


def _line(message: Sms, name: str, when: str, unread: bool) -> Node:
    body = f"You: {message.body}" if message.sent else shown_text(message)
    return row(
        avatar(name),
        column(
            row(
                text(name, style="heading" if unread else "body", w=FILL, role=None),
                text(when, style="caption", role=None),
                gap=8,
            ),
            text(body, style="strong" if unread else "muted", w=FILL, role=None),
            gap=2,
        ),
        style="item",
        key=f"messages.with.{digits(message.address)}",
        role=Role.LIST_ITEM,
        name=f"{name}, {'unread, ' if unread else ''}{body}",
        w=FILL,
        h=78,
        pad=(18, 0),
        gap=16,
        click=("open", message.address),
        context=("menu", message.address),
    )


def _list(lines: tuple[tuple[Sms, str, str, bool], ...]) -> Node:
    return column(
        *[memo(_line, *line, w=FILL) for line in lines], role=Role.LIST, name="Conversations", pad=(0, 0, 0, 80)
    )


def _home(state: State, ctx: Context) -> Node:
    contacts, messages = CONTACTS.rows(ctx.vfs), SMS.rows(ctx.vfs)
    now, wanted = local(ctx.clock_ms, ctx.settings), state.search.strip().casefold()
    unread = {m.address for m in messages if not m.read and not m.sent}
    lines = []
    for message in conversations(messages):
        name = name_of(message.address, contacts)
        told = [name, *[m.body for m in of_number(messages, message.address)]]
        if not wanted or any(wanted in t.casefold() for t in told):
            when = day_text(local(message.time_ms, ctx.settings), now, ctx.settings)
            lines.append((message, name, when, message.address in unread))
    search = field(
        "messages.search",
        state.search,
        name="Search conversations",
        placeholder="Search conversations",
        style="search",
        search=True,
        icon="m/search",
        change=("search",),
    )
    body: Element = scroll(LIST, panel(_list, tuple(lines)), name="Conversations")
    start = button("messages.new", "Start chat", icon="m/chat", style="fab_wide", click=("new",))
    return screen(
        "messages",
        "Messages",
        app_bar("Messages"),
        row(search, pad=(14, 0, 14, 8)),
        body if lines else empty("chat", "No conversations"),
        floating=start,
    )


def _voice(message: Sms, plays: bool) -> Node:
    """A voice message: a button that plays it, a line that is the same whatever it says, and its words if known."""
    press = button(
        f"messages.voice.{message.id}",
        icon="m/stop" if plays else "m/play_arrow",
        name="Stop voice message" if plays else "Play voice message",
        style="icon_filled",
        click=("say", message.id),
    )
    words = text(message.body, style="bubble", wrap=True, w=FILL, role=None) if message.body else None
    bubble = column(
        row(press, icon("m/graphic_eq", size=30), text("Voice message", style="bubble", role=None), gap=12),
        words,
        style="theirs",
        role=Role.LIST_ITEM,
        name=f"Voice message: {message.body}" if message.body else "Voice message",
        key=f"messages.message.{message.id}",
        w=_VOICE,
        pad=(12, 8),
        gap=8,
        context=("about", message.id),
    )._replace(value="Received")
    return row(bubble, spacer())


def _bubble(message: Sms, plays: bool) -> Node:
    if message.voice:
        return _voice(message, plays)
    long = len(message.body) > _LINE
    words = text(
        message.body, style="bubble_mine" if message.sent else "bubble", role=None, wrap=long, w=FILL if long else AUTO
    )
    bubble = row(
        words,
        style="mine" if message.sent else "theirs",
        role=Role.LIST_ITEM,
        name=message.body,
        key=f"messages.message.{message.id}",
        w=264 if long else AUTO,
        pad=(16, 10),
        context=("about", message.id),
    )._replace(value="Sent" if message.sent else "Received")
    return row(spacer(), bubble) if message.sent else row(bubble, spacer())


def _thread(messages: tuple[Sms, ...], said: int) -> Node:
    return column(
        *[memo(_bubble, m, m.id == said, w=FILL) for m in messages],
        gap=6,
        pad=(14, 10),
        role=Role.LIST,
        name="Messages",
    )


def _conversation(state: State, ctx: Context) -> Node:
    name = name_of(state.number, CONTACTS.rows(ctx.vfs))
    call = button("messages.call", icon="m/call", name=f"Call {name}", style="icon", click=("call", state.number))
    write = field(
        "messages.draft",
        state.draft,
        name="Text message",
        placeholder="Text message",
        style="pill",
        change=("draft",),
        submit=("send",),
    )
    send = button(
        "messages.send",
        icon="m/send",
        name="Send message",
        style="icon_filled",
        disabled=not state.draft.strip(),
        click=("send",),
    )
    return screen(
        "messages",
        name,
        app_bar(name, call, back="messages.up"),
        scroll(THREAD, panel(_thread, of_number(SMS.rows(ctx.vfs), state.number), state.said), name="Messages"),
        row(write, send, pad=(12, 6), gap=10, h=64),
    )


def _person(contact: Contact) -> Node:
    return item(
        f"messages.to.{contact.id}",
        contact.name,
        contact.phone,
        lead=avatar(contact.name),
        click=("open", contact.phone),
    )


def _people(query: str, people: tuple[Contact, ...]) -> Node:
    rows: list[Element] = [memo(_person, c, w=FILL) for c in people]
    if len(digits(query)) > 2:
        lead = icon("m/person_add", size=24)
        rows.insert(0, item("messages.to.number", f"Send to {query.strip()}", lead=lead, click=("open", query.strip())))
    return column(section("Contacts"), *rows, role=Role.LIST, name="Contacts")


def _new(state: State, ctx: Context) -> Node:
    wanted = state.query.strip().casefold()
    people = [c for c in CONTACTS.rows(ctx.vfs) if c.phone and (wanted in c.name.casefold() or wanted in c.phone)]
    to = field(
        "messages.to",
        state.query,
        name="To",
        placeholder="Type a name or phone number",
        style="pill",
        change=("query",),
        submit=("first",),
    )
    shown = tuple(sorted(people, key=lambda c: c.name.casefold()))
    return screen(
        "messages",
        "New conversation",
        app_bar("New conversation", back="messages.up"),
        row(text("To", style="muted"), to, pad=(18, 4, 14, 6), gap=14),
        scroll("messages.people", panel(_people, state.query, shown), name="Contacts"),
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.new:
        return _new(state, ctx)
    return _conversation(state, ctx) if state.number else _home(state, ctx)
