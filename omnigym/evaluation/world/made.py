"""Whether a record was made: one that was there from the start is not what a task that asks for making it is about."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.devices.userdata import Row, UserData
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.world.effects import Effect, all_match
from omnigym.evaluation.world.records import changed, has

__all__ = ["makers", "was_made"]


def makers(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Of the effects of a check those of which one has come about if what the check asks for was made.

    They add so many records to a table, or change so many instead; () where the check asks for no new record.
    """
    told = tuple([e for e in effects if e.most and e.how != "remove" and e.at.startswith("content://")])
    return told if any(e.how == "add" for e in told) else ()


def was_made(effects: Sequence[Effect], probe: Probe) -> bool:
    """Whether one of these effects has come about since one of the probe's earlier moments.

    True too where nobody can tell: the device does not say what was there, or has no record that the effects speak of.

    Args:
        effects: Those of `makers`.
        probe: Reads the device.

    Raises:
        TooLargeError: The user's data is more than is read.
    """
    now = probe.user_data() if probe.earlier else None
    known = [e for e in effects if now is not None and e.at in now.tables]
    found = [(e, row) for e in known if now is not None for row in now.rows(e.at) if has(row, e.row)]
    if now is None or not found:
        return True
    return any(_came(effect, row, then, now) for effect, row in found for then in probe.earlier)


def _came(effect: Effect, row: Row, then: UserData, now: UserData) -> bool:
    """Whether an effect has come about since a moment with a record of which it speaks."""
    if effect.at not in then.tables:
        return True
    key, olds = then.tables[effect.at].key, then.rows(effect.at)
    if not key:  # a row is all its values, so only their number tells
        return now.rows(effect.at).count(row) > olds.count(row)
    same = [old for old in olds if old.get(key) == row.get(key)]
    if effect.how == "change":
        return any(all_match((name,), effect.parts) for old in same for name in changed(old, row))
    return not any(has(old, effect.row) for old in same)
