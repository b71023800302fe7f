"""Recordings in LeRobotDataset's format; `lerobot` reads them where ``OMNIGYM_LEROBOT_PYTHON`` names its Python."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Click, Done, Drag, Press, Type, from_json
from omnigym.envs.env import OmniEnv
from omnigym.errors import ConfigError, RecordingError
from omnigym.recording import find_trajectories, read_trajectory
from omnigym.recording.lerobot_export import ACTION, to_lerobot
from omnigym.wrappers import RecordTrajectory

pq = pytest.importorskip("pyarrow.parquet", reason="the extra [hub] is not installed")
av = pytest.importorskip("av", reason="the extra [record] is not installed")

MakeEnv = Callable[..., OmniEnv]
EPISODES = (
    (Type("hé\n"), Press("s", ("ctrl",)), Done()),
    (Click((0.25, 0.75)), Drag((0.1, 0.2), (0.3, 0.4)), Press("enter"), Done()),
)


@pytest.fixture
def folder(make_env: MakeEnv, tmp_path: Path) -> Path:
    env = RecordTrajectory(make_env(), tmp_path / "recorded")
    for n, actions in enumerate(EPISODES):
        env.reset(seed=n)
        for action in actions:
            env.step(action)  # type: ignore[arg-type]
    env.close()
    return tmp_path / "recorded"


def exported(folder: Path) -> tuple[Path, Any]:
    out = folder.parent / "lerobot"
    return out, to_lerobot(map(read_trajectory, find_trajectories(folder)), out)


def test_frames_films_tasks_and_statistics(folder: Path) -> None:
    out, made = exported(folder)
    played = [read_trajectory(path) for path in find_trajectories(folder)]
    assert (made.episodes, made.frames) == (2, sum(len(p.steps) for p in played))
    info = json.loads((out / "meta/info.json").read_text())
    assert info["codebase_version"] == "v3.0" and info["features"]["action"]["names"] == list(ACTION)
    for n, recording in enumerate(played):
        place = {"chunk_index": 0, "file_index": n}
        rows = pq.read_table(out / info["data_path"].format(**place)).to_pylist()
        assert [from_json(json.loads(row["action.json"])) for row in rows] == [s.action for s in recording.steps]
        assert [row["next.reward"] for row in rows] == pytest.approx([s.reward for s in recording.steps])
        with av.open(str(out / info["video_path"].format(video_key="observation.images.screen", **place))) as film:
            frames = [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]
        assert len(frames) == len(rows)
        first = recording.frame(0)
        assert first is not None and np.abs(frames[0].astype(int) - first).mean() < 12  # chroma is halved
    stats = json.loads((out / "meta/stats.json").read_text())
    assert stats["action"]["count"] == [made.frames] and len(stats["observation.images.screen"]["mean"]) == 3
    x = ACTION.index("x")
    assert stats["action"]["max"][x] == pytest.approx(0.25)


def test_the_pointer_is_where_the_last_action_left_it(folder: Path) -> None:
    out, _ = exported(folder)
    rows = pq.read_table(out / "data/chunk-000/file-001.parquet").to_pylist()
    assert [row["observation.state"] for row in rows][:3] == [
        [0.5, 0.5],
        pytest.approx([0.25, 0.75]),
        pytest.approx([0.3, 0.4]),
    ]


def test_what_cannot_be_exported_says_so(folder: Path, tmp_path: Path) -> None:
    exported(folder)
    with pytest.raises(ConfigError, match="not empty"):
        exported(folder)
    with pytest.raises(ConfigError, match="No recording"):
        to_lerobot([], tmp_path / "none")
    path = find_trajectories(folder)[0]
    for picture in path.glob("obs*.png"):
        picture.unlink()
    with pytest.raises(RecordingError, match="no pictures"):
        to_lerobot([read_trajectory(path)], tmp_path / "blind")


READ = """
import json, sys
from lerobot.datasets.lerobot_dataset import LeRobotDataset
data = LeRobotDataset("omnigym/test", root=sys.argv[1], video_backend="pyav")
first, last = data[0], data[len(data) - 1]
print(json.dumps([data.num_episodes, len(data), list(first["observation.images.screen"].shape), last["task"],
    first["action.json"], list(first["action"].shape), float(first["observation.images.screen"].mean()),
    bool(last["next.done"]), list(data.meta.stats["action"]["mean"].shape)]))
"""


@pytest.mark.skipif(
    "OMNIGYM_LEROBOT_PYTHON" not in os.environ, reason="OMNIGYM_LEROBOT_PYTHON names no Python with lerobot"
)
def test_lerobot_reads_it_back(folder: Path) -> None:
    out, made = exported(folder)
    said = subprocess.run(
        [os.environ["OMNIGYM_LEROBOT_PYTHON"], "-c", READ, str(out)],
        env={"PATH": os.environ["PATH"], "HOME": str(folder.parent), "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    episodes, frames, shape, task, action, vector, mean, done, stats = json.loads(said.stdout.splitlines()[-1])
    recording = read_trajectory(find_trajectories(folder)[0])
    first = recording.frame(0)
    assert first is not None
    assert (episodes, frames) == (made.episodes, made.frames)
    assert shape[0] == 3 and vector == stats == [len(ACTION)] and done
    assert from_json(json.loads(action)) == recording.steps[0].action
    assert task == read_trajectory(find_trajectories(folder)[-1]).meta["instruction"]
    assert mean == pytest.approx(float(first.mean() / 255), abs=0.03)
