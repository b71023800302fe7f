"""Step and no-progress limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from omnigym.actions import Press, Type, Wait
from omnigym.envs.env import OmniEnv
from omnigym.errors import ConfigError
from omnigym.wrappers import NoProgressLimit, StepLimit

MakeEnv = Callable[..., OmniEnv]


def ends(env: Any, *actions: Any) -> list[tuple[bool, bool, str | None]]:
    steps = [env.step(a) for a in actions]
    return [(s[2], s[3], s[4]["end_reason"]) for s in steps]


def test_step_limit(make_env: MakeEnv) -> None:
    env = StepLimit(make_env(), 2)
    for _ in range(2):
        env.reset()
        assert ends(env, Wait(), Wait()) == [(False, False, ""), (False, True, "reach_step_limit")]


def test_success_on_the_last_step_wins(make_env: MakeEnv) -> None:
    actions = (Type("hello"), Press("s", ("ctrl",)), Press("a", ("ctrl",)), Press("c", ("ctrl",)))
    for env in (StepLimit(make_env(), 4), NoProgressLimit(make_env(), 2)):
        env.reset()
        assert ends(env, *actions)[-1] == (True, False, "success")


def test_no_progress_limit(make_env: MakeEnv) -> None:
    env = NoProgressLimit(make_env(), 2)
    for _ in range(2):
        env.reset()
        got = ends(env, Type("hello"), Press("s", ("ctrl",)), Wait(), Wait())
        assert got == [(False, False, "")] * 3 + [(False, True, "no_progress")]


@pytest.mark.parametrize("wrapper", [StepLimit, NoProgressLimit])
def test_limits_are_at_least_one(make_env: MakeEnv, wrapper: Any) -> None:
    with pytest.raises(ConfigError, match="at least 1"):
        wrapper(make_env(), 0)
