"""The readers by name: each reads the same form and refuses the same frames; those that are missing are named."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from omnigym.errors import (
    DeviceLostError,
    DeviceTimeoutError,
    MissingDependencyError,
    UnknownNameError,
    UnreadableError,
)
from omnigym.perception import ScreenTextReader, easy, tesseract
from omnigym.perception.texts import READERS, reader_of


@pytest.fixture(params=READERS)
def reader(request: pytest.FixtureRequest) -> ScreenTextReader:
    try:
        return reader_of(request.param)
    except MissingDependencyError as e:
        pytest.skip(str(e))


def form() -> np.ndarray:
    image = Image.new("RGB", (420, 200), "#f3f3f3")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(20)
    draw.text((40, 20), "Delivery address", "black", font)
    draw.rounded_rectangle((40, 120, 160, 160), 6, "#dde8f4")
    draw.text((100, 140), "Continue", "black", font, anchor="mm")
    draw.text((300, 140), "Cancel", "black", font, anchor="mm")
    return np.asarray(image)


PLACES = {"Delivery address": (120, 32), "Continue": (100, 140), "Cancel": (300, 140)}


def test_a_form_is_read_in_order_and_twice_the_same(reader: ScreenTextReader) -> None:
    found = reader.read(form())
    assert [line.text for line in found] == list(PLACES)
    for line in found:
        (x, y, w, h), at = line.bounds, PLACES[line.text]
        assert abs(x + w / 2 - at[0]) <= 8 and abs(y + h / 2 - at[1]) <= 8 and 0.3 < line.confidence <= 1
        assert all(isinstance(number, int) for number in line.bounds)
    assert reader.read(form()) == found


def test_a_blank_frame_says_nothing_and_a_grey_one_is_refused(reader: ScreenTextReader) -> None:
    assert tuple(reader.read(np.full((60, 80, 3), 200, np.uint8))) == ()
    with pytest.raises(UnreadableError, match="uint8"):
        reader.read(np.zeros((60, 80), np.uint8))


def test_an_unknown_reader_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="rapidocr"):
        reader_of("rapidorc")


def test_readers_that_are_not_installed_say_how_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "easyocr", None)
    with pytest.raises(MissingDependencyError, match=r"omnigym\[easyocr\]"):
        easy._engine.__wrapped__()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingDependencyError, match="apt-get install -y tesseract-ocr"):
        reader_of("tesseract")


def test_a_tesseract_that_fails_or_hangs_is_no_empty_screen(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    program = tmp_path / "tesseract"
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    program.write_text("#!/bin/sh\necho no such language >&2\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(UnreadableError, match="no such language"):
        reader_of("tesseract").read(form())
    monkeypatch.setattr(tesseract, "_DEADLINE", 0.2)
    program.write_text("#!/bin/sh\nexec sleep 20\n")
    with pytest.raises(DeviceTimeoutError, match=r"longer than 0\.2 s"):
        reader_of("tesseract").read(form())
    program.write_text("#!/bin/sh\nkill -9 $$\n")
    with pytest.raises(DeviceLostError, match="signal 9"):
        reader_of("tesseract").read(form())
