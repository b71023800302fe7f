"""Places and ways on the phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps.phone._milestones import button, option, titled
from omnigym.tasks.apps.phone._steps import at_root, by_name, choose, fill_in, table
from omnigym.tasks.subtask import UI, Condition, Resource, subtask

__all__: list[str] = []

_MAPS: Mapping[str, object] = {
    "app": "maps",
    "platforms": ("android",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_SAVED = "AppData/Local/Sites/maps.fabrikam.com/saved"
_TRIPS = "/data/data/com.google.android.apps.maps/trips.json"
_ON_PLACE = titled("{place}")


def _place(ui: UI, place: str) -> Iterator[Action]:
    """What Maps says of a place, found by its name."""
    yield from at_root(ui, "maps.tabs")
    yield ui.click("maps.tab.explore")
    yield ui.click("maps.search")
    yield from fill_in(ui, "maps.query", place)
    yield ui.press("enter")
    if ui.find("maps.close") is None:
        yield from by_name(ui, place)


@subtask(
    **_MAPS,
    id="phone-maps/save",
    implied=("id",),
    instruction="Save {place} to the list '{list}' in Maps on the phone.",
    parameters=table(
        "place id list",
        ("Harbour Grill", "harbour-grill", "Want to go"),
        ("City Library", "city-library", "Favorites"),
        ("Old Lighthouse", "old-lighthouse", "Starred places"),
        ("Rose Garden", "rose-garden", "Favorites"),
        ("Green Market", "green-market", "Want to go"),
        ("Palace Cinema", "palace-cinema", "Starred places"),
    ),
    conditions=(row_is("maps/saved", place="{id}", list="{list}"),),
    produces=(Resource("saved_place", "{place}"),),
    milestones=(_ON_PLACE, option("{list}")),
    tags=("save",),
)
def save(ui: UI, place: str, list: str, **_: str) -> Iterator[Action]:  # noqa: A002 - a parameter of the instruction
    """The lists."""
    yield from _place(ui, place)
    yield from choose(ui, "maps.save", list)


_MODES = {"on foot": "Walk", "by bicycle": "Bicycle", "by car": "Car"}


def _trips(names: str, *rows: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    return tuple([{**row, "mode": _MODES[row["how"]]} for row in table(names, *rows)])


def _started(start: str, end: str) -> Condition:
    return row_is("maps/trips", start=start, end=end, mode="{mode}")


@subtask(
    **_MAPS,
    id="phone-maps/navigate",
    implied=(
        "id",
        "mode",
    ),
    instruction="Start the navigation to {place} {how} from where you are.",
    parameters=_trips(
        "place id how",
        ("City Museum", "city-museum", "on foot"),
        ("Grand Hotel", "grand-hotel", "by car"),
        ("Fourth Coffee", "fourth-coffee", "by bicycle"),
        ("North Clinic", "north-clinic", "by car"),
        ("Trey Bakery", "trey-bakery", "on foot"),
        ("Central Station", "central-station", "by bicycle"),
    ),
    conditions=(_started("here", "{id}"),),
    produces=(Resource("trip", "{place}"),),
    milestones=(_ON_PLACE, button("To: {place}")),
    tags=("way",),
)
def navigate(ui: UI, place: str, mode: str, **_: str) -> Iterator[Action]:
    """Directions, the way to go, Start."""
    yield from _place(ui, place)
    yield ui.click("maps.directions")
    yield ui.click(f"maps.mode.{mode.casefold()}")
    yield ui.click("maps.start_trip")


@subtask(
    **_MAPS,
    id="phone-maps/navigate-between",
    implied=(
        "id",
        "mode",
        "start",
    ),
    instruction="With Maps, plan a way from {origin} to {place} {how}, and start it.",
    parameters=_trips(
        "origin start place id how",
        ("Grand Hotel", "grand-hotel", "Harbour Grill", "harbour-grill", "by car"),
        ("Central Station", "central-station", "City Library", "city-library", "on foot"),
        ("Rose Garden", "rose-garden", "Old Lighthouse", "old-lighthouse", "by bicycle"),
        ("North Clinic", "north-clinic", "Green Market", "green-market", "by car"),
        ("City Museum", "city-museum", "Palace Cinema", "palace-cinema", "on foot"),
        ("Trey Bakery", "trey-bakery", "Fourth Coffee", "fourth-coffee", "by bicycle"),
    ),
    conditions=(_started("{start}", "{id}"),),
    produces=(Resource("trip", "{place}"),),
    milestones=(_ON_PLACE, button("To: {place}")),
    tags=("way",),
)
def navigate_between(ui: UI, place: str, start: str, mode: str, **_: str) -> Iterator[Action]:
    """As from where one is, with another start."""
    yield from _place(ui, place)
    yield ui.click("maps.directions")
    yield from choose(ui, "maps.start", start)
    yield ui.click(f"maps.mode.{mode.casefold()}")
    yield ui.click("maps.start_trip")


@subtask(
    # A shell over adb may not read the clipboard.
    **{**_MAPS, "capabilities": ("content", "files", "apps", "a11y", "clipboard")},
    id="phone-maps/copy-address",
    implied=("street",),
    instruction="Look up {place} in Maps and copy its address to the clipboard.",
    parameters=table(
        "place street",
        ("City Museum", "12 Museum Lane"),
        ("Grand Hotel", "3 Park Avenue"),
        ("Trey Bakery", "33 King Street"),
        ("Harbour Grill", "8 Quay Road"),
        ("City Library", "15 Mill Street"),
        ("Green Market", "40 Market Square"),
        ("Rose Garden", "5 Park Avenue"),
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "{street}, Lakeside"}),),
    produces=(Resource("clipboard_text", "{street}, Lakeside"),),
    milestones=(_ON_PLACE,),
    tags=("clipboard",),
)
def copy_address(ui: UI, place: str, **_: str) -> Iterator[Action]:
    """A touch on the address copies it."""
    yield from _place(ui, place)
    yield ui.click("maps.address")
