"""Proofs in a file: what is there is not proved again, and what was cut off is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from omnigym.devices.sim.config import SimConfig
from omnigym.errors import ConfigError, TaskFileError
from omnigym.tasks.proofs.variation import Starts
from omnigym.tasks.proofs.verify import Proof, Prover, TaskProof
from omnigym.tasks.proofs.workers import ProofFile, verify_all
from omnigym.tasks.suites import suite_tasks
from omnigym.tasks.task import Task

_DEVICE = SimConfig()


@pytest.fixture
def tasks() -> tuple[Task, ...]:
    return suite_tasks("one-node", "sim")[:3]


def test_a_run_goes_on_where_it_stopped(
    tmp_path: Path, tasks: tuple[Task, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, proved, prove = tmp_path / "proofs.jsonl", [], Prover.prove
    monkeypatch.setattr(Prover, "prove", lambda self, task: (proved.append(task.id), prove(self, task))[1])
    first = verify_all(tasks[:2], _DEVICE, workers=1, kept=ProofFile(path, _DEVICE))
    path.write_bytes(path.read_bytes()[:-20])  # killed while the second line was written
    again = verify_all(tasks, _DEVICE, workers=1, kept=ProofFile(path, _DEVICE))
    assert proved == [t.id for t in (*tasks[:2], *tasks[1:])]
    assert again[:2] == first
    assert verify_all(tasks, _DEVICE, workers=1, kept=ProofFile(path, _DEVICE)) == again
    assert len(proved) == 4
    assert all(p.holds for p in again)


def test_what_was_proved_otherwise_does_not_count(tmp_path: Path, tasks: tuple[Task, ...]) -> None:
    path, proof = tmp_path / "proofs.jsonl", TaskProof(tasks[0].id, (Proof("start", False, "so"),), 3)
    with ProofFile(path, _DEVICE).adding() as add:
        add(tasks[0], proof)
    assert ProofFile(path, _DEVICE).find(tasks[0]) == proof
    assert ProofFile(path, _DEVICE).find(tasks[1]) is None
    assert ProofFile(path, _DEVICE).find(replace(tasks[0], instruction="Something else.")) is None
    assert ProofFile(path, _DEVICE, once=True).find(tasks[0]) is None
    assert ProofFile(path, _DEVICE, starts=Starts("layout")).find(tasks[0]) is None
    assert ProofFile(path, _DEVICE, starts=Starts("none", 5)).find(tasks[0]) == proof
    assert ProofFile(path, SimConfig(size=(1280, 800))).find(tasks[0]) is None


@pytest.mark.parametrize("line", ["nonsense", "[]", "{}", '{"key": "a", "holds": true, "proofs": 1}'])
def test_another_file_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(f"{line}\n")
    with pytest.raises(TaskFileError, match="line 1: expected a proof"):
        ProofFile(path, _DEVICE)


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    first, second = (ProofFile(tmp_path / "proofs.jsonl", _DEVICE) for _ in range(2))
    with first.adding(), pytest.raises(ConfigError, match="Another process"), second.adding():
        pass
    nowhere = ProofFile(tmp_path / "no" / "such" / "folder.jsonl", _DEVICE)
    with pytest.raises(ConfigError, match="Cannot write"), nowhere.adding():
        pass
