"""Microsoft Store: its declaration, and what can be done with a product."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.app import App, Context, Focus, ScrollTo
from omnigym.sim.commands import commanded
from omnigym.sim.handlers import saved
from omnigym.sim.program import Program, installed_names
from omnigym.sim.tables.table import next_id
from omnigym.sim.windows.apps.store.art import STORE_ART, STORE_STYLES
from omnigym.sim.windows.apps.store.state import (
    JOBS,
    LIST,
    PRODUCT,
    QUEUE,
    RATINGS,
    VERSIONS,
    WISHES,
    Rating,
    Result,
    State,
    offered,
    seconds_of,
    with_store,
)
from omnigym.sim.windows.apps.store.view import view


def _rate(state: State, ctx: Context, name: str, stars: int) -> Result:
    rows = RATINGS.rows(ctx.vfs)
    others = tuple([row for row in rows if row.name != name])
    return state, (saved(RATINGS, ctx, (*others, Rating(next_id(rows), name, stars))),)


def _update_all(state: State, ctx: Context) -> Result:
    there = installed_names(ctx.settings)
    old = [v.name for v in VERSIONS.rows(ctx.vfs) if v.old and v.name in there]
    return QUEUE.added(state, ctx, *[("update", name, seconds_of(name)) for name in old])


def _go(state: State, _ctx: Context, page: str, product: str = "") -> Result:
    back = (state.page, state.product)
    return State(page, product, (*state.back, back)[-20:], "", state.ticks, state.now_ms), (ScrollTo(LIST),)


def _back(state: State, _ctx: Context) -> Result:
    if not state.back:
        return state, ()
    page, product = state.back[-1]
    return state._replace(page=page, product=product, back=state.back[:-1], query=""), (ScrollTo(LIST),)


def _opened(state: State, ctx: Context, product: str) -> Result:
    return _go(state, ctx, "product", product) if product in offered() else (state, ())


_UPDATES: Mapping[str, Callable[..., Result]] = {
    **QUEUE.on,
    "back": _back,
    "find": lambda s, _: (s, (Focus("store.search", 0, -1),)),
    "go": _go,
    "opened": _opened,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "rate": _rate,
    "update_all": _update_all,
}
_APP = App(
    name="store",
    title="Microsoft Store",
    icon="store",
    art=STORE_ART,
    styles=STORE_STYLES,
    program=Program(
        spoken=("Microsoft Store", "the Store"), category="System Management", commands=("ms-windows-store",)
    ),
    initial=with_store,
    init=lambda _args, ctx: QUEUE.on["tick"](State(now_ms=ctx.clock_ms), ctx),
    view=view,
    on=_UPDATES,
    keys=(("ctrl+f", ("find",)), ("ctrl+e", ("find",)), ("alt+left", ("back",))),
    tables=(JOBS, VERSIONS, WISHES, RATINGS),
    size=(940, 600),
    min_size=(620, 420),
    single=True,
    locate={"records": {"key": LIST}},
)


APPS = (QUEUE.queued(commanded(_APP, PRODUCT)),)
