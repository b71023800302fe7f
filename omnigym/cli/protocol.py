"""``omnigym protocol``: the rows of the learning protocol, one command per row, and their table."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from omnigym.cli.console import count_of, escape, progress, stdout, write_text
from omnigym.errors import ConfigError, MissingDependencyError

__all__ = ["arms", "list_rows", "run", "table", "weakest"]

OutOption = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Results, and models that rows share.")]
_OUT = Path("runs/protocol")
_MOST_SEEDS = 1000
_SEEDS = re.compile(r"(\d{1,9})(?:(?:-|\.\.)(\d{1,9}))?")


def _protocol(module: str) -> Any:
    try:
        return importlib.import_module(f"omnigym.baselines.protocol.{module}")
    except ModuleNotFoundError as e:
        raise MissingDependencyError(str(e.name), "Learning", "pip install 'omnigym[train]'") from None


def list_rows() -> None:
    """List the rows: the evaluation of each, and the inputs of its learner."""
    shown = Table("row", "question", "given")
    for row in _protocol("rows").ROWS.values():
        shown.add_row(escape(row.name), escape(row.title), escape(", ".join(row.knowledge)))
    stdout().print(shown)


def run(
    row: Annotated[str, typer.Argument(metavar="ROW", help="Name of the row; `omnigym protocol list` has them.")],
    seeds: Annotated[
        str, typer.Option("--seeds", metavar="N", help="Number of seeds, or the seeds: 0-4 or 0,2,5.")
    ] = "1",
    epochs: Annotated[
        int | None, typer.Option("--epochs", min=1, metavar="N", help="Epochs of the behaviour-cloned policy.")
    ] = None,
    steps: Annotated[int | None, typer.Option("--steps", min=1, metavar="N", help="Environment steps of PPO.")] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, metavar="N", help="Rounds of search and cloning.")] = 3,
    budget: Annotated[int, typer.Option("--budget", min=1, metavar="N", help="Steps of a search that teaches.")] = 600,
    updates: Annotated[int, typer.Option("--updates", min=1, metavar="N", help="Gradient steps of a round.")] = 600,
    tasks: Annotated[int, typer.Option("--tasks", min=0, metavar="N", help="Tasks of a measurement; 0 for all.")] = 120,
    search: Annotated[
        int | None,
        typer.Option("--search", min=1, metavar="N", help="Maximum steps of an evaluated search."),
    ] = None,
    within: Annotated[str, typer.Option("--within", metavar="QUERY", help="Further query that tasks must match.")] = "",
    reader: Annotated[
        str,
        typer.Option(
            "--reader", metavar="NAME", help="Text encoder of the cloned policy: minilm, pretrained on English."
        ),
    ] = "",
    part: Annotated[
        str, typer.Option("--part", metavar="PATTERN", help="Parts of the row by their names, such as 'clone, *'.")
    ] = "*",
    controls: Annotated[
        bool, typer.Option("--controls/--no-controls", help="Play each measure blind and by chance as well.")
    ] = True,
    by_controls: Annotated[
        float,
        typer.Option(
            "--by-controls", min=0, max=1, metavar="SHARE", help="Share of shortcuts that the clone sees done by menus."
        ),
    ] = 0.0,
    processes: Annotated[int, typer.Option("--processes", min=1, max=256, metavar="N", help="Side by side.")] = 1,
    out: OutOption = _OUT,
) -> None:
    """Run a row: train, evaluate, and add a line to DIR/ROW.jsonl for each measure.

    A line has a part, a seed, and a measure of the policy or of a control. Lines that are there
    are skipped, so you can resume a stopped run or add seeds. A row is run anew, for a better
    learner say, in another directory. A row of alternatives ends with `omnigym protocol arms`,
    and its figure is DIR/ROW.png.
    """
    rows, running = _protocol("rows"), _protocol("running")
    scale = _protocol("learners").Scale(
        epochs=epochs,
        steps=steps,
        rounds=rounds,
        budget=budget,
        updates=updates,
        tasks=tasks or None,
        search=search,
        within=within,
        reader=reader,
        controls=controls,
        by_controls=by_controls,
    )
    chosen = rows.with_parts(rows.row_of(row), part)
    todo = running.missing_lines(chosen, seeds_of(seeds), scale, out)
    with progress(chosen.title, len(todo)) as advance:
        done = running.run(chosen, seeds_of(seeds), scale, out, processes=processes, note=lambda text: advance(0, text))
        for outcome in done:
            advance(1, f"seed {outcome.seed} {outcome.part}: {', '.join(outcome.scores)}")
    stdout().print(f"{count_of(len(todo), 'new line')} in {out / (row + '.jsonl')}", markup=False, soft_wrap=True)
    if chosen.arms:
        arms(row, out, out / f"{row}.png")


def weakest(
    row: Annotated[str, typer.Argument(metavar="ROW", help="Name of the row.")],
    out: OutOption = _OUT,
) -> None:
    """Print the worst subtasks of a row, for each evaluation."""
    found = _protocol("table").weakest(_protocol("rows").row_of(row), out)
    shown = Table("subtask", *[escape(measure) for measure in found])
    for name in dict.fromkeys(name for by_name in found.values() for name in by_name):
        scores = [found[measure].get(name) for measure in found]
        shown.add_row(escape(name), *["" if score is None else f"{score:.2f}" for score in scores])
    stdout().print(shown)


def arms(
    row: Annotated[str, typer.Argument(metavar="ROW", help="Name of a row whose parts are asked the same.")],
    out: OutOption = _OUT,
    picture: Annotated[Path | None, typer.Option("--picture", metavar="PNG", help="Draw the arms here.")] = None,
) -> None:
    """Print the parts of a row side by side, in Markdown: by measure, with differences from the first part."""
    module, chosen = _protocol("arms"), _protocol("rows").row_of(row)
    typer.echo(module.arms(chosen, out), nl=False)
    if picture is not None:
        module.draw(chosen, out, picture)


def seeds_of(text: str) -> tuple[int, ...]:
    """The seeds that a text names: a number alone is how many, from 0.

    Raises:
        ConfigError: It names none.

    >>> seeds_of("5"), seeds_of("0-2,7")
    ((0, 1, 2, 3, 4), (0, 1, 2, 7))
    """
    found: list[int] = []
    if text.strip().isdecimal() and 1 <= int(text[:9]) <= _MOST_SEEDS:
        return tuple(range(int(text)))
    for part in text.split(","):
        match = _SEEDS.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not first <= last < first + _MOST_SEEDS or text.strip().isdecimal():
            raise ConfigError(f"--seeds takes how many, such as 5, or which, such as 0-4 or 0,2,5, got {text!r}.")
        found += range(first, last + 1)
    return tuple(dict.fromkeys(found))


def table(
    out: OutOption = _OUT,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="PNG", help="Draw the curves of learning without an oracle here."),
    ] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", metavar="FILE", help="Write the table here.")] = None,
) -> None:
    """Print the table of all results in DIR, in Markdown."""
    module = _protocol("table")
    text = module.markdown(out)
    if markdown is None:
        typer.echo(text, nl=False)
    else:
        write_text(markdown, text)
    if picture is not None:
        module.curves(out, picture)
