"""The controls of `omnigym.wrappers.RankedElements`: agents that follow its ranks and learn nothing.

``first_rank`` acts on the first rank in every step. ``first_rank:turn`` acts on the first rank that it has not acted on
in this episode. Both choose the verb that the instruction asks for, if it is possible. Report both beside a policy that
learns on ranked elements.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omnigym.baselines.agent import Agent, Env
from omnigym.errors import ConfigError
from omnigym.wrappers import RankedElements

__all__ = ["FirstRankAgent", "make_agent"]


class FirstRankAgent(Agent):
    """An agent that acts on the first rank.

    Args:
        in_turn: Whether it passes over elements that it has acted on.
    """

    def __init__(self, in_turn: bool = False) -> None:
        self._in_turn = in_turn
        self._env: RankedElements

    def wrap(self, env: Env) -> Env:
        """Rank the elements."""
        self._env = RankedElements(env)
        return self._env

    def act(self, observation: Any, info: Mapping[str, object]) -> int:
        """Return the verb that is asked for on the first rank, or the first possible one; "wait" without elements."""
        del info
        env, column = self._env, self._env.features.index
        of = dict(zip(env.features, observation["elements"].T, strict=True))
        open_ranks = of["present"] > 0
        if not open_ranks.any():
            return env.k * len(env.verbs) + env.extras.index("wait")
        fresh = open_ranks & (of["acted"] == 0)
        rank = int((fresh if self._in_turn and fresh.any() else open_ranks).argmax())
        row = observation["elements"][rank]
        wanted, can = (row[[column(f"{what}_{verb}") for verb in env.verbs]] > 0 for what in ("asked", "can"))
        return rank * len(env.verbs) + int((wanted if wanted.any() else can).argmax())


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent ``first_rank`` or ``first_rank:turn``.

    Raises:
        ConfigError: The argument is another one.
    """
    del seed
    if argument not in ("", "turn"):
        raise ConfigError(f"The agent 'first_rank' takes no argument or 'turn', got {argument!r}.")
    return FirstRankAgent(argument == "turn")
