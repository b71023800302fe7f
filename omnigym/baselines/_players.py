"""Many episodes at once, of a policy of node actions: what it saw, what it chose and what came of it.

Environments are stepped side by side (`omnigym.envs.vector`), and one whose episode has ended takes the next of the
list. What the policy sees is made where the environment is, and comes with its masks in ``info["view"]``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, SupportsFloat, cast

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from torch import Tensor

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines._batch import Batch, collate
from omnigym.baselines._chooser import SCORED, Chooser
from omnigym.baselines._lessons import own_words
from omnigym.baselines._moment import WHOLE, Range
from omnigym.baselines._orders import orders_in
from omnigym.baselines._sensing import NODES, Senses
from omnigym.baselines._view import History, View, Vocabulary, view_of
from omnigym.envs.vector import OmniVectorEnv
from omnigym.errors import TrainingError
from omnigym.tasks.task import Task
from omnigym.wrappers import NodeActions
from omnigym.wrappers._node_layout import FIELDS, VERBS, NodeLayout

__all__ = ["Episode", "Players", "Start", "Watched", "draw"]

_READS = {name: torch.tensor([name in fields for fields in VERBS.values()]) for name in FIELDS}
#: The order in which fields are drawn: each after those that its verbs have before it.
_ORDER = (*(name for name in FIELDS[1:] if name != "then"), "then")
_VERB_NAMES = tuple(VERBS)


class Watched(gymnasium.Wrapper[NDArray[np.uint8], NDArray[np.int64], Any, Any]):
    """Node actions with what `_view` makes of the moment in ``info["view"]``; the observation is nothing.

    ``reset`` takes the orders of instructions (`_orders`) by the ids of tasks as one more option. Where another is to
    come, ``info["next"]`` has the view of who has done with the one at hand, and an action says by one more field, its
    last, whether it is for the next order.

    A choice that is not possible waits. ``info["own"]`` has the numbers of the words that are the task's own. A step
    before the first episode or after the end of one changes nothing, since a vector environment steps all at once.

    Args:
        env: An environment that has what the policy looks at.
        layout: Of the node actions.
        words: The vocabulary, in order.
        senses: What the policy looks at.
    """

    def __init__(
        self, env: gymnasium.Env[Any, Any], layout: NodeLayout, words: tuple[str, ...], senses: Senses = NODES
    ) -> None:
        nodes = senses.wrap(env, layout)
        super().__init__(nodes)
        self.action_space = spaces.MultiDiscrete([*nodes.layout.sizes.values(), 2])
        self.observation_space = spaces.Box(0, 1, (1,), np.uint8)
        self._words = Vocabulary(words, senses.reader)
        self._history = History()
        self._own: frozenset[int] = frozenset()
        self._over: dict[str, Any] | None = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin an episode."""
        given = dict(options or {})
        orders: Mapping[str, tuple[Range, ...]] = given.pop("orders", {})
        _, info = self.env.reset(seed=seed, options=given)
        task = self.env.unwrapped.task  # type: ignore[attr-defined]
        first, *later = orders.get(task.id, (WHOLE,))
        self._history, self._over = History(order=first, later=tuple(later)), None
        self._own = frozenset(
            self._words.number(w) for w in own_words(task.instruction, [n.parameters for n in task.nodes])
        ) - {0}
        return np.zeros(1, np.uint8), self._told(info)

    def step(self, action: NDArray[np.int64]) -> tuple[NDArray[np.uint8], SupportsFloat, bool, bool, dict[str, Any]]:
        """Do a node action, for the order at hand or for the next."""
        if self._over is not None:
            return np.zeros(1, np.uint8), 0.0, True, False, self._over
        scene = self._nodes.scene
        if action[-1] and self._history.later:
            self._history = self._history.next()
        choice = scene.layout.choice(action[:-1])
        if not scene.possible(choice):
            choice = scene.named("wait", count=0)
        self._history.add(scene, choice, self._words)
        _, reward, terminated, truncated, info = self.env.step(scene.layout.vector(choice))
        info = self._told(info)
        if terminated or truncated:
            self._over = info
        return np.zeros(1, np.uint8), reward, terminated, truncated, info

    @property
    def _nodes(self) -> NodeActions:
        assert isinstance(self.env, NodeActions)
        return self.env

    def _told(self, info: Mapping[str, Any]) -> dict[str, Any]:
        kept = {name: info[name] for name in ("is_success", "coverage_rate", "unscored")}
        if info["end_reason"] is None:
            kept["view"] = view_of(self._nodes.scene, self._history, self._words)
            if self._history.later and self._history.steps:
                kept["next"] = view_of(self._nodes.scene, self._history.next(), self._words)
        return {**kept, "own": self._own}


class Start(NamedTuple):
    """How an episode begins.

    Attributes:
        task: Id of the task.
        seed: Of the reset.
        hidden: Of the words that are hidden: which of the task's own.
    """

    task: str
    seed: int
    hidden: float = 0.0


@dataclass
class Episode:
    """What came of a start.

    Attributes:
        start: How it began.
        hidden: The numbers of the words that the policy saw it without.
        views: What was seen, a value for each step.
        choices: int64 (steps, fields), what was chosen; nodes as the view numbers them.
        rewards: The environment's.
        is_success: Whether it ended in success.
        coverage: The Coverage Rate at its end.
        unscored: Whether the device failed.
    """

    start: Start
    hidden: frozenset[int] = frozenset()
    views: list[View] = field(default_factory=list)
    choices: list[NDArray[np.int64]] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    is_success: bool = False
    coverage: float = 0.0
    unscored: bool = False


class Players:
    """Environments side by side.

    Args:
        make: The arguments for ``gymnasium.make``, with its ``id``.
        layout, words: What `Watched` takes.
        count: How many environments.
        processes: In how many processes; 1 for this one.
        senses: What the policy looks at.
    """

    def __init__(
        self,
        make: Mapping[str, Any],
        layout: NodeLayout,
        words: tuple[str, ...],
        count: int,
        processes: int,
        senses: Senses = NODES,
    ) -> None:
        options = {name: value for name, value in make.items() if name not in ("id", "disable_env_checker")}
        wrap = partial(Watched, layout=layout, words=words, senses=senses)
        made = gymnasium.make_vec(
            make["id"], count, num_workers=processes, wrap=wrap, autoreset_mode="Disabled", **options
        )
        self.envs, self._words = cast("OmniVectorEnv", made), Vocabulary(words)
        self.tasks: tuple[Task, ...] = self.envs.call(_tasks_of)[0]

    def play(
        self,
        policy: Chooser,
        starts: Sequence[Start],
        seed: int,
        *,
        greedy: bool = False,
        stop: Callable[[], bool] = lambda: False,
        advance: Callable[[int], None] = lambda _: None,
    ) -> list[Episode] | None:
        """Play all of them.

        Args:
            policy: Chooses.
            starts: Of the episodes.
            seed: Of what is drawn.
            greedy: Whether each field is the likeliest; else they are drawn.
            stop: Asked before each step.
            advance: Called with the steps made since its last call.

        Returns:
            The episodes in the order of their starts; None if it was stopped.
        """
        chance = torch.Generator().manual_seed(seed)
        episodes = [Episode(start) for start in starts]
        todo = deque(episodes)
        at: list[Episode | None] = [None] * self.envs.num_envs
        info: dict[str, Any] = {}
        while True:
            free = [n for n, episode in enumerate(at) if episode is None]
            fresh = dict(zip(free, [todo.popleft() for _ in free[: len(todo)]], strict=False))
            if fresh:
                info = self._begin(policy, fresh)
                for n, episode in fresh.items():
                    at[n] = episode
            running = {n: episode for n, episode in enumerate(at) if episode is not None}
            if not running:
                return episodes
            if stop():
                return None
            hidden = [e.hidden for e in running.values()]
            views, moved = _looked(policy, info, list(running), hidden)
            choices = draw(policy, views, hidden, chance, greedy)
            actions = np.zeros((len(at), len(FIELDS) + 1), np.int64)
            actions[list(running)] = np.column_stack((in_the_tree(choices, views), moved))
            _, rewards, terminated, truncated, info = self.envs.step(actions)
            advance(len(running))
            for (n, episode), view, choice in zip(running.items(), views, choices, strict=True):
                episode.views.append(view)
                episode.choices.append(choice)
                episode.rewards.append(float(rewards[n]))
                if terminated[n] or truncated[n]:
                    episode.is_success = bool(info["is_success"][n])
                    episode.coverage = float(info["coverage_rate"][n] or 0.0)
                    episode.unscored = bool(info["unscored"][n])
                    at[n] = None

    def _begin(self, policy: Chooser, fresh: Mapping[int, Episode]) -> dict[str, Any]:
        """Reset some environments, by their numbers."""
        starting = {episode.start.task for episode in fresh.values()}
        orders = {t.id: orders_in(policy, t.instruction, self._words) for t in self.tasks if t.id in starting}
        mask = np.zeros(self.envs.num_envs, np.bool_)
        seeds: list[int | None] = [None] * len(mask)
        tasks: list[str | None] = [None] * len(mask)
        for n, episode in fresh.items():
            mask[n], seeds[n], tasks[n] = True, episode.start.seed, episode.start.task
        _, info = self.envs.reset(seed=seeds, options={"task": tasks, "orders": orders, "reset_mask": mask})
        for n, episode in fresh.items():
            episode.hidden = _hidden(episode.start, info["own"][n])
        return info

    def close(self) -> None:
        """Close the environments."""
        self.envs.close()


def _tasks_of(env: Any) -> tuple[Task, ...]:
    return tuple(env.unwrapped.tasks)


def _hidden(start: Start, own: frozenset[int]) -> frozenset[int]:
    """All of the task's own words if ``start.hidden`` is 1, none if it is 0, else some."""
    chance = np.random.default_rng((start.seed, *start.task.encode()))
    return frozenset(word for word in sorted(own) if chance.random() < start.hidden)


def _looked(
    policy: Chooser, info: Mapping[str, Any], places: Sequence[int], hidden: Sequence[frozenset[int]]
) -> tuple[list[View], list[bool]]:
    """What is seen in some environments, and in which of them an order is done, so that the next one is at hand."""
    views, moved = [info["view"][n] for n in places], [False] * len(places)
    later = [k for k, n in enumerate(places) if "next" in info and info["next"][n] is not None]
    for k, done in zip(later, policy.are_done([views[k] for k in later], [hidden[k] for k in later]), strict=True):
        if done:
            views[k], moved[k] = info["next"][places[k]], True
    return views, moved


@torch.no_grad()
def draw(
    policy: Chooser, views: Sequence[View], hidden: Sequence[frozenset[int]], chance: torch.Generator, greedy: bool
) -> NDArray[np.int64]:
    """A choice for each view: int64 (views, fields), with nodes as the view numbers them."""
    batch = collate(views, hidden)
    read = policy(batch)

    def pick(scores: Tensor) -> Tensor:
        if not scores.isfinite().all():
            raise TrainingError("the policy's scores are no numbers")
        return scores.argmax(-1) if greedy else torch.multinomial(scores.exp(), 1, generator=chance)[:, 0]

    chosen: Batch = {"verb": pick(policy.scores("verb", batch, read, {}))}
    for name in _ORDER:
        rows = torch.nonzero(_READS[name][chosen["verb"]])[:, 0]
        values = torch.zeros_like(chosen["verb"])
        if len(rows):
            part = {key: batch[key][rows] for key in SCORED}
            before = {key: tensor[rows] for key, tensor in chosen.items()}
            alone = (read[0][rows], read[1][rows], read[2][rows])
            values[rows] = pick(policy.scores(name, part, alone, before))
        chosen[name] = values
    return np.stack([chosen[name].numpy() for name in FIELDS], axis=1)


def in_the_tree(choices: NDArray[np.int64], views: Sequence[View]) -> NDArray[np.int64]:
    """Choices with nodes as the tree numbers them, and tokens as the whole instruction does."""
    out = choices.copy()
    for row, view in enumerate(views):
        fields = VERBS[_VERB_NAMES[choices[row, 0]]]
        choice = {name: int(choices[row, FIELDS.index(name)]) for name in fields}
        for name, value in view.in_the_tree(choice).items():
            out[row, FIELDS.index(name)] = value
    return out
