"""File Explorer, used as a person does."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Click, KeyDown, KeyUp, MouseDown, MouseUp
from omnigym.devices.protocol import ClipboardContent

DOCS = "C:\\Users\\user\\Documents"


@pytest.fixture
def explorer(hands: Any) -> Any:
    """Explorer showing Documents, with two files a.txt and b.txt and a folder Sub besides what is there."""
    for name in ("a.txt", "b.txt"):
        hands.device.write_file(f"Documents/{name}", name.encode())
    hands.device.make_dir("Documents/Sub")
    hands.open("file_manager")
    hands.click("explorer.place.documents")
    return hands


def item(name: str) -> str:
    return f"explorer.items.{name}"


def shown(explorer: Any) -> list[str]:
    return [n.name for n in explorer.device.tree().find_all(Role.LIST_ITEM) if n.key.startswith("explorer.items.")]


def test_it_starts_at_home_and_goes_where_one_clicks(hands: Any) -> None:
    hands.open("file_manager")
    assert hands.title() == "Home - File Explorer"
    hands.click(item("C:/Users/user/Videos"), count=2)
    assert hands.title() == "Videos - File Explorer"
    assert shown(hands) == ["Balloon morning.avi", "Canal trip.avi"]
    for film in shown(hands):
        hands.click(item(film))
        hands.press("delete")
    assert "This folder is empty." in [n.name for n in hands.device.tree()]
    assert hands.device.windows()[0].document == "C:\\Users\\user\\Videos"


def test_back_forward_up(explorer: Any) -> None:
    explorer.click(item("Sub"), count=2)
    assert explorer.title() == "Sub - File Explorer"
    explorer.press("up", "alt")
    assert explorer.title() == "Documents - File Explorer"
    assert explorer.has(item("Sub"), State.SELECTED)
    explorer.click("explorer.back")
    assert explorer.title() == "Sub - File Explorer"
    explorer.press("backspace")
    explorer.press("right", "alt")
    assert explorer.title() == "Sub - File Explorer"
    explorer.click("explorer.crumb.0")
    assert explorer.title() == "user - File Explorer"


def test_the_address_bar_takes_a_path_and_refuses_nonsense(explorer: Any) -> None:
    explorer.press("l", "ctrl")
    explorer.type("C:\\Windows\n")
    assert explorer.title() == "Windows - File Explorer"
    explorer.press("d", "alt")
    explorer.type("C:\\nowhere\n")
    assert "Windows can't find 'C:\\nowhere'" in explorer.node("message.text").name
    explorer.press("enter")
    assert explorer.title() == "Windows - File Explorer"


def test_new_folder_is_named_at_once(explorer: Any) -> None:
    explorer.press("n", "ctrl", "shift")
    assert explorer.has("explorer.items.rename", State.FOCUSED)
    explorer.type("Reports\n")
    assert "Reports" in explorer.names("Documents")
    assert explorer.has(item("Reports"), State.SELECTED)


def test_a_name_can_be_cancelled_and_a_wrong_one_is_explained(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.press("f2")
    explorer.type("zzz")
    explorer.press("escape")
    assert "a.txt" in explorer.names("Documents")
    explorer.press("f2")
    explorer.press("a", "ctrl")
    explorer.type("b.txt\n")
    assert "already a file with the same name" in explorer.node("message.text").name


def test_rename_selects_the_stem(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.press("f2")
    explorer.type("new\n")
    assert {"new.txt", "b.txt"} <= set(explorer.names("Documents"))


def test_clicking_elsewhere_keeps_the_new_name(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.click("explorer.rename")
    explorer.type("kept")
    explorer.click(item("b.txt"))
    assert "kept.txt" in explorer.names("Documents")


def test_a_click_after_typing_makes_no_double_click(explorer: Any) -> None:
    explorer.device.make_dir("Music/One")
    explorer.click("explorer.place.music", item("One"))
    explorer.press("f2")
    explorer.type("Two\n")
    explorer.click(item("Two"))
    assert explorer.title() == "Music - File Explorer"


def test_new_documents_from_the_menu(explorer: Any) -> None:
    explorer.click("explorer.new", "explorer.new.text")
    explorer.type("todo\n")
    assert explorer.device.read_file("Documents/todo.txt") == b""


def test_copy_paste_and_cut(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.click("explorer.copy", "explorer.paste")
    assert "a - Copy.txt" in explorer.names("Documents")
    assert explorer.has(item("a - Copy.txt"), State.SELECTED)
    explorer.press("x", "ctrl")
    explorer.click(item("Sub"), count=2)
    explorer.press("v", "ctrl")
    assert explorer.names("Documents/Sub") == ["a - Copy.txt"]
    assert "a - Copy.txt" not in explorer.names("Documents")
    assert explorer.device.clipboard() == ClipboardContent()


def test_a_clash_is_asked_about(explorer: Any) -> None:
    explorer.device.write_file("Documents/Sub/a.txt", b"old")
    explorer.click(item("a.txt"))
    explorer.press("c", "ctrl")
    explorer.click(item("Sub"), count=2)
    explorer.press("v", "ctrl")
    explorer.click("message.skip")
    assert explorer.device.read_file("Documents/Sub/a.txt") == b"old"
    explorer.press("v", "ctrl")
    explorer.click("message.replace")
    assert explorer.device.read_file("Documents/Sub/a.txt") == b"a.txt"


def test_delete_and_restore(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.press("delete")
    assert "a.txt" not in explorer.names("Documents")
    explorer.press("l", "ctrl")
    explorer.type("Recycle Bin\n")
    assert shown(explorer) == ["a.txt"]
    row = explorer.device.tree().find(Role.LIST_ITEM, "a.txt")
    explorer.click(row.key, button="right")
    explorer.click("explorer.menu.restore")
    assert explorer.device.read_file("Documents/a.txt") == b"a.txt"


def test_the_bin_is_emptied_and_all_in_it_restored_by_its_command_bar(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.click(item("b.txt"), hold=("ctrl",))
    explorer.press("delete")
    explorer.press("l", "ctrl")
    explorer.type("Recycle Bin\n")
    explorer.click("explorer.restore")
    assert {"a.txt", "b.txt"} <= set(explorer.names("Documents"))
    assert not explorer.has("explorer.empty_bin", State.ENABLED)
    explorer.press("z", "ctrl")
    assert shown(explorer) == ["a.txt", "b.txt"]
    explorer.click("explorer.empty_bin")
    assert explorer.node("message.text").name == "Are you sure you want to permanently delete these 2 items?"
    explorer.press("escape")
    assert len(shown(explorer)) == 2
    explorer.device.act(Click((0.7, 0.6), "right"))
    explorer.click("explorer.menu.empty_bin", "message.yes")
    assert shown(explorer) == []


def test_what_is_behind_the_dots(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.click("explorer.more", "explorer.more.invert")
    assert not explorer.has(item("a.txt"), State.SELECTED)
    assert explorer.has(item("b.txt"), State.SELECTED)
    explorer.click("explorer.more", "explorer.more.all")
    assert explorer.node("explorer.chosen").name.startswith(f"{len(shown(explorer))} items")
    explorer.click("explorer.more", "explorer.more.none")
    assert explorer.see("explorer.chosen") is None


def test_deleting_for_good_is_asked_about(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.press("delete", "shift")
    explorer.click("message.no")
    assert "a.txt" in explorer.names("Documents")
    explorer.press("delete", "shift")
    explorer.click("message.yes")
    assert "a.txt" not in explorer.names("Documents")


def test_selecting_many(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.click(item("b.txt"), hold=("ctrl",))
    assert explorer.has(item("a.txt"), State.SELECTED)
    assert "2 items selected" in explorer.node("explorer.chosen").name
    explorer.press("delete")
    assert not {"a.txt", "b.txt"} & set(explorer.names("Documents"))
    explorer.press("a", "ctrl")
    explorer.press("c", "ctrl")
    assert len(explorer.device.clipboard().files) == len(explorer.names("Documents"))


def test_typing_finds_and_enter_opens(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.type("p")
    assert explorer.has(item("Projects"), State.SELECTED)
    explorer.press("enter")
    assert explorer.title() == "Projects - File Explorer"


def test_columns_sort(explorer: Any) -> None:
    explorer.device.write_file("Documents/Sub/small.txt", b"1")
    explorer.device.write_file("Documents/Sub/large.txt", b"1" * 5000)
    explorer.click(item("Sub"), count=2)
    assert shown(explorer) == ["large.txt", "small.txt"]
    explorer.click("explorer.column.size")
    assert shown(explorer) == ["small.txt", "large.txt"]
    explorer.click("explorer.column.size")
    assert shown(explorer) == ["large.txt", "small.txt"]


def test_search_finds_in_folders_and_back_leads_out(explorer: Any) -> None:
    explorer.device.write_file("Documents/Sub/needle.txt", b"")
    explorer.press("f", "ctrl")
    explorer.type("needle\n")
    assert explorer.title() == "needle - Search Results in Documents - File Explorer"
    assert shown(explorer) == ["needle.txt"]
    explorer.click("explorer.back")
    assert explorer.title() == "Documents - File Explorer"


def test_dragging_moves_into_a_folder_or_a_place(explorer: Any) -> None:
    explorer.drag(item("a.txt"), item("Sub"))
    assert explorer.names("Documents/Sub") == ["a.txt"]
    explorer.drag(item("b.txt"), "explorer.place.music")
    assert "b.txt" in explorer.names("Music")


def test_dragging_with_ctrl_copies_all_that_is_chosen(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.click(item("b.txt"), hold=("ctrl",))
    explorer.drag(item("a.txt"), item("Sub"), hold=("ctrl",))
    assert explorer.names("Documents/Sub") == ["a.txt", "b.txt"]
    assert {"a.txt", "b.txt"} <= set(explorer.names("Documents"))
    explorer.drag(item("a.txt"), "explorer.place.music", hold=("ctrl",))
    assert "a.txt" in explorer.names("Music")
    explorer.drag(item("a.txt"), item("report.docx"), hold=("ctrl",))
    assert "a - Copy.txt" in explorer.names("Documents")


def test_ctrl_with_a_held_button_copies_too(explorer: Any) -> None:
    for action in (
        KeyDown("ctrl"),
        MouseDown(explorer.at(item("a.txt"))),
        MouseUp(explorer.at(item("Sub"))),
        KeyUp("ctrl"),
    ):
        explorer.device.act(action)
    assert explorer.names("Documents/Sub") == ["a.txt"]
    assert "a.txt" in explorer.names("Documents")


def _copied(explorer: Any) -> None:
    explorer.drag(item("a.txt"), item("Sub"), hold=("ctrl",))


def _moved(explorer: Any) -> None:
    explorer.drag(item("a.txt"), item("Sub"))


def _renamed(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.press("f2")
    explorer.type("c\n")


def _deleted(explorer: Any) -> None:
    explorer.click(item("a.txt"))
    explorer.press("delete")


def _merged(explorer: Any) -> None:
    explorer.device.write_file("Music/Sub/own.txt", b"")
    explorer.drag(item("Sub"), "explorer.place.music")


def files(device: Any, path: str = "C:") -> dict[str, bytes]:
    """All files by path."""
    found: dict[str, bytes] = {}
    for entry in device.list_dir(path):
        found |= files(device, entry.path) if entry.is_dir else {entry.path: device.read_file(entry.path)}
    return found


@pytest.mark.parametrize(
    ("does", "what"),
    [(_copied, "Copy"), (_moved, "Move"), (_renamed, "Rename"), (_deleted, "Delete"), (_merged, "Move")],
)
def test_the_last_change_is_undone_and_redone(explorer: Any, does: Any, what: str) -> None:
    explorer.device.write_file("Documents/Sub/inner/deep.txt", b"deep")
    explorer.device.write_file("Music/Sub/own.txt", b"")
    before = files(explorer.device)
    does(explorer)
    after = files(explorer.device)
    assert after != before
    explorer.press("z", "ctrl")
    assert files(explorer.device) == before
    explorer.press("z", "ctrl")
    explorer.press("y", "ctrl")
    assert files(explorer.device) == after
    explorer.device.act(Click((0.8, 0.75), "right"))
    assert explorer.node("explorer.menu.undo").name == f"Undo {what}"
    explorer.click("explorer.menu.undo")
    assert files(explorer.device) == before


def test_undoing_keeps_what_was_written_since(explorer: Any) -> None:
    _moved(explorer)
    explorer.device.write_file("Documents/Sub/a.txt", b"edited")
    explorer.press("z", "ctrl")
    assert explorer.device.read_file("Documents/a.txt") == b"edited"


def test_a_new_folder_is_undone_after_its_name_on_the_desktop_too(explorer: Any) -> None:
    explorer.press("n", "ctrl", "shift")
    explorer.type("Reports\n")
    explorer.press("z", "ctrl")
    assert "New folder" in explorer.names("Documents")
    explorer.press("d", "meta")
    explorer.press("z", "ctrl")
    assert "New folder" not in explorer.names("Documents")


def test_what_cannot_be_undone_is_said_and_forgotten(explorer: Any) -> None:
    _renamed(explorer)
    explorer.drag(item("b.txt"), item("Sub"))
    explorer.device.write_file("Documents/b.txt", b"another")
    explorer.press("z", "ctrl")
    assert explorer.title() == "Undo Move"
    explorer.press("enter")
    explorer.press("z", "ctrl")
    assert "a.txt" in explorer.names("Documents")


def test_views_and_properties(explorer: Any) -> None:
    explorer.click("explorer.view", "explorer.view.icons")
    assert explorer.see("explorer.column.name") is None
    explorer.click(item("a.txt"))
    explorer.press("enter", "alt")
    assert explorer.title() == "a.txt Properties"
    assert explorer.node("properties.type_of_file").name == "Type of file: Text Document"
    explorer.press("escape")
    assert explorer.title() == "Documents - File Explorer"


def test_files_open_in_their_app_and_others_say_so(explorer: Any) -> None:
    explorer.click(item("report.docx"), count=2)
    assert explorer.title() == "report.docx - Saved - Word"
    explorer.device.write_file("Documents/x.bin", b"")
    explorer.open("file_manager")
    explorer.click(item("x.bin"), count=2)
    assert "no app to open" in explorer.node("message.text").name


@pytest.mark.parametrize(
    ("name", "app", "apps"),
    [
        ("a.txt", "word", ["Notepad", "Word", "Excel", "Visual Studio Code", "Windows PowerShell ISE"]),
        ("report.docx", "word", ["Word"]),
        ("x.csv", "text_editor", ["Excel", "Word", "Notepad", "Visual Studio Code", "Windows PowerShell ISE"]),
        (
            "x.bin",
            "text_editor",
            [
                *("Microsoft Edge", "Word", "Excel", "Outlook", "Photos", "Notepad", "7-Zip File Manager", "Calendar"),
                *("Media Player", "People", "PowerPoint", "Visual Studio Code", "Windows PowerShell ISE", "Zotero"),
            ],
        ),
    ],
)
def test_open_with_offers_the_programs_that_read_the_file(explorer: Any, name: str, app: str, apps: list[str]) -> None:
    for extra in ("x.csv", "x.bin"):
        explorer.device.write_file(f"Documents/{extra}", b"1,2")
    explorer.click(item(name), button="right")
    explorer.click("explorer.menu.open_with")
    prefix = "explorer.menu.open_with."
    assert [n.name for n in explorer.device.tree() if n.key.startswith(prefix)] == apps
    explorer.click(f"{prefix}{app}")
    assert name in explorer.title()
    assert explorer.device.windows()[0].app == app


def test_compressing_and_extracting(explorer: Any) -> None:
    explorer.device.write_file("Documents/Sub/c.txt", b"c")
    explorer.click(item("Sub"))
    explorer.click(item("a.txt"), hold=("ctrl",))
    explorer.click(item("a.txt"), button="right")
    explorer.click("explorer.menu.compress")
    explorer.type("things\n")
    with zipfile.ZipFile(io.BytesIO(explorer.device.read_file("Documents/things.zip"))) as package:
        assert sorted(package.namelist()) == ["Sub/c.txt", "a.txt"]
    explorer.click("explorer.extract")
    assert explorer.node("extract.folder").value == f"{DOCS}\\things"
    explorer.press("enter")
    assert explorer.title() == "things - File Explorer"
    assert explorer.device.read_file("Documents/things/Sub/c.txt") == b"c"
    explorer.press("z", "ctrl")
    assert "things" not in explorer.names("Documents")


def test_a_damaged_compressed_folder_says_so(explorer: Any) -> None:
    explorer.device.write_file("Documents/bad.zip", b"PK nonsense")
    explorer.click(item("bad.zip"))
    explorer.click("explorer.extract", "extract.ok")
    assert "is invalid" in explorer.node("message.text").name


def test_a_folder_that_is_gone_is_empty_and_nothing_breaks(explorer: Any) -> None:
    explorer.click(item("Sub"), count=2)
    explorer.press("n", "ctrl")
    explorer.press("up", "alt")
    explorer.click(item("Sub"))
    explorer.press("delete")
    explorer.press("f4", "alt")
    assert explorer.title() == "Sub - File Explorer"
    explorer.press("n", "ctrl", "shift")
    explorer.press("v", "ctrl")
    assert shown(explorer) == []
