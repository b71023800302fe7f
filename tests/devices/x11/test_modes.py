"""Modes of the real desktop's screen: programs change them, pictures keep their size, and a reset undoes it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import numpy as np
import pytest

from omnigym.actions import Click, Move
from omnigym.devices.x11.config import X11Config
from omnigym.devices.x11.device import X11Device
from omnigym.devices.x11.modes import MODES

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(shutil.which("xrandr") is None, reason="not installed: x11-xserver-utils"),
]
SIZE = (1366, 768)


@pytest.fixture(scope="module")
def device() -> Iterator[X11Device]:
    device = X11Device(**X11Config(size=SIZE).arguments())
    yield device
    device.close()


def listed(device: X11Device) -> dict[str, bool]:
    """Each mode that `xrandr` lists, and whether it is on."""
    lines = device.run(["xrandr"])[1].decode().splitlines()
    return {words[0]: "*" in line for line in lines if line.startswith("   ") and (words := line.split())}


def test_modes_that_fit_are_offered(device: X11Device) -> None:
    device.reset()
    fitting = {f"{w}x{h}" for w, h in MODES if w <= SIZE[0] and h <= SIZE[1]}
    modes = listed(device)
    assert set(modes) == fitting and "1280x720" in fitting and "1920x1080" not in fitting
    assert [name for name, on in modes.items() if on] == ["1366x768"]


def test_a_smaller_mode_is_in_the_corner_of_the_picture(device: X11Device) -> None:
    device.reset()
    before = device.screenshot()
    assert device.run(["xrandr", "-s", "800x600"])[0] == 0
    frame = device.screenshot()
    assert frame.shape == before.shape
    assert frame[:600, :800].any(axis=2).all()
    assert not frame[600:].any() and not frame[:, 800:].any()
    device.act(Move((0.99, 0.99)))  # the pointer stays on the screen
    pointer = device.pointer()
    assert pointer is not None and pointer.at == (799, 599)
    assert device.tree().size == SIZE
    device.run(["xrandr", "-s", "1366x768"])
    assert np.array_equal(device.screenshot(), before)


def test_a_reset_undoes_it(device: X11Device) -> None:
    device.reset()
    device.run(["xrandr", "-s", "1280x720"])
    device.reset()
    assert listed(device)["1366x768"] and device.screenshot()[-1, -1].any()


def test_the_film_is_padded_too(device: X11Device) -> None:
    device.watch(on=True)
    try:
        device.reset()
        device.run(["xrandr", "-s", "800x600"])
        device.next_interval()
        frames, _ = device.video(2, (SIZE[0] // 2, SIZE[1] // 2))
        assert frames[-1, 0, 0].any() and not frames[-1, -1, -1].any()
    finally:
        device.watch(on=False)


@pytest.mark.skipif(shutil.which("xfce4-display-settings") is None, reason="not installed: xfce4-settings")
def test_the_settings_change_the_mode(device: X11Device) -> None:
    device.reset()
    device.launch("display_settings")

    def click(name: str) -> None:
        node = device.tree().find(name=name)
        assert node is not None, name
        x, y, w, h = node.bounds
        device.act(Click(((x + w / 2) / SIZE[0], (y + h / 2) / SIZE[1])))

    for name in ("1366x768*", "1280x720", "Apply", "Keep this configuration"):
        click(name)
    assert listed(device)["1280x720"]
