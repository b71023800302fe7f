"""Pixels by mss (MIT-SHM)."""

from __future__ import annotations

import mss
import numpy as np
from mss.exception import ScreenShotError

from omnigym.devices.protocol import Frame
from omnigym.errors import DeviceLostError

__all__ = ["Screen"]


class Screen:
    """Takes pictures of a display.

    Args:
        name: The display's name.
        size: Its (width, height) in pixels.
    """

    def __init__(self, name: str, size: tuple[int, int]) -> None:
        self._size = size
        self._area = {"left": 0, "top": 0, "width": size[0], "height": size[1]}
        self._mss = mss.MSS(display=name)

    def grab(self) -> Frame:
        """The screen without the pointer: uint8 (H, W, 3), RGB, new.

        Raises:
            DeviceLostError: The X server is gone.
        """
        width, height = self._size
        try:
            raw = self._mss.grab(self._area).raw
        except (ScreenShotError, OSError) as e:
            raise DeviceLostError("x11", "screenshot", f"the X server is gone: {e}", "Reset the device.") from e
        pixels = np.frombuffer(raw, np.uint8).reshape(height, width, 4)
        frame = np.empty((height, width, 3), np.uint8)
        # One plane at a time is four times as fast as one assignment with the channels reversed.
        for channel in range(3):
            frame[..., channel] = pixels[..., 2 - channel]
        return frame

    def close(self) -> None:
        """Close the connection."""
        self._mss.close()
