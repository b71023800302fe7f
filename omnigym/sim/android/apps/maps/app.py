"""Maps: places of Lakeside, lists of them, the way from one to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.android.apps.maps.store import (
    FAR,
    GUIDES,
    HERE,
    SEARCHES,
    TRIPS,
    TURNS,
    WAYS,
    Search,
    Trip,
    Turn,
    address_of,
    guide_to,
    places,
    spot,
)
from omnigym.sim.android.kit import Tab, app_bar, bottom_bar, empty, item, left, phone_app, screen, section
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.speech import BREATH, caption, spoken
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo, SetClipboard, SetFiles
from omnigym.sim.audio import Sounding
from omnigym.sim.handlers import saved, sets
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.sites.town import (
    LISTS,
    MODES,
    NAME_LOOKS,
    ZOOMS,
    Box,
    Place,
    Saved,
    centred,
    dragged,
    found,
    load_saved,
    map_names,
    map_picture,
    part_of,
    pin_box,
    route,
    saved_in,
    seen_at,
    steps,
    way_nodes,
)
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.controls import Part, photo
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row, stack
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import icon, scroll, spacer, text
from omnigym.values import ClipboardContent

# -- what it keeps ----------------------------------------------------------------------------------------------------

# A part of the town, with pins and the way between two of them.

_PIN_SIZE, _CHOSEN = 30, 40
_NAMED = 2


class State(NamedTuple):
    """Where one is.

    Attributes:
        tab: "explore" or "saved".
        query: What is searched for, or None.
        place: Id of the place that is shown, or "".
        ends: Ids of start and end of the way, or two "".
        mode: How one goes: one of `town.MODES`.
        going: Whether the trip has been started.
        list: The list of saved places that is open, or "".
        zoom: Index of the map's zoom.
        centre: What is in its middle, in thousandths.
        grip: Where the finger went down on the map, and what was in its middle then.
        since_ms: When the trip was started.
        step: Of a trip that a voice guides: the step, counted from 1, and
        step_ms: when it began.
        marked: The way that was marked at it, or "".
    """

    tab: str = "explore"
    query: str | None = None
    place: str = ""
    ends: tuple[str, str] = ("", "")
    mode: str = "Walk"
    going: bool = False
    list: str = ""
    zoom: int = 0
    centre: tuple[int, int] = (480, 480)
    grip: tuple[int, int, int, int] | None = None
    since_ms: int = 0
    step: int = 0
    step_ms: int = 0
    marked: str = ""


# -- what can be done -------------------------------------------------------------------------------------------------


_Result = tuple[State, tuple[Effect, ...]]
#: What a path to open begins with: something to look for.
_TO = "to:"
_NONE = "none"


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Look for what comes after "to:"."""
    return _searched(State(), ctx, path.removeprefix(_TO)) if path.startswith(_TO) else (state, ())


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


def _searched(state: State, ctx: Context, query: str) -> _Result:
    """One place that is found is shown at once."""
    if not query.strip():
        return state._replace(query=""), ()
    rows = SEARCHES.rows(ctx.vfs)
    kept = saved(SEARCHES, ctx, (*rows, Search(next_id(rows), query.strip(), ctx.clock_ms)))
    hits = found(query, places(ctx.vfs))
    state = _show(state, ctx, hits[0].id)[0] if len(hits) == 1 else state._replace(query=query)
    return state, (kept, ScrollTo(_LIST))


def _search(state: State, ctx: Context, query: str) -> _Result:
    if query:
        return _searched(state, ctx, query)
    return state._replace(query="", place=""), (Focus("maps.query"),)


def _save(state: State, ctx: Context, name: str) -> _Result:
    own = _saved_list(load_saved(ctx.vfs), name)
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
    kept = saved(TRIPS, ctx, (*rows, trip))
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
    return state._replace(marked=way), (saved(TURNS, ctx, (*rows, turn)),)


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
    "list": lambda s, _, name: (s._replace(list=name), (ScrollTo(_LIST),)),
    "locate": lambda s, _: (s._replace(centre=centred((HERE,)), zoom=2), ()),
    "mark": _mark,
    "mode": sets("mode"),
    "opened": _opened,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(_LIST),)),
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
    "tab": lambda s, _, tab: (s._replace(tab=tab, list="", place=""), (ScrollTo(_LIST),)),
    "wheel": lambda s, ctx, notches: _zoom(s, ctx, -1 if notches > 0 else 1),
    "zoom": _zoom,
}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("maps", "", button="icon")
_PIN = Shade(0xC5221F, 0xC5221F)

_MAPS_STYLES = looks(
    box={"banner": Look(fill="teal")},
    text={"banner": Look(size=20, ink="on_picture"), "map_label": Look(size=14, family="ui-semibold", ink="black")},
    button={
        "map_pin": Look(icon=30, ink=_PIN),
        "map_pin_chosen": Look(icon=40, ink=_PIN),
        "map_tool": ROUND._replace(min_w=46, min_h=46, fill="layer", pressed="hover", shadow=4),
        "map_chip": Look(
            size=14, pad=(12, 6, 14, 6), min_h=36, radius=18, icon=18, gap=6, fill="layer", pressed="hover"
        ),
    },
)


def _pin(place: Place, part: Part, w: int, h: int, chosen: bool, named: bool) -> Node | None:
    size = _CHOSEN if chosen else _PIN_SIZE
    x, y = seen_at(place.x, place.y, part, w, h)
    left, top = x - size // 2, y - size
    if not (0 <= left <= w - size and 0 <= top <= h - size):
        return None
    if place.id == HERE.id:
        dot = ui.row(style="here", w=20, h=20, role=Role.IMAGE, name=HERE.name, key="here")
        return row(dot, pad=(x - 10, y - 10, 0, 0), w=w, h=y + 10, align="start")
    look = "map_pin_chosen" if chosen else "map_pin"
    pin = ui.tool(f"pin.{place.id}", "m/place", place.name, look, w=size, h=size, click=("show", place.id))
    label = ui.text(place.name, "map_label", role=None) if named else None
    return row(pin, label, pad=(left, top, 0, 0), w=w, h=y, gap=0, align="end")


def _town_map(
    places: tuple[Place, ...],
    chosen: str,
    ends: tuple[Place, Place] | None,
    zoom: int,
    centre: tuple[int, int],
    controls: tuple[Box, ...],
    w: int,
    h: int,
) -> Node:
    """The map.

    Args:
        places: Those that have pins.
        chosen: Id of the one whose pin is large.
        ends: The ends of the way that is drawn, or None.
        zoom: Index in `ZOOMS`.
        centre: What is in the middle, in thousandths of the map's width and height.
        controls: What lies above it.
        w, h: Size.
    """
    part = part_of(zoom, centre, w, h)
    way = way_nodes(*ends, part, w, h, "mark") if ends is not None else []
    pins = [
        _pin(p, part, w, h, p.id == chosen, p.id == chosen or zoom >= _NAMED)
        for p in (*[p for p in places if p is not HERE], HERE)
    ]
    ground = photo(map_picture(), w=w, h=h, part=part, name="Map of Lakeside", key="maps.picture")
    boxes = [pin_box(p, part, w, h, _PIN_SIZE) for p in places]
    return stack(
        ground,
        *map_names(part, w, h, (*boxes, *controls)),
        *way,
        *pins,
        key="maps.map",
        role=Role.CANVAS,
        name="Map",
        w=w,
        h=h,
        track=("hold",),
        double=("zoom", 1),
        wheel=("wheel",),
    )


_LIST = "maps.list"
_TABS = (Tab("explore", "Explore", "place"), Tab("saved", "Saved", "bookmark_border"))
_CHIPS = (("Restaurant", "restaurant"), ("Café", "local_cafe"), ("Museum", "museum"), ("Park", "park"))
_MODE_ICONS = {"Walk": "directions_walk", "Bicycle": "directions_bike", "Car": "directions_car"}
_LIST_ICONS = ("favorite_border", "flag", "star_border")
_TABS_H, _SHEET, _ENDS, _WAY, _WAYS = 72, 280, 190, 260, 110
_MOST_RECENT = 6
#: Heights of what lies on the map: search and chips at its top, the tools in its corner.
_TOP_H, _TOOLS_H = 116, 172


def _saved_list(saved: tuple[Saved, ...], name: str) -> str:
    """The list in which a place is, or ""."""
    return next((s.list for s in saved if s.place == name), "")


def _stars(place: Place) -> str:
    return f"{place.stars / 10:.1f} stars • {place.kind}" if place.stars else place.kind


def _map(
    state: State,
    pins: tuple[Place, ...],
    ends: tuple[Place, Place] | None,
    w: int,
    h: int,
    controls: tuple[Box, ...] = (),
) -> Element:
    return panel(_town_map, pins, state.place, ends, state.zoom, state.centre, controls, w, h, w=w)


def _tools() -> Node:
    def tool(key: str, image: str, name: str, msg: Msg) -> Node:
        return ui.tool(key, f"m/{image}", name, "map_tool", w=46, h=46, click=msg)

    return column(
        tool("zoom_in", "add", "Zoom in", ("zoom", 1)),
        tool("zoom_out", "remove", "Zoom out", ("zoom", -1)),
        tool("locate", "my_location", "Your location", ("locate",)),
        w=46,
        gap=8,
    )


def _search_pill() -> Node:
    return ui.row(
        icon("m/place", size=24, style="accent"),
        text("Search here", style="body_muted", w=FILL, role=None),
        style="search_pill",
        key="search",
        role=Role.BUTTON,
        name="Search here",
        h=52,
        pad=(18, 0),
        gap=14,
        click=("search", ""),
    )


def _chips() -> Node:
    chips = [
        ui.button(f"chip.{kind}", kind, "map_chip", icon=f"m/{image}", click=("search", kind))
        for kind, image in _CHIPS[:3]
    ]
    return row(*chips, gap=8, h=40)


def _over(w: int, h: int, below: int) -> Node:
    """The controls on the map."""
    top = column(panel(_search_pill), panel(_chips), gap=8, pad=(14, 12, 14, 0), w=w)
    tools = row(spacer(), panel(_tools, w=46), pad=(0, 0, 14, 14 + below), w=w)
    return column(top, spacer(h=FILL), tools, w=w, h=h)


def _sheet(place: Place, own: str) -> Node:
    def act(key: str, label: str, image: str, msg: Msg, style: str = "tonal") -> Node:
        return ui.button(key, label, style, icon=f"m/{image}", click=msg)

    facts = (
        ("place", "address", address_of(place)),
        ("schedule", "hours", place.hours),
        ("call", "phone", place.phone),
    )
    lines = [
        item(f"maps.{key}", said, image=image, h=46, click=("copy", said) if key != "hours" else None)
        for image, key, said in facts
        if said
    ]
    return column(
        row(
            column(ui.heading(place.name, "title", w=FILL), ui.text(_stars(place), "muted")),
            ui.tool("close", "m/close", "Close", click=("back",)),
            pad=(20, 10, 8, 6),
        ),
        row(
            act("directions", "Directions", "directions", ("directions", place.id), "primary"),
            act("save", own or "Save", "bookmark" if own else "bookmark_border", ("save", place.id)),
            gap=8,
            h=48,
            pad=(16, 0),
        ),
        row(
            act("call", "Call", "call", ("call", place.phone), "text") if place.phone else None,
            act("share", "Share", "share", ("share", place.id), "text"),
            gap=8,
            h=44,
            pad=(16, 0),
        ),
        *lines,
        style="surface",
        role=Role.PANE,
        name=place.name,
        h=_SHEET + 36,
        pad=(0, 0, 0, 8),
    )


def _explore(state: State, ctx: Context) -> Node:
    place = spot(state.place, ctx.vfs)
    foot = panel(_sheet, place, _saved_list(load_saved(ctx.vfs), place.id)) if place is not None else None
    bar = None if place is not None else bottom_bar("maps", _TABS, state.tab)
    height = max(ctx.h - (_SHEET + 36 if place is not None else _TABS_H), 120)
    controls = ((0, 0, ctx.w, _TOP_H), (ctx.w - 64, height - _TOOLS_H, 64, _TOOLS_H))
    town = _map(state, places(ctx.vfs), None, ctx.w, height, controls)
    canvas = stack(town, _over(ctx.w, height, 0), w=ctx.w, h=height)
    return screen("maps", place.name if place is not None else "Maps", canvas, foot, bar)


def _place_line(place: Place, msg: str) -> Node:
    lead = row(ui.icon("m/place", "accent", size=22), style="nav_pill", w=40, h=40, justify="center")
    return item(
        f"maps.place.{place.id}", place.name, f"{_stars(place)} • {place.street}", lead=lead, click=(msg, place.id)
    )


def _results(places: tuple[Place, ...], recent: tuple[Search, ...]) -> Node:
    old = [item(f"maps.recent.{s.id}", s.query, image="history", h=54, click=("search", s.query)) for s in recent]
    return column(
        section("Recent") if old else None,
        *old,
        *[memo(_place_line, p, "show", w=FILL) for p in places],
        role=Role.LIST,
        name="Places",
        pad=(0, 0, 0, 20),
    )


def _recent(searches: tuple[Search, ...]) -> tuple[Search, ...]:
    """The latest searches, each once."""
    latest = {s.query.casefold(): s for s in searches}
    return tuple(sorted(latest.values(), key=lambda s: -s.id)[:_MOST_RECENT])


def _searching(state: State, ctx: Context) -> Node:
    query = state.query or ""
    hits = found(query, places(ctx.vfs)) if query.strip() else ()
    recent = () if query.strip() else _recent(SEARCHES.rows(ctx.vfs))
    back = ui.tool("up", "m/arrow_back", "Navigate up", click=("back",))
    line = ui.field("query", query, "Search here", "pill", placeholder="Search here", submit=("searched",))
    body: Element = scroll(_LIST, panel(_results, hits, recent), name="Places")
    if query.strip() and not hits:
        body = empty("wrong_location", "No results found")
    return screen("maps", "Search", row(back, line, pad=(4, 8, 14, 8), gap=4, h=64), body)


def _lists(counts: tuple[int, ...]) -> Node:
    lines = [
        item(f"maps.list.{n}", name, count_of(count, "place"), image=_LIST_ICONS[n], click=("list", name))
        for n, (name, count) in enumerate(zip(LISTS, counts, strict=True))
    ]
    return column(section("Your lists"), *lines)


def _saved_page(state: State, ctx: Context) -> Node:
    saved = load_saved(ctx.vfs)
    if state.list:
        shown = tuple([p for p in places(ctx.vfs) if _saved_list(saved, p.id) == state.list])
        body: Element = scroll(_LIST, panel(_results, shown, ()), name="Places")
        return screen(
            "maps",
            state.list,
            app_bar(state.list, back="maps.up"),
            body if shown else empty("bookmark_border", "No places in this list"),
        )
    counts = tuple([sum([s.list == name for s in saved]) for name in LISTS])
    return screen(
        "maps",
        "Saved",
        app_bar("Saved"),
        scroll(_LIST, panel(_lists, counts), name="Lists"),
        bottom_bar("maps", _TABS, state.tab),
    )


def _ends(start: Place, end: Place, mode: str) -> Node:
    def line(key: str, image: str, place: Place, label: str) -> Node:
        return ui.row(
            icon(f"m/{image}", size=18, style="accent"),
            text(place.name, style="body", w=FILL, role=None),
            style="card",
            key=key,
            role=Role.BUTTON,
            name=f"{label}: {place.name}",
            h=46,
            pad=(14, 0),
            gap=10,
            click=("end", key),
        )

    modes = [
        ui.button(f"mode.{m.casefold()}", m, "chip", icon=f"m/{_MODE_ICONS[m]}", checked=m == mode, click=("mode", m))
        for m in MODES
    ]
    return column(
        row(
            ui.tool("up", "m/arrow_back", "Navigate up", click=("back",)),
            column(line("start", "trip_origin", start, "From"), line("finish", "place", end, "To"), gap=6, w=FILL),
            ui.tool("swap", "m/swap_vert", "Swap start and destination"),
            h=118,
            pad=(4, 6, 4, 0),
        ),
        row(*modes, gap=8, justify="center", h=52),
        style="surface",
        h=_ENDS,
    )


def _summary(start: Place, end: Place, mode: str) -> Node:
    metres, minutes = route(start, end, mode)
    told = [
        row(icon("m/subdirectory_arrow_right", size=18), text(said, w=FILL, wrap=True), gap=12)
        for said in steps(start, end)
    ]
    return column(
        row(
            ui.heading(f"{minutes} min", "title", key="time"),
            ui.text(f"({metres / 1000:.1f} km)", "muted", key="distance"),
            gap=10,
        ),
        row(
            ui.button("start_trip", "Start", "primary", icon="m/navigation", disabled=start is end, click=("start",)),
            ui.button("share_way", "Share", "tonal", icon="m/share"),
            gap=10,
        ),
        *told,
        style="surface",
        pad=(20, 14),
        gap=10,
        h=_WAY,
    )


def _directions(state: State, ctx: Context, start: Place, end: Place) -> Node:
    height = max(ctx.h - _ENDS - _WAY, 100)
    return screen(
        "maps",
        "Directions",
        panel(_ends, start, end, state.mode),
        _map(state, (start, end), (start, end), ctx.w, height),
        panel(_summary, start, end, state.mode),
    )


def _ways(marked: str) -> Node:
    """How one goes on, to be marked at each step of a guided trip."""
    ways = [
        ui.button(f"way.{way}", label, "chip", checked=way == marked, w=FILL, click=("mark", way))
        for way, label in WAYS.items()
    ]
    return column(
        row(*ways[:3], gap=8, h=44), row(*ways[3:], gap=8, h=44), style="surface", h=_WAYS, pad=(14, 8), gap=6
    )


def _trip(state: State, ctx: Context, start: Place, end: Place) -> Node:
    guide = guide_to(ctx.vfs, end.id)
    first = steps(start, end)[0].partition(" ")[2]
    if guide is not None:
        first = caption(guide.steps[state.step - 1]) if guide.captions else "Follow the voice"
    metres, minutes = route(start, end, state.mode)
    banner = row(
        ui.icon("m/navigation", "home", size=32),
        ui.text(first, "banner", w=FILL, wrap=True),
        gap=16,
        style="banner",
        h=110,
        pad=(20, 0),
    )
    note = f"{metres / 1000:.1f} km • {end.name}" if guide is None else f"Step {state.step} of {len(guide.steps)}"
    foot = row(
        column(ui.heading(f"{minutes} min", "title"), ui.text(note, "muted", w=FILL), w=FILL),
        ui.button("exit", "Exit", "danger"),
        style="surface",
        h=92,
        pad=(20, 0),
    )
    ways = panel(_ways, state.marked) if guide is not None else None
    height = max(ctx.h - 202 - (_WAYS if guide is not None else 0), 100)
    town = _map(state, (start, end), (start, end), ctx.w, height)
    return screen("maps", "Navigation", banner, town, ways, foot)


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.query is not None:
        return _searching(state, ctx)
    start, end = [spot(name, ctx.vfs) if name else None for name in state.ends]
    if start is not None and end is not None:
        return _trip(state, ctx, start, end) if state.going else _directions(state, ctx, start, end)
    return _saved_page(state, ctx) if state.tab == "saved" and not state.place else _explore(state, ctx)


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="maps",
        title="Maps",
        icon="app/maps",
        art={"app/maps": sign_icon(0xFFFFFF, "place", 0xEA4335, 0.64)},
        styles={**_MAPS_STYLES, **NAME_LOOKS},
        program=Program(category="Lifestyle", pinned=4),
        init=_init,
        view=_view,
        on=_UPDATES,
        tables=(TRIPS, SEARCHES, FAR, GUIDES, TURNS),
        sounds=_sounds,
    ),
)
