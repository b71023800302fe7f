"""Cell actions: node actions for agents that see only the screen; the nodes are the cells of a grid."""

from __future__ import annotations

from typing import Any

import gymnasium

from omnigym.envs.observer import Observation
from omnigym.errors import ConfigError
from omnigym.wrappers.cells import CellCodec, grid_of
from omnigym.wrappers.devices import screenshot_of
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_actions import NodeActions
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["CellActions"]


class CellActions(NodeActions):
    """`NodeActions` without an accessibility tree: actions apply to cells of the screenshot.

    A click is the verb ``click_at``: a cell, a gesture and a place in the cell; `say` takes the nearest one of four by
    four. The wheel turns and swipes begin in the middle of a cell. Texts are spans of the instruction, or spelt. All
    else is as in `NodeActions`: the fields, their masks, and the changed ``instruction``.

    Args:
        env: An environment with screenshots, whose sides are multiples of ``cell``.
        cell: The side of a cell in pixels of the screenshot.
        pieces, tokens, apps, end_actions: The same as in `NodeActions`.

    Raises:
        ConfigError: There are no screenshots, they are no multiple of the cell, or there are several devices.
    """

    def __init__(
        self,
        env: gymnasium.Env,
        cell: int = 8,
        pieces: tuple[str, ...] = (),
        tokens: int | None = None,
        apps: tuple[str, ...] | None = None,
        end_actions: bool = False,
    ) -> None:
        # before that of `NodeActions`, which has other arguments: the first ones count
        ReconstructibleWrapper.__init__(
            self, cell=cell, pieces=pieces, tokens=tokens, apps=apps, end_actions=end_actions
        )
        height, width = screenshot_of(env, "CellActions").shape[:2]
        if cell < 1 or width % cell or height % cell:
            raise ConfigError(
                f"CellActions needs a screenshot whose sides are multiples of a cell, got {width} x {height} pixels "
                f"and cell={cell}. Give another cell, or the environment another screenshot_size."
            )
        self.grid = width // cell, height // cell
        super().__init__(env, self.grid[0] * self.grid[1], pieces, tokens, apps, end_actions)

    def _check(self, env: gymnasium.Env) -> None:
        """Nothing: the screenshot was looked at."""

    def _observed(self, observation: Observation) -> Observation:
        self._screenshot = observation["screenshot"]
        return super()._observed(observation)

    def _make_codec(self) -> NodeActionCodec:
        base: Any = self.unwrapped
        tree = grid_of(tuple(base.device.size), *self.grid)
        return CellCodec(
            self.layout,
            tree,
            self._instruction,
            may_end=self._may_end,
            click_only=self._click_only,
            grid=self.grid,
            screenshot=self._screenshot,
        )
