"""Some thousand random actions: nothing raises, and every way to the screen and the tree gives the same."""

from __future__ import annotations

import random

import numpy as np
import pytest

from omnigym.actions import Press, Type
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.fuzz import Explorer, audit, retrace


@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 1.0), ((640, 480), 1.0), ((1300, 1000), 1.5)])
def test_an_agent_that_seeks_what_it_has_not_done_finds_no_fault(size: tuple[int, int], scale: float) -> None:
    device = SimDevice(size, scale=scale)
    first = device.screenshot()
    explorer, done = Explorer(device, size[0]), []
    for step in range(600):
        done.append(explorer.action())
        device.act(done[-1])
        device.screenshot()
        if step % 20 == 19:
            audit(device)
        if step % 100 == 99:
            retrace(device, done[-20:])
        if step % 300 == 299:
            device.reset()
            assert np.array_equal(device.screenshot(), first)


def test_it_finds_none_on_the_phone() -> None:
    device = SimDevice((270, 600), platform="android", scale=0.75)
    explorer, done = Explorer(device, 1), []
    for step in range(300):
        done.append(explorer.action())
        device.act(done[-1])
        device.screenshot()
        if step % 20 == 19:
            audit(device)
        if step % 100 == 99:
            retrace(device, done[-20:])


def test_what_was_kept_gives_the_same_as_starting_over() -> None:
    """Cached trees and pixels against those of a device that has only the state."""
    device, other = SimDevice(), SimDevice()
    explorer = Explorer(device, 7)
    for step in range(160):
        device.act(explorer.action())
        if step % 16 == 0:
            other.restore(device.snapshot())
            assert other.tree().to_json() == device.tree().to_json(), f"step {step}"
            assert np.array_equal(other.screenshot(), device.screenshot()), f"step {step}"


def test_typed_text_is_painted_as_if_painted_at_once() -> None:
    """The damage of a typed letter is a sliver: nothing else may have changed."""
    rng, device = random.Random(3), SimDevice()
    device.launch("word")
    device.act(Type("some words to start with " * 12 + "\n" + "other words " * 20))
    for step in range(120):
        kind = rng.random()
        if kind < 0.6:
            device.act(Type(rng.choice(["a", "word ", "  ", "x y z", "W"])))
        elif kind < 0.8:
            device.act(Press(rng.choice(["backspace", "delete"]), rng.choice([(), ("ctrl",)])))
        elif kind < 0.95:
            device.act(Press(rng.choice(["left", "right", "up", "down", "home", "end"]), rng.choice([(), ("ctrl",)])))
        else:
            device.act(Press(rng.choice("belzj"), ("ctrl",)))
        assert np.array_equal(device.screenshot(), device.repaint()), f"step {step}"
