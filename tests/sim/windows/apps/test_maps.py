"""Maps on the desktop, used as a person does: places, collections, ways, contacts, measuring."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omnigym.actions import Click, Drag


@pytest.fixture
def maps(hands: Any) -> Any:
    hands.open("windows_maps")
    return hands


def rows(hands: Any, where: str) -> list[Any]:
    return list(hands.device.query_content(f"content://{where}"))


def search(hands: Any, words: str) -> None:
    hands.click("maps.search")
    hands.press("a", "ctrl")
    hands.type(f"{words}\n")


def listed(hands: Any) -> list[str]:
    return [n.name for n in hands.device.tree() if n.key.startswith("maps.place.")]


@pytest.mark.parametrize(
    ("words", "found"),
    [("mill street", ["Fourth Coffee", "City Library"]), ("park avenue hotel", []), ("nothing like it", [])],
)
def test_search_by_name_kind_and_street(maps: Any, words: str, found: list[str]) -> None:
    search(maps, words)
    assert listed(maps) == found
    assert (maps.title() == "Grand Hotel - Maps") is (words == "park avenue hotel"), "one alone is shown at once"


def test_ways_are_shared_as_text_and_as_a_link_that_the_site_opens(maps: Any) -> None:
    maps.click("maps.page.way", "maps.start", "maps.start.4", "maps.mode.Car", "maps.swap", "maps.share")
    maps.click("maps.share.text")
    text = maps.device.clipboard().text
    assert text.splitlines()[0] == "Car from City Museum to Green Market: 2 min, 650 m"
    maps.click("maps.share", "maps.share.link")
    maps.device.launch("browser", maps.device.clipboard().text)
    assert maps.node("page.from").value == "City Museum" and maps.node("page.to").value == "Green Market"


def test_collections_and_names_that_are_taken(maps: Any) -> None:
    search(maps, "Rose Garden")
    maps.click("maps.collect", "maps.collect.new")
    maps.type("errands\n")
    assert "already have a collection" in maps.node("message.text").name
    maps.click("message.ok", "maps.collect", "maps.collect.new")
    maps.type("Picnic\n")
    assert rows(maps, "maps/collected")[-1]["name"] == "Rose Garden"
    maps.click("maps.page.collections", "maps.collection.rename.3")
    maps.type("Picnics\n")
    assert rows(maps, "maps/collected")[-1]["collection"] == "Picnics"
    maps.click("maps.collection.Picnics", "maps.uncollect.rose-garden", "maps.all", "maps.collection.delete.3")
    maps.click("message.delete")
    assert [r["name"] for r in rows(maps, "maps/collections")] == ["Errands", "For visitors"]
    assert [r["name"] for r in rows(maps, "maps/collected")] == ["Green Market", "Old Lighthouse"]


def test_saved_places_are_those_of_the_site(maps: Any) -> None:
    search(maps, "Trey Bakery")
    maps.click("maps.favourite")
    assert rows(maps, "maps/saved") == [{"place": "trey-bakery", "list": "Favorites"}]
    maps.device.launch("browser", "https://maps.fabrikam.com/saved")
    assert maps.see("page.place.trey-bakery") is not None


def test_contacts_with_an_address_in_town_can_be_walked_to(maps: Any) -> None:
    maps.click("maps.page.people")
    maps.click(next(n.key for n in maps.device.tree() if n.name == "Maria Santos"))
    assert "Harbour Street 12, Riverton" in maps.node("message.text").name, "that is another town"
    maps.click("message.ok")
    search(maps, "City Library")
    maps.click("maps.to_contact")
    maps.click(
        next(n.key for n in maps.device.tree() if n.key.startswith("maps.to_contact.") and n.name == "Sara Lind")
    )
    (sara,) = [c for c in rows(maps, "people/contacts") if c["name"] == "Sara Lind"]
    assert sara["address"] == "15 Mill Street, Lakeside"
    maps.click("maps.page.people", f"maps.person.{sara['id']}")
    assert maps.node("maps.end").value == "City Library"


def test_the_map_is_dragged_zoomed_drawn_otherwise_and_measured(maps: Any) -> None:
    def picture() -> bytes:
        return np.array(maps.device.screenshot()).tobytes()

    seen = [picture()]
    maps.click("maps.zoom_in", "maps.zoom_in")
    seen.append(picture())
    maps.device.act(Drag((0.6, 0.5), (0.8, 0.7)))
    seen.append(picture())
    for style in ("Aerial", "Night"):
        maps.click("maps.style", f"maps.style.{style}")
        seen.append(picture())
    assert len(set(seen)) == 5
    maps.click("maps.middle", "maps.measure")
    for at in ((0.5, 0.3), (0.7, 0.3)):
        maps.device.act(Click(at))
    metres = int(maps.node("maps.measured").name.removesuffix(" m").replace(",", ""))
    maps.device.act(Click((0.5, 0.3)))
    assert abs(int(maps.node("maps.measured").name.removesuffix(" m").replace(",", "")) - 2 * metres) <= 10
    maps.click("maps.undo_point")
    assert maps.node("maps.measured").name.startswith(f"{metres:,}")
    maps.press("escape")
    assert maps.see("maps.measured") is None
