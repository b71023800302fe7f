"""The desktop's icons, files and menus."""

from __future__ import annotations

from typing import Any

from omnigym.a11y import Role
from omnigym.actions import Click
from omnigym.sim.windows.catalogue import CATALOGUE


def right_click_ground(hands: Any) -> None:
    hands.device.act(Click((0.6, 0.4), button="right"))


def test_icons_open_by_double_click(hands: Any) -> None:
    assert hands.node("Desktop", role=Role.DESKTOP) is not None
    hands.click(key="desktop.icons.app:word", count=2)
    assert hands.apps() == [("word", True, False)]


def test_enter_opens_the_selected_icon(hands: Any) -> None:
    hands.click(key="desktop.icons.shell:bin")
    hands.press("enter")
    assert hands.device.windows()[0].title.startswith("Recycle Bin")


def test_new_folder_is_named_at_once(hands: Any) -> None:
    right_click_ground(hands)
    hands.click("New")
    hands.click("Folder")
    assert hands.device.stat("Desktop/New folder").is_dir
    hands.type("Holiday\n")
    assert hands.device.stat("Desktop/Holiday").is_dir
    assert hands.device.stat("Desktop/New folder") is None
    assert hands.node("Holiday") is not None


def test_new_documents(hands: Any) -> None:
    for label, name in (
        ("Text Document", "New Text Document.txt"),
        ("Microsoft Word Document", "New Microsoft Word Document.docx"),
    ):
        right_click_ground(hands)
        hands.click("New")
        hands.click(label)
        hands.type("\n")
        assert hands.device.stat(f"Desktop/{name}") is not None
    assert hands.device.read_file("Desktop/New Microsoft Word Document.docx")[:2] == b"PK"


def test_rename_by_f2_and_escape_keeps(hands: Any) -> None:
    hands.device.write_file("Desktop/a.txt", b"1")
    hands.click(key="desktop.icons.a.txt")
    hands.press("f2")
    hands.type("b\n")
    assert hands.device.read_file("Desktop/b.txt") == b"1"
    hands.press("f2")
    hands.type("c")
    hands.press("escape")
    assert hands.device.stat("Desktop/b.txt") is not None


def test_a_taken_name_is_refused(hands: Any) -> None:
    hands.device.write_file("Desktop/a.txt", b"1")
    hands.device.write_file("Desktop/b.txt", b"2")
    hands.click(key="desktop.icons.a.txt")
    hands.press("f2")
    hands.press("a", "ctrl")
    hands.type("b.txt\n")
    assert hands.device.read_file("Desktop/a.txt") == b"1"
    assert hands.device.read_file("Desktop/b.txt") == b"2"


def test_delete_and_empty_the_bin(hands: Any) -> None:
    hands.device.write_file("Desktop/a.txt", b"1")
    hands.click(key="desktop.icons.a.txt")
    hands.press("delete")
    assert hands.device.stat("Desktop/a.txt") is None
    hands.click(key="desktop.icons.shell:bin", button="right")
    hands.click("Empty Recycle Bin")
    assert hands.node(key="message.text").name == "Are you sure you want to permanently delete 'a.txt'?"
    hands.press("escape")
    hands.press("z", "ctrl")
    assert hands.device.read_file("Desktop/a.txt") == b"1"
    hands.press("y", "ctrl")
    hands.click(key="desktop.icons.shell:bin", button="right")
    hands.click("Empty Recycle Bin")
    hands.click("Yes")
    hands.click(key="desktop.icons.shell:bin", count=2)
    assert hands.node("a.txt") is None


def test_copy_here_and_paste_there(hands: Any) -> None:
    hands.device.write_file("Desktop/a.txt", b"1")
    hands.click(key="desktop.icons.a.txt", button="right")
    hands.click("Copy")
    right_click_ground(hands)
    hands.click("Paste")
    assert hands.device.read_file("Desktop/a - Copy.txt") == b"1"
    assert hands.device.clipboard().files


def test_what_is_not_a_file_is_neither_copied_nor_deleted(hands: Any) -> None:
    hands.click(key="desktop.icons.app:word")
    hands.press("delete")
    hands.press("c", "ctrl")
    hands.press("f2")
    assert hands.node(key="desktop.icons.app:word") is not None
    assert hands.device.clipboard().files == ()


def test_desktop_opens_in_explorer(hands: Any) -> None:
    right_click_ground(hands)
    hands.click("Open in File Explorer")
    assert hands.device.windows()[0].title.startswith("Desktop")


def test_many_files_stay_on_the_screen(hands: Any) -> None:
    for i in range(30):
        hands.device.write_file(f"Desktop/file {i}.txt", b"")
    icons = [n for n in hands.device.tree() if n.key.startswith("desktop.icons.")]
    icons = [n for n in icons if n.role is Role.LIST_ITEM]
    assert len(icons) == 31 + len(CATALOGUE.pinned)
    assert all(n.bounds[1] + n.bounds[3] <= 720 for n in icons)
    assert len({n.bounds for n in icons}) == 31 + len(CATALOGUE.pinned)


def test_a_file_called_bin_is_only_a_file(hands: Any) -> None:
    hands.device.write_file("Desktop/bin", b"1")
    hands.click(key="desktop.icons.bin")
    hands.press("delete")
    assert hands.device.stat("Desktop/bin") is None
    assert hands.node("Recycle Bin") is not None
