"""Maps and Chrome: what they do is in files, the same ones that the desktop's browser has."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.actions import Wait

SITES = "AppData/Local/Sites"
BROWSER = "AppData/Local/Browser"


def _json(phone: Any, path: str) -> Any:
    return json.loads(phone.device.read_file(path))


# -- Maps ----------------------------------------------------------------------------------------------------


def test_one_place_that_is_found_is_shown_and_several_are_listed(phone: Any) -> None:
    phone.open("maps")
    phone.tap("maps.search")
    phone.type("lighthouse")
    phone.press("enter")
    assert phone.find("window.maps").name == "Old Lighthouse"
    phone.press("back")
    phone.tap("maps.search", "maps.query")
    phone.type("street")
    phone.press("enter")
    assert len([n for n in phone.device.tree() if n.key.startswith("maps.place.")]) == 4
    assert [r["query"] for r in _json(phone, "/data/data/com.google.android.apps.maps/searches.json")["rows"]] == [
        "lighthouse",
        "street",
    ]


def test_a_saved_place_is_saved_on_the_web_too(phone: Any) -> None:
    phone.open("maps")
    phone.tap("maps.chip.Café", "maps.save", "choose.Favorites")
    saved = _json(phone, f"{SITES}/maps.fabrikam.com/saved/fourth-coffee.json")
    assert saved == {"place": "fourth-coffee", "list": "Favorites"}
    phone.open("chrome")
    phone.tap("chrome.address")
    phone.type("maps.fabrikam.com/saved")
    phone.press("enter")
    assert phone.find("page.place.fourth-coffee") is not None
    phone.open("maps")
    phone.tap("maps.save", "choose.none")
    assert not phone.device.stat(f"{SITES}/maps.fabrikam.com/saved/fourth-coffee.json")


def test_a_trip_is_kept_once_it_is_started(phone: Any) -> None:
    phone.open("maps")
    phone.tap("maps.chip.Museum", "maps.directions", "maps.start", "choose.grand-hotel", "maps.mode.car")
    assert not phone.device.stat("/data/data/com.google.android.apps.maps/trips.json")
    phone.tap("maps.swap", "maps.start_trip")
    (trip,) = _json(phone, "/data/data/com.google.android.apps.maps/trips.json")["rows"]
    assert (trip["start"], trip["end"], trip["mode"]) == ("city-museum", "grand-hotel", "Car")
    phone.tap("maps.exit")
    assert phone.find("maps.close") is not None


def test_the_map_goes_with_the_finger_and_stays_on_the_town(phone: Any) -> None:
    phone.open("maps")
    before = phone.node("maps.pin.fourth-coffee").center
    phone.swipe((0.5, 0.6), (0.4, 0.6))
    assert phone.node("maps.pin.fourth-coffee").center[0] < before[0]
    for _ in range(12):
        phone.swipe((0.9, 0.6), (0.1, 0.6))
    edge = phone.device.screenshot()
    phone.swipe((0.9, 0.6), (0.1, 0.6))
    assert (phone.device.screenshot() == edge).all()


def test_from_a_place_one_calls(phone: Any) -> None:
    phone.open("maps")
    phone.tap("maps.chip.Museum", "maps.call")
    assert phone.front == "phone"


# -- Chrome --------------------------------------------------------------------------------------------------


def _go(phone: Any, url: str) -> None:
    phone.tap("chrome.address")
    phone.type(url)
    phone.press("enter")


def test_back_goes_to_the_page_before_and_leaves_chrome_at_last(phone: Any) -> None:
    phone.open("chrome")
    _go(phone, "wiki.contoso.com/wiki/Perch")
    phone.tap("page.link.Contoso Lake")
    assert phone.node("chrome.address").value == "wiki.contoso.com/wiki/Contoso_Lake"
    assert phone.find("keyboard") is None
    phone.press("back", "back")
    assert phone.find("chrome.search_box") is not None
    phone.press("back")
    assert phone.front == ""


def test_tabs_keep_what_was_typed(phone: Any) -> None:
    phone.open("chrome")
    _go(phone, "wiki.contoso.com/edit/Trout")
    phone.tap("page.text")
    phone.type("It swims.")
    phone.press("back")
    phone.tap("chrome.tabs", "chrome.new_tab", "chrome.tabs")
    assert phone.node("chrome.tab.1").name == "Editing Trout"
    phone.tap("chrome.close_tab.2", "chrome.tab.1", "page.publish")
    assert phone.device.read_file(f"{SITES}/wiki.contoso.com/pages/Trout.txt").strip() == b"It swims."


def test_the_last_tab_that_is_closed_leaves_a_new_one(phone: Any) -> None:
    phone.open("chrome")
    _go(phone, "shop.northwind.com")
    phone.tap("chrome.tabs", "chrome.close_tab.1", "chrome.done")
    assert phone.find("chrome.search_box") is not None


def test_a_download_is_a_file_that_opens(phone: Any) -> None:
    phone.open("chrome")
    _go(phone, "wiki.contoso.com/wiki/Perch")
    phone.tap("page.save")
    assert phone.device.read_file("Download/Perch.txt").startswith(b"Perch\n")
    phone.tap("chrome.open_saved")
    assert phone.front == "files" and phone.find("window.files").name == "Perch.txt"
    phone.open("chrome")
    phone.tap("chrome.more", "chrome.menu.downloads")
    assert any(n.name == "Perch.txt" for n in phone.device.tree())


def test_bookmarks_and_history(phone: Any) -> None:
    phone.open("chrome")
    _go(phone, "shop.northwind.com/product/harmonica")
    phone.tap("chrome.more", "chrome.menu.star")
    marks = _json(phone, f"{BROWSER}/favourites.json")["favourites"]
    assert marks[-1]["url"] == "https://shop.northwind.com/product/harmonica"
    phone.tap("chrome.more", "chrome.menu.bookmarks", f"chrome.mark_more.{marks[-1]['title']}")
    phone.tap("chrome.menu.delete_mark")
    assert len(_json(phone, f"{BROWSER}/favourites.json")["favourites"]) == len(marks) - 1
    phone.press("back")
    phone.tap("chrome.more", "chrome.menu.history", "chrome.clear")
    assert _json(phone, f"{BROWSER}/history.json")["visits"] == []


def test_finding_in_a_page(phone: Any) -> None:
    phone.open("chrome")
    _go(phone, "wiki.contoso.com")
    phone.tap("chrome.more", "chrome.menu.find")
    phone.type("lake")
    first, _, count = phone.node("chrome.found").name.partition("/")
    assert first == "1" and int(count) > 2
    phone.press("enter")
    assert phone.node("chrome.found").name == f"2/{count}"


@pytest.mark.parametrize("words", ["green tea", "no-such-host.example"])
def test_what_is_typed_is_searched_for_or_not_found(phone: Any, words: str) -> None:
    phone.open("chrome")
    _go(phone, words)
    assert phone.find("window.chrome").name in ("green tea - Search", "no-such-host.example")


@pytest.mark.parametrize(
    "url",
    [
        "shop.northwind.com",
        "shop.northwind.com/product/copper-kettle",
        "forum.adatum.com",
        "outlook.live.com",
        "maps.fabrikam.com/directions",
        "wiki.contoso.com/watchlist",
        "search.contoso.com/search?q=lake",
    ],
)
def test_pages_fit_on_a_narrow_screen(phone: Any, url: str) -> None:
    phone.open("chrome")
    _go(phone, url)
    width = phone.device.size[0]
    pages = [n for n in phone.device.tree() if n.key.startswith("page.")]
    assert pages and all(n.bounds[2] >= 20 and n.bounds[0] + n.bounds[2] <= width for n in pages)


@pytest.mark.parametrize("app", ["gmail", "chrome"])
def test_what_is_pulled_down_at_its_top_is_refreshed(phone: Any, app: str) -> None:
    phone.open(app)
    if app == "chrome":
        phone.tap("chrome.tile.Northwind Store")
    title = phone.node(f"window.{app}").name
    phone.swipe((0.5, 0.8), (0.5, 0.4))
    phone.swipe((0.5, 0.4), (0.5, 0.8))
    assert phone.find("screen.refreshing") is None, "it was only scrolled back"
    phone.swipe((0.5, 0.4), (0.5, 0.8))
    assert phone.node("screen.refreshing").name == "Refreshing"
    phone.device.act(Wait(1.0))
    assert phone.find("screen.refreshing") is None and phone.node(f"window.{app}").name == title


def test_the_names_of_tiles_do_not_run_into_each_other(phone: Any) -> None:
    phone.open("chrome")
    frame = phone.device.screenshot()
    tiles = [n for n in phone.device.tree() if n.key.startswith("chrome.tile.")]
    assert len(tiles) > 4
    for tile in tiles:
        left, top, w, h = tile.bounds
        edges = frame[top : top + h, [left, left + w - 1]]
        assert (edges == edges[0, 0]).all(), f"{tile.name} reaches its edge"
