"""The kinds of setup steps by name: every step class in a module of this package, found by `omnigym.discovery`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from omnigym.discovery import load_all
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.foreign import show_value
from omnigym.tasks.setup.step import SetupStep

__all__ = ["step_type", "step_types"]


@cache
def step_types() -> Mapping[str, type[SetupStep]]:
    """Return every kind of step, by its name in task files.

    Raises:
        ConfigError: Two kinds have the same name.
    """
    known: dict[str, type[SetupStep]] = {}
    for module in load_all("omnigym.tasks.setup"):
        for value in vars(module).values():
            # classes that a module only imports are found in their own module
            if isinstance(value, type) and issubclass(value, SetupStep) and value.__module__ == module.__name__:
                if value is SetupStep:
                    continue
                if value.__name__ in known:
                    raise ConfigError(f"There are two setup steps {value.__name__!r}. Rename one.")
                known[value.__name__] = value
    return known


def step_type(name: object) -> type[SetupStep]:
    """Return the kind of step with a name.

    Raises:
        UnknownNameError: There is none; the message has similar names.
    """
    if not isinstance(name, str) or name not in step_types():
        raise UnknownNameError("setup step", name[:80] if isinstance(name, str) else show_value(name), step_types())
    return step_types()[name]
