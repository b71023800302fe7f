"""CRAB's sub-task of the code editor is proved on the simulated Ubuntu."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.benchmarks.crab.template import crab_oracle, get_template
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError
from omnigym.tasks.counterexamples import Counterexample
from omnigym.tasks.oracle import UI
from omnigym.tasks.proofs.verify import Prover, Strangers
from omnigym.tasks.registry import counterexamples_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task, TaskNode

PASTE = get_template("8491e674-596b-452b-9e0e-58a44d90f947")
TASKS = [Task(id="t", nodes=(TaskNode("1", PASTE.id, values),)) for values in PASTE.subtask.parameters]


@pytest.fixture(scope="module")
def ubuntu() -> Iterator[Device]:
    device = build_device("ubuntu")
    yield device
    device.close()


@pytest.mark.parametrize("task", TASKS, ids=lambda t: str(t.nodes[0].parameters["path"]))
def test_each_of_its_tasks_is_proved(ubuntu: Device, task: Task) -> None:
    proof = Prover(lambda: ubuntu, Strangers(TASKS)).prove(task)
    assert proof.holds, proof.failures


@pytest.mark.parametrize("trial", counterexamples_of(PASTE.id, "wrong"), ids=lambda t: t.name)
def test_each_wrong_run_goes_to_its_end_and_does_not_pay(ubuntu: Device, trial: Counterexample) -> None:
    actions = trial.run(UI(ubuntu, PASTE.subtask.app), **TASKS[1].nodes[0].parameters)
    outcome = Stage(TASKS[1], ubuntu).play(actions)
    assert (outcome.problem, outcome.coverage < 1) == ("", True)


def test_a_second_oracle_is_refused() -> None:
    with pytest.raises(ConfigError, match="already"):
        crab_oracle(PASTE.id)(lambda _ui, **_: iter(()))
