"""What is put together from kept layers is what is painted at once, on the screen and on its scaled copy."""

from __future__ import annotations

import random

import numpy as np
import pytest

from omnigym.actions import Action, Click, Drag, Press
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.paint.scale import Scaler
from omnigym.sim.screen import Screen

SIZE, COPY = (800, 600), (250, 188)


def restacking(rng: random.Random) -> Action:
    """Something that opens, closes, moves or raises a window."""
    taskbar = Click((rng.uniform(0.25, 0.75), 0.97))
    title = Drag((rng.uniform(0.2, 0.6), rng.uniform(0.03, 0.2)), (rng.random(), rng.random() * 0.8))
    keys = [("up", "meta"), ("down", "meta"), ("left", "meta"), ("tab", "alt"), ("f4", "alt"), ("d", "meta")]
    key, modifier = rng.choice(keys)
    return rng.choice([taskbar, taskbar, title, Press(key, (modifier,)), Press("escape"), Press("down")])


@pytest.mark.parametrize("seed", range(3))
def test_layers_are_what_would_be_painted(seed: int) -> None:
    device, rng = SimDevice(SIZE), random.Random(seed)
    device.screenshot()
    for round_ in range(2):  # the second finds the layers of the first
        device.reset(round_)
        for app in device.apps():
            device.launch(app)
        for _ in range(25):
            action = restacking(rng)
            device.act(action)
            whole = Screen(SIZE, device._desk.layout.theme)
            whole.show(device._desk.fresh().surfaces)
            assert np.array_equal(device.screenshot(), whole.copy()), action
            assert np.array_equal(device.scaled_screenshot(COPY), whole.scaled(COPY)), action


def test_reaching_for_another_scalers_pixels_takes_whole_periods_and_averages_the_rest() -> None:
    rng = np.random.default_rng(5)
    frame = rng.integers(0, 256, (480, 640, 3), dtype=np.uint8)
    layer, box = rng.integers(0, 256, (480, 640, 3), dtype=np.uint8), (37, 21, 530, 333)
    kept, screen, anew = (Scaler((640, 480), (200, 150)) for _ in range(3))
    kept.update(layer, [box])
    screen.update(frame, [(0, 0, 640, 480)])
    frame[21:333, 37:530] = layer[21:333, 37:530]
    screen.take(kept, box)
    frame[400:403, 3:9] = 0
    screen.touch((3, 400, 9, 403))
    screen.settle(frame)
    anew.update(frame, [(0, 0, 640, 480)])
    assert np.array_equal(screen.copy(), anew.copy())
