"""Maps: the collections of places that it keeps, the state of its window, and its commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.sim.app import Context, Effect, Focus, OpenDialog, ScrollTo, SetClipboard, SetFiles
from omnigym.sim.commands import MENU, Command, Commands, Question, rows_of
from omnigym.sim.common.contacts import Contact
from omnigym.sim.common.message_box import Prompt, asking, tell
from omnigym.sim.handlers import saved, sets
from omnigym.sim.sites.address import query_url
from omnigym.sim.sites.town import (
    HOST,
    LISTS,
    PLACES,
    TOWN,
    ZOOMS,
    Place,
    centred,
    dragged,
    found,
    load_saved,
    part_of,
    place,
    route,
    saved_in,
    steps,
)
from omnigym.sim.tables.table import Table, next_id
from omnigym.sim.vfs import HOME, Vfs
from omnigym.sim.windows.contacts import CONTACTS
from omnigym.values import ClipboardContent

# -- what Maps keeps, collections of places, and where one is in it ---------------------------------------------------

TITLE = "Maps"
_FOLDER = f"{HOME}/AppData/Local/Maps"
#: The middle of the town, in thousandths of the map.
MIDDLE = (480, 460)


class Collection(NamedTuple):
    """A collection of places; no two have the same name."""

    id: int
    name: str


class Collected(NamedTuple):
    """A place in a collection: its id, and the collection's name."""

    id: int
    place: str
    collection: str


COLLECTIONS: Table[Collection] = Table("content://maps/collections", f"{_FOLDER}/collections.json", Collection)
COLLECTED: Table[Collected] = Table(
    "content://maps/collected",
    f"{_FOLDER}/collected.json",
    Collected,
    columns={"name": lambda row: next((p.name for p in PLACES if p.id == row.place), "")},
)


class State(NamedTuple):
    """The window.

    Attributes:
        panel: What is beside the map: "places", "place", "way", "collections", "collection" or "people".
        name: The id of the place, or the name of the collection, that is shown.
        query: What is searched for.
        ends: The ids of the ends of the way.
        mode: How one goes: one of `town.MODES`.
        style: How the map is drawn: one of `MAP_STYLES`.
        zoom, centre: What of the map is seen; see `town_part.part_of`.
        grip: While the map is dragged; see `town_part.dragged`.
        points: Between which points is measured, in thousandths of the map; None while nothing is.
    """

    panel: str = "places"
    name: str = ""
    query: str = ""
    ends: tuple[str, str] = (PLACES[0].id, PLACES[1].id)
    mode: str = "Walk"
    style: str = ""
    zoom: int = 0
    centre: tuple[int, int] = MIDDLE
    grip: tuple[int, int, int, int] | None = None
    points: tuple[tuple[int, int], ...] | None = None


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def address_of(shown: Place) -> str:
    """Street and town."""
    return f"{shown.street}, {TOWN}"


def home_of(person: Contact) -> Place | None:
    """The place at a contact's address; None where that is not on the map."""
    return next((p for p in PLACES if address_of(p).casefold() == person.address.strip().casefold()), None)


def with_collections(vfs: Vfs, now: int) -> Vfs:
    """The files with the collections of a new user."""
    made = (Collection(1, "Errands"), Collection(2, "For visitors"))
    rows = [Collected(1, "green-market", "Errands"), Collected(2, "old-lighthouse", "For visitors")]
    return COLLECTED.written(COLLECTIONS.written(vfs, made, now), rows, now)


# -- commands ---------------------------------------------------------------------------------------------------------

# What can be done in Maps: with the map, with places and their collections, with ways, with contacts.

SEARCH, LIST = "maps.search", "maps.panel"
#: How wide the panel is beside the map, where there is room.
_PANEL = 332


def map_room(ctx: Context) -> tuple[int, int]:
    """The size of the map in the window."""
    return ctx.w - min(_PANEL, ctx.w * 11 // 20), ctx.h


# -- the map --------------------------------------------------------------------------------------------------------


def _zoom(state: State, _ctx: Context, by: int) -> Result:
    return state._replace(zoom=min(max(0, state.zoom + by), len(ZOOMS) - 1)), ()


def _hold(state: State, ctx: Context, phase: str, x: int, y: int) -> Result:
    """The map goes with the pointer; while something is measured, a click sets a point."""
    w, h = map_room(ctx)
    if state.points is not None:
        if phase != "press":
            return state, ()
        left, top, right, bottom = part_of(state.zoom, state.centre, w, h)
        at = (left + x / w * (right - left), top + y / h * (bottom - top))
        return state._replace(points=(*state.points, (round(1000 * at[0]), round(1000 * at[1])))), ()
    if phase == "press" or state.grip is None:
        return state._replace(grip=(x, y, *state.centre)), ()
    centre = dragged(state.grip, state.zoom, x, y, w, h)
    return state._replace(centre=centre, grip=None if phase == "release" else state.grip), ()


def _measure(state: State, _ctx: Context) -> Result:
    return state._replace(points=None if state.points is not None else ()), ()


# -- places ---------------------------------------------------------------------------------------------------------


def _show(state: State, _ctx: Context, name: str) -> Result:
    shown = place(name)
    if shown is None:
        return state, ()
    zoom = max(state.zoom, 1)
    return state._replace(panel="place", name=name, centre=centred((shown,)), zoom=zoom), (ScrollTo(LIST),)


def _searched(state: State, ctx: Context, query: str) -> Result:
    """One place that is found is shown at once."""
    hits = found(query) if query.strip() else ()
    return _show(state, ctx, hits[0].id) if len(hits) == 1 else (state._replace(panel="places"), ())


def _copied(state: State, text: str) -> Result:
    return state, (SetClipboard(ClipboardContent(text=text)),)


def _copy(state: State, _ctx: Context, name: str) -> Result:
    shown = place(name)
    return _copied(state, f"{shown.name}, {address_of(shown)}") if shown is not None else (state, ())


def _favourite(state: State, ctx: Context, name: str) -> Result:
    """Among the favourites, or in none of the lists of saved places, which the map on the web has as well."""
    saved = any(row.place == name for row in load_saved(ctx.vfs))
    return state, (SetFiles(saved_in(ctx.vfs, name, "" if saved else LISTS[0], ctx.clock_ms)),)


def _to_contact(state: State, ctx: Context, name: str, number: int) -> Result:
    """The address of a place is that of a contact from now on."""
    shown = place(name)
    if shown is None:
        return state, ()
    rows = [c._replace(address=address_of(shown)) if c.id == number else c for c in CONTACTS.rows(ctx.vfs)]
    return state, (saved(CONTACTS, ctx, rows),)


def _person(state: State, ctx: Context, number: int) -> Result:
    """The way to where a contact lives."""
    person = next((c for c in CONTACTS.rows(ctx.vfs) if c.id == number), None)
    home = home_of(person) if person is not None else None
    if home is None:
        said = f"“{person.address}”" if person is not None and person.address else "No address"
        return state, (tell(TITLE, f"{said} was found on the map.", "info"),)
    return _way(state, ctx, state.ends[0], home.id)


# -- ways -----------------------------------------------------------------------------------------------------------


def _way(state: State, _ctx: Context, start: str, end: str) -> Result:
    ends = [p for p in (place(start), place(end)) if p is not None]
    if len(ends) < 2:
        return state, ()
    return state._replace(panel="way", ends=(start, end), centre=centred(tuple(ends)), zoom=0), (ScrollTo(LIST),)


def _end(state: State, ctx: Context, which: int, name: str) -> Result:
    """Another beginning (0) or end (1), by its name."""
    chosen = next((p.id for p in PLACES if p.name == name), "")
    return _way(state, ctx, *((chosen, state.ends[1]) if which == 0 else (state.ends[0], chosen)))


def _share(state: State, _ctx: Context, how: str) -> Result:
    """The way as text, or as a link that a browser opens."""
    start, end = place(state.ends[0]), place(state.ends[1])
    if start is None or end is None:
        return state, ()
    if how == "link":
        query = {"from": start.id, "to": end.id, "by": state.mode}
        return _copied(state, f"https://{HOST}{query_url('/directions', **query)}")
    metres, minutes = route(start, end, state.mode)
    head = f"{state.mode} from {start.name} to {end.name}: {minutes} min, {metres} m"
    return _copied(state, "\n".join((head, *steps(start, end))))


# -- collections ----------------------------------------------------------------------------------------------------


def _taken(name: str) -> OpenDialog:
    return tell(TITLE, f"You already have a collection called “{name}”. Choose another name.")


def _new(state: State, _ctx: Context, name: str = "") -> Result:
    prompt = Prompt("New collection", "Name your collection:", "My places", button="Create")
    return state, (OpenDialog("prompt", prompt, ("created", name)),)


def _named(ctx: Context, typed: str | None, number: int = 0) -> tuple[str, bool]:
    """A name without spaces too many, and whether another collection has it."""
    name = " ".join((typed or "").split())
    return name, any(c.name.casefold() == name.casefold() and c.id != number for c in COLLECTIONS.rows(ctx.vfs))


def _created(state: State, ctx: Context, shown: str, typed: str | None) -> Result:
    """A collection, with a place in it if it was made for one."""
    (name, taken), rows = _named(ctx, typed), COLLECTIONS.rows(ctx.vfs)
    if not name or taken:
        return state, (_taken(name),) if taken else ()
    vfs = COLLECTIONS.written(ctx.vfs, (*rows, Collection(next_id(rows), name)), ctx.clock_ms)
    return _collect(state, ctx._replace(vfs=vfs), shown, name) if shown else (state, (SetFiles(vfs),))


def _collect(state: State, ctx: Context, name: str, collection: str) -> Result:
    """A place in a collection, or no longer."""
    rows = COLLECTED.rows(ctx.vfs)
    left = tuple([row for row in rows if (row.place, row.collection) != (name, collection)])
    after = left if len(left) < len(rows) else (*rows, Collected(next_id(rows), name, collection))
    return state, (saved(COLLECTED, ctx, after),)


def _rename(state: State, _ctx: Context, row: Collection) -> Result:
    prompt = Prompt("Rename collection", "Name your collection:", row.name, button="Save")
    return state, (OpenDialog("prompt", prompt, ("renamed", row.id)),)


def _renamed(state: State, ctx: Context, number: int, typed: str | None) -> Result:
    (name, taken), rows = _named(ctx, typed, number), COLLECTIONS.rows(ctx.vfs)
    old = next((row for row in rows if row.id == number), None)
    if not name or taken or old is None:
        return state, (_taken(name),) if taken else ()
    vfs = COLLECTIONS.written(ctx.vfs, [row._replace(name=name) if row is old else row for row in rows], ctx.clock_ms)
    inside = [c._replace(collection=name) if c.collection == old.name else c for c in COLLECTED.rows(vfs)]
    shown = name if (state.panel, state.name) == ("collection", old.name) else state.name
    return state._replace(name=shown), (SetFiles(COLLECTED.written(vfs, inside, ctx.clock_ms)),)


def _delete(state: State, ctx: Context, row: Collection) -> Result:
    vfs = COLLECTIONS.written(ctx.vfs, [c for c in COLLECTIONS.rows(ctx.vfs) if c.id != row.id], ctx.clock_ms)
    inside = [c for c in COLLECTED.rows(vfs) if c.collection != row.name]
    return state._replace(panel="collections"), (SetFiles(COLLECTED.written(vfs, inside, ctx.clock_ms)),)


def _sure(row: Collection) -> Question:
    return asking("Delete collection?", f"“{row.name}” will be deleted. The places stay on the map.", "Delete")


COLLECTION = Commands(
    "maps",
    Command("rename", "Rename", run=_rename, icon="edit", places=("collection", MENU)),
    Command("delete", "Delete", run=_delete, icon="delete", places=("collection", MENU), ask=_sure),
    records=rows_of(COLLECTIONS, lambda _state: 0),
    menu="collection_menu",
)


def _panel(state: State, _ctx: Context, panel: str, name: str = "") -> Result:
    return state._replace(panel=panel, name=name, query=""), (ScrollTo(LIST),)


#: The handlers, by the first word of their messages.
HANDLERS: Mapping[str, Callable[..., Result]] = {
    "collect": _collect,
    "copy": _copy,
    "created": _created,
    "end": _end,
    "favourite": _favourite,
    "find": lambda s, _: (s, (Focus(SEARCH, 0, -1),)),
    "hold": _hold,
    "measure": _measure,
    "middle": lambda s, _: (s._replace(centre=MIDDLE, zoom=0), ()),
    "mode": sets("mode"),
    "new": _new,
    "panel": _panel,
    "person": _person,
    "query": lambda s, _, query: (s._replace(query=query, panel="places"), (ScrollTo(LIST),)),
    "renamed": _renamed,
    "searched": _searched,
    "share": _share,
    "show": _show,
    "style": sets("style"),
    "swap": lambda s, ctx: _way(s, ctx, s.ends[1], s.ends[0]),
    "to": lambda s, ctx, name: _way(s, ctx, s.ends[0], name),
    "to_contact": _to_contact,
    "undo_point": lambda s, _: (s._replace(points=(s.points or ())[:-1]), ()),
    "unmeasure": lambda s, _: (s._replace(points=None), ()),
    "wheel": lambda s, ctx, notches: _zoom(s, ctx, -1 if notches > 0 else 1),
    "zoom": _zoom,
}
