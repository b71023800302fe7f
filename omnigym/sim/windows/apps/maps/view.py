"""What Maps looks like: the map in all of the window, a panel and blocks of buttons on it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import Context
from omnigym.sim.common.contacts import Contact
from omnigym.sim.sites.town import (
    MAP_STYLES,
    MODES,
    PLACES,
    ZOOMS,
    Place,
    apart,
    found,
    load_saved,
    map_names,
    map_picture,
    part_of,
    pin_box,
    place,
    route,
    seen_at,
    steps,
    way_nodes,
)
from omnigym.sim.ui.controls import Part, photo
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row, stack
from omnigym.sim.ui.widgets import (
    SEPARATOR,
    MenuItem,
    button,
    combo,
    field,
    icon,
    scroll,
    separator,
    spacer,
    text,
    toggle,
)
from omnigym.sim.windows.apps.maps.state import (
    COLLECTED,
    COLLECTION,
    COLLECTIONS,
    LIST,
    SEARCH,
    Collection,
    State,
    address_of,
    map_room,
)
from omnigym.sim.windows.contacts import CONTACTS

_PIN = 26
_NAMES = tuple([p.name for p in PLACES])
_HOW = {"Walk": "On foot", "Bicycle": "By bicycle", "Car": "By car"}


# -- the map --------------------------------------------------------------------------------------------------------


def _pin(shown: Place, part: Part, w: int, h: int, label: str) -> Node | None:
    x, y = seen_at(shown.x, shown.y, part, w, h)
    left, top = x - _PIN // 2, y - _PIN
    if not (0 <= left <= w - _PIN and 0 <= top <= h - _PIN):
        return None
    pin = button(
        f"maps.pin.{shown.id}",
        icon="map-pin",
        name=shown.name,
        style="maps_pin",
        w=_PIN,
        h=_PIN,
        click=("show", shown.id),
    )
    name = text(shown.name, style=label, role=None) if label else None
    return row(pin, name, pad=(left, top, 0, 0), w=w, h=y, align="end")


def _map(state: State, style: str, w: int, h: int) -> Node:
    part = part_of(state.zoom, state.centre, w, h)
    ends = [p for p in (place(state.ends[0]), place(state.ends[1])) if p is not None] if state.panel == "way" else []
    nodes = way_nodes(ends[0], ends[1], part, w, h, "maps_way") if len(ends) == 2 else []
    for p in PLACES:
        own = p in ends or (state.panel == "place" and p.id == state.name)
        label = "maps_pin" if style == "Road" else "maps_pin_light"
        nodes.append(_pin(p, part, w, h, label if own or state.zoom >= len(ZOOMS) - 1 else ""))
    for px, py in state.points or ():
        x, y = seen_at(px / 1000, py / 1000, part, w, h)
        if 6 <= x <= w - 6 and 6 <= y <= h - 6:
            nodes.append(
                row(row(style="maps_point", w=12, h=12), pad=(x - 6, y - 6, 0, 0), w=w, h=y + 6, align="start")
            )
    ground = photo(map_picture(style), w=w, h=h, part=part, name="Map of Lakeside", key="maps.picture")
    boxes = [pin_box(p, part, w, h, _PIN) for p in PLACES]
    return stack(
        ground,
        *map_names(part, w, h, (*boxes, (w - 60, 0, 60, 240)), style),
        *nodes,
        key="maps.map",
        role=Role.CANVAS,
        name="Map",
        w=w,
        h=h,
        track=("hold",),
        double=("zoom", 1),
        wheel=("wheel",),
    )


def _tools(state: State, style: str) -> Node:
    styles = [MenuItem(f"maps.style.{s}", s, ("style", s), checked=s == style) for s in MAP_STYLES]
    measuring = state.points is not None

    def block(key: str, image: str, name: str, msg: tuple[object, ...], can: bool = True) -> Node:
        return button(f"maps.{key}", icon=image, name=name, style="maps_block", disabled=not can, click=msg)

    return column(
        button("maps.style", icon="layer", name="Map style", style="maps_block", menu=tuple(styles)),
        button(
            "maps.measure",
            icon="ruler",
            name="Stop measuring" if measuring else "Measure distance",
            style="maps_block_on" if measuring else "maps_block",
            click=("measure",),
        ),
        block("middle", "my-location", "Show all of the town", ("middle",)),
        block("zoom_in", "add", "Zoom in", ("zoom", 1), state.zoom < len(ZOOMS) - 1),
        block("zoom_out", "subtract", "Zoom out", ("zoom", -1), state.zoom > 0),
        style="maps_block",
        w=44,
        role=Role.TOOLBAR,
        name="Map tools",
    )


def _measured(points: tuple[tuple[int, int], ...]) -> Node:
    places = [(x / 1000, y / 1000) for x, y in points]
    metres = sum([apart(a, b) for a, b in pairwise(places)])
    said = "Click on the map to measure" if len(points) < 2 else f"{round(metres / 10) * 10:,} m"
    undo = button(
        "maps.undo_point",
        icon="arrow-undo",
        name="Take back the last point",
        style="maps_block",
        disabled=not points,
        click=("undo_point",),
    )
    return row(
        icon("ruler", style="maps_told"), text(said, style="maps_told", key="maps.measured", w=FILL), undo,
        style="maps_told", w=260, h=44, pad=(14, 0, 0, 0), gap=10,
    )  # fmt: skip


# -- the panel ------------------------------------------------------------------------------------------------------


def _head(query: str, shown: str) -> Node:
    def block(panel_: str, image: str, name: str) -> Node:
        style = "maps_block_on" if panel_.startswith(shown) else "maps_block"
        return button(f"maps.page.{panel_}", icon=image, name=name, style=style, click=("panel", panel_))

    search = field(
        SEARCH,
        query,
        name="Search",
        placeholder="Search Maps",
        style="maps",
        search=True,
        change=("query",),
        submit=("searched",),
    )
    return row(
        search,
        block("way", "directions", "Directions"),
        block("collections", "collections", "Collections"),
        block("people", "people", "People"),
        h=44,
        role=Role.TOOLBAR,
        name="Maps",
    )


def _line(key: str, title: str, note: str, msg: tuple[object, ...], *more: Node, **on: Any) -> Node:
    return row(
        column(text(title, style="strong", w=FILL, role=None), text(note, style="caption", w=FILL, role=None), gap=1),
        *more,
        style="maps_row",
        key=key,
        role=Role.LIST_ITEM,
        name=title,
        pad=(16, 8),
        gap=4,
        click=msg,
        **on,
    )


def _places(title: str, places: tuple[Place, ...]) -> Node:
    lines = [_line(f"maps.place.{p.id}", p.name, f"{p.kind} · {p.street}", ("show", p.id)) for p in places]
    head = text(title, style="maps_head", role=Role.HEADING)
    nothing = None if lines else row(text("Nothing was found.", style="muted"), pad=(16, 4))
    return column(row(head, pad=(16, 10, 16, 4)), *lines, nothing)


def _place(
    shown: Place, saved: bool, groups: tuple[Collection, ...], on: frozenset[str], people: tuple[Contact, ...]
) -> Node:
    collect = [
        MenuItem(f"maps.collect.{c.id}", c.name, ("collect", shown.id, c.name), checked=c.name in on) for c in groups
    ]
    collect += [SEPARATOR, MenuItem("maps.collect.new", "New collection...", ("new", shown.id), "add")]
    named = sorted(people, key=lambda c: c.name.casefold())
    contacts = [MenuItem(f"maps.to_contact.{c.id}", c.name, ("to_contact", shown.id, c.id)) for c in named]

    def act(key: str, image: str, label: str, msg: tuple[object, ...] | None, menu: tuple[MenuItem, ...] = ()) -> Node:
        return button(
            f"maps.{key}", label, icon=image, style="maps_act", menu=menu, click=msg, disabled=msg is None and not menu
        )

    facts = (("location", address_of(shown)), ("clock", shown.hours), ("call", shown.phone))
    return column(
        text(shown.name, style="maps_head", role=Role.HEADING),
        text(f"{shown.kind} · {shown.stars / 10:.1f} stars", style="muted"),
        row(
            act("to", "directions", "Directions", ("to", shown.id)),
            act("favourite", "star", "Saved" if saved else "Save", ("favourite", shown.id)),
            act("copy", "copy", "Copy address", ("copy", shown.id)),
            gap=2,
        ),
        button("maps.collect", "Add to collection", icon="collections-add", w=FILL, menu=tuple(collect)),
        button(
            "maps.to_contact",
            "Save to contact",
            icon="contact-card",
            w=FILL,
            menu=tuple(contacts),
            disabled=not contacts,
        ),
        separator(),
        *[row(icon(image, style="muted"), text(said, w=FILL), gap=10) for image, said in facts],
        pad=16,
        gap=10,
    )


def _way(start: Place, end: Place, mode: str) -> Node:
    metres, minutes = route(start, end, mode)
    modes = [
        toggle(f"maps.mode.{m}", _HOW[m], icon=image, style="maps_mode", checked=m == mode, click=("mode", m))
        for m, (_, image) in MODES.items()
    ]
    share = (
        MenuItem("maps.share.text", "Copy directions as text", ("share", "text"), "copy"),
        MenuItem("maps.share.link", "Copy link", ("share", "link"), "link"),
    )
    return column(
        text("Directions", style="maps_head", role=Role.HEADING),
        row(*modes, gap=2),
        row(
            column(
                combo("maps.start", start.name, _NAMES, name="From", w=FILL, change=("end", 0)),
                combo("maps.end", end.name, _NAMES, name="To", w=FILL, change=("end", 1)),
                gap=6,
            ),
            button("maps.swap", icon="arrow-swap", name="Swap start and end", style="tool", click=("swap",)),
            gap=4,
        ),
        text(f"{minutes} min", style="maps_time", key="maps.minutes"),
        text(f"{metres / 1000:.2f} km", style="muted", key="maps.far"),
        *[text(said, w=FILL, wrap=True) for said in steps(start, end)],
        button("maps.share", "Share", icon="share", menu=share),
        pad=16,
        gap=10,
    )


def _groups(groups: tuple[Collection, ...], counts: tuple[int, ...]) -> Node:
    lines = [
        _line(
            f"maps.collection.{c.name}",
            c.name,
            count_of(count, "place"),
            ("panel", "collection", c.name),
            *COLLECTION.buttons("collection", c, c.id, style="tool"),
            context=("collection_menu", c.id),
        )
        for c, count in zip(groups, counts, strict=True)
    ]
    new = button("maps.new", "New collection", icon="add", click=("new",))
    head = row(text("Collections", style="maps_head", role=Role.HEADING), spacer(), new, pad=(16, 10, 12, 6))
    return column(head, *lines)


def _group(name: str, places: tuple[Place, ...]) -> Node:
    lines = [
        _line(
            f"maps.place.{p.id}",
            p.name,
            f"{p.kind} · {p.street}",
            ("show", p.id),
            button(
                f"maps.uncollect.{p.id}",
                icon="dismiss",
                name=f"Take {p.name} out of the collection",
                style="tool",
                click=("collect", p.id, name),
            ),
        )
        for p in places
    ]
    back = button("maps.all", icon="back", name="All collections", style="tool", click=("panel", "collections"))
    nothing = None if lines else row(text("Add places to it from their cards.", style="muted"), pad=(16, 4))
    return column(row(back, text(name, style="maps_head", role=Role.HEADING), pad=(8, 10), gap=6), *lines, nothing)


def _people(people: tuple[Contact, ...]) -> Node:
    lines = [_line(f"maps.person.{c.id}", c.name, c.address, ("person", c.id)) for c in people]
    nothing = None if lines else row(text("No contact has an address.", style="muted"), pad=(16, 4))
    return column(row(text("People", style="maps_head", role=Role.HEADING), pad=(16, 10, 16, 4)), *lines, nothing)


def _panel(state: State, ctx: Context) -> Element:
    shown, groups = place(state.name), COLLECTIONS.rows(ctx.vfs)
    if state.panel == "place" and shown is not None:
        on = frozenset([c.collection for c in COLLECTED.rows(ctx.vfs) if c.place == shown.id])
        saved = any(row.place == shown.id for row in load_saved(ctx.vfs))
        return panel(_place, shown, saved, groups, on, CONTACTS.rows(ctx.vfs))
    if state.panel == "way":
        return panel(_way, place(state.ends[0]) or PLACES[0], place(state.ends[1]) or PLACES[1], state.mode)
    if state.panel == "collections":
        inside = [c.collection for c in COLLECTED.rows(ctx.vfs)]
        return panel(_groups, groups, tuple([inside.count(c.name) for c in groups]))
    if state.panel == "collection":
        inside = [c.place for c in COLLECTED.rows(ctx.vfs) if c.collection == state.name]
        return panel(_group, state.name, tuple([p for p in PLACES if p.id in inside]))
    if state.panel == "people":
        known = sorted([c for c in CONTACTS.rows(ctx.vfs) if c.address], key=lambda c: c.name.casefold())
        return panel(_people, tuple(known))
    hits = found(state.query) if state.query.strip() else PLACES
    return panel(_places, f"Results for “{state.query}”" if state.query.strip() else "Lakeside", hits)


def view(state: State, ctx: Context) -> Node:
    """The content of the window."""
    style = state.style or ("Night" if ctx.settings.get("theme") == "dark" else "Road")
    w, h = map_room(ctx)
    side = column(
        panel(_head, state.query, state.panel),
        scroll(LIST, _panel(state, ctx), name="Places"),
        style="maps_card",
        w=ctx.w - w,
        h=FILL,
    )
    tools = panel(_tools, state._replace(grip=None, query=""), style, w=44)
    told = None
    if state.points is not None:
        told = row(spacer(), panel(_measured, state.points, w=260), pad=(0, h - 56, 68, 0), align="start")
    seen = stack(
        panel(_map, state._replace(query=""), style, w, h, w=w, h=h),
        row(spacer(), tools, pad=(0, 12, 12, 0), align="start"),
        told,
        w=w,
        h=FILL,
    )
    return row(side, seen, h=FILL, align="stretch")
