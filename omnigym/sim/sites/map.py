"""The map, Fabrikam Maps: places of a town, ways between them, and lists of places."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.a11y import Role
from omnigym.sim.sites.address import Address, query_url
from omnigym.sim.sites.kit import heading, labelled, link, masthead, not_found, paragraph
from omnigym.sim.sites.site import Ask, Download, Outcome, Page, Site, Visit
from omnigym.sim.sites.town import (
    HOST,
    LISTS,
    MODES,
    PLACES,
    SAVED,
    SHAPE,
    Place,
    Saved,
    found,
    load_saved,
    map_names,
    map_picture,
    pin_box,
    place,
    route,
    saved_in,
    steps,
)
from omnigym.sim.ui.controls import Part, photo
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row, stack, wrapped
from omnigym.sim.ui.widgets import button, combo, icon, separator, spacer, text, toggle
from omnigym.sim.vfs import Vfs

# -- what the pages of the map look like ------------------------------------------------------------------------------

#: From this width on the map is beside what is said, which is so wide.
WIDE, SIDE = 620, 300
_TALLEST = 680
_ZOOMS = (1.0, 1.6, 2.4)
_NAMES = tuple([p.name for p in PLACES])


def head(search: str, w: int) -> Node:
    """The top of every page."""
    wide = w >= WIDE
    return masthead(
        "Maps",
        "site-map",
        "green",
        search,
        "Search Maps",
        link(
            "page.directions",
            "Directions" if wide else "",
            "/directions",
            style="site_tool",
            image="directions",
            name="Directions",
        ),
        link("page.saved", "Saved" if wide else "", "/saved", style="site_tool", image="star", name="Saved"),
        w=w,
    )


def _part(zoom: float, centre: tuple[float, float], w: int, h: int) -> Part:
    """What of the map is shown in ``w`` x ``h``."""
    share_w, share_h = min(1.0, 1 / zoom), min(1.0, h / w / SHAPE / zoom)
    x = min(max(0.0, centre[0] - share_w / 2), 1 - share_w)
    y = min(max(0.0, centre[1] - share_h / 2), 1 - share_h)
    return x, y, x + share_w, y + share_h


def _pin(shown: Place, part: Part, w: int, h: int, chosen: bool) -> Node | None:
    size = 34 if chosen else 24
    x = round((shown.x - part[0]) / (part[2] - part[0]) * w) - size // 2
    y = round((shown.y - part[1]) / (part[3] - part[1]) * h) - size
    if not (0 <= x <= w - size and 0 <= y <= h - size):
        return None
    pin = link(
        f"page.pin.{shown.id}", "", f"/place/{shown.id}", style="pin", image="map-pin", name=shown.name, w=size, h=size
    )
    label = text(shown.name, style="strong", role=None) if chosen else None
    return row(pin, label, pad=(x, y, 0, 0), gap=2, w=w, h=y + size, align="end" if chosen else "center")


def _map(places: tuple[str, ...], chosen: str, zoom: int, w: int, h: int) -> Node:
    at = place(chosen)
    part = _part(_ZOOMS[zoom], (at.x, at.y) if at is not None else (0.48, 0.45), w, h)
    pins = [_pin(p, part, w, h, p.id == chosen) for p in PLACES if p.id in places]
    zooms = column(
        button(
            "page.zoom_in",
            icon="zoom-in",
            name="Zoom in",
            style="map_zoom",
            disabled=zoom == len(_ZOOMS) - 1,
            click=("input", "zoom", str(zoom + 1)),
            w=36,
            h=34,
        ),
        button(
            "page.zoom_out",
            icon="zoom-out",
            name="Zoom out",
            style="map_zoom",
            disabled=zoom == 0,
            click=("input", "zoom", str(zoom - 1)),
            w=36,
            h=34,
        ),
        w=36,
        gap=4,
    )
    boxes = [pin_box(p, part, w, h, 34) for p in PLACES if p.id in places]
    return stack(
        photo(map_picture(), w=w, h=h, part=part, name="Map of Lakeside", key="page.map"),
        *map_names(part, w, h, (*boxes, (w - 52, h - 88, 52, 88))),
        *pins,
        row(zooms, pad=(w - 48, h - 84, 0, 0), w=w, h=h - 8, align="start"),
        w=w,
        h=h,
    )


def _result(shown: Place) -> Node:
    return column(
        link(f"page.place.{shown.id}", shown.name, f"/place/{shown.id}", style="link_large"),
        text(f"{shown.kind} · {shown.stars / 10:.1f} stars", style="muted"),
        text(shown.street, style="muted"),
        pad=(0, 6),
        gap=1,
    )


def place_list(title: str, places: tuple[Place, ...]) -> Node:
    """A list of places."""
    return column(
        heading(title, "title"),
        *[memo(_result, p, w=FILL) for p in places],
        paragraph("There is nothing here.", "muted") if not places else None,
        pad=(16, 14),
        gap=4,
    )


def details(shown: Place, saved: str, saving: bool) -> Node:
    """All about a place; with ``saving`` the lists are open, in one of which it may be."""
    facts = (("location", shown.street + ", Lakeside"), ("clock", shown.hours), ("call", shown.phone))
    choices = column(
        *[
            toggle(
                f"page.list.{n}",
                name,
                icon="star",
                style="list",
                checked=name == saved,
                w=FILL,
                click=("page", "save", shown.id, "" if name == saved else name),
            )
            for n, name in enumerate(LISTS)
        ],
        style="card",
        pad=4,
        role=Role.GROUP,
        name="Save in your lists",
    )
    return column(
        heading(shown.name, "title"),
        text(f"{shown.kind} · {shown.stars / 10:.1f} stars", style="muted"),
        wrapped(
            button(
                "page.save",
                f"Saved: {saved}" if saved else "Save",
                icon="star",
                style="accent" if saved else "",
                click=("input", "saving", "" if saving else "1"),
            ),
            link(
                "page.directions_to", "Directions", query_url("/directions", to=shown.id), style="", image="directions"
            ),
            gap=8,
        ),
        choices if saving else None,
        separator(),
        *[row(icon(image, style="muted"), text(said, w=FILL), gap=10) for image, said in facts],
        button("page.copy", "Copy address", icon="copy", click=("page", "copy", shown.id)),
        pad=(16, 14),
        gap=10,
    )


def directions(start: Place, end: Place, mode: str) -> Node:
    """The way from a place to another one."""
    metres, minutes = route(start, end, mode)
    modes = [
        toggle(
            f"page.mode.{name.casefold()}",
            name,
            icon=image,
            style="chip",
            checked=name == mode,
            click=("page", "route", start.id, end.id, name),
        )
        for name, (_, image) in MODES.items()
    ]
    back = ("page", "route", end.id, start.id, mode)
    swap = button("page.swap", icon="arrow-swap", name="Reverse", style="tool", click=back)
    return column(
        row(heading("Directions", "title"), spacer(), swap),
        row(*modes, gap=6),
        labelled("From", combo("page.from", start.name, _NAMES, name="From", w=FILL, change=("page", "from"))),
        labelled("To", combo("page.to", end.name, _NAMES, name="To", w=FILL, change=("page", "to"))),
        separator(),
        text(f"{minutes} min ({metres / 1000:.1f} km)", style="heading", key="page.result"),
        *[text(said, style="muted", w=FILL, wrap=True) for said in steps(start, end)],
        button(
            "page.save_route",
            "Download directions",
            icon="download",
            click=("page", "save_route", start.id, end.id, mode),
        ),
        pad=(16, 14),
        gap=10,
    )


def beside(side: Element, places: tuple[str, ...], chosen: str, zoom: str, w: int) -> Element:
    """What is said of places, beside or above the map that shows them."""
    level = int(zoom) if zoom.isdecimal() and int(zoom) < len(_ZOOMS) else 0
    if w < WIDE:
        return column(side, panel(_map, places, chosen, level, w, round(w * SHAPE), w=w))
    width = w - SIDE
    height = min(_TALLEST, round(width * SHAPE))
    return row(side, panel(_map, places, chosen, level, width, height, w=width), align="start")


# -- map --------------------------------------------------------------------------------------------------------------

_TITLE = "Fabrikam Maps"


def _named(name: str) -> Place:
    return next((p for p in PLACES if p.name == name), PLACES[0])


# -- pages ----------------------------------------------------------------------------------------------------


def _page(visit: Visit, saved: tuple[Saved, ...]) -> Page:
    top = panel(head, visit.typed("search", visit.address.argument("q")), visit.w)
    kind, name = (*visit.address.parts, "", "")[:2]
    w = SIDE if visit.w >= WIDE else FILL
    zoom = visit.typed("zoom", "0")
    shown = place(name)
    if kind == "place" and shown is not None:
        own = next((s.list for s in saved if s.place == name), "")
        side = panel(details, shown, own, visit.typed("saving") == "1", w=w)
        return Page(shown.name, beside(side, (name,), name, visit.typed("zoom", "1"), visit.w), top)
    if kind == "directions":
        start, end = _ends(visit.address)
        mode = visit.address.argument("by", "Walk")
        side = panel(directions, start, end, mode if mode in MODES else "Walk", w=w)
        return Page("Directions", beside(side, (start.id, end.id), "", zoom, visit.w), top)
    listed = _listed(visit, saved)
    if listed is None:
        return not_found(_TITLE, top)
    title, places = listed
    side = panel(place_list, title, places, w=w)
    return Page(title if kind else _TITLE, beside(side, tuple([p.id for p in places]), "", zoom, visit.w), top)


def _ends(address: Address) -> tuple[Place, Place]:
    """Where a way begins and ends."""
    return place(address.argument("from")) or PLACES[0], place(address.argument("to")) or PLACES[1]


def _listed(visit: Visit, saved: tuple[Saved, ...]) -> tuple[str, tuple[Place, ...]] | None:
    kind = (*visit.address.parts, "")[0]
    query = visit.address.argument("q")
    if kind == "":
        return "Explore Lakeside", PLACES
    if kind == "search":
        return f"Results for “{query}”", found(query)
    if kind == "saved":
        return "Saved places", tuple([p for p in PLACES if any(s.place == p.id for s in saved)])
    return None


# -- what the controls do -------------------------------------------------------------------------------------


def _search(_ask: Ask, typed: str) -> Outcome:
    hits = found(typed)
    if len(hits) == 1:
        return Outcome(go=f"/place/{hits[0].id}")
    return Outcome(go=query_url("/search", q=typed.strip()) if typed.strip() else "/")


def _save(ask: Ask, place_id: str, name: str) -> Outcome:
    form = tuple([f for f in ask.visit.form if f[0] != "saving"])
    return Outcome(saved_in(ask.vfs, place_id, name, ask.now_ms), form=form)


def _route(_ask: Ask, start: str, end: str, mode: str) -> Outcome:
    return Outcome(go=query_url("/directions", **{"from": start, "to": end, "by": mode}))


def _other_end(ask: Ask, end: str, name: str) -> Outcome:
    start, goal = _ends(ask.visit.address)
    chosen = _named(name).id
    mode = ask.visit.address.argument("by", "Walk")
    return _route(ask, chosen, goal.id, mode) if end == "from" else _route(ask, start.id, chosen, mode)


def _copy(_ask: Ask, place_id: str) -> Outcome:
    shown = place(place_id)
    return Outcome(copy=f"{shown.name}, {shown.street}, Lakeside") if shown is not None else Outcome()


def _save_route(_ask: Ask, start: str, end: str, mode: str) -> Outcome:
    a, b = place(start), place(end)
    if a is None or b is None:
        return Outcome()
    metres, minutes = route(a, b, mode)
    lines = [f"{mode} from {a.name} to {b.name}", f"{minutes} min, {metres} m", "", *steps(a, b), ""]
    return Outcome(download=Download(f"{a.name} to {b.name}.txt", "\n".join(lines).encode()))


_HANDLERS: Mapping[str, Callable[..., Outcome]] = {
    "copy": _copy,
    "from": lambda ask, name: _other_end(ask, "from", name),
    "route": _route,
    "save": _save,
    "save_route": _save_route,
    "search": _search,
    "to": lambda ask, name: _other_end(ask, "to", name),
}


def _update(ask: Ask, msg: Msg) -> Outcome:
    handler = _HANDLERS.get(msg[0])
    return handler(ask, *msg[1:]) if handler is not None else Outcome()


def _load(vfs: Vfs, _address: Address) -> tuple[Saved, ...]:
    return load_saved(vfs)


def _entries(_vfs: Vfs) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        [
            (f"{p.name} - {_TITLE}", f"https://{HOST}/place/{p.id}", f"{p.kind}, {p.street}, Lakeside. {p.hours}.")
            for p in PLACES
        ]
    )


SITES = (Site(HOST, _TITLE, "site-map", "Places and ways in Lakeside.", _load, _page, _update, _entries, (SAVED,)),)
