"""The past of a desktop: the states of an interval, kept by reference for whoever asks what was heard and seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

__all__ = ["Moment", "Past"]

#: What `omnigym.sim.state.Registers.save` returned.
_Saved: TypeAlias = tuple[object, ...]
#: States of an interval; then the first are forgotten.
_MOST = 4096


class Moment(NamedTuple):
    """A state, and the virtual moment from which on it was."""

    at_ms: int
    saved: tuple[object, ...]


class Past:
    """The states of an interval.

    Args:
        first: The state at its beginning.
        moments: Those that time has passed in, in their order.

    Attributes:
        first: As given.
        moments: As given, and those of `keep`.
    """

    def __init__(self, first: Moment, moments: Iterable[Moment] = ()) -> None:
        self.first = first
        self.moments: deque[Moment] = deque(moments, _MOST)

    def keep(self, at_ms: int, saved: _Saved) -> None:
        """Remember a state, in which time is about to pass."""
        self.moments.append(Moment(at_ms, saved))
