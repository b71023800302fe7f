"""Playing episodes with an agent, one record each; `omnigym.evaluation.report.summarise` makes a report of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast

import numpy as np

from omnigym.actions import Done
from omnigym.baselines.agent import Agent, Env, HasBudget, LogsSteps
from omnigym.envs.episode import EndReason, failed_end, lines_in, with_nothing
from omnigym.envs.observer import InfoDict, OfTasks
from omnigym.errors import (
    AgentError,
    ConfigError,
    DeviceError,
    OmnigymError,
    ServerError,
    ServerRefusedError,
    WorkerLostError,
)
from omnigym.evaluation.record import EpisodeRecord
from omnigym.evaluation.silent import SilentEvaluator
from omnigym.tasks.records import record_of
from omnigym.tasks.task import Task
from omnigym.wrappers import Blindfold, ClickOnly, PerceiveElements

__all__ = ["Hear", "Player", "play", "run_episodes", "schedule", "wrap_control"]

#: Is called with the log of a step of an agent that is a `LogsSteps`, before that step is made.
Hear: TypeAlias = Callable[[Mapping[str, object]], object]

#: So many episodes in a row that cannot even begin, or that the agent cannot play: it is broken for good.
_GIVE_UP = 3
#: Characters that a record keeps of an answer that could not be read.
_UNREAD = 500
#: What fails without the agent: the device, or the worker or server that has it.
_LOST = (DeviceError, WorkerLostError, ServerError)


def schedule(tasks: int, episodes: int, seed: int) -> tuple[int, ...]:
    """Return the task of each episode: all tasks once, in random order, before any is repeated.

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


def wrap_control(env: Env, *, blind: bool = False, click_only: bool = False, perceived: bool = False) -> Env:
    """Return an environment in which an agent is a control.

    Args:
        env: One of omnigym's environments.
        blind: Whether tree and screenshot are emptied (`omnigym.wrappers.Blindfold`).
        click_only: Whether only clicks, wheel and typing are allowed (`omnigym.wrappers.ClickOnly`).
        perceived: Whether the tree is that of elements off the picture (`omnigym.wrappers.PerceiveElements`); of a
            blind agent's there is nothing to perceive.

    Raises:
        MissingDependencyError: Elements are to be perceived, and the extra ``ocr`` is not installed.
    """
    if click_only:
        env = ClickOnly(env)
    if blind:
        return Blindfold(env)
    return PerceiveElements(env) if perceived else env


class Player:
    """A player of the episodes of a plan in any order; an episode depends on its number alone.

    Episode ``i`` plays the task that the plan says; environment and agent are seeded with ``seed + i``. A device, or
    what an agent runs on, that fails costs its episode, which is then unscored, and no other.

    Args:
        env: One of omnigym's environments, wrapped or not, of this process or of a server.
        agent: Wraps it and plays.
        plan: The place in the environment's ``tasks`` of each episode's task; see `schedule`.
        seed: Seeds tasks, device and agent.
        name: The agent's, for the records.
        hear: Is told what the agent tells of its steps.

    Raises:
        ConfigError: It is not an environment of omnigym.
    """

    def __init__(
        self,
        env: Env,
        agent: Agent,
        plan: Sequence[int],
        seed: int = 0,
        name: str = "",
        hear: Hear = lambda _: None,
    ) -> None:
        base = env.unwrapped
        if not isinstance(base, OfTasks):
            raise ConfigError(f"Expected an environment of omnigym, got {base!r}. Make one with gymnasium.make.")
        self._tasks: Sequence[Task] = cast(Any, base).tasks
        self._env = agent.wrap(env)
        self._agent, self._plan, self._seed, self._name, self._hear = agent, plan, seed, name, hear
        self._failed = 0

    def __call__(self, episode: int) -> EpisodeRecord:
        """Play an episode.

        Raises:
            DeviceError, WorkerLostError, ServerError: Three in a row could not begin.
            ServerRefusedError: The server refuses what was asked of it.
            AgentError: What the agent runs on failed in three in a row.
        """
        task, seed = self._tasks[self._plan[episode]], self._seed + episode
        try:
            record = play(self._env, self._agent, task, seed, self._name, self._hear)
        except ServerRefusedError:  # a wrong request, which another episode does not mend
            raise
        except (*_LOST, AgentError) as e:
            self._failed += 1
            if self._failed == _GIVE_UP:
                raise
            about: dict[str, Any] = {"agent": self._name, "seed": seed, "problem": str(e)}
            if isinstance(e, _LOST):
                return record_of(task, end_reason="device_error", unscored=True, device_errors=1, **about)
            return record_of(task, end_reason="agent_error", unscored=True, **about)
        self._failed = 0
        return record

    def close(self) -> None:
        """Close the environment."""
        self._env.close()


def run_episodes(env: Env, agent: Agent, episodes: int, seed: int = 0, name: str = "") -> Iterator[EpisodeRecord]:
    """Play episodes in sequence, as `Player` does, by the plan of `schedule`.

    Args:
        env: One of omnigym's environments, wrapped or not; not closed.
        agent: Wraps it and plays.
        episodes: How many.
        seed: Seeds tasks, device and agent.
        name: The agent's, for the records.

    Yields:
        The record of each episode, when it has ended.

    Raises:
        ConfigError: It is not an environment of omnigym.
        DeviceError: Three episodes in a row could not begin.
        AgentError: What the agent runs on failed in three in a row.
    """
    plan: Sequence[int] = ()
    base = env.unwrapped
    if isinstance(base, OfTasks):
        plan = schedule(len(cast(Any, base).tasks), episodes, seed)
    player = Player(env, agent, plan, seed, name)
    yield from map(player, range(len(plan)))


def play(env: Env, agent: Agent, task: Task, seed: int, name: str = "", hear: Hear = lambda _: None) -> EpisodeRecord:
    """Play one episode.

    Args:
        env: What the agent's ``wrap`` returned.
        agent: Plays.
        task: Is played.
        seed: Seeds the device and the agent.
        name: The agent's, for the record.
        hear: Is told what the agent tells of its steps.

    Raises:
        DeviceError, WorkerLostError, ServerError: The episode could not begin.
        AgentError: What the agent runs on failed.
    """
    agent.seed(seed)
    observation, info = env.reset(seed=seed, options={"task": task.id})
    completed: list[tuple[str, int]] = []
    invalid = answers = without_call = 0
    unread = ""
    ended = False
    spent: EndReason | None = None
    broken_by: OmnigymError | None = None
    try:
        agent.reset(env, info)
        while not ended:
            action = agent.act(observation, info)
            fields: Mapping[str, object] = agent.log_fields() if isinstance(agent, LogsSteps) else {}
            if isinstance(agent, LogsSteps):
                hear(fields)
            answers += "raw" in fields
            without_call += bool(fields.get("without_call"))
            observation, _, terminated, truncated, info = env.step(action)
            completed += [(node, info["steps"]) for node in lines_in(info["newly_completed"])]
            if info["invalid_action"]:
                invalid += 1
                unread = unread or str(fields.get("raw", ""))[:_UNREAD]
            spent = agent.budget_end(info) if isinstance(agent, HasBudget) else None
            if spent is not None and task.evaluate == "at_end" and not (terminated or truncated):
                info = _judged(env, info, spent)
            ended = terminated or truncated or spent is not None
    except ServerRefusedError:
        raise
    except _LOST as e:  # the agent looked at the device itself, as oracles do, or a server did not answer
        broken_by = e
    evaluator = getattr(env.unwrapped, "evaluator", None)
    if isinstance(evaluator, SilentEvaluator):  # the steps said nothing of it
        completed = [(node, evaluator.moments.get(node, step)) for node, step in completed]
    ending = _ending(info, broken_by, spent)
    return record_of(
        task,
        completed,
        actions=info["steps"],
        invalid_actions=invalid,
        answers=answers,
        answers_without_call=without_call,
        unread=unread,
        agent=name,
        seed=seed,
        device_errors=info["device_restarts"] + (ending["end_reason"] == "device_error"),
        **ending,
    )


def _judged(env: Env, info: InfoDict, spent: EndReason) -> InfoDict:
    """The last info of an agent that stops before a final state is judged: it is judged as if the agent was done."""
    *_, last = env.step(Done())
    reason = spent if last["end_reason"] == "false_completion" else last["end_reason"]
    return {**last, "steps": info["steps"], "end_reason": reason}


def _ending(info: Mapping[str, object], broken_by: OmnigymError | None, spent: EndReason | None) -> dict[str, Any]:
    if broken_by is not None:
        reason = failed_end(broken_by)
        return {"end_reason": reason, "unscored": reason == "device_error", "problem": str(broken_by)}
    # without a reason of the environment's an outer limit ended it, such as Gymnasium's TimeLimit
    return {
        "end_reason": info["end_reason"] or spent or "reach_step_limit",
        "problem": info["device_error"],
        **{name: with_nothing(info)[name] for name in ("unscored", "collateral", "still_holds", "score")},
    }
