"""The setup step `WriteSound`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from omnigym.documents.sound import wav_bytes
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.sounds import RATE, about, join_sounds
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import FilePath, Text

__all__ = ["WriteSound"]

_MOST_S = 60.0
#: Silence between two sounds, in milliseconds.
_GAP_MS = 200
_BYTES, _HEADER = 2, 44


@dataclass(frozen=True, slots=True)
class WriteSound(SetupStep):
    """Create or replace a .wav file of a sequence of shipped sounds: 16 bits, mono, 16,000 samples a second.

    Files of the same length say by nothing that is seen of them what is heard.

    Attributes:
        path: A portable path that ends with ``.wav``; may be a template.
        sounds: Names of `omnigym.sounds`, with spaces between them; may be a template.
        seconds: The length of the file, at most 60: silence follows the sounds.
    """

    needs: ClassVar[str] = "files"

    path: FilePath
    sounds: Text
    seconds: float

    def problem(self) -> tuple[str, str]:
        """Return a problem if the sounds do not exist or exceed the limits."""
        if not self.path.lower().endswith(".wav"):
            return "path", f"it ends with .wav, got {self.path!r}"
        if not 0 < self.seconds <= _MOST_S:
            return "seconds", f"it lies in (0, {_MOST_S:g}], got {self.seconds:g}"
        parts = self.sounds.split()
        try:
            length = sum(about(part).milliseconds + _GAP_MS for part in parts) / 1000
            join_sounds(*parts[:0] if length > self.seconds else parts)
        except (ConfigError, UnknownNameError) as e:
            return "sounds", str(e)
        fits = parts and length <= self.seconds
        return ("", "") if fits else ("sounds", f"they take up to {self.seconds:g} s, got {length:g}")

    @property
    def written(self) -> int:
        """The length of the file in bytes."""
        return _HEADER + round(self.seconds * RATE) * _BYTES

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        samples = np.zeros(round(self.seconds * RATE), np.int16)
        heard = join_sounds(*self.sounds.split(), gap_ms=_GAP_MS)
        samples[: len(heard)] = heard
        device.write_file(self.path, wav_bytes(samples, RATE))
