"""A tree perceived from the picture, for devices without a tree, and as an ablation on devices with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from omnigym.a11y import Tree
from omnigym.envs.arguments import ArraySizes, read_group
from omnigym.envs.observer import InfoDict, Observation
from omnigym.errors import ConfigError, DeviceError
from omnigym.perception.detectors import Detector, PixelTrees, detector_of
from omnigym.spaces.multi_device import key_on
from omnigym.spaces.observation import observation_space
from omnigym.spaces.tree import TreeEncoder
from omnigym.wrappers.devices import device_names, frame_on
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["PerceiveElements"]


class PerceiveElements(gymnasium.Wrapper, ReconstructibleWrapper):
    """A wrapper that replaces the tree by the elements that are perceived in the picture.

    The ``a11y_`` arrays are those of a flat tree, a node for each element of the whole screen in the detector's order,
    and wrappers around this one read that tree, too: ``ElementActions(PerceiveElements(env))`` acts on a device that
    has none. Where a device has a tree, `a11y` gives the perceived one all the same, and ``info`` has no part of the
    device's own.

    A node's text is the element's, or else the name of its icon; its role is guessed by what found it
    (`omnigym.perception.element_tree.role_of`).
    ``"pixels"`` is `omnigym.perception.detact.DetACT`: OCR and contours, in reading order. A detector of yours,
    one with weights for instance, is a function of the screenshot, uint8 (H, W, 3), and answers with
    `omnigym.perception.Element` values, or ``((x, y, width, height), text)`` for each, in pixels. A screen that has not
    changed is not looked at again.

    Agents that read the device itself, as oracles do, see past it. After a failure of the device the arrays are those
    of the step before, as all of the observation is.

    Args:
        env: An environment, whatever it observes; of one or several devices.
        detector: "pixels" (needs ``omnigym[ocr]``), a detector's place ``module:function``, or a detector; with the
            latter, the environment's spec is no JSON.
        sizes: The number N of rows and L of letters of arrays that the environment does not observe,
            `omnigym.envs.arguments.ArraySizes` or a mapping of its fields; those that it has keep theirs.

    Raises:
        ConfigError: There is no such detector, its observations are not those of omnigym, or it answers with something
            else.
        MissingDependencyError: The extra is not installed.
    """

    def __init__(
        self,
        env: gymnasium.Env,
        detector: str | Detector = "pixels",
        sizes: ArraySizes | Mapping[str, object] | None = None,
    ) -> None:
        ReconstructibleWrapper.__init__(self, detector=detector, sizes=sizes)
        super().__init__(env)
        seen = env.observation_space
        if not isinstance(seen, spaces.Dict) or "instruction" not in seen.spaces:
            raise ConfigError(f"PerceiveElements needs the observations of omnigym, got the space {seen}.")
        finds, wanted = detector_of(detector), read_group(ArraySizes, "sizes", sizes)
        self._names = device_names(env)
        self._trees = {name: PixelTrees(finds) for name in self._names}
        self._encoders: dict[str, TreeEncoder] = {}
        parts: dict[str, spaces.Space[Any]] = {}
        for name in self._names:
            texts = seen.spaces.get(key_on(name, "a11y_text"))
            rows, length = (texts.shape if texts is not None else None) or (wanted.nodes, wanted.text_length)
            self._encoders[name] = TreeEncoder(rows, length)
            arrays = observation_space("a11y", (1, 1), nodes=rows, text_length=length).spaces
            parts |= {key_on(name, key): space for key, space in arrays.items() if key.startswith("a11y_")}
        self.observation_space = spaces.Dict({**seen.spaces, **parts})
        self._last: Observation = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode, and perceive its first screen."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._last = {}
        return self._perceived(observation, info), info

    def step(self, action: object) -> tuple[Observation, SupportsFloat, bool, bool, InfoDict]:
        """Do an action, and perceive the resulting screen."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._perceived(observation, info), reward, terminated, truncated, info

    def a11y(self, device: str = "") -> Tree:
        """Return the elements that are perceived at this step; it is the same object while the screen is unchanged.

        Raises:
            UnknownNameError: There is no such device.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
        """
        frame = frame_on(self.env, device)  # first: it knows which devices there are
        return self._trees[device].tree(frame)

    def snapshot_state(self) -> None:
        """Return no state: the elements follow from the screen. See `omnigym.envs.snapshots`."""

    def _perceived(self, observation: Observation, info: InfoDict) -> Observation:
        for name, encoder in self._encoders.items():
            try:
                arrays = encoder.encode(self.a11y(name), info["instruction"])
            except DeviceError:  # the step has said so, or the next one will
                known = key_on(name, "a11y_mask") in self._last
                arrays = {} if known else encoder.encode(Tree((), (1, 1)), "")
            self._last |= {key_on(name, key): array for key, array in arrays.items()}
        return {**observation, **{key: np.array(array) for key, array in self._last.items()}}
