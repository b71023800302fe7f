"""Draw the levels of the dataset's tasks in each of the five complexities, for its page: ``omnibench.png``.

    python docs/dataset_sheet.py [--out docs/assets]

Run it again when the dataset was made anew (`omnigym tasks generate`).
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

from omnigym.benchmarks.omnibench.synthesis.dataset import shipped
from omnigym.tasks.complexity import DIMENSIONS, complexity_of, level

_COUNTS = {
    "dependency": "edges",
    "instruction": "nodes",
    "knowledge": "categories",
    "hierarchy": "depth",
    "branch": "width",
}
_COLOURS = {"easy": "#a8d5ba", "medium": "#f6c667", "hard": "#e07a5f"}
#: The smallest share, in per cent, that has room for its number.
_ROOM = 5


def shares() -> dict[str, list[float]]:
    """By level the share of the tasks in each of the complexities, in per cent."""
    count: Counter[tuple[str, str]] = Counter()
    every = 0
    for task in shipped():
        every += 1
        complexity = complexity_of(task)
        count.update((of, level(of, getattr(complexity, of))) for of in DIMENSIONS)
    return {name: [100 * count[of, name] / every for of in DIMENSIONS] for name in _COLOURS}


def draw(path: Path) -> None:
    """Draw the shares as bars beside each other."""
    figure, axes = plt.subplots(figsize=(7, 2.4))
    rows, left = range(len(DIMENSIONS)), [0.0] * len(DIMENSIONS)
    for name, values in shares().items():
        axes.barh(rows, values, left=left, color=_COLOURS[name], label=name)
        for row, (width, begin) in enumerate(zip(values, left, strict=True)):
            if width >= _ROOM:
                axes.text(begin + width / 2, row, f"{width:.0f} %", ha="center", va="center", fontsize=8)
        left = [begin + width for begin, width in zip(left, values, strict=True)]
    axes.set_yticks(rows, [f"{of} ({_COUNTS[of]})" for of in DIMENSIONS], fontsize=9)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xticks([])
    axes.spines[:].set_visible(False)
    axes.legend(ncol=3, loc="upper center", bbox_to_anchor=(0.5, 1.2), frameon=False, fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)


def main() -> None:
    """Draw it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "assets")
    mpl.use("Agg")
    draw(parser.parse_args().out / "omnibench.png")


if __name__ == "__main__":
    main()
