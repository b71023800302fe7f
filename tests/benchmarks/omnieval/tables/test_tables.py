"""OmniEval's tables follow from records alone, by the paper's formulas."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.benchmarks.omnieval.tables import omnieval, published_data
from omnigym.benchmarks.omnieval.tables.breakdowns import (
    ABBREVIATIONS,
    CAUSES,
    TITLES,
    capability_row,
    cause_of,
    failure_causes,
    intent_table,
    level_table,
    sensitivity,
    structures,
)
from omnigym.benchmarks.omnieval.tables.report import published_rows
from omnigym.errors import UnknownNameError
from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord
from omnigym.tasks.complexity import (
    CAPABILITY_TASKS,
    Complexity,
    capabilities_of,
    complexity_of,
    complexity_of_record,
    is_test_of,
)
from omnigym.tasks.records import record_of
from omnigym.tasks.suites import suite_tasks


def record(task: str, edges: str, done: str = "", categories: str = "", **more: Any) -> EpisodeRecord:
    """An episode of a graph such as "ab bc"; a letter without an edge is a node of its own."""
    ids = sorted(set(edges.replace(" ", "")))
    of = dict(zip(ids, categories or "x" * len(ids), strict=True))
    values: dict[str, Any] = {
        "nodes": tuple(NodeRecord(i, app=of[i], category=of[i]) for i in ids),
        "edges": tuple((e[0], e[1]) for e in edges.split() if len(e) == 2),
        "completed": tuple(Completion(node, step) for step, node in enumerate(done, 1)),
        "actions": 9,
        "suite": "omnieval",
        "end_reason": "success" if len(done) == len(ids) else "no_progress",
    }
    return EpisodeRecord(task_id=task, **(values | more))


CHAIN = "ab bc cd de"  # 5 nodes, 4 edges, depth 5
FAN = "ab ac ad ae af"  # 6 nodes, 5 edges, width 5


def test_the_complexity_of_a_record_is_that_of_its_task() -> None:
    tasks = [*suite_tasks("composed-2")[::25], *suite_tasks("crab")[::10]]
    assert any(t.expanded_dag is not t.dag for t in tasks)  # some have subtasks of parts
    for task in tasks:
        complexity = complexity_of(task)
        assert complexity_of_record(record_of(task)) == complexity, task.id


def test_capabilities_are_tested_by_what_must_be_hard() -> None:
    assert set(capabilities_of(record("c", CHAIN))) == {
        "long_range_planning",
        "subtask_identification",
        "dependency_identification",
        "long_sequence_reasoning",
        "domain_specific_knowledge",
    }
    assert "parallel_planning" in capabilities_of(record("f", FAN))
    assert "cross_domain_decision_making" not in capabilities_of(record("f", FAN))
    assert "cross_domain_decision_making" in capabilities_of(record("f", FAN, categories="uvwxyz"))
    assert capabilities_of(record("s", "ab")) == ()
    with pytest.raises(UnknownNameError, match="parallel_planning"):
        is_test_of(Complexity(1, 2, 1, 2, 1), "parallel_planing")


def test_table_4() -> None:
    row = capability_row([record("c", CHAIN, "ab"), record("f", FAN, "abcdef"), record("s", "ab", "ab")])
    assert row["tasks"] == 2  # the easy one tests nothing
    assert row["cr"] == pytest.approx(100 * (3 / 15 + 1) / 2)
    assert row["capabilities"]["parallel_planning"] == 100.0
    assert row["capabilities"]["long_range_planning"] == pytest.approx(20.0)
    assert row["capabilities"]["dependency_identification"] == row["cr"]
    assert row["capabilities"]["sequential_decision_making"] is None
    assert row["counts"]["dependency_identification"] == 2
    assert row["counts"]["sequential_decision_making"] == 0
    assert row["lc"] == pytest.approx(100 * (1 / 4 + 1) / 2)


def test_each_figure_has_its_interval() -> None:
    row = capability_row([record(f"{n}", FAN, "abcdef" if n % 2 else "") for n in range(20)])
    low, high = row["cr_interval"] or (0.0, 0.0)
    assert 20 < low < 50 < high < 80
    assert row["intervals"]["parallel_planning"] == row["cr_interval"]
    assert row["intervals"]["sequential_decision_making"] is None
    assert capability_row([])["cr_interval"] is None


def test_nodes_that_are_called_like_parts_and_are_none_stay_nodes() -> None:
    nodes = tuple(NodeRecord(i, category="x") for i in ("a/1", "b", "a/2"))
    odd = EpisodeRecord(task_id="odd", nodes=nodes, edges=(("a/1", "b"), ("b", "a/2")))
    assert complexity_of_record(odd) == Complexity(2, 3, 1, 3, 1)


def test_a_task_counts_once_however_often_it_is_told() -> None:
    plain, other = record("f", FAN, "abcdef"), record("f~order1", FAN)
    assert capability_row([plain, other])["cr"] == 100.0
    assert capability_row([other, plain])["tasks"] == 1
    low = [record("f~low", FAN, "a"), record("g~low", FAN)]
    assert capability_row(low)["tasks"] == 2  # of a run in one manner all count


def test_what_is_not_scored_or_cannot_be_done_counts_for_no_table() -> None:
    bad = [record("f", FAN, unscored=True), record("g", FAN, infeasible=True)]
    assert capability_row(bad)["tasks"] == 0
    assert capability_row(bad)["cr"] is None
    assert structures(bad)["pairs"] == 0
    assert level_table(bad)["branch"]["hard"] == {"cr": None, "drop": None, "tasks": 0}


def test_table_5() -> None:
    table = level_table([record("s", "ab", "ab"), record("m", "ab bc", "ab"), record("h", CHAIN)])
    easy, medium, hard = table["dependency"].values()
    assert (easy["cr"], easy["drop"], easy["tasks"]) == (100.0, None, 1)
    assert medium["cr"] == pytest.approx(50.0)
    assert medium["drop"] == pytest.approx(50.0)
    assert (hard["cr"], hard["drop"]) == (0.0, pytest.approx(50.0))
    assert table["instruction"]["easy"]["tasks"] == 1
    assert table["branch"]["easy"]["tasks"] == 3


def test_chains_are_compared_with_graphs_of_their_size_alone() -> None:
    chain, fork = record("c", "ab bc", "abc"), record("f", "ab ac", "a")
    found = structures([chain, fork, record("w", FAN), record("other", CHAIN)])
    assert found == {"chain_cr": 100.0, "graph_cr": 20.0, "chain_sr": 100.0, "graph_sr": 0.0, "pairs": 1}
    # two sizes, one of them with two chains and three graphs: it weighs twice as much
    many = [record(f"c{n}", CHAIN, "abcde") for n in range(2)] + [record(f"g{n}", "ab bc bd de") for n in range(3)]
    found = structures([record("c", "ab bc"), record("f", "ab ac", "abc"), *many])
    assert found["pairs"] == 3
    assert found["chain_sr"] == pytest.approx(200 / 3)
    assert found["graph_sr"] == pytest.approx(100 / 3)


def test_categories_keep_chains_and_graphs_apart() -> None:
    assert structures([record("c", "ab bc"), record("f", "ab ac", categories="xyz")])["pairs"] == 0


def test_sensitivity_is_the_deviation_over_three_orders() -> None:
    told = [record("f", FAN, "abcdef"), record("f~order1", FAN), record("f~order2", FAN, "abcdef")]
    steady = [record(f"g{n}", FAN, "a") for n in ("", "~order1", "~order2")]
    found = sensitivity([*told, *steady, record("h", FAN), record("h~order1", FAN)])
    assert found["tasks"] == 2
    assert found["sensitivity"] == pytest.approx(100 * (2 / 9) ** 0.5 / 2)
    assert sensitivity([record("h", FAN)]) == {"sensitivity": None, "tasks": 0}


def test_of_an_order_that_was_played_twice_the_mean_counts() -> None:
    once = [record(f"g{n}", FAN, "abcdef") for n in ("", "~order1")]
    twice = [record("g~order2", FAN, "abcdef"), record("g~order2", FAN)]
    found = sensitivity([*once, *twice])
    assert found["sensitivity"] == pytest.approx(100 * (2 * 0.5**2 / 9) ** 0.5)


def test_intents_are_compared_over_the_tasks_that_were_told_both_ways() -> None:
    of_fan = [record("f~bare", FAN), record("f~intent", FAN, "abcdef")]
    of_chain = [record("c~bare", CHAIN), record("c~intent", CHAIN, "a")]
    table = intent_table([*of_fan, *of_chain, record("alone~bare", FAN, "abcdef"), record("f", FAN)])
    assert table["plain"] == {"parallel_planning": 0.0, "long_range_planning": 0.0, "overall": 0.0, "tasks": 2}
    assert table["intent"]["parallel_planning"] == 100.0
    assert table["intent"]["overall"] == pytest.approx((100 + 100 / 15) / 2)
    assert intent_table([record("f", FAN), record("f~intent", FAN)]) == {}


@pytest.mark.parametrize(
    ("more", "cause"),
    [
        ({"unscored": True, "end_reason": "device_error"}, "environment"),
        ({"end_reason": "false_completion"}, "hallucinatory success"),
        ({"end_reason": "fail_declared"}, "gave up"),
        ({"end_reason": "invalid_action"}, "unreadable actions"),
        ({"end_reason": "no_progress"}, "no progress"),
        ({"end_reason": "reach_step_limit"}, "no progress"),
        ({"infeasible": True, "end_reason": "no_progress"}, None),
    ],
)
def test_why_an_episode_failed(more: dict[str, Any], cause: str | None) -> None:
    assert cause_of(record("f", FAN, "a", **more)) == cause


def test_damage_fails_what_is_complete() -> None:
    spoilt = record("f", FAN, "abcdef", collateral=("a file is gone",))
    assert (cause_of(record("f", FAN, "abcdef")), cause_of(spoilt)) == (None, "damage")
    assert failure_causes([spoilt, spoilt, record("f", FAN)]) == dict.fromkeys(CAUSES, 0) | {
        "damage": 2,
        "no progress": 1,
    }


def test_the_report_is_of_its_own_suite_and_plain_values() -> None:
    others = [record("f", FAN, suite="one-node")]
    assert omnieval(others) is None
    report = omnieval([*others, record("f", FAN, "abcdef")])
    assert report is not None
    assert report["capabilities"]["tasks"] == 1
    assert json.loads(json.dumps(report)) == report


def test_it_does_not_matter_in_which_order_episodes_ended() -> None:
    records = [record(f"{n}", edges, "a") for n, edges in enumerate([CHAIN, FAN, "ab bc", "ab ac", "ab"])]
    assert omnieval(records) == omnieval(records[::-1])


# -- what was published -----------------------------------------------------------------------------------------------


def test_what_was_published_is_whole() -> None:
    data = published_data()
    assert set(ABBREVIATIONS) == set(TITLES) == set(CAPABILITY_TASKS)
    assert len(data["capabilities"]) == 15
    assert all(list(row["capabilities"]) == list(ABBREVIATIONS) for row in data["capabilities"])
    assert sum(data["causes"].values()) == 100
    for of_agent in data["levels"].values():
        for levels in of_agent.values():
            assert levels["easy"] > levels["medium"] > levels["hard"]  # Table 5: down at every level


def test_the_published_drop_over_levels_is_the_papers() -> None:
    drops = [
        levels[a] - levels[b]
        for of_agent in published_data()["levels"].values()
        for levels in of_agent.values()
        for a, b in (("easy", "medium"), ("medium", "hard"))
    ]
    assert sum(drops) / len(drops) == pytest.approx(6.19, abs=0.01)  # 5.3: "an average decrease of 6.19 points"


def test_a_published_row_is_found_by_name() -> None:
    (human,) = published_rows(["Human"])
    assert (human["cr"], human["capabilities"]["subtask_identification"]) == (80.1, 69.1)
    with pytest.raises(UnknownNameError, match="GPT-4o"):
        published_rows(["GPT-4"])
