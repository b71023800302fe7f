"""The map, Fabrikam Maps: places of a town, ways between them, and lists of places."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.sites._map_pages import SIDE, WIDE, beside, details, directions, head, place_list
from omnigym.devices.sim.sites.address import Address, query_url
from omnigym.devices.sim.sites.missing import not_found
from omnigym.devices.sim.sites.site import Ask, Download, Outcome, Page, Site, Visit
from omnigym.devices.sim.sites.town import (
    HOST,
    MODES,
    PLACES,
    SAVED,
    Place,
    Saved,
    found,
    load_saved,
    place,
    route,
    saved_in,
    steps,
)
from omnigym.devices.sim.ui.nodes import FILL, Msg, panel
from omnigym.devices.sim.vfs import Vfs

__all__ = ["SITES"]

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
