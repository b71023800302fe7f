"""``omnigym replay``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import progress, stdout
from omnigym.errors import ConfigError
from omnigym.recording import find_trajectories, read_trajectory, write_video

__all__ = ["replay"]


def replay(
    trajectory: Annotated[
        Path, typer.Argument(metavar="TRAJECTORY", help="An episode's directory, or one that holds several.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="A .gif or .mp4; by default replay.gif in the episode."),
    ] = None,
    width: Annotated[
        int | None, typer.Option("--width", min=64, metavar="PIXELS", help="By default the screen's own.")
    ] = None,
    pace: Annotated[float, typer.Option("--pace", min=0.05, metavar="X", help="2 shows all twice as long.")] = 1.0,
) -> None:
    """Make a GIF or MP4 of a recorded episode, with the actions drawn on the screen.

    Of a directory with several episodes, each gets a replay.gif of its own.
    """
    if trajectory.is_file():  # its trajectory.json, perhaps
        trajectory = trajectory.parent
    episodes = find_trajectories(trajectory) if trajectory.is_dir() else [trajectory]
    if not episodes:
        raise ConfigError(f"There is no recorded episode in {trajectory}. Record one: omnigym record -o {trajectory}")
    if output is not None and len(episodes) > 1:
        raise ConfigError(
            f"{trajectory} holds {len(episodes)} episodes, which do not fit into one file. Name one of them, such as "
            f"{episodes[0]}, or leave -o out."
        )
    with progress("Drawing", len(episodes)) as advance:
        for path in episodes:
            episode = read_trajectory(path)
            written = write_video(episode, output or episode.path / "replay.gif", width=width, pace=pace)
            advance(1, path.name)
            stdout().print(written, markup=False, soft_wrap=True)
