"""Controls for hearing and video: observations without them, or with another sound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, SupportsFloat

import gymnasium
import numpy as np
from numpy.typing import NDArray

from omnigym.devices.protocol import AUDIO_RATE, Frame, Sound
from omnigym.documents.sound import resample_sound, samples_of
from omnigym.envs.observer import InfoDict, Observation
from omnigym.envs.snapshots import state_in
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.foreign import read_bytes
from omnigym.sim.audio import FULL, Part, Sounding, mixed
from omnigym.spaces.multi_device import key_on
from omnigym.wrappers.devices import device_names
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["MaskModality"]

_SOUNDS = ("own", "none", "foreign")
#: Bytes of a clip's file, and the seconds and number of melodies where no clips are given.
_MAX_FILE, _MELODY_S, _MELODIES = 64_000_000, 60, 1 << 16


class _Place(NamedTuple):
    """The clip of a device, and the begin and length of the interval in it, in samples."""

    clip: int
    start: int = 0
    length: int = 0


class MaskModality(gymnasium.Wrapper, ReconstructibleWrapper):
    """A wrapper that removes sound, video, or both from observations, or replaces the sound with another one.

    It is OmniGUI's ablation (Table 4), and the control of an agent that is said to hear. A task that needs ears is not
    solved without sound; one that needs none is solved with any. Spaces stay: a masked array is zeros, and so is its
    ``audio_length`` or ``video_time``.

    A foreign sound has the length of the own one. An episode has one clip, which goes on from step to step and begins
    again at its end; the seed of the reset draws it.

    Args:
        env: An environment that observes the masked senses.
        sound: "own" leaves the sound as it is, "none" takes it out, "foreign" puts another one in its place.
        video: Whether the video is left as it is.
        clips: Paths of .wav files that foreign sounds are drawn from; without, they are melodies.

    Raises:
        ConfigError: A masked sense is not observed, or a clip holds no sound.
        UnknownNameError: There is no such ``sound``.
        FileNotFoundError, UnreadableError: A clip cannot be read.
    """

    def __init__(
        self,
        env: gymnasium.Env,
        sound: Literal["own", "none", "foreign"] = "none",
        video: bool = False,
        clips: Sequence[str] = (),
    ) -> None:
        ReconstructibleWrapper.__init__(self, sound=sound, video=video, clips=tuple(clips))
        super().__init__(env)
        if sound not in _SOUNDS:
            raise UnknownNameError("sound", str(sound), _SOUNDS)
        self._names = device_names(env)
        keys = set(getattr(env.observation_space, "spaces", ()))
        for masked, part in ((sound != "own", "audio"), (not video, "video")):
            if masked and key_on(self._names[0], part) not in keys:
                raise ConfigError(f"There is no {part} to mask. Make the environment with {part}=True.")
        self._sound, self._video = sound, video
        self._clips = tuple([_read(Path(path)) for path in clips])
        self._random = np.random.default_rng()
        self._places: dict[str, _Place] = {}

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode, and draw its foreign clip."""
        observation, info = self.env.reset(seed=seed, options=options)  # type: ignore[arg-type]
        if seed is not None:
            self._random = np.random.default_rng(seed)
        kept = state_in(options, self)
        clip = int(self._random.integers(len(self._clips) or _MELODIES))
        if kept is None:
            self._places = dict.fromkeys(self._names, _Place(clip))
            self._go_on(observation)
        else:
            self._places = {name: _Place(*place) for name, place in kept}
        return self._masked(observation), info

    def step(self, action: object) -> tuple[Observation, SupportsFloat, bool, bool, InfoDict]:
        """Step, and mask the observation."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._go_on(observation)
        return self._masked(observation), reward, terminated, truncated, info

    def audio(self, *device: str, seconds: float = 2.0) -> Sound:
        """Return the replaced sound: int16 (S,), as the environment's ``audio``."""
        own: Sound = self.env.get_wrapper_attr("audio")(*device, seconds=seconds)
        if self._sound == "own":
            return own
        return own[:0] if self._sound == "none" else self._foreign((*device, "")[0], len(own))

    def video(
        self, *device: str, frames: int = 4, size: tuple[int, int] | None = None
    ) -> tuple[Frame, NDArray[np.float32]]:
        """Return the masked frames, black if the video is removed."""
        shown, ago = self.env.get_wrapper_attr("video")(*device, frames=frames, size=size)
        return (shown, ago) if self._video else (np.zeros_like(shown), np.zeros_like(ago))

    def snapshot_state(self) -> object:
        """Return the position in the clip by device: see `omnigym.envs.snapshots`."""
        return tuple([(name, tuple(place)) for name, place in self._places.items()])

    def _go_on(self, observation: Observation) -> None:
        if self._sound != "foreign":
            return
        for name, place in self._places.items():
            length = int(observation[key_on(name, "audio_length")][0])
            self._places[name] = _Place(place.clip, place.start + place.length, length)

    def _masked(self, observation: Observation) -> Observation:
        changed: Observation = {}
        for name in self._names:
            emptied = [] if self._video else ["video", "video_time"]
            emptied += ["audio", "audio_length"] if self._sound == "none" else []
            changed |= {key_on(name, part): np.zeros_like(observation[key_on(name, part)]) for part in emptied}
            if self._sound == "foreign":
                key = key_on(name, "audio")
                padded = np.zeros_like(observation[key])
                length = self._places[name].length
                padded[len(padded) - length :] = self._foreign(name, length)
                changed[key] = padded
        return observation | changed

    def _foreign(self, name: str, samples: int) -> Sound:
        """The last samples of the interval."""
        place = self._places[name]
        clip = self._clips[place.clip] if self._clips else _melody(place.clip)
        end = place.start + place.length
        return clip[np.arange(end - samples, end) % len(clip)]


def _read(path: Path) -> Sound:
    rate, samples = samples_of(read_bytes(path, _MAX_FILE))
    if not len(samples):
        raise ConfigError(f"{path} holds no sound that can be read. Expected a .wav file of PCM samples.")
    return resample_sound(samples, rate, AUDIO_RATE)


def _melody(number: int) -> Sound:
    end = 1000 * _MELODY_S
    return mixed([Part(Sounding(f"foreign/{number}", 0), FULL, 0, end)], 0, end)
