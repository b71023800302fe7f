"""Pictures and texts of screens."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.agents.observing import PictureMaker, tokens_of, tree_text


def opened(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


@pytest.mark.parametrize("size", [(100, 70), (1, 1), (33, 64), (640, 33)])
def test_a_png_says_the_very_pixels_however_many_strips_are_old(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(0)
    maker = PictureMaker("png")
    frame = np.zeros((size[1], size[0], 3), np.uint8)
    for _ in range(6):
        frame = frame.copy()
        top, left = rng.integers(size[1]), rng.integers(size[0])
        frame[top : top + 9, left : left + 20] = rng.integers(256, size=3)
        picture = maker.picture(frame)
        assert np.array_equal(opened(picture.data), frame)
    assert picture.url.startswith("data:image/png;base64,")
    other = np.ones((5, 7, 3), np.uint8)
    assert np.array_equal(opened(maker.picture(other).data), other)


def test_a_jpeg_is_one() -> None:
    picture = PictureMaker("jpeg").picture(np.full((20, 30, 3), 90, np.uint8))
    assert picture.kind == "jpeg" and opened(picture.data).shape == (20, 30, 3)


def tree(items: int = 3) -> Tree:
    block = BlockBuilder(0)
    state = State.ENABLED | State.CLICKABLE
    block.add(Role.WINDOW, 'A "window"', (0, 0, 99, 99), State.NONE, value="", key="w", parent=-1)
    block.add(Role.GROUP, "", (0, 0, 99, 99), State.NONE, value="", key="g", parent=0)
    for n in range(items):
        block.add(Role.BUTTON, f"Button {n}", (0, n, 9, 1), state, value="", key=f"b{n}", parent=1)
        block.add(Role.TEXT, f"Button {n}", (0, n, 9, 1), State.NONE, value="", key=f"t{n}", parent=2 + 2 * n)
    block.add(Role.TEXT_FIELD, "Name", (0, 9, 9, 1), state | State.FOCUSED, value="x\ny" * 500, key="f", parent=0)
    return Tree((block.build(),), (100, 100))


def test_elements_are_lines_with_numbers_and_nothing_is_said_twice() -> None:
    lines = tree_text(tree(2), {2: 1, 4: 2, 6: 3}, 2000).split("\n")
    assert lines[:3] == ['window "A \\"window\\""', ' [1] button "Button 0"', ' [2] button "Button 1"']
    assert lines[3].startswith(' [3] text_field "Name" = "x\\nyx') and lines[3].endswith('..." (focused)')
    assert len(lines) == 4


def test_the_budget_holds_and_what_is_left_out_is_counted() -> None:
    text = tree_text(tree(300), {}, 200)
    *lines, last = text.split("\n")
    assert sum(map(tokens_of, lines)) <= 200
    assert last == f"... {302 - len(lines)} more elements, further back, are left out"
