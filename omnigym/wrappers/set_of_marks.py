"""Set-of-marks: numbered elements, drawn on the screenshot, listed in the info, and named by actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from omnigym.a11y import Tree
from omnigym.actions import Action, Invalid, On, Point
from omnigym.devices.protocol import Frame
from omnigym.envs.observer import InfoDict, Observation
from omnigym.errors import ActionError, ConfigError, DeviceError
from omnigym.spaces.action import ACTION_TYPES
from omnigym.spaces.multi_device import key_on
from omnigym.wrappers.devices import tree_on
from omnigym.wrappers.marks import Marks, center_of, draw_marks, marks_of
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["SetOfMarks"]


class _Drawn(NamedTuple):
    """A picture without and with numbers."""

    marks: Marks
    frame: Frame
    drawn: Frame


class SetOfMarks(gymnasium.Wrapper, ReconstructibleWrapper):
    """Numbers the elements that accept actions (Yang et al. 2023; CRAB, section 5), from 1.

    - ``screenshot``, where one is observed, has a frame around each element, and its number. Wrappers that scale the
      screenshot go inside: ``SetOfMarks(ResizeScreenshot(env, size))``, so that the numbers can be read.
    - ``info["marks"]`` has the bounds (x, y, width, height) in pixels of the screen by number.
    - Actions have two more fields: ``mark``, the number of the element whose middle is the ``position``, and
      ``end_mark`` for ``end_position``. With 0, or without the fields, the positions are read. A number that is not on
      the screen is an invalid action. Values of `omnigym.actions` are passed on as they are.

    An element is numbered if an element action is possible on it (`ElementActions`): it can be clicked, scrolled or
    typed into, and is not covered. They come in the tree's order, from front to back.

    **Several devices** share one row of numbers: those of the second begin after those of the first. So a number says
    which device is meant, whatever ``device`` says, and two numbers of different devices are an invalid action.
    ``info["marks_on"]`` has the device of each number.

    Where there is no tree, or none is to be used, elements come from the picture of the whole screen:
    ``SetOfMarks(PerceiveElements(env))``.

    Args:
        env: An environment.
        limit: The most numbers of a device.
        draw: Whether they are drawn; else they are in the info alone.

    Raises:
        ConfigError: ``limit`` is below 1, or another wrapper inside has changed actions or colours.
    """

    def __init__(self, env: gymnasium.Env, limit: int = 200, draw: bool = True) -> None:
        ReconstructibleWrapper.__init__(self, limit=limit, draw=draw)
        super().__init__(env)
        if limit < 1:
            raise ConfigError(f"limit must be at least 1, got {limit}.")
        space = env.action_space
        if not isinstance(space, spaces.Dict) or "position" not in space.spaces:
            raise ConfigError(
                "SetOfMarks needs the environment's own actions. Put wrappers that change them around it."
            )
        self._names: tuple[str, ...] = env.get_wrapper_attr("device_names")
        observed = env.observation_space.spaces if isinstance(env.observation_space, spaces.Dict) else {}
        for name in self._names:
            seen = observed.get(key_on(name, "screenshot"))
            if draw and seen is not None and (seen.shape or ())[2:] != (3,):
                raise ConfigError("SetOfMarks draws in colour. Put GrayscaleScreenshot around it, not inside.")
        number = spaces.Discrete(limit * len(self._names) + 1)
        self.action_space = spaces.Dict({**space.spaces, "mark": number, "end_mark": number})
        self._limit, self._draw = limit, draw
        self._marks = {name: Marks() for name in self._names}
        self._trees = {name: Tree((), (1, 1)) for name in self._names}
        self._last: dict[str, _Drawn] = {}

    @property
    def marks(self) -> Marks:
        """The numbered elements now, on the first device if there are several."""
        return self._marks[self._names[0]]

    def marks_on(self, device: str) -> Marks:
        """Return the numbered elements of a device; a single device is named ""."""
        return self._marks[device]

    def tree_on(self, device: str) -> Tree:
        """Return the tree whose elements were numbered; the rows of `Marks` belong to it."""
        return self._trees[device]

    def unmarked_on(self, device: str) -> Frame | None:
        """Return the last screenshot of a device without numbers; None if none were drawn."""
        drawn = self._last.get(device)
        return None if drawn is None else drawn.frame

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode, and number the elements."""
        return self._marked(*self.env.reset(seed=seed, options=options))

    def snapshot_state(self) -> None:
        """Return no state: the numbers follow from the screen."""

    def step(
        self, action: Mapping[str, object] | Action | On
    ) -> tuple[Observation, SupportsFloat, bool, bool, InfoDict]:
        """Do an action whose numbers refer to the last marks."""
        observation, reward, terminated, truncated, info = self.env.step(
            self._placed(action) if isinstance(action, Mapping) else action
        )
        observation, info = self._marked(observation, info)
        return observation, reward, terminated, truncated, info

    def _placed(self, action: Mapping[str, Any]) -> Mapping[str, Any] | Action:
        fields = dict(action)
        numbers = {place: int(fields.pop(name, 0)) for name, place in _PLACES.items()}
        read = {place: number for place, number in numbers.items() if number and self._reads(fields, place)}
        devices = set()
        try:
            for place, number in read.items():
                device, at = self._found(number)
                devices.add(device)
                fields[place] = np.array(at)
            if len(devices) > 1:
                raise ActionError(f"the elements {', '.join(map(str, read.values()))} are on different devices")
        except ActionError as e:
            return Invalid(f"marks {list(read.values())}", str(e))
        if devices and "" not in devices:
            fields["device"] = self._names.index(devices.pop())
        return fields

    def _found(self, number: int) -> tuple[str, Point]:
        """The device of a number, and where its element is."""
        for device, marks in self._marks.items():
            if 0 <= number - marks.first < len(marks.bounds):
                return device, center_of(marks.bounds[number - marks.first], self._trees[device].size)
        raise ActionError(
            f"there is no element {number}: they are 1 to {sum(len(m.rows) for m in self._marks.values())}"
        )

    @staticmethod
    def _reads(fields: Mapping[str, Any], place: str) -> bool:
        """Whether this type of action has a position, or an end."""
        number = int(fields.get("type", -1))
        kind = ACTION_TYPES[number] if 0 <= number < len(ACTION_TYPES) else ""
        return kind == "drag" or (place == "position" and kind in _POINTING)

    def _marked(self, observation: Observation, info: InfoDict) -> tuple[Observation, InfoDict]:
        first = 1
        for name in self._names:
            observation = self._number(observation, name, first)
            first += len(self._marks[name].rows)
        info["marks"] = {number: at for marks in self._marks.values() for number, at in marks.by_label().items()}
        if "" not in self._marks:
            info["marks_on"] = {number: name for name, marks in self._marks.items() for number in marks.by_label()}
        return observation, info

    def _number(self, observation: Observation, name: str, first: int) -> Observation:
        """Number the elements of a device; the observation with its numbers, if they are drawn."""
        read, key = self._read(name), key_on(name, "screenshot")
        if read is None:
            self._marks[name] = self._marks[name]._replace(first=first)
        elif read is not self._trees[name] or first != self._marks[name].first:  # else it is the screen before
            self._trees[name], self._marks[name] = read, marks_of(read, self._limit, first)
        if self._draw and key in observation and read is not None:
            return {**observation, key: self._drawn(name, observation[key])}
        return observation

    def _drawn(self, device: str, frame: Frame) -> Frame:
        """A picture with the numbers; unchanged parts look as before, and is not drawn again."""
        marks, last = self._marks[device], self._last.get(device)
        if last is not None and last.marks is marks and np.array_equal(last.frame, frame):
            return last.drawn.copy()
        drawn = draw_marks(frame, marks, self._trees[device].size)
        self._last[device] = _Drawn(marks, frame, drawn)
        return drawn.copy()

    def _read(self, device: str) -> Tree | None:
        """The elements, or None if the device fails: the step has said so, or the next one will."""
        try:
            return tree_on(self.env, device)
        except DeviceError:
            return None


_PLACES = {"mark": "position", "end_mark": "end_position"}
_POINTING = frozenset(("move", "click", "mouse_down", "mouse_up", "scroll"))
