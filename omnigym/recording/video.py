"""A trajectory as a GIF or an MP4, with each action drawn on its frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.actions import Action, Point, Wait
from omnigym.devices.protocol import AUDIO_RATE
from omnigym.errors import ConfigError, MissingDependencyError, RecordingError
from omnigym.recording.draw import draw_action, draw_beside, draw_strip, pointer_of
from omnigym.recording.trajectory import Trajectory, read_trajectory

__all__ = ["MAX_PACE", "MAX_WIDTH", "Shot", "shots", "write_video"]

#: What a GIF can say of how long a frame is shown, and what is still a film.
MAX_PACE, MAX_WIDTH = 100.0, 8192

_MOVES = 4  # frames in which the pointer travels


_SILENCE: NDArray[np.int16] = np.zeros(0, np.int16)


class Shot(NamedTuple):
    """A frame of the film, its duration in seconds, and its sound, int16 (S,) at 16 kHz."""

    image: Image.Image
    seconds: float
    sound: NDArray[np.int16] = _SILENCE


def shots(
    trajectory: Trajectory, *, width: int | None = None, pace: float = 1.0, sounds: bool = False
) -> Iterator[Shot]:
    """Yield the frames of a trajectory: the pointer travels, the action is drawn, then the next screen appears.

    Args:
        trajectory: With recorded screenshots.
        width: Of the film in pixels; None for the screen's own.
        pace: 2.0 shows everything twice as long, but for what sounds.
        sounds: Whether the screen after an action is shown for as long as the action's sound, if that was recorded.

    Several devices are shown side by side, equally high; the one that is acted on has a frame.

    Raises:
        RecordingError: It has no screenshots.
    """
    film = _Film(trajectory, width)
    seen = film.frames(0)
    if not seen:
        raise RecordingError(
            f"{trajectory.path} has no screenshots. Record with RecordTrajectory(..., screenshots=True)."
        )
    instruction = str(trajectory.meta.get("instruction", ""))
    pointers: dict[str, Point] = dict.fromkeys(trajectory.devices, (0.5, 0.5))
    total, at = 0.0, next(iter(trajectory.devices))
    for n, step in enumerate(trajectory.steps):
        action = step.action
        status = f"step {n + 1}   {100 * total:.0f} %"
        at = step.device or at  # what is of no device is drawn on that which was acted on last
        pointer = pointers[at]
        start = getattr(action, "at", pointer)
        if start != pointer:
            for k in range(1, _MOVES):
                t = k / _MOVES
                t = t * t * (3 - 2 * t)
                between = (pointer[0] + (start[0] - pointer[0]) * t, pointer[1] + (start[1] - pointer[1]) * t)
                yield Shot(draw_strip(film.drawn(seen, at, None, between), instruction, status), 0.05 * pace)
        pointer = pointers[at] = pointer_of(action, pointer)
        sound = film.sound(n + 1) if sounds else _SILENCE
        waits = isinstance(action, Wait) and sound.any()  # what sounds goes on, so it is not held up
        if not waits:
            yield Shot(draw_strip(film.drawn(seen, at, action, pointer), instruction, status), 0.6 * pace)
        total = float(step.info.get("coverage_rate", 0.0))
        seen |= film.frames(n + 1)
        if sound.any():
            image = draw_strip(film.drawn(seen, at, action if waits else None, pointer), instruction, status)
            yield Shot(image, len(sound) / AUDIO_RATE, sound)
    end = trajectory.info.get("end_reason")
    status = f"{str(end).replace('_', ' ')}   {100 * total:.0f} %" if end else f"cut off   {100 * total:.0f} %"
    yield Shot(draw_strip(film.drawn(seen, at, None, pointers[at]), instruction, status), 2.0 * pace)


class _Film:
    """How large the devices' screens are in the film: one has its width; several are side by side, equally high.

    Args:
        trajectory: Whose screens.
        width: Of the film in pixels; None for the screen's own, of several that of the lowest one in full.
    """

    def __init__(self, trajectory: Trajectory, width: int | None) -> None:
        self._trajectory = trajectory
        sizes = {device: trajectory.size_of(device) for device in trajectory.devices}
        height = min(h for _, h in sizes.values())
        across = sum(w / h for w, h in sizes.values())
        beside = len(sizes) > 1
        self._gap = max(6, round((width or height * across) / 90)) if beside else 0
        if width is not None:
            height = max(1, round((width - self._gap * (len(sizes) + 1) * beside) / across))
        self._sizes = {device: (max(1, round(w * height / h)), height) for device, (w, h) in sizes.items()}

    def frames(self, n: int) -> dict[str, Image.Image]:
        """The screens of an observation, of those that were recorded."""
        found = {}
        for device, size in self._sizes.items():
            array = self._trajectory.frame(n, device)
            if array is not None:
                image = Image.fromarray(array)
                found[device] = image if image.size == size else image.resize(size, Image.Resampling.LANCZOS)
        return found

    def sound(self, n: int) -> NDArray[np.int16]:
        """What sounded before an observation on all devices, of those whose sound was recorded."""
        parts = [part for device in self._sizes if (part := self._trajectory.sound(n, device)) is not None]
        mixed = np.zeros(max(map(len, parts), default=0), np.int32)
        for part in parts:
            mixed[: len(part)] += part
        return np.clip(mixed, -32768, 32767).astype(np.int16)

    def drawn(self, seen: Mapping[str, Image.Image], at: str, action: Action | None, pointer: Point) -> Image.Image:
        """The screens with an action on one of them."""
        shown = dict(seen)
        if at in shown:
            shown[at] = draw_action(shown[at], action, pointer)
        return draw_beside(shown, self._sizes, at, self._gap) if self._gap else shown[at]


def write_video(
    trajectory: Trajectory | str | Path,
    out: str | Path,
    *,
    width: int | None = None,
    pace: float = 1.0,
    fps: int = 20,
) -> Path:
    """Write the film of a trajectory; an MP4 includes recorded sounds.

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
    ending = out.suffix.lower()
    if ending not in (".gif", ".mp4"):
        raise ConfigError(f"A video ends in .gif or .mp4, got {out.name!r}.")
    heard = ending == ".mp4" and any(trajectory.path.glob("sound*.wav"))
    film = shots(trajectory, width=width, pace=pace, sounds=heard)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        if ending == ".gif":
            _write_gif(film, out)
        else:
            _write_mp4(film, out, fps, heard)
    except OSError as e:
        raise RecordingError(f"Cannot write {out}: {e.strerror or e}. Free space or choose another place.") from e
    return out


def _write_gif(film: Iterator[Shot], out: Path) -> None:
    images, durations = [], []
    for shot in film:
        images.append(shot.image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
        durations.append(round(shot.seconds * 1000))
    images[0].save(out, save_all=True, append_images=images[1:], duration=durations, loop=0, optimize=False)


def _write_mp4(film: Iterator[Shot], out: Path, fps: int, heard: bool) -> None:
    try:
        import av
    except ImportError as e:
        raise MissingDependencyError(str(e.name), "Writing an MP4", "pip install 'omnigym[record]'") from e
    with av.open(str(out), "w", format="mp4", options={"movflags": "faststart"}) as file:
        pictures = file.add_stream("libx264", rate=fps)
        pictures.pix_fmt = "yuv420p"
        track = file.add_stream("aac", rate=AUDIO_RATE, layout="mono") if heard else None
        shown, sounded = 0, 0  # frames and samples
        for shot in film:
            pixels = np.asarray(shot.image)
            pixels = np.pad(pixels, ((0, pixels.shape[0] % 2), (0, pixels.shape[1] % 2), (0, 0)), mode="edge")
            if not shown:
                pictures.height, pictures.width = pixels.shape[:2]
            for _ in range(max(1, round(shot.seconds * fps))):
                frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
                frame.pts, shown = shown, shown + 1
                file.mux(pictures.encode(frame))
            if track is not None:
                samples = np.zeros((1, shown * AUDIO_RATE // fps - sounded), np.int16)
                samples[0, : len(shot.sound)] = shot.sound[: samples.shape[1]]
                part = av.AudioFrame.from_ndarray(samples, format="s16", layout="mono")
                part.sample_rate, part.pts = AUDIO_RATE, sounded
                sounded += samples.shape[1]
                file.mux(track.encode(part))
        file.mux(pictures.encode())
        if track is not None:
            file.mux(track.encode())
