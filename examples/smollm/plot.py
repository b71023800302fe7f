"""Draw the curves of fine-tuning and of GRPO.

python examples/smollm/plot.py examples/smollm/results docs/assets/smollm.png
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

#: Of each kind of training the column that is drawn, its factor, and what it is.
PANELS = {
    "sft": ("loss", 1.0, "negative log-likelihood"),
    "grpo": ("success", 100.0, "success of training rollouts, %"),
}
#: Updates over which a point of the curve is the mean.
WINDOW = 5


def main(folder: Path, picture: Path) -> None:
    """Draw ``sft-SEED.csv`` and ``grpo-SEED.csv`` of a folder, as far as they are there."""
    found = {kind: sorted(folder.glob(f"{kind}-*.csv")) for kind in PANELS}
    kinds = [kind for kind, files in found.items() if files]
    figure, every = plt.subplots(1, len(kinds), figsize=(4.6 * len(kinds), 3.6), dpi=110, squeeze=False)
    for axes, kind in zip(every[0], kinds, strict=True):
        column, factor, label = PANELS[kind]
        for path in found[kind]:
            with path.open(encoding="utf-8") as file:
                values = factor * np.array([float(row[column]) for row in csv.DictReader(file)])
            window = min(WINDOW, len(values))
            mean = np.convolve(values, np.ones(window) / window, "valid")
            updates = np.arange(1, len(values) + 1)
            (line,) = axes.plot(updates[window - 1 :], mean, label=path.stem.replace("-", ", seed "))
            axes.plot(updates, values, color=line.get_color(), alpha=0.2, linewidth=1)
        axes.set(xlabel="update", ylabel=label, ylim=(0, None))
        axes.grid(alpha=0.25)
        axes.legend(frameon=False, fontsize=9)
    figure.tight_layout()
    figure.savefig(picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
