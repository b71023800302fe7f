"""Evaluators as Python functions (CRAB A.3): a special action that answers True or False, registered by ``@evaluator``.

It is a check (`omnigym.evaluation.registry`) under the function's own name, so a task file names it with arguments. ::

    @evaluator
    def note_pinned(probe: Probe, title: str) -> bool:
        \"\"\"The note with that title is pinned.\"\"\"
        return any(row["title"] == title and row["pinned"] == "1" for row in probe.content("content://keep/notes"))

A function in a file of `omnigym.evaluation.checks` is found by itself, and one of a plugin (`omnigym.plugins`) when
that is imported. `omnigym.evaluation.registry.check` says more than True or False, and what may be done to the user's
data.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from omnigym.described import FunctionDescription
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import CheckSpec, check, check_names, get_check

__all__ = ["described_checks", "evaluator"]

_F = TypeVar("_F", bound=Callable[..., bool])


def evaluator(function: _F) -> _F:
    """Register a function ``(probe, **arguments) -> bool`` as the check of its name.

    Raises:
        ValueError: The name is taken.
    """
    about = FunctionDescription(function, 1)

    @wraps(function)
    def judge(probe: Probe, *args: Any, **kwargs: Any) -> Verdict:
        return passed() if function(probe, *args, **kwargs) else not_yet(f"It does not hold yet: {about.description}")

    check(about.name)(judge)
    return function


def described_checks() -> dict[str, FunctionDescription]:
    """Return all checks with their schema and description, by name, for authors of tasks."""
    return {name: describe(get_check(name)) for name in check_names()}


def describe(spec: CheckSpec) -> FunctionDescription:
    """A check's function, described; its first parameter is what it looks at."""
    return FunctionDescription(spec.function, 1)
