"""``omnigym steps``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.benchmarks.omnibench.step_metrics import (
    StepsEpisode,
    episode_of,
    read_episodes,
    score_steps,
    write_episodes,
)
from omnigym.cli.console import STDOUT, print_table, write_json
from omnigym.cli.options import JsonOption
from omnigym.errors import ConfigError
from omnigym.recording import find_trajectories, read_trajectory


def print_steps(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="Gold episodes: JSON lines, or recordings.")],
    answers: Annotated[
        list[Path] | None, typer.Argument(metavar="[ANSWERS]...", help="Answers to them.", show_default=False)
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the gold episodes as JSON lines.")
    ] = None,
    json: JsonOption = None,
) -> None:
    """Print Type, Grounding and SR of answers to recorded steps (OmniBench, Tables 6 and 7).

    Files have AndroidControl's layout as JSON lines; a folder has recordings. `--save` turns recordings into such a
    file, for a model that answers step by step.
    """
    episodes = _episodes(gold)
    if save is not None:
        write_episodes(episodes, save)
    elif not answers:
        raise ConfigError("Nothing is to be done: give ANSWERS to score, or --save FILE.")
    scores = {str(path): score_steps(episodes, _episodes(path)) for path in answers or ()}
    if json is not None:
        write_json(json, {name: one._asdict() for name, one in scores.items()})
    if scores and json != STDOUT:
        rows = [(name, *[_points(v) for v in one[:3]], str(one.steps)) for name, one in scores.items()]
        print_table(("answers", "Type", "Grounding", "SR", "steps"), rows)


def _points(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.2f}"


def _episodes(path: Path) -> list[StepsEpisode]:
    if not path.is_dir():
        return read_episodes(path)
    found = find_trajectories(path)
    if not found:
        raise ConfigError(f"There is no recording in {path}. Make some: omnigym record -o {path}")
    return [episode_of(read_trajectory(one)) for one in found]
