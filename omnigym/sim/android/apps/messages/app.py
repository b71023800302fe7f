"""Messages: text messages by conversation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.dates import day_text, local
from omnigym.sim.android.kit import app_bar, avatar, empty, item, left, phone_app, screen, section
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.people import CONTACTS, MESSAGE_TABLES, SMS, Sms, digits, name_of, same_number, with_people
from omnigym.sim.android.speech import BREATH, spoken
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo, SetClipboard, ShowMenu
from omnigym.sim.audio import Sounding
from omnigym.sim.commands import MENU, Command, Commands, commanded, delete_record, rows_of
from omnigym.sim.common.contacts import Contact
from omnigym.sim.handlers import saved, sets
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program, Taken
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import MenuItem, icon, scroll, spacer
from omnigym.values import ClipboardContent

# -- what it keeps ----------------------------------------------------------------------------------------------------

_LIST, _THREAD = "messages.list", "messages.thread"
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


# -- what can be done -------------------------------------------------------------------------------------------------


_Result = tuple[State, tuple[Effect, ...]]
_TO, _TEXT, _END = "to:", "text:", 1 << 20


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Show the conversation of a path "to:NUMBER"; for "text:WORDS", ask with whom it is, and begin with the words."""
    if path.startswith(_TEXT):
        return State(new=True, draft=path.removeprefix(_TEXT)), (Focus("messages.to"),)
    return _open(state, ctx, path.removeprefix(_TO)) if path.startswith(_TO) else (state, ())


def _open(state: State, ctx: Context, number: str) -> _Result:
    """Show a conversation; all of it is read now."""
    rows = SMS.rows(ctx.vfs)
    seen = tuple([m._replace(read=True) if same_number(m.address, number) and not m.read else m for m in rows])
    kept: tuple[Effect, ...] = (saved(SMS, ctx, seen),) if seen != rows else ()
    draft = state.draft if state.new else ""
    return State(number, draft), (*kept, ScrollTo(_THREAD, offset=_END))


def _first(state: State, ctx: Context, query: str) -> _Result:
    """Enter in the field of the recipient: a number, or the first person that fits."""
    if len(digits(query)) > 2:
        return _open(state, ctx, query.strip())
    wanted = query.strip().casefold()
    found = [c for c in CONTACTS.rows(ctx.vfs) if c.phone and wanted and wanted in c.name.casefold()]
    return _open(state, ctx, found[0].phone) if found else (state, ())


def _send(state: State, ctx: Context, *_: str) -> _Result:
    body = state.draft.strip()
    if not body or not state.number:
        return state, ()
    rows = SMS.rows(ctx.vfs)
    sent = Sms(next_id(rows), state.number, body, True, ctx.clock_ms)
    return State(state.number), (
        saved(SMS, ctx, (*rows, sent)),
        Focus("messages.draft", 0, 0),
        ScrollTo(_THREAD, offset=_END),
    )


def _menu(state: State, ctx: Context, number: str) -> _Result:
    unread = any(not m.read for m in _of_number(SMS.rows(ctx.vfs), number))
    mark, image = ("Mark as read", "m/mark_chat_read") if unread else ("Mark as unread", "m/mark_chat_unread")
    items = (
        MenuItem("messages.menu.read", mark, ("mark", number, unread), icon=image),
        MenuItem("messages.menu.delete", "Delete", ("delete", number), icon="m/delete"),
    )
    return state, (ShowMenu(items),)


def _mark(state: State, ctx: Context, number: str, read: bool) -> _Result:
    rows = SMS.rows(ctx.vfs)
    received = [m.id for m in _of_number(rows, number) if not m.sent]
    changed = received if read else received[-1:]
    return state, (saved(SMS, ctx, tuple([m._replace(read=read) if m.id in changed else m for m in rows])),)


def _delete(state: State, _ctx: Context, number: str) -> _Result:
    args = ("Delete this conversation?", "Its messages are removed from this phone.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", number)),)


def _deleted(state: State, ctx: Context, number: str, yes: bool) -> _Result:
    rows = tuple([m for m in SMS.rows(ctx.vfs) if not same_number(m.address, number)])
    return (State(), (saved(SMS, ctx, rows),)) if yes else (state, ())


def _say(state: State, ctx: Context, number: int) -> _Result:
    """Play a voice message, or stop it."""
    return state._replace(said=0 if state.said == number else number, said_ms=ctx.clock_ms + BREATH), ()


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    said = next((m.voice for m in SMS.rows(ctx.vfs) if m.id == state.said), "")
    return spoken(said, state.said_ms)


def _copy(state: State, _ctx: Context, message: Sms) -> _Result:
    return state, (SetClipboard(ClipboardContent(text=message.body)),)


_MESSAGE = Commands(
    "messages",
    Command("copy", "Copy text", run=_copy, icon="m/content_copy", places=(MENU,)),
    Command("remove", "Delete", delete_record, icon="m/delete", places=(MENU,)),
    records=rows_of(SMS, lambda _state: 0),
    menu="about",
)


def _back(state: State, ctx: Context) -> _Result:
    if state.number and not _of_number(_conversations(SMS.rows(ctx.vfs)), state.number):
        return State(new=True), ()
    return (State(), ()) if state != State() else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "call": lambda s, _, number: (s, (Launch("phone", f"{_TO}{number}"),)),
    "delete": _delete,
    "deleted": _deleted,
    "draft": sets("draft"),
    "first": _first,
    "mark": _mark,
    "menu": _menu,
    "new": lambda _, __: (State(new=True), (Focus("messages.to"),)),
    "open": _open,
    "opened": _opened,
    "query": sets("query"),
    "say": _say,
    "search": lambda s, _, search: (s._replace(search=search), (ScrollTo(_LIST),)),
    "send": _send,
}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("messages", "", button="icon_filled")
_MESSAGES_STYLES = looks(
    text={"bubble": Look(size=15), "bubble_mine": Look(size=15, ink="on_accent")},
    box={"mine": Look(fill="accent", radius=20), "theirs": Look(fill="card", radius=20)},
    button={"icon_filled": ROUND._replace(fill="accent", ink="on_accent", pressed="accent_pressed")},
)


def _shown_text(message: Sms) -> str:
    """What a list says of a message: of a spoken one no more than that it is spoken."""
    return "Voice message" if message.voice else message.body


def _conversations(messages: tuple[Sms, ...]) -> tuple[Sms, ...]:
    """The last message of each conversation, the newest first."""
    last: dict[str, Sms] = {}
    for message in messages:
        known = next((n for n in last if same_number(n, message.address)), message.address)
        last.pop(known, None)
        last[message.address] = message
    return tuple(reversed(last.values()))


def _of_number(messages: tuple[Sms, ...], number: str) -> tuple[Sms, ...]:
    """The messages of a conversation, the oldest first."""
    return tuple([m for m in messages if same_number(m.address, number)])


def _line(message: Sms, name: str, when: str, unread: bool) -> Node:
    body = f"You: {message.body}" if message.sent else _shown_text(message)
    return ui.row(
        avatar(name),
        column(
            row(
                ui.text(name, "heading" if unread else "body", w=FILL, role=None),
                ui.text(when, "caption", role=None),
                gap=8,
            ),
            ui.text(body, "strong" if unread else "muted", w=FILL, role=None),
            gap=2,
        ),
        style="item",
        key=f"with.{digits(message.address)}",
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
    for message in _conversations(messages):
        name = name_of(message.address, contacts)
        told = [name, *[m.body for m in _of_number(messages, message.address)]]
        if not wanted or any(wanted in t.casefold() for t in told):
            when = day_text(local(message.time_ms, ctx.settings), now, ctx.settings)
            lines.append((message, name, when, message.address in unread))
    search = ui.field(
        "search",
        state.search,
        "Search conversations",
        "search",
        placeholder="Search conversations",
        search=True,
        icon="m/search",
    )
    body: Element = scroll(_LIST, panel(_list, tuple(lines)), name="Conversations")
    start = ui.button("new", "Start chat", "fab_wide", icon="m/chat")
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
    press = ui.tool(
        f"voice.{message.id}",
        "m/stop" if plays else "m/play_arrow",
        "Stop voice message" if plays else "Play voice message",
        click=("say", message.id),
    )
    words = ui.text(message.body, "bubble", wrap=True, w=FILL, role=None) if message.body else None
    bubble = ui.column(
        row(press, icon("m/graphic_eq", size=30), ui.text("Voice message", "bubble", role=None), gap=12),
        words,
        style="theirs",
        role=Role.LIST_ITEM,
        name=f"Voice message: {message.body}" if message.body else "Voice message",
        key=f"message.{message.id}",
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
    words = ui.text(
        message.body, "bubble_mine" if message.sent else "bubble", role=None, wrap=long, w=FILL if long else AUTO
    )
    bubble = ui.row(
        words,
        style="mine" if message.sent else "theirs",
        role=Role.LIST_ITEM,
        name=message.body,
        key=f"message.{message.id}",
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
    call = ui.tool("call", "m/call", f"Call {name}", "icon", click=("call", state.number))
    write = ui.field("draft", state.draft, "Text message", "pill", placeholder="Text message", submit=("send",))
    send = ui.tool("send", "m/send", "Send message", disabled=not state.draft.strip())
    return screen(
        "messages",
        name,
        app_bar(name, call, back="messages.up"),
        scroll(_THREAD, panel(_thread, _of_number(SMS.rows(ctx.vfs), state.number), state.said), name="Messages"),
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
    to = ui.field(
        "to", state.query, "To", "pill", placeholder="Type a name or phone number", change=("query",), submit=("first",)
    )
    shown = tuple(sorted(people, key=lambda c: c.name.casefold()))
    return screen(
        "messages",
        "New conversation",
        app_bar("New conversation", back="messages.up"),
        row(ui.text("To", "muted"), to, pad=(18, 4, 14, 6), gap=14),
        scroll("messages.people", panel(_people, state.query, shown), name="Contacts"),
    )


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.new:
        return _new(state, ctx)
    return _conversation(state, ctx) if state.number else _home(state, ctx)


# -- its declaration --------------------------------------------------------------------------------------------------

_APP = phone_app(
    name="messages",
    title="Messages",
    icon="app/messages",
    art={"app/messages": sign_icon(0x1A73E8, "chat", share=0.54)},
    styles=_MESSAGES_STYLES,
    program=Program(category="Social Communication", dock=2, takes=(Taken("text", 1),), sign="chat"),
    initial=with_people,
    init=_init,
    view=_view,
    on=_UPDATES,
    tables=MESSAGE_TABLES,
    sounds=_sounds,
)
APPS = (commanded(_APP, _MESSAGE),)
