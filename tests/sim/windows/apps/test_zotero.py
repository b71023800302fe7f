"""Zotero, used as a person does: items are kept as they are typed, filed, cited, exported."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role, State
from omnigym.documents.bibtex import read_bib


@pytest.fixture
def zotero(hands: Any) -> Any:
    hands.open("zotero")
    return hands


def items(hands: Any) -> dict[str, Any]:
    return {row["title"]: row for row in hands.device.query_content("content://zotero/items")}


def listed(hands: Any) -> list[str]:
    return [n.name for n in hands.device.tree() if n.role is Role.LIST_ITEM and n.key.startswith("zotero.items.")]


def test_headers_sort_both_ways_and_the_search_looks_at_authors_and_tags(zotero: Any) -> None:
    zotero.click("zotero.items.by.year")
    assert listed(zotero)[0] == "A short history of maps"
    zotero.click("zotero.items.by.year")
    assert listed(zotero)[0] == "Salt marshes after the storm"
    zotero.click("zotero.search")
    zotero.type("lindholm")
    assert listed(zotero) == ["Tides in shallow bays"]
    zotero.press("a", "ctrl")
    zotero.type("marshes")
    assert listed(zotero) == ["Salt marshes after the storm"]


def test_a_new_item_is_in_the_collection_that_is_shown_and_kept_as_it_is_typed(zotero: Any) -> None:
    zotero.click("zotero.collection.Teaching", "zotero.new", "zotero.kinds.new_article")
    zotero.type("On chalk")
    zotero.click("zotero.form.volume")
    zotero.type("4")
    assert (items(zotero)["On chalk"]["collection"], items(zotero)["On chalk"]["volume"]) == ("Teaching", "4")
    zotero.click("zotero.form.kind")
    zotero.click("zotero.form.kind")
    zotero.press("escape")
    zotero.click("zotero.side.collection")
    zotero.type("Blackboards\n")
    zotero.click("zotero.collection.Teaching")
    zotero.drag("zotero.items.8", "zotero.collection.Blackboards")
    assert items(zotero)["On chalk"]["collection"] == "Blackboards"


def test_citations_of_one_two_three_and_nobody(zotero: Any) -> None:
    said = {}
    for number in (2, 1, 3):
        zotero.click(f"zotero.items.{number}", "zotero.cite")
        said[number] = zotero.device.clipboard().text
    assert said == {2: "(Okafor, 2011)", 1: "(Lindholm & Costa, 2019)", 3: "(Weber et al., 2021)"}
    zotero.click("zotero.reference")
    wanted = "Weber, J., Sato, Y., & Marin, S. (2021). Sediment on the move. Earth Processes, 7, 110–131."
    assert zotero.device.clipboard().text == wanted
    zotero.click("zotero.collection.Chapter 1", "zotero.cite_all")
    assert zotero.device.clipboard().text.splitlines()[1] == wanted


def test_what_is_exported_can_be_imported_and_explorer_opens_it(zotero: Any) -> None:
    before = items(zotero)
    zotero.click("zotero.export_all")
    zotero.type("all.bib\n")
    assert len(read_bib(zotero.device.read_file("Documents/all.bib"))) == 7
    for title in list(before):
        zotero.click(f"zotero.items.{before[title]['id']}", "zotero.delete", "message.delete")
    assert items(zotero) == {}
    assert not zotero.has("zotero.cite", State.ENABLED)
    zotero.device.launch("file_manager", "Documents")
    zotero.click("explorer.items.all.bib", count=2)
    same = ("authors", "kind", "publication", "year", "volume", "pages", "tags")
    after = items(zotero)
    assert {t: [r[c] for c in same] for t, r in after.items()} == {t: [r[c] for c in same] for t, r in before.items()}


def test_an_attachment_is_a_copy_that_opens(zotero: Any) -> None:
    zotero.click("zotero.items.1", "zotero.attach")
    zotero.type("notes.txt\n")
    path = items(zotero)["Tides in shallow bays"]["file"]
    assert path == "C:/Users/user/AppData/Local/Zotero/storage/notes.txt"
    assert zotero.device.read_file(path) == zotero.device.read_file("Documents/notes.txt")
    zotero.click("zotero.open_file")
    assert "notes" in zotero.title().lower()


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"@book{k, title={A"])
def test_a_damaged_file_is_told_and_nothing_is_lost(zotero: Any, content: bytes) -> None:
    before = items(zotero)
    zotero.device.write_file("Documents/bad.bib", content)
    zotero.click("zotero.import")
    zotero.type("bad.bib\n")
    assert "not in a supported format" in zotero.node("message.text").name
    assert items(zotero) == before
