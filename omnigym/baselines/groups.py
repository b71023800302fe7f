"""Groups of rollouts that branch at one moment, and the advantage of a step over its siblings.

Critic-free learners (GRPO, RLOO) compare rollouts that began alike. With snapshots these may begin anywhere: at the
start of a task, where a node was completed, or at any step. `Branches` makes them; the functions here turn what came of
them into advantages, of a whole rollout or node by node, and are pure.

```python
branches = Branches(ElementActions(env), act)
start = branches.start("settings/display-name@0", seed=0)
group = branches.group(start, size=8, seed=1)
steps = node_advantages(group, weights_of(env.unwrapped.task))   # an array for each rollout, a number for each step
further = branches.group(group[0].moments[0], size=8, seed=2)    # from where its first node was completed
```
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.envs import snapshots
from omnigym.envs.episode import lines_in
from omnigym.envs.observer import Env
from omnigym.envs.snapshots import Snapshot
from omnigym.errors import ConfigError
from omnigym.tasks.task import Task

__all__ = [
    "Act",
    "Branches",
    "Moment",
    "Rollout",
    "advantages",
    "node_advantages",
    "process_rewards",
    "returns",
    "step_advantages",
    "weights_of",
]

Array: TypeAlias = NDArray[np.float64]
#: A policy: of an observation, the mask of actions and a source of chance, the number of an action.
Act: TypeAlias = Callable[[Mapping[str, NDArray[np.generic]], NDArray[np.bool_], np.random.Generator], int]


class Moment(NamedTuple):
    """A moment at which rollouts can branch.

    Attributes:
        snapshot: Brings it back.
        steps: How many steps of its rollout came before it.
        completed: The nodes that the last of them completed.
    """

    snapshot: Snapshot
    steps: int
    completed: tuple[str, ...]


class Rollout(NamedTuple):
    """The result of a rollout from a moment.

    Attributes:
        observations, masks, actions: What was seen, what was possible and what was done, a value for each step.
        rewards: float64 (steps,), the environment's.
        completed: The nodes that each step completed.
        moments: Where it can branch in turn, in order.
        end_reason: Why it ended; None where it was cut off.
        is_success: Whether it ended in success.
    """

    observations: tuple[Mapping[str, NDArray[np.generic]], ...]
    masks: tuple[NDArray[np.bool_], ...]
    actions: tuple[int, ...]
    rewards: Array
    completed: tuple[tuple[str, ...], ...]
    moments: tuple[Moment, ...]
    end_reason: str | None
    is_success: bool


class Branches:
    """A factory of groups of rollouts.

    Args:
        env: An environment of omnigym with ``action_masks()``, such as `omnigym.wrappers.ElementActions`.
        act: The policy.
        keep: At which moments rollouts can branch again: "nodes", where one was completed, or "steps", everywhere.

    Raises:
        ConfigError: ``keep`` is neither.
    """

    def __init__(self, env: Env, act: Act, keep: Literal["nodes", "steps"] = "nodes") -> None:
        if keep not in ("nodes", "steps"):
            raise ConfigError(f"keep must be 'nodes' or 'steps', got {keep!r}.")
        self._env, self._act, self._keep = env, act, keep

    def start(self, task: str | None = None, seed: int = 0) -> Moment:
        """Return the start of an episode.

        Args:
            task: Id of the task; None for one that is drawn.
            seed: Of the reset.

        Raises:
            CapabilityError: The device has no snapshots, or the task is judged outside of it.
        """
        self._env.reset(seed=seed, options=None if task is None else {"task": task})
        return Moment(snapshots.take(self._env), 0, ())

    def group(self, moment: Moment, size: int, seed: int = 0, max_steps: int | None = None) -> tuple[Rollout, ...]:
        """Return rollouts that begin at one moment.

        Args:
            moment: Where they begin.
            size: How many.
            seed: Of what the policy draws; each rollout has its own.
            max_steps: The most steps of each; None for the environment's own limit.
        """
        rngs = np.random.default_rng(seed).spawn(size)
        return tuple([self._rollout(moment, rng, max_steps) for rng in rngs])

    def _rollout(self, moment: Moment, rng: np.random.Generator, max_steps: int | None) -> Rollout:
        env = self._env
        observation, info = snapshots.restore(env, moment.snapshot)
        seen, masks, rewards, completed, moments = [], [], [], [], []
        actions: list[int] = []
        ended = bool(info["end_reason"])
        while not ended and (max_steps is None or len(actions) < max_steps):
            mask = env.get_wrapper_attr("action_masks")()
            seen.append(observation)
            masks.append(mask)
            actions.append(self._act(observation, mask, rng))
            observation, reward, terminated, truncated, info = env.step(actions[-1])
            ended, new = terminated or truncated, lines_in(info["newly_completed"])
            rewards.append(float(reward))
            completed.append(new)
            if not ended and (new or self._keep == "steps"):
                moments.append(Moment(snapshots.take(env), len(actions), new))
        return Rollout(
            tuple(seen),
            tuple(masks),
            tuple(actions),
            np.array(rewards, np.float64),
            tuple(completed),
            tuple(moments),
            info["end_reason"] or None,
            info["is_success"],
        )


# -- what a rollout, and each of its steps, is worth ------------------------------------------------------------------


def returns(rollouts: Sequence[Rollout], gamma: float = 1.0) -> Array:
    """Return the return of each rollout, discounted by gamma: float64 (rollouts,)."""
    return np.array([float(r.rewards @ gamma ** np.arange(len(r.rewards))) for r in rollouts])


def advantages(values: Sequence[float] | Array, *, scaled: bool = True) -> Array:
    """Return the advantage of each rollout of a group over its siblings.

    Args:
        values: Of each, such as its return.
        scaled: By the standard deviation of the group, as in GRPO; else the distance to the mean of all others, as in
            RLOO.

    Returns:
        float64, of the same length; zeros where all are alike, or there is one alone.

    >>> advantages([1.0, 0.0, 0.0, 1.0]).tolist()
    [1.0, -1.0, -1.0, 1.0]
    >>> advantages([1.0, 0.0, 0.0], scaled=False).tolist()
    [1.0, -0.5, -0.5]
    """
    given = np.asarray(values, np.float64)
    count, away = len(given), given - given.mean() if len(given) else given
    if count < 2 or not away.any():
        return np.zeros(count)
    return away / away.std() if scaled else away * (count / (count - 1))


def weights_of(task: Task) -> dict[str, float]:
    """Return the reward weight of each node of a task by its id (OmniBench 4.1)."""
    return task.expanded_dag.weight_of


def process_rewards(completed: Sequence[Sequence[str]], weights: Mapping[str, float]) -> Array:
    """Return the reward of each step by the nodes that it completed: float64 (steps,).

    >>> process_rewards([(), ("a",), (), ("b", "c")], {"a": 0.5, "b": 0.25, "c": 0.25}).tolist()
    [0.0, 0.5, 0.0, 0.5]
    """
    return np.array([sum([weights[node] for node in nodes], 0.0) for nodes in completed], np.float64)


def node_advantages(
    rollouts: Sequence[Rollout], weights: Mapping[str, float], gamma: float = 1.0, *, scaled: bool = False
) -> list[Array]:
    """Return the advantage of each step of a group for the nodes that it worked for; see `step_advantages`."""
    return step_advantages([r.completed for r in rollouts], weights, gamma, scaled=scaled)


def step_advantages(
    completed: Sequence[Sequence[Sequence[str]]],
    weights: Mapping[str, float],
    gamma: float = 1.0,
    *,
    scaled: bool = False,
    even: bool = False,
) -> list[Array]:
    """Return the advantage of each step of a group for the nodes that it worked for.

    Of each node that any sibling completed, a rollout's value is its weight, discounted by gamma for each step since
    the node that it completed before; 0 where it was not completed. Its advantage against the siblings is that of all
    steps since then. In a rollout that did not complete it these are the steps after its last completed node.

    Args:
        completed: Of each of the group the nodes that each step completed.
        weights: Of the nodes, by id.
        gamma: The discount, by which a quicker way is worth more.
        scaled: As of `advantages`.
        even: Divide an advantage by the number of its steps, so that a long attempt weighs as much as a short one.

    Returns:
        float64 (steps,) for each rollout.
    """
    spans = [_spans(steps) for steps in completed]
    out = [np.zeros(len(steps)) for steps in completed]
    for node in dict.fromkeys([n for found, _ in spans for n in found]):
        worked = [found.get(node, rest) for found, rest in spans]
        values = [
            weights[node] * gamma ** (len(span) - 1) if node in found else 0.0
            for (found, _), span in zip(spans, worked, strict=True)
        ]
        for steps, span, advantage in zip(out, worked, advantages(values, scaled=scaled), strict=True):
            steps[span.start : span.stop] += advantage / max(1, len(span)) if even else advantage
    return out


def _spans(completed: Sequence[Sequence[str]]) -> tuple[dict[str, range], range]:
    """The steps that led to each completed node, and those after the last."""
    found: dict[str, range] = {}
    begin = 0
    for step, nodes in enumerate(completed):
        found |= {node: range(begin, step + 1) for node in nodes}
        begin = step + 1 if nodes else begin
    return found, range(begin, len(completed))
