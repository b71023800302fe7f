"""Click-only tasks: what needs no look at the screen is refused, and masked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Action, CallUser, Click, Drag, KeyDown, OpenApp, Press, Scroll, Submit, Type, Wait
from omnigym.baselines.evaluate import Player, wrap_control
from omnigym.baselines.oracle import OracleAgent
from omnigym.baselines.random import RandomNodeAgent
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.envs import OmniEnv, snapshots
from omnigym.errors import ConfigError, DeviceFaultError
from omnigym.tasks.task import Task
from omnigym.wrappers import ClickOnly, ElementActions, FlatBoxActions, NodeActions
from omnigym.wrappers.node_layout import VERBS

MakeEnv = Callable[..., OmniEnv]
_REFUSED = {"open_app", "press", "key_down", "key_up", "click_with", "call_user", "move", "mouse_down", "mouse_up"}


def _make(tasks: str = "clicks:sim") -> gymnasium.Env[Any, Any]:
    return gymnasium.make("OmniBench-Win11-v0", tasks=tasks, observation="a11y", disable_env_checker=True)


@pytest.mark.parametrize(
    ("action", "allowed"),
    [
        (Click((0.5, 0.5)), True),
        (Click((0.5, 0.5), count=3), True),
        (Drag((0.5, 0.5), (0.6, 0.6)), True),
        (Scroll((0.5, 0.5), 1.0), True),
        (Type("words\n"), True),
        (Wait(0.1), True),
        (Submit("a/b"), True),
        (Click((0.5, 0.5), modifiers=("ctrl",)), False),
        (Press("s", ("ctrl",)), False),
        (Press("enter"), False),
        (KeyDown("ctrl"), False),
        (OpenApp("text_editor"), False),
        (CallUser(), False),
        (Type("/home/user/plan.txt\n"), False),
        (Type("C:\\Users\\plan.txt\n"), False),
    ],
    ids=str,
)
def test_only_clicks_and_typing_reach_the_device(make_env: MakeEnv, action: Action, allowed: bool) -> None:
    env = ClickOnly(make_env())
    env.reset(seed=0)
    info = env.step(action)[4]
    assert (info["invalid_action"] == "") is allowed


def test_an_episode_begins_with_its_app_open() -> None:
    env = ClickOnly(_make())
    _, info = env.reset(seed=0)
    base: Any = env.unwrapped
    assert info["steps"] == len(base.task.apps)
    assert {w.app for w in base.device.windows()} >= {s.app for s in base.task.subtasks}
    kept = snapshots.take(env)
    env.step(Wait(0.1))
    assert snapshots.restore(env, kept)[1]["steps"] == info["steps"], "a snapshot opens nothing anew"


@pytest.mark.parametrize(("failures", "restarts"), [(0, 0), (1, 1), (2, 2), (3, None)])
def test_a_device_that_fails_while_apps_are_opened_is_tried_again(
    fake_task: Task, failures: int, restarts: int | None
) -> None:
    device = FakeDevice(faults=[Fault("act", repeat=failures)] if failures else [])
    env = ClickOnly(OmniEnv(device=device, tasks=fake_task))
    if restarts is None:
        with pytest.raises(DeviceFaultError, match=r"fake\.act"):
            env.reset(seed=0)
        return
    info = env.reset(seed=0)[1]
    assert (info["device_restarts"], info["device_error"], info["steps"]) == (restarts, "", 1)
    assert env.step(Wait(0.1))[4]["device_restarts"] == restarts, "until the episode's end, for its record"
    assert env.reset()[1]["device_restarts"] == 0


def test_masks_have_nothing_that_is_refused() -> None:
    nodes = NodeActions(ClickOnly(_make()))
    nodes.reset(seed=0)
    possible = {verb for verb, can in zip(VERBS, nodes.codec.verbs, strict=True) if can}
    assert "click" in possible and not possible & _REFUSED
    click_at = nodes.codec.named("click_at", node=0, gesture=0, x=50, y=50)
    assert np.flatnonzero(nodes.codec.mask("modifiers", click_at)).tolist() == [0]
    assert nodes.say(Press("s", ("ctrl",))) is None
    elements = ElementActions(ClickOnly(_make()))
    elements.reset(seed=0)
    mask = elements.action_masks()
    assert mask.any() and not mask[elements.layout.key_start :].any()
    player = Player(ClickOnly(_make()), RandomNodeAgent(), [0], 0)
    assert player(0).invalid_actions <= 3, "what a random agent spells may have a slash"


def test_the_oracle_does_them_and_nobody_else_is_let_in() -> None:
    env = wrap_control(_make(), click_only=True)
    plan = range(0, len(env.unwrapped.tasks), 40)  # type: ignore[attr-defined]
    player = Player(env, OracleAgent(click_only=True), plan, 0)
    records = [player(n) for n in range(len(plan))]
    assert all(r.success and not r.invalid_actions for r in records), [r.task_id for r in records if not r.success]
    with pytest.raises(ConfigError, match="own actions"):
        ClickOnly(FlatBoxActions(_make()))
