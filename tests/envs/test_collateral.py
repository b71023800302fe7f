"""What ``info`` says of the user's data: what was damaged, and whether what was done is so still."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

from omnigym.actions import Action, Done, Fail
from omnigym.baselines.oracle import OracleAgent
from omnigym.envs.env import OmniEnv
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.task import Task, TaskNode

_MAKE = get_subtask("files/create-folder")
_ONE, _TWO = (TaskNode(n, _MAKE.id, {"name": f"Box {n}", "folder": "Documents"}) for n in "12")
_KEPT = "Documents/notes.txt"


def make(*nodes: TaskNode, **attributes: Any) -> OmniEnv:
    env = gymnasium.make("OmniBench-Win11-v0", tasks=[Task(id="t", nodes=nodes, **attributes)]).unwrapped
    assert isinstance(env, OmniEnv)
    env.reset(seed=0)
    return env


def spoil(env: Any) -> None:
    env.device.write_file(_KEPT, b"")


def undo(env: Any) -> None:
    env.device.write_file(f"Documents/{_ONE.parameters['name']}/x.txt", b"x")


def last(env: OmniEnv, *actions: Action) -> dict[str, Any]:
    for act in actions:
        info = env.step(act)[4]
    return dict(info)


def oracle(env: OmniEnv, between: Callable[[Any], None] | None = None) -> dict[str, Any]:
    """The oracle's episode; ``between`` is done on the device as soon as a node is complete."""
    observation, info = env.reset(seed=0)
    agent = OracleAgent()
    agent.reset(env, info)
    while True:
        observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
        assert terminated or truncated or info["still_holds"] == ""
        if terminated or truncated:
            return dict(info)
        if between is not None and "completed" in info["node_status"]:
            between(env)
            between = None


def test_nothing_is_known_before_the_evaluator_looks() -> None:
    env = make(_ONE)
    _, info = env.reset(seed=0)
    assert (info["collateral"], info["collateral_known"], info["still_holds"]) == ("", False, "")


def test_a_clean_success() -> None:
    info = oracle(make(_ONE, _TWO))
    assert (info["is_success"], info["collateral"], info["still_holds"]) == (True, "", "yes")
    assert info["collateral_known"]


def test_damage_along_the_way_is_no_success() -> None:
    env = make(_ONE, _TWO, max_steps=40)
    info = oracle(env, between=spoil)
    assert not info["is_success"] and info["coverage_rate"] == 0.5
    assert info["collateral"].count("\n") == 0 and "notes.txt" in info["collateral"]


@pytest.mark.parametrize(("end", "infeasible"), [(Done(), False), (Fail(), False), (Fail(), True)], ids=str)
def test_damage_is_looked_for_however_the_episode_ends(end: Action, infeasible: bool) -> None:
    clean = last(make(_ONE, infeasible=infeasible), end)
    assert (clean["is_success"], clean["collateral"], clean["still_holds"]) == (infeasible, "", "yes")
    env = make(_ONE, infeasible=infeasible)
    spoil(env)
    damaged = last(env, end)
    assert not damaged["is_success"] and "notes.txt" in damaged["collateral"]
