"""Microsoft Edge, used as a person does: tabs, the address bar, favourites, downloads, finding."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Click, Drag, Move, Scroll
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.sites.finding import FOUND, highlighted, matches
from omnigym.sim.ui.nodes import Node, column, panel
from omnigym.sim.ui.widgets import text

WIKI, SHOP = "wiki.contoso.com", "shop.northwind.com"

ADDRESSES = (
    SHOP,
    f"{SHOP}/product/ukulele",
    "forum.adatum.com",
    "forum.adatum.com/new",
    "maps.fabrikam.com",
    f"{WIKI}/edit/Perch",
    "outlook.live.com",
    "outlook.live.com/compose",
    "nowhere.example",
)


def url(hands: Any) -> str:
    return str(next(w.document for w in hands.device.windows() if w.active))


def go(hands: Any, address: str) -> None:
    if not hands.device.windows():
        hands.open("browser")
    hands.press("l", "ctrl")
    hands.type(f"{address}\n")


def tabs(hands: Any) -> list[str]:
    return [n.name for n in hands.device.tree() if n.key.startswith("browser.tab.")]


def browser_file(hands: Any, name: str) -> Any:
    return json.loads(hands.device.read_file(f"AppData/Local/Browser/{name}.json"))


def test_a_new_window_wants_an_address(hands: Any) -> None:
    hands.open("browser")
    assert hands.title() == "New tab - Microsoft Edge" and url(hands) == "edge://newtab"
    assert hands.has("browser.address", State.FOCUSED)
    hands.type(f"{WIKI}/wiki/heron\n")
    assert hands.title() == "Heron - Contoso Wiki - Microsoft Edge"
    assert hands.node("browser.address").value == f"{WIKI}/wiki/heron"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (SHOP, f"https://{SHOP}/"),
        (f"https://{SHOP}/orders", f"https://{SHOP}/orders"),
        ("a lake with perch", "https://search.contoso.com/search?q=a+lake+with+perch"),
        ("nowhere.example", "https://nowhere.example/"),
        ("edge://history", "edge://history"),
    ],
)
def test_where_what_is_typed_leads(hands: Any, typed: str, shown: str) -> None:
    go(hands, typed)
    assert url(hands) == shown


def test_back_forward_and_refresh(hands: Any) -> None:
    go(hands, SHOP)
    hands.click("page.category.music")
    assert url(hands) == f"https://{SHOP}/category/music"
    hands.press("left", "alt")
    assert url(hands) == f"https://{SHOP}/" and hands.has("browser.back", State.ENABLED)
    hands.click("browser.back")
    assert url(hands) == "edge://newtab" and not hands.has("browser.back", State.ENABLED)
    hands.click("browser.forward")
    hands.press("right", "alt")
    assert url(hands) == f"https://{SHOP}/category/music" and not hands.has("browser.forward", State.ENABLED)
    hands.click("browser.back", "page.category.office")
    assert not hands.has("browser.forward", State.ENABLED), "what was ahead is forgotten"
    hands.click("page.search")
    hands.type("lamp")
    hands.press("f5")
    assert hands.node("page.search").value == ""


def test_an_address_that_is_not_entered_is_forgotten(hands: Any) -> None:
    go(hands, SHOP)
    for leave in ("escape", "tab"):
        hands.press("l", "ctrl")
        hands.type("junk")
        hands.press(leave)
        assert hands.node("browser.address").value == f"{SHOP}/", leave


def test_a_click_on_the_address_selects_all_of_it(hands: Any) -> None:
    go(hands, SHOP)
    hands.click("browser.address")
    hands.type(f"{WIKI}\n")
    assert url(hands) == f"https://{WIKI}/"
    hands.click("browser.address", "browser.address")
    hands.press("end")
    hands.type("wiki/Heron\n")
    assert url(hands) == f"https://{WIKI}/wiki/Heron", "the second click only sets the caret"


def test_tabs_keep_what_was_typed_in_them(hands: Any) -> None:
    go(hands, "forum.adatum.com/new")
    hands.type("A title")
    hands.click("page.text")
    hands.type("Half a sentence")
    hands.press("t", "ctrl")
    hands.type(f"{WIKI}\n")
    assert tabs(hands) == ["New post", "Contoso Wiki"]
    assert hands.title() == "Contoso Wiki and 1 more page - Microsoft Edge"
    hands.press("tab", "ctrl")
    assert hands.node("page.title").value == "A title" and hands.node("page.text.0").name == "Half a sentence"
    hands.press("2", "ctrl")
    assert url(hands) == f"https://{WIKI}/"
    hands.click("browser.close_tab.1")
    assert tabs(hands) == ["Contoso Wiki"]
    hands.press("w", "ctrl")
    assert hands.device.windows() == ()


@pytest.mark.parametrize("how", [{"hold": ("ctrl",)}, {"button": "middle"}], ids=["Ctrl", "middle"])
def test_links_open_in_tabs_behind(hands: Any, how: dict[str, Any]) -> None:
    go(hands, f"{WIKI}/wiki/Lakeside")
    hands.click("page.link.Contoso Lake", **how)
    assert tabs(hands) == ["Lakeside - Contoso Wiki", "Contoso Lake - Contoso Wiki"]
    assert url(hands) == f"https://{WIKI}/wiki/Lakeside"
    hands.press("tab", "ctrl")
    assert url(hands) == f"https://{WIKI}/wiki/Contoso_Lake"
    assert "Contoso_Lake" in str(browser_file(hands, "history"))


def test_a_middle_click_closes_a_tab(hands: Any) -> None:
    go(hands, WIKI)
    hands.press("t", "ctrl")
    hands.click("browser.tab.1", button="middle")
    assert tabs(hands) == ["New tab"]


def test_links_open_in_new_tabs(hands: Any) -> None:
    go(hands, f"{WIKI}/wiki/Lakeside")
    hands.click("page.link.Contoso Lake", button="right")
    hands.click("browser.menu.open_tab")
    assert tabs(hands) == ["Lakeside - Contoso Wiki", "Contoso Lake - Contoso Wiki"]
    assert url(hands) == f"https://{WIKI}/wiki/Contoso_Lake"
    hands.click("browser.tab.1", button="right")
    hands.click("browser.menu.duplicate")
    hands.click("browser.tab.2", button="right")
    hands.click("browser.menu.close_others")
    assert tabs(hands) == ["Contoso Lake - Contoso Wiki"]
    hands.press("left", "alt")
    assert url(hands) == f"https://{WIKI}/wiki/Contoso_Lake", "a new tab has no history"


def test_a_link_is_copied(hands: Any) -> None:
    go(hands, f"{WIKI}/wiki/Lakeside")
    hands.click("page.link.Old Lighthouse", button="right")
    hands.click("browser.menu.copy_link")
    assert hands.device.clipboard().text == f"https://{WIKI}/wiki/Old_Lighthouse"


def test_favourites(hands: Any) -> None:
    go(hands, f"{WIKI}/wiki/Perch")
    hands.press("d", "ctrl")
    marks = browser_file(hands, "favourites")["favourites"]
    assert marks[-1] == {"title": "Perch - Contoso Wiki", "url": f"https://{WIKI}/wiki/Perch"}
    assert hands.node("browser.star").name == "Remove this page from favorites"
    hands.click("browser.mark.Northwind Store")
    assert url(hands) == f"https://{SHOP}/"
    hands.click("browser.star")
    hands.click("browser.favourites")
    assert hands.see("browser.favourite.Northwind Store") is None
    hands.click("browser.favourite.Perch - Contoso Wiki", button="right")
    hands.click("browser.menu.delete_mark")
    titles = [m["title"] for m in browser_file(hands, "favourites")["favourites"]]
    assert titles == ["Outlook", "Adatum Community", "Contoso Wiki", "Fabrikam Maps", "Contoso Search"]


def test_a_download_is_a_file_and_in_the_list(hands: Any) -> None:
    go(hands, f"{WIKI}/wiki/Perch")
    hands.click("page.save")
    assert "Perch" in hands.device.read_file("Downloads/Perch.txt").decode()
    hands.click("page.save")
    assert {"Perch.txt", "Perch (2).txt"} <= set(hands.names("Downloads"))
    assert [d["title"] for d in browser_file(hands, "downloads")["downloads"]] == ["Perch (2).txt", "Perch.txt"]
    hands.click("browser.download.Perch.txt")
    assert hands.title() == "Perch.txt - Notepad"
    hands.press("f4", "alt")
    hands.press("j", "ctrl")
    assert url(hands) == "edge://downloads"
    hands.click("page.file.C:/Users/user/Downloads/Perch.txt")
    assert hands.title() == "Perch.txt - Notepad"


def test_history_is_kept_and_cleared(hands: Any) -> None:
    go(hands, SHOP)
    go(hands, WIKI)
    go(hands, SHOP)
    hands.press("h", "ctrl")
    shown = [n.name for n in hands.device.tree() if n.key.startswith("page.link.")]
    assert shown == ["Northwind Store", "Contoso Wiki"], "each page once, the latest first"
    assert len(browser_file(hands, "history")["visits"]) == 3
    hands.click("page.link.https://wiki.contoso.com/")
    assert url(hands) == f"https://{WIKI}/"
    hands.press("h", "ctrl")
    hands.click("page.clear")
    assert browser_file(hands, "history")["visits"] == []


def test_find_on_page(hands: Any) -> None:
    go(hands, SHOP)
    hands.press("f", "ctrl")
    hands.type("$")
    assert hands.node("browser.found").name == "1 of 16"
    first = hands.node("page.found").bounds
    hands.type("\n\n")
    assert hands.node("browser.found").name == "3 of 16" and hands.node("page.found").bounds != first
    hands.click("browser.find_up", "browser.find_up", "browser.find_up")
    assert hands.node("browser.found").name == "16 of 16"
    assert hands.node("page.found"), "it was scrolled to"
    hands.press("a", "ctrl")
    hands.type("zebra")
    assert hands.node("browser.found").name == "No results"
    hands.press("escape")
    assert hands.see("browser.find") is None and hands.see("page.found") is None


def test_highlighting_leaves_what_does_not_match() -> None:
    def inner() -> Node:
        return column(text("one two"), text("three"))

    page = column(panel(inner), text("two more"))
    assert matches(page, "TWO") == ("one two", "two more")
    assert highlighted(page, "four", 0) is page and matches(page, "") == ()
    marked = highlighted(page, "two", 1)
    assert isinstance(marked, Node)
    assert marked.children[1].key == FOUND  # type: ignore[union-attr]


def test_a_page_that_is_opened_begins_at_its_top(hands: Any) -> None:
    go(hands, SHOP)
    hands.device.act(Scroll(hands.at("page.tile.hiking-backpack"), 5))
    assert hands.see("page.count") is None
    hands.click("page.category.kitchen")
    assert hands.see("page.count") is not None


def test_keys_scroll_a_page(hands: Any) -> None:
    go(hands, SHOP)
    top = hands.node("page.tile.two-person-tent").bounds[1]
    hands.press("down")
    assert hands.node("page.tile.two-person-tent").bounds[1] == top - 40
    hands.press("end")
    assert hands.see("page.tile.two-person-tent") is None and hands.see("page.tile.harmonica") is not None
    hands.press("home")
    hands.press("pagedown")
    hands.press("space", "shift")
    assert hands.node("page.tile.two-person-tent").bounds[1] == top
    hands.click("page.search")
    hands.press("end")
    assert hands.node("page.tile.two-person-tent").bounds[1] == top, "a field wants the key itself"


def test_the_window_is_moved_by_what_the_tabs_leave_free(hands: Any) -> None:
    hands.open("browser")
    before = hands.device.windows()[0].bounds
    x, y = before[0] + before[2] - 200, before[1] + 12
    hands.device.act(Click((x / 1024, y / 768), "left", 2))
    assert hands.device.windows()[0].bounds[2] == 1024, "a double click maximises"
    hands.click("window.maximise")
    assert hands.device.windows()[0].bounds == before
    hands.click("window.close")
    assert hands.device.windows() == ()


@pytest.mark.parametrize("size", [(640, 480), (1024, 768), (1920, 1080)], ids=str)
def test_what_changed_is_painted_as_if_all_were(size: tuple[int, int]) -> None:
    from tests.sim.windows.apps.conftest import Hands

    device = SimDevice(size=size)
    hands = Hands(device)
    for address in ADDRESSES:
        go(hands, address)
        hands.type("ab\tc")
        device.act(Scroll((0.5, 0.6), 1))
        assert np.array_equal(device.screenshot(), device.repaint()), address


def test_dark_mode(hands: Any) -> None:
    go(hands, WIKI)
    light = hands.device.screenshot().mean()
    hands.device.set_setting("theme", "dark")
    assert hands.device.screenshot().mean() < light - 60


def _point(hands: Any, name: str, dx: int) -> tuple[float, float]:
    """A place on a text of the page, so many pixels right of its begin."""
    x, y, _, h = next(n for n in hands.device.tree() if n.name.startswith(name) and n.role is Role.PARAGRAPH).bounds
    return (x + dx + 0.5) / hands.device.size[0], (y + h / 2) / hands.device.size[1]


def test_text_of_a_page_is_selected_and_copied(hands: Any) -> None:
    go(hands, f"{WIKI}/wiki/Lakeside")
    before = hands.device.screenshot().copy()
    hands.device.act(Drag(_point(hands, "Lakeside is", -8), _point(hands, "Fishermen", 100)))
    assert not np.array_equal(hands.device.screenshot(), before)
    hands.press("c", "ctrl")
    first, see, heading, last = hands.device.clipboard().text.splitlines()
    assert first == "Lakeside is a town on the north shore of Contoso Lake. It grew around a mill and a market."
    assert (see, heading) == ("See Contoso Lake", "History") and "Fishermen settled here".startswith(last)
    hands.device.act(Click(_point(hands, "Lakeside is", 10), "left", 2))
    hands.press("c", "ctrl")
    assert hands.device.clipboard().text == "Lakeside"
    hands.press("a", "ctrl")
    hands.press("c", "ctrl")
    assert hands.device.clipboard().text.startswith("Lakeside\n") and "Mill River" in hands.device.clipboard().text
    hands.device.act(Click(_point(hands, "Fishermen", 10)))
    hands.device.act(Move((0.99, 0.99)))
    assert np.array_equal(hands.device.screenshot(), before)


def test_a_wrapped_text_is_copied_whole(hands: Any) -> None:
    go(hands, f"{WIKI}/wiki/Lakeside")
    hands.press("left", "meta")
    hands.device.act(Click(_point(hands, "Lakeside is", 10), "left", 3))
    hands.press("c", "ctrl")
    assert hands.device.clipboard().text == next(
        n.name for n in hands.device.tree() if n.name.startswith("Lakeside is")
    )
