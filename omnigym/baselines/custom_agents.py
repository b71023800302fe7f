"""Custom agents: a class of a module, of a file, or of an entry point."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple, TypeVar

from omnigym.errors import ConfigError

__all__ = [
    "GROUP",
    "Place",
    "can_be_imported",
    "custom_class",
    "entry_point_names",
    "make_custom_agent",
    "place_of_agent",
]

_Agent = TypeVar("_Agent")

#: The group of entry points by which a distribution offers agents.
GROUP: Final = "omnigym.agents"

_FILE: Final = re.compile(r"(?P<where>.+\.py)(?::(?P<name>\w*))?(?::(?P<argument>.*))?", re.DOTALL)
_MODULE: Final = re.compile(r"(?P<where>\w+(?:\.\w+)*):(?P<name>[A-Za-z_]\w*)(?::(?P<argument>.*))?", re.DOTALL)
_METHODS: Final = "def reset(self, env, info) and def act(self, observation, info)"


class Place(NamedTuple):
    """The location of an agent's class.

    Attributes:
        kind: What ``where`` is: "file", "module", or "entry point".
        where: The path, the module's name, or the entry point's.
        name: The class; "" for the only one there.
        argument: What it is made with.
    """

    kind: str
    where: str
    name: str
    argument: str


def entry_point_names() -> tuple[str, ...]:
    """Return the agents that installed distributions offer, sorted."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


def place_of_agent(spec: str) -> Place | None:
    """Return the location of the class that a spec names, or None if it names none.

    >>> place_of_agent("my/agent.py:Clicker")
    Place(kind='file', where='my/agent.py', name='Clicker', argument='')
    >>> place_of_agent("my.module:Agent:fast")
    Place(kind='module', where='my.module', name='Agent', argument='fast')
    """
    found = _FILE.fullmatch(spec)
    if found:
        return Place("file", found["where"], found["name"] or "", found["argument"] or "")
    name, _, argument = spec.partition(":")
    if name in entry_point_names():
        return Place("entry point", name, "", argument)
    found = _MODULE.fullmatch(spec)
    return Place("module", found["where"], found["name"], found["argument"] or "") if found else None


def can_be_imported(name: str) -> bool:
    """Return whether a module of this name exists, installed or below the working directory; it is not imported."""
    with _found_in(Path.cwd()):
        return importlib.util.find_spec(name) is not None


def make_custom_agent(place: Place, seed: int, trust: bool, base: type[_Agent]) -> _Agent:
    """Make the agent with ``argument`` and ``seed``, if its class takes arguments of these names.

    Args:
        place: Where its class is.
        seed: Seeds whatever it draws by chance.
        trust: Whether code of a file may run.
        base: What fills in the methods that the class leaves out.

    Raises:
        ConfigError: It cannot be imported, is no agent, or does not take an argument that was given.
    """
    cls = custom_class(place, trust, base)
    takes = inspect.signature(cls).parameters
    if place.argument and "argument" not in takes:
        raise ConfigError(
            f"The agent {cls.__name__} takes no argument, got {place.argument!r}. "
            "Give its __init__ a parameter 'argument', or leave it out."
        )
    given = {"argument": place.argument, "seed": seed}
    if not place.argument:
        del given["argument"]
    try:
        return cls(**{name: value for name, value in given.items() if name in takes})
    except TypeError as e:
        raise ConfigError(f"The agent {cls.__name__} cannot be made of the arguments argument and seed: {e}.") from e


def custom_class(place: Place, trust: bool, base: type[_Agent]) -> type[_Agent]:
    """Return the class of an agent; a class that is not an `Agent` inherits the missing members.

    Raises:
        ConfigError: It cannot be imported, or is no agent.
    """
    if place.kind == "entry point":
        (entry, *_) = entry_points(group=GROUP, name=place.where)
        with _importing(f"the entry point {place.where!r} ({entry.value})"):
            found = entry.load()
        return _as_agent(found, entry.value, base)
    module = _of_file(Path(place.where), trust) if place.kind == "file" else _of_name(place.where)
    if place.name:
        found = getattr(module, place.name, None)
        if found is None:
            known = ", ".join(c.__name__ for c in _agents_in(module)) or "none"
            raise ConfigError(f"There is no {place.name} in {place.where}. Classes with a method act there: {known}.")
        return _as_agent(found, f"{place.where}:{place.name}", base)
    agents = _agents_in(module)
    named = [c for c in agents if c.__name__ == "Agent"] or agents
    if len(named) != 1:
        known = ", ".join(c.__name__ for c in agents) or "none"
        raise ConfigError(
            f"Expected one class with a method act in {place.where}, found {known}. "
            f"Say which: {place.where}:CLASS. An agent is a class with {_METHODS}."
        )
    return _as_agent(named[0], place.where, base)


def _of_file(path: Path, trust: bool) -> ModuleType:
    if not (trust and path.is_file()):
        raise ConfigError(f"There is no file {path}. Expected the path of a Python file with the agent's class.")
    name = f"omnigym_agent_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ConfigError(f"{path} cannot be imported: expected a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look it up there
    with _importing(str(path)), _found_in(path.resolve().parent):
        spec.loader.exec_module(module)
    return module


def _of_name(name: str) -> ModuleType:
    with _found_in(Path.cwd()):
        try:
            with _importing(name):
                return importlib.import_module(name)
        except ConfigError as e:
            cause = e.__cause__
            if isinstance(cause, ModuleNotFoundError) and cause.name and f"{name}.".startswith(f"{cause.name}."):
                raise ConfigError(
                    f"There is no module {cause.name!r}. Name one that is installed or below this directory, or the "
                    "file itself: --agent path/to/agent.py:CLASS."
                ) from None
            raise


@contextmanager
def _importing(what: str) -> Iterator[None]:
    try:
        yield
    except Exception as e:
        raise ConfigError(f"{what} cannot be imported: {type(e).__name__}: {e}.") from e


@contextmanager
def _found_in(folder: Path) -> Iterator[None]:
    """Modules of a folder can be imported, after those that are installed."""
    sys.path.append(os.fspath(folder))
    try:
        yield
    finally:
        sys.path.remove(os.fspath(folder))


def _agents_in(module: ModuleType) -> list[type]:
    """The classes that a module defines and that have a method ``act``."""
    return [
        c
        for c in vars(module).values()
        if isinstance(c, type) and c.__module__ == module.__name__ and hasattr(c, "act")
    ]


def _as_agent(found: object, where: str, base: type[_Agent]) -> type[_Agent]:
    if not isinstance(found, type):
        raise ConfigError(f"{where} is no class. An agent is a class with {_METHODS}.")
    for method in ("reset", "act"):
        _takes_two(getattr(found, method, getattr(base, method) if issubclass(found, base) else None), method, where)
    if issubclass(found, base):
        return found
    screens = {} if hasattr(found, "observation") else {"observation": "both"}
    try:
        return type(
            found.__name__, (found, base), {"__module__": found.__module__, "__doc__": found.__doc__, **screens}
        )
    except TypeError as e:
        raise ConfigError(f"{where} cannot be an agent: {e}. Derive it from omnigym.baselines.agent.Agent.") from e


def _takes_two(method: Callable[..., object] | None, name: str, where: str) -> None:
    if not callable(method):
        raise ConfigError(f"{where} has no method {name}. An agent is a class with {_METHODS}.")
    try:
        inspect.signature(method).bind(None, None, None)
    except TypeError as e:
        raise ConfigError(f"{where}.{name} cannot be called with two arguments: {e}. Expected {_METHODS}.") from None
