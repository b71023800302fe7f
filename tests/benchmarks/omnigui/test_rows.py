"""Files of rows: every layout comes back byte by byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from omnigym.benchmarks.omnigui.rows import LINES, LIST, read_rows, write_rows
from omnigym.errors import TooLargeError, UnreadableError

ROWS: list[dict[str, Any]] = [{"z": "点击“分享”😀", "a": [1, 2.5, None, True]}, {"a": {"b": "é\\n"}, "z": "", "n": -1}]


def listed(**style: Any) -> str:
    return json.dumps(ROWS, **{"ensure_ascii": False, **style})


def lined(end: str = "\n", **style: Any) -> str:
    return end.join([json.dumps(row, **{"ensure_ascii": False, **style}) for row in ROWS])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", listed()),
        ("a.json", listed(indent=2)),
        ("a.json", listed(indent=4) + "\n"),
        ("a.json", listed(indent="\t")),
        ("a.json", listed(separators=(",", ":"))),
        ("a.json", listed(ensure_ascii=True, indent=4)),
        ("a.json", "\ufeff" + listed(indent=2).replace("\n", "\r\n") + "\r\n"),
        ("a.json", "[]"),
        ("a.json", "[]\n"),
        ("a.jsonl", lined() + "\n"),
        ("a.jsonl", lined()),
        ("a.jsonl", lined(ensure_ascii=True) + "\n"),
        ("a.jsonl", lined("\r\n", separators=(",", ":")) + "\r\n"),
        ("a.jsonl", ""),
    ],
)
def test_what_is_read_is_written_byte_by_byte(tmp_path: Path, name: str, text: str) -> None:
    path, again = tmp_path / name, tmp_path / f"again-{name}"
    path.write_bytes(text.encode())
    found = read_rows(path)
    assert found.layout is not None
    assert [dict(row) for row in found.rows] == (ROWS if "z" in text else [])
    write_rows(again, found.rows, found.layout)
    assert again.read_bytes() == text.encode()


@pytest.mark.parametrize("text", ['[{"a": 1.50}]', '[{"a": "\\/"}]', '[{"a":1, "b": 2}]', '[\n{"a": 1}]'])
def test_a_layout_of_nobody_is_read_and_known_as_such(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    assert read_rows(path).layout is None and len(read_rows(path).rows) == 1


def test_new_files(tmp_path: Path) -> None:
    write_rows(tmp_path / "a.jsonl", ROWS, LINES)
    write_rows(tmp_path / "a.json", ROWS, LIST)
    assert (tmp_path / "a.jsonl").read_text("utf-8") == lined() + "\n"
    assert (tmp_path / "a.json").read_text("utf-8") == listed(indent=2)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.json", b'{"a": 1}', "a list of objects"),
        ("a.json", b"[1]", "a list of objects"),
        ("a.json", b'[{"a": 1}', "not JSON"),
        ("a.json", b'[{"a": NaN}]', "NaN"),
        ("a.json", b'[{"a": 1, "a": 2}]', "twice"),
        ("a.json", b'[{"a": "\\ud83d"}]', "half a pair"),
        ("a.json", b'[{"a": "\xff"}]', "UTF-8"),
        ("a.json", b"[" * 100_000, "nested"),
        ("a.jsonl", b'{"a": 1}\n{"a": \n', "line 2: not JSON"),
        ("a.jsonl", b"1\n", "a list of objects"),
    ],
)
def test_anything_else_is_one_typed_error(tmp_path: Path, name: str, content: bytes, why: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UnreadableError, match=why) as caught:
        read_rows(path)
    assert str(path) in str(caught.value)


def test_a_file_of_gigabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with path.open("wb") as file:
        file.truncate(1 << 32)
    with pytest.raises(TooLargeError):
        read_rows(path)
