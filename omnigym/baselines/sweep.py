"""An agent that tries everything: what a task pays for passing through the wanted state by the way.

It clicks one thing after another, without reading the instruction: first what has just appeared, in the order of the
accessibility tree, then what it has not clicked yet, then all over again. So it opens every folder, chooses every
column and sets every value that it comes by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping

import numpy as np

from omnigym.a11y import Node
from omnigym.baselines.agent import Agent, Env, no_argument
from omnigym.wrappers import ElementActions
from omnigym.wrappers._devices import device_names, tree_on

__all__ = ["SweepAgent", "make_agent"]


class SweepAgent(Agent):
    """Clicks everything that can be clicked, by element actions; of several devices on the first."""

    def __init__(self) -> None:
        self._env: ElementActions
        self._device = ""
        self._tried: Counter[Hashable] = Counter()
        self._seen: frozenset[Hashable] = frozenset()

    def wrap(self, env: Env) -> Env:
        """Element actions, of which only clicks are used."""
        self._env, self._device = ElementActions(env), device_names(env)[0]
        return self._env

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Forget what was clicked."""
        del env, info
        self._tried.clear()
        self._seen = frozenset()

    def act(self, observation: object, info: Mapping[str, object]) -> int:
        """The next click."""
        del observation, info
        layout, tree = self._env.layout, tree_on(self._env, self._device)
        possible = np.flatnonzero(self._env.action_masks()[: layout.text_start])
        choices = [(int(n), layout.choice(int(n))) for n in possible]
        clicks = [(n, _identity(tree.node(choice.node))) for n, choice in choices if choice.verb == "click"]
        if not clicks:
            return layout.key_start
        # what is new comes first, then what was clicked least
        number, chosen = min(clicks, key=lambda click: (self._tried[click[1]], click[1] in self._seen, click[0]))
        self._seen = frozenset([identity for _, identity in clicks])
        self._tried[chosen] += 1
        return number


def _identity(node: Node) -> Hashable:
    """What tells a node from others, wherever it is."""
    return node.role, node.key, node.name


def make_agent(argument: str, seed: int) -> Agent:
    """The agent ``sweep``.

    Raises:
        ConfigError: An argument was given.
    """
    del seed
    no_argument("sweep", argument)
    return SweepAgent()
