"""A blindfold: the control that shows how much of a score needs no look at the screen."""

from __future__ import annotations

import gymnasium
import numpy as np

from omnigym.a11y import Tree
from omnigym.devices.protocol import Frame
from omnigym.envs.observer import Observation
from omnigym.spaces.multi_device import key_on
from omnigym.wrappers.devices import device_names, frame_on, tree_on
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["Blindfold"]


class Blindfold(gymnasium.ObservationWrapper, ReconstructibleWrapper):
    """A wrapper that empties tree, screenshot, sound and video of observations; instruction and spaces stay.

    A policy that plays through a blindfold knows only its instruction and its own past actions. Its success rate is
    what tasks pay for opening apps by name, for chords and for whole paths. Put it inside of all wrappers that read
    the screen: ``NodeActions(Blindfold(env))``. `omnigym evaluate --blind` does.

    An agent that reads the device itself, as oracles do, sees past it.

    Args:
        env: An environment.
    """

    def __init__(self, env: gymnasium.Env) -> None:
        ReconstructibleWrapper.__init__(self)
        super().__init__(env)
        self._emptied = tuple(
            key_on(name, part) for name in device_names(env) for part in ("screenshot", "a11y_", "audio", "video")
        )

    def observation(self, observation: Observation) -> Observation:
        """Return the observation with zeros for everything that is seen or heard."""
        return {k: np.zeros_like(v) if k.startswith(self._emptied) else v for k, v in observation.items()}

    def a11y(self, device: str = "") -> Tree:
        """Return an empty tree."""
        return Tree((), tree_on(self.env, device).size)

    def screenshot(self, device: str = "") -> Frame:
        """Return a black screen: uint8 (H, W, 3)."""
        return np.zeros_like(frame_on(self.env, device))

    def snapshot_state(self) -> None:
        """Return no state: see `omnigym.envs.snapshots`."""
