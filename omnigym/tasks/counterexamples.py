"""Runs by which a subtask's checks are tried: wrong ones, which must not pay, and other right ways, which must.

They stand beside the oracle and are written like it. An oracle that is the only one to have met a check proves little
of it: the check may ask for less than the instruction does, or for more. `omnigym.tasks.proofs.side_effect_attempts`
derives runs from the objects that the oracle touches. ::

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
from types import FunctionType
from typing import Literal, NamedTuple, TypeAlias

from omnigym.devices.protocol import PLATFORMS, Platform
from omnigym.errors import ConfigError
from omnigym.tasks.subtask import Oracle

__all__ = ["Counterexample", "Kind", "known_runs", "register_run", "right_way", "wrong_run"]

Kind: TypeAlias = Literal["right", "wrong"]


class Counterexample(NamedTuple):
    """One of them.

    Attributes:
        name: Of the function.
        kind: Whether it must pay.
        run: ``(ui, **parameters)`` yields ordinary actions, as an oracle does.
        platforms: Those on which it can be done; on others it is not tried.
        desktops: The desktops of these on which it can be done, as of a subtask; none for all.
        idle: Whether its fault is that it changes nothing.
    """

    name: str
    kind: Kind
    run: Oracle
    platforms: tuple[Platform, ...] = PLATFORMS
    desktops: tuple[str, ...] = ()
    idle: bool = False


#: Of each subtask by name and platforms: the same name may be another way on another platform.
_TRIALS: dict[str, dict[tuple[str, tuple[Platform, ...]], Counterexample]] = {}


def wrong_run(
    *subtasks: str,
    platforms: tuple[Platform, ...] = PLATFORMS,
    desktops: tuple[str, ...] = (),
    idle: bool = False,
    name: str = "",
) -> Callable[[Oracle], Oracle]:
    """The decorated run leaves the request of these subtasks undone, half done, or done with damage.

    One that leaves all as it was proves nothing, unless it is ``idle``: then that is its fault.
    """
    return _registering(
        subtasks, lambda run: Counterexample(name or run.__name__, "wrong", run, platforms, desktops, idle)
    )


def right_way(
    *subtasks: str, platforms: tuple[Platform, ...] = PLATFORMS, desktops: tuple[str, ...] = (), name: str = ""
) -> Callable[[Oracle], Oracle]:
    """The decorated run does what these subtasks ask for in another way than the oracle: another route or spelling."""
    return _registering(subtasks, lambda run: Counterexample(name or run.__name__, "right", run, platforms, desktops))


def _registering(subtasks: tuple[str, ...], made_of: Callable[[Oracle], Counterexample]) -> Callable[[Oracle], Oracle]:
    def decorate(run: Oracle) -> Oracle:
        for subtask in subtasks:
            register_run(subtask, made_of(run))
        return run

    return decorate


def register_run(subtask: str, trial: Counterexample) -> None:
    """Make a trial of a subtask known; the same one once more takes the place of what was known.

    Raises:
        ConfigError: Another one has its name on a platform of its own.
    """
    known = _TRIALS.setdefault(subtask, {})
    for (other, theirs), there in known.items():
        if other == trial.name and set(theirs) & set(trial.platforms) and _origin(there) != _origin(trial):
            raise ConfigError(f"Subtask {subtask!r} has a trial {trial.name!r} already. Choose another name.")
    known[trial.name, trial.platforms] = trial


def _origin(trial: Counterexample) -> object:
    """The place of its run: a module that is loaded once more registers the same ones again."""
    return getattr(trial.run, "__module__", "") if isinstance(trial.run, FunctionType) else trial.run


def known_runs(subtask: str, kind: Kind) -> tuple[Counterexample, ...]:
    """Those of a kind that are known by now, by name; `omnigym.tasks.registry.counterexamples_of` loads them first."""
    known = _TRIALS.get(subtask, {})
    return tuple([known[name] for name in sorted(known) if known[name].kind == kind])
