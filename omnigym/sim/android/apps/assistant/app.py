"""Assistant: a conversation that is heard, reminders and timers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.android.apps.assistant.store import (
    PREFERENCES,
    REMINDERS,
    ROUTINES,
    TABLES,
    TIMERS,
    Preference,
    Reminder,
    Timer,
    with_routines,
)
from omnigym.sim.android.apps.assistant.talk import (
    DAYS,
    LIST,
    MINUTES,
    REMIND,
    TIMER,
    State,
    Turn,
    asked,
    captions,
    greeted,
    picked,
    rang,
    routine_of,
)
from omnigym.sim.android.kit import action, app_bar, empty, item, left, phone_app, screen, section
from omnigym.sim.android.material_styles import PILL, ROUND
from omnigym.sim.app import Context, Effect, Focus, Handler
from omnigym.sim.audio import Sounding
from omnigym.sim.commands import BAR, Command, Commands, commanded, delete_record, rows_of
from omnigym.sim.handlers import saved, sets, toggles
from omnigym.sim.kinds.speaking import in_turn
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, panel, row, wrapped
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import icon, scroll, spacer
from omnigym.sim.vfs import Vfs

_Result: TypeAlias = tuple[State, tuple[Effect, ...]]
ui = Scope("assistant")
#: Letters in a line of a bubble, about; a longer text is wrapped.
_LINE = 30

# -- what it does ------------------------------------------------------------------------------------------------------


def _captions(state: State, ctx: Context) -> _Result:
    return state, (saved(PREFERENCES, ctx, (Preference(captions=not captions(ctx.vfs)),)),)


def _again(state: State, ctx: Context, number: int) -> _Result:
    """A turn is said once more."""
    if not 0 <= number < len(state.turns):
        return state, ()
    says = state.turns[number].says
    return state._replace(says=says, since_ms=ctx.clock_ms, reads=state.reads if says == state.says else 0), ()


def _suggest(state: State, ctx: Context, text: str) -> _Result:
    """A suggestion is asked; one that ends with a space is to be ended by typing."""
    return (state._replace(draft=text), (Focus("assistant.draft"),)) if text.endswith(" ") else asked(state, ctx, text)


def _back(state: State, _ctx: Context) -> _Result:
    return (state._replace(page=False), ()) if state.page else left(state)


_REMINDER = Commands(
    "assistant",
    Command("forget", lambda r: f"Delete the reminder of {r.text}", delete_record, icon="m/delete"),
    records=rows_of(REMINDERS, lambda _state: 0),
)
_TIMER = Commands(
    "assistant",
    Command("cancel", lambda t: f"Cancel the timer of {count_of(t.minutes, 'minute')}", delete_record, icon="m/close"),
    records=rows_of(TIMERS, lambda _state: 0),
)
_ON: Mapping[str, Handler] = {
    "again": _again,
    "back": _back,
    "captions": _captions,
    "draft": sets("draft"),
    "page": toggles("page"),
    "pick": picked,
    "rang": rang,
    "send": lambda s, ctx, *_: asked(s, ctx, s.draft),
    "suggest": _suggest,
}


def _sounds(state: State, _ctx: Context) -> tuple[Sounding, ...]:
    return in_turn(state.says, state.since_ms)


# -- what it shows -----------------------------------------------------------------------------------------------------

_STYLES = ui.looks(
    box={"mine": Look(fill="checked", radius=20), "its": Look(fill="card", radius=20, pressed="pressed")},
    text={"mine": Look(size=16), "its": Look(size=16), "aloud": Look(size=15, ink="muted")},
    button={
        "that": PILL._replace(fill="accent", ink="on_accent", pressed="accent_pressed", size=18, min_h=72, radius=36),
        "send": ROUND._replace(fill="checked", pressed="pressed"),
        "chip": Look(size=14, pad=(14, 6, 14, 6), min_h=40, radius=20, edge="stroke_strong", pressed="hover"),
    },
)


def _turn(number: int, turn: Turn, text: str) -> Node:
    long = len(text) > _LINE
    said = text or "Said aloud"
    style = "mine" if turn.mine else "its" if text else "aloud"
    sign = None if turn.mine else icon("m/volume_up", size=20)
    bubble = ui.item(
        f"turn.{number}",
        said,
        sign,
        ui.text(said, style, w=FILL if long else AUTO, wrap=long),
        style="mine" if turn.mine else "its",
        w=280 if long else AUTO,
        pad=(16, 11),
        gap=10,
        click=None if turn.mine else ("again", number),
    )
    return row(spacer(), bubble) if turn.mine else row(bubble, spacer())


def _turns(turns: tuple[Turn, ...], written: bool) -> Node:
    lines = [memo(_turn, n, t, t.text if t.mine or written else "", w=FILL) for n, t in enumerate(turns)]
    return column(*lines, gap=8, pad=(14, 10), role=Role.LIST, name="Conversation")


def _offered(state: State, vfs: Vfs) -> tuple[str, ...]:
    """What can be touched rather than typed."""
    if state.for_minutes:
        return MINUTES
    if state.for_day:
        return DAYS
    routine = routine_of(state.waits, vfs)
    if routine is not None:
        return routine.choices
    return (*[r.title for r in reversed(ROUTINES.rows(vfs))], TIMER, REMIND)


def _chips(offered: tuple[str, ...]) -> Node:
    chips = [_chip(o.strip(), f"{o.strip()}…" if o.endswith(" ") else o, o) for o in offered]
    return wrapped(*chips, gap=8, pad=(14, 6), role=Role.GROUP, name="Suggestions")


def _chip(key: str, shown: str, said: str) -> Node:
    return ui.button(f"offer.{key}", shown, "chip", click=("suggest", said))


def _talk(state: State, vfs: Vfs) -> Node:
    written = captions(vfs)
    image, other = ("closed_caption", "off") if written else ("closed_caption_disabled", "on")
    draft = ui.field("draft", state.draft, "Ask something", "/pill", placeholder="Ask something", submit=("send",))
    send = ui.tool("send", "m/send", "Send", "send", disabled=not state.draft.strip())
    that = row(ui.button("pick", "That one", "that", w=FILL), pad=(14, 6)) if state.reads else None
    return screen(
        "assistant",
        "Assistant",
        app_bar(
            "Assistant",
            action("assistant.captions", image, f"Turn captions {other}", ("captions",)),
            action("assistant.page", "notifications", "Reminders and timers", ("page",)),
        ),
        scroll(LIST, panel(_turns, state.turns, written), name="Conversation"),
        that or _chips(_offered(state, vfs)),
        row(draft, send, pad=(12, 6), gap=10, h=64),
    )


def _reminder(reminder: Reminder) -> Node:
    trail = row(*_REMINDER.buttons(BAR, reminder, reminder.id, style="icon"), w=AUTO)
    lead = icon("m/event", size=24)
    return item(f"assistant.reminder.{reminder.id}", reminder.text, reminder.day, lead=lead, trail=trail)


def _timer(timer: Timer) -> Node:
    trail = row(*_TIMER.buttons(BAR, timer, timer.id, style="icon"), w=AUTO)
    return item(
        f"assistant.timer.{timer.id}", count_of(timer.minutes, "minute"), lead=icon("m/timer", size=24), trail=trail
    )


def _kept(reminders: tuple[Reminder, ...], timers: tuple[Timer, ...]) -> Node:
    return column(
        section("Reminders") if reminders else None,
        *[memo(_reminder, r, w=FILL) for r in reminders],
        section("Timers") if timers else None,
        *[memo(_timer, t, w=FILL) for t in timers],
        role=Role.LIST,
        name="Reminders and timers",
    )


def _view(state: State, ctx: Context) -> Node:
    if not state.page:
        return _talk(state, ctx.vfs)
    reminders, timers = REMINDERS.rows(ctx.vfs), TIMERS.rows(ctx.vfs)
    body: Element = scroll("assistant.kept", panel(_kept, reminders, timers), name="Reminders and timers")
    return screen(
        "assistant",
        "Reminders and timers",
        app_bar("Reminders and timers", back="assistant.up"),
        body if reminders or timers else empty("notifications", "Nothing to remember"),
    )


# -- its declaration ---------------------------------------------------------------------------------------------------

_APP = phone_app(
    name="assistant",
    title="Assistant",
    icon="app/assistant",
    art={"app/assistant": sign_icon(0x5E35B1, "graphic_eq")},
    styles=_STYLES,
    program=Program(category="Utility Tools", sign="graphic_eq"),
    initial=with_routines,
    init=lambda _path, ctx: (greeted(ctx), ()),
    view=_view,
    on=_ON,
    tables=TABLES,
    sounds=_sounds,
)
APPS = (commanded(_APP, _REMINDER, _TIMER),)
