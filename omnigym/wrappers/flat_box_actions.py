"""The action space as one flat Box."""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.core import ObsType
from numpy.typing import ArrayLike

from omnigym.actions import BUTTONS, KEYS, MODIFIERS
from omnigym.errors import ActionError
from omnigym.spaces.action import MAX_COUNT, MAX_DURATION, MAX_SCROLL, ActionFields
from omnigym.wrappers._simple_actions import TYPES, SimpleActions, fields
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["FlatBoxActions"]


class FlatBoxActions(SimpleActions[ObsType], ReconstructibleWrapper):
    """A wrapper that makes the action space ``Box(-1, 1, (D,), float32)``.

    A choice has a score for each option, of which the greatest wins; numbers are scaled from [-1, 1]; flags are set
    above 0. The order is: scores of the types, x, y, end x, end y, horizontal and vertical scroll, duration, ctrl,
    shift, alt, meta, scores of the buttons, of the counts, of the keys, of the text candidates; of several devices
    scores of these.

    Args:
        env: An environment of omnigym.
        types: The types of action that are offered.
        candidates: The number of texts of the instruction that can be typed.

    Raises:
        ConfigError: A type is unknown.
    """

    def __init__(
        self, env: gymnasium.Env[ObsType, ActionFields], types: tuple[str, ...] = TYPES, candidates: int = 8
    ) -> None:
        ReconstructibleWrapper.__init__(self, types=types, candidates=candidates)
        super().__init__(env, types, candidates)
        parts = [len(types), 2, 2, 2, 1, len(MODIFIERS), len(BUTTONS), MAX_COUNT, len(KEYS), candidates]
        parts.append(len(self.devices))
        self._ends = np.cumsum(parts)[:-1]
        self.action_space = spaces.Box(-1.0, 1.0, (sum(parts),), np.float32)

    def action(self, action: ArrayLike) -> ActionFields:
        """Return the element of the environment's own action space; values beyond [-1, 1] are clipped.

        Raises:
            ActionError: It is not D finite numbers.
        """
        given = np.asarray(action)
        if given.dtype.kind not in "fiu" or given.shape != self.action_space.shape or not np.isfinite(given).all():
            raise ActionError(f"Expected finite numbers of {self.action_space}, got {action!r}.")
        values = np.clip(given.astype(np.float64), -1.0, 1.0)
        kind, point, end, scroll, duration, modifiers, button, count, key, text, on = np.split(values, self._ends)
        done = fields(
            self.number(int(kind.argmax())),
            (point + 1) / 2,
            (end + 1) / 2,
            scroll * MAX_SCROLL,
            float(duration[0] + 1) / 2 * MAX_DURATION,
            button=int(button.argmax()),
            count=int(count.argmax()) + 1,
            modifiers=modifiers > 0,
            key=int(key.argmax()),
            text=self.text(int(text.argmax())),
        )
        return self.on(int(on.argmax()) if self.devices else 0, done)
