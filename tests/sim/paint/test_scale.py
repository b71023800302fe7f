"""The scaled copy."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.sim.paint.scale import Scaler


@pytest.mark.parametrize("target", [(320, 240), (200, 150), (333, 77), (84, 84), (640, 480), (640, 100), (300, 480)])
def test_updates_of_parts_are_an_update_of_all(target: tuple[int, int]) -> None:
    rng = np.random.default_rng(7)
    frame = rng.integers(0, 256, (480, 640, 3), dtype=np.uint8)
    whole = Scaler((640, 480), target)
    whole.update(frame, [(0, 0, 640, 480)])
    parts = Scaler((640, 480), target)
    parts.update(np.zeros_like(frame), [(0, 0, 640, 480)])
    parts.update(frame, [(0, 0, 301, 222), (301, 0, 640, 222), (0, 222, 640, 300)])
    parts.update(frame, [(x, 300, x + 20, 480) for x in range(0, 640, 20)])
    assert np.array_equal(whole.copy(), parts.copy())


@pytest.mark.parametrize("target", [(20, 15), (33, 7), (8, 8), (30, 48), (64, 12), (16, 12)])
def test_it_is_the_mean_of_the_area(target: tuple[int, int]) -> None:
    width, height = target
    frame = np.random.default_rng(3).integers(0, 256, (48, 64, 3), dtype=np.uint8)
    scaler = Scaler((64, 48), target)
    scaler.update(frame, [(0, 0, 64, 48)])
    rows = np.repeat(frame, height, axis=0).reshape(height, 48, 64, 3).mean(axis=1)
    mean = np.repeat(rows, width, axis=1).reshape(height, width, 64, 3).mean(axis=2)
    assert np.abs(scaler.copy() - mean).max() <= 1


def test_whole_factors_average_exactly() -> None:
    frame = np.arange(8 * 8 * 3, dtype=np.uint8).reshape(8, 8, 3)
    scaler = Scaler((8, 8), (4, 4))
    scaler.update(frame, [(0, 0, 8, 8)])
    mean = frame.reshape(4, 2, 4, 2, 3).astype(float).mean(axis=(1, 3))
    assert np.abs(scaler.copy() - mean).max() <= 0.5


def test_copy_belongs_to_the_caller() -> None:
    scaler = Scaler((8, 8), (4, 4))
    scaler.copy()[:] = 9
    assert not scaler.copy().any()
