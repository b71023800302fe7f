"""The report of OmniEval on a run: it follows from the records of its episodes alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import pi
from pathlib import Path
from typing import Any, TypedDict

from omnigym.benchmarks.omnieval import SUITE
from omnigym.benchmarks.omnieval.tables.breakdowns import (
    ABBREVIATIONS,
    TITLES,
    CapabilityRow,
    IntentRow,
    LevelCell,
    Sensitivity,
    Structures,
    capability_row,
    failure_causes,
    intent_table,
    level_table,
    sensitivity,
    structures,
)
from omnigym.errors import ConfigError, MissingDependencyError, UnknownNameError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.runs.directory import RunDirectory


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


# -- published --------------------------------------------------------------------------------------------------------

# What the paper printed: its rows of Tables 4, 5, 8 and 9 and the shares of Figure 8, as reference data.
#
# They are of other tasks, on a virtual machine with Windows 11, and of models as they were: nothing to compare a
# number with, but the order of magnitude and the shape.

ABOUT = "published: OmniBench, Table 4; other tasks, Windows 11 in a virtual machine"
_FILE = Path(__file__).with_name("published.json")


class PublishedRow(TypedDict):
    """A row of Table 4, in per cent."""

    agent: str
    kind: str
    cr: float
    lc: float
    capabilities: Mapping[str, float]


class PublishedData(TypedDict):
    """All of it.

    ``levels`` is by agent, dimension and level, ``graphs`` what is said of Figure 7's graphs, ``sensitivity`` by model,
    ``intents`` by model, "plain" or "intent": parallel and long-range planning and both; ``causes`` in per cent.
    """

    source: str
    capabilities: Sequence[PublishedRow]
    levels: Mapping[str, Mapping[str, Mapping[str, float]]]
    graphs: Mapping[str, float]
    sensitivity: Mapping[str, float]
    intents: Mapping[str, Mapping[str, Sequence[float]]]
    causes: Mapping[str, float]


@cache
def published_data() -> PublishedData:
    """The data."""
    found: PublishedData = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


def published_rows(agents: Sequence[str] = ()) -> list[PublishedRow]:
    """Rows of Table 4.

    Args:
        agents: Of whom; of all if nobody is named.

    Raises:
        UnknownNameError: The table has no such row.
    """
    rows = {row["agent"]: row for row in published_data()["capabilities"]}
    for name in agents:
        if name not in rows:
            raise UnknownNameError("published agent", name, rows)
    return [rows[name] for name in agents or rows]


# -- the plot of the ten capabilities, as in Figure 1 of OmniBench ----------------------------------------------------


def draw_radar(rows: Mapping[str, CapabilityRow], beside: Sequence[PublishedRow], path: Path) -> None:
    """Draw agents on the ten axes: own runs as full lines, what was published as dashed ones.

    Args:
        rows: Table 4's rows of runs, by the name of the agent; a capability without a task is left out of its line.
        beside: Published rows; `radar_note` stands below.
        path: The file; its ending says the format.

    Raises:
        MissingDependencyError: Matplotlib is not installed.
        ConfigError: The file cannot be written, or its ending is of no format.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise MissingDependencyError("matplotlib", "Drawing capabilities", "pip install 'omnigym[train]'") from None
    names = list(ABBREVIATIONS)
    angles = [2 * pi * n / len(names) for n in range(len(names))]
    figure = Figure(figsize=(9.2, 5.6), layout="constrained")
    ax: Any = figure.add_subplot(projection="polar")
    ax.set_theta_offset(pi / 2)
    ax.set_theta_direction(-1)
    for n, (agent, row) in enumerate(rows.items()):
        known = [(a, v) for a, name in zip(angles, names, strict=True) if (v := row["capabilities"][name]) is not None]
        closed = [*known, *known[:1]]
        ax.plot(*zip(*closed, strict=True), color=f"C{n}", linewidth=2, marker="o", markersize=3.5, label=agent)
        ax.fill(*zip(*closed, strict=True), color=f"C{n}", alpha=0.12)
    for n, published in enumerate(beside, len(rows)):
        values = [published["capabilities"][name] for name in names]
        label = f"{published['agent']} (published)"
        ax.plot([*angles, angles[0]], [*values, values[0]], color=f"C{n}", linewidth=1, linestyle="--", label=label)
    ax.set_xticks(angles, ["\n".join(TITLES[name].rsplit(" ", 1)) for name in names], fontsize=8)
    for label, angle in zip(ax.get_xticklabels(), angles, strict=True):  # beside the circle, not across it
        label.set_horizontalalignment("center" if angle % pi == 0 else "left" if angle < pi else "right")
    ax.set_ylim(0, 100)
    ax.set_yticks([20, 40, 60, 80, 100], ["20", "40", "60", "80", "100"], fontsize=7, color="0.4")
    ax.set_rlabel_position(18)
    ax.grid(alpha=0.35)
    ax.set_title("Coverage Rate (%) by capability, OmniEval", fontsize=10, pad=18)
    figure.legend(loc="outside right upper", fontsize=8, frameon=False)
    figure.supxlabel(radar_note(rows, beside), fontsize=7.5, color="0.35")
    try:
        figure.savefig(path, dpi=120)
    except (OSError, ValueError) as e:
        raise ConfigError(f"Cannot draw to {path}: {e}. Name a file that ends in .png, .svg or .pdf.") from None


def radar_note(rows: Mapping[str, CapabilityRow], beside: Sequence[PublishedRow]) -> str:
    """Return the note below the radar plot: its scale, the axes that a run lacks, and the limits of the comparison.

    >>> radar_note({}, ())
    'Each axis is the mean Coverage Rate of the tasks that test a capability, from 0 % at the centre to 100 %.'
    """
    lines = [
        "Each axis is the mean Coverage Rate of the tasks that test a capability, from 0 % at the centre to 100 %."
    ]
    for agent, row in rows.items():
        missing = [ABBREVIATIONS[name] for name in ABBREVIATIONS if row["capabilities"][name] is None]
        if missing:
            lines.append(f"{agent} has no task of {', '.join(missing)}: its line leaves these axes out.")
    if beside:
        lines.append(
            "Dashed lines are the paper's figures, of other tasks on a virtual machine: they do not rank the runs."
        )
    return "\n".join(lines)
