"""The boundary behind which foreign bytes are parsed, and what what is read may be."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from typing import Any

import pytest

from omnigym.errors import MissingDependencyError, TooLargeError, UnreadableError
from omnigym.foreign import convert_errors, parse_json, read_json, readable, remember_contents, sound_text


@pytest.mark.parametrize(
    ("raised", "becomes"),
    [
        (zlib.error("damaged"), UnreadableError),
        (KeyError("part"), UnreadableError),
        (struct.error("short"), UnreadableError),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"), UnreadableError),
        (zipfile.BadZipFile("none"), UnreadableError),
        (zipfile.LargeZipFile("large"), UnreadableError),
        (NotImplementedError("method 99"), UnreadableError),
        (OverflowError("int"), UnreadableError),
        (AssertionError(), UnreadableError),
        (RecursionError("deep"), TooLargeError),
        (MemoryError(), TooLargeError),
        (TooLargeError("limit"), TooLargeError),
        (MissingDependencyError("x", "y", "z"), MissingDependencyError),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_whatever_a_parser_raises_becomes_one_of_two_errors(raised: Exception, becomes: type[Exception]) -> None:
    with pytest.raises(becomes) as caught, convert_errors("file"):
        raise raised
    assert type(caught.value) is becomes
    assert caught.value is raised or caught.value.__cause__ is raised


def test_of_many_files_a_damaged_one_is_passed_over_and_one_too_large_is_not() -> None:
    def read(content: bytes) -> int:
        with convert_errors("number"):
            if content == b"large":
                raise TooLargeError("too large")
            return int(content)

    assert readable(read, b"3") == 3
    assert readable(read, b"x") is None
    with pytest.raises(TooLargeError):
        readable(read, b"large")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff", b"[NaN]", b"[1e999]", b"[-Infinity]", b"9" * 5000, b"[9223372036854775808]"],
)
def test_what_is_no_record_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        read_json(content)


@pytest.mark.parametrize("content", [b"[" * 100_000, b"[" * 200 + b"]" * 200, b" " * 9_000_000 + b"1"])
def test_a_record_has_its_limits(content: bytes) -> None:
    with pytest.raises(TooLargeError):
        read_json(content)


@pytest.mark.parametrize("depth", [200, 900, 100_000])
def test_a_value_that_is_nested_deeply_is_no_value(depth: int) -> None:
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        with pytest.raises(TooLargeError):
            parse_json(text)
    assert parse_json("[" * 100 + "]" * 100 + " " * 100) and parse_json("[[],[]," * 90 + "1" + "]" * 90)


def test_texts_of_records_can_be_written_again() -> None:
    found = read_json(b'{"a\\ud800": ["\\ud83d\\ude00", "\\udc00x"]}')
    assert found == {"a\ufffd": ["😀", "\ufffdx"]}
    assert json.dumps(found, ensure_ascii=False).encode()
    assert sound_text("ab") == "ab" and sound_text("é") == "é"


def test_what_was_read_is_remembered_by_its_weight() -> None:
    calls: list[bytes] = []

    def read(content: bytes) -> Any:
        calls.append(content)
        return content

    light = remember_contents(2, lambda _content, _found: 0)(read)
    for content in (b"a", b"b", b"a", b"c", b"a", b"b"):
        light(content)
    assert calls == [b"a", b"b", b"c", b"b"]
    calls.clear()
    heavy = remember_contents(10, lambda _content, _found: 60, most=100)(read)
    for content in (b"a", b"a", b"b", b"b", b"a"):
        heavy(content)
    assert calls == [b"a", b"b", b"a"]
