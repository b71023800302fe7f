"""Composed tasks: about one thing, joined by what flows, as complex as they are asked to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from omnigym.benchmarks.omnibench.synthesis.composition import Composer, Demands, compose, content_of
from omnigym.benchmarks.omnibench.synthesis.composition.folder_writer import fill_folder
from omnigym.errors import ConfigError
from omnigym.tasks.complexity import CAPABILITY_TASKS, complexity_of, is_test_of
from omnigym.tasks.network import needs_network
from omnigym.tasks.node_binding import resource_key
from omnigym.tasks.split import split_of
from omnigym.tasks.task import Task


@pytest.fixture(scope="module")
def some() -> tuple[Task, ...]:
    """A few tasks of every scenario."""
    return tuple(compose(n=80, seed=3))


def test_a_stream_is_its_seed(some: tuple[Task, ...]) -> None:
    assert tuple(compose(n=20, seed=3)) == some[:20]
    assert {content_of(t) for t in compose(n=20, seed=4)} != {content_of(t) for t in some[:20]}
    assert len({content_of(t) for t in some}) == len(some)


def test_every_resource_has_its_edge(some: tuple[Task, ...]) -> None:
    """Also one from an ancestor further back."""
    for task in some:
        for at, node in enumerate(task.nodes):
            needs = {resource_key(n.resource) for n in task.bound[node.id].needs}
            for before in task.dag.ancestors[at]:
                maker = task.nodes[before]
                made = {resource_key(r) for r in task.bound[maker.id].produces}
                kept = {resource_key(r) for r in task.bound[node.id].produces} & needs & made
                if needs & made - kept:
                    assert (maker.id, node.id) in task.edges, (task.id, maker.subtask, node.subtask)


def test_an_edge_is_something_that_flows(some: tuple[Task, ...]) -> None:
    for task in some:
        for before, after in task.edges:
            made = {resource_key(r)[1] for r in task.bound[before].produces}
            assert made & {resource_key(n.resource)[1] for n in task.bound[after].needs}, (task.id, before, after)


def test_the_instruction_begins_with_what_is_wanted(some: tuple[Task, ...]) -> None:
    for task in some:
        assert task.instruction.startswith("I want to ")
        assert task.intent
        assert sum(t.startswith("scenario:") for t in task.tags) == 1


@pytest.mark.parametrize("capability", [c for c in CAPABILITY_TASKS if c != "sequential_decision_making"])
def test_tasks_for_a_capability(capability: str) -> None:
    composer = Composer(0, Demands.for_capability(capability))
    for task in composer.tasks(2):
        assert is_test_of(complexity_of(task), capability)


def test_demands_are_met() -> None:
    for task in compose(n=3, seed=1, nodes=6, depth=3, width="2-3", split="train"):
        assert (len(task.nodes), task.dag.depth, split_of(task)) == (6, 3, "train")
        assert task.dag.width in (2, 3)
    assert not any(needs_network(t) for t in compose(n=4, network=False))
    assert all(needs_network(t) for t in compose(n=4, network=True))


def test_too_few_tasks_are_said() -> None:
    with pytest.raises(ConfigError, match=r"Only \d+ of 30 tasks"):
        list(compose(n=30, scenarios=["planning"], pool=["todo/new-list"]))


def test_a_folder_that_was_begun_is_finished(tmp_path: Path) -> None:
    composer = Composer(5)
    whole = [t.id for t in fill_folder(tmp_path / "a", composer, 6, 1)]
    assert [t.id for t in fill_folder(tmp_path / "b", composer, 3, 1)] == whole[:3]
    assert [t.id for t in fill_folder(tmp_path / "b", composer, 6, 1)] == whole
    assert [p.read_text() for p in sorted((tmp_path / "a").iterdir())] == [
        p.read_text() for p in sorted((tmp_path / "b").iterdir())
    ]
    (tmp_path / "b" / "notes.json").write_text("{}")
    with pytest.raises(ConfigError, match="numbered"):
        list(fill_folder(tmp_path / "b", composer, 6, 1))
