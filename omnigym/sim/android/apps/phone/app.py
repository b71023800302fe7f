"""The Phone app: it calls, and keeps a list of the calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.dates import day_text, local
from omnigym.sim.android.kit import (
    Tab,
    app_bar,
    asking,
    avatar,
    bottom_bar,
    empty,
    fab,
    item,
    left,
    phone_app,
    screen,
    search_box,
)
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.people import (
    CALL_TABLES,
    CALLS,
    CONTACTS,
    LINES,
    VOICEMAILS,
    Call,
    Line,
    Voicemail,
    called,
    digits,
    in_groups,
    name_of,
    same_number,
    with_people,
)
from omnigym.sim.android.speech import BREATH, spoken
from omnigym.sim.app import Context, Effect, Launch, Minimise, ScrollTo, SetFiles, ShowMenu
from omnigym.sim.audio import Sounding
from omnigym.sim.commands import MENU, Command, Commands, commanded, delete_record, rows_of
from omnigym.sim.common.contacts import Contact
from omnigym.sim.handlers import saved
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import looks
from omnigym.sim.system import Later, Send
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import MenuItem, button, scroll, spacer, text
from omnigym.sim.vfs import Vfs

# -- what it keeps ----------------------------------------------------------------------------------------------------

_LIST = "phone.list"
#: A screen that is less high has no room for all of a call.
_LOW = 700
_TABS = (
    Tab("favorites", "Favorites", "star"),
    Tab("recents", "Recents", "schedule"),
    Tab("contacts", "Contacts", "people"),
)
#: The place that there is while somebody has left a message.
_VOICEMAIL = Tab("voicemail", "Voicemail", "voicemail")
_SIGNS = {"incoming": "call_received", "outgoing": "call_made", "missed": "call_missed", "declined": "call_missed"}
_KEYS = (
    ("1", ""),
    ("2", "ABC"),
    ("3", "DEF"),
    ("4", "GHI"),
    ("5", "JKL"),
    ("6", "MNO"),
    ("7", "PQRS"),
    ("8", "TUV"),
    ("9", "WXYZ"),
    ("*", ""),
    ("0", "+"),
    ("#", ""),
)


class State(NamedTuple):
    """Where one is.

    Attributes:
        tab: One of the places at the bottom.
        keypad: Whether the keypad is shown, and
        dialled: what was dialled on it.
        call: The number of the call that goes on, or "", and
        since_ms: when it began.
        query: What is searched for among the contacts.
        muted, speaker: Whether the caller is not heard, and whether the call is heard through the speaker.
        pad: Whether the keypad is shown during the call, and
        tones: what was sent by it, the last at
        tone_ms: this moment.
        line: Id of the `Line` that rings or speaks, or 0.
        incoming: Whether the call that goes on came in.
        held: Whether it waits: nothing of it is heard.
        said: What is said in it, and
        said_ms: since when; of a voice mail as well.
        mail: Id of the voice mail that was played last, or 0.
    """

    tab: str = "recents"
    keypad: bool = False
    dialled: str = ""
    call: str = ""
    since_ms: int = 0
    query: str = ""
    muted: bool = False
    speaker: bool = False
    pad: bool = False
    tones: str = ""
    tone_ms: int = 0
    line: int = 0
    incoming: bool = False
    held: bool = False
    said: str = ""
    said_ms: int = 0
    mail: int = 0


# -- what can be done -------------------------------------------------------------------------------------------------


_Result = tuple[State, tuple[Effect, ...]]
_TO, _LINE = "to:", "line:"
#: Virtual milliseconds until somebody who is called answers.
_RINGS = 3000


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Call the number of a path "to:NUMBER"; for "line:ID" show who calls."""
    if path.startswith(_LINE):
        number = path.removeprefix(_LINE)
        return (state, ()) if state.call or not number.isdecimal() else (State(state.tab, line=int(number)), ())
    number = path.removeprefix(_TO) if path.startswith(_TO) else ""
    return _call(state, ctx, number) if digits(number) else (state, ())


def _call(state: State, ctx: Context, number: str) -> _Result:
    if not digits(number) or state.call:
        return state, ()
    line = next((n for n in LINES.rows(ctx.vfs) if same_number(n.number, number) and not n.rings_ms), None)
    answers = (Later(_RINGS, Send(("connected", ctx.clock_ms, line.id))),) if line is not None else ()
    return State(state.tab, call=number, since_ms=ctx.clock_ms), answers


def _connected(state: State, ctx: Context, since_ms: int, number: int) -> _Result:
    """The one who is called has answered, if nobody hung up meanwhile."""
    line = _line_of(ctx.vfs, number)
    if not state.call or state.since_ms != since_ms or line is None:
        return state, ()
    return _speaking(state, ctx, line._replace(began_ms=since_ms))


def _speaking(state: State, ctx: Context, line: Line) -> _Result:
    now = ctx.clock_ms
    kept = line._replace(did="answered", did_ms=now)
    return state._replace(line=line.id, said=line.voice, said_ms=now + BREATH), (_lines(ctx, kept),)


def _lines(ctx: Context, line: Line) -> SetFiles:
    rows = tuple([line if other.id == line.id else other for other in LINES.rows(ctx.vfs)])
    return saved(LINES, ctx, rows)


def _answer(state: State, ctx: Context) -> _Result:
    line = _line_of(ctx.vfs, state.line)
    if line is None or not line.rings:
        return state, ()
    return _speaking(State(state.tab, call=line.number, since_ms=ctx.clock_ms, incoming=True), ctx, line)


def _decline(state: State, ctx: Context) -> _Result:
    line = _line_of(ctx.vfs, state.line)
    if line is None or not line.rings:
        return state, ()
    files = _lines(ctx, line._replace(did="declined", did_ms=ctx.clock_ms)).vfs
    call = Call(0, line.number, "declined", line.began_ms)
    return State(state.tab), (SetFiles(called(files, call, ctx.clock_ms)), Minimise())


def _digit(state: State, ctx: Context, digit: str) -> _Result:
    """A key of the keypad; during a call it sends a tone, however long it is held."""
    if not state.call:
        return state._replace(dialled=state.dialled + digit), ()
    if not state.pad:
        return state, ()
    tone = "0" if digit == "+" else digit
    state = state._replace(tones=state.tones + tone, tone_ms=ctx.clock_ms)
    line = _line_of(ctx.vfs, state.line)
    if line is None:
        return state, ()
    said = next((reply[2:] for reply in line.replies if reply[:2] == f"{tone} "), "")
    if said:
        state = state._replace(said=said, said_ms=ctx.clock_ms + BREATH)
    return state, (_lines(ctx, line._replace(tones=state.tones)),)


def _switch(state: State, _ctx: Context, name: str) -> _Result:
    """Turn something of a call on or off: "muted", "pad", "speaker" or "held"."""
    if name == "muted":
        return state._replace(muted=not state.muted), ()
    if name == "pad":
        return state._replace(pad=not state.pad), ()
    if name == "held":
        return state._replace(held=not state.held), ()
    return state._replace(speaker=not state.speaker), ()


def _hang_up(state: State, ctx: Context) -> _Result:
    seconds = max(0, ctx.clock_ms - state.since_ms) // 1000
    call = Call(0, state.call, "incoming" if state.incoming else "outgoing", state.since_ms, seconds)
    return State("recents"), (SetFiles(called(ctx.vfs, call, ctx.clock_ms)), ScrollTo(_LIST))


def _play(state: State, ctx: Context, number: int) -> _Result:
    """A voice mail from its beginning, which is heard then."""
    rows = tuple([m._replace(heard=True) if m.id == number else m for m in VOICEMAILS.rows(ctx.vfs)])
    kept = saved(VOICEMAILS, ctx, rows)
    return state._replace(mail=number, said_ms=ctx.clock_ms + BREATH), (kept,)


def _erased(state: State, ctx: Context, mail: Voicemail, _after: None) -> _Result:
    rows = tuple([m for m in VOICEMAILS.rows(ctx.vfs) if m.id != mail.id])
    return state._replace(mail=0, tab=state.tab if rows else "recents"), (saved(VOICEMAILS, ctx, rows),)


def _menu(state: State, ctx: Context, number: int) -> _Result:
    call = _RECORDS.get(state, ctx, number)
    if call is None:
        return state, ()
    stranger = name_of(call.number, CONTACTS.rows(ctx.vfs)) == call.number
    items = [
        MenuItem("phone.menu.call", f"Call {call.number}", ("call", call.number), icon="m/call"),
        MenuItem("phone.menu.text", "Send a message", ("go", "messages", f"to:{call.number}"), icon="m/chat"),
        *_CALL.items(MENU, call, number),
    ]
    if stranger:
        add = ("go", "contacts", f"new:{call.number}")
        items.insert(2, MenuItem("phone.menu.add", "Add contact", add, icon="m/person_add"))
    return state, (ShowMenu(tuple(items)),)


_RECORDS = rows_of(CALLS, lambda _state: 0)
_CALL = Commands(
    "phone",
    Command(
        "delete",
        "Delete",
        delete_record,
        icon="m/delete",
        places=(MENU,),
        ask=lambda _: asking("Delete call?", "It is removed from the list.", "Delete"),
    ),
    records=_RECORDS,
)
_MAIL = Commands(
    "phone",
    Command(
        "mail_delete",
        "Delete",
        delete_record,
        places=(),
        ask=lambda _: asking("Delete voicemail?", "It is removed from the list.", "Delete"),
    ),
    records=rows_of(VOICEMAILS, lambda _state: 0)._replace(set=_erased),
)


def _back(state: State, ctx: Context) -> _Result:
    line = _line_of(ctx.vfs, state.line)
    if line is not None and line.rings:
        return left(state)
    if state.call:
        return (state._replace(pad=False), ()) if state.pad else _hang_up(state, ctx)
    return (State(state.tab), ()) if state.keypad or state.query else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "answer": _answer,
    "back": _back,
    "call": _call,
    "connected": _connected,
    "decline": _decline,
    "digit": _digit,
    "erase": lambda s, _: (s._replace(dialled=s.dialled[:-1]), ()),
    "go": lambda s, _, app, path: (s, (Launch(app, path),)),
    "hang_up": _hang_up,
    "history": _menu,
    "mail_play": _play,
    "mail_stop": lambda s, _: (s._replace(mail=0), ()),
    "keypad": lambda s, _: (State(s.tab, True), ()),
    "menu": _menu,
    "opened": _opened,
    "switch": _switch,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(_LIST),)),
    "tab": lambda s, _, tab: (State(tab), (ScrollTo(_LIST),)),
}


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    """The ringtone of who calls, what is said in a call, a voice mail; at the other end it rings once."""
    line = _line_of(ctx.vfs, state.line)
    if line is not None and line.rings:
        return (Sounding(line.ring, line.began_ms, stream="ring", loops=True),)
    if not state.call:
        mail = next((m.voice for m in VOICEMAILS.rows(ctx.vfs) if m.id == state.mail), "")
        return spoken(mail, state.said_ms)
    name = {"*": "star", "#": "hash"}.get(state.tones[-1:], state.tones[-1:])
    key = (Sounding(f"notice/dtmf-{name}", state.tone_ms, stream="call"),) if state.tones else ()
    if state.line:
        return (*key, *(() if state.held else spoken(state.said, state.said_ms, "call")))
    return () if state.incoming else (*key, Sounding("ringback", state.since_ms, stream="call"))


# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("phone", "", button="icon")
_PHONE_STYLES = looks(
    button={
        "call_switch": ROUND._replace(min_w=64, min_h=64, radius=32, icon=26, fill="card", pressed="pressed"),
        "call_switch_on": ROUND._replace(
            min_w=64, min_h=64, radius=32, icon=26, fill="accent", checked="accent", ink="on_picture"
        ),
        "answer": ROUND._replace(min_w=72, min_h=72, radius=36, icon=30, fill="green", ink="on_picture"),
        "decline": ROUND._replace(min_w=72, min_h=72, radius=36, icon=30, fill="danger", ink="on_picture"),
        "hang_up": ROUND._replace(min_w=88, min_h=64, radius=32, icon=28, fill="danger", ink="on_picture"),
    }
)


def _line_of(vfs: Vfs, number: int) -> Line | None:
    """The line of an id, or None."""
    return next((line for line in LINES.rows(vfs) if line.id == number), None)


def _ring(key: str, number: str, name: str) -> Node:
    return button(key, icon="m/call", name=f"Call {name}", style="icon", click=("call", number))


def _call_line(call: Call, name: str, when: str) -> Node:
    missed = call.kind == "missed"
    what = f"{call.kind.capitalize()} • {when}"
    return ui.row(
        avatar(name),
        column(
            ui.text(name, "body", w=FILL, role=None),
            row(
                ui.icon(f"m/{_SIGNS.get(call.kind, 'call')}", "danger" if missed else "", size=16),
                ui.text(what, "muted", w=FILL, role=None),
                gap=5,
            ),
            gap=2,
        ),
        _ring(f"phone.call.{call.id}", call.number, name),
        style="item",
        key=f"recent.{call.id}",
        role=Role.LIST_ITEM,
        name=f"{name}, {what}",
        w=FILL,
        h=72,
        pad=(18, 0, 8, 0),
        gap=16,
        context=("menu", call.id),
        click=("history", call.id),
    )


def _recents(calls: tuple[tuple[Call, str, str], ...]) -> Node:
    lines = [memo(_call_line, *call, w=FILL) for call in reversed(calls)]
    return column(*lines, role=Role.LIST, name="Recent calls", pad=(0, 0, 0, 80))


def _person_line(contact: Contact) -> Node:
    return item(
        f"phone.person.{contact.id}",
        contact.name,
        contact.phone,
        lead=avatar(contact.name),
        trail=_ring(f"phone.ring.{contact.id}", contact.phone, contact.name),
        click=("call", contact.phone),
    )


def _people(people: tuple[Contact, ...]) -> Node:
    return column(*[memo(_person_line, c, w=FILL) for c in people], role=Role.LIST, name="Contacts", pad=(0, 0, 0, 80))


def _mail_line(mail: Voicemail, name: str, when: str, plays: bool) -> Node:
    press = ui.tool(
        f"mail.{mail.id}.play",
        "m/stop" if plays else "m/play_arrow",
        "Stop" if plays else "Play",
        click=("mail_stop",) if plays else ("mail_play", mail.id),
    )
    acts = row(
        _ring(f"phone.mail.{mail.id}.call", mail.number, name),
        ui.tool(f"mail.{mail.id}.delete", "m/delete", "Delete voicemail", click=("mail_delete", mail.id)),
    )
    note = f"{when}{'' if mail.heard else ' • New'}"
    return item(f"phone.mail.{mail.id}", name, note, lead=press, trail=acts, pad=8, click=("mail_play", mail.id))


def _mails(mails: tuple[tuple[Voicemail, str, str, bool], ...]) -> Node:
    lines = [memo(_mail_line, *mail, w=FILL) for mail in reversed(mails)]
    return column(*lines, role=Role.LIST, name="Voicemail", pad=(0, 0, 0, 80))


def _home(state: State, ctx: Context) -> Node:
    contacts = CONTACTS.rows(ctx.vfs)
    wanted = state.query.strip().casefold()
    search = search_box("phone", state.query, "Search contacts")
    body: Element
    if state.tab == "recents" and not wanted:
        now = local(ctx.clock_ms, ctx.settings)
        calls = tuple(
            [
                (c, name_of(c.number, contacts), day_text(local(c.time_ms, ctx.settings), now, ctx.settings))
                for c in CALLS.rows(ctx.vfs)
            ]
        )
        body = scroll(_LIST, panel(_recents, calls), name="Recents") if calls else empty("call", "No recent calls")
    elif state.tab == "voicemail" and not wanted:
        now = local(ctx.clock_ms, ctx.settings)
        mails = tuple(
            [
                (
                    m,
                    name_of(m.number, contacts),
                    day_text(local(m.time_ms, ctx.settings), now, ctx.settings),
                    m.id == state.mail,
                )
                for m in VOICEMAILS.rows(ctx.vfs)
            ]
        )
        body = scroll(_LIST, panel(_mails, mails), name="Voicemail")
    else:
        people = [c for c in contacts if c.phone and wanted in c.name.casefold()]
        if state.tab == "favorites" and not wanted:
            people = [c for c in people if c.starred]
        shown = tuple(sorted(people, key=lambda c: c.name.casefold()))
        body = scroll(_LIST, panel(_people, shown), name="Contacts") if shown else empty("people", "Nobody here")
    return screen(
        "phone",
        "Phone",
        row(search, pad=(14, 10)),
        body,
        bottom_bar("phone", (*_TABS, _VOICEMAIL) if VOICEMAILS.rows(ctx.vfs) else _TABS, state.tab),
        floating=fab("phone.keypad", "dialpad", "Key pad", ("keypad",)),
    )


def _dial_key(digit: str, letters: str, h: int) -> Node:
    return ui.column(
        text(digit, style="title", role=None),
        ui.text(letters, "caption", role=None) if letters else None,
        style="card",
        role=Role.BUTTON,
        name=digit,
        key=f"key.{digit}",
        w=96,
        h=h,
        align="center",
        justify="center",
        click=("digit", digit),
        context=("digit", "+") if digit == "0" else None,
    )


def _dial_keys(h: int = 58) -> list[Node]:
    """The rows of keys, which are so high."""
    keys = [_dial_key(*key, h) for key in _KEYS]
    return [row(*keys[i : i + 3], gap=12, justify="center") for i in range(0, 12, 3)]


def _keypad(dialled: str, match: str) -> Node:
    erase = ui.tool("erase", "m/backspace", "Backspace")
    shown = ui.text(in_groups(dialled), "dialled", key="dialled", name="Number dialled", value=dialled)
    call = ui.tool("dial", "m/call", "Dial", "call", disabled=not dialled, w=96, h=60, click=("call", dialled))
    return column(
        spacer(h=FILL),
        row(ui.text(match, "muted"), justify="center", h=26) if match else spacer(h=26),
        row(
            row(w=48),
            row(shown, justify="center"),
            erase,
            h=64,
            pad=(10, 0),
        ),
        *_dial_keys(),
        row(call, justify="center", h=84),
        gap=10,
        h=FILL,
        pad=(0, 0, 0, 10),
    )


def _switch_button(name: str, image: str, label: str, on: bool, w: int = 88) -> Node:
    """One of the buttons of a call: filled while it is on, its name below it."""
    return column(
        ui.button(
            name,
            "",
            "call_switch_on" if on else "call_switch",
            icon=f"m/{image}",
            name=label,
            checked=on,
            click=("switch", name),
        ),
        ui.text(label, "caption_center", w=w, role=None),
        w=w,
        gap=6,
        align="center",
    )


def _incoming(name: str, number: str) -> Node:
    """Who calls, and the two answers."""

    def press(key: str, image: str, label: str) -> Node:
        style = "answer" if key == "answer" else "decline"
        return column(
            ui.tool(key, f"m/{image}", label, style),
            ui.text(label, "caption_center", w=88, role=None),
            w=88,
            gap=8,
            align="center",
        )

    return column(
        spacer(h=60),
        row(avatar(name, 96), justify="center"),
        row(ui.heading(name, "name", key=f"from.{number}"), justify="center"),
        row(ui.text("Incoming call" if name == number else f"Incoming call • {number}", "muted"), justify="center"),
        spacer(h=FILL),
        row(press("decline", "call_end", "Decline"), press("answer", "call", "Answer"), gap=72, justify="center"),
        h=FILL,
        gap=12,
        pad=(0, 0, 0, 60),
    )


def _calling(
    name: str, number: str, muted: bool, pad: bool, speaker: bool, held: bool | None, tones: str, low: bool
) -> Node:
    """A call; ``held`` is None before it is answered; ``low``: on a low screen, with less room between its parts."""
    goes = "Calling…" if held is None else "On hold" if held else "On call"
    wide = 88 if held is None else 76
    hold = _switch_button("held", "phone_paused", "Hold", bool(held), wide) if held is not None else None
    sent = row(ui.text(tones, "dialled", key="tones", name="Tones", value=tones), justify="center", h=48)
    above = (sent, *_dial_keys(46)) if low else (spacer(h=16), sent, *_dial_keys())
    return column(
        None if low and pad else spacer(h=24 if pad else 60),
        None if pad else row(avatar(name, 96), justify="center"),
        row(ui.heading(name, "name"), justify="center"),
        row(ui.text(goes if name == number else f"{goes} {number}", "muted"), justify="center"),
        *(above if pad else ()),
        spacer(h=FILL),
        row(
            _switch_button("muted", "mic_off", "Mute", muted, wide),
            _switch_button("pad", "dialpad", "Keypad", pad, wide),
            _switch_button("speaker", "volume_up", "Speaker", speaker, wide),
            hold,
            gap=14 if held is None else 4,
            justify="center",
            h=88 if low else 96,
        ),
        row(ui.tool("hang_up", "m/call_end", "End call", "hang_up"), justify="center", h=66 if low else 90),
        h=FILL,
        gap=4 if low and pad else 12,
        pad=(0, 0, 0, 4 if low else 40),
    )


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    line = _line_of(ctx.vfs, state.line)
    if line is not None and line.rings:
        name = name_of(line.number, CONTACTS.rows(ctx.vfs))
        return screen("phone", "Incoming call", panel(_incoming, name, line.number, h=FILL))
    if state.call:
        name = name_of(state.call, CONTACTS.rows(ctx.vfs))
        on = state.muted, state.pad, state.speaker, state.held if state.line else None
        low = ctx.h < _LOW
        return screen("phone", "Call", panel(_calling, name, state.call, *on, state.tones, low, h=FILL))
    if state.keypad:
        match = name_of(state.dialled, CONTACTS.rows(ctx.vfs)) if len(state.dialled) > 6 else ""
        return screen(
            "phone",
            "Key pad",
            app_bar("Key pad", back="phone.up"),
            panel(_keypad, state.dialled, "" if match == state.dialled else match, h=FILL),
        )
    return _home(state, ctx)


# -- its declaration --------------------------------------------------------------------------------------------------

_APP = phone_app(
    name="phone",
    title="Phone",
    icon="app/phone",
    art={"app/phone": sign_icon(0x1A73E8, "call")},
    styles=_PHONE_STYLES,
    program=Program(category="Social Communication", dock=1, sign="phone_missed"),
    initial=with_people,
    init=_init,
    view=_view,
    on=_UPDATES,
    keys=tuple([(d, ("digit", d)) for d in "0123456789"]),
    tables=CALL_TABLES,
    sounds=_sounds,
)
APPS = (commanded(_APP, _CALL, _MAIL),)
