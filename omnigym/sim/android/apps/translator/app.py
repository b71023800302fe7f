"""Translator: it translates, says phrases, and lets one talk with people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from omnigym.sim.android.apps.translator.store import (
    HISTORY,
    PHRASES,
    RECORDINGS,
    REPLIES,
    TABLES,
    TALKS,
    Past,
    Reply,
    translated,
    with_phrases,
)
from omnigym.sim.android.apps.translator.view import LIST, STYLES, State, talk_of, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.app import Context, Effect, Handler, ScrollTo
from omnigym.sim.audio import Sounding
from omnigym.sim.handlers import saved, sets, toggles
from omnigym.sim.kinds.speaking import in_turn
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.tables.table import Table, next_id

__all__ = ["APPS"]

_Result: TypeAlias = tuple[State, tuple[Effect, ...]]
#: How fast it is said where somebody asks for it slowly, and for how long a place is heard.
_SLOW, _PLACE_MS = 0.75, 120_000

# -- what it does ------------------------------------------------------------------------------------------------------


def _translate(state: State, ctx: Context, *_typed: str) -> _Result:
    text = " ".join(state.draft.split())
    if not text:
        return state, ()
    rows = HISTORY.rows(ctx.vfs)
    past = Past(next_id(rows), text, translated(text, state.american, ctx.vfs))
    return state._replace(text=text), (saved(HISTORY, ctx, (*rows, past)),)


def _forget(state: State, ctx: Context, number: int) -> _Result:
    return state, (saved(HISTORY, ctx, [p for p in HISTORY.rows(ctx.vfs) if p.id != number]),)


def _starring(table: Table[Any]) -> Callable[..., _Result]:
    """The handler that gives a row a star, or takes it."""

    def star(state: State, ctx: Context, number: int) -> _Result:
        rows = [r._replace(starred=not r.starred) if r.id == number else r for r in table.rows(ctx.vfs)]
        return state, (saved(table, ctx, rows),)

    return star


def _say(state: State, ctx: Context, says: tuple[str, ...]) -> _Result:
    return state._replace(says=says, since_ms=ctx.clock_ms), ()


def _talk(state: State, ctx: Context, number: int) -> _Result:
    """Somebody speaks as soon as one listens."""
    talk = next((t for t in TALKS.rows(ctx.vfs) if t.id == number), None)
    if talk is None:
        return state, ()
    return _say(state._replace(talk=number, entered_ms=ctx.clock_ms), ctx, talk.says)


def _reply(state: State, ctx: Context, said: str) -> _Result:
    talk, rows = talk_of(state, ctx.vfs), REPLIES.rows(ctx.vfs)
    if talk is None:
        return state, ()
    return state, (saved(REPLIES, ctx, (*rows, Reply(next_id(rows), talk.person, said))),)


def _back(state: State, _ctx: Context) -> _Result:
    if state.talk:
        return state._replace(talk=0, says=(), since_ms=0), ()
    return (State(slow=state.slow), ()) if state.tab != State().tab else left(state)


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    said, talk = in_turn(state.says, state.since_ms, speed=_SLOW if state.slow else 1.0), talk_of(state, ctx.vfs)
    if talk is None or not talk.place:
        return said
    until = state.entered_ms + _PLACE_MS
    return (*said, Sounding(talk.place, state.entered_ms, volume=60, loops=True, until_ms=until))


_ON: Mapping[str, Handler] = {
    "back": _back,
    "draft": sets("draft"),
    "forget": _forget,
    "mark": _starring(RECORDINGS),
    "reply": _reply,
    "say": _say,
    "slow": toggles("slow"),
    "star": _starring(PHRASES),
    "starred": toggles("starred"),
    "swap": lambda s, _: (s._replace(american=not s.american, text=""), ()),
    "tab": lambda s, _, tab: (State(tab, slow=s.slow), (ScrollTo(LIST),)),
    "talk": _talk,
    "translate": _translate,
}

# -- its declaration ---------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="translator",
        title="Translator",
        icon="app/translator",
        art={"app/translator": sign_icon(0x00796B, "translate")},
        styles=STYLES,
        program=Program(category="Utility Tools"),
        initial=with_phrases,
        init=lambda _path, _ctx: (State(), ()),
        view=view,
        on=_ON,
        tables=TABLES,
        sounds=_sounds,
    ),
)
