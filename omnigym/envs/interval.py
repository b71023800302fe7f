"""Observers of the sound and the frames of a device since the previous step."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from omnigym.devices.protocol import AUDIO_RATE, Device, Frame, HasAudio, HasScreenVideo, RecordsIntervals, Sound
from omnigym.errors import CapabilityError, ConfigError, DeviceFaultError
from omnigym.spaces.observation import MAX_AGO_S

__all__ = ["IntervalObserver"]


class IntervalObserver:
    """An observer of the sound of one device, of small frames of its screen, or of both.

    Args:
        prefix: The prefix of its arrays' keys: see `omnigym.envs.observer.Observer`.
        samples: S, the length of ``audio``; 0 where no sound is observed.
        frames: K, the number of frames in ``video``; 0 where none are observed.
        size: Their (width, height) in pixels.
    """

    def __init__(self, prefix: str, samples: int, frames: int, size: tuple[int, int]) -> None:
        self._prefix, self._samples, self._frames, self._size = prefix, samples, frames, size
        self._heard: HasAudio | None = None
        self._seen: HasScreenVideo | None = None
        self._recording: RecordsIntervals | None = None

    def attach(self, device: Device) -> None:
        """Record this device from its next reset on.

        Raises:
            CapabilityError: It cannot be heard, or watched.
        """
        self._heard = self._seen = None
        if self._samples:
            if not isinstance(device, HasAudio):
                raise CapabilityError(f"audio=True needs a device that can be heard, and {device.name!r} cannot.")
            self._heard = device
            device.listen(True)
        if self._frames:
            if not isinstance(device, HasScreenVideo):
                raise CapabilityError(
                    f"video=True needs a device that keeps its screen's past, and {device.name!r} does not."
                )
            self._seen = device
            device.watch(True)
        self._recording = self._heard or self._seen

    def next(self) -> None:
        """Begin a step, and with it an interval."""
        if self._recording is not None:
            self._recording.next_interval()

    def add_to(self, observation: dict[str, NDArray[Any]]) -> None:
        """Put sound and frames into an observation.

        Raises:
            DeviceError: The device failed.
        """
        prefix = self._prefix
        if self._heard is not None:
            sound = self.audio(self._samples / AUDIO_RATE)
            padded = np.zeros(self._samples, np.int16)
            padded[self._samples - len(sound) :] = sound
            observation[f"{prefix}audio"] = padded
            observation[f"{prefix}audio_length"] = np.array([len(sound)], np.int32)
        if self._seen is not None:
            observation[f"{prefix}video"], ago = self.video(self._frames, self._size)
            observation[f"{prefix}video_time"] = np.minimum(ago, np.float32(MAX_AGO_S))

    def audio(self, seconds: float) -> Sound:
        """Return the sound of the interval: see `omnigym.devices.protocol.HasAudio.audio`.

        Raises:
            ConfigError: No sound is observed, or ``seconds`` is out of range.
            DeviceError: The device failed.
        """
        if self._heard is None:
            raise ConfigError("Nobody listens to this device. Make the environment with audio=True.")
        sound = self._heard.audio(seconds)
        most = round(AUDIO_RATE * seconds)
        if sound.dtype != np.int16 or sound.ndim != 1 or len(sound) > most:
            raise self._fault(self._heard, "audio", f"int16 of at most {most} samples", sound)
        return sound

    def video(self, frames: int, size: tuple[int, int] | None = None) -> tuple[Frame, NDArray[np.float32]]:
        """Return frames of the interval: see `omnigym.devices.protocol.HasScreenVideo.video`.

        Args:
            frames: Their number.
            size: Their (width, height); None for that of the observation.

        Raises:
            ConfigError: No video is observed, or an argument is out of range.
            DeviceError: The device failed.
        """
        if self._seen is None:
            raise ConfigError("Nobody watches this device. Make the environment with video=True.")
        width, height = size or self._size
        shown, ago = self._seen.video(frames, (width, height))
        if shown.dtype != np.uint8 or shown.shape != (frames, height, width, 3):
            raise self._fault(self._seen, "video", f"uint8 {(frames, height, width, 3)}", shown)
        if ago.dtype != np.float32 or ago.shape != (frames,) or not (ago >= 0).all():
            raise self._fault(self._seen, "video", f"float32 {(frames,)}, none below 0", ago)
        return shown, ago

    def _fault(self, device: object, call: str, wanted: str, got: NDArray[Any]) -> DeviceFaultError:
        name = getattr(device, "name", "")
        return DeviceFaultError(name, call, f"expected {wanted}, got {got.dtype} {got.shape}.", "Reset the device.")
