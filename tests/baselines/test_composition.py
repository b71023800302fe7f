"""Graphs and chains of the same subtasks differ in what waits for what, and in nothing else."""

from __future__ import annotations

from collections import Counter

import gymnasium
import pytest

from omnigym.baselines.evaluate import Player
from omnigym.baselines.oracle import OracleAgent
from omnigym.baselines.protocol.composition import FORMS, Form, compose_tasks
from omnigym.evaluation.report import METRICS
from omnigym.tasks import split_of
from omnigym.tasks.task import Task


def _nodes(tasks: tuple[Task, ...]) -> Counter[str]:
    return Counter(f"{node.subtask} {dict(node.parameters)}" for task in tasks for node in task.nodes)


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_are_held_out_and_the_oracle_solves_them(form: Form) -> None:
    tasks = compose_tasks(form, "heldout")
    assert {split_of(task) for task in tasks} == {"heldout"}
    some = list(tasks[:4])
    env = gymnasium.make("OmniBench-Win11-v0", tasks=some, observation="a11y")
    player = Player(env, OracleAgent(), range(len(some)))
    assert [METRICS["success_rate"](player(n)) for n in range(len(some))] == [1.0] * len(some)
    player.close()


def test_a_chain_has_the_nodes_and_as_many_edges_as_its_graph() -> None:
    graphs, chains = compose_tasks("graphs", "heldout"), compose_tasks("chains", "heldout")
    for graph, chain in zip(graphs, chains, strict=True):
        assert _nodes((graph,)) == _nodes((chain,)) and len(graph.edges) == len(chain.edges)
        assert chain.dag.width == 1 < graph.dag.width
        assert chain.instruction != graph.instruction
    assert _nodes(compose_tasks("singles", "heldout")).keys() <= _nodes(graphs).keys()


def test_another_order_tells_the_same_graph() -> None:
    graphs, reordered = compose_tasks("graphs", "heldout"), compose_tasks("reordered", "heldout")
    drawn = compose_tasks("shuffled", "heldout")
    for graph, other, shuffled in zip(graphs, reordered, drawn, strict=True):
        assert (graph.nodes, graph.edges) == (other.nodes, other.edges) == (shuffled.nodes, shuffled.edges)
        assert graph.instruction != other.instruction
        assert shuffled.instruction in (graph.instruction, other.instruction)
    own = {task.instruction for task in graphs}
    told = [task.instruction for task in drawn]
    assert 0 < sum(text in own for text in told) < len(told)
