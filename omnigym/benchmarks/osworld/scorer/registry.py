"""The getters and metrics by the names in task files: ``@getter("vm_file")`` and ``@metric("compare_table")``.

Three kinds of names stand beside them. A *device metric* runs what the agent made, on the device. A getter may need
something that no device here has; `unavailable` gives the reason without running anything.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from omnigym.discovery import NameIndex, load_all
from omnigym.errors import ConfigError, TaskFileError, UnknownNameError
from omnigym.evaluation.probe import Probe
from omnigym.foreign import show_value

__all__ = [
    "INDEX",
    "File",
    "Getter",
    "Metric",
    "NotThereError",
    "check_options",
    "device_metric",
    "get_getter",
    "get_metric",
    "getter",
    "getter_names",
    "metric",
    "metric_names",
    "modules_of_metrics",
    "runs_on_device",
    "unavailable",
    "unavailable_getter",
]

#: Reads a state: ``(probe, config) -> value``, where the config is the getter's object in the task file.
Getter: TypeAlias = Callable[[Probe, Mapping[str, Any]], Any]
#: Scores a state: ``(result, expected, **options) -> float`` in [0, 1], or ``(result, **options)`` without an expected
#: one. It raises `omnigym.errors.UnreadableError` for a file that it cannot read.
Metric: TypeAlias = Callable[..., float]

_G = TypeVar("_G", bound=Getter)
_M = TypeVar("_M", bound=Metric)


class NotThereError(Exception):
    """The file of a getter is not on the device, because nobody made it; a metric of it scores 0."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the device or of the task.

    Attributes:
        name: Its name with extension, by which some metrics choose a reader.
        content: Its bytes.
        path: Where it is on the device, natively; "" of a reference.
    """

    name: str
    content: bytes = field(repr=False)
    path: str = ""

    @property
    def extension(self) -> str:
        """The extension in lower case with its dot: ".xlsx"."""
        return PurePosixPath(self.name.lower()).suffix


_HERE = "omnigym.benchmarks.osworld.scorer"
#: The modules of metrics.
INDEX = NameIndex(Path(__file__).parent / "metrics" / "names.json", f"{_HERE}.metrics")
_GETTERS: dict[str, Getter] = {}
_METRICS: dict[str, Metric] = {}
#: The metrics that are called with the probe, by name.
_ON_DEVICE: set[str] = set()
#: By getter: why a config of it cannot be read here, or "".
_REASONS: dict[str, Callable[[Mapping[str, Any]], str]] = {}


def getter(name: str) -> Callable[[_G], _G]:
    """Decorator that registers a getter under its ``type`` in task files.

    Raises:
        ValueError: The name is taken.
    """
    return _registering(_GETTERS, "getter", name)


def metric(name: str) -> Callable[[_M], _M]:
    """Decorator that registers a metric under its ``func`` in task files.

    Raises:
        ValueError: The name is taken.
    """
    return _registering(_METRICS, "metric", name)


def device_metric(name: str) -> Callable[[_M], _M]:
    """Decorator that registers a metric that runs the agent's own programs: ``(probe, result, expected, **options)``.

    The check calls it itself, with the probe, since such a program may run on the device alone.

    Raises:
        ValueError: The name is taken.
    """

    def register(function: _M) -> _M:
        _ON_DEVICE.add(name)
        return metric(name)(function)

    return register


def runs_on_device(name: str) -> bool:
    """Return whether a metric is a `device_metric`."""
    _discover()
    return name in _ON_DEVICE


def unavailable_getter(name: str, reason: Callable[[Mapping[str, Any]], str]) -> None:
    """Say what a getter needs that no device here has.

    Args:
        name: Of the getter, which may be registered or not.
        reason: Gives of a config one word, such as "internet", or "" if this config can be read.
    """
    _REASONS[name] = reason
    if name not in _GETTERS:
        _GETTERS[name] = partial(_refused, name)


def _refused(name: str, _probe: Probe, config: Mapping[str, object]) -> object:
    raise ConfigError(f"Getter {name!r} needs {unavailable(name, config)!r}, which no device here has. Leave it out.")


def unavailable(name: str, config: Mapping[str, object] = MappingProxyType({})) -> str:
    """Why a getter cannot read a config here, without running it; "" if it can, or if there is no such getter.

    An importer asks this of each getter in a file.

    Args:
        name: Of the getter.
        config: Its object in the task file.

    Returns:
        "account", "app", "internet", "person", "script", "server", "windows", or "".
    """
    _discover()
    return _REASONS[name](config) if name in _REASONS else ""


def _registering(known: dict[str, Any], kind: str, name: str) -> Callable[[Any], Any]:
    def register(function: Any) -> Any:
        same = known.get(name, function)
        if (same.__module__, same.__qualname__) != (function.__module__, function.__qualname__):
            raise ValueError(f"There is a {kind} named {name!r} already: {known[name]!r}. Choose another name.")
        known[name] = function
        return function

    return register


@cache
def _discover() -> None:
    """Import every family, once."""
    load_all(f"{_HERE}.getters")
    INDEX.load_all()


def get_getter(name: str) -> Getter:
    """Return the getter of a type.

    Raises:
        UnknownNameError: There is none; the message has similar names.
    """
    _discover()
    if name not in _GETTERS:
        raise UnknownNameError("getter", name, _GETTERS)
    return _GETTERS[name]


def get_metric(name: str) -> Metric:
    """Return the metric of a name.

    Raises:
        UnknownNameError: There is none; the message has similar names.
    """
    if name not in _METRICS:  # its module alone: the process that scores starts with each judgement
        INDEX.load(name, _METRICS)
    if name not in _METRICS:
        raise UnknownNameError("metric", name, _METRICS)
    return _METRICS[name]


def getter_names() -> tuple[str, ...]:
    """Return the types of all getters, sorted."""
    _discover()
    return tuple(sorted(_GETTERS))


def metric_names() -> tuple[str, ...]:
    """Return the names of all metrics, sorted."""
    _discover()
    return tuple(sorted(_METRICS))


def modules_of_metrics() -> Mapping[str, str]:
    """The module of each metric, all modules imported."""
    return {name: get_metric(name).__module__ for name in metric_names()}


def check_options(name: str, options: Mapping[str, object], *, expected: bool) -> None:
    """See that a metric takes these options.

    Args:
        name: Of the metric.
        options: By name.
        expected: Whether it is given an expected state.

    Raises:
        TaskFileError: It takes no such option, or lacks one.
    """
    states = (None, None) if expected else (None,)
    try:
        inspect.signature(get_metric(name)).bind(*((None, *states) if runs_on_device(name) else states), **options)
    except TypeError as e:
        raise TaskFileError(f"Metric {name!r}: {e}, got {show_value(dict(options))}. Change its options.") from None
    except ConfigError as e:
        raise TaskFileError(str(e)) from None
