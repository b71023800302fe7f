"""Wikipedia, used as a person does: lists, sections, citations, themes, and what happens to names that are taken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omnigym.a11y import State
from omnigym.documents.pdf import pdf_text


@pytest.fixture
def wikipedia(hands: Any) -> Any:
    hands.open("wikipedia")
    return hands


def rows(hands: Any, kind: str) -> list[Any]:
    return list(hands.device.query_content(f"content://wikipedia/{kind}"))


def read(hands: Any, title: str) -> None:
    hands.click("wikipedia.search")
    hands.press("a", "ctrl")
    hands.type(f"{title}\n")


def test_it_shows_what_the_wiki_on_the_web_has(wikipedia: Any) -> None:
    wikipedia.device.launch("browser", "https://wiki.contoso.com/edit/Otter")
    wikipedia.click("page.text")
    wikipedia.type("The otter is back.")
    wikipedia.click("page.publish")
    wikipedia.open("wikipedia")
    read(wikipedia, "otter")
    assert wikipedia.title() == "Otter - Wikipedia"
    wikipedia.click("wikipedia.copy.")
    assert wikipedia.device.clipboard().text == "The otter is back."
    assert [row["title"] for row in rows(wikipedia, "history")] == ["Otter"]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("APA", "Old Lighthouse. (n.d.). In Wikipedia. Retrieved from https://wiki.contoso.com/wiki/Old_Lighthouse"),
        ("MLA", "“Old Lighthouse.” Wikipedia, wiki.contoso.com/wiki/Old_Lighthouse."),
        ("Chicago", "Wikipedia, s.v. “Old Lighthouse,” https://wiki.contoso.com/wiki/Old_Lighthouse."),
    ],
)
def test_it_cites_in_three_styles(wikipedia: Any, form: str, said: str) -> None:
    read(wikipedia, "Old Lighthouse")
    wikipedia.click("wikipedia.cite", f"wikipedia.cite.{form}")
    assert wikipedia.device.clipboard().text == said


def test_a_list_is_made_for_an_article_renamed_with_it_and_deleted_with_it(wikipedia: Any) -> None:
    read(wikipedia, "Heron")
    wikipedia.click("wikipedia.save", "wikipedia.save.new")
    wikipedia.type("  Birds   to know\n")
    assert rows(wikipedia, "saved")[-1]["list"] == "Birds to know"
    wikipedia.click("wikipedia.page.saved", "wikipedia.list.rename.3")
    wikipedia.type("Birds\n")
    assert rows(wikipedia, "saved")[-1]["list"] == "Birds"
    wikipedia.click("wikipedia.list.delete.3", "message.cancel")
    assert len(rows(wikipedia, "lists")) == 3
    wikipedia.click("wikipedia.list.delete.3", "message.delete_list")
    assert [r["name"] for r in rows(wikipedia, "lists")] == ["Saved", "At the lake"]
    assert "Heron" not in {r["title"] for r in rows(wikipedia, "saved")}
    assert not wikipedia.has("wikipedia.list.delete.1", State.ENABLED), "the list that everybody has stays"


@pytest.mark.parametrize("name", ["At the lake", "at the LAKE "])
def test_a_name_that_is_taken_is_refused(wikipedia: Any, name: str) -> None:
    before = rows(wikipedia, "lists")
    wikipedia.click("wikipedia.page.saved", "wikipedia.new")
    wikipedia.type(f"{name}\n")
    assert "already have a reading list" in wikipedia.node("message.text").name
    wikipedia.click("message.ok")
    assert rows(wikipedia, "lists") == before


def test_finding_walks_through_the_places(wikipedia: Any) -> None:
    read(wikipedia, "Lakeside")
    wikipedia.press("f", "ctrl")
    wikipedia.type("lake")
    assert wikipedia.node("wikipedia.found").name == "1 of 5"
    wikipedia.press("enter")
    wikipedia.click("wikipedia.down")
    assert wikipedia.node("wikipedia.found").name == "3 of 5"
    wikipedia.click("wikipedia.find_close")
    assert wikipedia.see("wikipedia.found") is None


def test_every_theme_and_size_looks_different_and_is_kept(wikipedia: Any) -> None:
    read(wikipedia, "Perch")
    wikipedia.click("wikipedia.looks")
    seen = []
    for key in ("theme.Sepia", "theme.Dark", "theme.Black", "size.160", "size.80"):
        wikipedia.click(f"wikipedia.{key}")
        seen.append(np.array(wikipedia.device.screenshot()).tobytes())
    assert len(set(seen)) == 5
    assert rows(wikipedia, "preferences") == [{"id": "1", "theme": "Black", "size": "80"}]
    wikipedia.device.write_file("AppData/Local/Wikipedia/preferences.json", b'{"rows": [{"id": 1, "theme": "Pink"}]}')
    wikipedia.click("wikipedia.page.explore")
    assert wikipedia.has("wikipedia.theme.Default", State.CHECKED)


def test_an_article_becomes_a_pdf_file(wikipedia: Any) -> None:
    read(wikipedia, "Ukulele")
    wikipedia.press("s", "ctrl")
    wikipedia.type("strings.pdf\n")
    assert "The ukulele came from Hawaii" in pdf_text(wikipedia.device.read_file("Documents/strings.pdf"))


def test_an_article_that_is_not_there_can_be_taken_off_a_list(wikipedia: Any) -> None:
    row = b'{"id": 1, "title": "Pike", "list": "At the lake"}'
    wikipedia.device.write_file("AppData/Local/Wikipedia/saved.json", b'{"rows": [%s]}' % row)
    wikipedia.click("wikipedia.page.saved", "wikipedia.list.At the lake", "wikipedia.article.Pike")
    assert wikipedia.title() == "Pike - Wikipedia" and wikipedia.see("wikipedia.save") is None
    wikipedia.press("left", "alt")
    wikipedia.click("wikipedia.unsave.Pike")
    assert rows(wikipedia, "saved") == []
