"""A drag in parts: press, move and release are actions of their own, with whatever an agent does between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from omnigym.actions import Action, Click, Drag, MouseDown, MouseUp, Move, Press, Scroll, Type, Wait
from omnigym.devices.chromium.device import ChromiumDevice

pytestmark = pytest.mark.chromium

SITE = "http://drag.test"
PAGE = """<!doctype html><title>Drag</title>
<style>div { position: absolute; width: 80px; height: 40px; top: 100px }</style>
<div id="parcel" draggable="true" style="left: 50px"
  ondragstart="event.dataTransfer.setData('text/plain', 'it')">P</div>
<div id="shelf" style="left: 300px" ondragover="event.preventDefault()">S</div>
<button style="position: absolute; left: 50px; top: 200px">Press</button>
<script>
var log = [];
for (const type of ['dragstart', 'drop', 'dragend', 'click'])
  addEventListener(type, (e) => log.push(`${type} ${e.target.id || e.target.localName}`), true);
</script>"""
PARCEL, SHELF, BETWEEN, BUTTON = (90 / 600, 120 / 300), (340 / 600, 120 / 300), (0.4, 0.4), (70 / 600, 210 / 300)
DOWN, AWAY, UP = MouseDown(PARCEL), Move(BETWEEN), MouseUp(SHELF)
MOVED = ["dragstart parcel", "drop shelf", "dragend parcel"]
STAYED = ["dragstart parcel", "dragend parcel"]


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromiumDevice]:
    folder: Path = tmp_path_factory.mktemp("site")
    (folder / "index.html").write_text(PAGE)
    device = ChromiumDevice(size=(600, 300), bar=False)
    device.serve(SITE, folder)
    yield device
    device.close()


@pytest.mark.parametrize(
    ("actions", "events"),
    [
        ([DOWN, AWAY, Move(SHELF), UP], MOVED),
        ([DOWN, UP], MOVED),
        ([DOWN, Move(SHELF), Move(PARCEL), Move(SHELF), UP], MOVED),
        ([DOWN, AWAY, Wait(1.0), UP], MOVED),
        ([DOWN, AWAY, Scroll(SHELF, dy=1), UP], MOVED),
        ([DOWN, AWAY, Type("a"), Press("tab"), UP], MOVED),
        ([Drag(PARCEL, SHELF)], MOVED),
        ([DOWN, AWAY, Press("escape"), UP], STAYED),
        ([DOWN, AWAY, MouseUp((0.9, 0.9))], STAYED),
        ([DOWN, AWAY, MouseUp(PARCEL)], STAYED),
        ([DOWN, AWAY, Drag(PARCEL, SHELF)], [*STAYED, *MOVED]),
        ([DOWN, AWAY, Click(BUTTON)], [*STAYED, "click button"]),
    ],
)
def test_a_drag_in_parts(device: ChromiumDevice, actions: Sequence[Action], events: list[str]) -> None:
    device.reset(0)
    device.navigate(f"{SITE}/")
    for action in actions:
        device.act(action)
        device.screenshot()
    assert device.evaluate("log") == events
    device.act(Click(BUTTON))
    assert device.evaluate("log") == [*events, "click button"]  # the mouse works as before


def test_a_drag_ends_with_its_document(device: ChromiumDevice) -> None:
    device.reset(0)
    device.navigate(f"{SITE}/")
    device.act(DOWN)
    device.act(AWAY)
    device.act(Press("f5"))
    device.act(UP)
    device.act(Click(BUTTON))
    assert device.evaluate("log") == ["click button"]
