"""Writes an episode while it happens, so that a kill or a full disk loses no complete step."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.a11y import Tree
from omnigym.errors import RecordingError
from omnigym.recording.trajectory import META, STEPS, TRAJECTORY, read_trajectory

__all__ = ["TrajectoryWriter"]


class TrajectoryWriter:
    """Writes one episode into a new directory; see `omnigym.recording.trajectory` for its files.

    A file is written under a temporary name and renamed; a step counts from when its line, written after its files,
    ends in a newline.

    Args:
        path: The directory; made, with those above it.
        meta: What is known at the beginning, plain values.

    Raises:
        RecordingError: The directory holds a recording already, or cannot be written.
    """

    def __init__(self, path: str | Path, meta: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.steps = 0
        self._observations = 0
        if (self.path / META).exists():
            raise RecordingError(f"{self.path} holds a recording already. Choose another directory, or remove it.")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            raise self._error(e) from e
        self._write(META, _json(meta))

    def observation(
        self,
        frame: NDArray[np.uint8] | None,
        arrays: Mapping[str, NDArray[Any]] | None = None,
        tree: Tree | None = None,
    ) -> None:
        """Write what is seen: once before the first step, then after each one, before `step` says what it was.

        Raises:
            RecordingError: It cannot be written.
        """
        n, self._observations = self._observations, self._observations + 1
        if frame is not None:
            buffer = io.BytesIO()
            Image.fromarray(frame).save(buffer, "PNG", compress_level=1)
            self._write(f"obs{n:04d}.png", buffer.getvalue())
        if arrays is not None:
            buffer = io.BytesIO()
            np.savez_compressed(buffer, **dict(arrays))  # type: ignore[arg-type]
            self._write(f"obs{n:04d}.npz", buffer.getvalue())
        if tree is not None:
            self._write(f"tree{n:04d}.json", tree.to_json().encode())

    def step(
        self, entry: Mapping[str, Any], reward: float, terminated: bool, truncated: bool, info: Mapping[str, Any]
    ) -> None:
        """Write the line of a step, which makes it count.

        Raises:
            RecordingError: It cannot be written.
        """
        line = {"entry": entry, "reward": reward, "terminated": terminated, "truncated": truncated, "info": info}
        try:
            with (self.path / STEPS).open("ab") as file:
                file.write(_json(line) + b"\n")
        except OSError as e:
            raise self._error(e) from e
        self.steps += 1

    def finish(self) -> None:
        """Write the whole in OmniBench's form.

        Raises:
            RecordingError: It cannot be written.
        """
        self._write(TRAJECTORY, json.dumps(read_trajectory(self.path).to_omnibench(), indent=2).encode())

    def _write(self, name: str, content: bytes) -> None:
        part = self.path / f"{name}.part"
        try:
            part.write_bytes(content)
            part.replace(self.path / name)
        except OSError as e:
            raise self._error(e) from e

    def _error(self, e: OSError) -> RecordingError:
        return RecordingError(
            f"Cannot go on recording into {self.path}: {e.strerror or e}. Its {self.steps} recorded steps are intact. "
            "Free space or choose another directory, and reset the environment."
        )


def _json(value: Any) -> bytes:
    # in ASCII, as what an agent said need not be text that UTF-8 can hold
    return json.dumps(value, default=_plain).encode()


def _plain(value: Any) -> Any:
    """What NumPy made of a number."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON.")
