"""Checks of what the real desktop's applications leave: maildirs, archives, bookmarks, PDF files, displays."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from typing import Any, Literal

import pytest

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.devices.protocol import ClipboardContent, FileInfo, WindowInfo
from omnigym.documents import plain, write_docx
from omnigym.documents.pdf import pdf_of_text
from omnigym.evaluation.checks import browser, calculator, command_line, mail, pdf_files
from omnigym.evaluation.probe import Probe


class Desk(Probe):
    """What a probe tells of a Linux desktop with these files, this clipboard and this window."""

    platform = "linux"
    earlier = ()

    def __init__(self, files: dict[str, bytes], copied: str = "", title: str = "", **node: Any) -> None:
        self.files, self.copied, self.title, self.node = files, copied, title, node

    def read_file(self, path: str) -> bytes | None:
        return self.files.get(path)

    def list_dir(self, path: str) -> tuple[FileInfo, ...] | None:
        below = {p[len(path) + 1 :].split("/")[0] for p in self.files if p.startswith(path + "/")}
        return tuple(FileInfo(f"{path}/{n}", f"{path}/{n}" not in self.files, 0) for n in sorted(below)) or None

    def native_path(self, path: str) -> str:
        return f"/home/user/{path}"

    def clipboard(self) -> ClipboardContent:
        return ClipboardContent(text=self.copied)

    def windows(self) -> tuple[WindowInfo, ...]:
        return (WindowInfo("1", "calculator", self.title, (0, 0, 9, 9), True),)

    def tree(self) -> Tree:
        builder = BlockBuilder()
        builder.add(Role.WINDOW, self.title, (0, 0, 9, 9), State.NONE)
        builder.add(
            self.node.get("role", Role.TEXT_AREA), "", (0, 0, 9, 9), State.NONE, value=self.node.get("value", "")
        )
        return Tree((builder.build(),), (9, 9))


LETTER = b"From: Ann <ann@example.com>\nTo: me@example.com\nSubject: Boats\n\nThree of them.\n"


def test_a_mail_in_a_maildir_has_its_marks_in_its_name() -> None:
    desk: Any = Desk({"Mail/Inbox/cur/1.a:2,FS": LETTER, "Mail/Archive/new/2.a": LETTER})
    assert mail.mail_in_folder(desk, "Inbox", "Boats", read=True, flagged=True)
    assert not mail.mail_in_folder(desk, "Inbox", "Boats", read=False)
    assert mail.mail_in_folder(desk, "Archive", "Boats", read=False, flagged=False)
    assert not mail.mail_in_folder(desk, "Junk", "Boats")


@pytest.mark.parametrize(
    ("taken", "sent"),
    [
        ({}, False),
        ({".cache/post/a.eml": LETTER}, True),
        ({".cache/post/a.eml": LETTER.replace(b"Three", b"Four")}, False),
        ({".cache/post/a.eml": LETTER.replace(b"me@", b"you@")}, False),
        ({".cache/post/a.part": LETTER}, False),
    ],
)
def test_a_mail_was_sent_if_the_mail_server_took_it(taken: dict[str, bytes], sent: bool) -> None:
    desk: Any = Desk({"Mail/Sent/cur/1.a:2,S": LETTER, **taken})
    assert bool(mail.mail_sent(desk, ["me@example.com"], "Boats", "Three of them.")) is sent
    assert mail.mail_in_folder(desk, "Sent", "Boats")


@pytest.mark.parametrize(("taken", "sent"), [(b"One\r\nTwo", True), (b"One\r\nToo", False)])
def test_a_text_travels_with_the_line_ends_of_smtp(taken: bytes, sent: bool) -> None:
    """The mail server has a text file with CRLF, the folder Sent as it was."""
    head = b"From: me@example.com\nTo: ann@example.com\nSubject: List\nMIME-Version: 1.0\n"
    head += b'Content-Type: multipart/mixed; boundary="-"\n\n---\nContent-Type: text/plain\n\n\n---\n'
    letter = head + b"Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\n%s\n-----\n"
    kept, gone = letter % b"One\nTwo", (letter % taken.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    desk: Any = Desk({"Mail/Sent/cur/1.a:2,S": kept, ".cache/post/a.eml": gone})
    assert [m.attachments[0].content for m in mail._found_in_maildir(desk, "Sent", "List")] == [b"One\nTwo"]
    assert bool(list(mail._sent(desk, "List"))) is sent


def test_a_mail_that_is_marked_as_trashed_is_gone() -> None:
    desk: Any = Desk({"Mail/Inbox/cur/1.a:2,ST": LETTER})
    assert not mail.mail_in_folder(desk, "Inbox", "Boats")


def tar(name: str, content: bytes, mode: Literal["w", "w:gz"] = "w:gz") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as file:
        info = tarfile.TarInfo(name)
        info.size = len(content)
        file.addfile(info, io.BytesIO(content))
    return out.getvalue()


def zipped(name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("archive", "holds"),
    [
        (tar("./a.txt", b"one"), True),
        (tar("a.txt", b"one", "w"), False),
        (tar("a.txt", b"two"), False),
        (tar("b.txt", b"one"), False),
        (b"no archive", False),
    ],
    ids=[
        "tar",
        "not compressed",
        "other content",
        "other name",
        "none",
    ],  # the bytes hold the time at which they were made
)
def test_an_archive_holds_a_file_by_name_and_content(archive: bytes, holds: bool) -> None:
    desk: Any = Desk({"x.tar.gz": archive, "Documents/a.txt": b"one"})
    assert bool(command_line.archive_holds(desk, "x.tar.gz", "Documents/a.txt")) == holds


def test_an_archive_may_be_a_zip_file() -> None:
    desk: Any = Desk({"x.zip": zipped("deep/a.txt", b"one"), "Documents/a.txt": b"one"})
    assert command_line.archive_holds(desk, "x.zip", "Documents/a.txt")


@pytest.mark.parametrize(
    ("archive", "lacks"),
    [
        (zipped("b.txt", b""), True),
        (zipped("deep/a.txt", b""), False),
        (tar("b.txt", b"one"), True),
        (b"no archive", False),
        (None, False),
    ],
    ids=["zip", "still there", "tar", "none", "missing"],
)
def test_an_archive_lacks_a_file_and_has_the_others(archive: bytes | None, lacks: bool) -> None:
    desk: Any = Desk({} if archive is None else {"x.zip": archive})
    assert bool(command_line.archive_lacks(desk, "x.zip", "a.txt", 1)) == lacks


def test_what_is_typed_at_the_prompt_is_no_output() -> None:
    shown: Any = Desk({}, role=Role.TERMINAL, value="~$ echo 3 weeks are 21\n3 weeks are 21\n~$ ")
    assert command_line.terminal_shows(shown, "3 weeks are 21")
    typed: Any = Desk({}, role=Role.TERMINAL, value="~$ 3 weeks are 21")
    assert not command_line.terminal_shows(typed, "3 weeks are 21")


@pytest.mark.parametrize(
    ("shown", "value", "divisor", "same"),
    [
        ("391", "391.0", "1", True),
        ("−2.5", "-2.5", "1", True),
        ("14.2857143", "100", "7", True),
        ("14.3", "100", "7", False),
        ("23×17", "391", "1", False),
        ("1", "1", "0", False),
    ],
)
def test_a_calculator_shows_a_number(shown: str, value: str, divisor: str, same: bool) -> None:
    desk: Any = Desk({}, title="Calculator", value=shown)
    assert bool(calculator.calculator_shows(desk, value, divisor)) == same


def test_a_bookmark_is_known_by_its_file_and_name() -> None:
    entry = {"type": "url", "name": "Zoo", "url": "file:///home/user/Documents/my%20zoo.html"}
    kept = {"roots": {"bookmark_bar": {"type": "folder", "children": [{"type": "folder", "children": [entry]}]}}}
    desk: Any = Desk({".config/chromium/Default/Bookmarks": json.dumps(kept).encode()})
    assert browser.bookmarked(desk, "Documents/my zoo.html", "Zoo")
    assert not browser.bookmarked(desk, "Documents/my zoo.html", "Animals")
    assert not browser.bookmarked(desk, "Documents/zoo.html")
    spoiled: Any = Desk({".config/chromium/Default/Bookmarks": b"{"})
    assert not browser.bookmarked(spoiled, "Documents/zoo.html")


def test_the_text_of_a_pdf_is_on_the_clipboard_whatever_its_lines() -> None:
    files = {"a.pdf": pdf_of_text("First line\nSecond line\fThird line")}
    whole: Any = Desk(files, copied="Third line\nFirst line Second line")
    assert pdf_files.clipboard_holds_pdf(whole, "a.pdf")
    part: Any = Desk(files, copied="First line\nSecond line")
    assert not pdf_files.clipboard_holds_pdf(part, "a.pdf")


def test_a_pdf_shows_a_document() -> None:
    document = write_docx(plain("Dear all\nSee you soon"))
    desk: Any = Desk(
        {"a.docx": document, "a.pdf": pdf_of_text("Dear all\nSee you\nsoon"), "b.pdf": pdf_of_text("Dear")}
    )
    assert pdf_files.pdf_shows_document(desk, "a.pdf", "a.docx")
    assert not pdf_files.pdf_shows_document(desk, "b.pdf", "a.docx")
    assert not pdf_files.pdf_shows_document(desk, "c.pdf", "a.docx")
