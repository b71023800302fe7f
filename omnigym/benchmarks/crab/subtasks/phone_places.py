"""CRAB's sub-tasks of Maps and Clock: what is known of the world comes from the setup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Role
from omnigym.actions import Action, Drag
from omnigym.benchmarks.crab.subtasks._parts import diamond, front, path, typed
from omnigym.benchmarks.crab.subtasks._values import chosen, kilometres, places_apart, zone_of
from omnigym.benchmarks.crab.template import crab_subtask
from omnigym.errors import OracleError
from omnigym.tasks.step_library.declaring import row_is
from omnigym.tasks.step_library.phone import PHONE, at_root, by_name, fill_in, reach
from omnigym.tasks.subtask import UI, AddRow, Condition, RemoveRows, Resource

__all__ = ["asked_for", "shown_place"]

_MAPS: Mapping[str, object] = {
    "app": "maps",
    "platforms": ("android",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_PLACES = "/data/data/com.google.android.apps.maps/places.json"
_WORLD_CLOCK = "/data/data/com.google.android.deskclock/cities.json"
_COLUMNS = ("name", "kind", "address", "x", "y")
_LENGTHS = ("8.4 km", "15.2 km", "3.6 km", "42.1 km")
_STREETS = ("12 Chestnut Avenue", "5 Abbey Road", "88 Harbour Street", "31 Linden Square")
#: Where a place in another country is on the map of the town: beyond it.
_AWAY = 1.8
_MOST_SWIPES = 25
_CITIES = ("Ashford", "Bramley", "Cardona", "Delmonte", "Estrella")


def asked_for(ui: UI, query: str) -> Iterator[Action]:
    """What Maps finds for a text."""
    yield from at_root(ui, "maps.tabs")
    yield ui.click("maps.tab.explore")
    yield ui.click("maps.search")
    yield from fill_in(ui, "maps.query", query)
    yield ui.press("enter")


def shown_place(ui: UI, name: str) -> Iterator[Action]:
    """A place, found by its name."""
    yield from asked_for(ui, name)
    if ui.find("maps.close") is None:
        yield from by_name(ui, name)


def _apart(given: Mapping[str, str]) -> Mapping[str, object]:
    names = (given["place_name_1"], given["place_name_2"])
    said = kilometres(given["output"]) or kilometres(chosen(_LENGTHS, *names)) or 1.0
    left, right = places_apart(said)
    town = chosen(_CITIES, *names)
    streets = {f"address_{n}": f"{chosen(_STREETS, name, str(n))}, {town}" for n, name in enumerate(names, start=1)}
    return {"x_1": left, "x_2": right, "y": 0.5, **streets}


@crab_subtask(
    **_MAPS,
    id="1a1b72d7-78c9-4027-8278-86083ae01045",
    types={"place_name_1": "place_name_1", "place_name_2": "place_name_2"},
    output="number",
    noun="that distance",
    derive=_apart,
    instruction="Find out in Maps on the phone how far it is from {place_name_1} to {place_name_2}.",
    sets=(
        {"place_name_1": "Observatory Hill", "place_name_2": "Old Brewery", "output": "8.4 km"},
        {"place_name_1": "Botanical Institute", "place_name_2": "Ferry Terminal", "output": "15.2 km"},
        {"place_name_1": "Glass Museum", "place_name_2": "Velodrome", "output": "3.6 km"},
    ),
    parts=diamond(
        front("maps"),
        typed("{place_name_1}"),
        typed("{place_name_2}"),
        Condition("route_shown", {"places": ["{place_name_1}", "{place_name_2}"]}),
        shown=True,
    ),
    setup=(
        AddRow(_PLACES, _COLUMNS, ("{place_name_1}", "Place", "{address_1}", "{x_1}", "{y}")),
        AddRow(_PLACES, _COLUMNS, ("{place_name_2}", "Place", "{address_2}", "{x_2}", "{y}")),
    ),
)
def find_distance(ui: UI, place_name_1: str, place_name_2: str, **_more: object) -> Iterator[Action]:
    """The first place is looked up, then the way to the second one, whose start is changed."""
    yield from shown_place(ui, place_name_1)
    yield from shown_place(ui, place_name_2)
    yield ui.click("maps.directions")
    yield ui.click("maps.start")
    for _ in range(_MOST_SWIPES):
        if ui.node(Role.RADIO, place_name_1) is not None:
            break
        yield Drag((0.5, 0.55), (0.5, 0.35))
    option = ui.node(Role.RADIO, place_name_1)
    if option is None:
        raise OracleError(f"The oracle expected {place_name_1!r} among the starting points.")
    yield ui.click(option)


@crab_subtask(
    **_MAPS,
    id="a3d11574-2acf-4b26-a569-a5dbc9d548aw",
    types={"content": "content"},
    output="content",
    noun="that address",
    derive=lambda given: {
        "answer": given["output"] or f"{chosen(_STREETS, given['content'])}, {chosen(_CITIES, given['content'])}"
    },
    instruction="Find the address of {content} in Maps on the phone.",
    sets=(
        {"content": "Kestrel Theatre", "output": "31 Linden Square, Ashford"},
        {"content": "Polar Institute", "output": "5 Abbey Road, Bramley"},
        {"content": "Marble Baths", "output": "88 Harbour Street, Cardona"},
        {"content": "School of Printing", "output": "12 Chestnut Avenue, Delmonte"},
    ),
    parts=path(
        shown=True, app=front("maps"), place=Condition("app_shows", {"app": "maps", "texts": ["{content}", "{answer}"]})
    ),
    setup=(AddRow(_PLACES, _COLUMNS, ("{content}", "Place", "{answer}", 0.5, 0.5)),),
)
def find_address(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """The place, which says its address."""
    yield from shown_place(ui, content)


@crab_subtask(
    **_MAPS,
    id="51b2463c-9904-4a32-81ba-507bfb89d61f",
    types={"number": "number", "country": "country"},
    output="content",
    noun="the name of that city",
    derive=lambda given: {"answer": given["output"] or chosen(_CITIES, given["number"], given["country"])},
    instruction="Find the name of the city with the postcode {number} in {country} with Maps on the phone.",
    sets=(
        {"number": "110151", "country": "Colombia", "output": "Bogota"},
        {"number": "113-8654", "country": "Japan", "output": "Bunkyo City"},
        {"number": "560049", "country": "India", "output": "Bengaluru"},
        {"number": "1010-020", "country": "Portugal", "output": "Lisbon"},
    ),
    parts=path(
        app=front("maps"),
        country=typed("{country}"),
        number=typed("{number}"),
        city=Condition("app_shows", {"app": "maps", "texts": ["{number}", "{answer}"]}),
        shown=True,
    ),
    setup=(AddRow(_PLACES, _COLUMNS, ("{number}", "Postal code", "{answer} {number}, {country}", _AWAY, 0.5)),),
)
def find_city(ui: UI, number: str, country: str, **_: object) -> Iterator[Action]:
    """The code and the country are enough to find it."""
    yield from asked_for(ui, f"{number}, {country}")
    if ui.find("maps.close") is None:
        yield from by_name(ui, number)


@crab_subtask(
    **{**PHONE, "app": "clock", "capabilities": ("content", "settings", "files", "apps", "a11y")},
    id="a3d11574-2acf-4b26-a569-a5dbc9d548ah",
    types={"place_name": "place_name"},
    output="content",
    noun="how many hours that city is ahead or behind",
    derive=lambda given: {"zone": zone_of(given["place_name"])},
    instruction="Add {place_name} to the world clock of the phone, and see how many hours it is ahead or behind.",
    sets=(
        {"place_name": "Jakarta", "output": "7 hours ahead"},
        {"place_name": "Bogota", "output": "5 hours behind"},
        {"place_name": "Cairo", "output": "2 hours ahead"},
    ),
    parts=path(app=front("clock"), city=row_is("clock/cities", zone="{zone}")),
    setup=(RemoveRows(_WORLD_CLOCK, "zone", "{zone}"),),
    produces=(Resource("city", "{place_name}"),),
)
def add_city(ui: UI, zone: str, **_: object) -> Iterator[Action]:
    """The list of cities."""
    yield from at_root(ui, "clock.tabs")
    yield ui.click("clock.tab.clock")
    yield ui.click("clock.add_city")
    yield from reach(ui, f"choose.{zone}")
    yield ui.click(f"choose.{zone}")
