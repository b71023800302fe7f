"""The screens of the Phone app: favourites, recent calls, contacts, the keypad, and a call."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.dates import day_text, local
from omnigym.sim.android.kit import Tab, app_bar, avatar, bottom_bar, empty, fab, item, screen
from omnigym.sim.android.people import CALLS, CONTACTS, LINES, VOICEMAILS, Call, Line, Voicemail, name_of
from omnigym.sim.app import Context
from omnigym.sim.common.contacts import Contact
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, field, icon, scroll, spacer, text, toggle
from omnigym.sim.vfs import Vfs

__all__ = ["LIST", "State", "line_of", "view"]

LIST = "phone.list"
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


def line_of(vfs: Vfs, number: int) -> Line | None:
    """The line of an id, or None."""
    return next((line for line in LINES.rows(vfs) if line.id == number), None)


def _ring(key: str, number: str, name: str) -> Node:
    return button(key, icon="m/call", name=f"Call {name}", style="icon", click=("call", number))


def _call_line(call: Call, name: str, when: str) -> Node:
    missed = call.kind == "missed"
    what = f"{call.kind.capitalize()} • {when}"
    return row(
        avatar(name),
        column(
            text(name, style="body", w=FILL, role=None),
            row(
                icon(f"m/{_SIGNS.get(call.kind, 'call')}", size=16, style="danger" if missed else ""),
                text(what, style="muted", w=FILL, role=None),
                gap=5,
            ),
            gap=2,
        ),
        _ring(f"phone.call.{call.id}", call.number, name),
        style="item",
        key=f"phone.recent.{call.id}",
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
    press = button(
        f"phone.mail.{mail.id}.play",
        icon="m/stop" if plays else "m/play_arrow",
        name="Stop" if plays else "Play",
        style="icon",
        click=("mail_stop",) if plays else ("mail_play", mail.id),
    )
    acts = row(
        _ring(f"phone.mail.{mail.id}.call", mail.number, name),
        button(
            f"phone.mail.{mail.id}.delete",
            icon="m/delete",
            name="Delete voicemail",
            style="icon",
            click=("mail_delete", mail.id),
        ),
    )
    note = f"{when}{'' if mail.heard else ' • New'}"
    return item(f"phone.mail.{mail.id}", name, note, lead=press, trail=acts, pad=8, click=("mail_play", mail.id))


def _mails(mails: tuple[tuple[Voicemail, str, str, bool], ...]) -> Node:
    lines = [memo(_mail_line, *mail, w=FILL) for mail in reversed(mails)]
    return column(*lines, role=Role.LIST, name="Voicemail", pad=(0, 0, 0, 80))


def _home(state: State, ctx: Context) -> Node:
    contacts = CONTACTS.rows(ctx.vfs)
    wanted = state.query.strip().casefold()
    search = field(
        "phone.search",
        state.query,
        name="Search contacts",
        placeholder="Search contacts",
        style="search",
        search=True,
        icon="m/search",
        change=("query",),
    )
    body: Element
    if state.tab == "recents" and not wanted:
        now = local(ctx.clock_ms, ctx.settings)
        calls = tuple(
            [
                (c, name_of(c.number, contacts), day_text(local(c.time_ms, ctx.settings), now, ctx.settings))
                for c in CALLS.rows(ctx.vfs)
            ]
        )
        body = scroll(LIST, panel(_recents, calls), name="Recents") if calls else empty("call", "No recent calls")
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
        body = scroll(LIST, panel(_mails, mails), name="Voicemail")
    else:
        people = [c for c in contacts if c.phone and wanted in c.name.casefold()]
        if state.tab == "favorites" and not wanted:
            people = [c for c in people if c.starred]
        shown = tuple(sorted(people, key=lambda c: c.name.casefold()))
        body = scroll(LIST, panel(_people, shown), name="Contacts") if shown else empty("people", "Nobody here")
    return screen(
        "phone",
        "Phone",
        row(search, pad=(14, 10)),
        body,
        bottom_bar("phone", (*_TABS, _VOICEMAIL) if VOICEMAILS.rows(ctx.vfs) else _TABS, state.tab),
        floating=fab("phone.keypad", "dialpad", "Key pad", ("keypad",)),
    )


def _dial_key(digit: str, letters: str, h: int) -> Node:
    return column(
        text(digit, style="title", role=None),
        text(letters, style="caption", role=None) if letters else None,
        style="card",
        role=Role.BUTTON,
        name=digit,
        key=f"phone.key.{digit}",
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
    erase = button("phone.erase", icon="m/backspace", name="Backspace", style="icon", click=("erase",))
    call = button(
        "phone.dial",
        icon="m/call",
        name="Dial",
        style="call",
        disabled=not dialled,
        w=96,
        h=60,
        click=("call", dialled),
    )
    return column(
        spacer(h=FILL),
        row(text(match, style="muted"), justify="center", h=26) if match else spacer(h=26),
        row(
            row(w=48),
            row(
                text(dialled, style="dialled", key="phone.dialled", name="Number dialled", value=dialled),
                justify="center",
            ),
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


def _switch(name: str, image: str, label: str, on: bool, w: int = 88) -> Node:
    """One of the buttons of a call: filled while it is on, its name below it."""
    return column(
        toggle(
            f"phone.{name}",
            icon=f"m/{image}",
            name=label,
            style="call_switch_on" if on else "call_switch",
            checked=on,
            click=("switch", name),
        ),
        text(label, style="caption_center", w=w, role=None),
        w=w,
        gap=6,
        align="center",
    )


def _incoming(name: str, number: str) -> Node:
    """Who calls, and the two answers."""

    def press(key: str, image: str, label: str) -> Node:
        style = "answer" if key == "answer" else "decline"
        return column(
            button(f"phone.{key}", icon=f"m/{image}", name=label, style=style, click=(key,)),
            text(label, style="caption_center", w=88, role=None),
            w=88,
            gap=8,
            align="center",
        )

    return column(
        spacer(h=60),
        row(avatar(name, 96), justify="center"),
        row(text(name, style="name", role=Role.HEADING, key=f"phone.from.{number}"), justify="center"),
        row(text("Incoming call" if name == number else f"Incoming call • {number}", style="muted"), justify="center"),
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
    hold = _switch("held", "phone_paused", "Hold", bool(held), wide) if held is not None else None
    sent = row(text(tones, style="dialled", key="phone.tones", name="Tones", value=tones), justify="center", h=48)
    above = (sent, *_dial_keys(46)) if low else (spacer(h=16), sent, *_dial_keys())
    return column(
        None if low and pad else spacer(h=24 if pad else 60),
        None if pad else row(avatar(name, 96), justify="center"),
        row(text(name, style="name", role=Role.HEADING), justify="center"),
        row(text(goes if name == number else f"{goes} {number}", style="muted"), justify="center"),
        *(above if pad else ()),
        spacer(h=FILL),
        row(
            _switch("muted", "mic_off", "Mute", muted, wide),
            _switch("pad", "dialpad", "Keypad", pad, wide),
            _switch("speaker", "volume_up", "Speaker", speaker, wide),
            hold,
            gap=14 if held is None else 4,
            justify="center",
            h=88 if low else 96,
        ),
        row(
            button("phone.hang_up", icon="m/call_end", name="End call", style="hang_up", click=("hang_up",)),
            justify="center",
            h=66 if low else 90,
        ),
        h=FILL,
        gap=4 if low and pad else 12,
        pad=(0, 0, 0, 4 if low else 40),
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    line = line_of(ctx.vfs, state.line)
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
