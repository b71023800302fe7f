"""The registry of checks by name: ``@check("file_exists")`` registers a check, `get_check` finds it.

This module also decides, for all checks, what the verdict on an unreadable file is. A *damaged* file (half saved, cut
off, of another kind than its name says) is the agent's doing and does not have what was asked for: *not yet*. A file
that is *larger than the limits* (`omnigym.foreign.limits`) might have it: *cannot tell*.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar, cast

from omnigym.discovery import NameIndex
from omnigym.errors import TooLargeError, UnknownNameError, UnreadableError
from omnigym.evaluation.condition import Verdict, cannot_tell, not_yet
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign import lacks_memory

__all__ = ["INDEX", "CheckSpec", "Parameter", "check", "check_names", "get_check", "judging", "modules_of_checks"]

Subject: TypeAlias = Literal["state", "event", "history"]
#: ``effects(**args)``: what may be done to the user's data so that a check of these arguments passes.
Effects: TypeAlias = Callable[..., Iterable[Effect]]
_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a check."""

    name: str
    type: Any
    required: bool


@dataclass(frozen=True, slots=True)
class CheckSpec:
    """A registered check.

    Attributes:
        name: The name in task files.
        function: ``(probe, **args) -> Verdict`` for a state, ``(event, **args) -> bool`` for an event,
            ``(events, **args) -> bool`` for the history.
        subject: Whether it reads the state of the device ("state"), looks at one event after the other from its turn
            on ("event"), or at all events of the episode so far ("history").
        parameters: Its parameters by name.
        prepare: Called when a task with this check is built, so that a missing dependency is reported then.
        effects: Called with the arguments of the check; what a person may do to the user's data to bring it about.
        final: Whether it runs commands on the device or reads the task's reference files, so that a task with it is
            judged `at_end` alone.
    """

    name: str
    function: Callable[..., Any]
    subject: Subject
    parameters: Mapping[str, Parameter]
    prepare: Callable[[], object] | None = None
    effects: Effects | None = None
    final: bool = False


_CHECKS: dict[str, CheckSpec] = {}
#: The modules of checks: those of this package, and the module ``checks`` of a benchmark.
INDEX = NameIndex(
    Path(__file__).parent / "checks" / "names.json", "omnigym.evaluation.checks", "omnigym.benchmarks.*.checks"
)


def check(
    name: str,
    *,
    subject: Subject = "state",
    prepare: Callable[[], object] | None = None,
    effects: Effects | None = None,
    final: bool = False,
) -> Callable[[_F], _F]:
    """Decorate a function to register it as the check ``name``.

    A state check is ``def file_exists(probe: Probe, path: str) -> Verdict``. An event check is
    ``def mouse_clicks(event: Event, text: str) -> bool``; it is called once for each event, with consecutive typing
    merged. A history check is ``def contains_input(events: Sequence[Event], text: str) -> bool``; it is called with
    all events of its node's device since the episode began, merged in the same way, whether or not the node was open
    then: so one thing done counts for two nodes (CRAB's ``check_contain_input_text``), though a node still waits for
    those before it. Every parameter after the first has a JSON type, against which task files are checked. A state
    check does not catch `omnigym.errors.UnreadableError` of the files that it reads: the decorator turns it into a
    verdict.

    ``effects`` is called with the arguments that a condition gives, which may lack those that have a default, and says
    what may become of the user's data on the way (`omnigym.evaluation.world.effects`). Without it, nothing may.

    With ``final`` the check may call `Probe.run` and `Probe.reference`, and only tasks with ``evaluate="at_end"`` may
    have it.

    Raises:
        ValueError: The name is taken.
    """

    def register(function: _F) -> _F:
        known = _CHECKS.get(name)
        # The same function again is no clash: its module was imported under a second name, or reloaded.
        if known is not None and known.function.__qualname__ != function.__qualname__:
            raise ValueError(f"There is a check named {name!r} already: {known.function!r}. Choose another name.")
        function = cast(_F, judging(function)) if subject == "state" else function
        hints = typing.get_type_hints(function)
        rest = list(inspect.signature(function).parameters.values())[1:]
        parameters = {p.name: Parameter(p.name, hints[p.name], p.default is p.empty) for p in rest}
        _CHECKS[name] = CheckSpec(name, function, subject, MappingProxyType(parameters), prepare, effects, final)
        return function

    return register


def judging(function: Callable[..., Verdict]) -> Callable[..., Verdict]:
    """Return a check whose verdict reports files that are unreadable or too large."""

    @wraps(function)
    def judge(*args: object, **kwargs: object) -> Verdict:
        try:
            return function(*args, **kwargs)
        except TooLargeError as e:  # before its base class, whose verdict is another
            return cannot_tell(str(e), by_agent=not lacks_memory(e))  # who can write files can write large ones
        except UnreadableError as e:
            return not_yet(str(e))

    return judge


def get_check(name: str) -> CheckSpec:
    """Return the check with a name.

    Raises:
        UnknownNameError: There is no such check.
    """
    if name not in _CHECKS:
        INDEX.load(name, _CHECKS)
    if name not in _CHECKS:
        raise UnknownNameError("check", name, check_names())
    return _CHECKS[name]


def check_names() -> tuple[str, ...]:
    """Return the names of all checks, sorted."""
    INDEX.load_all()
    return tuple(sorted(_CHECKS))


def modules_of_checks() -> Mapping[str, str]:
    """The module of each check, all modules imported."""
    return {name: get_check(name).function.__module__ for name in check_names()}
