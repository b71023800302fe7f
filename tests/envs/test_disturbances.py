"""``disturbances=`` of the environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from omnigym.actions import Wait
from omnigym.baselines.oracle import OracleAgent
from omnigym.devices.config import build_device, device_config
from omnigym.envs.arguments import disturbance_kinds
from omnigym.envs.env import OmniEnv
from omnigym.errors import CapabilityError, UnknownNameError
from omnigym.sim.system import Disturb

QUERY = "nodes:1 app:text_editor"


def make(**arguments: Any) -> OmniEnv:
    env = gymnasium.make("OmniBench-Win11-v0", tasks=QUERY, observation="a11y", **arguments).unwrapped
    assert isinstance(env, OmniEnv)
    return env


@pytest.mark.parametrize(
    ("device", "value", "kinds"),
    [
        ("sim", False, ()),
        ("sim", (), ()),
        ("sim", True, ("dialog", "mail", "toast", "update")),
        ("x11", True, ("crash", "dialog")),
        ("x11", "crash", ("crash",)),
        ("sim", "toast", ("toast",)),
        ("sim", ["mail", "dialog"], ("dialog", "mail")),
        ("phone", True, ("mail", "toast")),
        ("phone", ["toast"], ("toast",)),
        ("fake", False, ()),
    ],
)
def test_what_the_argument_stands_for(device: str, value: Any, kinds: tuple[str, ...]) -> None:
    config = device_config(device)
    assert disturbance_kinds(value, config) == kinds
    if config.IN_PROCESS or config.FOR_TESTS:
        assert disturbance_kinds(value, build_device(config)) == kinds


@pytest.mark.parametrize(
    ("device", "value", "error", "says"),
    [
        ("sim", ["earthquake"], UnknownNameError, "earthquake"),
        ("phone", ["toast", "update"], CapabilityError, "'phone' has no disturbance 'update'. It has: mail, toast"),
        ("fake", True, CapabilityError, "no disturbances"),
    ],
)
def test_what_a_device_does_not_have_is_said_when_the_environment_is_made(
    device: str, value: Any, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        OmniEnv(device=device, disturbances=value)


def test_off_by_default_and_the_tasks_are_the_same() -> None:
    quiet, loud = make(), make(disturbances=True)
    a, info_a = quiet.reset(seed=4)
    b, info_b = loud.reset(seed=4)
    assert info_a["task_id"] == info_b["task_id"]
    np.testing.assert_equal(a, b)
    for _ in range(20):
        a, b = quiet.step(Wait(0.5))[0], loud.step(Wait(0.5))[0]
    assert any(not np.array_equal(a[key], b[key]) for key in a)


def test_the_same_seed_brings_the_same_and_episodes_differ() -> None:
    def stories(seed: int) -> list[list[str]]:
        env = make(disturbances=True, max_steps=100)
        out = []
        for episode in range(2):
            env.reset(seed=seed if not episode else None)
            texts = []
            for _ in range(40):
                env.step(Wait(0.3))
                texts.append(" ".join(n.name for n in env.a11y()))
            out.append(texts)
        return out

    first = stories(7)
    assert first == stories(7)
    assert first[0] != first[1]


@pytest.mark.parametrize(("env_id", "episodes"), [("OmniBench-Win11-v0", 16), ("OmniBench-Android-v0", 8)])
def test_an_adaptive_oracle_does_its_tasks_all_the_same(env_id: str, episodes: int) -> None:
    env = gymnasium.make(env_id, tasks="suite:composed-2 nodes:5", observation="a11y", disturbances=True, max_steps=400)
    base: Any = env.unwrapped
    agent, disturbed = OracleAgent(), 0
    tasks = sorted(base.tasks, key=lambda t: t.id)
    for seed, task in enumerate(tasks[:: max(1, len(tasks) // episodes)]):
        observation, info = env.reset(seed=seed, options={"task": task})
        agent.reset(env, info)
        over = False
        while not over:
            observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
            over = terminated or truncated
        assert info["is_success"], (task.id, info["end_reason"])
        disturbed += max(due.effect.number for due in base.device._desk.regs.agenda if isinstance(due.effect, Disturb))
    assert disturbed >= 20
