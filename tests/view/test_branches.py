from __future__ import annotations

from pathlib import Path

from omnigym.actions import Click, to_json
from omnigym.recording import Message, RolloutRecord, RolloutStep, RolloutWriter
from omnigym.view.branches import branches_of
from omnigym.view.runs import Run

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
