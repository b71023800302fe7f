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
        desktops: The desktops of these on which it can be done, as of a subtask; none for all.
        idle: Whether it leaves all as it was, for that is what is wrong with it.
    """

    name: str
    kind: Kind
    run: Oracle
    platforms: tuple[Platform, ...] = PLATFORMS
    desktops: tuple[str, ...] = ()
    idle: bool = False


#: Of each subtask by name and platforms: the same name may be another way on another platform.
_TRIALS: dict[str, dict[tuple[str, tuple[Platform, ...]], Trial]] = {}


def wrong_run(
    *subtasks: str,
    platforms: tuple[Platform, ...] = PLATFORMS,
    desktops: tuple[str, ...] = (),
    idle: bool = False,
) -> Callable[[Oracle], Oracle]:
    """The decorated run leaves the request of these subtasks undone, half done, or done with damage.

    One that leaves all as it was proves nothing, unless it is ``idle``: then that is what is wrong with it.
    """
    return _registering("wrong", subtasks, platforms, desktops, idle=idle)


def right_way(
    *subtasks: str, platforms: tuple[Platform, ...] = PLATFORMS, desktops: tuple[str, ...] = ()
) -> Callable[[Oracle], Oracle]:
    """The decorated run does what these subtasks ask for in another way than the oracle: another route or spelling."""
    return _registering("right", subtasks, platforms, desktops)


def _registering(
    kind: Kind,
    subtasks: tuple[str, ...],
    platforms: tuple[Platform, ...],
    desktops: tuple[str, ...],
    *,
    idle: bool = False,
) -> Callable[[Oracle], Oracle]:
    def register(run: Oracle) -> Oracle:
        for subtask in subtasks:
            known, name = _TRIALS.setdefault(subtask, {}), run.__name__
            for (other, theirs), trial in known.items():
                if other == name and set(theirs) & set(platforms) and trial.run.__module__ != run.__module__:
                    raise ValueError(f"Subtask {subtask!r} has a trial {name!r} already. Choose another name.")
            known[name, platforms] = Trial(name, kind, run, platforms, desktops, idle)
        return run

    return register


def trials_of(subtask: str, kind: Kind) -> tuple[Trial, ...]:
    """The trials of a kind that were written for a subtask, by name."""
    known = _TRIALS.get(subtask, {})
    return tuple([known[name] for name in sorted(known) if known[name].kind == kind])
