"""Scroll bars that are held and dragged: frames are drawn meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.actions import Action, Click, Drag, MouseDown, MouseUp, Point, Wait
from omnigym.devices.chromium.device import ChromiumDevice
from tests.devices.chromium.pages import served

pytestmark = pytest.mark.chromium

_PAGE = """<!doctype html><body style="height: 5000px; margin: 0">
<div id="box" style="width: 200px; height: 150px; overflow: auto"><div style="height: 900px">text</div></div>"""


@pytest.fixture(scope="module")
def browser() -> Iterator[tuple[ChromiumDevice, str]]:
    with served({"/": _PAGE}) as origin:
        device = ChromiumDevice(size=(640, 480), bar=False, allow=(origin,))
        yield device, f"{origin}/"
        device.close()


def place(x: int, y: int) -> Point:
    return x / 640, y / 480


@pytest.mark.parametrize(
    ("actions", "what"),
    [
        ((Drag(place(632, 60), place(632, 200)),), "scrollY"),
        ((Click(place(632, 400)),), "scrollY"),
        ((MouseDown(place(632, 400)), Wait(0.5), MouseUp(place(632, 400))), "scrollY"),
        ((MouseDown(place(632, 474)), Wait(0.5), MouseUp(place(632, 474))), "scrollY"),
        ((Drag(place(193, 25), place(193, 80)),), "box.scrollTop"),
        ((MouseDown(place(193, 110)), Wait(0.5), MouseUp(place(193, 110))), "box.scrollTop"),
    ],
    ids=["drag", "click", "hold the track", "hold the arrow", "drag in a box", "hold the track of a box"],
)
def test_scroll(browser: tuple[ChromiumDevice, str], actions: tuple[Action, ...], what: str) -> None:
    device, url = browser
    device.reset(0)
    device.navigate(url)
    assert device.evaluate(what) == 0
    for action in actions:
        device.act(action)
    assert device.evaluate(what) > 0
