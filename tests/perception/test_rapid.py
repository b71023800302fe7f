"""Text by RapidOCR: what is read, that a frame's texts follow from the frame alone, and what is read again."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from omnigym.errors import MissingDependencyError
from omnigym.perception import rapid
from omnigym.perception.texts import find_texts, read_lines

pytest.importorskip("rapidocr", reason="the extra [ocr] is not installed")

SAID = ["Send message", "Disk space", "12 of 40 files", "Wrap up"]


def page(said: list[str] = SAID, ground: str = "#f3f3f3", ink: str = "#1b1b1b", size: int = 14) -> np.ndarray:
    image = Image.new("RGB", (420, 260), ground)
    draw = ImageDraw.Draw(image)
    for row, text in enumerate(said):
        draw.text((30 + 60 * (row % 2), 20 + 56 * row), text, ink, ImageFont.load_default(size))
    return np.asarray(image)


@pytest.mark.parametrize(
    ("ground", "ink", "size"), [("#f3f3f3", "#1b1b1b", 12), ("#202020", "#ffffff", 14), ("#0f6cbd", "white", 24)]
)
def test_lines_are_read_dark_on_light_and_light_on_dark(ground: str, ink: str, size: int) -> None:
    found = find_texts(page(SAID, ground, ink, size))
    assert [line.text for line in found] == SAID
    for row, (x, y, w, h) in enumerate(line.bounds for line in found):
        assert abs(x + 4 - 30 - 60 * (row % 2)) <= 4 and 20 + 56 * row - 4 <= y and y + h <= 24 + 56 * row + 1.4 * size
        assert w < 260
    assert all(0.5 <= line.confidence <= 1 for line in found)


def test_what_stands_apart_is_several_and_a_bordered_text_is_one() -> None:
    image = Image.new("RGB", (420, 80), "white")
    draw = ImageDraw.Draw(image)
    for x, text in ((20, "File"), (70, "Edit"), (120, "View options")):
        draw.text((x, 10), text, "black", ImageFont.load_default(13))
    draw.rectangle((20, 40, 180, 66), outline="#888888")
    draw.text((30, 45), "Your name", "black", ImageFont.load_default(13))
    assert read_lines(np.asarray(image)) == ("File", "Edit", "View options", "Your name")


def test_text_on_a_busy_picture_is_found_by_the_network() -> None:
    grain = np.random.default_rng(0).integers(40, 110, (220, 400, 3), dtype=np.uint8)
    image = Image.fromarray(grain)
    ImageDraw.Draw(image).text((60, 80), "WET PAINT", "white", ImageFont.load_default(48))
    assert "WET PAINT" in read_lines(np.asarray(image))


class Engine:
    """Notes what it was shown, and finds nothing on pictures."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, ...]] = []

    def __call__(self, pixels: np.ndarray, use_det: bool, **_: bool) -> SimpleNamespace:
        self.shown.append(pixels.shape)
        return SimpleNamespace(boxes=None) if use_det else SimpleNamespace(txts=(f"{pixels.sum()}",), scores=(0.9,))


def test_after_a_change_only_changed_lines_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()
    monkeypatch.setattr(rapid, "load_engine", lambda: engine)
    first = page(["One", "Two", "Three", "Four"], ink="#1b1b2c")
    changed = page(["One", "Two", "Nine", "Four"], ink="#1b1b2c")
    before = find_texts(first)
    assert len(before) == len(engine.shown) == 4
    after = find_texts(changed)
    assert len(engine.shown) == 5 and [a == b for a, b in zip(before, after, strict=True)].count(False) == 1
    assert find_texts(first.copy()) == before and len(engine.shown) == 5
    find_texts(np.roll(first, (7, 31), (0, 1)))  # a window that was moved says what it said
    assert len(engine.shown) == 5


PROGRAM = """
import sys
import numpy as np
from omnigym.perception.texts import find_texts
print([find_texts(frame) for frame in np.load(sys.argv[1])])
"""


def test_what_was_seen_before_does_not_change_an_answer(tmp_path: Path) -> None:
    frames = [page(), page(SAID[::-1]), page(SAID, "#202020", "white"), page(["Send message", "Disk", "space"])]
    here = [find_texts(frame) for frame in frames]
    np.save(tmp_path / "frames.npy", frames[::-1])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, tmp_path / "frames.npy"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(here[::-1])


@pytest.mark.parametrize("change", ["no package", "other models"])
def test_without_the_package_or_its_models_it_is_said(
    monkeypatch: pytest.MonkeyPatch, change: str, tmp_path: Path
) -> None:
    if change == "no package":
        monkeypatch.setitem(sys.modules, "rapidocr", None)
    else:
        monkeypatch.setitem(sys.modules, "rapidocr", SimpleNamespace(__file__=str(tmp_path / "__init__.py")))
    with pytest.raises(MissingDependencyError, match=r"omnigym\[ocr\]"):
        rapid.load_engine.__wrapped__()


def test_nothing_is_fetched_and_nothing_is_printed(monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a connection")

    monkeypatch.setattr(socket, "create_connection", refused)
    monkeypatch.setattr(socket.socket, "connect", refused)
    rapid.load_engine.__wrapped__()
    find_texts(np.full((50, 90, 3), 77, np.uint8))
    assert capfd.readouterr() == ("", "")


def toolbar() -> np.ndarray:
    """An icon and a word in a row, icons by themselves, and a picture with its caption."""
    image = Image.new("RGB", (420, 200), "#f3f3f3")
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 14, 35, 27), "#e8b020")
    draw.rectangle((20, 12, 27, 14), "#b07000")
    draw.text((44, 12), "Desktop", "#1b1b1b", ImageFont.load_default(13))
    draw.ellipse((140, 10, 152, 22), outline="#1b1b1b", width=2)
    draw.line((150, 20, 157, 27), "#1b1b1b", 2)
    draw.text((165, 12), "Find a file", "#1b1b1b", ImageFont.load_default(13))
    for x in (300, 340, 380):
        draw.line((x, 12, x + 13, 25), "#1b1b1b")
        draw.line((x, 25, x + 13, 12), "#1b1b1b")
    draw.rectangle((40, 80, 79, 119), "#2050a0")
    draw.text((60, 100), "W", "white", ImageFont.load_default(28), anchor="mm")
    draw.rectangle((64, 84, 76, 92), "#f0a020")
    draw.text((60, 134), "Writer", "#1b1b1b", ImageFont.load_default(13), anchor="mm")
    draw.text((200, 134), "A 5 km run", "#1b1b1b", ImageFont.load_default(13))
    return np.asarray(image)


def test_icons_are_no_text_and_no_line_covers_one() -> None:
    found = find_texts(toolbar())
    assert [line.text for line in found] == ["Desktop", "Find a file", "Writer", "A 5 km run"]
    desktop, find, writer, _ = (line.bounds for line in found)
    assert desktop[0] >= 36 and find[0] >= 158 and writer[1] > 119
