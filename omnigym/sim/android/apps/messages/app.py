"""Messages: text messages by conversation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.android.apps.messages.view import LIST, THREAD, State, conversations, of_number, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.people import CONTACTS, MESSAGE_TABLES, SMS, Sms, digits, same_number, with_people
from omnigym.sim.android.speech import BREATH, spoken
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo, SetClipboard, SetFiles, ShowMenu
from omnigym.sim.audio import Sounding
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program, Taken
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.widgets import MenuItem
from omnigym.values import ClipboardContent

# -- the looks of the app that no other app has -----------------------------------------------------------------------

MESSAGES_STYLES = looks(
    text={
        "bubble": Look(size=15),
        "bubble_mine": Look(size=15, ink="on_accent"),
    },
    box={
        "mine": Look(fill="accent", radius=20),
        "theirs": Look(fill="card", radius=20),
    },
    button={
        "icon_filled": ROUND._replace(fill="accent", ink="on_accent", pressed="accent_pressed"),
    },
)

# -- the app ----------------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
_TO, _TEXT, _END = "to:", "text:", 1 << 20


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Show the conversation of a path "to:NUMBER"; for "text:WORDS", ask with whom it is, and begin with the words."""
    if path.startswith(_TEXT):
        return State(new=True, draft=path.removeprefix(_TEXT)), (Focus("messages.to"),)
    return _open(state, ctx, path.removeprefix(_TO)) if path.startswith(_TO) else (state, ())


def _kept(ctx: Context, rows: tuple[Sms, ...]) -> SetFiles:
    return SetFiles(SMS.written(ctx.vfs, rows, ctx.clock_ms))


def _open(state: State, ctx: Context, number: str) -> _Result:
    """Show a conversation; all of it is read now."""
    rows = SMS.rows(ctx.vfs)
    seen = tuple([m._replace(read=True) if same_number(m.address, number) and not m.read else m for m in rows])
    kept: tuple[Effect, ...] = (_kept(ctx, seen),) if seen != rows else ()
    draft = state.draft if state.new else ""
    return State(number, draft), (*kept, ScrollTo(THREAD, offset=_END))


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
        _kept(ctx, (*rows, sent)),
        Focus("messages.draft", 0, 0),
        ScrollTo(THREAD, offset=_END),
    )


def _menu(state: State, ctx: Context, number: str) -> _Result:
    unread = any(not m.read for m in of_number(SMS.rows(ctx.vfs), number))
    items = (
        MenuItem(
            "messages.menu.read",
            "Mark as read" if unread else "Mark as unread",
            ("mark", number, unread),
            icon="m/mark_chat_read" if unread else "m/mark_chat_unread",
        ),
        MenuItem("messages.menu.delete", "Delete", ("delete", number), icon="m/delete"),
    )
    return state, (ShowMenu(items),)


def _mark(state: State, ctx: Context, number: str, read: bool) -> _Result:
    rows = SMS.rows(ctx.vfs)
    received = [m.id for m in of_number(rows, number) if not m.sent]
    changed = received if read else received[-1:]
    return state, (_kept(ctx, tuple([m._replace(read=read) if m.id in changed else m for m in rows])),)


def _delete(state: State, _ctx: Context, number: str) -> _Result:
    args = ("Delete this conversation?", "Its messages are removed from this phone.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", number)),)


def _deleted(state: State, ctx: Context, number: str, yes: bool) -> _Result:
    rows = tuple([m for m in SMS.rows(ctx.vfs) if not same_number(m.address, number)])
    return (State(), (_kept(ctx, rows),)) if yes else (state, ())


def _say(state: State, ctx: Context, number: int) -> _Result:
    """Play a voice message, or stop it."""
    return state._replace(said=0 if state.said == number else number, said_ms=ctx.clock_ms + BREATH), ()


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    said = next((m.voice for m in SMS.rows(ctx.vfs) if m.id == state.said), "")
    return spoken(said, state.said_ms)


def _about(state: State, _ctx: Context, number: int) -> _Result:
    items = (
        MenuItem("messages.menu.copy", "Copy text", ("copy", number), icon="m/content_copy"),
        MenuItem("messages.menu.remove", "Delete", ("remove", number), icon="m/delete"),
    )
    return state, (ShowMenu(items),)


def _copy(state: State, ctx: Context, number: int) -> _Result:
    body = next((m.body for m in SMS.rows(ctx.vfs) if m.id == number), "")
    return state, (SetClipboard(ClipboardContent(text=body)),)


def _remove(state: State, ctx: Context, number: int) -> _Result:
    return state, (_kept(ctx, tuple([m for m in SMS.rows(ctx.vfs) if m.id != number])),)


def _back(state: State, ctx: Context) -> _Result:
    if state.number and not of_number(conversations(SMS.rows(ctx.vfs)), state.number):
        return State(new=True), ()
    return (State(), ()) if state != State() else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "about": _about,
    "back": _back,
    "call": lambda s, _, number: (s, (Launch("phone", f"{_TO}{number}"),)),
    "copy": _copy,
    "delete": _delete,
    "deleted": _deleted,
    "draft": lambda s, _, draft: (s._replace(draft=draft), ()),
    "first": _first,
    "mark": _mark,
    "menu": _menu,
    "new": lambda _, __: (State(new=True), (Focus("messages.to"),)),
    "open": _open,
    "opened": _opened,
    "query": lambda s, _, query: (s._replace(query=query), ()),
    "remove": _remove,
    "say": _say,
    "search": lambda s, _, search: (s._replace(search=search), (ScrollTo(LIST),)),
    "send": _send,
}


APPS = (
    phone_app(
        name="messages",
        title="Messages",
        icon="app/messages",
        art={"app/messages": sign_icon(0x1A73E8, "chat", share=0.54)},
        styles=MESSAGES_STYLES,
        program=Program(category="Social Communication", dock=2, takes=(Taken("text", 1),), sign="chat"),
        initial=with_people,
        init=_init,
        view=view,
        on=_UPDATES,
        tables=MESSAGE_TABLES,
        sounds=_sounds,
    ),
)
