"""The screen that all episodes of a folder begin on is kept once, and every episode reads without the others."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.recording import TrajectoryWriter, read_trajectory

META: dict[str, Any] = {"info": {}, "size": [64, 48], "nodes": [], "edges": [], "observation_keys": ["screenshot"]}
SCREEN = np.random.default_rng(0).integers(0, 256, (48, 64, 3), np.uint8)


def episode(path: Path, screen: np.ndarray[Any, Any] = SCREEN) -> Path:
    TrajectoryWriter(path, META).observation(None, {"screenshot": screen})
    return path


def size(path: Path) -> int:
    return sum(f.stat().st_size for f in path.iterdir() if f.stat().st_nlink == 1)


def test_the_first_screen_is_kept_once(tmp_path: Path) -> None:
    first, *others = (episode(tmp_path / name) for name in "abc")
    assert len({(p / "reference.bin").stat().st_ino for p in (first, *others)}) == 1
    assert all(size(p) < SCREEN.size / 10 for p in others)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "b", "c"]  # nothing but episodes
    shutil.rmtree(first)
    copied = shutil.copytree(others[0], tmp_path / "elsewhere" / "b")
    for path in (*others, copied):
        np.testing.assert_array_equal(read_trajectory(path).observation(0)["screenshot"], SCREEN)


@pytest.mark.parametrize("trouble", ["no links", "damaged", "torn", "another size"])
def test_where_none_can_be_shared_an_episode_has_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    before = episode(tmp_path / "a", SCREEN[:40] if trouble == "another size" else SCREEN) / "reference.bin"
    if trouble == "no links":
        monkeypatch.setattr(os, "link", no_links)
    elif trouble == "damaged":
        before.write_bytes(b"x" * 1000)
    elif trouble == "torn":
        before.write_bytes(before.read_bytes()[:-1000])
    after = episode(tmp_path / "b")
    assert (after / "reference.bin").stat().st_nlink == 1
    assert not list(after.glob("*.part"))
    np.testing.assert_array_equal(read_trajectory(after).observation(0)["screenshot"], SCREEN)
