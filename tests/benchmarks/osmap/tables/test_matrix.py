"""OS-MAP's tables of made-up records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from omnigym.benchmarks.osmap.metrics.proactivity import calls_for_help, delay, proactivity
from omnigym.benchmarks.osmap.scopes import DOMAINS, SCENARIOS, domain_of
from omnigym.benchmarks.osmap.tables import AUTOMATION, MatrixCell, draw_matrix, osmap, published_rows
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord


def record(scenario: str, level: str = "L2", done: bool = True, **others: Any) -> EpisodeRecord:
    values = {"task_id": f"{scenario}-{level}", "nodes": (NodeRecord("a"),), "level": level, "scenario": scenario}
    values |= {"scope": domain_of(scenario), "completed": (Completion("a", 1),) if done else ()}
    return EpisodeRecord(**(values | others))


def proactive(kind: str, steps: Sequence[int], damage: Sequence[str] = (), n: int = 0, **others: Any) -> EpisodeRecord:
    """A record of L5: the steps at which the event and the response were completed; a quiet task's at its end."""
    if kind == "quiet":
        steps = () if damage else (*steps, *steps)
    ids = ("event", "response")
    completed = tuple(Completion(i, step) for i, step in zip(ids, steps, strict=False))
    nodes = (NodeRecord("event"), NodeRecord("response", "mail/send" if kind == "call" else "osmap-l5/no-mail-send"))
    about = {"task_id": f"{kind}-{n}", "nodes": nodes, "completed": completed, "collateral": tuple(damage)}
    return record("Emailing", "L5", **(about | others))


def scenarios(domain: str) -> list[str]:
    return [s for s in SCENARIOS if domain_of(s) == domain]


def told(records: Sequence[EpisodeRecord], threshold: float = 0.5) -> Any:
    found = osmap(records, threshold)
    assert found is not None
    return found


def test_records_without_level_or_scenario_have_no_tables() -> None:
    other = EpisodeRecord(task_id="t", nodes=(NodeRecord("a"),))
    strange = EpisodeRecord(task_id="t", nodes=(NodeRecord("a"),), level="L2", scope="Office", scenario="Nothing such")
    assert osmap([other, strange]) is None
    assert told([other, record("Emailing")])["levels"]["L2"]["episodes"] == 1


def test_rates_have_wilsons_intervals_over_tasks() -> None:
    records = [record("Emailing", done=n < 3, task_id=f"t{n}") for n in range(4)]
    cell: MatrixCell = told(records)["levels"]["L2"]
    assert (cell["rate"], cell["tasks"], cell["episodes"]) == (0.75, 4, 4)
    # Wilson of 3 in 4, from its formula: (p + z2/2n -+ z sqrt(p q / n + z2/4n2)) / (1 + z2/n)
    assert cell["interval"] == pytest.approx([0.3006, 0.9544], abs=1e-3)
    assert told([*records, *records])["levels"]["L2"]["rate"] == 0.75  # the mean of the tasks' means
    assert told(records)["domains"]["L2"]["Office"]["rate"] == 0.75
    assert told(records)["domains"]["L2"]["Life"] == {"rate": None, "interval": None, "tasks": 0, "episodes": 0}


def test_unscored_episodes_and_infeasible_tasks_are_left_out() -> None:
    gave_up = record("Emailing", task_id="no", infeasible=True, end_reason="fail_declared")
    report = told([record("Emailing"), record("Emailing", done=False, unscored=True), gave_up])
    assert (report["levels"]["L2"]["rate"], report["levels"]["L2"]["episodes"], report["left_out"]) == (1.0, 1, 2)


def test_overall_is_of_the_first_four_levels() -> None:
    records = [record("Emailing", level, done=level == "L1") for level in ("L1", "L2", "L3", "L4")]
    report = told([*records, proactive("call", (1, 2)), proactive("quiet", (1,))])
    assert (report["levels"]["overall"]["rate"], report["levels"]["overall"]["tasks"]) == (0.25, 4)


def test_a_scenario_is_attained_at_the_threshold_and_s1_takes_one() -> None:
    records = [record("Emailing", task_id=f"t{n}", done=n == 0) for n in range(2)]
    assert told(records, 0.5)["scopes"]["L2"]["scenarios"] == ["Emailing"]
    assert told(records, 0.51)["scopes"]["L2"] == {
        "scenarios": [],
        "tested": 1,
        "domains": [],
        "S1": False,
        "S2": False,
        "S3": False,
    }
    assert told(records)["scopes"]["L1"]["S1"] is None  # no task, no answer
    with pytest.raises(ConfigError, match=r"in \(0, 1\]"):
        osmap(records, 0.0)


@pytest.mark.parametrize(
    ("tested", "done", "s2"),
    [(9, 5, True), (9, 4, False), (4, 3, True), (4, 2, False), (3, 2, True), (2, 2, True), (1, 1, False)],
)
def test_s2_takes_more_than_half_of_the_tested_scenarios_of_a_domain_and_two(tested: int, done: int, s2: bool) -> None:
    records = [record(s, done=n < done) for n, s in enumerate(scenarios("Office")[:tested])]
    scope = told(records)["scopes"]["L2"]
    assert scope["S1"] and scope["S2"] is s2 and scope["domains"] == (["Office"] if s2 else [])


@pytest.mark.parametrize(("domains", "s3"), [(3, False), (4, True), (6, True)])
def test_s3_takes_s2_in_four_domains(domains: int, s3: bool) -> None:
    records = [record(s, done=n < domains) for n, d in enumerate(DOMAINS) for s in scenarios(d)]
    assert told(records)["scopes"]["L2"]["S3"] is s3
    assert told(records)["scopes"]["L2"]["domains"] == list(DOMAINS[:domains])


def test_at_l5_neither_always_acting_nor_never_acting_counts() -> None:
    idle = [proactive("call", (3,)), proactive("quiet", (3,))]
    always = [proactive("call", (3, 5)), proactive("quiet", (3,), ("a file is gone",))]
    right = [proactive("call", (3, 5)), proactive("quiet", (3,))]
    assert [told(r)["levels"]["L5"]["rate"] for r in (idle, always, right)] == [0.0, 0.0, 1.0]
    assert told(right)["levels"]["L5"]["tasks"] == 2
    assert told([proactive("quiet", (3,))])["levels"]["L5"]["rate"] is None  # one half says nothing


def test_precision_recall_and_delay() -> None:
    records = [
        *[proactive("call", (3, 3 + n), n=n) for n in (1, 2, 9)],
        proactive("call", (3,), n=4),
        proactive("call", (3,), ("another mail is gone",), n=5),
        *[proactive("quiet", (3,), n=n) for n in range(3)],
        proactive("quiet", (3,), ("a file is new",), n=3),
        proactive("call", (3,), n=6, unscored=True),
    ]
    assert proactivity(records) == {
        "calls": 5,
        "quiet": 4,
        "helped": 3,
        "false_alarms": 1,
        "precision": 3 / 5,
        "recall": 3 / 5,
        "alarm_rate": 1 / 4,
        "delay": 2,
    }
    assert [delay(r) for r in records[:5]] == [1, 2, 9, None, None]
    assert [calls_for_help(r) for r in (records[0], records[5], record("Emailing"))] == [True, False, None]
    idle = proactivity([proactive("call", (3,)), proactive("quiet", (3,))])
    assert idle is not None and (idle["precision"], idle["recall"], idle["delay"]) == (None, 0.0, None)
    assert proactivity([record("Emailing")]) is None


def test_published_rows_are_the_papers() -> None:
    rows = {row["agent"]: row["rates"] for row in published_rows()}
    assert len(rows) == 11
    assert rows["GUI-Actor-7B"] == {"L1": 40.0, "L2": 15.1, "L3": 1.8, "L4": 0.0, "overall": 11.5}
    assert [row["agent"] for row in published_rows(("Human",))] == ["Human"]
    with pytest.raises(UnknownNameError, match="Human"):
        published_rows(("Humn",))


def some(share: int) -> list[EpisodeRecord]:
    """Two tasks a level in each scenario, harder ones with each level."""
    out = []
    for n, scenario in enumerate(SCENARIOS):
        for at, level in enumerate(AUTOMATION[:4]):
            done = (n * 7 + at * 5) % 11 < share - 2 * at
            out += [record(scenario, level, done, task_id=f"{scenario}-{level}-{k}") for k in range(2)]
    return [*out, proactive("call", (3, 5)), proactive("quiet", (3,))]


def test_the_matrix_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "matrix.png"
    draw_matrix({"oracle": told(some(15)), "clone": told(some(7))}, path)
    with Image.open(path) as picture:
        assert picture.width > 1000 and len(picture.convert("RGB").getcolors(1 << 20) or ()) > 50
    with pytest.raises(ConfigError, match="Cannot draw"):
        draw_matrix({"oracle": told(some(15))}, tmp_path / "matrix.doc")
