"""Other right ways and wrong runs in Maps on the desktop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._steps import answer, chosen, in_front
from omnigym.tasks.apps._variations import before_it, besides, instead, padded, spelled
from omnigym.tasks.apps.browser._steps import MAPS, go, press
from omnigym.tasks.apps.maps.places import collections, directions, found, share
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ALL = tuple(
    [
        f"maps/{name}"
        for name in (
            *("share-way", "new-collection", "collect", "take-out", "unsave", "save-to-contact", "way-to-contact"),
        )
    ]
)


def _a_look(ui: UI, **_: Any) -> Iterator[Action]:
    """The map is looked at first: nearer, from the air, and a distance is measured."""
    yield from in_front(ui)
    yield ui.click("maps.zoom_in")
    yield from chosen(ui, "maps.style", "Aerial")
    yield ui.click("maps.measure")
    yield ui.click("maps.picture")
    yield ui.click("maps.measure")
    yield ui.click("maps.middle")


def _collection_deleted(ui: UI, **_: Any) -> Iterator[Action]:
    """A collection that was there is deleted first."""
    yield from collections(ui)
    yield ui.right_click("maps.collection.Errands")
    yield ui.click("maps.menu.delete")
    yield from answer(ui, "message.delete")


def _another_saved(ui: UI, **_: Any) -> Iterator[Action]:
    """Another place is saved first."""
    yield from found(ui, "Green Market")
    yield ui.click("maps.favourite")


before_it("after_a_look", _a_look, *_ALL, harmless=True)
before_it("collection_deleted", _collection_deleted, *_ALL)
before_it("another_saved", _another_saved, *_ALL)
instead("maps/new-collection", "maps/share-way")
instead("maps/share-way", values=("way",))
instead("maps/collect", collection="For visitors")
instead("maps/collect", place="Old Lighthouse")
instead("maps/take-out", collection="For visitors", id="old-lighthouse")
instead("maps/unsave", place="Central Station")
instead("maps/save-to-contact", values=("place",))
instead("maps/save-to-contact", name="Sara Lind")
instead("maps/way-to-contact", start="Fourth Coffee")
besides("maps/new-collection")
spelled("with_a_space", padded, "collection", "maps/new-collection")
spelled("in_capitals", str.upper, "collection", "maps/new-collection")


@right_way("maps/share-way")
def from_the_card(ui: UI, start: str, end: str, way: str, **_: str) -> Iterator[Action]:
    """The card of where one goes, then the way there."""
    yield from found(ui, end)
    yield ui.click("maps.to")
    yield from directions(ui, start, end, way)
    yield from share(ui)


@wrong_run("maps/share-way")
def as_a_link(ui: UI, start: str, end: str, way: str, **_: str) -> Iterator[Action]:
    """No text."""
    yield from directions(ui, start, end, way)
    yield from share(ui, "link")


@wrong_run("maps/share-way")
def the_way_back(ui: UI, start: str, end: str, way: str, **_: str) -> Iterator[Action]:
    """From the end to the start."""
    yield from directions(ui, start, end, way)
    yield ui.click("maps.swap")
    yield from share(ui)


@right_way("maps/collect")
def by_its_pin(ui: UI, place: str, collection: str, id: str) -> Iterator[Action]:  # noqa: A002
    """The pin on the map, where it is seen."""
    yield from found(ui, place)
    yield ui.click(f"maps.pin.{id}")
    yield from chosen(ui, "maps.collect", collection)


@wrong_run("maps/collect")
def only_saved(ui: UI, place: str, **_: str) -> Iterator[Action]:
    """Among the favourites, in no collection."""
    yield from found(ui, place)
    yield ui.click("maps.favourite")


@right_way("maps/new-collection")
def for_a_place(ui: UI, collection: str) -> Iterator[Action]:
    """Made from the card of a place, which is taken out again."""
    yield from found(ui, "Green Market")
    yield from chosen(ui, "maps.collect", "New collection...")
    yield ui.type(f"{collection}\n")
    yield from chosen(ui, "maps.collect", collection)


@wrong_run("maps/new-collection")
def renamed(ui: UI, collection: str) -> Iterator[Action]:
    """One that was there has the name now."""
    yield from collections(ui)
    yield ui.right_click("maps.collection.Errands")
    yield ui.click("maps.menu.rename")
    yield ui.type(f"{collection}\n")


@right_way("maps/take-out")
def on_its_card(ui: UI, place: str, collection: str, **_: str) -> Iterator[Action]:
    """The ticked line in the menu of its card."""
    yield from found(ui, place)
    yield from chosen(ui, "maps.collect", collection)


@wrong_run("maps/take-out")
def with_the_collection(ui: UI, collection: str, **_: str) -> Iterator[Action]:
    """The whole collection is deleted."""
    yield from collections(ui)
    yield ui.right_click(f"maps.collection.{collection}")
    yield ui.click("maps.menu.delete")
    yield from answer(ui, "message.delete")


@right_way("maps/unsave")
def on_the_web(ui: UI, id: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The same list, on the site."""
    edge = ui.of("browser")
    yield from go(edge, f"{MAPS}/place/{id}")
    yield from press(edge, "page.save")
    yield from press(edge, "page.list.0")


@wrong_run("maps/unsave")
def collected_instead(ui: UI, place: str, **_: str) -> Iterator[Action]:
    """In a collection, and saved still."""
    yield from found(ui, place)
    yield from chosen(ui, "maps.collect", "Errands")


@right_way("maps/save-to-contact")
def after_another_look(ui: UI, name: str, place: str, **_: str) -> Iterator[Action]:
    """The place in the list of all."""
    yield from in_front(ui)
    yield ui.click("maps.search")
    yield ui.press("a", "ctrl")
    yield ui.type(place)
    yield ui.click("record", name=place)
    yield from chosen(ui, "maps.to_contact", name)


@wrong_run("maps/save-to-contact")
def to_two(ui: UI, name: str, place: str, **_: str) -> Iterator[Action]:
    """Another contact lives there, too, from now on."""
    yield from found(ui, place)
    yield from chosen(ui, "maps.to_contact", "Sara Lind")
    yield from chosen(ui, "maps.to_contact", name)


@right_way("maps/way-to-contact")
def by_both_places(ui: UI, start: str, place: str, **_: str) -> Iterator[Action]:
    """The place at the address, from the list."""
    yield from directions(ui, start, place, "on foot")
    yield from share(ui)


@wrong_run("maps/way-to-contact")
def the_address_alone(ui: UI, place: str, **_: str) -> Iterator[Action]:
    """Where it is, and not how to get there."""
    yield from found(ui, place)
    yield ui.click("maps.copy")


@wrong_run("maps/way-to-contact")
def by_car(ui: UI, start: str, place: str, **_: str) -> Iterator[Action]:
    """Not on foot."""
    yield from directions(ui, start, place, "by car")
    yield from share(ui)
