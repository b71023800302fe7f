"""Actions as Python functions (CRAB A.3): ``@action`` makes a function callable for agents, by its docstring and types.

One file of functions below `omnigym.codecs.crab_actions` is all that a new action takes; a plugin (`omnigym.plugins`)
may register its own the same way.

A function gives one of `omnigym.actions`, or several that are done one after the other. What its first parameter is
called "screen" gets the screen, by which the numbers of elements become positions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeVar

from omnigym.actions import Action, Point
from omnigym.described import FunctionDescription
from omnigym.discovery import load_all
from omnigym.errors import ConfigError

__all__ = ["ActionFunction", "Screen", "action", "actions_of"]

_F = TypeVar("_F", bound=Callable[..., Any])


class Screen(Protocol):
    """The information about the screen that a function gets."""

    size: tuple[int, int]

    def middle(self, element: int) -> Point:
        """Return the middle of the element with a number.

        Raises:
            ActionError: None was shown that has it.
        """
        ...


@dataclass(frozen=True)
class ActionFunction:
    """An action that agents can call.

    Attributes:
        described: The function with its schema.
        platforms: Those whose devices have it; empty for all (CRAB's root environment).
        also: Other names under which a call is read.
    """

    described: FunctionDescription
    platforms: frozenset[str]
    also: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the action."""
        return self.described.name

    def __call__(self, screen: Screen, arguments: Mapping[str, object]) -> tuple[Action, ...]:
        """The actions of a call.

        Raises:
            ActionError: An argument is missing or wrong.
        """
        passed = (screen,) if self.described.passed else ()
        done: Action | tuple[Action, ...] = self.described(*passed, arguments=arguments)
        return done if isinstance(done, tuple) else (done,)


_ACTIONS: dict[tuple[str, frozenset[str]], ActionFunction] = {}


def action(*platforms: str, also: tuple[str, ...] = ()) -> Callable[[_F], _F]:
    """Register the decorated function as an action of these platforms, or of all.

    Raises:
        ConfigError: One of its platforms has another one of that name.
    """

    def register(function: _F) -> _F:
        first = next(iter(inspect.signature(function).parameters), "")
        new = ActionFunction(FunctionDescription(function, int(first == "screen")), frozenset(platforms), also)
        for (name, theirs), known in _ACTIONS.items():
            same = known.described.function.__qualname__ == function.__qualname__  # its module was imported again
            both = not theirs or not new.platforms or theirs & new.platforms
            if name == new.name and both and not (same and theirs == new.platforms):
                raise ConfigError(f"There is an action {name!r} already: {known.described.function!r}. Rename one.")
        _ACTIONS[new.name, new.platforms] = new
        return function

    return register


@cache
def _discover() -> None:
    load_all("omnigym.codecs.crab_actions")


def actions_of(platform: str) -> tuple[ActionFunction, ...]:
    """Return the actions of a platform, with those of all platforms last."""
    _discover()
    here = [a for a in _ACTIONS.values() if platform in a.platforms]
    return (*here, *[a for a in _ACTIONS.values() if not a.platforms])
