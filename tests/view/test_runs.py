from __future__ import annotations

import json
from pathlib import Path

import pytest

from omnigym.actions import Click, to_json
from omnigym.errors import RecordingError
from omnigym.recording import Message, RolloutRecord, RolloutStep, RolloutWriter
from omnigym.view.runs import Run, branches_of, curve_files, curves_of, picture_of, problem_or_curve, transcript_of

# -- test branches ----------------------------------------------------------------------------------------------------

STEP = RolloutStep(
    messages=(Message("user", "screen"), Message("assistant", "I click.")),
    actions=(to_json(Click((0.5, 0.5))),),
    reward=0.5,
    completed={"a": 0.5},
)


def test_a_file_of_rollouts_is_a_tree(tmp_path: Path) -> None:
    path = tmp_path / "rollouts.jsonl"
    with RolloutWriter(path) as writer:
        writer.write(
            RolloutRecord(id="root", group="0", task_id="t", instruction="Do it.", steps=(STEP, STEP), reward=1.0)
        )
        writer.write(
            RolloutRecord(id="child", group="1", parent="root", at=1, task_id="t", instruction="Do it.", steps=(STEP,))
        )
    for run in (Run(tmp_path), Run(path)):
        found = branches_of(run.root, run.rollouts[0])
        root, child = found["rollouts"]
        assert (root["parent"], child["parent"], child["at"]) == (None, "root", 1)
        assert root["steps"][0]["done"] == ["Click"] and root["steps"][0]["said"] == ["I click."]


def test_what_is_damaged_ends_the_list_and_is_told(tmp_path: Path) -> None:
    path = tmp_path / "rollouts.jsonl"
    with RolloutWriter(path) as writer:
        writer.write(RolloutRecord(id="root", group="0", task_id="t", instruction=""))
    with path.open("a") as file:
        file.write('{"format": "omnigym-rollouts/2"}\n')
    found = branches_of(tmp_path, path)
    assert len(found["rollouts"]) == 1 and "line 2" in str(found["problem"])


def test_the_conversation_of_a_rollout_and_its_pictures(tmp_path: Path) -> None:
    path = tmp_path / "rollouts.jsonl"
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n...")
    (tmp_path / "pictures" / "text.png").write_bytes(b"<svg>")
    (tmp_path / "pictures" / "link.png").symlink_to(tmp_path.parent)
    with RolloutWriter(path) as writer:
        writer.write(RolloutRecord(id="root", group="0", task_id="t", instruction="", steps=(STEP,)))
    ((step,),) = [transcript_of(tmp_path, path, 0)]
    assert [m["role"] for m in step["messages"]] == ["user", "assistant"]  # type: ignore[attr-defined]
    with pytest.raises(RecordingError, match="no rollout 1"):
        transcript_of(tmp_path, path, 1)
    assert picture_of(tmp_path, path, "a.png") is not None and picture_of(tmp_path, path, "none.png") is None
    for name in ("text.png", "link.png"):
        with pytest.raises(RecordingError):
            picture_of(tmp_path, path, name)


# -- test curves ------------------------------------------------------------------------------------------------------


def test_the_curve_of_training_is_drawn_over_its_work(tmp_path: Path) -> None:
    (tmp_path / "curve.csv").write_text(
        "phase,work,steps,success_rate\nclone,64,0,0.1\nppo,128,64,nan\nppo,192,128,0.5\n"
    )
    run = Run(tmp_path)
    assert run.facts()["curves"] == 1
    assert curves_of(run.root, run.curves[0]) == {
        "name": "curve.csv",
        "over": "work",
        "at": [64.0, 128.0, 192.0],
        "lines": {"success_rate": [0.1, None, 0.5]},
    }


@pytest.mark.parametrize("data", [[{"step": 1, "loss": 2.5}], {"seed": 0, "rows": [{"step": 1, "loss": 2.5}]}])
def test_a_curve_may_be_json(tmp_path: Path, data: object) -> None:
    path = tmp_path / "learning_curve.json"
    path.write_text(json.dumps(data))
    curve = curves_of(tmp_path, path)
    assert (curve["at"], curve["lines"]) == ([1.0], {"loss": [2.5]})


@pytest.mark.parametrize("text", ["{", "[1, 2]", "", "3", '[{"a": "<script>"}]', '[{"a": 1e999}]'])
def test_a_file_that_is_no_curve_draws_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "curve.json"
    path.write_text(text)
    curve = problem_or_curve(tmp_path, path)
    assert curve.get("problem") or not curve["lines"]


def test_a_curve_that_leads_out_of_the_directory_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("work,secret\n1,2\n")
    run = tmp_path / "run"
    run.mkdir()
    (run / "curve.csv").symlink_to(tmp_path / "secret.csv")
    (path,) = curve_files(run)
    assert "leads out" in str(problem_or_curve(run, path)["problem"])
