"""Graphs of graphs, on random ones: what came before still does, and depths add up."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.errors import TaskFileError
from omnigym.evaluation.dag import Dag
from omnigym.evaluation.graph import expand
from omnigym.evaluation.metrics.coherency import best_order
from omnigym.evaluation.metrics.completion_ratio import completion_ratio
from omnigym.evaluation.metrics.coverage_rate import coverage_rate
from omnigym.evaluation.metrics.logical_consistency import logical_consistency
from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord
from omnigym.foreign.limits import MAX_EDGES, MAX_NODES

ONE = Dag(("only",))


@st.composite
def dags(draw: st.DrawFn, most: int = 5) -> Dag:
    ids = [chr(ord("a") + i) for i in range(draw(st.integers(1, most)))]
    pairs = list(itertools.combinations(ids, 2))
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return Dag(tuple(draw(st.permutations(ids))), tuple(edges))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Dag, dict[str, Dag]]:
    """A graph, and what is inside some of its nodes."""
    dag = draw(dags())
    return dag, {node: draw(dags(4)) for node in dag.ids if draw(st.booleans())}


def pairs(dag: Dag) -> set[tuple[str, str]]:
    """All (before, after), however far apart."""
    return {(dag.ids[a], dag.ids[b]) for b, before in enumerate(dag.ancestors) for a in before}


@given(cases())
def test_what_comes_before_is_kept_and_nothing_else(case: tuple[Dag, dict[str, Dag]]) -> None:
    dag, inside = case
    expanded = expand(dag, inside)
    parts = {n: [f"{n}/{p}" for p in inside[n].ids] if n in inside else [n] for n in dag.ids}
    outer = {(p, q) for a, b in pairs(dag) for p in parts[a] for q in parts[b]}
    inner = {(f"{n}/{a}", f"{n}/{b}") for n, graph in inside.items() for a, b in pairs(graph)}
    assert expanded.ids == tuple(p for n in dag.ids for p in parts[n])
    assert pairs(expanded) == outer | inner
    assert sorted(expanded.order) == list(range(len(expanded.ids))), "it has no cycle"


@given(cases())
def test_depths_add_up_and_weights_make_one(case: tuple[Dag, dict[str, Dag]]) -> None:
    dag, inside = case
    expanded = expand(dag, inside)
    graphs = [inside.get(n, ONE) for n in dag.ids]
    start = [0] * len(graphs)
    for i in dag.order:
        start[i] = max((start[p] + graphs[p].depth for p in dag.predecessors[i]), default=0)
    assert list(expanded.depths) == [start[i] + depth for i, graph in enumerate(graphs) for depth in graph.depths]
    assert sum(expanded.weights) == pytest.approx(1.0)


@given(cases())
def test_it_is_done_once_and_without_parts_not_at_all(case: tuple[Dag, dict[str, Dag]]) -> None:
    dag, inside = case
    expanded = expand(dag, inside)
    assert expand(expanded, inside) is expanded
    assert expand(dag, {}) is dag


@given(dags())
def test_one_part_in_each_node_is_the_graph_itself(dag: Dag) -> None:
    expanded = expand(dag, dict.fromkeys(dag.ids, ONE))
    assert expanded.ids == tuple(f"{n}/only" for n in dag.ids)
    assert (expanded.predecessors, expanded.depths) == (dag.predecessors, dag.depths)


@given(cases(), st.data())
def test_metrics_are_of_the_expanded_graph(case: tuple[Dag, dict[str, Dag]], data: st.DataObject) -> None:
    """Of a beginning they are shares; and node after node in the best order for the apps is best for the parts."""
    dag, inside = case
    expanded = expand(dag, inside)
    apps = {n: data.draw(st.sampled_from(["word", "mail"])) for n in dag.ids}
    nodes = tuple(NodeRecord(i, app=apps[i.partition("/")[0]]) for i in expanded.ids)
    best = best_order(dag, [apps[n] for n in dag.ids])
    assert best is not None
    inner = {n: [f"{n}/{inside[n].ids[i]}" for i in inside[n].order] if n in inside else [n] for n in dag.ids}
    order = [part for i in best for part in inner[dag.ids[i]]]
    assert expanded.is_order(order)
    known = data.draw(st.integers(0, len(order)) | st.just(len(order)))
    done = tuple(Completion(node, step) for step, node in enumerate(order[:known], 1))
    record = EpisodeRecord(task_id="t", nodes=nodes, edges=expanded.edges, completed=done)
    depths = dict(zip(expanded.ids, expanded.depths, strict=True))
    assert completion_ratio(record) == known / len(order)
    assert coverage_rate(record) == pytest.approx(sum(depths[c.node] for c in done) / sum(depths.values()))
    if known == len(order):
        assert logical_consistency(record) == 1.0


def chain(count: int) -> Dag:
    ids = tuple(map(str, range(count)))
    return Dag(ids, tuple(itertools.pairwise(ids)))


def loose(count: int) -> Dag:
    return Dag(tuple(map(str, range(count))))


@pytest.mark.parametrize(
    ("dag", "inside", "said"),
    [
        (chain(MAX_NODES), {"7": loose(2)}, "at most 512 nodes, got 513"),
        (chain(MAX_NODES), dict.fromkeys(map(str, range(MAX_NODES)), loose(MAX_NODES)), "512 nodes, got 262,144"),
        (chain(2), {"0": loose(64), "1": loose(65)}, "at most 4,096 edges, got 4,160"),
        (loose(2), {"0": loose(256), "1": loose(256)}, ""),
        (chain(2), {"0": loose(64), "1": loose(64)}, ""),
        (Dag(("a", "a/x")), {"a": Dag(("x",))}, "must differ, got a/x"),
    ],
)
def test_parts_count_for_the_limits(dag: Dag, inside: dict[str, Dag], said: str) -> None:
    before = time.process_time()
    if said:
        with pytest.raises(TaskFileError, match=said):
            expand(dag, inside)
    else:
        expanded = expand(dag, inside)
        assert len(expanded.ids) <= MAX_NODES and len(expanded.edges) <= MAX_EDGES
    assert time.process_time() - before < 2
