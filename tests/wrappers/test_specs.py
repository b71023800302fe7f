"""Wrapped environments have a spec that makes them again."""

from __future__ import annotations

import inspect
from pathlib import Path

import gymnasium
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.wrappers import TimeAwareObservation, TimeLimit

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym import wrappers
from omnigym.actions import Wait
from omnigym.errors import UnknownNameError
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
    PerceiveElements,
    RankedElements,
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
        ElementActions(PerceiveElements(env, "tests.perception.test_detectors:of_two", {"nodes": 8}), nodes=8),
        RankedElements(env, k=8, keys=("ctrl+s",)),
        FlatBoxActions(env),
        MultiDiscreteActions(env, (8, 8)),
    ):
        spec = wrapped.spec
        assert spec is not None
        again = gymnasium.make(EnvSpec.from_json(spec.to_json()))
        assert str(again) == str(wrapped)
        assert again.action_space == wrapped.action_space
        assert again.observation_space == wrapped.observation_space


@pytest.mark.parametrize(("arguments", "limit"), [({}, 40), ({"max_steps": 7}, 7), ({"max_episode_steps": 5}, 5)])
def test_gymnasiums_wrappers_know_the_step_limit(arguments: dict[str, int], limit: int) -> None:
    made = gymnasium.make("OmniBench-Win11-v0", tasks="id:files/create-folder", observation="a11y", **arguments)
    assert made.spec is not None and made.spec.max_episode_steps == limit
    assert isinstance(made, TimeLimit) is ("max_episode_steps" in arguments), "the environment keeps its limit itself"
    env = TimeAwareObservation(made, flatten=False)
    observation, _ = env.reset(seed=0)
    steps, truncated = 0, False
    while not truncated:
        assert observation in env.observation_space
        observation, _, _, truncated, _ = env.step(Wait(0.0))
        steps += 1
    assert steps == limit == int(observation["time"][0])


def test_the_limit_of_a_spec_is_that_of_the_longest_task() -> None:
    env = gymnasium.make("OmniBench-Win11-v0", tasks="suite:composed-2", observation="a11y")
    longest = max(t.step_limit for t in env.unwrapped.tasks)  # type: ignore[attr-defined]
    assert env.spec is not None and env.spec.max_episode_steps == longest > 40
    again = gymnasium.make(env.spec)
    assert isinstance(again, TimeLimit) and again.spec == env.spec


def test_a_time_limit_around_it_is_named(tmp_path: Path) -> None:
    env = gymnasium.make("OmniBench-Win11-v0", tasks="suite:one-node", max_episode_steps=2, observation="a11y")
    env = ElementActions(RecordTrajectory(env, tmp_path))
    env.reset(seed=0)
    escape = env.layout.key_start + env.layout.keys.index("escape")
    assert env.step(escape)[3] is False
    _, _, _, truncated, info = env.step(escape)
    assert truncated
    assert info["end_reason"] == "reach_step_limit"


@pytest.mark.parametrize("name", wrappers.__all__)
def test_a_misspelt_argument_is_named_with_close_ones(name: str) -> None:
    kind = getattr(wrappers, name)
    arguments = [n for n in inspect.signature(kind.__init__).parameters if n not in ("self", "env")]
    if not (issubclass(kind, gymnasium.Wrapper) and arguments):
        return
    env = gymnasium.make("OmniBench-Win11-v0", tasks="suite:hello level:1")
    meant = max(arguments, key=len)  # to one letter nothing is close
    with pytest.raises(UnknownNameError, match=f"argument of {name} '{meant[:-1]}x'. Did you mean.*'{meant}'"):
        kind(env, **{f"{meant[:-1]}x": 1})
