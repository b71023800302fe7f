"""7-Zip, used as a person does: its archives are real, and foreign ones are met with care."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from omnigym.a11y import State
from omnigym.documents.archives import Member, read_zip, write_zip

DOCS = "C:\\Users\\user\\Documents"
KIT = write_zip({"read me.txt": Member(b"hello"), "parts/lid.txt": Member(b"lid")})


@pytest.fixture
def zipped(hands: Any) -> Any:
    hands.device.write_file("Documents/kit.zip", KIT)
    hands.open("sevenzip")
    return hands


def at(hands: Any, name: str) -> str:
    return f"sevenzip.items.{name}"


def held(hands: Any, path: str) -> dict[str, bytes]:
    return {name: m.content for name, m in read_zip(hands.device.read_file(path)).items()}


def test_files_and_folders_are_packed_as_they_are(zipped: Any) -> None:
    zipped.click(at(zipped, "notes.txt"))
    zipped.click(at(zipped, "Projects"), hold=("ctrl",))
    zipped.click("sevenzip.add")
    zipped.type("all\n")
    assert sorted(held(zipped, "Documents/all.zip")) == ["Projects/readme.txt", "notes.txt"]
    with zipfile.ZipFile(io.BytesIO(zipped.device.read_file("Documents/all.zip"))) as archive:
        assert archive.read("notes.txt") == zipped.device.read_file("Documents/notes.txt")
    zipped.click(at(zipped, "shopping list.txt"))
    zipped.click("sevenzip.add")
    zipped.type("kit.zip\n")
    assert sorted(held(zipped, "Documents/kit.zip")) == ["parts/lid.txt", "read me.txt", "shopping list.txt"]


def test_an_archive_is_a_folder_to_look_into(zipped: Any) -> None:
    zipped.click(at(zipped, "kit.zip"), count=2)
    assert zipped.title() == f"{DOCS}\\kit.zip"
    zipped.click(at(zipped, "parts"), count=2)
    zipped.click(at(zipped, "lid.txt"))
    zipped.press("f5")
    zipped.type("C:\\Users\\user\\Desktop\n")
    assert zipped.device.read_file("Desktop/lid.txt") == b"lid"
    assert zipped.device.read_file("Documents/kit.zip") == KIT, "nothing is new in it"
    zipped.click(at(zipped, "lid.txt"))
    zipped.press("delete")
    zipped.click("message.yes")
    assert held(zipped, "Documents/kit.zip") == {"read me.txt": b"hello"}


def test_extract_from_the_outside_and_from_the_inside(zipped: Any) -> None:
    assert not zipped.has("sevenzip.extract", State.ENABLED), "no archive is selected"
    zipped.click(at(zipped, "kit.zip"), "sevenzip.extract")
    zipped.type("out\n")
    assert zipped.device.read_file("Documents/out/parts/lid.txt") == b"lid"
    zipped.click(at(zipped, "kit.zip"), count=2)
    zipped.click("sevenzip.extract")
    zipped.type("C:\\Users\\user\\Music\\kit\n")
    assert zipped.device.read_file("Music/kit/read me.txt") == b"hello"


def test_a_move_takes_it_out_and_test_and_info_tell(zipped: Any) -> None:
    zipped.click(at(zipped, "kit.zip"), "sevenzip.test")
    assert zipped.node("message.text").name == f"{DOCS}\\kit.zip\nFiles: 2\nSize: 8\nThere are no errors."
    zipped.press("escape")
    zipped.click(at(zipped, "kit.zip"), count=2)
    zipped.click(at(zipped, "read me.txt"), "sevenzip.move")
    zipped.type("C:\\Users\\user\\Desktop\n")
    assert (zipped.device.read_file("Desktop/read me.txt"), held(zipped, "Documents/kit.zip")) == (
        b"hello",
        {"parts/lid.txt": b"lid"},
    )


def test_explorer_opens_archives_with_it(zipped: Any) -> None:
    zipped.device.launch("file_manager", "Documents")
    zipped.click("explorer.items.kit.zip", count=2)
    assert zipped.title() == f"{DOCS}\\kit.zip"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04none",
        KIT[:-9],
        write_zip({"../../../Desktop/out.txt": Member(b"x")}),
        write_zip({"C:/out.txt": Member(b"x")}),
        write_zip({"a": Member(b"x"), "a/b": Member(b"x")}),
    ],
    ids=["empty", "no zip", "cut off", "out of it", "drive", "in the way"],
)
def test_a_bad_archive_is_told_and_changes_nothing(zipped: Any, content: bytes) -> None:
    zipped.device.write_file("Documents/bad.zip", content)
    before = zipped.names("Documents"), zipped.names("Desktop")
    zipped.click(at(zipped, "bad.zip"), count=2)
    assert zipped.node("message.text").name.startswith("Cannot open")
    zipped.press("escape")
    zipped.click(at(zipped, "bad.zip"), "sevenzip.extract")
    zipped.type("\n")
    assert zipped.see("message.text") is not None
    zipped.press("escape")
    assert (zipped.names("Documents"), zipped.names("Desktop")) == before


@pytest.mark.parametrize("typed", ["C:\\a?b", "C:\\Users\\user\\Documents\\notes.txt", 'x"y'])
def test_a_place_that_cannot_be_is_told(zipped: Any, typed: str) -> None:
    zipped.click(at(zipped, "shopping list.txt"), "sevenzip.copy")
    zipped.type(f"{typed}\n")
    assert zipped.see("message.text") is not None
