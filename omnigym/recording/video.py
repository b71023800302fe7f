"""A trajectory as a GIF or an MP4, with each action drawn on the frame it was taken on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from omnigym.actions import Point
from omnigym.errors import ConfigError, MissingDependencyError, RecordingError
from omnigym.recording.draw import draw_action, draw_strip, pointer_of
from omnigym.recording.trajectory import Trajectory, read_trajectory

__all__ = ["MAX_PACE", "MAX_WIDTH", "Shot", "shots", "write_video"]

#: What a GIF can say of how long a frame is shown, and what is still a film.
MAX_PACE, MAX_WIDTH = 100.0, 8192

_MOVES = 4  # frames in which the pointer travels


class Shot(NamedTuple):
    """A frame of the film and how long it is shown, in seconds."""

    image: Image.Image
    seconds: float


def shots(trajectory: Trajectory, *, width: int | None = None, pace: float = 1.0) -> Iterator[Shot]:
    """The frames of a trajectory: the pointer travels, the action is drawn, then the next screen comes.

    Args:
        trajectory: With recorded screenshots.
        width: Of the film in pixels; None for the screen's own.
        pace: 2.0 shows everything twice as long.

    Raises:
        RecordingError: It has no screenshots.
    """
    first = _frame(trajectory, 0, width)
    if first is None:
        raise RecordingError(
            f"{trajectory.path} has no screenshots. Record with RecordTrajectory(..., screenshots=True)."
        )
    instruction = str(trajectory.meta.get("instruction", ""))
    pointer: Point = (0.5, 0.5)
    total, image = 0.0, first
    for n, step in enumerate(trajectory.steps):
        action = step.action
        status = f"step {n + 1}   {100 * total:.0f} %"
        start = getattr(action, "at", pointer)
        if start != pointer:
            for k in range(1, _MOVES):
                t = k / _MOVES
                t = t * t * (3 - 2 * t)
                between = (pointer[0] + (start[0] - pointer[0]) * t, pointer[1] + (start[1] - pointer[1]) * t)
                yield Shot(draw_strip(draw_action(image, None, between), instruction, status), 0.05 * pace)
        pointer = pointer_of(action, pointer)
        yield Shot(draw_strip(draw_action(image, action, pointer), instruction, status), 0.6 * pace)
        total = float(step.info.get("coverage_rate", 0.0))
        image = _frame(trajectory, n + 1, width) or image
    end = trajectory.info.get("end_reason")
    status = f"{str(end).replace('_', ' ')}   {100 * total:.0f} %" if end else f"cut off   {100 * total:.0f} %"
    yield Shot(draw_strip(draw_action(image, None, pointer), instruction, status), 2.0 * pace)


def _frame(trajectory: Trajectory, n: int, width: int | None) -> Image.Image | None:
    array = trajectory.frame(n)
    if array is None:
        return None
    image = Image.fromarray(array)
    if width is not None and width != image.width:
        image = image.resize((width, max(1, round(image.height * width / image.width))), Image.Resampling.LANCZOS)
    return image


def write_video(
    trajectory: Trajectory | str | Path,
    out: str | Path,
    *,
    width: int | None = None,
    pace: float = 1.0,
    fps: int = 20,
) -> Path:
    """Write the film of a trajectory.

    Args:
        trajectory: A recording or its directory.
        out: The file; its ending decides: ``.gif`` (needs nothing more) or ``.mp4`` (needs PyAV).
        width: In pixels; None for the screen's own.
        pace: 2.0 shows everything twice as long.
        fps: Frames a second of an MP4.

    Raises:
        ConfigError: The ending is neither, or the width or pace is out of range.
        MissingDependencyError: PyAV is not installed.
        RecordingError: There are no screenshots, or the file cannot be written.
    """
    if not 0 < pace <= MAX_PACE or (width is not None and not 1 <= width <= MAX_WIDTH):
        raise ConfigError(
            f"A film has a pace above 0, at most {MAX_PACE:g}, and at most {MAX_WIDTH} pixels across, "
            f"got {pace:g} and {width}."
        )
    out = Path(out)
    trajectory = trajectory if isinstance(trajectory, Trajectory) else read_trajectory(trajectory)
    film = shots(trajectory, width=width, pace=pace)
    writers = {".gif": _write_gif, ".mp4": _write_mp4}
    if out.suffix.lower() not in writers:
        raise ConfigError(f"A video ends in .gif or .mp4, got {out.name!r}.")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        writers[out.suffix.lower()](film, out, fps)
    except OSError as e:
        raise RecordingError(f"Cannot write {out}: {e.strerror or e}. Free space or choose another place.") from e
    return out


def _write_gif(film: Iterator[Shot], out: Path, _fps: int) -> None:
    images, durations = [], []
    for shot in film:
        images.append(shot.image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
        durations.append(round(shot.seconds * 1000))
    images[0].save(out, save_all=True, append_images=images[1:], duration=durations, loop=0, optimize=False)


def _write_mp4(film: Iterator[Shot], out: Path, fps: int) -> None:
    try:
        import av  # noqa: F401 - imageio's plugin needs it
        import imageio.v3 as iio
    except ImportError as e:
        raise MissingDependencyError(str(e.name), "Writing an MP4", "pip install 'omnigym[record]'") from e
    with iio.imopen(out, "w", plugin="pyav") as file:
        file.init_video_stream("libx264", fps=fps)
        for shot in film:
            frame = np.asarray(shot.image)
            for _ in range(max(1, round(shot.seconds * fps))):
                file.write_frame(frame)
