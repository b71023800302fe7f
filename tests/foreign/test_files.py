"""Files and JSON from outside: what is refused, how quickly, and how short it is said."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from omnigym.errors import TooLargeError, UnreadableError
from omnigym.foreign import (
    append_to,
    fault_in,
    held_lock,
    parse_json,
    read_bytes,
    read_lines,
    read_text,
    replace_file,
    show_value,
)
from omnigym.foreign.limits import MAX_DEPTH, MAX_NUMBER, MAX_TEXT, MAX_VALUES


def nested(depth: int) -> object:
    value: object = 0
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1, column 2"),
        ("[NaN]", "NaN is no value"),
        ("[-Infinity]", "-Infinity is no value"),
        ('{"a": 1, "b": 2, "a": 3}', "'a' occurs twice"),
        ("9" * 5000, "too many digits"),
        ("[" * 200_000, "nested too deeply"),
    ],
)
def test_what_is_no_json_is_refused(text: str, said: str) -> None:
    with pytest.raises(UnreadableError, match=said):
        parse_json(text)


@pytest.mark.parametrize(
    ("value", "place", "said"),
    [
        ({"a": [0, float("inf")]}, "a[1]", "finite"),
        ({"a": {"b": MAX_NUMBER + 1}}, "a.b", "64 bits"),
        (["\ud800"], "[0]", "UTF-16"),
        ({"\ud800": 1}, "\ud800", "a name in it"),
        ({"a": "x" * (MAX_TEXT + 1)}, "a", "1,000,000 characters"),
        ("x" * (MAX_TEXT + 1), "", "characters"),
        (nested(MAX_DEPTH + 1), "[0]" * 8 + "...", f"{MAX_DEPTH} deep"),
        ([0] * (MAX_VALUES + 1), "", "500,000 values"),
    ],
)
def test_what_is_too_large_is_found_with_its_place(value: object, place: str, said: str) -> None:
    found = fault_in(value)
    assert found is not None
    assert (found[0], said in found[1]) == (place, True)


@pytest.mark.parametrize("value", [None, 1, "x", {"a": [1.5, MAX_NUMBER, True, "é漢"]}, nested(MAX_DEPTH)])
def test_what_is_plain_has_no_fault(value: object) -> None:
    assert fault_in(value) is None


def test_only_regular_files_of_some_size_are_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff" * 10)
    assert read_bytes(tmp_path / "a", 10) == b"\xff" * 10
    os.mkfifo(tmp_path / "pipe")
    for path, most, said in (
        (tmp_path / "a", 9, "10 bytes or more, and 9 are the most"),
        (tmp_path, 9, "directory"),
        (tmp_path / "pipe", 9, "no regular file"),
        (Path("/dev/zero"), 9, "no regular file"),
        (Path("/proc/self/maps"), 9, "bytes or more"),
        (tmp_path / "a\0b", 9, "path cannot be used"),
        (tmp_path / ("x" * 5000), 9, "too long"),
        (tmp_path / "a" / "b", 9, "Not a directory"),
    ):
        with pytest.raises(UnreadableError, match=f"(?i){said}"):
            read_bytes(path, most)
    with pytest.raises(UnreadableError, match="UTF-8"):
        read_text(tmp_path / "a", 10)
    with pytest.raises(FileNotFoundError):
        read_text(tmp_path / "none", 10)


def test_lines_are_read_up_to_the_last_newline_and_to_a_length(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"ab\n\n\xff\ncut")
    assert list(read_lines(path, 3)) == ["ab", "", "\ufffd"]
    lines = read_lines(path, 1)
    with pytest.raises(TooLargeError, match="a line has at most 1 bytes"):
        next(lines)
    for wrong in (tmp_path, Path("/dev/zero"), tmp_path / "a\0b"):
        with pytest.raises(UnreadableError):
            list(read_lines(wrong, 9))


def test_what_is_shown_is_short() -> None:
    assert len(show_value("x" * 10**7)) < 100
    assert len(show_value({str(n): ["x" * 10**5] * 1000 for n in range(1000)})) < 3000


LINKS: dict[str, Callable[[Path, Path], None]] = {
    "a symbolic link": lambda name, other: name.symlink_to(other),
    "a hard link": lambda name, other: name.hardlink_to(other),
    "a pipe": lambda name, _: os.mkfifo(name),
}


@pytest.mark.parametrize("link", LINKS.values(), ids=LINKS)
def test_nothing_is_written_through_a_link(tmp_path: Path, link: Callable[[Path, Path], None]) -> None:
    other, name = tmp_path / "other", tmp_path / "here"
    other.write_text("theirs")
    link(name, other)
    link(tmp_path / "here.part", other)
    for way in (append_to, held_lock):
        with pytest.raises(OSError, match=r"link|address|Too many"), way(name):
            pass
    replace_file(name, "mine")
    assert (other.read_text(), name.read_text(), name.is_symlink()) == ("theirs", "mine", False)


def test_what_cannot_be_replaced_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / ("n" * 255)
    path.write_text("before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, "after")
    assert [p.read_text() for p in tmp_path.iterdir()] == ["before"]


def test_a_lock_is_held_by_one(tmp_path: Path) -> None:
    with held_lock(tmp_path / "lock"), pytest.raises(BlockingIOError), held_lock(tmp_path / "lock"):
        pass
    with held_lock(tmp_path / "lock"):
        pass
