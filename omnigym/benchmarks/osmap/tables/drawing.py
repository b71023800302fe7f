"""The matrix as a picture: success by level and domain, and the attained scopes (OS-MAP, Figure 1)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from omnigym.benchmarks.osmap.scopes import DOMAINS
from omnigym.benchmarks.osmap.tables.matrix import AUTOMATION, S3_DOMAINS, MatrixCell, Scope
from omnigym.benchmarks.osmap.tables.report import OSMap
from omnigym.errors import ConfigError, MissingDependencyError

__all__ = ["draw_matrix"]

_COLOURS: Final = "YlGnBu"
#: Above so much of the scale the ground is dark, and what is written on it white.
_DARK: Final = 0.45


def draw_matrix(reports: Mapping[str, OSMap], path: Path) -> None:
    """Draw a row for each agent: levels by domains at the left, levels by scopes at the right.

    Args:
        reports: By the name of the agent.
        path: The file; its ending says the format.

    Raises:
        MissingDependencyError: Matplotlib is not installed.
        ConfigError: The file cannot be written, or its ending is of no format.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise MissingDependencyError("matplotlib", "Drawing the matrix", "pip install 'omnigym[train]'") from None
    figure = Figure(figsize=(11, 0.7 + 3.3 * len(reports)), layout="constrained")
    axes: Any = figure.subplots(len(reports), 2, squeeze=False, width_ratios=(6, 3.2))
    image = None
    for (left, right), (agent, report) in zip(axes, reports.items(), strict=True):
        rates = [[report["domains"][level][d]["rate"] for d in DOMAINS] for level in reversed(AUTOMATION)]
        cells = [[report["domains"][level][d] for d in DOMAINS] for level in reversed(AUTOMATION)]
        texts = [
            [f"{100 * c['rate']:.0f} %\nn={c['tasks']}" if c["rate"] is not None else "" for c in r] for r in cells
        ]
        image = _heat(left, rates, texts, list(DOMAINS))
        left.set_title(f"{agent}: success by domain", fontsize=10, loc="left")
        scopes = [report["scopes"][level] for level in reversed(AUTOMATION)]
        _heat(right, [_shares(s) for s in scopes], [_words(s) for s in scopes], ["S1", "S2", "S3"])
        right.set_title(f"Scope attained at {100 * report['threshold']:.0f} %", fontsize=10, loc="left")
    if image is not None:
        bar = figure.colorbar(image, ax=axes[:, 1].tolist(), shrink=0.9, pad=0.03)
        bar.set_ticks([0, 0.25, 0.5, 0.75, 1], labels=["0", "25", "50", "75", "100 %"])
        bar.ax.tick_params(labelsize=8)
    try:
        figure.savefig(path, dpi=130)
    except (OSError, ValueError) as e:
        raise ConfigError(f"Cannot draw to {path}: {e}. Name a file that ends in .png, .svg or .pdf.") from None


def _heat(ax: Any, rates: list[list[float | None]], texts: list[list[str]], columns: list[str]) -> Any:
    """A table whose ground is its values, the highest level on top; grey where nothing was played."""
    values = [[float("nan") if rate is None else rate for rate in row] for row in rates]
    ax.set_facecolor("0.93")
    image = ax.imshow(values, cmap=_COLOURS, vmin=0, vmax=1, aspect="auto")
    for y, row in enumerate(texts):
        for x, words in enumerate(row):
            rate = rates[y][x]
            dark = rate is not None and rate > _DARK
            ax.text(x, y, words or "-", ha="center", va="center", fontsize=8, color="white" if dark else "0.2")
    ax.set_xticks(range(len(columns)), columns, fontsize=9)
    ax.set_yticks(range(len(AUTOMATION)), AUTOMATION[::-1], fontsize=9)
    ax.set_xticks([x - 0.5 for x in range(1, len(columns))], minor=True)
    ax.set_yticks([y - 0.5 for y in range(1, len(AUTOMATION))], minor=True)
    ax.grid(which="minor", color="white", linewidth=2)
    ax.tick_params(which="both", length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    return image


def _rate(cell: MatrixCell) -> str:
    return "" if cell["rate"] is None else f"{100 * cell['rate']:.0f} %\nn={cell['tasks']}"


def _shares(scope: Scope) -> list[float | None]:
    if not scope["tested"]:
        return [None] * 3
    domains = len(scope["domains"])
    return [len(scope["scenarios"]) / scope["tested"], domains / len(DOMAINS), min(1.0, domains / S3_DOMAINS)]


def _words(scope: Scope) -> list[str]:
    if not scope["tested"]:
        return [""] * 3
    told = [
        f"{len(scope['scenarios'])} of {scope['tested']}\nscenarios",
        f"{len(scope['domains'])} of {len(DOMAINS)}\ndomains",
        f"{len(scope['domains'])} domains\n({S3_DOMAINS} needed)",
    ]
    attained = (scope["S1"], scope["S2"], scope["S3"])
    return [f"{'yes' if yes else 'no'}: {words}" for yes, words in zip(attained, told, strict=True)]
