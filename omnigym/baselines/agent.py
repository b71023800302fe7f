"""The interface of an agent, and the lookup of agents by name.

An agent of omnigym's own is a module of `omnigym.baselines` or `omnigym.agents` with a function
``make_agent(argument, seed)``; its name is the module's. ``"ppo:runs/ppo/model.safetensors"`` is the agent ``ppo``
made with the argument ``runs/ppo/model.safetensors``. A module whose agents run code that is in the file which the
argument names says so: ``RUNS_CODE = True``.

Anybody's agent is a class with two methods, ``reset(self, env, info)`` and ``act(self, observation, info)``; what else
an `Agent` has is filled in. It is named by where it is: ``"my.module:MyAgent"``, ``"path/agent.py"`` or
``"path/agent.py:MyAgent"``, or by the entry point of the group ``omnigym.agents`` of an installed distribution.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

import gymnasium

from omnigym.baselines.custom_agents import can_be_imported, entry_point_names, make_custom_agent, place_of_agent
from omnigym.discovery import modules
from omnigym.errors import ConfigError, MissingDependencyError, UnknownNameError

if TYPE_CHECKING:
    from omnigym.envs.episode import EndReason
    from omnigym.recording.rollouts import Turn

__all__ = [
    "Agent",
    "Describes",
    "Env",
    "GivesTurns",
    "HasBudget",
    "LimitsSteps",
    "LogsSteps",
    "Remembers",
    "agent_names",
    "make_agent",
    "no_argument",
]

Env: TypeAlias = "gymnasium.Env"

_PACKAGES = ("omnigym.baselines", "omnigym.agents")


class Agent(ABC):
    """A player of episodes, which chooses actions. One object plays any number of episodes, one after another.

    Attributes:
        observation: What it looks at, as ``make(id, observation=...)`` takes it; with "a11y" nothing is painted.
        hears: Whether it needs ``audio=True``.
    """

    observation: str = "a11y"
    hears: bool = False

    @property
    def senses(self) -> dict[str, Any]:
        """The arguments of ``make`` that give the agent its observations."""
        return {"observation": self.observation, **({"audio": True} if self.hears else {})}

    def wrap(self, env: Env) -> Env:
        """Return the environment in the agent's view; called once, before the first episode.

        Args:
            env: One of omnigym's environments.
        """
        return env

    def seed(self, seed: int) -> None:
        """Seed the agent's random draws; called before each episode, which is then independent of earlier ones.

        Args:
            seed: The episode's.
        """
        del seed

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Begin an episode.

        Args:
            env: What `wrap` returned.
            info: What its ``reset`` returned.
        """
        del env, info

    @abstractmethod
    def act(self, observation: object, info: Mapping[str, object]) -> object:
        """Return the next action.

        Args:
            observation: The last observation of the wrapped environment.
            info: The last info.

        Returns:
            An element of the wrapped environment's action space; or, of an agent that wraps nothing, a value of
            `omnigym.actions`.

        Raises:
            AgentError: What the agent runs on failed, such as its model's endpoint: the episode is not scored.
        """


@runtime_checkable
class GivesTurns(Protocol):
    """An agent that has the messages of its steps: a language model's. An agent need not be one."""

    def last_turn(self) -> Turn:
        """Return the messages since the `Agent.act` before the last one: the prompt's new messages and the answer."""
        ...


@runtime_checkable
class HasBudget(Protocol):
    """An agent that stops before its episode ends, such as after so many turns. An agent need not be one."""

    def budget_end(self, info: Mapping[str, object]) -> EndReason | None:
        """Return why it plays no further step of this episode; None as long as it does. Called after each step.

        Args:
            info: The step's.
        """
        ...


@runtime_checkable
class LimitsSteps(Protocol):
    """An agent to which a step may be more than an action, such as an answer of a model. An agent need not be one."""

    def limit_steps(self, steps: int) -> int:
        """Set the step limit of the episodes that follow.

        Args:
            steps: The run's ``max_steps``.

        Returns:
            The environment's, in actions.
        """
        ...


@runtime_checkable
class LogsSteps(Protocol):
    """An agent that logs its steps, for the record. An agent need not be one."""

    def log_fields(self) -> Mapping[str, object]:
        """Return the log of the last `Agent.act`, as a JSON object: {} before the first; any key may be missing.

        ============ ===================================================================================================
        key          value
        ============ ===================================================================================================
        thought      text: why it acts so
        raw          text: what the model answered, as it came
        usage        {"prompt_tokens": int, "completion_tokens": int, "cost": float or null}, of this step
        marks        {label: [x, y, width, height]}, in pixels of the screen: what the model saw numbered
        retries      int: how often the model was asked again
        error        text: why the answer before was no action, as the model was told
        without_call bool: true where no call could be read in the answer
        queued       int: how many actions of an answer before were still to be done; the model was not asked
        seconds      float: how long it waited for the model
        messages     [{"role", "content", "pictures"}]: what the model was sent since the step before; the first has the
                     prompt ("system"), ``pictures`` is how many came with it
        ============ ===================================================================================================

        Other keys are the agent's own.
        """
        ...


@runtime_checkable
class Describes(Protocol):
    """An agent that can describe the settings that determine its actions, besides its name.

    An agent need not be one.
    """

    def about(self) -> Mapping[str, object]:
        """Return its model and options, as a JSON object without secrets; only an equal agent may resume a run."""
        ...


@runtime_checkable
class Remembers(Protocol):
    """An agent that can continue in the middle of a conversation. Others begin anew there."""

    def recall(self, turns: Sequence[Turn]) -> None:
        """Restore the messages since the start of the task; called right after `Agent.reset`, with () at a start."""
        ...


def agent_names() -> tuple[str, ...]:
    """Return the agents that can be made here, sorted; agents with missing packages are left out."""
    names = set(entry_point_names())
    for package in _PACKAGES:
        for name in modules(package):
            try:
                found = importlib.import_module(name)
            except ImportError:
                continue
            if hasattr(found, "make_agent") and name != __name__:
                names.add(name.rpartition(".")[2])
    return tuple(sorted(names))


def make_agent(spec: str, seed: int = 0, trust: bool = False) -> Agent:
    """Make an agent from its name, ``NAME:ARGUMENT``, or from the location of its class, ``WHERE:CLASS:ARGUMENT``.

    Args:
        spec: Such as ``"oracle"``, ``"ppo:runs/ppo/model.safetensors"``, ``"my.module:MyAgent"`` or ``"agent.py"``.
        seed: Seeds whatever the agent draws by chance.
        trust: Whether code in the file that is named may run, as with ``"sb3:model.zip"`` and ``"agent.py"``.

    Raises:
        UnknownNameError: There is no such agent.
        ConfigError: It runs code of a file that is not trusted, or what is named is no agent.
        MissingDependencyError: It needs a package that is not installed.

    >>> type(make_agent("noop")).__name__
    'NoopAgent'
    """
    name, _, argument = spec.partition(":")
    module = _module(name)
    if module is None:
        place = place_of_agent(spec)
        if place is None:
            raise UnknownNameError("agent", spec if "/" in name else name, agent_names())
        if place.kind == "file" and not trust and Path(place.where).is_file():
            raise ConfigError(_untrusted(spec, place.where))
        if place.kind == "module" and "." not in place.where and not can_be_imported(place.where):
            raise UnknownNameError("agent", name, agent_names())
        return make_custom_agent(place, seed, trust, Agent)  # type: ignore[type-abstract] # a subclass is made
    if getattr(module, "RUNS_CODE", False) and not trust:
        raise ConfigError(_untrusted(name, argument or "its file"))
    agent: Agent = module.make_agent(argument, seed)
    return agent


def no_argument(name: str, argument: str) -> None:
    """Check that an agent without an argument got none.

    Raises:
        ConfigError: It got one.
    """
    if argument:
        raise ConfigError(f"The agent {name!r} takes no argument, got {argument!r}. Write: {name}")


def _untrusted(agent: str, file: str) -> str:
    return (
        f"The agent {agent!r} runs whatever code is in {file}. If you trust who made that file, "
        "say so: --trust (in a program: make_agent(spec, trust=True))."
    )


def _module(name: str) -> ModuleType | None:
    """The module of an agent of omnigym's own, or None."""
    for package in _PACKAGES if name.isidentifier() else ():
        try:
            module = importlib.import_module(f"{package}.{name}")
        except ModuleNotFoundError as e:
            if e.name != f"{package}.{name}":
                raise MissingDependencyError(
                    str(e.name), f"The agent {name!r}", "pip install 'omnigym[train]'"
                ) from None
            continue
        if module.__name__ != __name__ and hasattr(module, "make_agent"):
            return module
    return None
