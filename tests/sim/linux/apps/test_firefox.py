"""Firefox, used as a person does."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.pictures import scene_file

CAT = "https://pictures.contoso.com/files/cat.jpg"


@pytest.fixture
def firefox(user: Any) -> Any:
    """Firefox with a new tab."""
    user.device.launch("browser")
    return user


def here(user: Any) -> str:
    return str(next(w.document for w in user.device.windows() if w.active))


@pytest.mark.parametrize(
    ("typed", "url", "title"),
    [
        ("shop.northwind.com", "https://shop.northwind.com/", "Northwind Store"),
        ("about:downloads", "edge://downloads", "Downloads"),
        ("green tea", "https://search.contoso.com/search?q=green+tea", "green tea"),
        (CAT, CAT, "cat.jpg"),
        ("pictures.contoso.com/nowhere", "https://pictures.contoso.com/nowhere", "Page not found"),
    ],
)
def test_what_is_typed_leads_somewhere(firefox: Any, typed: str, url: str, title: str) -> None:
    firefox.type(f"{typed}\n")
    assert here(firefox) == url and title in firefox.title() and firefox.title().endswith("Mozilla Firefox")


def test_the_address_of_a_picture_is_copied(firefox: Any) -> None:
    firefox.type("pictures.contoso.com\n")
    firefox.click("page.thumb.cat")
    firefox.click("page.picture.cat", button="right")
    firefox.click("browser.menu.copy_image_link")
    assert firefox.device.clipboard().text == CAT
    firefox.click("page.picture.cat", button="right")
    firefox.click("browser.menu.copy_image")
    assert firefox.device.clipboard().image.startswith(b"\x89PNG")


def test_a_picture_is_saved_and_listed_among_downloads(firefox: Any) -> None:
    firefox.type(f"{CAT}\n")
    firefox.click("page.picture.cat", button="right")
    firefox.click("browser.menu.save_image")
    firefox.press("enter")
    assert firefox.device.read_file("Downloads/cat.jpg") == scene_file("cat", "cat.jpg")
    firefox.click("browser.download.cat.jpg")
    assert "GNU Image" in firefox.title()


def test_pages_are_bookmarked(firefox: Any) -> None:
    firefox.type("wiki.contoso.com/wiki/Copper\n")
    firefox.click("browser.star")
    firefox.press("o", "ctrl", "shift")
    assert firefox.node("page.link.https://wiki.contoso.com/wiki/Copper") is not None
    rows = firefox.device.query_content("content://browser/favourites")
    assert [r["url"] for r in rows][-1] == "https://wiki.contoso.com/wiki/Copper"


def test_tabs_come_and_go(firefox: Any) -> None:
    firefox.type("shop.northwind.com\n")
    firefox.press("t", "ctrl")
    firefox.type("maps.fabrikam.com\n")
    firefox.press("1", "ctrl")
    assert here(firefox) == "https://shop.northwind.com/"
    firefox.click("browser.close_tab.2")
    firefox.press("w", "ctrl")
    assert firefox.device.windows() == ()


SERVED = "AppData/Local/Sites/files.example.com/files"


@pytest.mark.parametrize(
    ("name", "content"),
    [("old.zip", b"PK\x05\x06" + bytes(18)), ("plan.pdf", b"%PDF-1.4"), ("long.txt", b"x" * 70_000)],
)
def test_any_file_is_downloaded(firefox: Any, name: str, content: bytes) -> None:
    firefox.device.write_file(f"{SERVED}/a/{name}", content)
    before = here(firefox)
    firefox.type(f"files.example.com/a/{name}\n")
    assert firefox.device.read_file(f"Downloads/{name}") == content and here(firefox) == before
    assert firefox.node(f"browser.download.{name}") is not None, "the panel of downloads is open"
    rows = firefox.device.query_content("content://browser/downloads")
    assert [(r["title"], r["url"]) for r in rows] == [(name, f"https://files.example.com/a/{name}")]


def test_a_second_download_gets_a_name_of_its_own_and_is_shown_in_its_folder(firefox: Any) -> None:
    firefox.device.write_file(f"{SERVED}/data.csv", b"a,b\n")
    for _ in range(2):
        firefox.press("l", "ctrl")
        firefox.type("files.example.com/data.csv\n")
    names = [row["title"] for row in firefox.device.query_content("content://browser/downloads")]
    assert len(set(names)) == 2 and "data.csv" in names
    firefox.click("browser.show.data.csv")
    assert "Downloads" in firefox.title()


def test_a_text_is_shown_and_a_link_to_a_file_saved_as(firefox: Any) -> None:
    firefox.device.write_file(f"{SERVED}/notes.txt", b"one\ntwo\n")
    firefox.type("files.example.com/notes.txt\n")
    assert "notes.txt" in firefox.title() and firefox.device.tree().find(name="two") is not None
    firefox.press("l", "ctrl")
    firefox.type("code.litware.com/northshore/footpaths/releases\n")
    firefox.click("page.asset.spring-2025.paths.csv", button="right")
    firefox.click("browser.menu.save_link")
    firefox.name_file("/home/user/Documents/mine.csv")
    assert firefox.device.read_file("Documents/mine.csv").startswith(b"name,metres")
