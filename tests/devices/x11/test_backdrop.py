"""The picture behind all windows."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.devices.config import build_device
from omnigym.devices.x11.backdrop import backdrop
from omnigym.devices.x11.config import X11Config

pytestmark = pytest.mark.x11


@pytest.mark.parametrize("size", [(1024, 768), (640, 480)])
def test_the_screen_shows_all_of_it_in_each_episode(size: tuple[int, int]) -> None:
    wanted = np.frombuffer(backdrop(size), np.uint8).reshape(size[1], size[0], 4)[:, :, 2::-1]
    device = build_device(X11Config(size=size))
    try:
        for seed in range(2):
            device.reset(seed)
            seen = np.asarray(device.screenshot())
            assert (seen == wanted).all(axis=2).mean() > 0.995, "all but the pointer"
        assert len(np.unique(seen.reshape(-1, 3), axis=0)) > 1000
    finally:
        device.close()
