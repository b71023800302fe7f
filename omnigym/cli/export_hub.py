"""``omnigym export hf``."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from omnigym.baselines.rollout_runs import ROLLOUTS, read_groups
from omnigym.cli.console import count_of, progress, stdout
from omnigym.cli.options import SplitOption, one_split
from omnigym.errors import ConfigError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.recording.hub_export import HubWriter
from omnigym.recording.rollouts import RolloutRecord, read_rollouts
from omnigym.runs import RunDirectory
from omnigym.tasks.suites import list_tasks


def export_hub(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="An empty directory, or one to be made.")],
    rollouts: Annotated[
        Path | None, typer.Option("--rollouts", metavar="RUN", help="A run of `omnigym rollout`, or its file.")
    ] = None,
    run: Annotated[
        Path | None, typer.Option("--run", metavar="RUN", help="A run of `omnigym evaluate`; with its recordings.")
    ] = None,
    unscored: Annotated[
        bool, typer.Option("--unscored", help="With rollouts and episodes that could not be scored.")
    ] = False,
    tasks: Annotated[str | None, typer.Option("--tasks", metavar="QUERY", help="Tasks by a query or a file.")] = None,
    split: SplitOption = None,
) -> None:
    """Write rollouts, episodes and tasks as Parquet with pictures and a card: a dataset for `datasets` and hubs.

    The tables are `rollouts` and `steps`; of a run of `omnigym evaluate` `episodes` and, where it was recorded
    (`--record`), `episode_steps`; and `tasks`. Rollouts have their advantages. Unscored rollouts and episodes are left
    out unless asked for.
    """
    if rollouts is None and run is None and tasks is None:
        raise ConfigError("Nothing is to be exported: give --rollouts RUN, --run RUN or --tasks QUERY.")
    with HubWriter(directory) as writer, progress("Exporting", None) as advance:
        if rollouts is not None:
            path = rollouts / ROLLOUTS if rollouts.is_dir() else rollouts

            def told() -> Iterator[RolloutRecord]:
                scored: Iterable[RolloutRecord] = itertools.chain.from_iterable(read_groups(path))
                rest: Iterable[RolloutRecord] = (r for r in read_rollouts(path) if r.unscored) if unscored else ()
                for record in itertools.chain(scored, rest):
                    yield record
                    advance(1, record.id)

            writer.rollouts(told(), path.parent)
        if run is not None:

            def played() -> Iterator[tuple[int, EpisodeRecord, str | None]]:
                for one in RunDirectory(run).played():
                    if unscored or not one.record.unscored:
                        yield one.episode, one.record, one.trajectory
                        advance(1, one.record.task_id)

            writer.episodes(played(), run)
        if tasks is not None:
            writer.tasks(list_tasks(tasks, split=one_split(split)))
    rows = {name.replace("_", " ").removesuffix("s"): number for name, number in writer.rows.items()}
    what = ", ".join([count_of(number, name) for name, number in rows.items()])
    stdout().print(f"{what} in {directory}", markup=False, soft_wrap=True)
