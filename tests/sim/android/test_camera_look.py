"""The camera's shutter is a circle in a ring: a round ground has no colour to give to what lies over its corners."""

from __future__ import annotations

from omnigym.actions import Wait
from omnigym.devices.sim.device import SimDevice


def test_nothing_square_is_around_the_shutter() -> None:
    device = SimDevice(platform="android", size=(540, 1200), scale=1.5)
    device.reset(0)
    device.launch("camera")
    device.act(Wait())
    node = device.tree().find(key="camera.shutter")
    assert node is not None
    x, y, w, h = node.bounds
    pixels = device.screenshot()
    for corner in ((x - 6, y - 6), (x + w + 5, y - 6), (x - 6, y + h + 5), (x + w + 5, y + h + 5)):
        assert pixels[corner[1], corner[0]].max() < 20, corner
    assert pixels[y + h // 2, x + w // 2].min() > 200
    device.close()
