"""A teacher without oracles: best-first search over snapshots, guided by a prior over actions and by progress.

```bash
python -m omnigym.baselines.search --tasks "suite:one-node" --count 20 --budget 600 --prior words --progress
```

From the start of a task the search does one action, keeps the state that it leads to if it is a new one, and goes back
to whichever state promises most; going back is a snapshot. What comes next is what costs least (Levin tree search,
Orseau et al. 2018): a path costs the logarithm of its length over its probability under the prior, where path and
probability are counted from the last state at which more of the task was done, and a state earns what is done there. So
a sharp prior searches deep, an even one wide, and what was found so far is not risked: nothing that was kept is
forgotten until the budget is spent (Go-Explore, Ecoffet et al. 2021).

A `omnigym.baselines.search.guides.Guide` says which actions are probable, in any action space. A
solution is shortened by leaving out what is not needed, and can be cloned; a policy that was cloned is the next
search's guide, and so on (`omnigym.baselines.bootstrap`).

What the search is given can be taken from it, to see what it is worth: going back (``forks``), what the graph says
before all is done, and milestones (``progress``).
"""

from __future__ import annotations

import argparse
import hashlib
import heapq
import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import gymnasium
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.search.guides import Guide, MaskGuide, Observation, even, words
from omnigym.envs import snapshots
from omnigym.envs.observer import Env
from omnigym.envs.snapshots import Snapshot
from omnigym.errors import ConfigError
from omnigym.evaluation.evaluator import GraphEvaluator, NodeStatus
from omnigym.wrappers import ElementActions

__all__ = [
    "Demonstration",
    "Progress",
    "SearchResult",
    "demonstrations",
    "ends",
    "nodes",
    "search",
    "shorten_solution",
    "whole",
]

#: How much of a task is done, in [0, 1], as the search is told it.
Progress: TypeAlias = Callable[[GraphEvaluator], float]

#: What the whole of a task is worth, in the unit of costs (nats): so much less probable may the path to a state be.
_WORTH = 8.0
#: What of the screen tells states apart: not where things are, which changes with every scroll.
_SEEN = ("a11y_role", "a11y_states", "a11y_text")
_TINY = 1e-300


class Demonstration(NamedTuple):
    """One step, in the form of a learner of numbered actions.

    Attributes:
        observation: What the learner would have seen.
        mask: bool (A,), what it could have done.
        action: What was done, as a number of the learner's space.
        left: How many actions were needed from here to the end, this one included.
    """

    observation: dict[str, NDArray[np.generic]]
    mask: NDArray[np.bool_]
    action: int
    left: int


class SearchResult(NamedTuple):
    """The result of a search.

    Attributes:
        task: Id of the task.
        seed: Of the reset at which the actions begin.
        actions: The actions, as of the guide, that lead furthest from there: to the end of the task, if it is solved.
        solved: Whether they do.
        progress: How much of the task is done, in [0, 1].
        steps: How many steps the search made, those to come back to a state included.
        states: How many different states it met.
        replayed: How many steps were made to shorten it.
    """

    task: str
    seed: int
    actions: tuple[Any, ...]
    solved: bool
    progress: float
    steps: int
    states: int
    replayed: int = 0


class _State:
    """A state that was met, and how to go on from it.

    Args:
        snapshot: Brings it back; None if that is to be done by the path.
        path: The actions from the start.
        since: How many of them since more of the task was done than ever before on the path.
        cost: Minus the logarithm of their probability.
        progress: How much of the task is done, in [0, 1].
        reached: The most of it that was done on the path.
        options: The possible actions, each with its cost, the cheapest first; not empty.
        memory: What the guide keeps of the path.
    """

    __slots__ = ("cost", "memory", "options", "path", "progress", "reached", "since", "snapshot", "tried")

    def __init__(
        self,
        snapshot: Snapshot | None,
        path: tuple[Any, ...],
        since: int,
        cost: float,
        progress: float,
        reached: float,
        options: Sequence[tuple[float, Any]],
        memory: Any,
    ) -> None:
        self.snapshot, self.path, self.since, self.cost = snapshot, path, since, cost
        self.progress, self.reached, self.options, self.memory = progress, reached, options, memory
        self.tried = 0

    @property
    def price(self) -> float:
        """What the next option costs."""
        return math.log(self.since + 1) + self.cost + self.options[self.tried][0] - _WORTH * self.progress


def whole(evaluator: GraphEvaluator) -> float:
    """Return all known progress: nodes, conditions of open nodes, and the milestones towards them."""
    return evaluator.progress


def nodes(evaluator: GraphEvaluator) -> float:
    """Return the progress in the graph alone, without milestones: completed nodes, and conditions of open nodes."""
    verdicts = evaluator.verdicts.values()
    shares = [
        1.0 if status is NodeStatus.COMPLETED else verdict.progress if status is NodeStatus.EVALUATING else 0.0
        for status, verdict in zip(evaluator.statuses, verdicts, strict=True)
    ]
    return sum((w * share for w, share in zip(evaluator.graph.dag.weights, shares, strict=True)), 0.0)


def ends(evaluator: GraphEvaluator) -> float:
    """Return success alone: 0 until the task is done."""
    return float(evaluator.done)


def search(
    env: Env,
    task: str,
    *,
    budget: int,
    seed: int = 0,
    guide: Guide[Any, Any] | None = None,
    noise: float = 0.1,
    forks: bool = True,
    progress: Progress = whole,
) -> SearchResult:
    """Search for a solution of a task.

    Args:
        env: An environment of omnigym with ``a11y_`` arrays, in whatever action space the guide speaks.
        task: Id of one of its tasks.
        budget: The most steps; a step that types may be several of the device.
        seed: Of the reset, and of the order of actions that are equally probable.
        guide: What is tried first; None for whatever the mask of the environment allows, all alike.
        noise: The share of all that the guide thinks of alike in what is tried; in (0, 1].
        forks: Whether it goes back by snapshots; else it begins anew and does the same again, and these steps count.
        progress: What it is told of how much is done: `whole`, `nodes` or `ends`.

    Raises:
        CapabilityError: The device has no snapshots, or the task is judged outside of it.
        ConfigError: ``noise`` is not in (0, 1], or there is neither a guide nor a mask.
    """
    if not 0.0 < noise <= 1.0:
        raise ConfigError(f"noise must be in (0, 1], got {noise!r}.")
    guide = guide or MaskGuide(env, even)
    rng = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed, options={"task": task})
    evaluator: GraphEvaluator = env.unwrapped.evaluator  # type: ignore[attr-defined]

    def options(memory: Any) -> list[tuple[float, Any]]:
        possible, weights = guide.options(observation, memory)
        weights = np.maximum(weights, 0.0)
        shares = (1.0 - noise) * weights / max(weights.sum(), _TINY) + noise / len(possible)
        order = np.lexsort((rng.random(len(possible)), -shares))
        return [(-math.log(shares[n]), possible[n]) for n in order]

    def moment() -> Snapshot | None:
        return snapshots.take(env) if forks else None

    start, memory = progress(evaluator), guide.begin()
    here: _State | None
    best = here = _State(moment(), (), 0, 0.0, start, start, options(memory), memory)
    #: Price, a number that breaks ties, and the state whose next option it is.
    waiting: list[tuple[float, int, _State]] = [(best.price, 0, best)]
    met = {_key(observation, start)}
    steps = 0
    while waiting and steps < budget:
        _, number, state = heapq.heappop(waiting)
        cost, action = state.options[state.tried]
        state.tried += 1
        if state.tried < len(state.options):
            heapq.heappush(waiting, (state.price, number, state))
        if state is not here:
            steps += _back_to(env, state, task, seed)
        memory = guide.after(state.memory, action)
        observation, _, terminated, truncated, info = env.step(action)
        steps += 1
        path = (*state.path, action)
        if info["is_success"]:
            return SearchResult(task, seed, path, True, 1.0, steps, len(met))
        ended, done = terminated or truncated, progress(evaluator)
        here, key = None, _key(observation, done)
        if not ended and key not in met:
            met.add(key)
            since, so_far = (0, 0.0) if done > state.reached else (state.since + 1, state.cost + cost)
            reached = max(done, state.reached)
            here = _State(moment(), path, since, so_far, done, reached, options(memory), memory)
            best = here if done > best.progress else best
            heapq.heappush(waiting, (here.price, steps, here))
    return SearchResult(task, seed, best.path, False, best.progress, steps, len(met))


def _back_to(env: Env, state: _State, task: str, seed: int) -> int:
    """Go back to a state, and say how many steps that took."""
    if state.snapshot is not None:
        snapshots.restore(env, state.snapshot)
        return 0
    env.reset(seed=seed, options={"task": task})
    for action in state.path:
        env.step(action)
    return len(state.path)


def _key(observation: Observation, progress: float) -> bytes:
    """What tells states apart: what the screen shows, and how far the task is."""
    digest = hashlib.blake2b(repr(progress).encode(), digest_size=16)
    for name, array in observation.items():
        if name.endswith(_SEEN):  # of several devices each has its own
            digest.update(array.tobytes())
    return digest.digest()


def shorten_solution(env: Env, found: SearchResult) -> SearchResult:
    """Return the same solution without unnecessary actions.

    Each action is left out in turn, from the last to the first, and stays out if the others still solve the task.

    Args:
        env: The environment of the search.
        found: What it found; what is no solution comes back as it is.
    """
    if not found.solved:
        return found
    actions, replayed = list(found.actions), len(found.actions)
    moments = []
    env.reset(seed=found.seed, options={"task": found.task})
    for action in actions:
        moments.append(snapshots.take(env))
        env.step(action)
    # From the end: what comes before the action that is left out stays, and so do its moments.
    for at in reversed(range(len(actions))):
        snapshots.restore(env, moments[at])
        solved, made = _solves(env, actions[at + 1 :])
        replayed += made
        if solved:
            del actions[at]
    return found._replace(actions=tuple(actions), replayed=replayed)


def _solves(env: Env, actions: Sequence[int]) -> tuple[bool, int]:
    """Whether these actions solve the task from here, and how many of them were done."""
    for made, action in enumerate(actions, 1):
        *_, terminated, truncated, info = env.step(action)
        if terminated or truncated or info["invalid_action"]:
            return bool(info["is_success"]) and made == len(actions), made
    return False, len(actions)


def demonstrations(env: Env, found: SearchResult) -> list[Demonstration]:
    """Return the steps of a solution for behaviour cloning; none if it is not a solution."""
    if not found.solved:
        return []
    observation, _ = env.reset(seed=found.seed, options={"task": found.task})
    steps = []
    for done, action in enumerate(found.actions):
        mask = env.get_wrapper_attr("action_masks")()
        steps.append(Demonstration(dict(observation), mask, action, len(found.actions) - done))
        observation = env.step(action)[0]
    return steps


def main() -> None:
    """Search for ways to do tasks; a JSON line for each, and what they come to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--env", default="OmniBench-Win11-v0")
    parser.add_argument("--tasks", default="suite:one-node", help="a query")
    parser.add_argument("--split", choices=("train", "heldout"), default="train")
    parser.add_argument("--count", type=int, default=20, help="how many tasks, spread over those selected")
    parser.add_argument("--budget", type=int, default=600, help="steps of each task")
    parser.add_argument("--prior", choices=("even", "words"), default="words")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--progress", action="store_true", help="show a progress bar")
    given = parser.parse_args()
    env = ElementActions(gymnasium.make(given.env, tasks=given.tasks, split=given.split, observation="a11y"))
    known = [task.id for task in env.unwrapped.tasks]  # type: ignore[attr-defined]
    chosen = known[:: max(1, len(known) // given.count)][: given.count]
    guide = MaskGuide(env, words(env) if given.prior == "words" else even)
    results = []
    for task in track(chosen, "Searching", disable=not given.progress, console=Console(stderr=True)):
        found = shorten_solution(env, search(env, task, budget=given.budget, seed=given.seed, guide=guide))
        results.append(found)
        _say(found._asdict())
    solved, steps = sum(f.solved for f in results), sum(f.steps for f in results)
    _say({"solved": solved, "of": len(results), "steps": steps, "budget": given.budget, "prior": given.prior})


def _say(line: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()
