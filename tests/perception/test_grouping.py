"""Elements from lines of text, icons and panels: each rule on a drawn screen whose texts are given, without OCR."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from omnigym.a11y import Rect, Role, State
from omnigym.errors import TooLargeError
from omnigym.perception.detact import DetACT
from omnigym.perception.detectors import PixelTrees
from omnigym.perception.element import Element, Frame, ReadText
from omnigym.perception.grouping import LABEL, merge_elements
from omnigym.perception.shapes import MOST_SIDE, ContourSegmenter

pytest.importorskip("cv2", reason="the extra [ocr] is not installed")

SIZE = (600, 400)
FONT = ImageFont.load_default(14)


class Paper:
    """A screen on which something is drawn, and what a reader would read there."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", SIZE, "#f3f3f3")
        self.draw = ImageDraw.Draw(self.image)
        self.texts: list[ReadText] = []

    def write(self, at: tuple[int, int], text: str, read: str | None = None) -> Rect:
        """Draw a line; it is read as it is, or as said."""
        left, top, right, bottom = self.draw.textbbox(at, text, font=FONT)
        self.draw.text(at, text, "black", FONT)
        bounds = (int(left) - 3, int(top) - 4, int(right - left) + 6, int(bottom - top) + 8)
        self.texts.append(ReadText(bounds, text if read is None else read))
        return bounds

    def icon(self, x: int, y: int, side: int = 16) -> None:
        """A sign in one colour."""
        self.draw.polygon(((x, y), (x + side, y + side // 2), (x, y + side)), "#404040")

    def elements(self) -> list[Element]:
        frame = np.asarray(self.image)
        return merge_elements(frame, self.texts, ContourSegmenter().segments(frame, self.texts))


def named(found: Sequence[Element], text: str) -> Element:
    (one,) = [e for e in found if e.text == text]
    return one


@pytest.mark.parametrize("read", ["File Edit View Help", "FileEdit View Help", "FileEditViewHelp"])
def test_a_menu_bar_read_as_one_line_is_its_words(read: str) -> None:
    paper = Paper()
    for x, word in zip((20, 70, 120, 170), ("File", "Edit", "View", "Help"), strict=True):
        paper.write((x, 10), word)
    first, last = paper.texts[0].bounds, paper.texts[-1].bounds
    paper.texts = [ReadText((first[0], first[1], last[0] + last[2] - first[0], 22), read)]
    found = paper.elements()
    assert [e.text for e in found] == ["File", "Edit", "View", "Help"]
    assert all(abs(e.bounds[0] - x) < 8 for e, x in zip(found, (20, 70, 120, 170), strict=True))


def test_a_sentence_with_usual_spaces_is_one_line() -> None:
    paper = Paper()
    paper.write((20, 10), "Copy the link")
    assert [e.text for e in paper.elements()] == ["Copy the link"]


def test_an_icon_belongs_to_the_word_behind_it_and_not_to_the_one_before() -> None:
    paper = Paper()
    paper.icon(20, 50)
    word = paper.write((44, 50), "Share")
    paper.icon(200, 50)
    found = paper.elements()
    assert len(found) == 2
    share = named(found, "Share")
    assert share.bounds[0] <= 20 and share.bounds[0] + share.bounds[2] >= word[0] + word[2]


@pytest.mark.parametrize(
    ("lines", "source"),
    [
        (["Sourdough is bread that rises without any bought yeast."], LABEL),
        (["File name:"], LABEL),
        (["The bill for the fence is here, and", "two of the windows look out on it"], LABEL),
        (["Weekly review"], "text"),
    ],
)
def test_what_is_there_to_read(lines: list[str], source: str) -> None:
    paper = Paper()
    for n, line in enumerate(lines):
        paper.write((30, 40 + 18 * n), line)
    assert [(e.text, e.source) for e in paper.elements()] == [(" ".join(lines), source)]


def test_a_title_and_its_line_are_no_paragraph() -> None:
    paper = Paper()
    paper.write((30, 40), "Weekly")
    paper.write((30, 58), "on Monday morning, with all")
    assert [(e.text, e.source) for e in paper.elements()] == [
        ("Weekly", "text"),
        ("on Monday morning, with all", "text"),
    ]


def test_coloured_words_of_a_line_are_by_themselves_and_coloured_lines_no_paragraph() -> None:
    paper = Paper()
    x = 20
    for word, ink in (("Home", "#1010c0"), ("/", "black"), ("Wish lists", "#1010c0")):
        right = paper.draw.textbbox((x, 20), word, font=FONT)[2]
        paper.draw.text((x, 20), word, ink, FONT)
        x = int(right) + 6
    paper.texts.append(ReadText((17, 18, x - 16, 20), "Home / Wish lists"))
    assert [e.text for e in paper.elements()][-1] == "Wish lists"
    links = Paper()
    for n, said in enumerate(("Invoices print without a logo now", "Search ignores umlauts in the names")):
        bounds = links.write((30, 40 + 18 * n), said)
        links.draw.text((30, 40 + 18 * n), said, "#1010c0", FONT)
        assert bounds[0] < 30
    assert [e.source for e in links.elements()] == ["text", "text"]


@pytest.mark.parametrize(("text", "sure", "words"), [("P", 0.99, 1), ("aby q", 0.8, 2), ("Play", 0.99, 1)])
def test_icons_that_are_read_as_letters_are_icons(text: str, sure: float, words: int) -> None:
    paper = Paper()
    paper.icon(20, 50)
    paper.icon(52, 50)
    paper.texts.append(ReadText((16, 48, 24 if words == 1 and len(text) == 1 else 56, 20), text, sure))
    found = paper.elements()
    if text == "Play":
        assert [(e.text, e.source) for e in found] == [("Play", "text")]
    else:
        assert [e.source for e in found] == ["icon", "icon"]
        assert found[0].text == ("P" if len(text) == 1 else "")


def test_a_ruler_is_no_element() -> None:
    paper = Paper()
    for n in range(10):
        paper.write((20 + 40 * n, 20), str(n))
    paper.texts = [ReadText((15, 16, 400, 22), "0123456789")]
    assert paper.elements() == []


def test_icons_close_beside_each_other_are_several() -> None:
    paper = Paper()
    for n in range(3):
        paper.icon(100 + 19 * n, 60)
    assert len(paper.elements()) == 3


def test_what_is_drawn_on_a_picture_is_no_icon() -> None:
    paper = Paper()
    noise = np.random.default_rng(0).integers(0, 2, (30, 30)).repeat(5, 0).repeat(5, 1) * 90 + 90
    paper.image.paste(Image.fromarray(noise.astype(np.uint8)), (200, 150))
    paper.icon(270, 220)
    paper.icon(20, 50)
    assert [e.bounds[0] < 30 for e in paper.elements() if e.source == "icon"] == [True]


def test_text_to_read_cannot_be_clicked_in_the_tree() -> None:
    found = [Element((10, 10, 50, 20), "Hello.", source=LABEL), Element((10, 50, 50, 20), "OK", source="text")]
    tree = PixelTrees(lambda _: found).tree(np.zeros((100, 100, 3), np.uint8))
    assert [(n.role, n.has(State.CLICKABLE)) for n in tree] == [(Role.TEXT, False), (Role.LIST_ITEM, True)]


def test_rows_of_a_list_are_as_wide_as_it_is_and_end_before_the_next_column() -> None:
    paper = Paper()
    paper.draw.rectangle((20, 20, 300, 200), "white", "#808080")
    for n, name in enumerate(("Home", "Desktop", "Pictures", "Music")):
        paper.write((60, 36 + 36 * n), name)
    found = paper.elements()
    for n, name in enumerate(("Home", "Desktop", "Pictures", "Music")):
        x, y, w, h = named(found, name).bounds
        assert abs(x - 21) <= 3 and abs(x + w - 300) <= 3 and abs(h - 36) <= 3 and y <= 36 + 36 * n < y + h
    for n in range(4):
        paper.write((200, 36 + 36 * n), f"{n + 1} files")
    x, _, w, _ = named(paper.elements(), "Desktop").bounds
    assert x + w <= 200


def test_two_lines_at_no_equal_distance_are_no_list() -> None:
    paper = Paper()
    paper.draw.rectangle((20, 20, 300, 200), "white", "#808080")
    for y, name in ((36, "Home"), (72, "Desktop"), (150, "Pictures")):
        paper.write((60, y), name)
    assert all(e.bounds[2] < 120 for e in paper.elements() if e.text)


def test_icons_at_equal_distances_have_cells_and_a_single_one_room() -> None:
    paper = Paper()
    for n in range(4):
        paper.icon(40 + 40 * n, 100)
    paper.icon(400, 100)
    boxes = [e.bounds for e in paper.elements()]
    assert [w for _, _, w, _ in boxes[:4]] == [40] * 4
    x, y, w, h = boxes[4]
    assert 28 <= w <= 36 and 28 <= h <= 36 and x < 400 < x + w and y < 108 < y + h


def test_room_ends_half_of_the_way_to_what_is_beside() -> None:
    paper = Paper()
    paper.icon(40, 100)
    paper.icon(62, 100)
    (x, _, w, _), (right, *_) = sorted(e.bounds for e in paper.elements())
    assert x + w <= right


def test_what_is_behind_the_text_of_a_panel_is_an_element_of_its_own() -> None:
    paper = Paper()
    paper.draw.rectangle((20, 20, 220, 52), "white", "#808080")
    paper.write((30, 28), "New tab")
    paper.draw.line((196, 32, 206, 42), "black", 2)
    paper.draw.line((206, 32, 196, 42), "black", 2)
    found = paper.elements()
    assert len(found) == 2 and named(found, "New tab").bounds[2] > 190
    cross = next(e for e in found if not e.text)
    assert cross.bounds[0] > 180


@pytest.mark.parametrize(
    ("box", "count"),
    [((100, 20, 112, 380), 0), ((20, 100, 590, 112), 0), ((100, 100, 300, 130), 1)],
    ids=["a scroll bar", "a ruler", "a field"],
)
def test_long_blank_panels_are_none(box: tuple[int, int, int, int], count: int) -> None:
    paper = Paper()
    paper.draw.rectangle(box, "white", "#808080")
    assert len(paper.elements()) == count


def test_the_icon_beside_a_border_is_found_and_the_corner_of_one_is_none() -> None:
    paper = Paper()
    paper.draw.rounded_rectangle((100, 100, 560, 380), 8, "#f3f3f3", "#808080")
    paper.icon(140, 104)
    assert [e.source for e in paper.elements()] == ["icon"]


def test_the_name_of_an_icon_stays_where_it_becomes_part_of_something() -> None:
    frame = np.full((100, 200, 3), 255, np.uint8)
    segments = [
        Element((10, 10, 120, 40), source="panel"),
        Element((16, 20, 16, 16), icon="gear", source="icon"),
    ]
    (found,) = merge_elements(frame, [ReadText((60, 18, 50, 20), "Settings")], segments)
    assert (found.text, found.icon, found.bounds) == ("Settings", "gear", (10, 10, 120, 40))


@pytest.mark.parametrize("shape", [(1, 1), (1, 300), (300, 1)])
def test_the_smallest_screens_have_nothing_on_them(shape: tuple[int, int]) -> None:
    frame: Frame = np.zeros((*shape, 3), np.uint8)
    assert merge_elements(frame, (), ContourSegmenter().segments(frame, ())) == []


def test_a_screen_too_large_is_refused_before_it_is_read() -> None:
    frame = np.broadcast_to(np.zeros(3, np.uint8), (64, MOST_SIDE + 1, 3))
    with pytest.raises(TooLargeError, match=f"at most {MOST_SIDE}"):
        DetACT(icons=None).elements(frame)
