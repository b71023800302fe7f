"""``omnigym omniact collect``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from omnigym.benchmarks.omniact import collection
from omnigym.benchmarks.omniact.perceived import read_pixels, read_tree
from omnigym.benchmarks.omniact.recipe import GROUPS, recipe
from omnigym.cli.console import count_of, progress, stdout
from omnigym.cli.options import one_of
from omnigym.tasks.proofs.workers import processors

__all__ = ["collect"]

#: Names that are printed of files that differ.
_SHOWN = 10


def collect(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Directory of the set to write or compare.")],
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="PART",
            help="A part of the set: sim (all that is simulated), real, windows, phone, ubuntu, x11 or chromium. "
            "May be given several times.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, metavar="N", help="Draw other scripts and words; by default those that ship."),
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare the set in DIR with the hashes that ship; nothing is collected.")
    ] = False,
    perceive: Annotated[
        bool,
        typer.Option(
            "--perceive",
            help="Have DetACT read the OCR, icon and colour files off the pixels; by default they are of the tree.",
        ),
    ] = False,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, metavar="N", help="Processes; by default one for each processor.")
    ] = None,
) -> None:
    """Collect a dataset in OmniACT's layout on omnigym's own devices (OmniACT 3).

    Boxes and labels are those of the accessibility trees. Each gold script was run: it brings about an outcome that
    neither the other scripts of its screen do, nor itself with a point off its box. A run that was stopped goes on
    where it was. With `--verify` it exits with 1 if a file differs; images of real devices may, as fonts do.
    """
    parts = tuple(only or ())
    for part in parts:
        one_of("only", part, tuple(GROUPS))
    made = recipe()
    if seed is not None and seed != made.seed:
        made = replace(made, seed=seed, hashes={})
    screens = len(made.of(parts))
    if verify:
        with progress("Comparing", screens) as advance:
            report = collection.verify(folder, made, parts, advance)
    else:
        with progress("Collecting", screens) as advance:
            read = read_pixels if perceive else read_tree
            report = collection.collect(
                folder, made, parts, read=read, workers=workers or processors(), progress=advance
            )
    _print(report, screens, verify)
    if verify and (report.differing or report.missing):
        raise typer.Exit(1)


def _print(report: collection.CollectionReport, screens: int, compared: bool) -> None:
    out = stdout()
    did = "compared" if compared else "collected"
    out.print(f"{count_of(report.points, 'point')} of {count_of(screens, 'screen')} {did}.", markup=False)
    for name, count in sorted(report.missing.items()):
        out.print(f"  {name}: {count_of(count, 'point')} fewer than planned", markup=False)
    for what, paths in (("differ", report.differing), ("differ, which real devices may", report.pictures)):
        if paths:
            out.print(f"{count_of(len(paths), 'file')} {what}: {', '.join(paths[:_SHOWN])}", markup=False)
