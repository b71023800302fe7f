"""The Phone app: it calls, and keeps a list of the calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.android.apps.phone.view import LIST, State, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.people import CALL_TABLES, CALLS, CONTACTS, Call, digits, name_of, with_people
from omnigym.sim.app import Context, Effect, Launch, OpenDialog, ScrollTo, SetFiles, ShowMenu
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.sounding import Sounding
from omnigym.sim.style.looks import looks
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.widgets import MenuItem

# -- the looks of the app that no other app has -----------------------------------------------------------------------

PHONE_STYLES = looks(
    button={
        "call_switch": ROUND._replace(min_w=64, min_h=64, radius=32, icon=26, fill="card", pressed="pressed"),
        "call_switch_on": ROUND._replace(
            min_w=64, min_h=64, radius=32, icon=26, fill="accent", checked="accent", ink="on_picture"
        ),
        "hang_up": ROUND._replace(min_w=88, min_h=64, radius=32, icon=28, fill="danger", ink="on_picture"),
    },
)

# -- the app ----------------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
_TO = "to:"


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Call the number of a path "to:NUMBER"."""
    number = path.removeprefix(_TO) if path.startswith(_TO) else ""
    return _call(state, ctx, number) if digits(number) else (state, ())


def _call(state: State, ctx: Context, number: str) -> _Result:
    return (
        (State(state.tab, call=number, since_ms=ctx.clock_ms), ()) if digits(number) and not state.call else (state, ())
    )


def _digit(state: State, _ctx: Context, digit: str) -> _Result:
    """A key of the keypad; during a call it sends a tone, however long it is held."""
    if state.call:
        tone = "0" if digit == "+" else digit
        return (state._replace(tones=state.tones + tone), ()) if state.pad else (state, ())
    return state._replace(dialled=state.dialled + digit), ()


def _switch(state: State, _ctx: Context, name: str) -> _Result:
    """Turn something of a call on or off: "muted", "pad" or "speaker"."""
    if name == "muted":
        return state._replace(muted=not state.muted), ()
    if name == "pad":
        return state._replace(pad=not state.pad), ()
    return state._replace(speaker=not state.speaker), ()


def _hang_up(state: State, ctx: Context) -> _Result:
    rows = CALLS.rows(ctx.vfs)
    seconds = max(0, ctx.clock_ms - state.since_ms) // 1000
    call = Call(next_id(rows), state.call, "outgoing", state.since_ms, seconds)
    return State("recents"), (SetFiles(CALLS.written(ctx.vfs, (*rows, call), ctx.clock_ms)), ScrollTo(LIST))


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
    if state.call:
        return (state._replace(pad=False), ()) if state.pad else _hang_up(state, ctx)
    return (State(state.tab), ()) if state.keypad or state.query else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "call": _call,
    "delete": _delete,
    "deleted": _deleted,
    "digit": _digit,
    "erase": lambda s, _: (s._replace(dialled=s.dialled[:-1]), ()),
    "go": lambda s, _, app, path: (s, (Launch(app, path),)),
    "hang_up": _hang_up,
    "history": _menu,
    "keypad": lambda s, _: (State(s.tab, True), ()),
    "menu": _menu,
    "opened": _opened,
    "switch": _switch,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "tab": lambda s, _, tab: (State(tab), (ScrollTo(LIST),)),
}


def _sounds(state: State, _ctx: Context) -> tuple[Sounding, ...]:
    """It rings once at the other end; then nobody speaks in this world."""
    return (Sounding("ringback", state.since_ms, stream="call"),) if state.call else ()


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
