"""The base of the flat action wrappers: the types of action that they offer, and the texts that can be typed."""

from __future__ import annotations

from typing import Final

import gymnasium
import numpy as np
from gymnasium.core import ObsType
from numpy.typing import ArrayLike

from omnigym.actions import MODIFIERS
from omnigym.envs.observer import InfoDict
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.spaces.action import ACTION_TYPES, CHARSET, MAX_TEXT, ActionFields
from omnigym.wrappers.devices import device_names
from omnigym.wrappers.text_candidates import text_candidates

__all__ = ["TYPES", "SimpleActions", "fields"]

#: The types of action that are offered by default; DONE and FAIL are not among them.
TYPES: Final[tuple[str, ...]] = ("click", "drag", "scroll", "press", "type", "wait")


class SimpleActions(gymnasium.ActionWrapper[ObsType, ArrayLike, ActionFields]):
    """Base of wrappers with a flat action space, whose ``type`` is one of a few and whose text is a candidate.

    Args:
        env: An environment of omnigym, of one device or of several.
        types: The types of action that are offered, from `omnigym.spaces.ACTION_TYPES`.
        candidates: The number of texts of the instruction that can be typed.

    Attributes:
        devices: The names of several devices, which an action names by their places; empty of one.

    Raises:
        ConfigError: A type is unknown, or there is none.
    """

    def __init__(self, env: gymnasium.Env[ObsType, ActionFields], types: tuple[str, ...], candidates: int) -> None:
        super().__init__(env)
        for name in types:
            if name not in ACTION_TYPES:
                raise UnknownNameError("action type", name, ACTION_TYPES)
        if not types or candidates < 1:
            raise ConfigError(f"At least one type and one candidate are needed, got {types} and {candidates}.")
        self.types = tuple(types)
        self._numbers = tuple(ACTION_TYPES.index(t) for t in types)  # index in `types` to number in the action space
        self._limit = candidates
        self.devices = tuple([name for name in device_names(env) if name])
        self.candidates: tuple[str, ...] = ()

    def reset(self, *, seed: int | None = None, options: dict[str, object] | None = None) -> tuple[ObsType, InfoDict]:
        """Begin an episode and read the text candidates off its instruction."""
        observation, info = self.env.reset(seed=seed, options=options)
        self.candidates = text_candidates(info["instruction"], self._limit)
        return observation, info

    def snapshot_state(self) -> None:
        """Nothing: the texts come with the instruction."""

    def text(self, candidate: int) -> str:
        """A candidate without the characters that the action space excludes; "" if there is none with this index."""
        text = self.candidates[candidate] if candidate < len(self.candidates) else ""
        return "".join(c for c in text[:MAX_TEXT] if c in CHARSET)

    def number(self, place: int) -> int:
        """The value of ``type`` in the environment's action space for an index in ``types``."""
        return self._numbers[place]

    def on(self, device: int, action: ActionFields) -> ActionFields:
        """The action, on one of several devices by its place."""
        return {**action, "device": np.int64(device)} if self.devices else action


def fields(
    number: int,
    point: ArrayLike,
    end: ArrayLike,
    scroll: ArrayLike,
    duration: float,
    *,
    button: int,
    count: int,
    modifiers: ArrayLike,
    key: int,
    text: str,
) -> ActionFields:
    """An element of `omnigym.spaces.action_space`."""
    return {
        "type": np.int64(number),
        "position": np.asarray(point, np.float64),
        "end_position": np.asarray(end, np.float64),
        "button": np.int64(button),
        "repeats": np.int64(count - 1),
        "scroll": np.asarray(scroll, np.float64),
        "duration": np.array([duration], np.float64),
        "modifiers": np.asarray(modifiers, np.int8).reshape(len(MODIFIERS)),
        "key": np.int64(key),
        "text": text,
    }
