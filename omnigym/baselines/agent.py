"""What an agent is, and how one is found by name.

An agent is a module of `omnigym.baselines` with a function ``make_agent(argument, seed)``; its name is the module's.
``"ppo:runs/demo/model.safetensors"`` is the agent ``ppo`` made with the argument ``runs/demo/model.safetensors``.
A module whose agents run code that is in the file which the argument names says so: ``RUNS_CODE = True``.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TypeAlias

import gymnasium

from omnigym.errors import ConfigError, MissingDependencyError, UnknownNameError

__all__ = ["Agent", "Env", "agent_names", "make_agent"]

Env: TypeAlias = "gymnasium.Env"

_PACKAGE = "omnigym.baselines"


class Agent(ABC):
    """Chooses actions. One object plays any number of episodes, one after another.

    Attributes:
        observation: What it looks at, as ``make(id, observation=...)`` takes it; with "a11y" nothing is painted.
    """

    observation: str = "a11y"

    def wrap(self, env: Env) -> Env:
        """The environment as the agent wants to see it; called once, before the first episode.

        Args:
            env: One of omnigym's environments.
        """
        return env

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """An episode begins.

        Args:
            env: What `wrap` returned.
            info: What its ``reset`` returned.
        """
        del env, info

    @abstractmethod
    def act(self, observation: object, info: Mapping[str, object]) -> object:
        """The next action.

        Args:
            observation: The last observation of the wrapped environment.
            info: The last info.

        Returns:
            An element of the wrapped environment's action space; or, of an agent that wraps nothing, a value of
            `omnigym.actions`.
        """


def agent_names() -> tuple[str, ...]:
    """The agents that can be made here, sorted; those whose packages are not installed are left out."""
    names = []
    for module in pkgutil.iter_modules(importlib.import_module(_PACKAGE).__path__):
        try:
            found = importlib.import_module(f"{_PACKAGE}.{module.name}")
        except ImportError:
            continue
        if hasattr(found, "make_agent") and found.__name__ != __name__:
            names.append(module.name)
    return tuple(sorted(names))


def make_agent(spec: str, seed: int = 0, trust: bool = False) -> Agent:
    """An agent from its name, or ``NAME:ARGUMENT``.

    Args:
        spec: Such as ``"oracle"`` or ``"ppo:runs/demo/model.safetensors"``.
        seed: Seeds whatever the agent draws by chance.
        trust: Whether code in the file that the argument names may run, as with ``"sb3:model.zip"``.

    Raises:
        UnknownNameError: There is no such agent.
        ConfigError: It runs code of a file that is not trusted.
        MissingDependencyError: It needs a package that is not installed.

    >>> type(make_agent("noop")).__name__
    'NoopAgent'
    """
    name, _, argument = spec.partition(":")
    try:
        module = importlib.import_module(f"{_PACKAGE}.{name}") if name.isidentifier() else None
    except ModuleNotFoundError as e:
        if e.name != f"{_PACKAGE}.{name}":
            raise MissingDependencyError(str(e.name), f"The agent {name!r}", "pip install 'omnigym[train]'") from None
        module = None
    if module is None or module.__name__ == __name__ or not hasattr(module, "make_agent"):
        raise UnknownNameError("agent", name, agent_names())
    if getattr(module, "RUNS_CODE", False) and not trust:
        raise ConfigError(
            f"The agent {name!r} runs whatever code is in {argument or 'its file'}. If you trust who made that file, "
            "say so: --trust (in a program: make_agent(spec, trust=True))."
        )
    agent: Agent = module.make_agent(argument, seed)
    return agent
