"""The simulated device keeps the contract of devices, and its own promises."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from omnigym.a11y import Role, State
from omnigym.actions import Click, Done, OpenApp, Press, Type, Wait
from omnigym.devices.protocol import Device
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.testing import DeviceContract
from omnigym.errors import ActionError, ConfigError, UnknownNameError
from omnigym.evaluation.checks.clipboard import clipboard_contains_image
from omnigym.evaluation.probe import Probe


class TestSimDevice(DeviceContract):
    text_app = "word"
    setting = ("theme", "light", "dark")

    def make_device(self) -> Device:
        return SimDevice()


def test_control_actions_are_refused() -> None:
    with pytest.raises(ActionError, match="Done"):
        SimDevice().act(Done())


@pytest.mark.parametrize(
    ("size", "scale", "said"),
    [((600, 400), 1.0, "640x480"), ((1024, 768), 2.0, "1280x960"), ((1024, 768), 0.1, "a scale of 0.5 to 4")],
)
def test_too_small_a_screen_is_refused(size: tuple[int, int], scale: float, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        SimDevice(size, scale=scale)


def test_unknown_apps_and_settings_say_what_is_close() -> None:
    device = SimDevice()
    with pytest.raises(UnknownNameError, match="word"):
        device.launch("wrod")
    with pytest.raises(UnknownNameError, match="theme"):
        device.setting("them")


def test_what_did_not_change_is_the_same_tree() -> None:
    device = SimDevice()
    device.launch("word")
    tree = device.tree()
    device.act(Wait(0.5))
    assert device.tree() is tree
    device.act(Type("a"))
    assert device.tree() is not tree


def test_typing_rebuilds_one_block() -> None:
    device = SimDevice()
    device.launch("word")
    device.act(Type("word"))
    before = device.tree()
    device.act(Type("s"))
    after = device.tree()
    changed = [b for a, b in zip(before.blocks, after.blocks, strict=True) if a is not b]
    assert len(changed) == 1
    assert "words" in changed[0].names
    assert changed[0].bounds is not None and any(changed[0].bounds is b.bounds for b in before.blocks)


def test_every_node_lies_on_the_screen_and_keys_are_unique() -> None:
    device = SimDevice((800, 600))
    device.launch("word")
    device.launch("file_manager")
    for node in device.tree():
        x, y, w, h = node.bounds
        assert 0 <= x < x + w <= 800 and 0 <= y < y + h <= 600
    keys = [(n.layer, n.key) for n in device.tree() if n.key]
    assert len(keys) == len(set(keys))


def test_versions_change_with_their_part_alone() -> None:
    device = SimDevice()
    before = {kind: device.version(kind) for kind in ("files", "clipboard", "apps", "settings", "tree", "screen")}
    device.write_file("Documents/x.txt", b"x")
    assert device.version("files") != before["files"]
    assert device.version("clipboard") == before["clipboard"]
    assert device.version("settings") == before["settings"]
    device.set_setting("theme", "dark")
    assert device.version("settings") != before["settings"]


def test_snapshots_bring_back_everything() -> None:
    device = SimDevice()
    device.launch("word")
    device.act(Type("before"))
    token, tree, frame = device.snapshot(), device.tree().to_json(), device.screenshot()
    device.act(Type(" after"))
    device.act(Press("meta"))
    device.write_file("Documents/y.txt", b"y")
    assert device.tree().to_json() != tree
    device.restore(token)
    assert device.tree().to_json() == tree
    assert device.stat("Documents/y.txt") is None
    assert np.array_equal(device.screenshot(), frame)
    with pytest.raises(ConfigError, match="snapshot"):
        device.restore("no snapshot")


def test_a_reset_leaves_nothing() -> None:
    device = SimDevice()
    device.reset(3)
    clean = device.tree().to_json(), device.screenshot()
    device.launch("word")
    device.act(Type("x"))
    device.set_setting("theme", "dark")
    device.reset(3)
    assert device.tree().to_json() == clean[0]
    assert np.array_equal(device.screenshot(), clean[1])
    assert device.windows() == () and device.setting("theme") == "light"


def test_the_seed_places_windows() -> None:
    places = set()
    for seed in range(4):
        device = SimDevice()
        device.reset(seed)
        device.launch("word")
        places.add(device.windows()[0].bounds)
    assert len(places) > 1


def test_the_painted_screen_does_not_depend_on_when_it_was_looked_at() -> None:
    often, once = SimDevice(), SimDevice()
    for action in _actions(often, 80, seed=5):
        often.act(action)
        once.act(action)
        often.screenshot()
        often.tree()
    assert np.array_equal(often.screenshot(), once.screenshot())
    assert often.tree().to_json() == once.tree().to_json()


def test_a_scaled_screenshot_follows_the_screen() -> None:
    device = SimDevice()
    device.scaled_screenshot((256, 192))
    device.launch("word")
    device.act(Type("hello"))
    fresh = SimDevice()
    fresh.launch("word")
    fresh.act(Type("hello"))
    assert np.array_equal(device.scaled_screenshot((256, 192)), fresh.scaled_screenshot((256, 192)))


def _actions(device: SimDevice, count: int, seed: int) -> list[object]:
    """Clicks on nodes of a device's first screens, typing and keys."""
    rng = random.Random(seed)
    out: list[object] = [OpenApp("word"), Type("hello\nworld"), OpenApp("file_manager")]
    w, h = device.size
    for _ in range(count):
        kind = rng.random()
        if kind < 0.6:
            out.append(Click((rng.randrange(w) / w, rng.randrange(h) / h), rng.choice(["left", "left", "right"])))
        elif kind < 0.8:
            out.append(Type(rng.choice(["a", "some words", "\n"])))
        else:
            out.append(Press(rng.choice(["escape", "tab", "enter", "down", "delete"])))
    return out


_SCRIPT = """
import hashlib, sys
sys.path.insert(0, {path!r})
from test_device import _actions
from omnigym.devices.sim.device import SimDevice
device = SimDevice()
digest = hashlib.sha256()
for action in _actions(device, 60, seed=11):
    device.act(action)
    digest.update(device.screenshot().tobytes())
    digest.update(device.tree().to_json().encode())
print(digest.hexdigest())
"""


def test_rollouts_are_byte_equal_in_another_process() -> None:
    device = SimDevice()
    digest = hashlib.sha256()
    for action in _actions(device, 60, seed=11):
        device.act(action)  # type: ignore[arg-type]
        digest.update(device.screenshot().tobytes())
        digest.update(device.tree().to_json().encode())
    script = _SCRIPT.format(path=str(__file__).rpartition("/")[0])
    run = subprocess.run(  # the hashes of this process are others, by chance
        [sys.executable, "-c", script], env={"PYTHONHASHSEED": "1"}, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == digest.hexdigest()


def test_the_shell_is_there() -> None:
    tree = SimDevice().tree()
    assert tree.find(Role.TASKBAR) is not None and tree.find(Role.DESKTOP) is not None
    start = tree.find(Role.BUTTON, "Start")
    assert start is not None and start.has(State.CLICKABLE | State.ENABLED)


def test_print_screen_puts_the_screen_on_the_clipboard() -> None:
    device = SimDevice()
    device.reset(0)
    before = device.screenshot()
    device.act(Press("printscreen"))
    with Image.open(BytesIO(device.clipboard().image)) as image:
        assert np.array_equal(np.asarray(image), before)
    assert clipboard_contains_image(Probe(device))
