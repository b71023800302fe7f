"""``omnigym export lerobot``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import count_of, progress, stdout
from omnigym.errors import ConfigError
from omnigym.recording import Trajectory, find_trajectories, read_trajectory
from omnigym.recording.lerobot_export import to_lerobot


def export_lerobot(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="An empty directory, or one to be made.")],
    recordings: Annotated[
        Path, typer.Option("--recordings", metavar="FOLDER", help="Recordings, or a run of `evaluate --record`.")
    ],
    fps: Annotated[
        int, typer.Option("--fps", min=1, max=1000, metavar="N", help="Frames, which are steps, a second.")
    ] = 10,
) -> None:
    """Write recordings as a LeRobotDataset (v3.0): Parquet episodes, MP4 screens, tasks and statistics.

    Read it with `LeRobotDataset("me/name", root=DIR)`. A frame is an observation and the action after it: `action` as
    numbers, `action.json` exactly.
    """
    found = find_trajectories(recordings)
    if not found:
        raise ConfigError(f"There is no recording in {recordings}. Make some: omnigym record -o {recordings}")
    with progress("Exporting", len(found)) as advance:

        def read() -> Iterator[Trajectory]:
            for path in found:
                yield read_trajectory(path)
                advance(1, path.name)

        made = to_lerobot(read(), directory, fps)
    what = f"{count_of(made.episodes, 'episode')}, {count_of(made.frames, 'frame')}, {count_of(made.tasks, 'task')}"
    stdout().print(f"{what} in {directory}", markup=False, soft_wrap=True)
