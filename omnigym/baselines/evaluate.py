"""Playing episodes with an agent, one record each; `omnigym.evaluation.report.summarise` makes a report of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from omnigym.baselines.agent import Agent, Env
from omnigym.envs import OmniEnv
from omnigym.errors import ConfigError, DeviceError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.tasks.records import record_of
from omnigym.tasks.task import Task

__all__ = ["play", "run_episodes", "schedule"]

#: So many episodes in a row that cannot even begin: the device is broken for good.
_GIVE_UP = 3


def schedule(tasks: int, episodes: int, seed: int) -> tuple[int, ...]:
    """Which task each episode plays: all tasks once, in an order drawn by chance, before any is played again.

    Args:
        tasks: How many tasks there are.
        episodes: How many episodes.
        seed: Seeds the order, so that agents that are compared play the same.

    >>> sorted(schedule(3, 6, seed=0))
    [0, 0, 1, 1, 2, 2]
    """
    rng = np.random.default_rng(seed)
    rounds = [rng.permutation(tasks) for _ in range(-(-episodes // tasks))]
    return tuple(int(i) for i in np.concatenate(rounds)[:episodes]) if rounds else ()


def run_episodes(env: Env, agent: Agent, episodes: int, seed: int = 0, name: str = "") -> Iterator[EpisodeRecord]:
    """Play episodes one after another.

    Episode ``i`` is seeded with ``seed + i`` and plays the task that `schedule` says, whatever the agent does. A
    device that fails costs its episode, which is then unscored, and no other.

    Args:
        env: One of omnigym's environments, wrapped or not; not closed.
        agent: Wraps it and plays.
        episodes: How many.
        seed: Seeds tasks and device.
        name: The agent's, for the records.

    Yields:
        The record of each episode, when it has ended.

    Raises:
        ConfigError: It is not an environment of omnigym.
        DeviceError: Three episodes in a row could not begin.
    """
    base = env.unwrapped
    if not isinstance(base, OmniEnv):
        raise ConfigError(f"Expected an environment of omnigym, got {base!r}. Make one with gymnasium.make.")
    env = agent.wrap(env)
    failed = 0
    for i, at in enumerate(schedule(len(base.tasks), episodes, seed)):
        task = base.tasks[at]
        try:
            record = play(env, agent, task, seed + i, name)
            failed = 0
        except DeviceError:
            failed += 1
            if failed == _GIVE_UP:
                raise
            record = record_of(
                task, end_reason="device_error", unscored=True, device_errors=1, agent=name, seed=seed + i
            )
        yield record


def play(env: Env, agent: Agent, task: Task, seed: int, name: str = "") -> EpisodeRecord:
    """Play one episode.

    Args:
        env: What the agent's ``wrap`` returned.
        agent: Plays.
        task: Is played.
        seed: Seeds the device.
        name: The agent's, for the record.

    Raises:
        DeviceError: The episode could not begin.
    """
    observation, info = env.reset(seed=seed, options={"task": task.id})
    completed: list[tuple[str, int]] = []
    invalid = broken = 0
    ended = False
    try:
        agent.reset(env, info)
        while not ended:
            observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
            completed += [(node, info["steps"]) for node in info["newly_completed"]]
            invalid += info["invalid_action"] is not None
            ended = terminated or truncated
    except DeviceError:  # the agent looked at the device itself, as oracles do
        broken = 1
    return record_of(
        task,
        completed,
        actions=info["steps"],
        invalid_actions=invalid,
        agent=name,
        seed=seed,
        device_errors=info["device_restarts"] + broken + (info["device_error"] is not None),
        **_ending(info, broken=bool(broken)),
    )


def _ending(info: Mapping[str, object], *, broken: bool) -> dict[str, object]:
    if broken:
        return {"end_reason": "device_error", "unscored": True}
    # without a reason of the environment's an outer limit ended it, such as Gymnasium's TimeLimit
    return {
        "end_reason": info["end_reason"] or "reach_step_limit",
        **{name: info[name] for name in ("unscored", "collateral", "still_holds")},
    }
