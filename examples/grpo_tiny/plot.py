"""Draw the curve of README.md from ``curve.csv`` and ``scores.json`` of a series of runs.

python examples/grpo_tiny/plot.py examples/grpo_tiny/results docs/assets/grpo-tiny.png
"""

from __future__ import annotations

import csv
import json
import sys
from collections import defaultdict
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from scipy.stats import t

#: Updates over which a point of the curve is the mean.
WINDOW = 5
NAMES = {"grpo": ("GRPO", "#1f6f54"), "shuffled": ("control: shuffled advantages", "#9a9a9a")}


def curves(path: Path) -> dict[str, np.ndarray]:
    """Return the success rate by arm: float (seeds, updates), each the mean of the last `WINDOW` updates."""
    found: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    with path.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found[row["arm"]][int(row["seed"])].append(float(row["success"]))
    kernel = np.ones(WINDOW) / WINDOW
    shared = min(len(values) for seeds in found.values() for values in seeds.values())  # one may have been stopped
    return {
        arm: np.array([np.convolve(values[:shared], kernel, "valid") for values in seeds.values()])
        for arm, seeds in found.items()
    }


def half_interval(values: np.ndarray) -> np.ndarray:
    """Return half of the 95 % interval of a mean over the first axis, by Student's t."""
    count = len(values)
    spread = values.std(axis=0, ddof=1) / np.sqrt(count)
    return np.asarray(t.ppf(0.975, count - 1) * spread)


def main(folder: Path, picture: Path) -> None:
    """Draw it, and print the scores before and after."""
    scores = json.loads((folder / "scores.json").read_text(encoding="utf-8"))
    figure, axes = plt.subplots(figsize=(7.2, 4.0), dpi=110)
    for arm, values in curves(folder / "curve.csv").items():
        name, colour = NAMES[arm]
        updates = np.arange(WINDOW, WINDOW + values.shape[1])
        mean, half = values.mean(axis=0), half_interval(values)
        axes.plot(updates, 100 * mean, color=colour, label=f"{name} ({len(values)} seeds, 95 % interval)")
        axes.fill_between(updates, 100 * (mean - half), 100 * (mean + half), color=colour, alpha=0.2, linewidth=0)
    axes.axhline(
        100 * scores["any element"]["train"],
        color="#b5651d",
        linestyle="--",
        linewidth=1,
        label="any element that is shown",
    )
    axes.set(xlabel="update", ylabel="success of training rollouts, %", ylim=(0, 50))
    axes.set_title("A two-layer model on one-click tasks of suite:hello", fontsize=11)
    axes.grid(alpha=0.25)
    axes.legend(frameon=False, loc="upper left", fontsize=9)
    figure.tight_layout()
    figure.savefig(picture)
    for arm in NAMES:
        runs = [run for run in scores["runs"] if run["arm"] == arm]
        for key in [key for key in (runs[0] if len(runs) > 1 else ()) if key not in ("arm", "seed")]:
            values = np.array([run[key] for run in runs])
            mean, half = values.mean(), half_interval(values)
            print(f"{arm}, greedy, {key}: {mean:.3f} +- {half:.3f}, {len(values)} seeds")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
