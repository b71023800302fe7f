"""BreeZip, used as a person does: archives are looked into, protected, changed and made; others read them."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from omnigym.documents.archives import Member, write_zip
from omnigym.documents.zip_outline import outline_of, read_locked
from omnigym.errors import TooLargeError, UnreadableError
from omnigym.pictures import scene_file

_FILES = {"photos/quay.jpg": Member(scene_file("harbour", ".jpg")), "readme.txt": Member(b"Open the lid first.")}


@pytest.fixture
def breezip(hands: Any) -> Any:
    hands.device.write_file("Documents/kit.zip", write_zip(_FILES, comment="From the supplier"))
    hands.device.write_file("Documents/secret.zip", write_zip(_FILES, "sesame"))
    hands.device.write_file("Documents/broken.zip", write_zip(_FILES)[:500])
    hands.open("breezip")
    return hands


def shown(hands: Any, name: str) -> None:
    hands.click("breezip.nav.open_archive")
    hands.type(f"C:\\Users\\user\\Documents\\{name}\n")


def said(hands: Any) -> str:
    return " ".join(node.name for node in hands.device.tree())


def archive(hands: Any, name: str) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(hands.device.read_file(f"Documents/{name}")))


def test_a_picture_and_a_text_are_previewed_and_extracted_alone(breezip: Any) -> None:
    shown(breezip, "kit.zip")
    assert "From the supplier" in said(breezip)
    breezip.click("breezip.items.photos/quay.jpg")
    assert breezip.see("breezip.shown") is not None
    breezip.click("breezip.items.readme.txt")
    assert "Open the lid first." in said(breezip)
    breezip.click("breezip.extract")
    breezip.type("C:\\Users\\user\\Desktop\\new\n")
    assert breezip.names("Desktop/new") == ["readme.txt"]
    breezip.click("breezip.show_made")
    assert "new" in breezip.title()


def test_a_password_is_asked_for_set_and_removed(breezip: Any) -> None:
    shown(breezip, "secret.zip")
    breezip.type("wrong\n")
    breezip.click("message.ok", "breezip.extract")
    breezip.type("C:\\Users\\user\\Desktop\n")
    assert "Enter its password" in said(breezip)
    breezip.click("message.ok", "breezip.unlock")
    breezip.type("sesame\n")
    breezip.click("breezip.unprotect")
    assert archive(breezip, "secret.zip").read("readme.txt") == b"Open the lid first."
    breezip.click("breezip.protect")
    breezip.type("other\n")
    with pytest.raises(RuntimeError):
        archive(breezip, "secret.zip").read("readme.txt")
    assert archive(breezip, "secret.zip").read("readme.txt", b"other") == b"Open the lid first."


def test_files_are_renamed_added_deleted_and_the_archive_is_commented(breezip: Any) -> None:
    shown(breezip, "kit.zip")
    breezip.click("breezip.items.readme.txt", "breezip.rename")
    breezip.type("a/b\n")
    assert "not valid" in said(breezip)
    breezip.click("message.ok", "breezip.rename")
    breezip.type("start.txt\n")
    breezip.click("breezip.add")
    breezip.type("C:\\Users\\user\\Documents\\notes.txt\n")
    breezip.click("breezip.items.photos/quay.jpg", "breezip.delete", "message.delete", "breezip.comment")
    breezip.type("Checked\n")
    made = archive(breezip, "kit.zip")
    assert (sorted(made.namelist()), made.comment, made.testzip()) == (["notes.txt", "start.txt"], b"Checked", None)


def test_a_new_archive_keeps_files_of_one_name_apart(breezip: Any) -> None:
    breezip.device.write_file("Desktop/notes.txt", "other")
    breezip.click("breezip.nav.new_archive")
    for folder in ("Documents", "Desktop"):
        breezip.click("breezip.new.take_file")
        breezip.type(f"C:\\Users\\user\\{folder}\\notes.txt\n")
    breezip.click("breezip.new_comment")
    breezip.type("Both")
    breezip.click("breezip.new.create")
    breezip.type("both\n")
    made = archive(breezip, "both.zip")
    assert (made.namelist(), made.comment) == (["notes (2).txt", "notes.txt"], b"Both")


@pytest.mark.parametrize("name", ["broken.zip", "notes.txt"])
def test_a_damaged_archive_gets_a_message(breezip: Any, name: str) -> None:
    shown(breezip, name)
    assert f"Cannot open {name}" in said(breezip)


def test_an_archive_that_goes_while_it_is_shown_is_told_of(breezip: Any) -> None:
    shown(breezip, "kit.zip")
    breezip.device.write_file("Documents/kit.zip", b"gone")
    breezip.click("breezip.extract")
    breezip.type("C:\\Users\\user\\Desktop\n")
    assert "damaged" in said(breezip)


def test_encrypted_archives_of_bytes() -> None:
    made = write_zip(_FILES, "pässword", "ü")
    assert made == write_zip(_FILES, "pässword", "ü")
    assert (outline_of(made).locked, outline_of(made).comment) == (True, "ü")
    assert {n: m.content for n, m in read_locked(made, "pässword").items()} == {n: m.content for n, m in _FILES.items()}
    for content, password in ((made, "x"), (made, ""), (made[:-40], "pässword"), (b"", "")):
        with pytest.raises(UnreadableError):
            read_locked(content, password)
    with pytest.raises(TooLargeError):
        write_zip({"a": Member(bytes(3_000_000))}, "x")
