"""Composition by types, and the suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from omnigym.benchmarks.crab.by_hand import hand_made
from omnigym.benchmarks.crab.composing import compose_crab
from omnigym.benchmarks.crab.files import ComposedTask, dumps_crab, loads_crab
from omnigym.benchmarks.crab.importing import export_crab, import_crab
from omnigym.benchmarks.crab.suite import COUNTS, NODES, SPLIT, crab_suite, generate, stored_at
from omnigym.benchmarks.crab.template import get_template, templates
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError
from omnigym.evaluation.dag import Dag
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.rollout import Stage
from omnigym.tasks.suites import list_tasks, load_task

PAIR = Dag(("0", "1"), (("0", "1"),))
PHONE = tuple(t for t in templates() if t.platform == "android")


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


def nodes_of(task: ComposedTask) -> int:
    return sum(get_template(sub.task).nodes for sub in task.tasks)


@pytest.mark.parametrize("seed", range(6))
def test_an_output_becomes_an_attribute_of_its_very_type(seed: int) -> None:
    first, second = compose_crab(PAIR, PHONE, seed=seed, strict=True).tasks
    maker, taker = get_template(first.task), get_template(second.task)
    taken = [name for name, kind in taker.types.items() if kind == maker.subtask.output]
    assert first.output is not None
    assert first.output in [second.attribute[name] for name in taken]


def test_what_is_taken_over_is_named_and_not_said() -> None:
    pool = [get_template("a3d11574-2acf-4b26-a569-a5dbc9d548aw"), get_template("0090f116-e02b-4562-a20d-b5df38be963a")]
    task = compose_crab(PAIR, pool, seed=1)
    assert "send an email that says that address to" in task.description.casefold()
    assert str(task.tasks[0].output) not in task.description


def test_a_composed_task_is_a_file_and_a_task() -> None:
    task = compose_crab(PAIR, PHONE, seed=3, task_id="mine")
    assert loads_crab(dumps_crab(task)) == task
    found = import_crab(task).task
    assert export_crab(found).tasks == task.tasks
    assert len(found.expanded_dag.ids) == nodes_of(task)
    assert compose_crab(PAIR, PHONE, seed=3, task_id="mine") == task


def test_sub_tasks_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ConfigError, match="could not be joined"):
        compose_crab(PAIR, [t for t in PHONE if not t.subtask.output], seed=0)


def test_the_counts_are_those_of_the_paper() -> None:
    assert sum(COUNTS.values()) == 120
    made = {name: Counter(len(t.expanded_dag.ids) for t in hand_made(name)) for name in SPLIT}
    assert {name: sum(of.values()) + made[name].total() for name, of in NODES.items()} == SPLIT
    assert sum((Counter(of) + made[name] for name, of in NODES.items()), Counter[int]()) == Counter(COUNTS)
    assert sum(of.total() for of in made.values()) == 16


@pytest.mark.parametrize("name", SPLIT)
def test_tasks_of_all_kinds_are_generated_and_differ(name: str) -> None:
    """With few of each number of nodes: all of them take seconds."""
    few = dict.fromkeys(list(NODES[name])[:4], 2)
    made = list(generate(name, few, seed=1))
    assert len({t.description for t in made}) == len(made) == 8
    assert [nodes_of(t) for t in made] == [n for n in few for _ in range(2)]


def test_oracles_solve_the_suite_of_the_phone(device: Device) -> None:
    tasks = crab_suite("android")
    assert len(tasks) == SPLIT["android"]
    for task in tasks:
        stage = Stage(task, device)
        outcome = stage.play(stage.oracle())
        assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), (task.id, outcome.problem)


@pytest.mark.parametrize(("name", "every"), [("ubuntu", 9), ("cross", 1)])
def test_oracles_solve_those_of_ubuntu_and_of_both(device: Device, ubuntu: Device, name: str, every: int) -> None:
    """Of Ubuntu's some: all of them take 10 seconds, and `omnigym tasks verify` proves them."""
    tasks = [t for t in crab_suite("") if t.id.startswith(f"crab/{name}-")]
    assert len(tasks) == SPLIT[name]
    for task in tasks[::every]:
        stage = Stage(task, {"phone": device, "desktop": ubuntu} if name == "cross" else ubuntu)
        outcome = stage.play(stage.oracle())
        assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), (task.id, outcome.problem)


def test_what_is_stored_is_what_is_generated() -> None:
    stored = stored_at("android").read_text("utf-8").splitlines()
    assert [loads_crab(line) for line in stored] == list(generate("android", NODES["android"], proved=True))


def test_a_long_one_is_proved(device: Device) -> None:
    proof = verify_task(crab_suite("android")[-4], device)
    assert proof.holds, proof.failures


def test_the_suite_has_to_be_named() -> None:
    assert not [t for t in list_tasks("nodes:2", device="phone") if t.suite == "crab"]
    assert {d: len(list_tasks("suite:crab", device=d)) for d in ("phone", "ubuntu")} == {"phone": 29, "ubuntu": 73}
    assert load_task("crab/android-2-0").suite == "crab"


def test_a_task_over_two_devices_is_solved_on_both(device: Device) -> None:
    """What is looked up on the phone is told by the agent, who submits it beside a desktop."""
    clock, answer = "a3d11574-2acf-4b26-a569-a5dbc9d548ah", "1c3bedc3-ea5a-453c-a15b-223d72ab756d"
    task = import_crab(compose_crab(PAIR, [get_template(clock), get_template(answer)], seed=0)).task
    assert task.device_names == ("phone", "desktop")
    desktop = build_device("sim")
    try:
        stage = Stage(task, {"phone": device, "desktop": desktop})
        assert stage.play(stage.oracle()).coverage == 1.0
        without = stage.play(stage.oracle(leave_out=("1",), forgive=True))
        assert without.completed == ("0/app", "0/city")
    finally:
        desktop.close()
