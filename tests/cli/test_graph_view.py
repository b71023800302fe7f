from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.cli.graph_view import draw


def test_a_diamond() -> None:
    drawn = draw({k: [k] for k in "abcd"}, [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    assert drawn == "\n".join(
        [
            "    ╭───╮",
            "    │ a │",
            "    ╰─┬─╯",
            "  ╭───┴───╮",
            "  ▼       ▼",
            "╭───╮   ╭───╮",
            "│ b │   │ c │",
            "╰─┬─╯   ╰─┬─╯",
            "  ╰───╮   │",
            "      ├───╯",
            "      ▼",
            "    ╭───╮",
            "    │ d │",
            "    ╰───╯",
        ]
    )


def test_nothing_is_drawn_as_nothing() -> None:
    assert draw({}, []) == ""


def test_an_edge_that_skips_a_layer_passes_beside_the_node_in_between() -> None:
    drawn = draw({k: [k] for k in "abc"}, [("a", "b"), ("b", "c"), ("a", "c")])
    (middle,) = [line for line in drawn.splitlines() if "│ b │" in line]
    assert middle.replace("│ b │", "").strip() == "│"


@st.composite
def dags(draw_: st.DrawFn) -> tuple[list[str], list[tuple[str, str]]]:
    names = [f"n{i}" for i in range(draw_(st.integers(1, 9)))]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    return names, draw_(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []


@given(dags())
def test_every_node_is_drawn_once_and_whole_below_those_before_it(dag: tuple[list[str], list[tuple[str, str]]]) -> None:
    names, edges = dag
    lines = draw({n: [n] for n in names}, edges).splitlines()
    row = {n: next(i for i, line in enumerate(lines) if f"│ {n} │" in line) for n in names}
    text = "\n".join(lines)
    assert all(text.count(f"│ {n} │") == 1 for n in names)
    assert all(row[a] < row[b] for a, b in edges)
    assert ("▼" in text) == bool(edges)


def test_a_cycle_is_refused() -> None:
    with pytest.raises(nx.NetworkXUnfeasible):
        draw({"a": ["a"], "b": ["b"]}, [("a", "b"), ("b", "a")])
