"""An agent that only waits: the reward of a task for doing nothing (it must be 0)."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.actions import Action, Wait
from omnigym.baselines.agent import Agent, no_argument

__all__ = ["NoopAgent", "make_agent"]


class NoopAgent(Agent):
    """An agent that waits a second at every step."""

    def act(self, observation: object, info: Mapping[str, object]) -> Action:
        """Wait."""
        del observation, info
        return Wait()


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent ``noop``.

    Raises:
        ConfigError: An argument was given.
    """
    del seed
    no_argument("noop", argument)
    return NoopAgent()
