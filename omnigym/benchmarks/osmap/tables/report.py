"""OS-MAP's tables of a run, as JSON values, and the rows that the paper published."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypedDict

from omnigym.benchmarks.osmap.metrics.proactivity import Proactivity, proactivity
from omnigym.benchmarks.osmap.scopes import SCENARIOS
from omnigym.benchmarks.osmap.tables.matrix import AUTOMATION, MatrixCell, Scope, cell, domain_cells, scope_at
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.runs.directory import RunDirectory

__all__ = ["THRESHOLD", "OSMap", "OSMapPublishedRow", "osmap", "osmap_of", "published_rows"]

#: The success rate at which a scenario is attained, unless another one is given.
THRESHOLD: Final = 0.5
_FILE: Final = Path(__file__).with_name("published.json")


class OSMap(TypedDict):
    """The tables of a run.

    ``levels`` has the row of Table 3: each level, and ``overall``, which is L1 to L4 as in the paper. ``domains`` is by
    level and domain, ``scopes`` by level; ``proactivity`` is of L5. Unscored episodes and infeasible tasks are left out
    of all rates; ``left_out`` is their number.
    """

    threshold: float
    levels: dict[str, MatrixCell]
    domains: dict[str, dict[str, MatrixCell]]
    scopes: dict[str, Scope]
    proactivity: Proactivity | None
    left_out: int


class OSMapPublishedRow(TypedDict):
    """A row of Table 3: ``rates`` in per cent by level and ``overall``, on other tasks than ours."""

    agent: str
    kind: str
    rates: Mapping[str, float]


def osmap(records: Iterable[EpisodeRecord], threshold: float = THRESHOLD) -> OSMap | None:
    """Return the tables of all records with a level and a scenario; None if there are none.

    Args:
        records: Of one agent.
        threshold: The success rate at which a scenario is attained.

    Raises:
        ConfigError: The threshold is not in (0, 1].
    """
    if not 0 < threshold <= 1:
        raise ConfigError(f"The threshold is a success rate in (0, 1], got {threshold:g}.")
    every = [r for r in records if r.level in AUTOMATION and r.scenario in SCENARIOS]
    if not every:
        return None
    scored = [r for r in every if not r.unscored and not r.infeasible]
    of = {level: [r for r in scored if r.level == level] for level in AUTOMATION}
    levels = {level: cell(mine) for level, mine in of.items()}
    levels["overall"] = cell([r for r in scored if r.level != "L5"])
    return OSMap(
        threshold=threshold,
        levels=levels,
        domains={level: domain_cells(mine) for level, mine in of.items()},
        scopes={level: scope_at(mine, threshold) for level, mine in of.items()},
        proactivity=proactivity(of["L5"]),
        left_out=len(every) - len(scored),
    )


def osmap_of(run: RunDirectory, threshold: float = THRESHOLD) -> OSMap:
    """Return the tables of a run on disk.

    Raises:
        ConfigError: It has no episode of a task with a level, or the threshold is wrong.
        RecordingError: Its episodes are damaged.
    """
    found = osmap([p.record for p in run.played()], threshold)
    if found is None:
        raise ConfigError(
            f"No episode of the run {run.path} has a level of automation. Play tasks that have one: omnigym evaluate "
            "--suite osmap --out DIR."
        )
    return found


@cache
def _published() -> dict[str, Any]:
    found: dict[str, object] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


def published_rows(agents: Sequence[str] = ()) -> list[OSMapPublishedRow]:
    """Return rows of Table 3.

    Args:
        agents: Of whom; of all if nobody is named.

    Raises:
        UnknownNameError: The table has no such row.
    """
    rows: dict[str, OSMapPublishedRow] = {row["agent"]: row for row in _published()["rows"]}
    for name in agents:
        if name not in rows:
            raise UnknownNameError("published agent", name, rows)
    return [rows[name] for name in agents or rows]
