"""Success by level and domain, and the scopes that an agent attains at each level (OS-MAP 3.1 to 3.3).

The paper names the scopes and sets no threshold. Ours: a scenario is *attained* at a level if the success rate of its
tasks of that level reaches a threshold. S1 takes one attained scenario; S2 more than half of the scenarios of a domain,
and at least two; S3 takes S2 in at least four of the six domains. Of a domain those scenarios count that have a task of
the level, since nobody can attain what is not tested.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypedDict

from omnigym.benchmarks.osmap.metrics.proactivity import calls_for_help
from omnigym.benchmarks.osmap.scopes import DOMAINS, HIERARCHY, domain_of
from omnigym.evaluation.intervals import interval
from omnigym.evaluation.metrics.success_rate import success_rate
from omnigym.evaluation.record import EpisodeRecord

__all__ = ["AUTOMATION", "S3_DOMAINS", "MatrixCell", "Scope", "cell", "domain_cells", "scope_at"]

#: The levels of automation.
AUTOMATION: Final = ("L1", "L2", "L3", "L4", "L5")
#: In how many domains an agent of S3 attains S2 ("most or all six").
S3_DOMAINS: Final = 4
#: "Multiple scenarios within a domain".
_S2_SCENARIOS: Final = 2


class MatrixCell(TypedDict):
    """A success rate in [0, 1] with its 95 % interval over the tasks; None where no task was played.

    With one outcome a task the interval is Wilson's; see `omnigym.evaluation.intervals`. At L5 the rate is that of the
    calls for help or of the quiet tasks, whichever is lower: an agent that always acts, or never does, has 0.
    """

    rate: float | None
    interval: list[float] | None
    tasks: int
    episodes: int


class Scope(TypedDict):
    """The attained scope at a level.

    ``scenarios`` are the attained ones, ``tested`` the number of those that have tasks of the level; ``domains`` those
    in which S2 is attained. ``S1``, ``S2`` and ``S3`` are None where the level has no task at all.
    """

    scenarios: list[str]
    tested: int
    domains: list[str]
    S1: bool | None
    S2: bool | None
    S3: bool | None


def cell(records: Iterable[EpisodeRecord]) -> MatrixCell:
    """Return the success rate of scored records of one level, or of several without L5."""
    every = list(records)
    halves = [half for kind in (True, False) if (half := [r for r in every if calls_for_help(r) is kind])]
    rates = [_rate(half) for half in halves] if halves else [_rate(every)]
    lower = min(rates, key=lambda c: c["rate"] or 0.0)
    if len(halves) == 1:  # calls without quiet tasks say nothing of false alarms, nor the other way round
        lower = MatrixCell(rate=None, interval=None, tasks=0, episodes=0)
    return MatrixCell(
        rate=lower["rate"],
        interval=lower["interval"],
        tasks=len({r.task_id for r in every}),
        episodes=len(every),
    )


def _rate(records: Sequence[EpisodeRecord]) -> MatrixCell:
    scores: dict[str, list[float]] = {}
    for record in records:
        scores.setdefault(record.task_id, []).append(success_rate(record))
    if not scores:
        return MatrixCell(rate=None, interval=None, tasks=0, episodes=0)
    found = interval(scores)
    return MatrixCell(rate=found.mean, interval=[found.low, found.high], tasks=len(scores), episodes=len(records))


def domain_cells(records: Sequence[EpisodeRecord]) -> dict[str, MatrixCell]:
    """Return the cell of each domain, from records of one level."""
    return {domain: cell([r for r in records if r.scope == domain]) for domain in DOMAINS}


def scope_at(records: Sequence[EpisodeRecord], threshold: float) -> Scope:
    """Return the scope that the records of one level attain.

    Args:
        records: Scored ones.
        threshold: The success rate at which a scenario is attained, in (0, 1].
    """
    of: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        of.setdefault(record.scenario, []).append(record)
    rates = {scenario: rate for scenario, mine in of.items() if (rate := cell(mine)["rate"]) is not None}
    attained = [scenario for scenario, rate in rates.items() if rate >= threshold]
    domains = [domain for domain in DOMAINS if _is_s2(domain, rates, attained)]
    return Scope(
        scenarios=sorted(attained, key=lambda s: (DOMAINS.index(domain_of(s)), s)),
        tested=len(rates),
        domains=domains,
        S1=bool(attained) if rates else None,
        S2=bool(domains) if rates else None,
        S3=len(domains) >= S3_DOMAINS if rates else None,
    )


def _is_s2(domain: str, rates: Mapping[str, float], attained: Sequence[str]) -> bool:
    own = [scenario for scenarios in HIERARCHY[domain].values() for scenario in scenarios]
    done, tested = sum(s in attained for s in own), sum(s in rates for s in own)
    return done >= _S2_SCENARIOS and 2 * done > tested
