"""Rollouts branch at a start, at a completed node and at any step; advantages are against siblings, node by node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

from omnigym.actions import Press, Type, Wait
from omnigym.baselines.groups import (
    Branches,
    Rollout,
    advantages,
    node_advantages,
    process_rewards,
    returns,
    weights_of,
)
from omnigym.devices.fake import FakeDevice
from omnigym.envs.env import OmniEnv
from omnigym.errors import ConfigError
from omnigym.tasks.task import Task
from omnigym.wrappers import ElementActions


def _rollout(completed: Sequence[Sequence[str]], rewards: Sequence[float] = ()) -> Rollout:
    steps = len(completed)
    nodes = tuple(tuple(n) for n in completed)
    paid = np.array(rewards or [0.0] * steps)
    return Rollout(({},) * steps, (), (0,) * steps, paid, nodes, (), None, False)


def test_returns_are_discounted() -> None:
    group = [_rollout([(), ()], [1.0, 2.0]), _rollout([()], [4.0]), _rollout([])]
    assert returns(group).tolist() == [3.0, 4.0, 0.0]
    assert returns(group, 0.5).tolist() == [2.0, 4.0, 0.0]


@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize("values", [[], [3.0], [2.0, 2.0, 2.0], [0.0, 1.0], [5.0, 1.0, 0.0, 0.0, 9.0]])
def test_advantages_of_a_group_come_to_nothing(values: list[float], scaled: bool) -> None:
    found = advantages(values, scaled=scaled)
    assert found.shape == (len(values),)
    assert found.sum() == pytest.approx(0.0)
    assert found.tolist() == [0.0] * len(values) or np.argmax(found) == np.argmax(values)
    others = [v - np.mean([*values[:i], *values[i + 1 :]]) for i, v in enumerate(values) if len(values) > 1]
    assert scaled or found.tolist() == pytest.approx(others or [0.0] * len(values))


WEIGHTS = {"a": 0.5, "b": 0.25}


def test_a_node_is_credited_to_the_steps_that_led_to_it() -> None:
    both = _rollout([(), ("a",), ("b",)])
    one = _rollout([("a",), (), ()])
    none = _rollout([(), ()])
    found = node_advantages([both, one, none], WEIGHTS)
    a, b = advantages([0.5, 0.5, 0.0], scaled=False), advantages([0.25, 0.0, 0.0], scaled=False)
    assert found[0].tolist() == pytest.approx([a[0], a[0], b[0]])
    assert found[1].tolist() == pytest.approx([a[1], b[1], b[1]])
    assert found[2].tolist() == pytest.approx([a[2] + b[2]] * 2)
    quick = node_advantages([both, one], WEIGHTS, gamma=0.9)
    assert quick[1][0] > 0.0 > quick[0][0]  # the same node, in fewer steps
    assert process_rewards(both.completed, WEIGHTS).tolist() == [0.0, 0.5, 0.25]


def _random(observation: Mapping[str, NDArray[Any]], mask: NDArray[np.bool_], rng: np.random.Generator) -> int:
    del observation
    return int(rng.choice(np.flatnonzero(mask)))


@pytest.fixture(scope="module")
def env() -> Any:
    return ElementActions(gymnasium.make("OmniBench-Win11-v0", tasks="suite:composed-2", observation="a11y"))


def _alike(one: Rollout, two: Rollout) -> bool:
    arrays = [(a[k], b[k]) for a, b in zip(one.observations, two.observations, strict=True) for k in a]
    return one.actions == two.actions and all(np.array_equal(a, b) for a, b in arrays)


def test_rollouts_branch_anywhere(env: Any) -> None:
    branches = Branches(env, _random, "steps")
    start = branches.start(seed=3)
    group = branches.group(start, 3, seed=1, max_steps=6)
    assert len({r.actions for r in group}) == 3
    assert all(np.array_equal(r.observations[0]["a11y_text"], group[0].observations[0]["a11y_text"]) for r in group)
    assert all(map(_alike, group, branches.group(start, 3, seed=1, max_steps=6)))
    moment = group[0].moments[3]
    assert moment.steps == 4
    (again,) = branches.group(moment, 1, seed=2, max_steps=1)
    assert np.array_equal(again.observations[0]["a11y_text"], group[0].observations[4]["a11y_text"])
    assert branches.group(moment, 1, seed=2, max_steps=0)[0].rewards.shape == (0,)


SAVE, COPY = (Type("hello"), Press("s", ("ctrl",))), (Press("a", ("ctrl",)), Press("c", ("ctrl",)))


def test_a_completed_node_is_a_moment_to_branch_at(fake_task: Task) -> None:
    env = ElementActions(OmniEnv(FakeDevice(), fake_task, observation="a11y"))
    script: list[Any] = []
    branches = Branches(env, lambda _observation, _mask, _rng: script.pop(0))
    start = branches.start()
    script[:] = [*SAVE, Wait(), *COPY, *COPY, *COPY]
    slow, quick = branches.group(start, 1)[0], branches.group(start, 1, max_steps=0)[0]
    assert slow.is_success and quick.end_reason is None
    (saved,) = slow.moments  # the last node ends the episode, and nothing branches there
    assert (saved.completed, saved.steps) == (("save",), 2)
    script[:] = [*COPY, Wait(), Wait(), Wait()]
    group = (*branches.group(saved, 1), *branches.group(saved, 1, max_steps=3))
    weights = weights_of(fake_task)
    assert weights == pytest.approx({"save": 1 / 3, "copy": 2 / 3})
    assert returns(group).tolist() == pytest.approx([weights["copy"], 0.0])
    assert process_rewards(group[0].completed, weights).tolist() == pytest.approx(group[0].rewards.tolist())
    assert [steps.tolist() for steps in node_advantages(group, weights)] == [
        pytest.approx([weights["copy"]] * 2),
        pytest.approx([-weights["copy"]] * 3),
    ]
    with pytest.raises(ConfigError, match="keep"):
        Branches(env, _random, "now")  # type: ignore[arg-type]
