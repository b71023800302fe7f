"""Windows+Shift+S: what is drawn on becomes a picture, without the shade that lies over it."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image

from omnigym.actions import Drag, MouseDown, Move, OpenApp

FOLDER = "Pictures/Screenshots"


def test_a_rectangle_goes_to_the_clipboard_and_into_a_file(hands: Any) -> None:
    device = hands.device
    device.act(OpenApp("calculator"))
    before = device.screenshot()
    hands.press("s", "meta", "shift")
    assert not np.array_equal(device.screenshot(), before)
    device.act(Drag((0.75, 0.5), (0.25, 0.125)))
    with Image.open(BytesIO(device.clipboard().image)) as picture:
        assert np.array_equal(np.asarray(picture), before[96:384, 256:768])
    (file,) = device.list_dir(FOLDER)
    assert file.path.endswith("Screenshot 2025-03-14 090000.png")
    assert device.read_file(file.path) == device.clipboard().image
    hands.click(key="toast")
    assert hands.apps()[0] == ("photos", True, False)


def test_the_whole_screen_by_the_bar_and_nothing_by_escape(hands: Any) -> None:
    before = hands.device.screenshot()
    hands.press("s", "meta", "shift")
    hands.device.act(Drag((0.5, 0.5), (0.5, 0.5)))
    hands.press("escape")
    assert hands.node(key="snipping") is None and not hands.device.clipboard().image
    hands.press("s", "meta", "shift")
    hands.click(key="snipping.full")
    with Image.open(BytesIO(hands.device.clipboard().image)) as picture:
        assert np.array_equal(np.asarray(picture), before)


def test_while_it_is_drawn_the_rectangle_is_bright(hands: Any) -> None:
    before = hands.device.screenshot()
    hands.press("s", "meta", "shift")
    hands.device.act(MouseDown((0.25, 0.25)))
    hands.device.act(Move((0.75, 0.75)))
    shown = hands.device.screenshot()
    assert np.array_equal(shown[200:570, 264:760], before[200:570, 264:760])
    assert shown[:190].mean() < before[:190].mean() * 0.7
    assert np.array_equal(shown, hands.device.repaint())
