"""The facade: parts of anybody's, what is remembered, and the lists for prompts and for the data set's files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from omnigym.a11y import Rect
from omnigym.errors import ConfigError, TooLargeError, UnknownNameError
from omnigym.perception.detact import DetACT, describe, detact_files, signals_of
from omnigym.perception.element import Element, Frame, IconMatch, ReadText

pytest.importorskip("cv2", reason="the extra [ocr] is not installed")


class Reader:
    """Reads a line that is always there, and one twice."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, frame: Frame) -> Sequence[ReadText]:
        self.asked += 1
        return [
            ReadText((20, 10, 60, 16), "Save as", 0.9),
            ReadText((20, 60, 40, 16), "Name", 0.8),
            ReadText((20, 90, 40, 16), "Name", 0.4),
        ]


class Shapes:
    """Finds the sign and the button."""

    def segments(self, frame: Frame, texts: Sequence[ReadText]) -> Sequence[Element]:
        return [Element((99, 59, 92, 26), source="panel"), Element((120, 10, 24, 24), source="icon")]


class Icons:
    """Says of every picture that it is a star, and not much."""

    def __init__(self) -> None:
        self.asked: list[Rect] = []

    def match(self, frame: Frame, bounds: Sequence[Rect]) -> Sequence[IconMatch | None]:
        self.asked += bounds
        return [IconMatch("star", 0.7) for _ in bounds]


def paper() -> np.ndarray:
    image = Image.new("RGB", (200, 140), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((120, 10, 143, 33), outline="#d01010", width=3)
    draw.rectangle((100, 60, 190, 84), "#0f6cbd")
    return np.asarray(image)


def test_parts_of_anybodys_are_put_together_and_a_screen_is_read_once() -> None:
    reader, icons = Reader(), Icons()
    detact = DetACT(reader, Shapes(), icons)
    found = detact.elements(paper())
    assert [(e.text, e.icon, e.colour, e.source) for e in found] == [
        ("Save as", "", "white", "text"),
        ("", "star", "red", "icon"),
        ("Name", "", "white", "text"),
        ("", "", "blue", "panel"),
        ("Name", "", "white", "text"),
    ]
    assert detact.elements(paper().copy()) is found and reader.asked == 1
    assert icons.asked == [(120, 10, 24, 24)]  # as it is drawn; what is long is no icon
    assert [e.colour for e in DetACT(Reader(), Shapes(), None, colours="average").elements(paper())][1] == "pink"
    assert {(e.colour, e.icon) for e in DetACT(Reader(), Shapes(), None, colours=False).elements(paper())} == {("", "")}


def test_the_files_of_the_data_set_have_centres_by_name() -> None:
    assert detact_files(paper(), DetACT(Reader(), Shapes(), Icons())) == (
        {"Save as": [50, 18], "Name": [40, 68]},
        {"star": [[132, 22]]},
        {"red": [[132, 22]], "blue": [[145, 72]]},
    )


def test_the_prompts_lists_leave_out_what_is_least_sure_first() -> None:
    elements = DetACT(Reader(), Shapes(), Icons()).elements(paper())
    whole = describe(elements)
    assert whole.splitlines() == [
        "Text:",
        '"Save as" at (50, 18)',
        '"Name" at (40, 68)',
        '"Name" at (40, 98)',
        "Icons:",
        "star at (132, 22)",
        "Colours:",
        "red at (132, 22)",
        "blue at (145, 72)",
    ]
    assert describe(elements, 4000) == whole
    for tokens in range(1, 60):
        text = describe(elements, tokens, count=lambda text: len(text.split()))
        assert len(text.split()) <= tokens
        assert "(40, 98)" not in text or '"Save as"' in text
    assert describe(elements, 1) == describe([]) == ""
    assert signals_of([]) == ([], [], [])
    with pytest.raises(ConfigError, match="at least 1"):
        describe(elements, 0)


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        (np.zeros((4, 4), np.uint8), ConfigError),
        (np.zeros((4, 4, 4), np.uint8), ConfigError),
        (np.zeros((4, 4, 3)), ConfigError),
        (np.broadcast_to(np.zeros(3, np.uint8), (16_384, 16_384, 3)), TooLargeError),
    ],
)
def test_what_is_no_frame_is_one_clear_error(frame: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="frame"):
        DetACT(Reader(), Shapes(), None).elements(frame)
    assert DetACT(Reader(), Shapes(), None).elements(np.zeros((0, 7, 3), np.uint8)) == ()


def test_parts_that_do_not_exist_are_named() -> None:
    with pytest.raises(UnknownNameError, match="contours"):
        DetACT(Reader(), icons=None, segmenter="sam")
    with pytest.raises(UnknownNameError, match="rapidocr"):
        DetACT("abbyy")
    with pytest.raises(ConfigError, match="seen"):
        DetACT(Reader(), Shapes(), None, colours="hue")  # type: ignore[arg-type]
    assert Element((0, 0, 1, 1)).colour == ""
