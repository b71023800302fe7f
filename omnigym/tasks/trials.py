"""Runs by which a subtask's checks are tried: wrong ones, which must not pay, and other right ways, which must.

They stand beside the oracle and are written like it. An oracle that is the only one to have met a check proves little
of it: the check may ask for less than the instruction does, or for more. What follows from what the oracle touches need
not be written: `omnigym.tasks.damages` derives it. ::

    @wrong_run("files/rename")
    def makes_a_new_file(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
        \"\"\"An empty file of the new name, beside the old one.\"\"\"
        yield from ...


    @right_way("files/rename")
    def by_f2(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
        \"\"\"F2 instead of the menu.\"\"\"
        yield from ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from omnigym.devices.protocol import PLATFORMS, Platform
from omnigym.tasks.subtask import Oracle

__all__ = ["Kind", "Trial", "right_way", "trials_of", "wrong_run"]

Kind: TypeAlias = Literal["right", "wrong"]


class Trial(NamedTuple):
    """One of them.

    Attributes:
        name: Of the function.
        kind: Whether it must pay.
        run: ``(ui, **parameters)`` yields ordinary actions, as an oracle does.
        platforms: Those on which it can be done; on others it is not tried.
    """

    name: str
    kind: Kind
    run: Oracle
    platforms: tuple[Platform, ...] = PLATFORMS


_TRIALS: dict[str, dict[str, Trial]] = {}


def wrong_run(*subtasks: str, platforms: tuple[Platform, ...] = PLATFORMS) -> Callable[[Oracle], Oracle]:
    """The decorated run leaves the request of these subtasks undone, half done, or done with damage."""
    return _registering("wrong", subtasks, platforms)


def right_way(*subtasks: str, platforms: tuple[Platform, ...] = PLATFORMS) -> Callable[[Oracle], Oracle]:
    """The decorated run does what these subtasks ask for in another way than the oracle: another route or spelling."""
    return _registering("right", subtasks, platforms)


def _registering(kind: Kind, subtasks: tuple[str, ...], platforms: tuple[Platform, ...]) -> Callable[[Oracle], Oracle]:
    def register(run: Oracle) -> Oracle:
        for subtask in subtasks:
            known = _TRIALS.setdefault(subtask, {})
            if run.__name__ in known and known[run.__name__].run.__module__ != run.__module__:
                raise ValueError(f"Subtask {subtask!r} has a trial {run.__name__!r} already. Choose another name.")
            known[run.__name__] = Trial(run.__name__, kind, run, platforms)
        return run

    return register


def trials_of(subtask: str, kind: Kind) -> tuple[Trial, ...]:
    """The trials of a kind that were written for a subtask, by name."""
    known = _TRIALS.get(subtask, {})
    return tuple([known[name] for name in sorted(known) if known[name].kind == kind])
