"""Groups and trees of an agent's rollouts, written for trainers of language models (GRPO).

```python
branches = AgentBranches(gymnasium.make("OmniBench-Win11-v0"), agent)
start = branches.start("settings/display-name@0", seed=0)
with RolloutWriter("rollouts.jsonl") as writer:
    for played in branches.group(start, size=8, seed=1):
        writer.write(played.record)
        for moment in played.moments:                       # where nodes were completed
            ...                                             # branches.group(moment, ...), and so on
```

Siblings begin at the very same moment, so that what tells them apart is what the agent drew. An agent gives the
messages of a step by `omnigym.baselines.agent.GivesTurns`; for others, such as the oracle, they are made of what is on
the screen. The format is that of `omnigym.recording.rollouts`.
"""

from __future__ import annotations

import contextlib
import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, get_args

import gymnasium
import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action, to_json
from omnigym.baselines.agent import Agent, Env, GivesTurns, HasBudget, Remembers
from omnigym.baselines.groups import advantages, step_advantages
from omnigym.envs import snapshots
from omnigym.envs.episode import failed_end, lines_in, with_nothing
from omnigym.envs.observer import OfTasks
from omnigym.envs.snapshots import SealedSnapshot, Snapshot
from omnigym.errors import (
    AgentError,
    CapabilityError,
    ConfigError,
    DeviceError,
    ServerError,
    ServerRefusedError,
    WorkerLostError,
)
from omnigym.recording.rollouts import Message, RolloutRecord, RolloutStep, Turn
from omnigym.spaces.action import decode_action

__all__ = ["AgentBranches", "Branch", "RolloutOutcome", "Start", "outline"]

_ACTIONS = get_args(Action)


class Branch(NamedTuple):
    """A point at which rollouts can begin.

    Attributes:
        snapshot: Brings it back.
        seed: Of the reset at the start of the tree.
        parent: Id of the rollout in whose middle it is; None at the start of a task.
        at: After so many of its steps.
        turns: What was said since the start of the task.
    """

    snapshot: Snapshot | SealedSnapshot
    seed: int
    parent: str | None = None
    at: int = 0
    turns: tuple[Turn, ...] = ()


class Start(NamedTuple):
    """The start of an episode, reached by a reset on any device, with or without snapshots.

    Attributes:
        task: Id of the task.
        seed: Of the reset.
    """

    task: str
    seed: int


class RolloutOutcome(NamedTuple):
    """The result of a rollout from a moment.

    Attributes:
        record: For the file.
        moments: Where it can branch in turn, in order.
    """

    record: RolloutRecord
    moments: tuple[Branch, ...]


class AgentBranches:
    """A player of groups of rollouts with an agent.

    Args:
        env: An environment of omnigym, of this process or of a server; the agent wraps it.
        agent: Plays; begins anew at each moment, as if the episode began there, and `Remembers` what was said before.
        keep: At which moments rollouts can branch again: "nodes", where one was completed, "steps", everywhere, or
            "never", for devices without snapshots.
        name: Stands in front of all ids, so that files of several processes can be joined.
        scaled: As of `omnigym.baselines.groups.advantages`, for a whole rollout's.

    Raises:
        ConfigError: ``keep`` is none of these, or it is no environment of omnigym.
    """

    def __init__(
        self,
        env: Env,
        agent: Agent,
        keep: Literal["nodes", "steps", "never"] = "nodes",
        name: str = "",
        *,
        scaled: bool = True,
    ) -> None:
        if keep not in ("nodes", "steps", "never"):
            raise ConfigError(f"keep must be 'nodes', 'steps' or 'never', got {keep!r}.")
        base = env.unwrapped
        if not isinstance(base, OfTasks):
            raise ConfigError(f"Expected an environment of omnigym, got {base!r}. Make one with gymnasium.make.")
        self._base, self._heard = base, _Heard(env)
        self._env, self._agent = agent.wrap(self._heard), agent
        self._keep, self._name, self._scaled = keep, name, scaled
        self._groups = 0

    def start(self, task: str | None = None, seed: int = 0) -> Branch:
        """Return the start of an episode.

        Args:
            task: Id of the task; None for one that is drawn.
            seed: Of the reset.

        Raises:
            CapabilityError: The device has no snapshots, or the task is judged outside of it.
            DeviceError: The device failed.
        """
        self._env.reset(seed=seed, options=None if task is None else {"task": task})
        return Branch(snapshots.take_anywhere(self._env), seed)

    def group(
        self, moment: Branch, size: int, seed: int = 0, max_steps: int | None = None
    ) -> tuple[RolloutOutcome, ...]:
        """Return rollouts that begin at one moment, with their advantages.

        Args:
            moment: Where they begin.
            size: How many.
            seed: Of what the agent draws; each rollout has its own.
            max_steps: The most steps of each; None for the environment's own limit.

        Raises:
            DeviceError: The device failed outside of a step.
        """
        group = f"{self._name}g{self._groups}"
        self._groups += 1
        seeds = np.random.default_rng(seed).integers(2**31, size=size)
        played = [self.play(moment, f"{group}.{n}", group, int(s), max_steps) for n, s in enumerate(seeds)]
        if size < 2:
            return tuple(played)
        records = [p.record for p in played]
        whole = advantages([r.reward for r in records], scaled=self._scaled)
        by_step = step_advantages(
            [[tuple(step.completed) for step in r.steps] for r in records], self._base.node_weights()
        )
        return tuple(
            [
                p._replace(record=_judged(p.record, float(advantage), steps))
                for p, advantage, steps in zip(played, whole, by_step, strict=True)
            ]
        )

    def play(
        self,
        start: Branch | Start,
        name: str,
        group: str,
        seed: int,
        max_steps: int | None = None,
        deadline: float | None = None,
        *,
        catch: bool = False,
    ) -> RolloutOutcome:
        """Play one rollout.

        Args:
            start: Where it begins.
            name, group: Its id, and that of its siblings.
            seed: Of what the agent draws.
            max_steps: The most steps; None for the environment's own limit.
            deadline: The most seconds; who takes longer is not scored. None for any number.
            catch: Whether a device, or what the agent runs on, that fails makes the rollout an unscored one.

        Raises:
            DeviceError: The device failed outside of a step, and it is not caught.
            WorkerLostError, ServerError: The same of one on a server.
            ServerRefusedError: The server does not know the snapshot, or refuses something else.
            AgentError: What the agent runs on failed, and it is not caught.
        """
        made = _Made()
        began = time.monotonic()
        try:
            self._fill(made, start, name, seed, max_steps, began + (math.inf if deadline is None else deadline))
        except ServerRefusedError:  # a wrong request, which another attempt does not mend
            raise
        except (DeviceError, WorkerLostError, ServerError, AgentError) as e:
            if not catch:
                raise
            made.problem = str(e)
            made.reason = "agent_error" if isinstance(e, AgentError) else failed_end(e)
        return RolloutOutcome(self._record(made, start, name, group), tuple(made.moments))

    def _fill(
        self, made: _Made, start: Branch | Start, name: str, seed: int, max_steps: int | None, until: float
    ) -> None:
        env, agent = self._env, self._agent
        if isinstance(start, Branch):
            observation, info = snapshots.restore(env, start.snapshot)
        else:
            observation, info = env.reset(seed=start.seed, options={"task": start.task})
        made.info, before = info, start.turns if isinstance(start, Branch) else ()
        weights = self._base.node_weights()
        agent.seed(seed)
        agent.reset(env, info)
        if isinstance(agent, Remembers):
            agent.recall(before)
        steps, moments = made.steps, made.moments
        ended = bool(info["end_reason"])
        while not ended and (max_steps is None or len(steps) < max_steps):
            if time.monotonic() > until:
                raise AgentError("The rollout took longer than its deadline allows.")
            first = not (before or steps)
            seen = "" if isinstance(agent, GivesTurns) else self._seen(info["instruction"] if first else "")
            self._heard.actions.clear()
            observation, reward, terminated, truncated, info = env.step(agent.act(observation, info))
            made.info = info
            actions = tuple([to_json(a) for a in self._heard.actions])
            turn = agent.last_turn() if isinstance(agent, GivesTurns) else _told(seen, actions)
            steps.append(
                RolloutStep(
                    messages=turn.messages,
                    token_ids=turn.token_ids,
                    logprobs=turn.logprobs,
                    prompt_token_ids=turn.prompt_token_ids,
                    prompt_tokens=turn.prompt_tokens,
                    completion_tokens=turn.completion_tokens,
                    actions=actions,
                    reward=float(reward),
                    completed={node: weights[node] for node in lines_in(info["newly_completed"])},
                )
            )
            spent = agent.budget_end(info) if isinstance(agent, HasBudget) else None
            made.reason = info["end_reason"] or spent
            ended = terminated or truncated or spent is not None
            if not ended and self._keep != "never" and (info["newly_completed"] or self._keep == "steps"):
                moments.append(Branch(snapshots.take_anywhere(env), start.seed, name, len(steps), (*before, *steps)))

    def _record(self, made: _Made, start: Branch | Start, name: str, group: str) -> RolloutRecord:
        info = made.info
        return RolloutRecord(
            id=name,
            group=group,
            parent=start.parent if isinstance(start, Branch) else None,
            at=start.at if isinstance(start, Branch) else 0,
            task_id=start.snapshot.task_id if isinstance(start, Branch) else start.task,
            instruction=str(info.get("instruction", "")),
            seed=start.seed,
            agent=type(self._agent).__name__,
            steps=tuple(made.steps),
            reward=sum([step.reward for step in made.steps], 0.0),
            coverage=info.get("coverage_rate", 0.0),
            end_reason=made.reason or info.get("end_reason") or None,
            is_success=info.get("is_success", False) and not made.problem,
            unscored=info.get("unscored", False) or (bool(made.problem) and made.reason != "ended_by_agent"),
            collateral=with_nothing(info).get("collateral"),
            problem=made.problem or str(info.get("device_error") or ""),
        )

    def _seen(self, instruction: str) -> str:
        """What an agent that says nothing was told, and what was on the screen."""
        screen = ""
        if self._base.device_names == ("",):
            with contextlib.suppress(CapabilityError):  # there is no tree
                screen = outline(self._base.a11y())
        return "\n\n".join(filter(None, (instruction, screen)))


@dataclass
class _Made:
    """What a rollout has come to so far."""

    steps: list[RolloutStep] = field(default_factory=list)
    moments: list[Branch] = field(default_factory=list)
    info: Mapping[str, Any] = field(default_factory=dict)
    reason: str | None = None
    problem: str = ""


def outline(tree: Tree) -> str:
    """Return the contents of the screen as text, with a line for each node that has a name or a text."""
    lines = [f"{n.role.name.lower()} {n.name!r}" + (f": {n.value!r}" if n.value else "") for n in tree.nodes]
    return "\n".join([line for line, n in zip(lines, tree.nodes, strict=True) if n.name or n.value])


def _told(seen: str, actions: Sequence[Mapping[str, object]]) -> Turn:
    said = json.dumps(list(actions), ensure_ascii=False)
    return Turn(messages=(Message("user", seen), Message("assistant", said)))


def _judged(record: RolloutRecord, advantage: float, by_step: NDArray[np.float64]) -> RolloutRecord:
    steps = [replace(step, advantage=float(a)) for step, a in zip(record.steps, by_step, strict=True)]
    return replace(record, advantage=advantage, steps=tuple(steps))


class _Heard(gymnasium.Wrapper):
    """Notes the actions that reach the environment, whatever the agent's own wrappers make of them."""

    def __init__(self, env: Env) -> None:
        super().__init__(env)
        self.actions: list[Action] = []

    def step(self, action: Any) -> Any:
        self.actions.append(action if isinstance(action, _ACTIONS) else decode_action(action))
        return self.env.step(action)

    def snapshot_state(self) -> None:
        """Nothing of the episode is kept."""
