"""Faults of the published scorer that this one does not have: FAIL, always-FAIL, a missing file under `or`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from omnigym.actions import Action, Done, Fail
from omnigym.baselines.agent import Agent
from omnigym.baselines.evaluate import play
from omnigym.benchmarks.osworld import read_osworld
from omnigym.envs.env import OmniEnv
from omnigym.evaluation.record import EpisodeRecord
from omnigym.evaluation.report import summarise

Write = Callable[..., Path]
RULE = {"type": "rule", "rules": {"expected": "yes"}}
YES = {"type": "rule", "rules": "yes"}
MISSING = {"type": "vm_file", "path": "/home/user/Desktop/none.txt", "dest": "none.txt"}


class Says:
    """An agent that does the same action at every step."""

    observation = "a11y"

    def __init__(self, action: Action) -> None:
        self.action, self.info = action, dict[str, Any]()

    def seed(self, seed: int) -> None: ...

    def wrap(self, env: Any) -> Any:
        return env

    def reset(self, env: Any, info: dict[str, Any]) -> None:
        self.env = env

    def act(self, observation: object, info: dict[str, Any]) -> Action:
        return self.action


def played(path: Path, action: Action) -> EpisodeRecord:
    """The record of an episode in which an agent says one thing."""
    task, report = read_osworld(path)
    assert task is not None, report
    env = OmniEnv("fake", tasks=task)
    record = play(env, cast(Agent, Says(action)), task, 0)
    env.close()
    return record


@pytest.fixture
def right(write: Write) -> Path:
    """A task whose final state is right whatever is done."""
    return write("os/right.json")


def test_done_on_a_right_state_is_a_success(right: Path) -> None:
    record = played(right, Done())
    assert (record.success, record.score) == (True, 1.0)


def test_fail_is_paid_for_the_state_and_is_no_success(right: Path) -> None:
    record = played(right, Fail())
    assert (record.success, record.end_reason, record.score) == (False, "fail_declared", 1.0)


def test_always_fail_scores_nothing_but_the_infeasible_which_are_apart(write: Write) -> None:
    wrong = write("os/wrong.json", evaluator={"func": "exact_match", "result": MISSING, "expected": RULE})
    hopeless = write("os/hopeless.json", evaluator={"func": "infeasible"})
    records = [played(path, Fail()) for path in (wrong, wrong, hopeless)]
    report = summarise(records)
    assert (report["success_rate"], report["infeasible"], report["infeasible_success_rate"]) == (0.0, 1, 1.0)
    assert not played(hopeless, Done()).success


@pytest.mark.parametrize(
    ("conj", "results", "score"),
    [
        ("or", [MISSING, YES], 1.0),
        ("or", [YES, MISSING], 1.0),
        ("or", [MISSING, MISSING], 0.0),
        ("and", [MISSING, YES], 0.0),
        ("and", [YES, YES], 1.0),
    ],
)
def test_a_missing_file_is_0_for_its_own_metric_alone(
    write: Write, conj: str, results: list[dict[str, Any]], score: float
) -> None:
    evaluator = {"func": ["exact_match"] * 2, "conj": conj, "result": results, "expected": [RULE, RULE]}
    record = played(write("os/or.json", evaluator=evaluator), Done())
    assert (record.unscored, record.score) == (False, score)
