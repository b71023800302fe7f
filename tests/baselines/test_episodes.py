"""What an agent tells goes beside the recording; what an agent runs on may fail, which is no score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from omnigym.actions import Wait
from omnigym.baselines.agent import Agent
from omnigym.baselines.episodes import EpisodePlayer, Recording
from omnigym.envs import OmniEnv
from omnigym.errors import AgentError, ModelLostError
from omnigym.evaluation.report import summarise
from omnigym.recording import read_trajectory
from omnigym.runs import AGENT_LOG, read_agent_log

MakeEnv = Callable[..., OmniEnv]


class Talker(Agent):
    """Tell what it thinks, and at some episodes' second step loses its model."""

    def __init__(self, *loses: int) -> None:
        self._loses = loses

    def seed(self, seed: int) -> None:
        self._seed, self._steps = seed, 0

    def act(self, observation: object, info: Mapping[str, object]) -> Wait:
        self._steps += 1
        if self._steps == 2 and self._seed in self._loses:
            raise ModelLostError("http://model: hung up. Try later.")
        return Wait(0.1)

    def log_fields(self) -> Mapping[str, object]:
        usage = {"prompt_tokens": 10, "completion_tokens": self._steps, "cost": 0.5}
        return {"thought": f"step {self._steps}", "usage": usage}


def player(make_env: MakeEnv, folder: Path, *loses: int) -> EpisodePlayer:
    plan = [0] * 9
    return EpisodePlayer(lambda: make_env(max_steps=3), lambda: Talker(*loses), plan, 0, "talker", Recording(folder))


def test_what_was_told_before_a_step_is_the_line_of_that_step(make_env: MakeEnv, tmp_path: Path) -> None:
    played = player(make_env, tmp_path)(4)
    assert played.trajectory is not None and played.trajectory.startswith("000004-")
    told = read_agent_log(tmp_path / played.trajectory / AGENT_LOG)
    steps = read_trajectory(tmp_path / played.trajectory).steps
    assert [line["thought"] for line in told] == [s.entry["thought"] for s in steps] == ["step 1", "step 2", "step 3"]
    assert played.usage == {"prompt_tokens": 30, "completion_tokens": 6, "cost": 1.5}
    assert played.record.tokens == 36


def test_a_lost_model_is_no_score(make_env: MakeEnv, tmp_path: Path) -> None:
    play = player(make_env, tmp_path, 1)
    records = [play(n).record for n in range(3)]
    assert [r.unscored for r in records] == [False, True, False]
    assert (records[1].end_reason, records[1].device_errors) == ("agent_error", 0)
    assert "hung up" in records[1].problem
    assert summarise(records)["unscored"] == 1


def test_a_model_that_is_lost_for_good_ends_the_run(make_env: MakeEnv, tmp_path: Path) -> None:
    play = player(make_env, tmp_path, 0, 1, 2)
    assert [play(n).record.end_reason for n in range(2)] == ["agent_error"] * 2
    with pytest.raises(AgentError):
        play(2)
