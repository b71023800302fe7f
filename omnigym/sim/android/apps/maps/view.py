"""The screens of Maps: the map with what is said of a place, search, saved places, directions, a trip."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.maps.store import HERE, SEARCHES, WAYS, Search, address_of, guide_to, places, spot
from omnigym.sim.android.kit import Tab, app_bar, bottom_bar, empty, item, screen, section
from omnigym.sim.android.speech import caption
from omnigym.sim.app import Context
from omnigym.sim.sites.town import (
    LISTS,
    MODES,
    Place,
    Saved,
    found,
    load_saved,
    map_picture,
    part_of,
    route,
    seen_at,
    steps,
    way_nodes,
)
from omnigym.sim.ui.controls import Part, photo
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row, stack
from omnigym.sim.ui.widgets import button, field, icon, scroll, spacer, text, toggle

# -- the map itself ---------------------------------------------------------------------------------------------------

# A part of the town, with pins and the way between two of them.

_PIN, _CHOSEN = 30, 40
_NAMED = 2


def _pin(place: Place, part: Part, w: int, h: int, chosen: bool, named: bool) -> Node | None:
    size = _CHOSEN if chosen else _PIN
    x, y = seen_at(place.x, place.y, part, w, h)
    left, top = x - size // 2, y - size
    if not (0 <= left <= w - size and 0 <= top <= h - size):
        return None
    if place.id == HERE.id:
        dot = row(style="here", w=20, h=20, role=Role.IMAGE, name=HERE.name, key="maps.here")
        return row(dot, pad=(x - 10, y - 10, 0, 0), w=w, h=y + 10, align="start")
    look = "map_pin_chosen" if chosen else "map_pin"
    pin = button(
        f"maps.pin.{place.id}", icon="m/place", name=place.name, style=look, w=size, h=size, click=("show", place.id)
    )
    label = text(place.name, style="map_label", role=None) if named else None
    return row(pin, label, pad=(left, top, 0, 0), w=w, h=y, gap=0, align="end")


def town_map(
    places: tuple[Place, ...],
    chosen: str,
    ends: tuple[Place, Place] | None,
    zoom: int,
    centre: tuple[int, int],
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
        w, h: Size.
    """
    part = part_of(zoom, centre, w, h)
    way = way_nodes(*ends, part, w, h, "mark") if ends is not None else []
    pins = [
        _pin(p, part, w, h, p.id == chosen, p.id == chosen or zoom >= _NAMED)
        for p in (*[p for p in places if p is not HERE], HERE)
    ]
    ground = photo(map_picture(), w=w, h=h, part=part, name="Map of Lakeside", key="maps.picture")
    return stack(
        ground,
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


# -- the view ---------------------------------------------------------------------------------------------------------

LIST = "maps.list"
_TABS = (Tab("explore", "Explore", "place"), Tab("saved", "Saved", "bookmark_border"))
_CHIPS = (("Restaurant", "restaurant"), ("Café", "local_cafe"), ("Museum", "museum"), ("Park", "park"))
_MODE_ICONS = {"Walk": "directions_walk", "Bicycle": "directions_bike", "Car": "directions_car"}
_LIST_ICONS = ("favorite_border", "flag", "star_border")
_TABS_H, _SHEET, _ENDS, _WAY, _WAYS = 72, 280, 190, 260, 110
_MOST_RECENT = 6


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


def saved_list(saved: tuple[Saved, ...], name: str) -> str:
    """The list in which a place is, or ""."""
    return next((s.list for s in saved if s.place == name), "")


def _stars(place: Place) -> str:
    return f"{place.stars / 10:.1f} stars • {place.kind}" if place.stars else place.kind


def _map(state: State, pins: tuple[Place, ...], ends: tuple[Place, Place] | None, w: int, h: int) -> Element:
    return panel(town_map, pins, state.place, ends, state.zoom, state.centre, w, h, w=w)


def _tools() -> Node:
    def tool(key: str, image: str, name: str, msg: Msg) -> Node:
        return button(f"maps.{key}", icon=f"m/{image}", name=name, style="map_tool", w=46, h=46, click=msg)

    return column(
        tool("zoom_in", "add", "Zoom in", ("zoom", 1)),
        tool("zoom_out", "remove", "Zoom out", ("zoom", -1)),
        tool("locate", "my_location", "Your location", ("locate",)),
        w=46,
        gap=8,
    )


def _search_pill() -> Node:
    return row(
        icon("m/place", size=24, style="accent"),
        text("Search here", style="body_muted", w=FILL, role=None),
        style="search_pill",
        key="maps.search",
        role=Role.BUTTON,
        name="Search here",
        h=52,
        pad=(18, 0),
        gap=14,
        click=("search", ""),
    )


def _chips() -> Node:
    chips = [
        button(f"maps.chip.{kind}", kind, icon=f"m/{image}", style="map_chip", click=("search", kind))
        for kind, image in _CHIPS[:3]
    ]
    return row(*chips, gap=8, h=40)


def _over(w: int, h: int, below: int) -> Node:
    """The controls on the map."""
    top = column(panel(_search_pill), panel(_chips), gap=8, pad=(14, 12, 14, 0), w=w)
    tools = row(spacer(), panel(_tools, w=46), pad=(0, 0, 14, 14 + below), w=w)
    return column(top, spacer(h=FILL), tools, w=w, h=h)


# -- a place -------------------------------------------------------------------------------------------------


def _sheet(place: Place, own: str) -> Node:
    def act(key: str, label: str, image: str, msg: Msg, style: str = "tonal") -> Node:
        return button(f"maps.{key}", label, icon=f"m/{image}", style=style, click=msg)

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
            column(text(place.name, style="title", role=Role.HEADING, w=FILL), text(_stars(place), style="muted")),
            button("maps.close", icon="m/close", name="Close", style="icon", click=("back",)),
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
    foot = panel(_sheet, place, saved_list(load_saved(ctx.vfs), place.id)) if place is not None else None
    bar = None if place is not None else bottom_bar("maps", _TABS, state.tab)
    height = max(ctx.h - (_SHEET + 36 if place is not None else _TABS_H), 120)
    canvas = stack(_map(state, places(ctx.vfs), None, ctx.w, height), _over(ctx.w, height, 0), w=ctx.w, h=height)
    return screen("maps", place.name if place is not None else "Maps", canvas, foot, bar)


# -- search --------------------------------------------------------------------------------------------------


def _place_line(place: Place, msg: str) -> Node:
    lead = row(icon("m/place", size=22, style="accent"), style="nav_pill", w=40, h=40, justify="center")
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
    back = button("maps.up", icon="m/arrow_back", name="Navigate up", style="icon", click=("back",))
    line = field(
        "maps.query",
        query,
        name="Search here",
        placeholder="Search here",
        style="pill",
        change=("query",),
        submit=("searched",),
    )
    body: Element = scroll(LIST, panel(_results, hits, recent), name="Places")
    if query.strip() and not hits:
        body = empty("wrong_location", "No results found")
    return screen("maps", "Search", row(back, line, pad=(4, 8, 14, 8), gap=4, h=64), body)


# -- saved places --------------------------------------------------------------------------------------------


def _lists(counts: tuple[int, ...]) -> Node:
    lines = [
        item(f"maps.list.{n}", name, f"{count} place{'s' * (count != 1)}", image=_LIST_ICONS[n], click=("list", name))
        for n, (name, count) in enumerate(zip(LISTS, counts, strict=True))
    ]
    return column(section("Your lists"), *lines)


def _saved(state: State, ctx: Context) -> Node:
    saved = load_saved(ctx.vfs)
    if state.list:
        shown = tuple([p for p in places(ctx.vfs) if saved_list(saved, p.id) == state.list])
        body: Element = scroll(LIST, panel(_results, shown, ()), name="Places")
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
        scroll(LIST, panel(_lists, counts), name="Lists"),
        bottom_bar("maps", _TABS, state.tab),
    )


# -- directions ----------------------------------------------------------------------------------------------


def _ends(start: Place, end: Place, mode: str) -> Node:
    def line(key: str, image: str, place: Place, label: str) -> Node:
        return row(
            icon(f"m/{image}", size=18, style="accent"),
            text(place.name, style="body", w=FILL, role=None),
            style="card",
            key=f"maps.{key}",
            role=Role.BUTTON,
            name=f"{label}: {place.name}",
            h=46,
            pad=(14, 0),
            gap=10,
            click=("end", key),
        )

    modes = [
        toggle(
            f"maps.mode.{m.casefold()}",
            m,
            icon=f"m/{_MODE_ICONS[m]}",
            style="chip",
            checked=m == mode,
            click=("mode", m),
        )
        for m in MODES
    ]
    return column(
        row(
            button("maps.up", icon="m/arrow_back", name="Navigate up", style="icon", click=("back",)),
            column(line("start", "trip_origin", start, "From"), line("finish", "place", end, "To"), gap=6, w=FILL),
            button("maps.swap", icon="m/swap_vert", name="Swap start and destination", style="icon", click=("swap",)),
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
            text(f"{minutes} min", style="title", key="maps.time", role=Role.HEADING),
            text(f"({metres / 1000:.1f} km)", style="muted", key="maps.distance"),
            gap=10,
        ),
        row(
            button(
                "maps.start_trip",
                "Start",
                icon="m/navigation",
                style="primary",
                disabled=start is end,
                click=("start",),
            ),
            button("maps.share_way", "Share", icon="m/share", style="tonal", click=("share_way",)),
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
        toggle(f"maps.way.{way}", label, style="chip", checked=way == marked, w=FILL, click=("mark", way))
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
        icon("m/navigation", size=32, style="home"),
        text(first, style="banner", w=FILL, wrap=True),
        gap=16,
        style="banner",
        h=110,
        pad=(20, 0),
    )
    note = f"{metres / 1000:.1f} km • {end.name}" if guide is None else f"Step {state.step} of {len(guide.steps)}"
    foot = row(
        column(
            text(f"{minutes} min", style="title", role=Role.HEADING),
            text(note, style="muted", w=FILL),
            w=FILL,
        ),
        button("maps.exit", "Exit", style="danger", click=("exit",)),
        style="surface",
        h=92,
        pad=(20, 0),
    )
    ways = panel(_ways, state.marked) if guide is not None else None
    height = max(ctx.h - 202 - (_WAYS if guide is not None else 0), 100)
    town = _map(state, (start, end), (start, end), ctx.w, height)
    return screen("maps", "Navigation", banner, town, ways, foot)


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.query is not None:
        return _searching(state, ctx)
    start, end = [spot(name, ctx.vfs) if name else None for name in state.ends]
    if start is not None and end is not None:
        return _trip(state, ctx, start, end) if state.going else _directions(state, ctx, start, end)
    return _saved(state, ctx) if state.tab == "saved" and not state.place else _explore(state, ctx)
