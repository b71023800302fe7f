"""Wrapped environments have a spec that makes them again."""

from __future__ import annotations

from pathlib import Path

import gymnasium
from gymnasium.envs.registration import EnvSpec

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.wrappers import (
    Blindfold,
    CellActions,
    ClickOnly,
    ElementActions,
    FlatBoxActions,
    GrayscaleScreenshot,
    MultiDiscreteActions,
    NodeActions,
    NoProgressLimit,
    RecordTrajectory,
    ResizeScreenshot,
    StepLimit,
    VisibleTexts,
)


def test_specs_survive_json(tmp_path: Path) -> None:
    env = gymnasium.make("OmniBench-Win11-v0", tasks="suite:one-node", max_episode_steps=2)
    env = RecordTrajectory(env, tmp_path / "runs")
    env = GrayscaleScreenshot(ResizeScreenshot(env, (64, 48)))
    env = StepLimit(NoProgressLimit(env, 5), 9)
    nodes = NodeActions(env, pieces=("C:\\\\",))
    cells = CellActions(env, cell=4, pieces=("C:\\\\",))
    for wrapped in (
        nodes,
        cells,
        ElementActions(env, nodes=16),
        ElementActions(VisibleTexts(Blindfold(ClickOnly(env))), nodes=16),
        FlatBoxActions(env),
        MultiDiscreteActions(env, (8, 8)),
    ):
        spec = wrapped.spec
        assert spec is not None
        again = gymnasium.make(EnvSpec.from_json(spec.to_json()))
        assert str(again) == str(wrapped)
        assert again.action_space == wrapped.action_space
        assert again.observation_space == wrapped.observation_space


def test_a_time_limit_around_it_is_named(tmp_path: Path) -> None:
    env = gymnasium.make("OmniBench-Win11-v0", tasks="suite:one-node", max_episode_steps=2, observation="a11y")
    env = ElementActions(RecordTrajectory(env, tmp_path))
    env.reset(seed=0)
    escape = env.layout.key_start + env.layout.keys.index("escape")
    assert env.step(escape)[3] is False
    _, _, _, truncated, info = env.step(escape)
    assert truncated
    assert info["end_reason"] == "reach_step_limit"
