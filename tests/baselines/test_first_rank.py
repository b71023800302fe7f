"""The controls of ranked elements, and that a plain network learns more than they do."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from tests.docs.test_how_to import load

ID, VARIED = "OmniBench-Win11-v0", {"variation": "all", "observation": "a11y"}
#: The first rank is the button "New mail" or "New contact", the second the field.
TYPE = "suite:hello level:1 tag:type"


def success(name: str, tasks: str) -> float:
    env = gymnasium.make(ID, tasks=tasks, split="heldout", **VARIED)
    records = list(run_episodes(env, make_agent(name), len(env.unwrapped.tasks)))  # type: ignore[attr-defined]
    env.close()
    return float(np.mean([record.success for record in records]))


@pytest.mark.parametrize(
    ("name", "tasks", "rate"),
    [
        ("first_rank", "suite:hello level:1 tag:tab", 1.0),
        ("first_rank", TYPE, 0.0),
        ("first_rank:turn", TYPE, 1.0),
        ("first_rank:turn", "suite:hello level:1 subtask:hello/excel-cell", 0.0),
    ],
)
def test_the_controls_follow_the_ranks(name: str, tasks: str, rate: float) -> None:
    assert success(name, tasks) == rate


@pytest.mark.slow
def test_a_plain_network_learns_what_the_first_rank_does_not_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    learned = load("train_plain_ppo", monkeypatch).main(steps=1_280, tasks=TYPE)
    assert learned >= 0.5  # the first two ranks alone are not enough for all of them
    assert success("first_rank", TYPE) == 0.0
    assert success("random:ranked", TYPE) <= 0.3
