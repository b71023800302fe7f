from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from omnigym.evaluation.dag import Dag
from omnigym.pages.rails import rails


@st.composite
def dags(draw: st.DrawFn) -> Dag:
    ids = [f"n{i}" for i in range(draw(st.integers(1, 9)))]
    pairs = [(a, b) for i, a in enumerate(ids) for b in ids[i + 1 :]]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return Dag(tuple(draw(st.permutations(ids))), tuple(edges))


@given(dags())
def test_every_node_has_a_row_and_every_edge_a_rail(dag: Dag) -> None:
    drawn = rails(dag)
    ids = [dag.ids[i] for i in drawn.order]
    assert dag.is_order(ids)
    assert {(ids[e.start], ids[e.end]) for e in drawn.edges} == set(dag.edges)


@given(dags())
def test_nothing_is_in_the_way_of_a_rail(dag: Dag) -> None:
    drawn = rails(dag)
    for edge in drawn.edges:
        assert all(drawn.lanes[row] != edge.lane for row in range(edge.start + 1, edge.end))
        for other in drawn.edges:
            overlap = max(edge.start, other.start) < min(edge.end, other.end)
            assert other == edge or not (overlap and other.lane == edge.lane)


def test_a_chain_needs_one_lane_and_a_diamond_two() -> None:
    chain = Dag(("a", "b", "c"), (("a", "b"), ("b", "c")))
    diamond = Dag(("a", "b", "c", "d"), (("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")))
    assert rails(chain).lanes == (0, 0, 0)
    assert rails(diamond).lanes == (0, 0, 1, 0)
