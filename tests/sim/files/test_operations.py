"""Operations on files as Windows does them."""

from __future__ import annotations

import pytest

from omnigym.sim.common.file_types import natural
from omnigym.sim.files.operations import (
    conflicts,
    copy_name,
    new_file,
    new_folder,
    paste,
    rename,
    renamed,
    search,
    to_each,
)
from omnigym.sim.vfs import HOME, Stat, Vfs, VfsError
from omnigym.sim.windows.file_kinds import date_text, icon_of, in_order, kind_of, size_text
from omnigym.sim.windows.recycle_bin import delete, deleted, empty, restore

DOCS, OTHER = f"{HOME}/Documents", f"{HOME}/Other"
NOW = 1_741_942_800_000


@pytest.fixture
def vfs() -> Vfs:
    files = Vfs().make_dir(DOCS, NOW).make_dir(OTHER, NOW)
    for name in ("a.txt", "b.txt", "Sub/c.txt"):
        files = files.write(f"{DOCS}/{name}", name.encode(), NOW)
    return files


def names(vfs: Vfs, path: str) -> list[str]:
    return [e.name for e in vfs.list(path)]


def test_new_things_get_a_free_name(vfs: Vfs) -> None:
    vfs, first = new_folder(vfs, DOCS, NOW)
    vfs, second = new_folder(vfs, DOCS, NOW)
    vfs, third = new_file(vfs, DOCS, "a.txt", b"", NOW)
    assert (first, second, third) == ("New folder", "New folder (2)", "a (2).txt")


def test_rename_keeps_the_content_and_may_change_the_case(vfs: Vfs) -> None:
    vfs = rename(vfs, f"{DOCS}/a.txt", "A.TXT", NOW)
    assert names(vfs, DOCS) == ["A.TXT", "b.txt", "Sub"]
    assert rename(vfs, f"{DOCS}/b.txt", "b.txt", NOW) is vfs


@pytest.mark.parametrize(
    ("name", "kind"), [("b.txt", "exists"), ("B.TXT", "exists"), ("a/b", "name"), ("", "name"), ("con", "name")]
)
def test_rename_refuses(vfs: Vfs, name: str, kind: str) -> None:
    with pytest.raises(VfsError) as e:
        rename(vfs, f"{DOCS}/a.txt", name, NOW)
    assert e.value.kind == kind


def test_dots_at_the_end_and_folders_of_the_system_are_matters_of_windows(vfs: Vfs) -> None:
    assert names(rename(vfs, f"{DOCS}/a.txt", "z.", NOW), DOCS) == ["b.txt", "Sub", "z"]
    with pytest.raises(VfsError, match="characters"):
        renamed(vfs, f"{DOCS}/a.txt", "z.", NOW)
    assert renamed(vfs, DOCS, "Papers", NOW).get(DOCS) is None
    with pytest.raises(VfsError, match="permission"):
        rename(vfs, DOCS, "Papers", NOW)


def test_what_is_gone_is_left_out(vfs: Vfs) -> None:
    after = to_each(vfs, (f"{DOCS}/a.txt", f"{DOCS}/gone", f"{DOCS}/b.txt"), lambda v, path: v.delete(path, NOW))
    assert names(after, DOCS) == ["Sub"]


def test_copies_beside_the_original_are_numbered(vfs: Vfs) -> None:
    vfs, first = paste(vfs, (f"{DOCS}/a.txt",), DOCS, cut=False, now=NOW)
    vfs, second = paste(vfs, (f"{DOCS}/a.txt",), DOCS, cut=False, now=NOW)
    assert (first, second) == (("a - Copy.txt",), ("a - Copy (2).txt",))
    assert copy_name(vfs, DOCS, "Sub") == "Sub - Copy"


def test_copy_and_move_elsewhere(vfs: Vfs) -> None:
    vfs, _ = paste(vfs, (f"{DOCS}/a.txt", f"{DOCS}/Sub"), OTHER, cut=False, now=NOW)
    vfs, _ = paste(vfs, (f"{DOCS}/b.txt",), OTHER, cut=True, now=NOW)
    assert names(vfs, OTHER) == ["a.txt", "b.txt", "Sub"]
    assert names(vfs, DOCS) == ["a.txt", "Sub"]
    assert vfs.read(f"{OTHER}/Sub/c.txt") == b"Sub/c.txt"


def test_what_is_there_already_is_skipped_or_replaced(vfs: Vfs) -> None:
    vfs = vfs.write(f"{OTHER}/a.txt", b"old", NOW)
    paths = (f"{DOCS}/a.txt",)
    assert conflicts(vfs, paths, OTHER) == ("a.txt",)
    assert paste(vfs, paths, OTHER, cut=False, now=NOW)[0].read(f"{OTHER}/a.txt") == b"old"
    assert paste(vfs, paths, OTHER, cut=False, now=NOW, replace=True)[0].read(f"{OTHER}/a.txt") == b"a.txt"
    assert conflicts(vfs, paths, DOCS) == ()


def test_folders_of_one_name_are_merged(vfs: Vfs) -> None:
    vfs = vfs.write(f"{OTHER}/Sub/d.txt", b"d", NOW)
    vfs, _ = paste(vfs, (f"{DOCS}/Sub",), OTHER, cut=True, now=NOW)
    assert names(vfs, f"{OTHER}/Sub") == ["c.txt", "d.txt"]
    assert not vfs.is_dir(f"{DOCS}/Sub")


def test_a_folder_cannot_go_into_itself(vfs: Vfs) -> None:
    with pytest.raises(VfsError, match="subfolder"):
        paste(vfs, (f"{DOCS}/Sub",), f"{DOCS}/Sub", cut=True, now=NOW)


def test_what_is_gone_is_not_pasted(vfs: Vfs) -> None:
    assert paste(vfs, (f"{DOCS}/gone.txt",), OTHER, cut=False, now=NOW) == (vfs, ())


def test_search_looks_into_folders_and_knows_wildcards(vfs: Vfs) -> None:
    assert [e.name for e in search(vfs, DOCS, "C")] == ["c.txt"]
    assert [e.name for e in search(vfs, DOCS, "*.txt")] == ["a.txt", "b.txt", "c.txt"]
    assert search(vfs, DOCS, "[") == ()


def test_the_bin_gives_back(vfs: Vfs) -> None:
    before = vfs
    vfs = delete(vfs, (f"{DOCS}/a.txt", f"{DOCS}/Sub"), NOW + 1)
    assert names(vfs, DOCS) == ["b.txt"]
    kept = deleted(vfs)
    assert [(d.entry.name, d.path) for d in kept] == [("a.txt", f"{DOCS}/a.txt"), ("Sub", f"{DOCS}/Sub")]
    for d in kept:
        vfs = restore(vfs, d.entry.path, NOW + 2)
    assert [e.name for e in vfs.list(DOCS)] == [e.name for e in before.list(DOCS)]
    assert deleted(vfs) == ()


def test_the_bin_keeps_things_of_one_name_and_can_be_emptied(vfs: Vfs) -> None:
    vfs = delete(vfs, (f"{DOCS}/a.txt",), NOW)
    vfs = delete(vfs.write(f"{DOCS}/a.txt", b"2", NOW), (f"{DOCS}/a.txt",), NOW)
    first, second = deleted(vfs)
    vfs = delete(vfs, (first.entry.path,), NOW)
    assert deleted(vfs) == (second,)
    with pytest.raises(VfsError):
        restore(vfs, first.entry.path, NOW)
    assert deleted(empty(vfs, NOW)) == ()


def stat(name: str, size: int = 0, mtime: int = 0, is_dir: bool = False) -> Stat:
    return Stat(name, f"{DOCS}/{name}", is_dir, size, mtime)


def test_order() -> None:
    entries = (stat("b10.txt", 1, 3), stat("B2.docx", 5, 1), stat("sub", is_dir=True), stat("a.txt", 3, 2))
    assert [e.name for e in in_order(entries, "name")] == ["sub", "a.txt", "B2.docx", "b10.txt"]
    assert [e.name for e in in_order(entries, "size", True)] == ["B2.docx", "a.txt", "b10.txt", "sub"]
    assert [e.name for e in in_order(entries, "date")] == ["sub", "B2.docx", "a.txt", "b10.txt"]
    assert [e.name for e in in_order(entries, "type")] == ["sub", "B2.docx", "a.txt", "b10.txt"]
    assert natural("a2") < natural("a10")


def test_what_a_person_is_told() -> None:
    assert (kind_of(stat("a.docx")), icon_of(stat("a.docx"))) == ("Microsoft Word Document", "file-docx")
    assert (kind_of(stat("a")), kind_of(stat("a.xyz")), kind_of(stat("s", is_dir=True))) == (
        "File",
        "XYZ File",
        "File folder",
    )
    assert [size_text(stat("a", n)) for n in (0, 1, 1024, 1025, 3_000_000)] == [
        "0 KB",
        "1 KB",
        "1 KB",
        "2 KB",
        "2,930 KB",
    ]
    assert date_text(NOW + 4 * 3_600_000) == "3/14/2025 1:00 PM"


@pytest.mark.parametrize("path", ["C:/Users", HOME, DOCS])
def test_folders_of_the_system_stay(vfs: Vfs, path: str) -> None:
    with pytest.raises(VfsError, match="permission"):
        delete(vfs, (path,), NOW)
    with pytest.raises(VfsError, match="permission"):
        rename(vfs, path, "other", NOW)
    with pytest.raises(VfsError, match="permission"):
        paste(vfs, (path,), "C:", cut=True, now=NOW)
