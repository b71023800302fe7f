"""Runs that are written by their contract."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.view.recordings import line, write_recording


@pytest.fixture
def make_run(tmp_path: Path) -> Callable[..., Path]:
    """Makes a run of so many episodes, all recorded; every third one fails."""

    def make(episodes: int = 3, steps: int = 4, name: str = "run", **kwargs: Any) -> Path:
        run = tmp_path / name
        first = write_recording(run / "trajectories" / "0", steps, **kwargs)
        lines = []
        for n in range(episodes):
            if n:
                shutil.copytree(first, run / "trajectories" / str(n))
            lines.append(line(n, steps=steps, success=n % 3 != 2, trajectory=f"trajectories/{n}"))
        (run / "episodes.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in lines))
        settings = {
            "format": "omnigym-run/1",
            "env": "OmniBench-Win11-v0",
            "agent": "oracle",
            "episodes": episodes,
            "seed": 0,
        }
        (run / "run.json").write_text(json.dumps(settings))
        return run

    return make
