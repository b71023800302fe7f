"""OneNote, used as a person does: pages are kept as they are written, pasted into, tagged, thrown away, exported."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Drag
from omnigym.devices.protocol import ClipboardContent
from omnigym.documents import read_docx
from omnigym.documents.pdf import pdf_text
from omnigym.pictures import picture_size

HOME = "C:/Users/user"
GIFTS, SOUP = "onenote.pages.2", "onenote.section.2"


@pytest.fixture
def onenote(hands: Any) -> Any:
    hands.open("onenote")
    return hands


def page(hands: Any, title: str) -> Any:
    rows = {row["title"]: row for row in hands.device.query_content("content://onenote/pages")}
    return {**rows[title], "blocks": json.loads(rows[title]["blocks"])} if title in rows else None


def lines(hands: Any, title: str) -> list[tuple[str, str]]:
    return [(b["kind"], b["text"]) for b in page(hands, title)["blocks"]]


def found(hands: Any, role: Role, within: str) -> list[str]:
    return [n.name for n in hands.device.tree() if n.role is role and n.key.startswith(within)]


def test_a_page_is_kept_as_it_is_typed_and_keys_lead_from_line_to_line(onenote: Any) -> None:
    onenote.click("onenote.list.new_page")
    onenote.type("Boat\nRope\n\nSails")
    assert lines(onenote, "Boat") == [("text", "Rope"), ("text", ""), ("text", "Sails")]
    onenote.press("home")
    onenote.press("backspace")
    assert lines(onenote, "Boat") == [("text", "Rope"), ("text", "Sails")]
    onenote.press("up")
    onenote.press("end")
    onenote.type(" and hooks")
    onenote.press("delete")
    assert lines(onenote, "Boat") == [("text", "Rope and hooksSails")]
    onenote.press("z", "ctrl")
    assert lines(onenote, "Boat") == [("text", "Rope and hooks"), ("text", "Sails")]
    onenote.click("onenote.edit.redo")
    assert lines(onenote, "Boat") == [("text", "Rope and hooksSails")]
    onenote.click("onenote.edit.undo", "onenote.edit.undo")
    assert lines(onenote, "Boat")[0] == ("text", "Rope"), "what was typed in one place is one step"


def test_lists_go_on_with_enter_and_end_with_another(onenote: Any) -> None:
    onenote.click(GIFTS, "onenote.block.2")
    onenote.press("1", "ctrl")
    onenote.press("end")
    onenote.type("\nTent\n")
    assert lines(onenote, "Gift ideas")[1:] == [("todo", "Headlamp for Jonas"), ("todo", "Tent"), ("todo", "")]
    onenote.press("enter")
    onenote.type("Done?")
    assert lines(onenote, "Gift ideas")[3] == ("text", "Done?")
    onenote.click("onenote.tick.3")
    assert [b["done"] for b in page(onenote, "Gift ideas")["blocks"]] == [False, False, True, False]
    onenote.press("up", "shift", "alt")
    assert lines(onenote, "Gift ideas")[2] == ("text", "Done?")


def test_a_table_from_a_sheet_is_pasted_between_lines_and_written_in(onenote: Any) -> None:
    onenote.device.set_clipboard(ClipboardContent(text="Item\tPrice\nTea\t3\n"))
    onenote.click(GIFTS, "onenote.block.1")
    onenote.press("end")
    onenote.type("\n")
    onenote.press("v", "ctrl")
    table = page(onenote, "Gift ideas")["blocks"][1]
    assert table["rows"] == [["Item", "Price"], ["Tea", "3"]]
    onenote.click(f"onenote.cell.{table['id']}.1.1")
    onenote.press("a", "ctrl")
    onenote.type("4")
    assert page(onenote, "Gift ideas")["blocks"][1]["rows"][1] == ["Tea", "4"]
    onenote.click("onenote.edit.undo", "onenote.edit.undo")
    assert "table" not in [kind for kind, _ in lines(onenote, "Gift ideas")]


def test_a_picture_is_kept_as_png_and_a_damaged_one_is_refused(onenote: Any) -> None:
    onenote.device.write_file(f"{HOME}/Pictures/broken.png", b"\x89PNG nothing")
    onenote.click(GIFTS, "onenote.tab.insert", "onenote.insert.picture")
    onenote.type("C:\\Users\\user\\Pictures\\broken.png\n")
    assert "can't insert" in onenote.node("message.text").name
    onenote.press("enter")
    onenote.click("onenote.insert.picture")
    onenote.type("C:\\Users\\user\\Pictures\\Balloons.jpg\n")
    block = page(onenote, "Gift ideas")["blocks"][-1]
    assert (block["kind"], block["text"]) == ("picture", "Balloons.png")
    kept = onenote.device.read_file(block["file"])
    assert kept.startswith(b"\x89PNG")
    assert picture_size(kept) == picture_size(onenote.device.read_file(f"{HOME}/Pictures/Balloons.jpg"))
    onenote.press("delete")
    assert len(lines(onenote, "Gift ideas")) == 2
    onenote.device.set_clipboard(ClipboardContent(image=kept))
    onenote.press("v", "ctrl")
    assert lines(onenote, "Gift ideas")[-1] == ("picture", "image.png")


def test_tags_are_summed_up_and_lead_to_their_lines(onenote: Any) -> None:
    onenote.click(GIFTS, "onenote.block.1")
    onenote.press("2", "ctrl")
    onenote.click("onenote.home.find_tags")
    marked = found(onenote, Role.LINK, "onenote.marked.Important")
    assert marked == ["A pottery class for Mum", "Lemon at the end!"]
    assert "Try a tag" in found(onenote, Role.LINK, "onenote.marked.To Do")
    onenote.click("onenote.only_open")
    assert "Try a tag" not in found(onenote, Role.LINK, "onenote.marked.To Do")
    onenote.click("onenote.marked.Question.4.3")
    assert onenote.title() == "Travel - OneNote"
    assert onenote.see("onenote.editor") is not None


def test_the_search_looks_at_all_notebooks(onenote: Any) -> None:
    onenote.press("e", "ctrl")
    onenote.type("priya")
    assert found(onenote, Role.LIST_ITEM, "onenote.found.") == ["Team meeting"]
    onenote.click("onenote.found.5")
    assert onenote.node("onenote.notebook").name == "Work"
    assert onenote.node("onenote.search").value == ""


def test_a_page_goes_to_the_bin_and_back_and_to_another_section(onenote: Any) -> None:
    onenote.click(GIFTS, "onenote.tab.view", "onenote.view.delete_page")
    assert page(onenote, "Gift ideas")["deleted"] == "1"
    onenote.click("onenote.view.bin", "onenote.bin.restore.2")
    assert page(onenote, "Gift ideas")["deleted"] == "0"
    assert onenote.see("onenote.bin.empty_bin") is None
    onenote.click("onenote.section.1")
    onenote.device.act(Drag(onenote.at(GIFTS), onenote.at("onenote.section.3")))
    assert page(onenote, "Gift ideas")["section"] == "Travel"


def test_a_section_keeps_its_pages_when_it_is_renamed_and_loses_none_when_it_is_deleted(onenote: Any) -> None:
    onenote.click(SOUP)
    onenote.click(SOUP, button="right")
    onenote.click("onenote.section.menu.rename")
    onenote.type("travel\n")
    assert "already" in onenote.node("message.text").name
    onenote.press("enter")
    onenote.click(SOUP, button="right")
    onenote.click("onenote.section.menu.rename")
    onenote.type("Dishes\n")
    assert page(onenote, "Lentil soup")["section"] == "Dishes"
    onenote.click(SOUP, button="right")
    onenote.click("onenote.section.menu.delete_section", "message.delete")
    assert page(onenote, "Lentil soup")["deleted"] == "1"
    onenote.click("onenote.tab.view", "onenote.view.bin", "onenote.bin.restore.3")
    assert page(onenote, "Lentil soup")["section"] == "Quick Notes", "its own section is gone"


@pytest.mark.parametrize("ending", ["pdf", "docx", "md"])
def test_a_page_is_exported_as_what_its_name_says(onenote: Any, ending: str) -> None:
    onenote.click(GIFTS, "onenote.tab.view", "onenote.view.export")
    onenote.press("a", "ctrl")
    onenote.type(f"C:\\Users\\user\\Documents\\gifts.{ending}\n")
    content = onenote.device.read_file(f"{HOME}/Documents/gifts.{ending}")
    readers: dict[str, Any] = {"pdf": pdf_text, "docx": lambda c: read_docx(c).text, "md": bytes.decode}
    assert "Gift ideas" in readers[ending](content)
    assert "Headlamp for Jonas" in readers[ending](content)


def test_an_attachment_is_a_copy_and_opens(onenote: Any) -> None:
    onenote.device.write_file(f"{HOME}/Documents/list.txt", b"rope")
    onenote.click(GIFTS, "onenote.tab.insert", "onenote.insert.attach")
    onenote.type("C:\\Users\\user\\Documents\\list.txt\n")
    block = page(onenote, "Gift ideas")["blocks"][-1]
    assert onenote.device.read_file(block["file"]) == b"rope"
    onenote.click(f"onenote.block.{block['id']}", button="right")
    onenote.click("onenote.menu.open_file")
    assert onenote.title().startswith("list.txt")


def test_a_page_that_would_get_too_large_stays_as_it_is(onenote: Any) -> None:
    onenote.device.set_clipboard(ClipboardContent(text="\n".join(["x"] * 2000)))
    onenote.click(GIFTS, "onenote.edit.paste")
    assert "no room" in onenote.node("message.text").name
    onenote.press("enter")
    onenote.click("onenote.block.1")
    onenote.press("v", "ctrl")
    onenote.press("enter")
    assert lines(onenote, "Gift ideas") == [("text", "A pottery class for Mum"), ("text", "Headlamp for Jonas")]


def test_notes_of_a_damaged_file_are_not_shown(onenote: Any) -> None:
    path = f"{HOME}/AppData/Local/OneNote/pages.json"
    rows = json.loads(onenote.device.read_file(path))["rows"]
    rows[1]["blocks"] = [[1, "todo", "Short form"], [2, "table", "", False, [], [["a"], ["b", "c"]]]]
    rows[0]["blocks"] = [[1, "todo", "Short form"]]
    onenote.device.write_file(path, json.dumps({"rows": rows}).encode())
    assert lines(onenote, "Welcome") == [("todo", "Short form")], "a record may be a list of its first fields"
    assert page(onenote, "Gift ideas") is None
    onenote.device.write_file(path, b"{")
    assert not onenote.has("onenote.tab.home", State.FOCUSED)
    assert found(onenote, Role.LIST_ITEM, "onenote.pages.") == []
