"""The Phone app: it calls, and keeps a list of the calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.android.apps.phone.view import LIST, State, line_of, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.people import (
    CALL_TABLES,
    CALLS,
    CONTACTS,
    LINES,
    VOICEMAILS,
    Call,
    Line,
    called,
    digits,
    name_of,
    same_number,
    with_people,
)
from omnigym.sim.android.speech import BREATH, spoken
from omnigym.sim.app import Context, Effect, Launch, Minimise, OpenDialog, ScrollTo, SetFiles, ShowMenu
from omnigym.sim.audio import Sounding
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import looks
from omnigym.sim.system import Later, Send
from omnigym.sim.ui.widgets import MenuItem

# -- the looks of the app that no other app has -----------------------------------------------------------------------

PHONE_STYLES = looks(
    button={
        "call_switch": ROUND._replace(min_w=64, min_h=64, radius=32, icon=26, fill="card", pressed="pressed"),
        "call_switch_on": ROUND._replace(
            min_w=64, min_h=64, radius=32, icon=26, fill="accent", checked="accent", ink="on_picture"
        ),
        "answer": ROUND._replace(min_w=72, min_h=72, radius=36, icon=30, fill="green", ink="on_picture"),
        "decline": ROUND._replace(min_w=72, min_h=72, radius=36, icon=30, fill="danger", ink="on_picture"),
        "hang_up": ROUND._replace(min_w=88, min_h=64, radius=32, icon=28, fill="danger", ink="on_picture"),
    },
)

# -- the app ----------------------------------------------------------------------------------------------------------

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
    line = line_of(ctx.vfs, number)
    if not state.call or state.since_ms != since_ms or line is None:
        return state, ()
    return _speaking(state, ctx, line._replace(began_ms=since_ms))


def _speaking(state: State, ctx: Context, line: Line) -> _Result:
    now = ctx.clock_ms
    kept = line._replace(did="answered", did_ms=now)
    return state._replace(line=line.id, said=line.voice, said_ms=now + BREATH), (_lines(ctx, kept),)


def _lines(ctx: Context, line: Line) -> SetFiles:
    rows = tuple([line if other.id == line.id else other for other in LINES.rows(ctx.vfs)])
    return SetFiles(LINES.written(ctx.vfs, rows, ctx.clock_ms))


def _answer(state: State, ctx: Context) -> _Result:
    line = line_of(ctx.vfs, state.line)
    if line is None or not line.rings:
        return state, ()
    return _speaking(State(state.tab, call=line.number, since_ms=ctx.clock_ms, incoming=True), ctx, line)


def _decline(state: State, ctx: Context) -> _Result:
    line = line_of(ctx.vfs, state.line)
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
    line = line_of(ctx.vfs, state.line)
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
    return State("recents"), (SetFiles(called(ctx.vfs, call, ctx.clock_ms)), ScrollTo(LIST))


# -- voice mail --------------------------------------------------------------------------------------------------------


def _play(state: State, ctx: Context, number: int) -> _Result:
    """A voice mail from its beginning, which is heard then."""
    rows = tuple([m._replace(heard=True) if m.id == number else m for m in VOICEMAILS.rows(ctx.vfs)])
    kept = SetFiles(VOICEMAILS.written(ctx.vfs, rows, ctx.clock_ms))
    return state._replace(mail=number, said_ms=ctx.clock_ms + BREATH), (kept,)


def _erase(state: State, _ctx: Context, number: int) -> _Result:
    args = "Delete voicemail?", "It is removed from the list.", "Delete", "Cancel"
    return state, (OpenDialog("ask", args, ("mail_deleted", number)),)


def _erased(state: State, ctx: Context, number: int, yes: bool) -> _Result:
    if not yes:
        return state, ()
    rows = tuple([m for m in VOICEMAILS.rows(ctx.vfs) if m.id != number])
    tab = state.tab if rows else "recents"
    return state._replace(mail=0, tab=tab), (SetFiles(VOICEMAILS.written(ctx.vfs, rows, ctx.clock_ms)),)


# -- the list of calls -------------------------------------------------------------------------------------------------


def _of(ctx: Context, number: int) -> Call | None:
    return next((c for c in CALLS.rows(ctx.vfs) if c.id == number), None)


def _menu(state: State, ctx: Context, number: int) -> _Result:
    call = _of(ctx, number)
    if call is None:
        return state, ()
    stranger = name_of(call.number, CONTACTS.rows(ctx.vfs)) == call.number
    items = [
        MenuItem("phone.menu.call", f"Call {call.number}", ("call", call.number), icon="m/call"),
        MenuItem("phone.menu.text", "Send a message", ("go", "messages", f"to:{call.number}"), icon="m/chat"),
        MenuItem("phone.menu.delete", "Delete", ("delete", number), icon="m/delete"),
    ]
    if stranger:
        add = ("go", "contacts", f"new:{call.number}")
        items.insert(2, MenuItem("phone.menu.add", "Add contact", add, icon="m/person_add"))
    return state, (ShowMenu(tuple(items)),)


def _deleted(state: State, ctx: Context, number: int, yes: bool) -> _Result:
    if not yes:
        return state, ()
    rows = tuple([c for c in CALLS.rows(ctx.vfs) if c.id != number])
    return state, (SetFiles(CALLS.written(ctx.vfs, rows, ctx.clock_ms)),)


def _delete(state: State, _ctx: Context, number: int) -> _Result:
    return state, (
        OpenDialog("ask", ("Delete call?", "It is removed from the list.", "Delete", "Cancel"), ("deleted", number)),
    )


def _back(state: State, ctx: Context) -> _Result:
    line = line_of(ctx.vfs, state.line)
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
    "delete": _delete,
    "deleted": _deleted,
    "digit": _digit,
    "erase": lambda s, _: (s._replace(dialled=s.dialled[:-1]), ()),
    "go": lambda s, _, app, path: (s, (Launch(app, path),)),
    "hang_up": _hang_up,
    "history": _menu,
    "mail_delete": _erase,
    "mail_deleted": _erased,
    "mail_play": _play,
    "mail_stop": lambda s, _: (s._replace(mail=0), ()),
    "keypad": lambda s, _: (State(s.tab, True), ()),
    "menu": _menu,
    "opened": _opened,
    "switch": _switch,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "tab": lambda s, _, tab: (State(tab), (ScrollTo(LIST),)),
}


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    """The ringtone of who calls, what is said in a call, a voice mail; at the other end it rings once."""
    line = line_of(ctx.vfs, state.line)
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


APPS = (
    phone_app(
        name="phone",
        title="Phone",
        icon="app/phone",
        art={"app/phone": sign_icon(0x1A73E8, "call")},
        styles=PHONE_STYLES,
        program=Program(category="Social Communication", dock=1, sign="phone_missed"),
        initial=with_people,
        init=_init,
        view=view,
        on=_UPDATES,
        keys=tuple([(d, ("digit", d)) for d in "0123456789"]),
        tables=CALL_TABLES,
        sounds=_sounds,
    ),
)
