"""Proactivity: help only where an event calls for it (OS-MAP 3.1, level L5; the formulas are ours)."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import Final, TypedDict

from omnigym.evaluation.graph import node_of
from omnigym.evaluation.record import EpisodeRecord

__all__ = ["EVENT", "QUIET", "RESPONSE", "Proactivity", "calls_for_help", "delay", "proactivity"]

#: The ids of the node that an event completes, and of the one that is what it calls for.
EVENT: Final = "event"
RESPONSE: Final = "response"
#: The beginning of the subtask of a response to what calls for nothing.
QUIET: Final = "osmap-l5/"


class Proactivity(TypedDict):
    """The figures of an agent of L5.

    ``calls`` and ``quiet`` are the scored episodes of both kinds. ``helped`` is the number of calls that ended in
    success, ``false_alarms`` that of quiet episodes in which the user's data was changed. ``precision`` is the share of
    help among all that was done: help, false alarms, and calls in which something else was changed; None where nothing
    was. ``recall`` is ``helped`` over ``calls``, ``alarm_rate`` is ``false_alarms`` over ``quiet``. ``delay`` is the
    median number of steps from the event to the completed help, of the calls that were helped.
    """

    calls: int
    quiet: int
    helped: int
    false_alarms: int
    precision: float | None
    recall: float | None
    alarm_rate: float | None
    delay: float | None


def calls_for_help(record: EpisodeRecord) -> bool | None:
    """Return whether the event of an episode of L5 calls for help; None for other episodes."""
    responses = [node.subtask for node in record.nodes if node.id == RESPONSE]
    return not responses[0].startswith(QUIET) if record.level == "L5" and responses else None


def delay(record: EpisodeRecord) -> int | None:
    """Return the steps from the event to the completed help; None if there was no help, or nothing called for it.

    Help in the step of the event itself has a delay of 0.
    """
    if not calls_for_help(record) or not record.success:
        return None
    steps = {node_of(c.node): c.step for c in record.completed}
    return max(steps.values()) - steps[EVENT]


def proactivity(records: Iterable[EpisodeRecord]) -> Proactivity | None:
    """Return the figures of the scored episodes of L5; None if there are none.

    Side effects that nobody could look for count as none.
    """
    scored = [r for r in records if not r.unscored]
    calls = [r for r in scored if calls_for_help(r) is True]
    quiet = [r for r in scored if calls_for_help(r) is False]
    if not calls and not quiet:
        return None
    helped = sum(r.success for r in calls)
    alarms = sum(bool(r.collateral) for r in quiet)
    done = helped + alarms + sum(bool(r.collateral) for r in calls)
    delays = [d for r in calls if (d := delay(r)) is not None]
    return Proactivity(
        calls=len(calls),
        quiet=len(quiet),
        helped=helped,
        false_alarms=alarms,
        precision=helped / done if done else None,
        recall=helped / len(calls) if calls else None,
        alarm_rate=alarms / len(quiet) if quiet else None,
        delay=median(delays) if delays else None,
    )
