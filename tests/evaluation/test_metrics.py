"""The metrics, against the formulas of the papers and against brute force."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnigym.errors import ConfigError
from omnigym.evaluation.dag import Dag
from omnigym.evaluation.metrics.coherency import best_coherency, best_order
from omnigym.evaluation.metrics.completion_ratio import completion_ratio
from omnigym.evaluation.metrics.cost_efficiency import cost_efficiency
from omnigym.evaluation.metrics.coverage_rate import coverage_rate
from omnigym.evaluation.metrics.execution_efficiency import execution_efficiency
from omnigym.evaluation.metrics.logical_consistency import logical_consistency
from omnigym.evaluation.metrics.success_rate import success_rate
from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord
from omnigym.evaluation.report import summarise


def record(apps: str, edges: str = "", done: str = "", **more: object) -> EpisodeRecord:
    """Nodes a, b, c... with one letter of app each; edges "ab bc"; done "a bc": b and c in one step."""
    ids = "abcdefghijklmnop"[: len(apps)]
    completed = [Completion(n, k + 1) for k, group in enumerate(done.split()) for n in group]
    return EpisodeRecord(
        task_id="t",
        nodes=tuple(NodeRecord(i, app=a) for i, a in zip(ids, apps, strict=True)),
        edges=tuple((e[0], e[1]) for e in edges.split()),
        completed=tuple(completed),
        **{"actions": len(done.split()), **more},  # type: ignore[arg-type]
    )


def dags(max_nodes: int = 6) -> st.SearchStrategy[tuple[Dag, list[str]]]:
    def build(n: int) -> st.SearchStrategy[tuple[Dag, list[str]]]:
        pairs = list(itertools.combinations(range(n), 2))
        edges = st.lists(st.sampled_from(pairs), unique=True, max_size=2 * n) if pairs else st.just([])
        names = st.permutations([str(i) for i in range(n)])
        apps = st.lists(st.sampled_from("xyz"), min_size=n, max_size=n)
        return st.builds(
            lambda e, names, a: (Dag(tuple(sorted(names)), tuple((names[i], names[j]) for i, j in e)), a),
            edges,
            names,
            apps,
        )

    return st.integers(1, max_nodes).flatmap(build)


def orders(dag: Dag) -> list[tuple[str, ...]]:
    return [p for p in itertools.permutations(dag.ids) if dag.is_order(p)]


@given(dags())
def test_the_best_coherency_is_that_of_brute_force(case: tuple[Dag, list[str]]) -> None:
    dag, apps = case
    app = dict(zip(dag.ids, apps, strict=True))
    brute = max(sum(app[a] == app[b] for a, b in itertools.pairwise(order)) for order in orders(dag))
    assert best_coherency(dag, apps) == brute
    assert dag.is_order([dag.ids[i] for i in best_order(dag, apps)])


@given(dags())
def test_depth_and_width_are_those_of_brute_force(case: tuple[Dag, list[str]]) -> None:
    dag, _ = case
    reach = {(dag.ids[a], dag.ids[i]) for i in range(len(dag.ids)) for a in dag.ancestors[i]}
    widest = max(
        len(subset)
        for size in range(1, len(dag.ids) + 1)
        for subset in itertools.combinations(dag.ids, size)
        if not any((a, b) in reach or (b, a) in reach for a, b in itertools.combinations(subset, 2))
    )
    assert dag.width == widest
    longest = max(
        size
        for size in range(1, len(dag.ids) + 1)
        for path in itertools.permutations(dag.ids, size)
        if all(e in dag.edges for e in itertools.pairwise(path))
    )
    assert dag.depth == longest
    assert sum(dag.weights) == pytest.approx(1)


@pytest.mark.parametrize("apps", ["distinct", "pairs", "three"])
@pytest.mark.parametrize("shape", ["free", "ladder", "layers"])
def test_20_nodes_are_exact_and_no_order_is_tried_twice(apps: str, shape: str) -> None:
    n = 20
    app = {"distinct": range(n), "pairs": [i % 10 for i in range(n)], "three": [i * 7 % 3 for i in range(n)]}[apps]
    pairs = {
        "free": [],
        "ladder": [(i, (i * 7 + 3) % 10 + 10) for i in range(10)] + [(i, (i * 3 + 1) % 10 + 10) for i in range(10)],
        "layers": [(i, j) for i in range(n) for j in range(n) if j // 5 == i // 5 + 1 and (i + j) % 2],
    }[shape]
    dag = Dag(tuple(map(str, range(n))), tuple((str(a), str(b)) for a, b in pairs))
    started = time.process_time()
    order = best_order(dag, [str(a) for a in app])
    assert time.process_time() - started < 1  # 20! orders would take for ever; this takes a few hundredths
    assert dag.is_order([str(i) for i in order])


@pytest.mark.parametrize("done", ["a b c d", "a c b d", "a bc d", "abcd"])
def test_a_complete_episode_has_1(done: str) -> None:
    r = record("xxyy", "ab ac bd cd", done)
    assert success_rate(r) == coverage_rate(r) == completion_ratio(r) == 1.0


def test_coverage_weighs_by_depth() -> None:
    r = record("xxx", "ab bc ac", "a b")
    assert coverage_rate(r) == (1 + 2) / (1 + 2 + 3)
    assert completion_ratio(r) == 2 / 3
    assert success_rate(r) == 0


def test_shortcut_edges_change_nothing() -> None:
    assert coverage_rate(record("xxx", "ab bc ac", "a b")) == coverage_rate(record("xxx", "ab bc", "a b"))


def test_nothing_done_is_0_everywhere() -> None:
    r = record("x", done="", actions=5)
    assert success_rate(r) == coverage_rate(r) == completion_ratio(r) == execution_efficiency(r) == 0
    assert logical_consistency(r) == 0


def test_efficiency_divides_by_the_actions_not_by_one_more() -> None:
    assert execution_efficiency(record("xy", "", "a", actions=4)) == 0.5 / 4
    assert execution_efficiency(record("x", "", "a", actions=1)) == 1.0
    assert execution_efficiency(record("x", "", "", actions=0)) == 0.0


def test_cost_efficiency_is_unknown_without_tokens() -> None:
    assert cost_efficiency(record("xy", "", "a", tokens=100)) == 0.005
    assert cost_efficiency(record("xy", "", "a")) is None
    assert cost_efficiency(record("xy", "", "a", tokens=0)) is None


@pytest.mark.parametrize(
    ("apps", "edges", "done", "wanted"),
    [
        ("xxyy", "", "a b c d", 1.0),
        ("xxyy", "", "a c b d", 0.0),
        ("xxyy", "", "a c d b", 0.5),
        ("xxyy", "", "a b", 0.5),  # a partial episode, against the whole task's best
        ("xxyy", "", "a bcd", 1.0),  # ties in the best order
        ("xyx", "ab bc", "a b c", 1.0),  # the best is 0
        ("xyx", "ab bc", "a b", 0.0),
        ("x", "", "a", 1.0),
    ],
)
def test_logical_consistency(apps: str, edges: str, done: str, wanted: float) -> None:
    assert logical_consistency(record(apps, edges, done)) == wanted


@given(dags(5), st.data())
def test_logical_consistency_lies_in_0_1_and_a_best_order_has_1(
    case: tuple[Dag, list[str]], data: st.DataObject
) -> None:
    dag, apps = case
    nodes = tuple(NodeRecord(i, app=a) for i, a in zip(dag.ids, apps, strict=True))
    order = data.draw(st.sampled_from(orders(dag)))
    cut = data.draw(st.integers(0, len(order)))
    done = tuple(Completion(n, k) for k, n in enumerate(order[:cut]))
    r = EpisodeRecord(task_id="t", nodes=nodes, edges=dag.edges, completed=done)
    assert 0 <= logical_consistency(r) <= 1
    best = tuple(Completion(dag.ids[i], k) for k, i in enumerate(best_order(dag, apps)))
    assert logical_consistency(EpisodeRecord(task_id="t", nodes=nodes, edges=dag.edges, completed=best)) == 1


@given(st.text(), st.integers(0, 99), st.none() | st.integers(0), st.booleans())
@settings(max_examples=30)
def test_a_record_goes_through_json(name: str, actions: int, tokens: int | None, unscored: bool) -> None:
    r = record("xy", "ab", "a b", actions=actions, tokens=tokens, unscored=unscored, agent=name)
    assert EpisodeRecord.from_json(r.to_json()) == r


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"task_id": "t", "nodes": [{"no": 1}]}'])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        EpisodeRecord.from_json(text)


def test_a_report_leaves_unscored_episodes_out_and_counts_them() -> None:
    good = record("xy", "", "a b", end_reason="success")
    bad = record("xy", "", "", actions=9, end_reason="reach_step_limit")
    broken = record("xy", "", "", actions=1, end_reason="device_error", unscored=True, device_errors=2)
    left = record("xy", "", "a", actions=3, end_reason="ended_by_agent", problem="openbox ended")
    report = summarise([good, bad, broken, left, left])
    assert (report["episodes"], report["tasks"], report["ended_by_agent"]) == (5, 1, 2)
    assert report["success_rate"] == 0.25
    assert report["unscored"] == 1
    assert report["device_errors"] == 2
    assert report["end_reasons"] == {"ended_by_agent": 2, "success": 1, "reach_step_limit": 1, "device_error": 1}
    assert report["cost_efficiency"] is None
    assert summarise([])["success_rate"] is None


def test_greedy_repeats_of_a_task_count_once_for_the_interval() -> None:
    done, failed = (record("xy", "", last, end_reason="success") for last in ("a b", ""))
    tasks = [replace(done if n < 20 else failed, task_id=f"t{n}") for n in range(31)]
    often = [*(tasks * 3), *tasks[:7]]
    report = summarise(often)
    assert (report["episodes"], report["tasks"]) == (100, 31)
    once = summarise(tasks)
    assert report["success_interval"] == pytest.approx(once["success_interval"], abs=0.03)
    low, high = summarise(tasks[:20] * 5)["success_interval"] or (0.0, 0.0)
    assert 0.8 < low < 0.85 and high == 1.0, "20 of 20 is no proof of 1.0"


@pytest.mark.parametrize(
    ("attributes", "success", "holds", "damaged"),
    [
        ({}, 1.0, None, 0),
        ({"collateral": (), "still_holds": True}, 1.0, 1.0, 0),
        ({"collateral": (), "still_holds": False}, 1.0, 0.0, 0),
        ({"collateral": ("removed a.txt",), "still_holds": True}, 0.0, 0.0, 1),
        ({"collateral": ("removed a.txt",), "still_holds": True, "unscored": True}, None, None, 0),
    ],
    ids=str,
)
def test_success_that_lasts_and_damage_are_told_apart(
    attributes: dict[str, Any], success: float | None, holds: float | None, damaged: int
) -> None:
    done = record("x", "", "a", end_reason="success", **attributes)
    report = summarise([done])
    assert (report["success_rate"], report["still_holds"], report["collateral"]) == (success, holds, damaged)
    assert coverage_rate(done) == logical_consistency(done) == 1.0, "completed nodes stay completed"
    assert EpisodeRecord.from_json(done.to_json()) == done


def test_success_on_the_last_step_allowed_is_success() -> None:
    assert success_rate(record("x", "", "a", end_reason="reach_step_limit")) == 1


def test_an_agent_that_always_says_fail_does_not_live_on_infeasible_tasks() -> None:
    feasible = record("x", "", "", actions=1, end_reason="fail_declared")
    hopeless = record("x", "", "", actions=1, end_reason="fail_declared", infeasible=True)
    tried = record("x", "", "", actions=9, end_reason="reach_step_limit", infeasible=True)
    report = summarise([feasible, hopeless, tried])
    assert report["success_rate"] == 0
    assert report["infeasible"] == 2
    assert report["infeasible_success_rate"] == 0.5
