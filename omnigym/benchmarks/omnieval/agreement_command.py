"""``omnigym agreement``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.benchmarks.omnieval.agreement import agreement, read_scores
from omnigym.cli.console import STDOUT, print_table, write_json
from omnigym.cli.options import JsonOption


def print_agreement(
    scores: Annotated[Path, typer.Argument(metavar="FILE.csv", help="A row a trajectory: cr, human_cr, lc, human_lc.")],
    json: JsonOption = None,
) -> None:
    """Print how CR and LC correlate with people's scores of the same trajectories (OmniBench 5.2, Figure 5).

    Pearson's coefficient has an interval by Fisher's transformation, Spearman's one by bootstrap, both of 95 %.
    """
    found = {name: agreement(*columns) for name, columns in read_scores(scores).items()}
    if json is not None:
        write_json(json, {name: one._asdict() for name, one in found.items()})
    if json != STDOUT:
        rows = [
            (name.upper(), *[f"{v:.2f} ({low:.2f} to {high:.2f})" for v, low, high in one[:2]], str(one.trajectories))
            for name, one in found.items()
        ]
        print_table(("metric", "Pearson (95 % CI)", "Spearman (95 % CI)", "trajectories"), rows)
