"""The shipped files of composed tasks keep what composition promises, with the subtasks as they are now."""

from __future__ import annotations

import itertools
import statistics
from pathlib import Path

import pytest

from omnigym.assets.packaged import data_path
from omnigym.benchmarks.composed import composed_suite
from omnigym.benchmarks.composed.making import PLAN
from omnigym.benchmarks.composed.suite_files import IDLE_STEPS, write_suite
from omnigym.tasks.complexity import CAPABILITY_TASKS, DIMENSIONS, complexity_of, level
from omnigym.tasks.conflicts import clash, clipboard_mixed_up, facts_of
from omnigym.tasks.instructions import write_instruction, write_intent
from omnigym.tasks.node_binding import resource_key
from omnigym.tasks.plausibility import nonsense
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import list_tasks, load_task, suite_tasks
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_task, loads_task

PLATFORMS = ("windows", "linux", "web", "android")
STALE = "the subtasks have changed: run scripts/compose_suite.py"


@pytest.fixture(scope="module", params=PLATFORMS)
def tasks(request: pytest.FixtureRequest) -> tuple[Task, ...]:
    return composed_suite(request.param)


def test_every_task_is_a_valid_task_file(tasks: tuple[Task, ...]) -> None:
    for task in tasks:
        read = loads_task(dumps_task(task), task.id)
        assert (read.nodes, read.edges, read.instruction) == (task.nodes, task.edges, task.instruction)


def test_the_words_are_those_of_the_subtasks(tasks: tuple[Task, ...]) -> None:
    for task in tasks:
        assert task.instruction == write_instruction(task.bound, task.dag), f"{task.id}: {STALE}"
        assert task.intent == write_intent(task.bound, task.dag), f"{task.id}: {STALE}"


def test_somebody_would_want_them(tasks: tuple[Task, ...]) -> None:
    for task in tasks:
        assert nonsense(task.dag, {n: task.bound[i] for n, i in enumerate(task.dag.ids)}) == "", task.id


def test_a_resource_flows_along_every_edge(tasks: tuple[Task, ...]) -> None:
    for task in tasks:
        for before, after in task.edges:
            made = {resource_key(r) for r in task.bound[before].produces}
            assert made & {resource_key(n.resource) for n in task.bound[after].needs}, f"{task.id}: {STALE}"


def test_no_two_nodes_are_in_each_others_way(tasks: tuple[Task, ...]) -> None:
    for task in tasks:
        dag = task.dag
        facts = {}
        for i in dag.order:
            provided = frozenset().union(*(facts[a].gives for a in dag.ancestors[i]))
            facts[i] = facts_of(task.bound[dag.ids[i]], provided)
        for a, b in itertools.combinations(facts, 2):
            order = -1 if a in dag.ancestors[b] else 1 if b in dag.ancestors[a] else 0
            assert not clash(facts[a], facts[b], order), f"{task.id}: {STALE}"
        assert not clipboard_mixed_up(dag, facts), f"{task.id}: {STALE}"


def test_ids_and_contents_differ_and_the_id_says_the_split(tasks: tuple[Task, ...]) -> None:
    assert len({t.id for t in tasks}) == len(tasks)
    assert len({(t.edges, repr(t.nodes)) for t in tasks}) == len(tasks)
    for task in tasks:
        assert split_of(task) in task.id.split("-"), f"{task.id}: {STALE}"


@pytest.mark.parametrize("device", PLATFORMS)
def test_the_file_is_what_is_written_of_its_tasks(device: str, tmp_path: Path) -> None:
    """Nobody edited it by hand."""
    for suite in ("composed", "composed-2"):
        written = write_suite(device, composed_suite(device, suite), tmp_path, suite)
        assert written.read_bytes() == data_path(f"composed/{written.name}", "A test").read_bytes()


def test_the_simulated_suite_is_large_and_has_every_shape() -> None:
    tasks = composed_suite("windows")
    assert len(tasks) >= 280
    for split in ("train", "heldout"):
        assert {shape_of(t) for t in tasks if split_of(t) == split} == {name for name, _, _ in PLAN}
    for n, dimension in enumerate(DIMENSIONS):
        assert {level(dimension, complexity_of(t)[n]) for t in tasks} >= {"easy", "medium"}, dimension
    assert {len(t.apps) for t in tasks} >= {1, 2, 3}
    assert {len(p) for t in tasks for p in t.dag.predecessors} >= {0, 1, 2, 3}, "joins of three branches"
    assert len({n.subtask for t in tasks for n in t.nodes}) > 80


def test_every_capability_has_tasks() -> None:
    """Sequential decision-making, too, which asks for graphs that are deep and wide."""
    for capability in CAPABILITY_TASKS:
        assert list_tasks(f"tests:{capability} suite:composed-2", device="sim"), capability
    assert len(list_tasks("tests:sequential_decision_making", device="sim")) >= 20
    assert len(list_tasks("tests:sequential_decision_making", device="phone")) >= 5


def shape_of(task: Task) -> str:
    """The shape that its id names."""
    return task.id.partition("/")[2].split("-")[1]


def test_the_suite_of_the_phone_has_every_shape_and_joins_its_apps() -> None:
    tasks = composed_suite("android")
    assert len(tasks) >= 100
    assert {shape_of(t) for t in tasks} == {name for name, _, _ in PLAN}
    assert sum(len(t.apps) > 1 for t in tasks) > 0.7 * len(tasks)
    assert len({app for t in tasks for app in t.apps}) >= 10


def test_the_instructions_are_about_as_long_as_omnibenchs() -> None:
    for platform in ("windows", "android"):
        words = [len(t.instruction.split()) for t in composed_suite(platform)]
        assert 45 <= statistics.median(words) <= 58


def test_the_suite_that_came_before_is_still_read() -> None:
    for platform in PLATFORMS:
        for task in composed_suite(platform, "composed"):
            assert task.suite == "composed" and task.bound
    assert load_task("composed/sim-chain-2x1-train-0") in suite_tasks("composed")
    assert load_task("composed-2/sim-chain-2x1-train-0") in suite_tasks("composed-2")


def test_tasks_of_any_device_are_those_of_all() -> None:
    assert set(composed_suite("")) == {t for d in PLATFORMS for t in composed_suite(d)}
    assert composed_suite("toaster") == ()
    assert {d for s in all_subtasks() for d in s.platforms} >= set(PLATFORMS)


def test_the_suite_states_the_rule_that_it_is_scored_by(tasks: tuple[Task, ...]) -> None:
    assert {t.max_idle_steps for t in tasks} == {IDLE_STEPS}
