"""The map."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.sim.sites.address import slug
from omnigym.sim.sites.town import MODES, PLACES, found, place, route

HOST = "maps.fabrikam.com"


def test_places_are_on_the_map_and_named_as_their_addresses_say() -> None:
    assert all(slug(p.name) == p.id and 0 < p.x < 1 and 0 < p.y < 1 for p in PLACES)
    assert [p.id for p in found("king street")] == ["palace-cinema", "trey-bakery"]


@pytest.mark.parametrize("mode", MODES)
def test_ways_are_as_long_in_both_directions(mode: str) -> None:
    start, end = place("north-clinic"), place("old-lighthouse")
    assert start is not None and end is not None
    assert route(start, end, mode) == route(end, start, mode)
    assert route(start, end, mode)[0] > route(start, PLACES[1], mode)[0] > 0


def test_search_pins_and_zoom(surfer: Any) -> None:
    surfer.go(HOST)
    assert len(surfer.names("page.pin.")) == len(PLACES)
    surfer.click("page.search")
    surfer.type("bakery\n")
    assert surfer.url == f"https://{HOST}/place/trey-bakery", "one place is shown at once"
    before = surfer.node("page.pin.trey-bakery").bounds
    surfer.click("page.zoom_in")
    assert surfer.names("page.pin.") == ["Trey Bakery"] and surfer.node("page.pin.trey-bakery").bounds != before
    surfer.go(f"{HOST}/search?q=mill")
    surfer.click("page.pin.city-library")
    assert surfer.url == f"https://{HOST}/place/city-library"


def test_a_place_is_in_one_list_at_most(surfer: Any) -> None:
    surfer.go(f"{HOST}/place/rose-garden")
    for choice, name in ((0, "Favorites"), (1, "Want to go")):
        surfer.click("page.save", f"page.list.{choice}")
        assert surfer.record(f"{HOST}/saved/rose-garden") == {"place": "rose-garden", "list": name}
        assert surfer.text("page.save") == f"Saved: {name}"
    surfer.click("page.saved")
    assert surfer.names("page.place.") == ["Rose Garden"]
    surfer.click("page.place.rose-garden", "page.save", "page.list.1")
    assert not surfer.has(f"{HOST}/saved/rose-garden")


def test_an_address_is_copied(surfer: Any) -> None:
    surfer.go(f"{HOST}/place/grand-hotel")
    surfer.click("page.copy")
    assert surfer.device.clipboard().text == "Grand Hotel, 3 Park Avenue, Lakeside"


def test_directions(surfer: Any) -> None:
    surfer.go(f"{HOST}/place/old-lighthouse")
    surfer.click("page.directions_to", "page.from", "page.from.9", "page.mode.bicycle")
    assert surfer.url == f"https://{HOST}/directions?from=palace-cinema&to=old-lighthouse&by=Bicycle"
    surfer.click("page.swap", "page.save_route")
    saved = surfer.device.read_file("Downloads/Old Lighthouse to Palace Cinema.txt").decode()
    assert saved.startswith("Bicycle from Old Lighthouse to Palace Cinema\n")
