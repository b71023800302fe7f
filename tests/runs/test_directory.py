"""Runs on disk: a full disk, and a header that asks for more than there can be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from omnigym.errors import RecordingError
from omnigym.runs import RunDirectory, RunHeader

HEADER = RunHeader(env="OmniBench-Win11-v0", agent="noop", tasks="files/rename", episodes=2)


def test_a_report_on_a_full_disk_is_a_recording_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    run = RunDirectory.begin(tmp_path / "run", HEADER)
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(RecordingError, match=r"No space left on device.*episodes are intact"):
        run.write_report({})
    assert sorted(p.name for p in run.path.iterdir() if "part" in p.name) == []


def test_a_header_of_very_many_episodes_is_damaged(tmp_path: Path) -> None:
    run = RunDirectory.begin(tmp_path / "run", HEADER)
    file = run.path / "run.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "episodes": 10**12}))
    with pytest.raises(RecordingError, match="episodes"):
        RunDirectory(run.path)
