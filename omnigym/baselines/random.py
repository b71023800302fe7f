"""Agents that act randomly: the reward of a task for luck.

``random`` draws from the environment's own hybrid action space, so most of its clicks hit nothing. ``random:elements``
draws uniformly from the element actions that are possible in the state at hand, which is the action space that the
PPO baseline learns in, and so the fair comparison with it. ``random:ranked`` does the same with the actions of
`omnigym.wrappers.RankedElements`. ``random:nodes`` draws the fields of a node action one after
another, each uniformly from its mask: the action space of clones.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from omnigym.baselines.agent import Agent, Env
from omnigym.errors import ConfigError
from omnigym.wrappers import ElementActions, NodeActions, RankedElements
from omnigym.wrappers.node_layout import VERBS

__all__ = ["RandomAgent", "RandomElementAgent", "RandomNodeAgent", "make_agent"]


class RandomAgent(Agent):
    """An agent that samples from the whole action space, which has DONE and FAIL only with ``end_actions=True``.

    Args:
        seed: Seeds the draws.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed: int | None = seed
        self._env: Env | None = None

    def seed(self, seed: int) -> None:
        """Reseed the random draws."""
        self._seed = seed

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Seed the environment's action space, if a seed was given since the last episode."""
        del info
        self._env = env
        if self._seed is not None:
            env.action_space.seed(self._seed)
            self._seed = None

    def act(self, observation: object, info: Mapping[str, object]) -> object:
        """Return any element of the action space."""
        del observation, info
        assert self._env is not None, "reset comes before act"
        return self._env.action_space.sample()


class RandomElementAgent(Agent):
    """An agent that draws uniformly from the element actions that are not masked.

    Args:
        seed: Seeds the draws.
        wrapper: The wrapper that has the actions and their mask.
    """

    def __init__(self, seed: int = 0, wrapper: type[ElementActions | RankedElements] = ElementActions) -> None:
        self._rng = np.random.default_rng(seed)
        self._wrapper = wrapper
        self._env: ElementActions | RankedElements | None = None

    def seed(self, seed: int) -> None:
        """Reseed the random draws."""
        self._rng = np.random.default_rng(seed)

    def wrap(self, env: Env) -> Env:
        """Add the actions, such as verb x accessibility node x text candidate, on any of several devices."""
        self._env = self._wrapper(env)
        return self._env

    def act(self, observation: object, info: Mapping[str, object]) -> int:
        """Return a random possible action."""
        del observation, info
        assert self._env is not None, "wrap comes before act"
        return int(self._rng.choice(np.flatnonzero(self._env.action_masks())))


class RandomNodeAgent(Agent):
    """An agent that samples the fields of a node action in sequence, each uniformly from its mask.

    Args:
        seed: Seeds the draws.
    """

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)
        self._env: NodeActions

    def seed(self, seed: int) -> None:
        """Reseed the random draws."""
        self._rng = np.random.default_rng(seed)

    def wrap(self, env: Env) -> Env:
        """Add node actions, without DONE and FAIL."""
        self._env = NodeActions(env)
        return self._env

    def act(self, observation: object, info: Mapping[str, object]) -> NDArray[np.int64]:
        """Return a random possible action."""
        del observation, info
        codec, choice = self._env.codec, dict[str, int]()
        choice["verb"] = int(self._rng.choice(np.flatnonzero(codec.verbs)))
        for field in tuple(VERBS.values())[choice["verb"]]:
            choice[field] = int(self._rng.choice(np.flatnonzero(codec.mask(field, choice))))
        return codec.layout.vector(choice)


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent ``random``, ``random:elements``, ``random:ranked`` or ``random:nodes``.

    Raises:
        ConfigError: The argument is another one.
    """
    if argument == "elements":
        return RandomElementAgent(seed)
    if argument == "ranked":
        return RandomElementAgent(seed, RankedElements)
    if argument == "nodes":
        return RandomNodeAgent(seed)
    if argument:
        raise ConfigError(f"The agent 'random' takes no argument, 'elements', 'ranked' or 'nodes', got {argument!r}.")
    return RandomAgent(seed)
