"""Some thousand random actions: nothing raises, and every way to the screen and the tree gives the same."""

from __future__ import annotations

import random

import numpy as np
import pytest

from omnigym.actions import Action, Click, Drag, KeyDown, KeyUp, MouseDown, MouseUp, Move, OpenApp, Press, Scroll, Type
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.screen import Screen

_KEYS = (
    *("enter", "tab", "escape", "backspace", "delete", "up", "down", "left", "right", "home", "end", "pageup"),
    *("pagedown", "f2", "f4", "f10", "menu", "meta", "space", "alt"),
    *"acvxzsnodewhbm",
)
_TEXTS = ("hello", "a", "\n", "notes\n", "C:\\Users\\user\\Documents\n", "x y z", "\t", "é€😀")


def random_action(rng: random.Random, device: SimDevice) -> Action:
    """An action that likely hits something."""
    w, h = device.size

    def somewhere() -> tuple[float, float]:
        nodes = device.tree().nodes
        if rng.random() < 0.8 and nodes:
            x, y = rng.choice(nodes).center
            return x / w, y / h
        return rng.random(), rng.random()

    mods = rng.choice([(), (), (), ("ctrl",), ("shift",), ("alt",), ("ctrl", "shift"), ("meta",)])
    kind = rng.random()
    if kind < 0.42:
        button = rng.choice(["left"] * 6 + ["right", "middle"])
        return Click(somewhere(), button, rng.choice([1, 1, 1, 2, 3]), rng.choice([(), (), ("ctrl",), ("shift",)]))
    if kind < 0.54:
        return Drag(somewhere(), somewhere())
    if kind < 0.61:
        return Scroll(somewhere(), rng.choice([-20, -3, -1, 1, 2, 50.5]))
    if kind < 0.75:
        return Type(rng.choice(_TEXTS))
    if kind < 0.93:
        return Press(rng.choice(_KEYS), mods)
    if kind < 0.95:
        return rng.choice([KeyDown, KeyUp])(rng.choice(["shift", "ctrl", "a"]))
    if kind < 0.97:
        return rng.choice([MouseDown, MouseUp])(somewhere(), rng.choice(["left", "right"]))
    if kind < 0.98:
        return Move(somewhere())
    return OpenApp(rng.choice(["word", "file_manager", "no such app"]))


@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 1.0), ((640, 480), 1.0), ((1300, 1000), 1.5)])
def test_random_actions_never_raise(size: tuple[int, int], scale: float) -> None:
    rng, device = random.Random(size[0]), SimDevice(size, scale=scale)
    for step in range(700):
        device.act(random_action(rng, device))
        tree = device.tree()
        for block in tree.blocks:
            if len(block):
                x, y, w, h = block.bounds.T
                assert (w > 0).all() and (h > 0).all() and (x >= 0).all() and (y >= 0).all()
                assert (x + w <= size[0]).all() and (y + h <= size[1]).all()
        if step % 350 == 349:
            device.reset(step)


def test_what_was_kept_gives_the_same_as_starting_over() -> None:
    """Damage against a full repaint, and cached trees against those of a device that has only the state."""
    rng, device, other = random.Random(7), SimDevice(), SimDevice()
    for step in range(160):
        device.act(random_action(rng, device))
        if step % 4:
            continue
        full = Screen(device.size, device._desk.layout.theme)
        full.show(device._desk.fresh().surfaces)
        assert np.array_equal(device.screenshot(), full.copy()), f"step {step}"
        if step % 16 == 0:
            other.restore(device.snapshot())
            assert other.tree().to_json() == device.tree().to_json(), f"step {step}"


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
        full = Screen(device.size, device._desk.layout.theme)
        full.show(device._desk.fresh().surfaces)
        assert np.array_equal(device.screenshot(), full.copy()), f"step {step}"
