"""The work of one action: all that interprets what an agent wrote charges it here before it is done.

Shells, awk, sed, editors, patterns and formulas can compute anything, and one action can type a thousand lines into one
of them. So there is one meter for an action, whatever it starts. A unit is about a step of an interpreter, some 0.3
microseconds: the whole is about half a second. What a library does in C is charged by the letter, at a fraction.

An interpreter whose program is over budget ends it as the real one does when memory or patience is out ("Killed"), and
the action goes on: that is no error of the device. Behind it there is a deadline, for what is charged too little: that
is one, and a fault of ours.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from omnigym.errors import DeviceFaultError

__all__ = ["BUDGET", "SpentError", "charge", "charge_letters", "left", "metered", "unmetered"]

#: Units of an action.
BUDGET: Final = 2_000_000
#: Letters that cost a unit where a library copies, joins or encodes them.
_LETTERS: Final = 8
#: Seconds of CPU of an action. A whole budget takes half a second; on a machine with much else to do, four times that.
_DEADLINE_S: Final = 10.0
#: How much is charged between two looks at the clock.
_LOOK: Final = 20_000


class SpentError(Exception):
    """The programs of this action have done as much as they may."""


class _Meter:
    """What is left, how little of it is left when the clock is looked at, and the time at the first look."""

    __slots__ = ("begun", "left", "look")

    def __init__(self) -> None:
        self.left, self.look = BUDGET, BUDGET - _LOOK
        self.begun: float | None = None  # most actions charge nothing: they need no clock


#: None outside of actions: what a task sets up is not metered.
_meter: _Meter | None = None


@contextmanager
def metered() -> Iterator[None]:
    """An action, whose programs have a whole budget; within one, a part of it."""
    global _meter
    if _meter is not None:
        yield
        return
    _meter = _Meter()
    try:
        yield
    finally:
        _meter = None


@contextmanager
def unmetered() -> Iterator[None]:
    """Work that is done once in a process, such as an import, is charged to no action."""
    global _meter
    meter, _meter = _meter, None
    try:
        yield
    finally:
        _meter = meter


def charge(units: int) -> None:
    """Charge work that is about to be done.

    Raises:
        SpentError: That is more than is left; nothing is left then, for whatever else this action does.
        DeviceFaultError: The action takes too long, though it is within budget.
    """
    meter = _meter
    if meter is None:
        return
    meter.left -= units
    if meter.left >= meter.look:
        return
    if meter.left < 0:
        meter.left, meter.look = -1, BUDGET
        raise SpentError
    meter.look = meter.left - _LOOK
    now = time.thread_time()
    meter.begun = now if meter.begun is None else meter.begun
    if now - meter.begun > _DEADLINE_S:
        raise DeviceFaultError("sim", "act", f"an action took more than {_DEADLINE_S:g} s of CPU.", "Reset the device.")


def left() -> int:
    """How many units may still be charged."""
    return BUDGET if _meter is None else max(0, _meter.left)


def charge_letters(count: int) -> None:
    """Charge letters or bytes that are about to be made; raises `SpentError`."""
    charge(count // _LETTERS + 1)
