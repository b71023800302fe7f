"""Maps on the desktop: ways to share, collections of places, saved places, addresses of contacts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.devices.sim.sites.town import PLACES, route, steps
from omnigym.tasks.apps._people import PERSONS, known_person
from omnigym.tasks.apps._rows import newly, row_gone, row_is
from omnigym.tasks.apps._steps import chosen, in_front
from omnigym.tasks.apps.browser._steps import MAPS, record
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource, subtask

__all__ = ["collections", "directions", "found", "new_collection", "share"]

_MAPS: Mapping[str, Any] = {
    "app": "windows_maps",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_COPYING: Mapping[str, Any] = {**_MAPS, "capabilities": ("content", "files", "apps", "a11y", "clipboard")}
_FILES, _CONTACTS = "AppData/Local/Maps", "AppData/Local/People/contacts.json"
_TOWN = {p.name: p for p in PLACES}
_MODES = {"on foot": "Walk", "by bicycle": "Bicycle", "by car": "Car"}


# -- steps ----------------------------------------------------------------------------------------------------------


def found(ui: UI, place: str) -> Iterator[Action]:
    """The card of a place, by the search."""
    yield from in_front(ui)
    yield ui.click("maps.search")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{place}\n")


def directions(ui: UI, start: str, end: str, way: str) -> Iterator[Action]:
    """The way from a place to another one."""
    yield from in_front(ui)
    yield ui.click("maps.page.way")
    for key, name in (("maps.start", start), ("maps.end", end)):
        shown = ui.find(key)
        if shown is not None and shown.value != name:
            yield from chosen(ui, key, name)
    yield ui.click(f"maps.mode.{_MODES[way]}")


def share(ui: UI, how: str = "text") -> Iterator[Action]:
    """What is shared goes to the clipboard."""
    yield ui.click("maps.share")
    yield ui.click(f"maps.share.{how}")


def collections(ui: UI) -> Iterator[Action]:
    """All collections."""
    yield from in_front(ui)
    yield ui.click("maps.page.collections")


def new_collection(ui: UI, name: str) -> Iterator[Action]:
    """The button above the collections, and its name."""
    yield from collections(ui)
    yield ui.click("maps.new")
    yield ui.type(f"{name}\n")


# -- ways -----------------------------------------------------------------------------------------------------------


def _told(start: str, end: str, way: str) -> str:
    """What Maps says of a way."""
    a, b, mode = _TOWN[start], _TOWN[end], _MODES[way]
    metres, minutes = route(a, b, mode)
    return "\n".join((f"{mode} from {start} to {end}: {minutes} min, {metres} m", *steps(a, b)))


@subtask(
    **_COPYING,
    id="maps/share-way",
    implied=("text",),
    instruction="Look up in Maps how to get from {start} to {end} {way}, and copy the directions as text.",
    parameters=tuple(
        [
            {"start": start, "end": end, "way": way, "text": _told(start, end, way)}
            for start, end, way in (
                ("Central Station", "Rose Garden", "on foot"),
                ("Grand Hotel", "Old Lighthouse", "by car"),
                ("North Clinic", "City Library", "by bicycle"),
                ("Trey Bakery", "Palace Cinema", "on foot"),
                ("Fourth Coffee", "Harbour Grill", "by bicycle"),
                ("City Museum", "Green Market", "on foot"),
                ("City Library", "North Clinic", "by car"),
            )
        ]
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "{text}"}),),
    produces=(Resource("clipboard_text", "the way from {start} to {end}"),),
    tags=("clipboard",),
)
def share_way(ui: UI, start: str, end: str, way: str, **_: str) -> Iterator[Action]:
    """Both ends from lists, and the button Share."""
    yield from directions(ui, start, end, way)
    yield from share(ui)


# -- collections ----------------------------------------------------------------------------------------------------

_SETS = table(
    "place collection",
    ("Fourth Coffee", "Breakfast"),
    ("City Museum", "Rainy days"),
    ("Rose Garden", "Picnic"),
    ("Harbour Grill", "With my parents"),
    ("Palace Cinema", "Friday night"),
    ("Trey Bakery", "Sweet things"),
    ("City Library", "Quiet places"),
)
_ID = tuple([{**v, "id": _TOWN[v["place"]].id} for v in _SETS])
_COLLECTION = Resource("map_collection", "{collection}")
_MADE = AddRow(f"{_FILES}/collections.json", ("name",), ("{collection}",))
_INSIDE = Resource("collected_place", "{place} in {collection}")


@subtask(
    **_MAPS,
    id="maps/new-collection",
    instruction="Create a collection called '{collection}' in Maps.",
    parameters=tuple([{"collection": v["collection"]} for v in _SETS]),
    conditions=(newly(row_is("maps/collections", name="{collection}", any_case=True)),),
    produces=(_COLLECTION,),
)
def create_collection(ui: UI, collection: str) -> Iterator[Action]:
    """The button above the collections."""
    yield from new_collection(ui, collection)


@subtask(
    **_MAPS,
    id="maps/collect",
    implied=("id",),
    instruction="Add {place} to the collection '{collection}' in Maps.",
    parameters=_ID,
    conditions=(newly(row_is("maps/collected", place="{id}", collection="{collection}")),),
    needs=(Need(_COLLECTION, (_MADE,)),),
    produces=(_INSIDE,),
)
def collect(ui: UI, place: str, collection: str, **_: str) -> Iterator[Action]:
    """A button of the place's card."""
    yield from found(ui, place)
    yield from chosen(ui, "maps.collect", collection, on=True)


@subtask(
    **_MAPS,
    id="maps/take-out",
    implied=("id",),
    instruction="Take {place} out of the collection '{collection}' in Maps, but keep the collection.",
    parameters=_ID,
    conditions=(row_gone("maps/collected", others=True, place="{id}", collection="{collection}"),),
    needs=(
        Need(
            _INSIDE,
            (_MADE, AddRow(f"{_FILES}/collected.json", ("place", "collection"), ("{id}", "{collection}"))),
            consumes=True,
        ),
    ),
)
def take_out(ui: UI, collection: str, id: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The cross beside it."""
    yield from collections(ui)
    yield ui.click(f"maps.collection.{collection}")
    yield ui.click(f"maps.uncollect.{id}")


@subtask(
    **_MAPS,
    id="maps/unsave",
    implied=("id",),
    instruction="Remove {place} from your saved places in the Maps app.",
    parameters=tuple([{"place": v["place"], "id": v["id"]} for v in _ID]),
    conditions=(row_gone("maps/saved", place="{id}"),),
    needs=(
        Need(
            Resource("map_place", "{place}"),
            (record(MAPS, "saved", "{id}", {"place": "{id}", "list": "Favorites"}),),
            consumes=True,
        ),
    ),
)
def unsave(ui: UI, place: str, **_: str) -> Iterator[Action]:
    """The star of its card."""
    yield from found(ui, place)
    yield ui.click("maps.favourite")


# -- contacts -------------------------------------------------------------------------------------------------------

_HOMES = ("Grand Hotel", "City Library", "Palace Cinema", "Trey Bakery", "North Clinic", "City Museum", "Fourth Coffee")
_LIVING = tuple(
    [
        {**person, "place": home, "address": f"{_TOWN[home].street}, Lakeside"}
        for person, home in zip(PERSONS, _HOMES, strict=True)
    ]
)
_LIVES = Resource("contact_address", "{name}")


@subtask(
    **_MAPS,
    id="maps/save-to-contact",
    implied=("phone", "email", "address"),
    instruction="Save the address of the {place} from Maps to your contact {name}, who lives there.",
    parameters=_LIVING,
    conditions=(row_is("people/contacts", was={"name": "{name}", "address": ""}, name="{name}", address="{address}"),),
    needs=(known_person(),),
    produces=(_LIVES,),
    tags=("two apps",),
)
def save_to_contact(ui: UI, name: str, place: str, **_: str) -> Iterator[Action]:
    """A button of the place's card."""
    yield from found(ui, place)
    yield from chosen(ui, "maps.to_contact", name)


_STARTS = (
    *("Central Station", "Green Market", "Rose Garden", "Old Lighthouse"),
    *("Harbour Grill", "Central Station", "Rose Garden"),
)


@subtask(
    **_COPYING,
    id="maps/way-to-contact",
    implied=("phone", "email", "address", "place", "text"),
    instruction="Copy the directions from {start} to the home of {name} on foot; Maps knows the address.",
    parameters=tuple(
        [
            {**v, "start": start, "text": _told(start, v["place"], "on foot")}
            for v, start in zip(_LIVING, _STARTS, strict=True)
        ]
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "{text}"}),),
    needs=(
        Need(
            _LIVES,
            (AddRow(_CONTACTS, ("name", "phone", "email", "address"), ("{name}", "{phone}", "{email}", "{address}")),),
        ),
    ),
    produces=(Resource("clipboard_text", "the way to {name}"),),
    tags=("clipboard", "two apps"),
)
def way_to_contact(ui: UI, start: str, name: str, **_: str) -> Iterator[Action]:
    """The contact among the people, then where the way begins."""
    yield from in_front(ui)
    yield ui.click("maps.page.people")
    yield ui.click("record", name=name)
    shown = ui.find("maps.start")
    if shown is not None and shown.value != start:
        yield from chosen(ui, "maps.start", start)
    yield ui.click("maps.mode.Walk")
    yield from share(ui)
