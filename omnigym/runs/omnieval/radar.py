"""The plot of the ten capabilities, as in Figure 1 of OmniBench."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi
from pathlib import Path
from typing import Any

from omnigym.errors import ConfigError, MissingDependencyError
from omnigym.runs.omnieval.capabilities import ABBREVIATIONS, TITLES, CapabilityRow
from omnigym.runs.omnieval.published import PublishedRow

__all__ = ["draw_radar"]


def draw_radar(rows: Mapping[str, CapabilityRow], beside: Sequence[PublishedRow], path: Path) -> None:
    """Draw agents on the ten axes: own runs as full lines, what was published as dashed ones.

    Args:
        rows: Table 4's rows of runs, by the name of the agent; a capability without a task is left out of its line.
        beside: Published rows.
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
    try:
        figure.savefig(path, dpi=120)
    except (OSError, ValueError) as e:
        raise ConfigError(f"Cannot draw to {path}: {e}. Name a file that ends in .png, .svg or .pdf.") from None
