"""On a whole desktop: what is painted step by step is what is painted at once."""

from __future__ import annotations

import random

import numpy as np
import pytest

from omnigym.actions import Action, Click, Drag, Move, Press, Type
from omnigym.devices.protocol import Frame
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.screen import Screen

SIZE = (800, 600)


@pytest.fixture(scope="module")
def device() -> SimDevice:
    return SimDevice(SIZE)


def some_action(device: SimDevice, rng: random.Random) -> Action:
    node = rng.choice([n for n in device.tree() if n.bounds[2] > 0])
    at = ((node.center[0] + 0.5) / SIZE[0], (node.center[1] + 0.5) / SIZE[1])
    kind = rng.random()
    if kind < 0.6:
        return Click(at, count=rng.choice([1, 1, 2]), button=rng.choice(["left", "left", "left", "right"]))
    if kind < 0.75:
        return Type(rng.choice(["hello ", "a", "\n", "report"]))
    if kind < 0.85:
        return Press(rng.choice(["escape", "enter", "tab", "down", "delete", "f2", "backspace"]))
    if kind < 0.92:
        return Drag(at, (rng.random(), rng.random()))
    return Move((rng.random(), rng.random()))


@pytest.mark.parametrize("seed", range(3))
def test_step_by_step_is_at_once(device: SimDevice, seed: int) -> None:
    rng = random.Random(seed)
    device.reset(seed)
    for _ in range(60):
        action = some_action(device, rng)
        device.act(action)
        assert np.array_equal(device.screenshot(), repainted(device)), action


def repainted(device: SimDevice) -> Frame:
    """The screen of the device's present state, painted whole onto a new frame."""
    screen = Screen(SIZE, device._desk.layout.theme)
    screen.show(device._desk.fresh().surfaces)
    return screen.copy()
