"""An agent that tries everything (`omnigym.tasks.proofs.memorisation`): the reward for passing through the wanted
state.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from omnigym.baselines.agent import Agent, Env, no_argument
from omnigym.tasks.proofs.memorisation import Sweep, identity
from omnigym.wrappers import ElementActions
from omnigym.wrappers.devices import device_names, tree_on

__all__ = ["SweepAgent", "make_agent"]


class SweepAgent(Agent):
    """An agent that clicks every clickable element by element actions; with several devices, on the first."""

    def __init__(self) -> None:
        self._env: ElementActions
        self._device = ""
        self._sweep = Sweep()

    def wrap(self, env: Env) -> Env:
        """Add element actions, of which only clicks are used."""
        self._env, self._device = ElementActions(env), device_names(env)[0]
        return self._env

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Forget the clicked elements."""
        del env, info
        self._sweep = Sweep()

    def act(self, observation: object, info: Mapping[str, object]) -> int:
        """Return the next click."""
        del observation, info
        layout, tree = self._env.layout, tree_on(self._env, self._device)
        possible = np.flatnonzero(self._env.action_masks()[: layout.text_start])
        choices = [(int(n), layout.choice(int(n))) for n in possible]
        clicks = [(n, identity(tree.node(choice.node))) for n, choice in choices if choice.verb == "click"]
        if not clicks:
            return layout.key_start
        return clicks[self._sweep.choose([thing for _, thing in clicks])][0]


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent ``sweep``.

    Raises:
        ConfigError: An argument was given.
    """
    del seed
    no_argument("sweep", argument)
    return SweepAgent()
