"""The wiki, and the search engine that knows it."""

from __future__ import annotations

from typing import Any

from omnigym.sim.sites.wiki_text import lines_of

HOST = "wiki.contoso.com"
PAGES = f"AppData/Local/Sites/{HOST}/pages"


def test_what_the_marks_mean() -> None:
    lines = lines_of("| River = Mill = Creek\n== History ==\n* one [[Two]]\n\nAbout [[A]] and [[B]].\n====\n")
    assert [(x.kind, x.text) for x in lines] == [
        ("fact", "River"),
        ("heading", "History"),
        ("item", "one Two"),
        ("text", "About A and B."),
        ("text", "===="),
    ]
    assert lines[0].value == "Mill = Creek" and lines[3].links == ("A", "B")


def test_links_lead_from_article_to_article(surfer: Any) -> None:
    surfer.go(f"{HOST}/wiki/lakeside")
    surfer.click("page.link.Contoso Lake")
    assert surfer.url == f"https://{HOST}/wiki/Contoso_Lake"
    surfer.click("page.search")
    surfer.type("COPPER\n")
    assert surfer.url == f"https://{HOST}/wiki/Copper", "a title leads to its article at once"
    surfer.click("page.search")
    surfer.press("a", "ctrl")
    surfer.type("fish\n")
    assert set(surfer.names("page.article.")) == {"Contoso Lake", "Heron", "Lakeside", "Perch"}


def test_an_article_is_changed(surfer: Any) -> None:
    surfer.go(f"{HOST}/wiki/Heron")
    surfer.click("page.edit", "page.text")
    surfer.press("end", "ctrl")
    surfer.type("\nIt eats [[Perch]].")
    surfer.click("page.publish")
    assert surfer.device.read_file(f"{PAGES}/Heron.txt").decode().endswith("\nIt eats [[Perch]].\n")
    surfer.click("page.link.Perch")
    assert surfer.url == f"https://{HOST}/wiki/Perch"


def test_leaving_the_editor_changes_nothing(surfer: Any) -> None:
    before = surfer.device.read_file(f"{PAGES}/Heron.txt")
    surfer.go(f"{HOST}/edit/Heron")
    surfer.click("page.text")
    surfer.type("Junk")
    surfer.click("page.cancel")
    assert surfer.device.read_file(f"{PAGES}/Heron.txt") == before and surfer.url == f"https://{HOST}/wiki/Heron"


def test_a_new_article(surfer: Any) -> None:
    surfer.go(f"{HOST}/wiki/Mute_swan")
    surfer.click("page.edit", "page.publish")
    assert surfer.url == f"https://{HOST}/edit/Mute_swan", "an empty article is not kept"
    surfer.click("page.text")
    surfer.type("The mute swan is not mute.")
    surfer.click("page.publish")
    assert surfer.device.read_file(f"{PAGES}/Mute swan.txt") == b"The mute swan is not mute.\n"
    surfer.go("mute swan")
    surfer.click(f"page.result.https://{HOST}/wiki/Mute_swan")
    assert surfer.url == f"https://{HOST}/wiki/Mute_swan"


def test_a_title_that_cannot_be_a_file_is_not_kept(surfer: Any) -> None:
    files = surfer.device.list_dir(PAGES)
    surfer.go(f"{HOST}/edit/Who%3F")
    surfer.click("page.text")
    surfer.type("Nobody.")
    surfer.click("page.publish")
    assert surfer.device.list_dir(PAGES) == files


def test_watching_saving_and_citing(surfer: Any) -> None:
    surfer.go(f"{HOST}/wiki/Old_Lighthouse")
    surfer.click("page.watch", "page.cite", "page.save")
    assert surfer.record(f"{HOST}/watched/old-lighthouse") == {"title": "Old Lighthouse"}
    cited = surfer.device.clipboard().text
    assert cited == "“Old Lighthouse”, Contoso Wiki, https://wiki.contoso.com/wiki/Old_Lighthouse"
    saved = surfer.device.read_file("Downloads/Old Lighthouse.txt").decode()
    assert "Built: 1811" in saved and "[[" not in saved and "==" not in saved
    surfer.click("browser.flyout_close", "page.watchlist")
    assert surfer.names("page.article.") == ["Old Lighthouse"]
    surfer.click("page.article.Old Lighthouse", "page.watch")
    assert not surfer.has(f"{HOST}/watched/old-lighthouse")
