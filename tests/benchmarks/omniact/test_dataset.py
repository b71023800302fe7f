"""The published layout is read lazily, with its oddities; what is broken is one typed error of its point."""

from __future__ import annotations

import json
import shutil
import struct
import time
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.benchmarks.omniact.dataset import OmniAct
from omnigym.benchmarks.omniact.layout import (
    PARTS,
    Box,
    LayoutDocument,
    TaskText,
    boxes_document,
    boxes_in,
    points_document,
)
from omnigym.benchmarks.omniact.writer import ScriptWriter, copy_set
from omnigym.codecs import read_script
from omnigym.errors import ConfigError, TooLargeError, UnknownNameError, UnreadableError
from tests.benchmarks.omniact.conftest import SIZE, png, put, row


def files(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def test_a_point_has_all_its_parts(root: Path) -> None:
    data = OmniAct(root)
    assert list(data) == ["train/1", "test/3", "test/2"]
    point = data["1"]
    assert (point.id, point.split, point.key) == ("1", "train", "train/1")
    assert point.instruction == "Search for Paris"
    assert [call.function for call in read_script(point.script)] == ["click", "write", "press"]
    frame = point.image()
    assert frame.shape == (SIZE[1], SIZE[0], 3)
    assert frame.dtype == "uint8"
    assert point.size() == SIZE
    assert point.boxes() == {
        "1": Box(80, 40, 120, 60, "search"),
        "2": Box(10, 10, 21, 30, "7"),
        "4": Box(40, 70, 50, 90, ""),
        "5": Box(100, 80, 140, 100, '["größer", 1]'),
    }
    assert point.ocr() == {"Suche “x”": (100.5, 50), "Go": (15.5, 20)}
    assert point.icons() == {"search": ((100, 50), (15.5, 20)), "none": ()}
    assert point.colours() == {"red": ((100, 50),)}


def test_files_of_pages_have_other_names_than_the_index_says(root: Path) -> None:
    point = OmniAct(root)["test/2"]
    assert point.entry["box"] == "annotations/web/shop/screen_1.json"
    assert str(point.path("box")) == "annotations/web/shop/screen1_boxes.json"
    assert str(point.path("image")) == "data/web/shop/screen1.png"
    assert str(point.path("ocr")) == "ocr/web/shop/screen_1.json"
    assert len(point.boxes()) == 4
    assert OmniAct(root)["test/3"].script == "  pyautogui.scroll(-300)"


def test_it_is_written_as_it_was_read(root: Path, tmp_path: Path) -> None:
    data = OmniAct(root)
    copy_set(data, tmp_path / "copy")
    assert files(tmp_path / "copy") == files(root)
    for path, content in files(root).items():  # each from its value, and none by copying what could not be repeated
        if path.endswith((".json", ".txt")):
            decode = LayoutDocument.decode if path.endswith(".json") else TaskText.decode
            assert decode(content).encode() == content, path


def test_what_no_writer_of_json_gives_is_copied(root: Path, tmp_path: Path) -> None:
    odd = b'{"a":  [1.50, 2]}'
    put(root, "ocr/desktop/mac/screen_1.json", odd)
    assert OmniAct(root)["1"].content("ocr") == odd
    copy_set(OmniAct(root), tmp_path / "copy")
    assert files(tmp_path / "copy") == files(root)


def test_a_set_that_is_written_is_read_again(tmp_path: Path) -> None:
    boxes = {"a": Box(1, 2, 3.5, 4, "x"), "b": Box(0, 0, 1, 1, "y", valid=False)}
    with ScriptWriter(tmp_path) as out:
        entry = row("0", "phone", "s0")
        out.file(entry["image"], png())
        out.file(entry["image"], png())
        out.file(entry["task"], TaskText("Do it", "pyautogui.press('a')").encode())
        out.file(entry["box"], boxes_document(boxes).encode())
        out.file(entry["ocr"], points_document({"t": (1, 2)}).encode())
        for part in ("color", "icon"):
            out.file(entry[part], points_document({"t": [(1, 2.5)]}).encode())
        out.point("val", "0", entry)
        with pytest.raises(ConfigError, match="two contents"):
            out.file(entry["image"], b"other")
        with pytest.raises(UnreadableError, match="below its folder"):
            out.file("../x", b"")
        with pytest.raises(ConfigError, match="is there already"):
            out.point("val", "0", entry)
        with pytest.raises(ConfigError, match="has no box"):
            out.point("val", "1", {part: entry[part] for part in PARTS[:-1]})
        with pytest.raises(UnknownNameError):
            out.point("dev", "0", entry)
    point = OmniAct(tmp_path)["0"]
    assert (point.instruction, point.script) == ("Do it", "pyautogui.press('a')")
    assert point.boxes() == {"a": boxes["a"]}
    assert boxes_in(boxes_document(boxes).value) == boxes
    assert (point.ocr(), point.icons()) == ({"t": (1, 2)}, {"t": ((1, 2.5),)})
    assert len(OmniAct(tmp_path).split("test")) == 0


def test_no_index_is_written_of_what_failed(tmp_path: Path) -> None:
    with pytest.raises(ConfigError), ScriptWriter(tmp_path) as out:
        _ = [out.point("val", "0", row("0", "x", "y")) for _ in range(2)]
    assert not list(tmp_path.iterdir())


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8"), max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(
    values.filter(lambda v: isinstance(v, dict | list)),
    st.sampled_from([None, " ", "    ", "\t"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\n", " \n\n"]),
)
def test_any_json_is_written_as_it_was_read(
    value: object, indent: str | None, compact: bool, ascii_: bool, newline: str, end: str
) -> None:
    separators = (",", ":") if compact else None
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_, separators=separators)
    content = (text.replace("\n", newline) + end).encode()
    assert LayoutDocument.decode(content).encode() == content


def test_an_id_of_two_splits_needs_its_split(root: Path) -> None:
    put(root, "val.json", json.dumps({"2": row("2", "web/shop", "screen_1")}))
    data = OmniAct(root)
    assert len(data) == 4
    assert data["val/2"].split == "val"
    with pytest.raises(UnknownNameError, match="test/2, val/2"):
        data["2"]
    with pytest.raises(UnknownNameError):
        data["nothing"]
    with pytest.raises(UnknownNameError):
        data.split("dev")


def large_png(width: int, height: int) -> bytes:
    """The beginning of a picture of that size; nothing of it is there."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header)) + png()[33:]


@pytest.mark.parametrize(
    ("content", "error", "why"),
    [
        (None, UnreadableError, "there is no file data/desktop/mac/screen_1.png"),
        (b"", UnreadableError, "screen_1.png: Expected the bytes of a picture"),
        (b"GIF89a", UnreadableError, "screen_1.png: Expected the bytes of a picture"),
        (png()[:60], UnreadableError, "screen_1.png: Expected the bytes of a picture"),
        (large_png(16_385, 10), TooLargeError, "at most 16,384 pixels, got 16,385 x 10"),
        (large_png(16_384, 16_384), TooLargeError, "at most 16,000,000 pixels"),
    ],
)
def test_an_image_that_cannot_be_read(root: Path, content: bytes | None, error: type[Exception], why: str) -> None:
    place = root / "data/desktop/mac/screen_1.png"
    place.unlink() if content is None else place.write_bytes(content)
    point = OmniAct(root)["1"]
    start = time.process_time()
    with pytest.raises(error, match=why):
        point.image()
    assert time.process_time() - start < 2.0
    assert len(point.boxes(images=False)) == 4
    assert OmniAct(root)["test/2"].image().shape == (100, 200, 3), "the others are as they were"


def test_a_box_file_of_another_screen(root: Path) -> None:
    put(
        root,
        "annotations/desktop/mac/screen_1.json",
        json.dumps({str(n): {"top_left": [300 + n, 5], "bottom_right": [310 + n, 9], "label": ""} for n in range(3)}),
    )
    with pytest.raises(UnreadableError, match="of 3 boxes 3 lie outside of the image, which has 200 x 100"):
        OmniAct(root)["1"].boxes()
    assert len(OmniAct(root)["1"].boxes(images=False)) == 3


@pytest.mark.parametrize(
    "value",
    [
        [],
        {"1": 5},
        {"1": {"top_left": [1, 2]}},
        {"1": {"top_left": [1], "bottom_right": [1, 2]}},
        {"1": {"top_left": ["a", 2], "bottom_right": [1, 2]}},
        {"1": {"top_left": [True, 2], "bottom_right": [1, 2]}},
        {"1": {"top_left": [1e300, 2], "bottom_right": [1, 2]}},
        {"1": {"top_left": None, "bottom_right": [1, 2]}},
    ],
)
def test_a_box_file_that_is_none(root: Path, value: object) -> None:
    put(root, "annotations/desktop/mac/screen_1.json", json.dumps(value))
    with pytest.raises(UnreadableError):
        OmniAct(root)["1"].boxes(images=False)


@pytest.mark.parametrize(
    "content", [b"", b"{", b'{"a": NaN}', b'{"a": 1, "a": 2}', b"\xff", b"[" * 9999, b'{"a": "b"}', b'{"a": [[1]]}']
)
def test_an_ocr_file_that_is_none(root: Path, content: bytes) -> None:
    put(root, "ocr/desktop/mac/screen_1.json", content)
    with pytest.raises(UnreadableError, match="ocr/desktop/mac/screen_1"):
        OmniAct(root)["1"].ocr()


@pytest.mark.parametrize("content", [b"", b"pyautogui.click(1, 2)", b"\xff", b"Tusk: x"])
def test_a_task_file_that_is_none(root: Path, content: bytes) -> None:
    put(root, "tasks/desktop/mac/task_1.txt", content)
    with pytest.raises(UnreadableError, match=r"task_1\.txt: "):
        _ = OmniAct(root)["1"].script


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "/etc/passwd",
        "tasks/../../secret.txt",
        "..\\secret.txt",
        "",
        ".",
        "a\0b",
        "x" * 300,
        "y/" * 600,
        5,
        None,
        "link.txt",
    ],
)
def test_no_path_of_an_index_leaves_its_folder(root: Path, path: object) -> None:
    (root.parent / "secret.txt").write_text("Task: secret\nOutput Script:\n")
    (root / "link.txt").symlink_to(root.parent / "secret.txt")
    put(root, "train.json", json.dumps({"1": {**row("1", "desktop/mac", "screen_1"), "task": path}}))
    with pytest.raises(UnreadableError, match="train/1, task: "):
        _ = OmniAct(root)["1"].instruction


@pytest.mark.parametrize("content", [b"", b"[]", b'{"1": 5}', b'{"1": {}, "1": {}}', b"{" * 100])
def test_an_index_that_is_none(root: Path, content: bytes) -> None:
    put(root, "train.json", content)
    with pytest.raises(UnreadableError, match=r"train\.json: "):
        OmniAct(root)


def test_a_folder_without_an_index(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="has none of them"):
        OmniAct(tmp_path)


def test_a_dead_path_is_of_its_point_only(root: Path) -> None:
    shutil.rmtree(root / "tasks/desktop")
    data = OmniAct(root)
    with pytest.raises(UnreadableError, match="train/1, task: there is no file"):
        _ = data["1"].instruction
    assert data["test/3"].instruction == "Scroll down"
    put(root, "test.json", json.dumps({"9": {}}))
    with pytest.raises(UnreadableError, match="test/9, image: a path in an index"):
        OmniAct(root)["9"].image()


def test_it_opens_at_once(tmp_path: Path) -> None:
    for split, count in (("train", 6789), ("val", 992), ("test", 2021)):
        put(
            tmp_path,
            f"{split}.json",
            json.dumps({str(n): row(str(n), f"desktop/app{n % 60}", "screen_1") for n in range(count)}),
        )
    start = time.process_time()
    data = OmniAct(tmp_path)
    took = time.process_time() - start
    assert len(data) == 9802
    assert took < 1.0
