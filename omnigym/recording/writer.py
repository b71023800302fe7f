"""Writing of an episode while it happens, so that a kill or a full disk loses no complete step."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.a11y import Tree
from omnigym.devices.protocol import AUDIO_RATE
from omnigym.documents.sound import wav_bytes
from omnigym.errors import RecordingError
from omnigym.foreign import append_to, replace_file, show_value
from omnigym.recording.files import ARRAYS, META, STEPS, TRAJECTORY, film_file, screen_file, sound_file, tree_file
from omnigym.recording.schema import FORMAT, SEVERAL_FORMAT
from omnigym.recording.trajectory import read_trajectory
from omnigym.tasks.secrets import NO_MASK, Mask

if TYPE_CHECKING:
    from omnigym.recording.arrays import ArraysPacker

__all__ = ["Sight", "TrajectoryWriter", "new_directory"]

#: Bytes of a task's id in the name of a directory: a name has 255, and there is a number before it.
_MAX_NAME = 120


def new_directory(folder: str | Path, task_id: str, number: int) -> tuple[Path, int]:
    """Make a unique directory for an episode, since other threads and processes may record into the folder.

    Args:
        folder: Made, with those above it.
        task_id: Is in its name.
        number: The first that is tried.

    Returns:
        The directory, and its number.

    Raises:
        RecordingError: It cannot be made.
    """
    name = "".join(c if c.isalnum() or c in "-_@." else "-" for c in task_id)
    name = name.encode()[:_MAX_NAME].decode(errors="ignore")
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        while True:
            path = folder / f"{number:06d}-{name}"
            try:
                path.mkdir()
            except FileExistsError:
                number += 1
            else:
                return path, number
    except (OSError, ValueError) as e:  # the latter for a path with a NUL in it
        why = e.strerror if isinstance(e, OSError) else e
        raise RecordingError(
            f"Cannot record into {folder}: {why}. Choose a directory that can be written, with free space."
        ) from e


class Sight(NamedTuple):
    """The recorded view of a device at one moment.

    Attributes:
        frame: The screen, uint8 (H, W, 3); None where it is not kept, or the device failed.
        tree: The tree; None where it is not kept, or the device failed or has none.
        sound: The sound since the observation before, int16 (S,) at 16 kHz; None where it is not kept.
        film: Frames of that time, uint8 (K, h, w, 3), and how many seconds before now each was seen, float32 (K,).
    """

    frame: NDArray[np.uint8] | None = None
    tree: Tree | None = None
    sound: NDArray[np.int16] | None = None
    film: tuple[NDArray[np.uint8], NDArray[np.float32]] | None = None


class _Written(NamedTuple):
    """What was written last of one of several devices.

    Attributes:
        n: The observation.
        frame: The screen, which nobody else can change.
        tree, text: The tree, and what was written of it.
    """

    n: int
    frame: NDArray[np.uint8] | None
    tree: Tree | None
    text: bytes | None

    def shows(self, frame: NDArray[np.uint8] | None, text: bytes | None) -> bool:
        """Return whether nobody could tell the two apart."""
        if self.text != text or self.frame is None or frame is None:
            return self.text == text and self.frame is frame
        return self.frame is frame or np.array_equal(self.frame, frame)

    def written_of(self, tree: Tree | None) -> bytes | None:
        """What is written of a tree; blocks of trees never change, and are compared by identity."""
        same = tree is not None and self.tree is not None and tree.blocks == self.tree.blocks
        return self.text if same else _text_of(tree)


def _text_of(tree: Tree | None) -> bytes | None:
    # a program may name its controls by what UTF-8 cannot hold; with a backslash it is what JSON writes for it
    return None if tree is None else tree.to_json().encode(errors="backslashreplace")


def _held(frame: NDArray[np.uint8] | None) -> NDArray[np.uint8] | None:
    """The same frame, which nobody can change."""
    return frame.copy() if frame is not None and frame.flags.writeable else frame


class TrajectoryWriter:
    """A writer of one episode into a new directory; see `omnigym.recording.trajectory` for its files.

    A file is written under a temporary name and renamed; a step counts from when its line, written after its files,
    ends in a newline.

    Args:
        path: The directory; made, with those above it.
        meta: What is known at the beginning, plain values; of several devices with ``devices``, by their names.
        mask: Puts dots in place of the task's secrets, in actions too. Trees are masked by who observes them.

    Raises:
        RecordingError: The directory holds a recording already, or cannot be written.
    """

    def __init__(self, path: str | Path, meta: Mapping[str, object], mask: Mask = NO_MASK) -> None:
        self.path = Path(path)
        self._mask = mask
        self.steps = 0
        self._observations = 0
        self._packer: ArraysPacker | None = None
        self._broken: RecordingError | None = None
        self._written: dict[str, _Written] = {}
        content = self._json({"format": SEVERAL_FORMAT if "devices" in meta else FORMAT, **meta})
        part = self.path / f"{META}.part"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with part.open("xb") as file:  # of two that begin here at once, one gets it
                file.write(content)
            taken = (self.path / META).exists()
            if taken:
                part.unlink()
            else:
                part.replace(self.path / META)
        except FileExistsError:
            taken = True
        except OSError as e:
            raise self._error(e) from e
        if taken:
            raise RecordingError(f"{self.path} holds a recording already. Choose another directory, or remove it.")

    def observation(
        self,
        frame: NDArray[np.uint8] | None,
        arrays: Mapping[str, NDArray[np.generic]] | None = None,
        tree: Tree | None = None,
    ) -> None:
        """Write the observation of the only device: once before the first step, then after each step, before `step`.

        Raises:
            RecordingError: It cannot be written.
            MissingDependencyError: There are arrays, and Zstandard is not installed.
        """
        self.observations({"": Sight(frame, tree)}, arrays)

    def observations(self, seen: Mapping[str, Sight], arrays: Mapping[str, NDArray[np.generic]] | None = None) -> None:
        """Write the observations of the devices, as `observation` of one; an unchanged screen is not written again.

        Args:
            seen: By their names; the only one is named "".
            arrays: Those of the whole observation.

        Raises:
            RecordingError, MissingDependencyError: As `observation`; there is a film, and PyAV is not installed.
        """
        self._check()
        n, self._observations = self._observations, self._observations + 1
        for device, (frame, tree, sound, film) in seen.items():
            if sound is not None and len(sound):
                self._write(sound_file(n, device), wav_bytes(sound, AUDIO_RATE))
            if film is not None and film[1].any():  # else no time has passed
                from omnigym.recording.films import mp4

                self._write(film_file(n, device), mp4(*film))
            last = self._written.get(device)
            text = _text_of(tree) if last is None else last.written_of(tree)
            if last is not None and last.shows(frame, text):
                continue
            if device:
                self._written[device] = _Written(n, _held(frame), tree, text)
            if frame is not None:
                buffer = io.BytesIO()
                Image.fromarray(frame).save(buffer, "PNG", compress_level=1)
                self._write(screen_file(n, device), buffer.getvalue())
            if text is not None:
                self._write(tree_file(n, device), text)
        if arrays is not None:
            self._append(ARRAYS, self._packed(arrays))

    def step(
        self, entry: Mapping[str, object], reward: float, terminated: bool, truncated: bool, info: Mapping[str, object]
    ) -> None:
        """Write the line of a step, which completes it.

        Raises:
            RecordingError: It cannot be written, or holds what is no JSON, such as a reward that is not finite.
        """
        self._check()
        shown = {"shown": {name: written.n for name, written in self._written.items()}} if self._written else {}
        flags = {"terminated": terminated, "truncated": truncated}
        line = {"entry": entry, "reward": reward, **flags, **shown, "info": info}
        self._append(STEPS, self._json(line) + b"\n")
        self.steps += 1

    def finish(self) -> None:
        """Write the whole episode in OmniBench's form.

        Raises:
            RecordingError: It cannot be written.
        """
        self._write(TRAJECTORY, json.dumps(read_trajectory(self.path).to_omnibench(), indent=2).encode())

    def _packed(self, arrays: Mapping[str, NDArray[np.generic]]) -> bytes:
        if self._packer is None:
            from omnigym.recording.arrays import ArraysPacker
            from omnigym.recording.schema import share_reference

            try:
                self._packer = ArraysPacker(share_reference(self.path, arrays))
            except OSError as e:
                raise self._error(e) from e
        return self._packer.pack(arrays)

    def _write(self, name: str, content: bytes) -> None:
        try:
            replace_file(self.path / name, content)
        except OSError as e:
            raise self._error(e) from e

    def _append(self, name: str, content: bytes) -> None:
        try:
            with append_to(self.path / name) as file:
                file.write(content)
        except OSError as e:
            raise self._error(e) from e

    def _check(self) -> None:
        """After half a line nothing may follow, and a directory that somebody removed is not made anew in part."""
        if self._broken is not None:
            raise self._broken
        if not (self.path / META).exists():
            raise self._error(FileNotFoundError())

    def _error(self, e: OSError) -> RecordingError:
        if (self.path / META).exists() or not self.steps:
            kept = f"{e.strerror or 'the directory is gone'}. Its {self.steps} recorded steps are intact"
        else:
            kept = f"the directory is gone, and its {self.steps} recorded steps with it"
        self._broken = RecordingError(
            f"Cannot go on recording into {self.path}: {kept}. "
            "Free space or choose another directory, and reset the environment."
        )
        return self._broken

    def _json(self, value: Mapping[str, object]) -> bytes:
        try:
            # in ASCII, as what an agent said need not be text that UTF-8 can hold
            return json.dumps(self._mask.plain(value), default=_plain, allow_nan=False).encode()
        except (ValueError, TypeError) as e:
            self._broken = RecordingError(
                f"Step {self.steps} cannot be recorded into {self.path}: {_culprit(value)} {e}. The steps before it "
                "are intact. Mend the environment or wrapper that says so, and reset it."
            )
            raise self._broken from None


def _culprit(value: Mapping[str, object]) -> str:
    """The first field that JSON cannot hold."""
    for name, part in value.items():
        try:
            json.dumps(part, default=_plain, allow_nan=False)
        except (ValueError, TypeError):
            return f"{name} is {show_value(part)}:"
    return ""


def _plain(value: object) -> object:
    """What NumPy made of a number."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON.")
