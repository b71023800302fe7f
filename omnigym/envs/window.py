"""The window of ``render_mode="human"``."""

from __future__ import annotations

import os
from typing import Any

import gymnasium

from omnigym.devices.protocol import Frame
from omnigym.errors import ConfigError, MissingDependencyError

__all__ = ["RENDER_MODES", "RenderWindow", "window_of"]

RENDER_MODES = ("human", "rgb_array")
#: The drivers that SDL takes where there is no display.
_UNSEEN = ("dummy", "offscreen")


class RenderWindow:
    """A window of pygame that shows frames, at most ``fps`` a second.

    Raises:
        MissingDependencyError: pygame is not installed.
    """

    def __init__(self, title: str, fps: int) -> None:
        try:
            import pygame
        except ImportError:
            raise MissingDependencyError("pygame", "render_mode='human'", "pip install 'omnigym[human]'") from None
        self._pygame, self._title, self._fps = pygame, title, fps
        self._screen: Any = None
        self._clock = pygame.time.Clock()

    def show(self, frame: Frame) -> None:
        """Show a frame, uint8 (H, W, 3); the first frame opens the window and sets its size."""
        pygame, size = self._pygame, frame.shape[1::-1]
        if self._screen is None or self._screen.get_size() != size:
            pygame.display.init()
            self._screen = pygame.display.set_mode(size)
            pygame.display.set_caption(self._title)
            if pygame.display.get_driver() in _UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
                gymnasium.logger.warn(
                    "render_mode='human' found no display, so its window is not seen. Set DISPLAY, or take "
                    "render_mode='rgb_array'."
                )
        self._screen.blit(pygame.surfarray.make_surface(frame.swapaxes(0, 1)), (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(self._fps)

    def close(self) -> None:
        """Close the window; may be called twice."""
        if self._screen is not None:
            self._screen = None
            self._pygame.display.quit()


def window_of(render_mode: str | None, title: str, fps: int) -> RenderWindow | None:
    """Return the window of an environment; None unless ``render_mode`` is "human".

    Raises:
        ConfigError: There is no such mode.
        MissingDependencyError: pygame is not installed.
    """
    if render_mode not in (None, *RENDER_MODES):
        raise ConfigError(f"render_mode must be 'human', 'rgb_array' or None, got {render_mode!r}.")
    return RenderWindow(title, fps) if render_mode == "human" else None
