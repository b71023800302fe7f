"""Archives are real ones, and the same bytes each time."""

from __future__ import annotations

import io
import zipfile

import pytest

from omnigym.documents.archives import Member, read_zip, write_zip
from omnigym.errors import TooLargeError, UnreadableError

MOMENT = 1_741_942_800_000
FILES = {"b/c.txt": Member(b"sea", MOMENT), "a.txt": Member(b"", 0)}


def test_others_can_read_them_and_the_bytes_follow_from_the_files() -> None:
    content = write_zip(FILES)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        assert [(i.filename, i.date_time[:3]) for i in archive.infolist()] == [
            ("a.txt", (1980, 1, 1)),
            ("b/c.txt", (2025, 3, 14)),
        ]
    assert content == write_zip(dict(reversed(FILES.items())))
    assert read_zip(content)["b/c.txt"] == FILES["b/c.txt"]


def packed(files: int, each: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.mkdir("folder")
        for n in range(files):
            archive.writestr(f"folder/{n}", b"\0" * each)
    return out.getvalue()


def test_what_is_deflated_is_read_and_folders_are_no_files() -> None:
    assert {name: len(m.content) for name, m in read_zip(packed(2, 1000)).items()} == {
        "folder/0": 1000,
        "folder/1": 1000,
    }


@pytest.mark.parametrize(
    ("content", "error"),
    [(b"", UnreadableError), (write_zip(FILES)[:-5], UnreadableError), (packed(20, 1 << 20), TooLargeError)],
    ids=["empty", "cut off", "bomb"],
)
def test_what_is_none_or_too_large_is_refused(content: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        read_zip(content)
