"""Maps: places of Lakeside, lists of them, the way from one to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.android.apps.maps.store import (
    FAR,
    GUIDES,
    HERE,
    SEARCHES,
    TRIPS,
    TURNS,
    Search,
    Trip,
    Turn,
    address_of,
    guide_to,
    places,
    spot,
)
from omnigym.sim.android.apps.maps.view import LIST, State, saved_list, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.speech import BREATH, spoken
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo, SetClipboard, SetFiles
from omnigym.sim.audio import Sounding
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.sites.town import LISTS, ZOOMS, centred, dragged, found, load_saved, route, saved_in, steps
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id
from omnigym.values import ClipboardContent

# -- the looks of the app that no other app has -----------------------------------------------------------------------

_PIN = Shade(0xC5221F, 0xC5221F)

MAPS_STYLES = looks(
    box={
        "banner": Look(fill="teal"),
    },
    text={
        "banner": Look(size=20, ink="on_picture"),
        "map_label": Look(size=14, family="ui-semibold", ink="black"),
    },
    button={
        "map_pin": Look(icon=30, ink=_PIN),
        "map_pin_chosen": Look(icon=40, ink=_PIN),
        "map_tool": ROUND._replace(min_w=46, min_h=46, fill="layer", pressed="hover", shadow=4),
        "map_chip": Look(
            size=14, pad=(12, 6, 14, 6), min_h=36, radius=18, icon=18, gap=6, fill="layer", pressed="hover"
        ),
    },
)

# -- the app ----------------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
#: What a path to open begins with: something to look for.
_TO = "to:"
_NONE = "none"


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Look for what comes after "to:"."""
    return _searched(State(), ctx, path.removeprefix(_TO)) if path.startswith(_TO) else (state, ())


# -- the map -------------------------------------------------------------------------------------------------


def _zoom(state: State, _ctx: Context, by: int) -> _Result:
    return state._replace(zoom=min(max(0, state.zoom + by), len(ZOOMS) - 1)), ()


def _hold(state: State, ctx: Context, phase: str, x: int, y: int) -> _Result:
    """The map goes with the finger."""
    if phase == "press" or state.grip is None:
        return state._replace(grip=(x, y, *state.centre)), ()
    centre = dragged(state.grip, state.zoom, x, y, ctx.w, ctx.h)
    return state._replace(centre=centre, grip=None if phase == "release" else state.grip), ()


def _show(state: State, ctx: Context, name: str) -> _Result:
    shown = spot(name, ctx.vfs)
    if shown is None:
        return state, ()
    return state._replace(place=name, query=None, centre=centred((shown,)), zoom=max(state.zoom, 1)), ()


# -- places --------------------------------------------------------------------------------------------------


def _searched(state: State, ctx: Context, query: str) -> _Result:
    """One place that is found is shown at once."""
    if not query.strip():
        return state._replace(query=""), ()
    rows = SEARCHES.rows(ctx.vfs)
    kept = SetFiles(
        SEARCHES.written(ctx.vfs, (*rows, Search(next_id(rows), query.strip(), ctx.clock_ms)), ctx.clock_ms)
    )
    hits = found(query, places(ctx.vfs))
    state = _show(state, ctx, hits[0].id)[0] if len(hits) == 1 else state._replace(query=query)
    return state, (kept, ScrollTo(LIST))


def _search(state: State, ctx: Context, query: str) -> _Result:
    if query:
        return _searched(state, ctx, query)
    return state._replace(query="", place=""), (Focus("maps.query"),)


def _save(state: State, ctx: Context, name: str) -> _Result:
    own = saved_list(load_saved(ctx.vfs), name)
    options = tuple([(n, n) for n in LISTS])
    if own:
        options = (*options, (_NONE, "Remove from list"))
    return state, (OpenDialog("choose", ("Save to list", options, own), ("saved", name)),)


def _saved(state: State, ctx: Context, name: str, chosen: str | None) -> _Result:
    if chosen is None:
        return state, ()
    return state, (SetFiles(saved_in(ctx.vfs, name, "" if chosen == _NONE else chosen, ctx.clock_ms)),)


def _share(state: State, ctx: Context, name: str) -> _Result:
    shown = spot(name, ctx.vfs)
    if shown is None:
        return state, ()
    return state, (OpenDialog("share", ("text", f"{shown.name}, {address_of(shown)}")),)


# -- ways ----------------------------------------------------------------------------------------------------


def _way(state: State, ctx: Context, start: str, end: str) -> _Result:
    a, b = spot(start, ctx.vfs), spot(end, ctx.vfs)
    if a is None or b is None:
        return state, ()
    return state._replace(ends=(start, end), query=None, going=False, centre=centred((a, b)), zoom=0), ()


def _end(state: State, ctx: Context, which: str) -> _Result:
    now = state.ends[which == "finish"]
    title = "Choose destination" if which == "finish" else "Choose starting point"
    options = tuple([(p.id, p.name) for p in (HERE, *places(ctx.vfs))])
    return state, (OpenDialog("choose", (title, options, now), ("ended", which)),)


def _ended(state: State, ctx: Context, which: str, chosen: str | None) -> _Result:
    if chosen is None:
        return state, ()
    return _way(state, ctx, *((state.ends[0], chosen) if which == "finish" else (chosen, state.ends[1])))


def _start(state: State, ctx: Context) -> _Result:
    rows = TRIPS.rows(ctx.vfs)
    trip = Trip(next_id(rows), *state.ends, state.mode, ctx.clock_ms)
    kept = SetFiles(TRIPS.written(ctx.vfs, (*rows, trip), ctx.clock_ms))
    state, effects = _step(state._replace(going=True, since_ms=ctx.clock_ms), ctx, ctx.clock_ms, 1)
    return state, (kept, *effects)


def _step(state: State, ctx: Context, since_ms: int, number: int) -> _Result:
    """The next step of a trip that a voice guides; a trip that was ended meanwhile has none."""
    guide = guide_to(ctx.vfs, state.ends[1])
    if not state.going or state.since_ms != since_ms or guide is None or number > len(guide.steps):
        return state, ()
    later = Later(1000 * guide.seconds, Send(("step", since_ms, number + 1)))
    return state._replace(step=number, step_ms=ctx.clock_ms, marked=""), (later,)


def _mark(state: State, ctx: Context, way: str) -> _Result:
    """Mark how one went at this step."""
    rows = TURNS.rows(ctx.vfs)
    turn = Turn(next_id(rows), state.ends[1], state.step, way, ctx.clock_ms)
    return state._replace(marked=way), (SetFiles(TURNS.written(ctx.vfs, (*rows, turn), ctx.clock_ms)),)


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    guide = guide_to(ctx.vfs, state.ends[1]) if state.going else None
    if guide is None or not 0 < state.step <= len(guide.steps):
        return ()
    return spoken(guide.steps[state.step - 1], state.step_ms + BREATH)


def _share_way(state: State, ctx: Context) -> _Result:
    start, end = spot(state.ends[0], ctx.vfs), spot(state.ends[1], ctx.vfs)
    if start is None or end is None:
        return state, ()
    metres, minutes = route(start, end, state.mode)
    told = "\n".join([f"{start.name} to {end.name}: {minutes} min, {metres} m", *steps(start, end)])
    return state, (OpenDialog("share", ("text", told)),)


def _back(state: State, _ctx: Context) -> _Result:
    if state.query is not None:
        return state._replace(query=None), ()
    if state.going:
        return state._replace(going=False), ()
    if state.ends != ("", ""):
        return state._replace(ends=("", "")), ()
    if state.place:
        return state._replace(place=""), ()
    if state.list:
        return state._replace(list=""), ()
    return (state._replace(tab="explore"), ()) if state.tab != "explore" else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "call": lambda s, _, phone: (s, (Launch("phone", f"to:{phone}"),)),
    "copy": lambda s, _, said: (s, (SetClipboard(ClipboardContent(text=said)),)),
    "directions": lambda s, ctx, end: _way(s, ctx, HERE.id, end),
    "end": _end,
    "ended": _ended,
    "exit": lambda s, _: (s._replace(going=False, ends=("", "")), ()),
    "hold": _hold,
    "list": lambda s, _, name: (s._replace(list=name), (ScrollTo(LIST),)),
    "locate": lambda s, _: (s._replace(centre=centred((HERE,)), zoom=2), ()),
    "mark": _mark,
    "mode": lambda s, _, mode: (s._replace(mode=mode), ()),
    "opened": _opened,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "save": _save,
    "saved": _saved,
    "search": _search,
    "searched": _searched,
    "share": _share,
    "share_way": _share_way,
    "show": _show,
    "start": _start,
    "step": _step,
    "swap": lambda s, ctx: _way(s, ctx, s.ends[1], s.ends[0]),
    "tab": lambda s, _, tab: (s._replace(tab=tab, list="", place=""), (ScrollTo(LIST),)),
    "wheel": lambda s, ctx, notches: _zoom(s, ctx, -1 if notches > 0 else 1),
    "zoom": _zoom,
}


APPS = (
    phone_app(
        name="maps",
        title="Maps",
        icon="app/maps",
        art={"app/maps": sign_icon(0xFFFFFF, "place", 0xEA4335, 0.64)},
        styles=MAPS_STYLES,
        program=Program(category="Lifestyle", pinned=4),
        init=_init,
        view=view,
        on=_UPDATES,
        tables=(TRIPS, SEARCHES, FAR, GUIDES, TURNS),
        sounds=_sounds,
    ),
)
