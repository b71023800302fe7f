"""What a check says of a file that cannot be read: damaged is *not yet*, more than is read is *cannot tell*."""

from __future__ import annotations

import zipfile
from typing import Any

import pytest

from omnigym.devices.fake import FakeDevice
from omnigym.devices.protocol import Device, FileInfo
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import TooLargeError, UnreadableError
from omnigym.evaluation.bound_check import bind
from omnigym.evaluation.condition import Condition, Verdict, all_of, negate
from omnigym.evaluation.probe import Probe
from omnigym.foreign.limits import FILE_BYTES, JSON_BYTES, MOMENT_BYTES

#: A check of each reader, the file that it reads first, and its other arguments.
CHECKS: dict[str, tuple[str, dict[str, Any]]] = {
    "document_contains": ("a.docx", {"path": "a.docx", "text": "x"}),
    "document_text": ("a.odt", {"path": "a.odt", "text": "x"}),
    "slide_titles": ("a.pptx", {"path": "a.pptx", "titles": ["x"]}),
    "sheet_cell": ("a.xlsx", {"path": "a.xlsx", "cell": "A1", "value": 1}),
    "pdf_contains": ("a.pdf", {"path": "a.pdf", "texts": ["x"]}),
    "same_picture": ("a.png", {"path": "a.png", "other": "a.png"}),
    "archive_holds": ("a.zip", {"path": "a.zip", "file": "a.zip"}),
    "bookmarked": (".config/chromium/Default/Bookmarks", {"path": "x"}),
}


#: A table of each kind that apps keep, and its file: whether a row is wanted or unwanted, damage proves neither.
TABLES = {
    "content://todo/tasks": "AppData/Local/ToDo/tasks.json",
    "content://calculator/memory": "AppData/Local/Calculator/memory.json",
    "content://browser/favourites": "AppData/Local/Browser/favourites.json",
}


class Sparse(FakeDevice):
    """A device with a file that seems to be much larger than what can be read."""

    def stat(self, path: str) -> FileInfo | None:
        found = super().stat(path)
        return None if found is None else FileInfo(found.path, found.is_dir, 200 << 30)

    def read_file(self, path: str) -> bytes:
        raise MemoryError(f"{path} was read")


def judged(check: str, args: dict[str, Any], device: Device) -> Verdict:
    fold = bind(Condition(check, args))
    return fold.step(fold.initial, (), Probe(device)).verdict


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04none", b"%PDF-/FontFile", b'{"a": ', b"\xff" * 40])
def test_a_damaged_file_is_not_yet_what_was_asked_for(check: str, content: bytes) -> None:
    path, args = CHECKS[check]
    device = FakeDevice()
    device.write_file(path, content)
    assert judged(check, args, device).status == "not_yet"


@pytest.fixture(scope="module")
def desktop() -> SimDevice:
    return SimDevice()


@pytest.mark.parametrize("check", ["row_exists", "row_absent"])
@pytest.mark.parametrize("uri", TABLES)
@pytest.mark.parametrize("content", [b"", b'{"a": ', b"\xff" * 40, b"5"])
def test_a_damaged_table_proves_neither_that_a_row_is_there_nor_that_it_is_not(
    desktop: SimDevice, check: str, uri: str, content: bytes
) -> None:
    desktop.write_file(TABLES[uri], content)
    verdict = judged(check, {"uri": uri, "columns": {}}, desktop)
    assert verdict.status == "not_yet" and ".json" in verdict.message


def test_a_table_that_is_more_than_is_read_cannot_be_told(desktop: SimDevice) -> None:
    for uri, path in TABLES.items():
        desktop.write_file(path, b" " * (JSON_BYTES + 1))
        assert judged("row_absent", {"uri": uri, "columns": {}}, desktop).status == "cannot_tell"


@pytest.mark.parametrize("check", CHECKS)
def test_a_file_that_is_more_than_is_read_cannot_be_told_and_is_not_read(check: str) -> None:
    path, args = CHECKS[check]
    device = Sparse()
    device.write_file(path, b"x")
    verdict = judged(check, args, device)
    assert verdict.status == "cannot_tell"
    assert "214,748,364,800" in verdict.message
    assert verdict.by_agent


@pytest.mark.parametrize("check", ["document_contains", "sheet_cell", "slide_titles"])
def test_a_machine_without_memory_is_no_verdict_on_the_agent(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*_: object, **__: object) -> None:
        raise MemoryError

    path, args = CHECKS[check]
    device = FakeDevice()
    device.write_file(path, b"PK of no other test")
    monkeypatch.setattr(zipfile.ZipFile, "__init__", no_memory)
    verdict = judged(check, args, device)
    assert (verdict.status, verdict.by_agent) == ("cannot_tell", False)


def test_the_negation_of_what_cannot_be_told_cannot_be_told() -> None:
    device = Sparse()
    device.write_file("a.docx", b"x")
    condition = Condition("document_contains", {"path": "a.docx", "text": "x"})
    for combined in (negate(condition), all_of(condition, condition)):
        fold = bind(combined)
        assert fold.step(fold.initial, (), Probe(device)).verdict.status == "cannot_tell"


def test_all_that_is_read_in_a_moment_is_bounded() -> None:
    device = FakeDevice()
    count = MOMENT_BYTES // FILE_BYTES
    content = bytes(FILE_BYTES)
    for number in range(count + 1):
        device.write_file(f"{number}.bin", content)
    probe = Probe(device)
    for number in range(count):
        assert probe.read_file(f"{number}.bin") is not None
    with pytest.raises(TooLargeError, match="all files"):
        probe.read_file(f"{count}.bin")
    probe.refresh(())
    assert probe.read_file(f"{count}.bin") is not None


def test_the_error_of_a_reader_names_the_file() -> None:
    def read(content: bytes) -> int:
        raise UnreadableError("no such kind.")

    device = FakeDevice()
    device.write_file("a.bin", b"x")
    with pytest.raises(UnreadableError, match=r"^'a\.bin': no such kind\."):
        Probe(device).read("a.bin", read)
    assert Probe(device).read("b.bin", read) is None
