"""The getters and metrics by the names in task files: ``@getter("vm_file")`` and ``@metric("compare_table")``.

Other kinds of names stand beside them. A *device metric* runs what the agent made, on the device. A *published metric*
scores as the published function of that name does, faults included. A getter may need something that no device here
has; `unavailable` gives the reason without running anything.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from omnigym.benchmarks.osworld.scorer.choice import DEFAULT_SCORER, WhichScorer
from omnigym.discovery import NameIndex, load_all
from omnigym.errors import ConfigError, TaskFileError, UnknownNameError
from omnigym.evaluation.probe import Probe
from omnigym.foreign import show_value

__all__ = [
    "INDEX",
    "PUBLISHED_INDEX",
    "File",
    "Getter",
    "Metric",
    "NotThereError",
    "SortedOptions",
    "device_metric",
    "get_getter",
    "get_metric",
    "getter",
    "getter_names",
    "metric",
    "metric_names",
    "modules_of_metrics",
    "modules_of_published",
    "published_getter",
    "published_metric",
    "runs_on_device",
    "sort_options",
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
#: The modules of published metrics.
PUBLISHED_INDEX = NameIndex(Path(__file__).parent / "published" / "names.json", f"{_HERE}.published")
_GETTERS: dict[str, Getter] = {}
_METRICS: dict[str, Metric] = {}
#: By name: the getters and metrics that behave as the published ones, where omnigym's own differ from them.
_PUBLISHED_GETTERS: dict[str, Getter] = {}
_PUBLISHED_METRICS: dict[str, Metric] = {}
#: The metrics that are called with the version of the task files.
_VERSIONED: set[str] = set()
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


def metric(name: str, *, versioned: bool = False) -> Callable[[_M], _M]:
    """Decorator that registers a metric under its ``func`` in task files.

    Args:
        name: The name.
        versioned: Whether it has a parameter ``version``, which is given the version of the task files.

    Raises:
        ValueError: The name is taken.
    """
    if versioned:
        _VERSIONED.add(name)
    return _registering(_METRICS, "metric", name)


def published_metric(name: str) -> Callable[[_M], _M]:
    """Decorator that registers a metric that scores as the published one: ``(version, result, expected, **options)``.

    Raises:
        ValueError: The name is taken.
    """
    return _registering(_PUBLISHED_METRICS, "published metric", name)


def published_getter(name: str) -> Callable[[_G], _G]:
    """Decorator that registers a getter that reads as the published one does.

    Raises:
        ValueError: The name is taken.
    """
    return _registering(_PUBLISHED_GETTERS, "published getter", name)


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


def get_getter(name: str, scorer: WhichScorer = DEFAULT_SCORER) -> Getter:
    """Return the getter of a type.

    Raises:
        UnknownNameError: There is none; the message has similar names.
    """
    _discover()
    if scorer.kind == "published" and name in _PUBLISHED_GETTERS:
        return _PUBLISHED_GETTERS[name]
    if name not in _GETTERS:
        raise UnknownNameError("getter", name, _GETTERS)
    return _GETTERS[name]


def get_metric(name: str, scorer: WhichScorer = DEFAULT_SCORER) -> Metric:
    """Return the metric of a name.

    A published function that omnigym's own agrees with, or that is of another benchmark, has no twin.

    Raises:
        UnknownNameError: There is none; the message has similar names.
    """
    if scorer.kind == "published" and name not in _ON_DEVICE:
        PUBLISHED_INDEX.load(name, _PUBLISHED_METRICS)
        if name in _PUBLISHED_METRICS:
            return partial(_PUBLISHED_METRICS[name], scorer.version)
    if name not in _METRICS:  # its module alone: the process that scores starts with each judgement
        INDEX.load(name, _METRICS)
    if name not in _METRICS:
        raise UnknownNameError("metric", name, _METRICS)
    return partial(_METRICS[name], version=scorer.version) if name in _VERSIONED else _METRICS[name]


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
    return {name: _METRICS[name].__module__ for name in metric_names()}


def modules_of_published() -> Mapping[str, str]:
    """The module of each published metric, all modules imported."""
    PUBLISHED_INDEX.load_all()
    return {name: function.__module__ for name, function in sorted(_PUBLISHED_METRICS.items())}


#: The published functions that take any option and pass over those that they do not know.
_OPEN = frozenset(
    {
        "check_json_keybindings",
        "check_json_settings",
        "check_python_file_by_gold_file",
        "check_python_file_by_test_suite",
        "check_structure_sim_with_threshold",
        "check_tabstops",
        "check_thunderbird_folder",
        "compare_answer",
        "compare_config",
        "compare_csv",
        "compare_docx_files",
        "compare_docx_files_and_ignore_new_lines",
        "compare_htmls",
        "compare_images",
        "compare_pdf_images",
        "compare_pptx_files",
        "compare_references",
        "compare_table",
        "compare_text_file",
        "compare_unique_train_records",
        "compare_zip_files",
        "evaluate_colored_words_in_tables",
        "is_extension_installed",
        "literal_match",
    }
)


class SortedOptions(NamedTuple):
    """The options of a metric in a task file.

    Attributes:
        known: The options that the metric takes.
        others: The names of options that the published function passes over, sorted.
    """

    known: Mapping[str, object]
    others: tuple[str, ...]


def sort_options(
    name: str, options: Mapping[str, object], *, expected: bool, scorer: WhichScorer = DEFAULT_SCORER
) -> SortedOptions:
    """See that a metric takes these options.

    Args:
        name: Of the metric.
        options: By name.
        expected: Whether it is given an expected state.
        scorer: The scorer of the function.

    Raises:
        TaskFileError: It takes no such option, and the published function does not either, or it lacks one.
    """
    signature = inspect.signature(get_metric(name, scorer))
    taken = {p.name for p in signature.parameters.values() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    others = options.keys() - (taken - {"version"}) if name in _OPEN else set()
    known = {option: value for option, value in options.items() if option not in others}
    states = (None, None) if expected else (None,)
    try:
        signature.bind(*((None, *states) if runs_on_device(name) else states), **known)
    except TypeError as e:
        raise TaskFileError(f"Metric {name!r}: {e}, got {show_value(dict(options))}. Change its options.") from None
    except ConfigError as e:
        raise TaskFileError(str(e)) from None
    return SortedOptions(known, tuple(sorted(others)))
