"""Google Chrome, used as a person does: bookmarks in folders, reading list, groups of tabs, data that is deleted."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import State

WIKI, SHOP = "wiki.contoso.com", "shop.northwind.com"


@pytest.fixture
def chrome(hands: Any) -> Any:
    hands.open("google_chrome")
    return hands


def rows(hands: Any, kind: str) -> list[Any]:
    return list(hands.device.query_content(f"content://chrome/{kind}"))


def go(hands: Any, address: str) -> None:
    hands.press("l", "ctrl")
    hands.type(f"{address}\n")


def url(hands: Any) -> str:
    return str(next(w.document for w in hands.device.windows() if w.active))


def tabs(hands: Any) -> list[str]:
    return [n.name for n in hands.device.tree() if n.key.startswith(("chrome.tab.", "chrome.group."))]


def grouped(hands: Any, tab: str, name: str) -> None:
    hands.click(f"chrome.tab.{tab}", button="right")
    hands.click("chrome.menu.new_group")
    hands.type(f"{name}\n")


def named(hands: Any, prefix: str, name: str) -> str:
    return next(n.key for n in hands.device.tree() if n.key.startswith(prefix) and n.name == name)


@pytest.mark.parametrize(
    ("typed", "shown", "title"),
    [
        ("chrome://bookmarks", "chrome://bookmarks", "Bookmarks"),
        ("Chrome://History", "chrome://history", "History"),
        (SHOP, f"https://{SHOP}/", "Northwind Store"),
        ("chrome://nowhere", "chrome://nowhere", "Page not found"),
    ],
)
def test_its_own_pages_have_addresses_of_its_own(chrome: Any, typed: str, shown: str, title: str) -> None:
    go(chrome, typed)
    assert (url(chrome), chrome.title()) == (shown, f"{title} - Google Chrome")


def test_it_remembers_apart_from_edge(chrome: Any) -> None:
    go(chrome, f"{WIKI}/wiki/Heron")
    chrome.press("d", "ctrl")
    chrome.click("chrome.done", "page.save")
    assert rows(chrome, "history")[0]["url"] == f"https://{WIKI}/wiki/Heron"
    assert [row["title"] for row in rows(chrome, "downloads")] == ["Heron.txt"]
    assert "Heron" not in str(chrome.device.query_content("content://browser/history"))
    assert "Heron" not in str(chrome.device.query_content("content://browser/favourites"))


def test_a_bookmark_is_filed_moved_edited_and_gone_with_its_folder(chrome: Any) -> None:
    go(chrome, f"{WIKI}/wiki/Perch")
    assert chrome.has("chrome.star", State.ENABLED)
    chrome.click("chrome.star")
    chrome.type("Fish\n")
    assert [(r["title"], r["folder"]) for r in rows(chrome, "bookmarks")][-1] == ("Fish", "Bookmarks bar")
    chrome.press("o", "ctrl", "shift")
    chrome.click("chrome.new_folder")
    chrome.type("Animals\n")
    folder = rows(chrome, "bookmarks")[-1]["id"]
    chrome.drag("chrome.mark.9", f"chrome.folder.{folder}")
    chrome.drag("chrome.mark.2", f"chrome.folder.{folder}")
    named_ = {r["title"]: r["folder"] for r in rows(chrome, "bookmarks")}
    assert (named_["Fish"], named_["House and garden"]) == ("Animals", "Animals")
    chrome.click(f"chrome.folder.{folder}")
    chrome.click("chrome.mark.2", button="right")
    chrome.click("chrome.menu.edit_mark", "chrome.mark_folder")
    options = {n.name for n in chrome.device.tree() if n.key.startswith("chrome.mark_folder.")}
    assert "House and garden" not in options, "a folder does not go into itself"
    chrome.press("escape")
    chrome.click("chrome.done")
    chrome.click(f"chrome.folder.{folder}", button="right")
    chrome.click("chrome.menu.delete_mark")
    left = [r["title"] for r in rows(chrome, "bookmarks")]
    assert left == ["Outlook", "Contoso Wiki", "Out and about", "Maps of Lakeside", "Adatum Community"]


def test_two_folders_of_one_name_can_be_told_apart(chrome: Any) -> None:
    for _ in range(2):
        chrome.click("chrome.all", button="right")
        chrome.click("chrome.menu.add_folder")
        chrome.type("Twins\n")
    go(chrome, SHOP)
    chrome.click("chrome.star", "chrome.mark_folder")
    chrome.click(named(chrome, "chrome.mark_folder.", "Twins (2)"))
    first, second = [r["id"] for r in rows(chrome, "bookmarks") if r["title"] == "Twins"]
    assert rows(chrome, "bookmarks")[-1]["parent"] == second != first


def test_groups_follow_their_tabs_fold_close_and_come_back(chrome: Any) -> None:
    go(chrome, SHOP)
    chrome.press("t", "ctrl")
    go(chrome, f"{WIKI}/wiki/Heron")
    grouped(chrome, "2", "Birds")
    go(chrome, f"{WIKI}/wiki/Perch")
    (group,) = rows(chrome, "tab_groups")
    assert (group["name"], group["urls"]) == ("Birds", f'["https://{WIKI}/wiki/Perch"]')
    chrome.click("chrome.group.1")
    assert tabs(chrome) == ["Northwind Store", "Birds (folded)"] and url(chrome) == f"https://{SHOP}/"
    chrome.click("chrome.group.1")
    chrome.click("chrome.tab.1", button="right")
    chrome.click("chrome.menu.join.1")
    assert tabs(chrome) == ["Birds (tab group)", "Perch - Contoso Wiki", "Northwind Store"]
    chrome.click("chrome.tab.2", button="right")
    chrome.click("chrome.menu.leave")
    assert tabs(chrome) == ["Birds (tab group)", "Northwind Store", "Perch - Contoso Wiki"]
    chrome.click("chrome.group.1", button="right")
    chrome.click("chrome.close_group")
    assert tabs(chrome) == ["Perch - Contoso Wiki"]
    assert rows(chrome, "tab_groups")[0]["urls"] == f'["https://{SHOP}/"]', "a group that is closed is kept"
    chrome.click("chrome.saved.1")
    assert tabs(chrome) == ["Perch - Contoso Wiki", "Birds (tab group)", "Northwind Store"]
    chrome.click("chrome.group.1", button="right")
    chrome.click("chrome.ungroup")
    assert (tabs(chrome), rows(chrome, "tab_groups")) == (["Perch - Contoso Wiki", "Northwind Store"], [])


def test_the_last_group_does_not_take_the_window_along(chrome: Any) -> None:
    go(chrome, SHOP)
    grouped(chrome, "1", "All")
    chrome.click("chrome.group.1")
    assert tabs(chrome) == ["All (folded)", "New tab"]
    chrome.click("chrome.group.1", button="right")
    chrome.click("chrome.delete_group")
    assert tabs(chrome) == ["New tab"] and rows(chrome, "tab_groups") == []


def test_a_page_of_the_reading_list_is_read_when_it_is_opened(chrome: Any) -> None:
    assert not chrome.has("chrome.star", State.ENABLED), "a new tab is no page to keep"
    go(chrome, f"{WIKI}/wiki/Copper")
    chrome.click("chrome.reading", "chrome.add_later")
    assert not chrome.has("chrome.add_later", State.ENABLED)
    chrome.click("chrome.later.1")
    assert {r["title"]: r["read"] for r in rows(chrome, "reading_list")} == {
        "Sourdough - Contoso Wiki": "1",
        "Copper - Contoso Wiki": "0",
    }
    assert url(chrome) == f"https://{WIKI}/wiki/Sourdough" and chrome.see("chrome.side_close") is not None
    chrome.click("chrome.read.1", "chrome.unlist.2")
    assert [(r["id"], r["read"]) for r in rows(chrome, "reading_list")] == [("1", "0")]


@pytest.mark.parametrize(
    ("span", "ticks", "left"),
    [
        (0, (), (7, 4, 4)),
        (2, ("cookies", "cache"), (3, 5, 5)),
        (4, ("history",), (9, 0, 0)),
    ],
)
def test_data_are_deleted_as_far_back_as_is_chosen(chrome: Any, span: int, ticks: Any, left: Any) -> None:
    chrome.press("h", "ctrl")
    chrome.click("chrome.clear", "chrome_clear.span", f"chrome_clear.span.{span}")
    chrome.click(*[f"chrome_clear.{kind}" for kind in ticks])
    chrome.click("chrome_clear.ok")
    assert tuple(len(rows(chrome, kind)) for kind in ("history", "cookies", "cache")) == left


def test_with_nothing_ticked_there_is_nothing_to_delete(chrome: Any) -> None:
    chrome.click("chrome.more", "chrome.menu.clear")
    chrome.click(*[f"chrome_clear.{kind}" for kind in ("history", "cookies", "cache")])
    assert not chrome.has("chrome_clear.ok", State.ENABLED)


def test_a_download_that_is_gone_says_so(chrome: Any) -> None:
    row = b'{"id": 1, "title": "a.txt", "url": "https://x.example/a.txt", "path": "C:/Users/user/Downloads/a.txt"}'
    chrome.device.write_file("AppData/Local/Google/Chrome/downloads.json", b'{"rows": [%s]}' % row)
    chrome.press("j", "ctrl")
    chrome.click("page.file.1")
    assert "moved or deleted" in chrome.node("message.text").name
    chrome.click("message.ok", "chrome.drop.1")
    assert rows(chrome, "downloads") == []


def test_damaged_files_are_empty_ones(chrome: Any) -> None:
    for kind in ("bookmarks", "tab_groups", "reading_list", "history"):
        chrome.device.write_file(f"AppData/Local/Google/Chrome/{kind}.json", b'{"rows": [{"id": "x"}, 7')
    chrome.click("chrome.reading")
    chrome.press("o", "ctrl", "shift")
    assert [n.name for n in chrome.device.tree() if n.key.startswith("chrome.bar.")] == []
    chrome.click("chrome.new_folder")
    chrome.type("First\n")
    assert [r["title"] for r in rows(chrome, "bookmarks")] == ["First"]
