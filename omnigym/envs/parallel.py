"""Several devices as a PettingZoo parallel environment: one agent per device (CRAB's multi-agent by environment)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, SupportsFloat, TypeVar, get_args

import gymnasium

from omnigym.actions import Action, On, Wait
from omnigym.devices.protocol import Frame
from omnigym.envs.episode import lines_in
from omnigym.envs.multi_device import MultiDeviceEnv
from omnigym.envs.observer import Env, InfoDict, Observation
from omnigym.envs.window import RENDER_MODES
from omnigym.errors import MissingDependencyError, UnknownNameError
from omnigym.spaces.action import action_space, decode_action
from omnigym.spaces.multi_device import SHARED

try:
    from pettingzoo import ParallelEnv
except ImportError:
    raise MissingDependencyError("pettingzoo", "omnigym.envs.parallel", "pip install 'omnigym[multi-agent]'") from None

__all__ = ["ParallelDevices"]

_T = TypeVar("_T")


class ParallelDevices(ParallelEnv):  # type: ignore[misc]
    """One agent for each device of a `omnigym.envs.MultiDeviceEnv`; all work on one task and get the same reward.

    An agent is called what its device is, sees that device and the instruction, and acts on it, in the very spaces of
    an environment of that device alone: whoever learned there can play here. A step is a round: each agent's action is
    done and judged as a step of the episode, in the order of the devices, until one ends the episode; those after it
    are not done. An action that needs no device (wait, submit, done...) counts for all. An agent without an action
    waits.

    Each agent's reward is that of the whole round, and so are ``terminated`` and ``truncated``. Its info is that after
    the round, with all nodes that the round completed; ``invalid_action`` is its own.

    Args:
        wrap: A function that wraps the environment, in wrappers whose actions are the environment's own:
            ``partial(RecordTrajectory, folder="runs")``, say, records each action of a round as a step of its own.
        kwargs: The arguments of `MultiDeviceEnv`, of which ``devices`` must be given.

    Attributes:
        env: The environment that is played, with its wrappers.
        possible_agents: The names of the devices.
        agents: These while an episode runs.

    Raises:
        ConfigError: As `MultiDeviceEnv`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "omnigym_devices_v0",
        "render_modes": list(RENDER_MODES),
    }

    def __init__(self, *, wrap: Callable[[Env], Env] | None = None, **kwargs: Any) -> None:
        base = MultiDeviceEnv(**kwargs)
        self.env: Env = base if wrap is None else wrap(base)
        self.possible_agents = list(base.device_names)
        self.agents: list[str] = []
        self.render_mode = self.env.render_mode
        self.action_spaces = {name: action_space(end_actions=base.end_actions) for name in self.possible_agents}
        self.observation_spaces = {name: self._space_of(name) for name in self.possible_agents}

    def _space_of(self, agent: str) -> gymnasium.spaces.Dict:
        observed: Any = self.env.observation_space
        return gymnasium.spaces.Dict(_of(agent, observed.spaces))

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the observation space of an environment with the agent's device alone."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the action space of an environment with the agent's device alone."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, InfoDict]]:
        """Begin an episode: see `MultiDeviceEnv.reset`. Options that it does not know are left to other layers."""
        known = {k: v for k, v in (options or {}).items() if k in ("task", "snapshot")}
        observation, info = self.env.reset(seed=seed, options=known)
        self.agents = list(self.possible_agents)
        return self._shared_out(observation), {agent: dict(info) for agent in self.agents}

    def step(
        self, actions: Mapping[str, object]
    ) -> tuple[
        dict[str, Observation],
        dict[str, SupportsFloat],
        dict[str, bool],
        dict[str, bool],
        dict[str, InfoDict],
    ]:
        """Play a round.

        Args:
            actions: An action of each agent that acts: an element of its space, or a value of `omnigym.actions`.

        Raises:
            UnknownNameError: There is no such agent.
            ActionError: An action is outside its space; nothing was done.
            ResetNeeded: There is no running episode.
        """
        for agent in actions:
            if agent not in self.possible_agents:
                raise UnknownNameError("agent", str(agent), self.possible_agents)
        # Read before the first is done, so that a wrong one leaves nothing half done.
        read = [(a, On(a, _value(actions[a]))) for a in self.possible_agents if a in actions]
        paid, completed = 0.0, tuple[str, ...]()
        invalid: dict[str, str] = dict.fromkeys(self.possible_agents, "")
        for agent, action in read or [("", On("", Wait(0.0)))]:
            observation, reward, terminated, truncated, info = self.env.step(action)
            paid += float(reward)
            completed += lines_in(info["newly_completed"])
            invalid[agent] = info["invalid_action"]
            if terminated or truncated:
                self.agents = []
                break
        everyone = self.possible_agents
        told = {a: {**info, "newly_completed": "\n".join(completed), "invalid_action": invalid[a]} for a in everyone}
        ended = dict.fromkeys(everyone, terminated), dict.fromkeys(everyone, truncated)
        return self._shared_out(observation), dict.fromkeys(everyone, paid), *ended, told

    def _shared_out(self, observation: Observation) -> dict[str, Observation]:
        return {agent: _of(agent, observation) for agent in self.possible_agents}

    def render(self) -> Frame | None:
        """The screens side by side: see `MultiDeviceEnv.render`."""
        frame: Frame | None = self.env.render()  # type: ignore[assignment] # Gymnasium's type is of any environment
        return frame

    def close(self) -> None:
        """Release the devices; may be called twice."""
        self.env.close()


def _value(action: Any) -> Action:
    return action if isinstance(action, get_args(Action)) else decode_action(action)


def _of(agent: str, parts: Mapping[str, _T]) -> dict[str, _T]:
    """An agent's part of a mapping by device: its own, without its name, and shared entries."""
    own = {key.removeprefix(f"{agent}_"): part for key, part in parts.items() if key.startswith(f"{agent}_")}
    return own | {key: parts[key] for key in SHARED if key in parts}
