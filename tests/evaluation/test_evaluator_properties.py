"""The graph evaluator on random graphs and random orders of events in the world."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnigym.devices.fake import FakeDevice
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.evaluator import GraphEvaluator, NodeStatus
from omnigym.evaluation.graph import EvalGraph, EvalNode


@st.composite
def episodes(draw: st.DrawFn) -> tuple[EvalGraph, list[set[str]]]:
    """A graph of nodes that each wait for a file, and the files that appear at each step."""
    n = draw(st.integers(1, 7))
    ids = [str(i) for i in range(n)]
    pairs = list(itertools.combinations(ids, 2))
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    graph = EvalGraph.of(
        [EvalNode.of(i, [Condition("file_exists", {"path": i})]) for i in draw(st.permutations(ids))], edges
    )
    steps = draw(st.lists(st.sets(st.sampled_from(ids)), max_size=8))
    return graph, steps


def expected(graph: EvalGraph, files: set[str]) -> set[str]:
    """What must be complete: files only appear, so a node is if its file and all its predecessors are there."""
    done: set[str] = set()
    for i in graph.dag.order:
        if graph.dag.ids[i] in files and {graph.dag.ids[p] for p in graph.dag.predecessors[i]} <= done:
            done.add(graph.dag.ids[i])
    return done


@settings(deadline=None)
@given(episodes())
def test_exactly_what_can_be_complete_is_complete_at_each_step(case: tuple[EvalGraph, list[set[str]]]) -> None:
    graph, steps = case
    device = FakeDevice()
    evaluator = GraphEvaluator(graph, device)
    for _ in range(2):  # the second episode starts from nothing
        device.reset()
        evaluator.reset()
        files: set[str] = set()
        order: list[str] = []
        returned = 0.0
        for appearing in steps:
            for name in appearing:
                device.write_file(name, b"")
            files |= appearing
            completed = evaluator.step().completed
            order += completed
            returned += sum(graph.dag.weights[graph.dag.index[i]] for i in completed)
            assert set(order) == expected(graph, files)
            assert evaluator.coverage == pytest.approx(returned)
            assert evaluator.coverage <= evaluator.progress <= 1
            assert evaluator.step().completed == (), "each completion is told once"
        assert len(set(order)) == len(order)
        place = {node: k for k, node in enumerate(order)}
        assert all(place[a] < place[b] for a, b in graph.dag.edges if b in place)
        assert evaluator.done == (len(order) == len(graph.nodes))
        waiting = {i for i, s in zip(graph.dag.ids, evaluator.statuses, strict=True) if s is NodeStatus.WAITING}
        assert all(set(order) < {a for a, b in graph.dag.edges if b == w} | set(order) for w in waiting)


@settings(deadline=None)
@given(episodes())
def test_the_final_state_alone_gives_the_same_as_each_step(case: tuple[EvalGraph, list[set[str]]]) -> None:
    graph, steps = case
    device = FakeDevice()
    each, at_end = GraphEvaluator(graph, device), GraphEvaluator(graph, device, at_end=True)
    for appearing in steps:
        for name in appearing:
            device.write_file(name, b"")
        each.step()
        assert at_end.step() == ((), False)
    each.step()
    at_end.finish()
    assert each.statuses == at_end.statuses
