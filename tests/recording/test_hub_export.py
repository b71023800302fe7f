"""Rollouts, episodes and tasks as Parquet: what is written is read again, and paths of pictures stay inside."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from omnigym.actions import from_json
from omnigym.baselines.runs import plan_run, play_run
from omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader import shipped_dataset
from omnigym.errors import ConfigError, RecordingError
from omnigym.recording.hub_export import HubWriter
from omnigym.recording.rollouts import Message, RolloutRecord, RolloutStep, ToolCall
from omnigym.runs import RunDirectory, RunHeader

parquet = pytest.importorskip("pyarrow.parquet", reason="pip install 'omnigym[hub]'")
PICTURE = b"\x89PNG\r\n\x1a\n-a-picture"


def record(image: str | None = "pictures/a.png", **more: Any) -> RolloutRecord:
    said = Message("assistant", "I click.", calls=(ToolCall("click", '{"x": 1}', "c"),), reasoning="Hm.")
    step = RolloutStep(
        messages=(Message("user", "Step 1.", image), said),
        token_ids=(1, 2),
        logprobs=(-0.5, -1.0),
        actions=({"type": "Wait", "duration": 1.0},),
        reward=0.5,
        completed={"n": 0.5},
    )
    return RolloutRecord(**{"id": "r0", "group": "g", "task_id": "t", "instruction": "Do.", "steps": (step,), **more})


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").write_bytes(PICTURE)
    tasks = list(islice((t for t in shipped_dataset() if len(t.nodes) == 1), 3))  # without making all others
    with HubWriter(tmp_path / "out") as writer:
        writer.rollouts([record(id=f"r{n}") for n in range(130)], tmp_path)
        writer.tasks(tasks)
    assert writer.rows == {"rollouts": 130, "steps": 130, "tasks": 3}
    table = parquet.read_table(tmp_path / "out" / "data" / "steps-00000.parquet")
    assert json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]["image"] == {"_type": "Image"}
    row = table.to_pylist()[129]
    assert row["image"] == {"bytes": PICTURE, "path": "a.png"} and row["last"] is True
    assert (row["token_ids"], row["logprobs"], row["prompt_token_ids"]) == ([1, 2], [-0.5, -1.0], None)
    user, said = row["messages"]
    assert user["image"] == 0 and said["calls"] == [{"name": "click", "arguments": '{"x": 1}', "id": "c"}]
    rows = parquet.read_table(tmp_path / "out" / "data" / "tasks-00000.parquet").to_pylist()
    assert [r["task_id"] for r in rows] == [t.id for t in tasks] and all(json.loads(r["task"]) for r in rows)
    card = (tmp_path / "out" / "README.md").read_text()
    assert card.startswith("---\nconfigs:\n") and 'path: "data/steps-*.parquet"' in card and "| `logprobs` |" in card


@pytest.mark.parametrize("image", ["../secret.png", "/etc/hostname", "pictures/none.png", "pictures/link.png"])
def test_pictures_come_from_the_run_alone(tmp_path: Path, image: str) -> None:
    run = tmp_path / "run"
    (run / "pictures").mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(PICTURE)
    (run / "pictures" / "link.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(RecordingError, match="picture"), HubWriter(tmp_path / "out") as writer:
        writer.rollouts([record(image)], run)
    assert not (tmp_path / "out" / "README.md").exists()  # no data set


def test_a_directory_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(ConfigError, match="not empty"):
        HubWriter(tmp_path)


def test_an_evaluated_run_with_its_recordings(tmp_path: Path) -> None:
    run = tmp_path / "run"
    header = RunHeader(env="OmniBench-Win11-v0", agent="oracle", tasks="settings/switch@0", episodes=2, record=True)
    planned, tasks = plan_run(header)
    kept = RunDirectory.begin(run, planned)
    played = list(play_run(planned, tasks, kept))
    with HubWriter(tmp_path / "out") as writer:
        writer.episodes([(p.episode, p.record, p.trajectory) for p in kept.played()], run)
    episodes, steps = (
        parquet.read_table(tmp_path / "out" / "data" / f"{name}-00000.parquet").to_pylist()
        for name in ("episodes", "episode_steps")
    )
    assert [(e["episode"], e["is_success"], e["recorded"]) for e in episodes] == [(0, True, True), (1, True, True)]
    assert len(steps) == sum(e["actions"] for e in episodes) == sum(p.record.actions for p in played)
    assert sum(s["reward"] for s in steps) == pytest.approx(2.0) and [s["step"] for s in steps][:2] == [0, 1]
    assert steps[0]["image"]["bytes"].startswith(b"\x89PNG") and from_json(json.loads(steps[0]["action"]))
    assert steps[-1]["last"] and not steps[0]["last"]
    with pytest.raises(RecordingError, match="leads out"), HubWriter(tmp_path / "no") as writer:
        writer.episodes([(0, played[0].record, "../../etc")], run)


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = parquet.ParquetWriter.close

    def full(writer: Any) -> None:
        closed(writer)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parquet.ParquetWriter, "close", full)
    with HubWriter(tmp_path / "out") as writer, pytest.raises(RecordingError, match="No space left on device"):
        writer.tasks(islice(shipped_dataset(), 3))
    assert not list((tmp_path / "out").rglob("*.parquet"))
