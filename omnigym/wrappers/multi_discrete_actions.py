"""The action space as a MultiDiscrete."""

from __future__ import annotations

from collections.abc import Sequence

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.core import ObsType
from numpy.typing import ArrayLike

from omnigym.actions import BUTTONS, KEYS, MODIFIERS
from omnigym.errors import ActionError, ConfigError
from omnigym.spaces.action import MAX_COUNT, ActionFields
from omnigym.wrappers._simple_actions import TYPES, SimpleActions, fields
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["MultiDiscreteActions"]

_SCROLLS = (-10.0, -3.0, -1.0, 0.0, 1.0, 3.0, 10.0)
_DURATIONS = (0.0, 0.3, 1.0, 3.0)


class MultiDiscreteActions(SimpleActions[ObsType], ReconstructibleWrapper):
    """A wrapper that makes the action space `MultiDiscrete`: places on a grid, steps of the wheel and of time.

    The order is: type, x, y, end x, end y, button, count - 1, vertical scroll (-10, -3, -1, 0, 1, 3, 10 notches),
    horizontal scroll (the same), duration (0, 0.3, 1, 3 s), ctrl, shift, alt, meta, key, text candidate; of several
    devices the device. A point is the middle of a cell of the grid.

    Args:
        env: An environment of omnigym.
        grid: The number of cells (across, down).
        types: The types of action that are offered.
        candidates: The number of texts of the instruction that can be typed.

    Raises:
        ConfigError: A type is unknown, or the grid has no cell.
    """

    def __init__(
        self,
        env: gymnasium.Env[ObsType, ActionFields],
        grid: Sequence[int] = (32, 24),
        types: tuple[str, ...] = TYPES,
        candidates: int = 8,
    ) -> None:
        ReconstructibleWrapper.__init__(self, grid=tuple(grid), types=types, candidates=candidates)
        super().__init__(env, types, candidates)
        if len(grid) != 2 or min(grid) < 1:
            raise ConfigError(f"grid must be (cells across, cells down), got {grid!r}.")
        self._grid = np.array(grid, np.float64)
        x, y = grid
        sizes = [len(types), x, y, x, y, len(BUTTONS), MAX_COUNT, len(_SCROLLS), len(_SCROLLS), len(_DURATIONS)]
        sizes += [2] * len(MODIFIERS) + [len(KEYS), candidates]
        sizes += [len(self.devices)] if self.devices else []
        self.action_space = spaces.MultiDiscrete(sizes)

    def action(self, action: ArrayLike) -> ActionFields:
        """Return the element of the environment's own action space.

        Raises:
            ActionError: It is outside this space.
        """
        given = np.asarray(action)
        if given.dtype.kind not in "iu" or not self.action_space.contains(given.astype(np.int64)):
            raise ActionError(f"Expected an element of {self.action_space}, got {action!r}.")
        a = given.tolist()
        done = fields(
            self.number(a[0]),
            (np.array(a[1:3]) + 0.5) / self._grid,
            (np.array(a[3:5]) + 0.5) / self._grid,
            (_SCROLLS[a[8]], _SCROLLS[a[7]]),
            _DURATIONS[a[9]],
            button=a[5],
            count=a[6] + 1,
            modifiers=a[10:14],
            key=a[14],
            text=self.text(a[15]),
        )
        return self.on(a[-1], done)
