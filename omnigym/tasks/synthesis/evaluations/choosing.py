"""The shortest sequence of conditions that some runs pass and others do not."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from omnigym.evaluation.condition import Condition
from omnigym.tasks.synthesis.evaluations.candidates import cost
from omnigym.tasks.synthesis.evaluations.traces import Trace, is_event

__all__ = ["passes", "shortest"]

#: Sequences of up to so many conditions are tried one by one, of so many candidates; longer ones by leaving out.
_LONGEST, _WIDEST = 3, 40


def passes(sequence: Sequence[Condition], trace: Trace) -> bool:
    """Whether conditions that latch in order all do in a run, as the evaluator judges it.

    A condition on the state may hold at the step at which the one before it did; of events each needs one of its own.
    """
    step, used = 0, 0
    for condition in sequence:
        least = max(step, used + 1) if is_event(condition) else step
        found = min((s for s in trace.holds[condition] if s >= least), default=None)
        if found is None:
            return False
        step = found
        used = found if is_event(condition) else used
    return True


def shortest(
    candidates: Sequence[Condition], good: Sequence[Trace], must: Sequence[Trace], may: Sequence[Trace] = ()
) -> tuple[tuple[Condition, ...], tuple[str, ...]]:
    """The sequence, and the names of the bad runs that pass even the best one.

    Args:
        candidates: The conditions to choose from.
        good: Runs that have to pass; the order is that of the first.
        must: Runs that must not pass; of two sequences the one that fewer of them pass is better.
        may: Runs that should not; what counts next is how many of them pass.
    """
    bad = (*must, *may)
    able = [c for c in candidates if all(trace.holds[c] for trace in good)]
    telling = sorted(able, key=lambda c: (sum(not trace.holds[c] for trace in bad) == 0, cost(c)))[:_WIDEST]
    place = {c: n for n, c in enumerate(_ordered(telling, good[0]))}
    best: tuple[Condition, ...] = ()
    least = len(must), len(may)
    for sequence in _sequences(telling, place):
        if least == (0, 0):
            break
        paid = sum(passes(sequence, t) for t in must), sum(passes(sequence, t) for t in may)
        if paid < least and all(passes(sequence, t) for t in good):
            best, least = sequence, paid
    best = _lean(best, good, bad)
    return best, tuple([t.name for t in bad if passes(best, t)])


def _lean(sequence: tuple[Condition, ...], good: Sequence[Trace], bad: Sequence[Trace]) -> tuple[Condition, ...]:
    """Without what it can do without: those that cost most are left out first."""
    paid = {t.name for t in bad if passes(sequence, t)}
    for condition in sorted(sequence, key=cost, reverse=True):
        shorter = tuple([c for c in sequence if c is not condition])
        right = shorter and all(passes(shorter, t) for t in good)
        if right and {t.name for t in bad if passes(shorter, t)} <= paid:
            sequence = shorter
    return sequence


def _ordered(candidates: Sequence[Condition], trace: Trace) -> list[Condition]:
    """What was done in its order, then what came about, then what was so from the start and has to be so still."""

    def place(condition: Condition) -> tuple[int, int]:
        first = min(trace.holds[condition])
        return (0 if is_event(condition) else 1 if first else 2), first

    return sorted(candidates, key=place)


def _sequences(candidates: Sequence[Condition], place: dict[Condition, int]) -> Iterator[tuple[Condition, ...]]:
    """The shorter ones first, and of those the ones that cost less; at last all that was done in one."""
    for length in range(1, _LONGEST + 1):
        # of so many of the best ones that there are some thousands
        few = candidates[: (_WIDEST, _WIDEST, 20)[length - 1]]
        found = itertools.combinations(few, length)
        yield from [tuple(sorted(s, key=place.__getitem__)) for s in sorted(found, key=lambda s: sum(map(cost, s)))]
    done = sorted([c for c in candidates if is_event(c)], key=place.__getitem__)
    states = [c for c in candidates if not is_event(c)]
    yield (*done, *states)
    yield tuple(states)
