"""``omnigym replay``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import counted, error_line, progress, stdout
from omnigym.errors import ConfigError, RecordingError
from omnigym.recording import find_trajectories, read_trajectory, write_video
from omnigym.recording.video import MAX_PACE, MAX_WIDTH

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
        int | None,
        typer.Option("--width", min=64, max=MAX_WIDTH, metavar="PIXELS", help="By default the screen's own."),
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", min=0.05, max=MAX_PACE, metavar="X", help="2 shows all twice as long.")
    ] = 1.0,
) -> None:
    """Make a GIF or MP4 of a recorded episode, with the actions drawn on the screen.

    Of a directory with several episodes, each gets a replay.gif of its own; one that cannot be drawn is said and left
    out, and the exit code is 1.
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
    left_out = 0
    with progress("Drawing", len(episodes)) as advance:
        for path in episodes:
            try:
                written = write_video(read_trajectory(path), output or path / "replay.gif", width=width, pace=pace)
            except RecordingError as e:
                if len(episodes) == 1:
                    raise
                left_out += 1
                error_line(e)
            else:
                stdout().print(written, markup=False, soft_wrap=True)
            advance(1, path.name)
    if left_out:
        error_line(f"{counted(left_out, 'episode')} of {len(episodes)} could not be drawn.")
        raise typer.Exit(1)
