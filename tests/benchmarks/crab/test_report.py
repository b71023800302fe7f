"""CRAB's table of results, and its evaluators as functions."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from omnigym.benchmarks.crab.report import crab_csv, crab_rows, termination
from omnigym.devices.fake import FakeDevice
from omnigym.evaluation import registry
from omnigym.evaluation.functions import described_checks, evaluator
from omnigym.evaluation.metrics.execution_efficiency import execution_efficiency
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord


def record(reason: str = "success", done: int = 2, task: str = "crab/android-2-0", **more: Any) -> EpisodeRecord:
    nodes = (NodeRecord("a"), NodeRecord("b"))
    completed = tuple(Completion(n.id, 1) for n in nodes[:done])
    about = {"actions": 10, "suite": "crab", **more}
    return EpisodeRecord(task_id=task, nodes=nodes, completed=completed, end_reason=reason, **about)


@pytest.mark.parametrize(
    ("episode", "wanted"),
    [
        (record(), "SR"),
        (record("reach_step_limit"), "SR"),  # done at the last step, whatever ended it
        (record("false_completion", 1), "FC"),
        (record("ended_by_agent", 1), "FC"),
        (record("fail_declared", 1), "FC"),
        (record("success", collateral=("a file is gone",)), "FC"),
        (record("reach_step_limit", 1), "RSL"),
        (record("no_progress", 0), "RSL"),
        (record("invalid_action", 0), "IA"),
    ],
)
def test_each_episode_has_one_termination(episode: EpisodeRecord, wanted: str) -> None:
    assert termination(episode) == wanted


def test_rows_add_up_per_platform_and_leave_out_what_is_not_scored() -> None:
    episodes = [
        record(tokens=100),
        record("false_completion", 1, tokens=300),
        record("reach_step_limit", 0, "crab/ubuntu-3-1"),
        record("invalid_action", 1, "crab/cross-4-0", invalid_actions=1),
        record("device_error", 0, unscored=True),
        record(suite="composed-2"),
    ]
    rows = crab_rows(episodes)
    assert [(r["platform"], r["episodes"]) for r in rows] == [("all", 4), ("ubuntu", 1), ("android", 2), ("cross", 1)]
    for row in rows:
        assert row["SR"] + row["FC"] + row["RSL"] + row["IA"] == pytest.approx(100)
    android = rows[2]
    assert (android["SR"], android["CR"], android["FC"]) == (50.0, 75.0, 50.0)
    assert android["CE"] == pytest.approx((1 / 100 + 0.5 / 300) / 2)
    assert rows[1]["CE"] is None
    read = list(csv.DictReader(io.StringIO(crab_csv(rows))))
    assert [float(r["EE"]) for r in read] == [r["EE"] for r in rows]
    assert read[1]["CE"] == ""
    assert crab_rows([record(suite="")]) == []


def test_two_episodes_reckoned_by_hand() -> None:
    """CE is the mean of CR / tokens, IA the share of episodes that an invalid action ended (CRAB 4.3)."""

    def played(count: int, done: int, reason: str, **more: Any) -> EpisodeRecord:
        nodes = tuple([NodeRecord(f"n{n}") for n in range(count)])
        completed = tuple([Completion(node.id, n + 1) for n, node in enumerate(nodes[:done])])
        about = {"task_id": "crab/cross-4-0", "suite": "crab", "end_reason": reason, **more}
        return EpisodeRecord(nodes=nodes, completed=completed, **about)

    first = played(4, 3, "reach_step_limit", actions=15, tokens=4_000)  # 3/4 of 4,000 tokens: 0.0001875
    second = played(5, 1, "invalid_action", actions=4, invalid_actions=1, tokens=800)  # 1/5 of 800 tokens: 0.00025
    row = crab_rows([first, second])[0]
    assert row["CE"] == pytest.approx(0.00021875)
    assert (row["SR"], row["IA"], row["RSL"], row["FC"]) == (0.0, 50.0, 50.0, 0.0)
    assert (row["CR"], row["EE"]) == (pytest.approx(47.5), pytest.approx(100 * (0.75 / 15 + 0.2 / 3) / 2))


@pytest.mark.parametrize(
    ("episode", "wanted"),
    [
        (record(actions=5), 1 / 5),
        (record(actions=5, invalid_actions=3), 1 / 2),  # nothing came of three of them
        (record("invalid_action", 0, actions=1, invalid_actions=1), 0.0),
        (record("", 0, actions=0), 0.0),
    ],
)
def test_efficiency_is_by_executed_actions(episode: EpisodeRecord, wanted: float) -> None:
    assert execution_efficiency(episode) == pytest.approx(wanted)


def test_an_evaluator_is_a_function_and_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.check_names()
    monkeypatch.setattr(registry, "_CHECKS", dict(registry._CHECKS))

    @evaluator
    def file_starts_with(probe: Probe, path: str, text: str = "#") -> bool:
        """A file begins with a text.

        Args:
            probe: Reads the device.
            path: The file.
            text: The text.
        """
        return (probe.read_file(path) or b"").startswith(text.encode())

    device = FakeDevice()
    device.write_file("a.md", b"# One")
    found = registry.get_check("file_starts_with")
    assert found.function(Probe(device), path="a.md")
    assert "begins with a text" in found.function(Probe(device), path="b.md").message
    about = described_checks()["file_starts_with"]
    assert (about.required, about.parameters["text"]["default"]) == (("path",), "#")
    assert about.parameters["path"]["description"] == "The file."
