"""The report of OmniEval on a run: it follows from the records of its episodes alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from omnigym.errors import ConfigError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.runs.directory import RunDirectory
from omnigym.runs.omnieval.capabilities import CapabilityRow, capability_row
from omnigym.runs.omnieval.causes import failure_causes
from omnigym.runs.omnieval.intents import IntentRow, intent_table
from omnigym.runs.omnieval.levels import LevelCell, level_table
from omnigym.runs.omnieval.sensitivity import Sensitivity, sensitivity
from omnigym.runs.omnieval.structures import Structures, structures
from omnigym.tasks.omnieval import SUITE

__all__ = ["OmniEval", "omnieval", "omnieval_of"]


class OmniEval(TypedDict):
    """The tables of an agent.

    ``capabilities`` is Table 4, ``levels`` Table 5, ``structures`` Figure 7, ``sensitivity`` Table 8, ``intents`` Table
    9 and ``causes`` Figure 8.
    """

    capabilities: CapabilityRow
    levels: Mapping[str, Mapping[str, LevelCell]]
    structures: Structures
    sensitivity: Sensitivity
    intents: Mapping[str, IntentRow]
    causes: Mapping[str, int]


def omnieval(records: Iterable[EpisodeRecord]) -> OmniEval | None:
    """The report on episodes of the suite ``omnieval``; those of others are left out, and without any there is none."""
    own = [r for r in records if r.suite == SUITE]
    if not own:
        return None
    return OmniEval(
        capabilities=capability_row(own),
        levels=level_table(own),
        structures=structures(own),
        sensitivity=sensitivity(own),
        intents=intent_table(own),
        causes=failure_causes(own),
    )


def omnieval_of(run: RunDirectory) -> OmniEval:
    """The report on a run.

    Raises:
        ConfigError: It has no episode of the suite ``omnieval``.
        RecordingError: Its episodes are damaged.
    """
    records = [p.record for p in run.played()]
    report = omnieval(records)
    if report is None:
        suites = ", ".join(sorted({r.suite or "no suite" for r in records})) or "nothing yet"
        raise ConfigError(
            f"The run {run.path} is of {suites}, and OmniEval's figures are of the tasks that it draws. Play them: "
            f"omnigym evaluate --suite {SUITE} --out RUN, or --tasks 'suite:NAME draw:20' for another pool."
        )
    return report
