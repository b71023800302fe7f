from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import gymnasium
import pytest

from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes, schedule
from omnigym.baselines.oracle import OracleAgent
from omnigym.devices.fake import Fault
from omnigym.envs import OmniEnv
from omnigym.envs.episode import EndReason
from omnigym.errors import ConfigError, DeviceError
from omnigym.evaluation.report import summarise
from omnigym.tasks.task import Task

MakeEnv = Callable[..., OmniEnv]


def evaluate(env: Any, agent: str, episodes: int, seed: int = 0) -> list[Any]:
    return list(run_episodes(env, make_agent(agent, seed), episodes, seed, agent))


def test_the_oracle_scores_one_and_noop_nothing(make_env: MakeEnv) -> None:
    oracle, noop = (summarise(evaluate(make_env(), name, 3)) for name in ("oracle", "noop"))
    assert (oracle["episodes"], oracle["success_rate"], oracle["coverage_rate"]) == (3, 1.0, 1.0)
    assert oracle["logical_consistency"] == 1.0
    assert oracle["execution_efficiency"] == pytest.approx(1 / 6)
    assert (noop["success_rate"], noop["coverage_rate"]) == (0.0, 0.0)
    assert noop["end_reasons"] == {"reach_step_limit": 3}


def test_a_record_says_which_node_was_completed_when(make_env: MakeEnv) -> None:
    (record,) = evaluate(make_env(), "oracle", 1, seed=7)
    assert [(c.node, c.step) for c in record.completed] == [("save", 3), ("copy", 6)]
    assert (record.actions, record.agent, record.seed, record.end_reason) == (6, "oracle", 7, "success")


def test_every_task_is_played_once_before_any_is_played_again(
    make_env: MakeEnv, make_task: Callable[..., Task]
) -> None:
    tasks = [make_task(f"t{i}") for i in range(5)]
    played = [[r.task_id for r in evaluate(make_env(tasks=tasks), agent, 8, seed=2)] for agent in ("oracle", "noop")]
    assert len(set(played[0][:5])) == 5
    assert played[0] == played[1]
    assert schedule(5, 8, 2) != schedule(5, 8, 3)


class _Stopping(OracleAgent):
    """An oracle that plays so many steps, and does not say that it is done."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self._steps = steps

    def budget_end(self, info: Mapping[str, Any]) -> EndReason | None:
        return "reach_step_limit" if info["steps"] >= self._steps else None


@pytest.mark.parametrize(("steps", "end", "score"), [(6, "success", 1.0), (2, "reach_step_limit", 0.0)])
def test_a_final_state_is_judged_where_the_agents_budget_ends(
    make_env: MakeEnv, make_task: Callable[..., Task], steps: int, end: str, score: float
) -> None:
    env = make_env(tasks=[replace(make_task(), evaluate="at_end")])
    (record,) = run_episodes(env, _Stopping(steps), 1)
    assert (record.actions, record.end_reason, record.score) == (steps, end, score)
    assert not record.unscored


def test_the_same_seed_gives_the_same_records(make_env: MakeEnv) -> None:
    first, second = (evaluate(make_env(), "random:elements", 4, seed=5) for _ in range(2))
    assert first == second


def test_a_device_that_breaks_costs_its_own_episode_only_and_is_not_a_score(make_env: MakeEnv) -> None:
    records = evaluate(make_env(Fault("act", nth=8)), "oracle", 3)
    report = summarise(records)
    assert [r.unscored for r in records] == [False, True, False]
    assert records[1].end_reason == "device_error"
    assert (report["success_rate"], report["unscored"], report["device_errors"]) == (1.0, 1, 1)


def test_a_device_that_breaks_under_the_oracle_s_own_eyes_is_no_score_either(make_env: MakeEnv) -> None:
    (record,) = evaluate(make_env(Fault("tree", nth=1), observation="pixels"), "oracle", 1)
    assert (record.unscored, record.end_reason, record.actions, record.device_errors) == (True, "device_error", 0, 1)


def test_a_device_that_never_starts_is_an_error_after_three_episodes(make_env: MakeEnv) -> None:
    env = make_env(Fault("reset", repeat=10**6), limits={"reset_retries": 1})
    records = run_episodes(env, make_agent("noop"), 10)
    assert [r.end_reason for r in itertools.islice(records, 2)] == ["device_error", "device_error"]
    with pytest.raises(DeviceError):
        next(records)


def test_an_invalid_action_is_counted(make_env: MakeEnv, monkeypatch: pytest.MonkeyPatch) -> None:
    from omnigym.actions import Invalid

    agent = make_agent("noop")
    monkeypatch.setattr(agent, "act", lambda observation, info: Invalid("click(", "no closing bracket"))
    (record,) = run_episodes(make_env(), agent, 1)
    assert record.invalid_actions == record.actions == 20


def test_a_foreign_environment_is_refused() -> None:
    with pytest.raises(ConfigError, match="environment of omnigym"):
        next(run_episodes(gymnasium.make("CartPole-v1"), make_agent("noop"), 1))


def test_an_outer_time_limit_is_a_step_limit(make_env: MakeEnv) -> None:
    (record,) = evaluate(gymnasium.wrappers.TimeLimit(make_env(), 2), "noop", 1)
    assert (record.actions, record.end_reason) == (2, "reach_step_limit")
