"""The protocol: rows that ask what they say, results that survive a kill, and a table that tells all of it."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from omnigym.baselines.noop import NoopAgent
from omnigym.baselines.oracle import OracleAgent
from omnigym.errors import ConfigError, NothingFoundError, UnknownNameError
from omnigym.tasks import Task, list_tasks

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")

# only now is it known that they can be imported
from omnigym.baselines.protocol import arms, learners, running, table  # noqa: E402
from omnigym.baselines.protocol.learners import LearnerResult, Note, Scale, Study, fit_learner, make_of  # noqa: E402
from omnigym.baselines.protocol.results import CONTROLS, StudyOutcome, add, control, read, scores_of  # noqa: E402
from omnigym.baselines.protocol.rows import ROWS, RowMeasure, RowPart, StudyRow, Tasks, folds, row_of, with_parts  # noqa: E402
from omnigym.baselines.search import SearchResult  # noqa: E402

SMALL = Scale(tasks=2, search=5)


@cache
def _selected(tasks: Tasks) -> tuple[Task, ...]:
    if tasks.device is not None:  # its programs need not be installed
        return list_tasks(tasks.query, split=tasks.split, device=tasks.device)
    env = gymnasium.make(**make_of(tasks))
    found: tuple[Task, ...] = env.unwrapped.tasks  # type: ignore[attr-defined]
    env.close()
    return found


def _subtasks(tasks: Tasks) -> set[str]:
    return {node.subtask for task in _selected(tasks) for node in task.nodes}


@pytest.mark.parametrize("name", ROWS)
def test_nothing_that_is_asked_was_learned_from(name: str) -> None:
    for part in ROWS[name].parts():
        asked = [m for m in part.measures if m.tasks.split in ("heldout", "test")]
        assert all(_selected(m.tasks) for m in part.measures)
        assert asked or part.train is None
        if part.train is not None:
            learned = {task.id for task in _selected(part.train)}
            assert learned and not any(task.id in learned for m in asked for task in _selected(m.tasks))


def test_unseen_subtasks_and_apps_are_unseen_and_all_are_asked() -> None:
    for part in ROWS["unseen"].parts():
        assert part.train is not None
        assert not _subtasks(part.train) & _subtasks(part.measures[0].tasks)
    for part in ROWS["apps"].parts():
        assert part.train is not None
        apps = {app for task in _selected(part.train) for app in task.apps}
        assert not apps & {app for task in _selected(part.measures[0].tasks) for app in task.apps}
    for name in ("unseen", "apps"):
        asked = [_subtasks(part.measures[0].tasks) for part in ROWS[name].parts()]
        assert set.union(*asked) == _subtasks(Tasks("nodes:1", "heldout"))
        assert sum(map(len, asked)) == len(set.union(*asked))


def test_folds_have_their_share_of_every_app() -> None:
    dealt = folds("subtask")
    assert max(map(len, dealt)) - min(map(len, dealt)) <= 1
    by_app: dict[str, set[str]] = {}
    for task in _selected(Tasks("nodes:1", "train")):
        by_app.setdefault(task.apps[0], set()).add(task.nodes[0].subtask)
    assert set(by_app) == set().union(*folds("app"))
    for app, own in by_app.items():
        counts = [len(own & set(fold)) for fold in dealt]
        assert max(counts) - min(counts) <= 1, app


@pytest.fixture
def row(monkeypatch: pytest.MonkeyPatch) -> tuple[StudyRow, list[int]]:
    """A row of two parts, whose learner is called as often as the list is long, and whose agent is the oracle."""
    learned: list[int] = []

    def learn(study: Study, note: Note) -> LearnerResult:
        note("learning")
        learned.append(study.seed)
        return LearnerResult(study.out / "none", {"oracle": 10}, ((5, 0.5),))

    monkeypatch.setitem(learners.LEARNERS, "fake", learn)
    monkeypatch.setitem(learners._READS, "fake", ("epochs",))
    monkeypatch.setattr(
        running, "make_agent", lambda name, *_, **__: NoopAgent() if "random" in name else OracleAgent()
    )
    tasks = Tasks("files/delete@*", "heldout")
    asked = (RowMeasure("at once", tasks, values=("success", "coverage")), RowMeasure("again", tasks))
    searched = RowMeasure("searched", tasks, search=600, guided=False, without="graph")
    train = Tasks("files/delete@*", "train")

    def parts() -> tuple[RowPart, ...]:
        return (RowPart(train, asked, "a", "fake"), RowPart(train, (*asked, searched), "b", "fake"))

    made = StudyRow("reward", "A question", ("oracles",), parts, (("at once", "searched"),), {"at once": "1.0"})
    monkeypatch.setattr(table, "ROWS", {"reward": made})
    return made, learned


def test_a_row_is_run_once_goes_on_and_makes_a_table(row: tuple[StudyRow, list[int]], tmp_path: Path) -> None:
    made, learned = row
    lines = list(running.run(made, (0,), SMALL, tmp_path))
    assert [tuple(o.scores) for o in lines[:2]] == [("at once", "at once, coverage"), ("again",)]
    assert len(lines) == 5 + 4 * len(CONTROLS), "a line a measure, and the controls last"
    assert not any(":" in name for o in lines[:5] for name in o.scores)
    assert learned == [0], "both parts learn the same"
    path = tmp_path / "reward.jsonl"
    outcomes = read(path)
    assert [(o.part, o.seed) for o in outcomes] == [("a", 0), ("b", 0)]
    assert list(outcomes[1].scores["at once"].values()) == [1.0, 1.0]
    assert list(outcomes[1].scores[control("at once", "random")].values()) == [0.0, 0.0]
    assert set(outcomes[1].scores) == {
        *[
            name
            for asked in ("at once", "at once, coverage", "again")
            for name in (asked, *[control(asked, who) for who in CONTROLS])
        ],
        "searched",
    }
    assert outcomes[1].measuring["searched"] <= 10
    # a kill in the middle of a line: what is whole stays, and the rest is done again
    *whole, _ = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole) + b'{"row": "rew')
    (again,) = running.run(made, (0,), SMALL, tmp_path)
    assert again.scores == lines[-1].scores and again.cpu_s["learning"] < 5
    assert [o.scores for o in read(path)] == [o.scores for o in outcomes]
    assert len(list(running.run(made, (0, 1), SMALL, tmp_path))) == len(lines)
    assert [(o.part, o.seed) for o in read(path)] == [("a", 0), ("b", 0), ("a", 1), ("b", 1)]
    assert learned == [0, 1]
    text = table.markdown(tmp_path)
    # the oracle reads the device, so it sees past a blindfold; the fake device has one file, and a button
    both, none = "100 % (34-100)", "0 % (0-66)"
    assert (
        f"| A question | at once | {both} | {both} | {none} | {both} | +0 (-66 to +66) | 1.0 | 2 | 2 | oracles |"
        in text
    )
    assert "at once less searched" in text
    assert "*reward*: tasks 2, search 5" in text
    pytest.importorskip("matplotlib")
    table.curves(tmp_path, tmp_path / "curves.png")
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_ppo_begins_from_a_clone_and_both_are_measured(tmp_path: Path) -> None:
    (part,) = row_of("lift").parts()
    small = dataclasses.replace(part, start_options={"demonstrations": 4}, options={**part.options, "num_envs": 2})
    scale = Scale(tasks=2, steps=64, epochs=1, controls=False)
    list(running.run(dataclasses.replace(row_of("lift"), parts=lambda: (small,)), (0,), scale, tmp_path))
    (outcome,) = read(tmp_path / "lift.jsonl")
    assert list(outcome.scores) == ["BC", "BC, then PPO"]
    assert outcome.steps["learner"] == 64 and 4 <= outcome.steps["oracle"] <= 12
    learned = {p.parent.name.partition("-")[0]: p for p in tmp_path.rglob("model.safetensors")}
    assert set(learned) == {"bc", "ppo"}
    assert learned["bc"].read_bytes() != learned["ppo"].read_bytes()


def test_what_nothing_fits_is_refused_before_anything_is_learned(
    row: tuple[StudyRow, list[int]], tmp_path: Path
) -> None:
    made, learned = row
    with pytest.raises(ConfigError, match="No task fits"):
        list(running.run(made, (0,), dataclasses.replace(SMALL, within="app:word"), tmp_path))
    assert not learned and not (tmp_path / "reward.jsonl").exists()


@pytest.mark.parametrize("begun", [False, True], ids=["with nothing", "with a model"])
def test_a_search_that_finds_nothing_is_a_line_that_says_so(
    row: tuple[StudyRow, list[int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bool
) -> None:
    made, _ = row
    train = Tasks("files/delete@*", "train")
    asked = (RowMeasure("at once", Tasks("files/delete@*", "heldout"), controls=()),)
    scale = dataclasses.replace(SMALL, rounds=1, budget=1)
    start = train if begun else None
    part = RowPart(train, asked, "sparse", "bootstrap", {"progress": "ends"}, start)
    monkeypatch.setitem(learners.LEARNERS, "clone", learners.LEARNERS["fake"])
    monkeypatch.setattr(learners.bootstrap, "train", _nothing)
    for _ in range(2):  # what is known of the study says so, too
        (outcome,) = running.run(dataclasses.replace(made, parts=lambda: (part,)), (0,), scale, tmp_path)
        assert outcome.nothing_found and outcome.curve == ((7, 0.0),) and outcome.steps["search"] == 7
        assert list(outcome.scores["at once"].values()) == [float(begun)] * 2
        assert bool(outcome.measuring["at once"]) is begun
        (tmp_path / "reward.jsonl").rename(tmp_path / "reward.jsonl.old")
    (tmp_path / "reward.jsonl.old").rename(tmp_path / "reward.jsonl")
    text = table.markdown(tmp_path)
    assert "found nothing to learn from, so what it began with was asked: *reward* sparse with seed 0." in text


def _nothing(config: Any, _advance: Any, searched: Any) -> None:
    searched(SearchResult("t", 0, (), solved=False, progress=0.0, steps=5, states=1, replayed=2))
    raise NothingFoundError("nothing")


def test_what_does_not_fit_together_is_refused(row: tuple[StudyRow, list[int]], tmp_path: Path) -> None:
    made, _ = row
    list(running.run(made, (0,), SMALL, tmp_path))
    with pytest.raises(ConfigError, match="another scale"):
        running.missing_lines(made, (0,), dataclasses.replace(SMALL, tasks=3), tmp_path)
    path = tmp_path / "reward.jsonl"
    path.write_bytes(path.read_bytes().replace(b"omnigym-protocol/1", b"omnigym-protocol/9"))
    with pytest.raises(ConfigError, match=r"line 1: format"):
        read(path)
    with pytest.raises(ConfigError, match="no results"):
        table.markdown(tmp_path / "empty")
    with pytest.raises(UnknownNameError, match="desktop"):
        row_of("destkop")


def test_scores_are_by_task_and_seed(tmp_path: Path) -> None:
    made = StudyOutcome(
        row="r", part="", seed=1, scale=SMALL, knowledge=(), steps={}, measuring={}, cpu_s={},
        scores={"m": {"t": 0.0, "u": 1.0}},
    )  # fmt: skip
    for outcome in (made, dataclasses.replace(made, seed=0, scores={"m": {"t": 1.0}})):
        add(tmp_path / "r.jsonl", outcome)
    assert scores_of(read(tmp_path / "r.jsonl")) == {"m": {"t": [1.0, 0.0], "u": [1.0]}}


def test_a_study_of_another_scale_is_another_one(row: tuple[StudyRow, list[int]], tmp_path: Path) -> None:
    _, learned = row
    study = Study(Tasks("files/delete@*", "train"), 3, Scale(), tmp_path)
    for scale in (Scale(), Scale(tasks=7), Scale(within="app:word"), Scale(by_controls=0.5)):
        fit_learner("fake", dataclasses.replace(study, scale=scale), lambda _: None)
    assert learned == [3, 3, 3], "how many tasks are asked changes nothing of what is learned"


def test_a_row_says_who_reads_to_its_clone(
    row: tuple[StudyRow, list[int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, learned = row
    monkeypatch.setattr(running, "reader_of", lambda name: None)
    monkeypatch.setitem(learners.LEARNERS, "clone", learners.LEARNERS["fake"])
    part = dataclasses.replace(made.parts()[0], learner="clone")
    alone = dataclasses.replace(made, parts=lambda: (part,))
    given = {"": "| oracles |", "minilm": "| oracles, a sentence model |"}
    for reader, told in given.items():
        list(running.run(alone, (0,), dataclasses.replace(SMALL, reader=reader), tmp_path))
        assert told in table.markdown(tmp_path)
        (tmp_path / "reward.jsonl").unlink()
    assert learned == [0, 0], "what is learned with a reader is another thing"
    list(running.run(alone, (0,), dataclasses.replace(SMALL, reader="minilm"), tmp_path))
    assert learned == [0, 0]
    with pytest.raises(ConfigError, match="another scale"):
        running.missing_lines(alone, (0,), SMALL, tmp_path)


def test_the_arms_of_a_row_learn_equal_steps_and_stand_side_by_side(tmp_path: Path) -> None:
    row = row_of("graph-against-chain")
    others = dict.fromkeys(("clone, chains", "transformer, chains"), ("graphs",))
    some = {"clone, graphs": ("graphs", "other orders"), **others}
    small: dict[str, Any] = {"steps": 10, "epochs": 1}
    tiny = {"clone": {"width": 16}, "transformer": {"width": 16, "layers": 1}}
    parts = []
    for name, asked in some.items():
        part = next(p for p in row.parts() if p.name == name)
        measures = tuple([dataclasses.replace(m, max_steps=2) for m in part.measures if m.name in asked])
        options = {**part.options, **small, **tiny[part.learner]}
        parts.append(dataclasses.replace(part, measures=measures, options=options))
    made = dataclasses.replace(row, parts=lambda: tuple(parts))
    scale = Scale(tasks=2, within="graph-train-0,graph-train-0-chain,graph-heldout-100*")
    lines = list(running.run(made, (0,), scale, tmp_path))
    assert {o.part: o.steps["oracle"] for o in lines} == dict.fromkeys(some, 10)
    assert {name for o in lines for name in o.scores} >= {"graphs, coverage", "graphs, consistency", "graphs: random"}
    assert not list(running.run(made, (0,), scale, tmp_path)), "all is there"
    text = arms.arms(made, tmp_path)
    assert "| clone, chains, blind | 0 (0 to 66)" in text and "clone, graphs less clone, chains" in text
    assert "| clone, graphs | 0 (0 to 33) |" in text, "the sensitivity"
    assert "clone, chains | graphs |" in table.markdown(tmp_path)
    with pytest.raises(ConfigError, match="no arms"):
        arms.arms(row_of("desktop"), tmp_path)
    with pytest.raises(UnknownNameError, match="clone, graphs"):
        with_parts(row, "clone, graph")
    pytest.importorskip("matplotlib")
    arms.draw(made, tmp_path, tmp_path / "arms.png")
    assert (tmp_path / "arms.png").read_bytes().startswith(b"\x89PNG")


def test_sensitivity_is_the_deviation_of_coverage_over_the_orders_of_a_task() -> None:
    scores = {"graphs, coverage": {"a": [1.0, 0.5], "b": [0.0]}, "other orders, coverage": {"a~order1": [0.5, 0.5]}}
    assert arms.sensitivity(scores) == {"a": [0.25, 0.0]}
