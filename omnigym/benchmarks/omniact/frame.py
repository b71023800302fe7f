"""The frame rule for scripts that are run: a script changes nothing that the gold one does not change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from omnigym.actions import Wait
from omnigym.benchmarks.omniact.outcomes import Fact, facts_of
from omnigym.devices.protocol import Device
from omnigym.devices.userdata import HasUserData, UserData
from omnigym.evaluation.world.difference import Difference
from omnigym.evaluation.world.side_effects import damage
from omnigym.evaluation.world.traces import traces_of

__all__ = ["Changes", "Moment", "changes_since"]

#: Time that passes in which nothing is done: what comes about then is nobody's doing.
_STANDS_S = 2.0
#: Which node has the focus, where the pointer is and what was copied last follow from the way, not from the end.
_OF_THE_WAY = ("pointer", "clipboard")
_FOCUS = ("focused", "active")


class Changes(NamedTuple):
    """The changes since a moment.

    Attributes:
        facts: The facts that began or ceased to hold.
        data: How often which change of the user's data was made.
    """

    facts: frozenset[Fact]
    data: Counter[tuple[str, ...]]

    def within(self, allowed: Changes) -> bool:
        """Whether these are no more than others."""
        return self.facts <= allowed.facts and self.data <= allowed.data


class Moment(NamedTuple):
    """A device as it was.

    Attributes:
        facts: All that held.
        data: The user's data; None where the device cannot tell.
    """

    facts: frozenset[Fact]
    data: UserData | None

    @classmethod
    def of(cls, device: Device) -> Moment:
        """The moment of now."""
        return cls(facts_of(device), device.user_data() if isinstance(device, HasUserData) else None)


def changes_since(start: Moment, device: Device, *, stood: bool = False) -> Changes:
    """Return the changes since a moment.

    Args:
        start: The moment.
        device: The device.
        stood: Whether to wait, and count what comes about meanwhile as changes, too.
    """
    facts, data = frozenset(_changed(start, device)), Counter(_differences(start, device))
    if stood:
        device.act(Wait(_STANDS_S))
        facts |= frozenset(_changed(start, device))
        data |= Counter(_differences(start, device))
    return Changes(facts, data)


def _changed(start: Moment, device: Device) -> Iterator[Fact]:
    now = facts_of(device)
    for fact in now ^ start.facts:
        if fact.kind not in _OF_THE_WAY and not (fact.kind == "state" and fact.text in _FOCUS):
            yield fact._replace(holds=fact in now)


def _differences(start: Moment, device: Device) -> Iterator[tuple[str, ...]]:
    now = Moment.of(device).data if start.data is not None else None
    if start.data is not None and now is not None:
        yield from map(_kind, damage(start.data, now, traces_of(device.platform)))


def _kind(difference: Difference) -> tuple[str, ...]:
    """The kind of a change, without the values of a record: these are facts of the screen, or numbers of the app."""
    before, after = difference.before, difference.after
    if before is None or after is None:
        return difference.how, difference.at
    return difference.how, difference.at, difference.key, *sorted(n for n in after if after[n] != before.get(n))
