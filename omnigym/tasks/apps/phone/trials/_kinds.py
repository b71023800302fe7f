"""Kinds of trials that subtasks of the phone share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.subtask import UI, get_subtask
from omnigym.tasks.trials import right_way, wrong_run

__all__ = ["as_asked", "besides", "instead", "spelled"]


def as_asked(subtask: str, ui: UI, /, **values: Any) -> Iterator[Action]:
    """What the oracle of a subtask does, with these values."""
    known = get_subtask(subtask)
    assert known.oracle is not None
    return known.oracle(ui.of(known.app), **values)


def _other(values: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Values in place of which are others; a function makes one of those that were asked for."""
    return {**values, **{name: value(values) if callable(value) else value for name, value in other.items()}}


def instead(subtask: str, what: str = "", /, **other: object | Callable[[dict[str, Any]], object]) -> None:
    """Register a wrong run: the same is done with other values, and what was asked for is not."""

    def something_else(ui: UI, **values: Any) -> Iterator[Action]:
        yield from as_asked(subtask, ui, **_other(values, other))

    something_else.__name__ = f"{what or '_'.join(other)}_is_another"
    wrong_run(subtask)(something_else)


def besides(subtask: str, what: str = "", /, **other: object | Callable[[dict[str, Any]], object]) -> None:
    """Register two wrong runs: the same is done with other values, and then as it was asked for or not."""

    def something_more(ui: UI, **values: Any) -> Iterator[Action]:
        yield from as_asked(subtask, ui, **_other(values, other))
        yield from as_asked(subtask, ui, **values)

    something_more.__name__ = f"another_{what or '_'.join(other)}_too"
    wrong_run(subtask)(something_more)
    instead(subtask, what, **other)


def spelled(subtask: str, what: str = "", /, **other: Callable[[dict[str, Any]], object]) -> None:
    """Register a right way: as the oracle does it, with another spelling of the same values."""

    def another_spelling(ui: UI, **values: Any) -> Iterator[Action]:
        yield from as_asked(subtask, ui, **_other(values, other))

    another_spelling.__name__ = f"{what or '_'.join(other)}_spelled_otherwise"
    right_way(subtask)(another_spelling)
