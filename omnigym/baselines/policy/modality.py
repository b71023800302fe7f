"""The modality of a policy: the observation, and the action space and network that fit it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from omnigym.baselines.policy.autoregressive_policy import Chooser
from omnigym.baselines.policy.pixel_encoder import PixelSight
from omnigym.envs.observer import Env
from omnigym.errors import ConfigError
from omnigym.wrappers import CellActions, ClickOnly, NodeActions, ResizeScreenshot, VisibleTexts
from omnigym.wrappers.devices import clicks_alone, screenshot_of
from omnigym.wrappers.node_layout import NodeLayout

__all__ = ["NODES", "Senses"]


@dataclass(frozen=True, slots=True)
class Senses:
    """Nodes of the accessibility tree, or a screenshot.

    Attributes:
        screen: (width, height) of the screenshot in pixels; None for who reads nodes.
        cell: The side of a cell of it in pixels.
        reader: The name of who reads its words to it (`omnigym.baselines.policy.text_encoder`), or "".
        visible: Whether texts under other windows are left out (`omnigym.wrappers.VisibleTexts`).
        click_only: Whether it acts by clicks, wheel and typing alone (`omnigym.wrappers.ClickOnly`).
    """

    screen: tuple[int, int] | None = None
    cell: int = 8
    reader: str = ""
    visible: bool = False
    click_only: bool = False

    @property
    def observation(self) -> str:
        """The observation in the form of ``gymnasium.make``."""
        return "a11y" if self.screen is None else "pixels"

    @property
    def grid(self) -> tuple[int, int]:
        """The number of cells (across, down); (0, 0) for a policy that reads nodes."""
        width, height = self.screen or (0, 0)
        return width // self.cell, height // self.cell

    def make(self) -> dict[str, Any]:
        """The arguments for ``gymnasium.make``."""
        seen = {} if self.screen is None else {"screenshot_size": self.screen}
        return {"observation": self.observation, **seen}

    def space(self, env: Env, nodes: int = 256) -> NodeActions:
        """Return the environment with the action space of a device and its tasks, for a number of nodes."""
        env = self._worn(env)
        return NodeActions(env, nodes) if self.screen is None else CellActions(self._seen(env), self.cell)

    def wrap(self, env: Env, layout: NodeLayout) -> NodeActions:
        """Return the environment with the action space of a layout."""
        env = self._worn(env)
        if self.screen is None:
            return NodeActions(env, layout.nodes, layout.pieces, layout.tokens, layout.apps)
        return CellActions(self._seen(env), self.cell, layout.pieces, layout.tokens, layout.apps)

    def _worn(self, env: Env) -> Env:
        """The environment in the wrappers that say what is seen and what is allowed."""
        if self.click_only and not clicks_alone(env):
            env = ClickOnly(env)
        return VisibleTexts(env) if self.visible else env

    def _seen(self, env: Env) -> Env:
        """The environment with screenshots of the size."""
        assert self.screen is not None
        width, height = self.screen
        box = screenshot_of(env, "CellActions")
        if box.shape[2] != 3:
            raise ConfigError("A policy of pixels sees colours, got grey screenshots. Leave GrayscaleScreenshot out.")
        return env if box.shape == (height, width, 3) else ResizeScreenshot(env, self.screen)

    def policy(self, layout: NodeLayout, words: int, width: int) -> Chooser:
        """Return an untrained policy.

        Args:
            layout: Of the action space.
            words: The size of the vocabulary.
            width: Of its vectors.
        """
        if self.screen is None:
            return Chooser(layout, words, width, reader=self.reader)
        return Chooser(layout, words, width, sight=PixelSight(width, self.grid, self.cell), reader=self.reader)


#: Those of who reads the tree.
NODES = Senses()
