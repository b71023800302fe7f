"""CRAB's sub-tasks: what they declare, and that what they ask for can be done and is not given away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from omnigym.benchmarks.crab.template import CRAB, Template, get_template, parameters_of, templates
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.errors import UnknownNameError
from omnigym.tasks.checking import check_task
from omnigym.tasks.oracle import UI
from omnigym.tasks.proofs.verify import Prover, Strangers
from omnigym.tasks.registry import all_subtasks, counterexamples_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task, TaskNode

PHONE = [t for t in templates() if t.platform == "android"]
#: An answer alone is told by its instruction, so it is proved with what it comes after (`test_composing`).
UBUNTU = [t for t in templates() if t.platform == "ubuntu" and t.subtask.oracle is not None]


def task_of(template: Template, number: int = 0) -> Task:
    return Task(id=template.id, nodes=(TaskNode("1", template.id, template.subtask.parameters[number]),))


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    device = build_device("phone")
    yield device
    device.close()


@pytest.fixture(scope="module")
def ubuntu() -> Iterator[Device]:
    device = build_device("ubuntu")
    yield device
    device.close()


def test_they_are_36_and_belong_to_no_other_suite() -> None:
    assert len(templates()) == 36
    assert len(PHONE) == 17
    assert len(UBUNTU) == 18
    assert not [s.id for s in all_subtasks() if s.collection]
    assert {s.id for s in all_subtasks(CRAB)} == {t.id for t in templates()}


def test_they_declare_what_the_published_ones_do(samples: Path) -> None:
    """Attributes, output, platform and the shape of the evaluator's graph."""
    known = json.loads((samples / "subtasks.json").read_text())
    assert len(known) == 35
    for wanted in known:
        found = get_template(wanted["id"])
        assert dict(found.types) == wanted["attributes"]
        assert (found.subtask.output or "None") == wanted["output"]
        assert (found.platform or "ubuntu") == wanted["platform"]
        edges = [[a, b] for a, after in enumerate(found.subtask.inside.successors) for b in after]
        assert (found.nodes, sorted(edges)) == (len(wanted["nodes"]), sorted(wanted["edges"])), wanted["id"]


@pytest.mark.parametrize("template", templates(), ids=lambda t: t.id)
def test_each_set_is_a_task_and_so_is_one_without_output(template: Template) -> None:
    for n, values in enumerate(template.sets):
        check_task(task_of(template, n))
        bare = parameters_of(template, {k: v for k, v in values.items() if k in template.types}, "")
        check_task(Task(id="t", nodes=(TaskNode("1", template.id, bare),)))


@pytest.mark.parametrize("template", PHONE, ids=lambda t: t.id)
def test_those_of_the_phone_are_proved(device: Device, template: Template) -> None:
    prover = Prover(lambda: device, Strangers([task_of(t) for t in PHONE]))
    proof = prover.prove(task_of(template))
    assert proof.holds, proof.failures


@pytest.mark.parametrize("template", UBUNTU, ids=lambda t: t.id)
def test_those_of_ubuntu_are_proved(ubuntu: Device, template: Template) -> None:
    prover = Prover(lambda: ubuntu, Strangers([task_of(t) for t in UBUNTU]))
    proof = prover.prove(task_of(template))
    assert proof.holds, proof.failures
    for n in range(1, len(template.sets)):
        stage = Stage(task_of(template, n), ubuntu)
        assert stage.play(stage.oracle()).coverage == 1.0


def test_every_one_of_the_phone_has_a_wrong_run_that_goes_to_its_end(device: Device) -> None:
    """One that does not find its way would prove nothing. One set is of what is on the phone from the start."""
    for template in PHONE:
        _goes_wrong(template, device)


@pytest.mark.parametrize("template", UBUNTU, ids=lambda t: t.id)
def test_so_has_every_one_of_ubuntu(ubuntu: Device, template: Template) -> None:
    _goes_wrong(template, ubuntu)


def _goes_wrong(template: Template, device: Device) -> None:
    trials = counterexamples_of(template.id, "wrong")
    assert trials, template.id
    for trial, n in [(trial, n) for trial in trials for n in range(min(2, len(template.sets)))]:
        task = task_of(template, n)
        actions = trial.run(UI(device, template.subtask.app), **task.nodes[0].parameters)
        outcome = Stage(task, device).play(actions)
        assert (outcome.problem, outcome.coverage < 1) == ("", True), (trial.name, n)


def test_an_unknown_one_is_said_to_be_so() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean"):
        get_template(PHONE[0].id[:-1])
