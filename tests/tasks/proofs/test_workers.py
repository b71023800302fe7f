"""Proofs in several processes are those of one, in the tasks' order."""

from __future__ import annotations

from omnigym.devices.sim.config import SimConfig
from omnigym.devices.sim.device import SimDevice
from omnigym.tasks.proofs import workers
from omnigym.tasks.proofs.verify import TaskProof, verify
from omnigym.tasks.proofs.workers import processors, verify_all
from omnigym.tasks.suites import suite_tasks


def test_several_processes_prove_what_one_does() -> None:
    tasks = suite_tasks("one-node", "sim")[:36]
    seen: list[TaskProof] = []
    results = verify_all(tasks, SimConfig(), workers=2, progress=seen.append)
    assert results == verify(tasks, SimDevice)
    assert tuple(seen) == results
    assert [r.task_id for r in results] == [t.id for t in tasks]
    assert all(r.holds for r in results)


def test_no_process_is_started_for_few_tasks() -> None:
    tasks = suite_tasks("one-node", "sim")[:3]
    seen: list[TaskProof] = []
    assert verify_all(tasks, SimConfig(), workers=processors(), progress=seen.append) == tuple(seen)
    assert not hasattr(workers._Worker, "prover")
