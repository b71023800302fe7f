"""The pixels of the primary screen, and the pointer."""

from __future__ import annotations

import mss
import numpy as np
from mss.exception import ScreenShotError

from omnigym.devices.host.windows.native import cursor, input_desktop
from omnigym.devices.protocol import Frame, Pointer
from omnigym.errors import DeviceLostError

__all__ = ["WindowsScreen", "check_picture"]


def check_picture(call: str) -> None:
    """See that the session has a picture.

    Raises:
        DeviceLostError: It has none: it is locked or disconnected, or UAC asks.
    """
    desktop = input_desktop()
    if desktop.casefold() != "default":
        what = f"the desktop {desktop!r} has the screen" if desktop else "another desktop has the screen"
        problem = f"{what}: the session is locked or disconnected, or Windows asks for rights (UAC)."
        advice = "Unlock it, or answer the question; turn UAC's secure desktop off on a machine that is driven."
        raise DeviceLostError("host", call, problem, advice)


class WindowsScreen:
    """Takes pictures of the primary screen.

    Args:
        size: Its (width, height) in pixels.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._area = {"left": 0, "top": 0, "width": size[0], "height": size[1]}
        self._mss = mss.MSS()

    def raw(self) -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]:
        """The screen as Windows has it: uint32 (H, W)."""
        width, height = self._size
        try:
            raw = self._mss.grab(self._area).raw
        except (ScreenShotError, OSError) as e:
            check_picture("screenshot")
            raise DeviceLostError("host", "screenshot", f"the screen cannot be read: {e}", "Reset the device.") from e
        return np.frombuffer(raw, np.uint32).reshape(height, width)

    def grab(self) -> Frame:
        """The screen without the pointer: uint8 (H, W, 3), RGB, new.

        Raises:
            DeviceLostError: The session has no picture.
        """
        pixels = self.raw().view(np.uint8).reshape(*self._size[::-1], 4)
        frame = np.empty((*self._size[::-1], 3), np.uint8)
        # One plane at a time is four times as fast as one assignment with the channels reversed.
        for channel in range(3):
            frame[..., channel] = pixels[..., 2 - channel]
        return frame

    @staticmethod
    def pointer() -> Pointer | None:
        """The pointer; None if a program has hidden it."""
        found = cursor()
        if found is None:
            return None
        width, height = found.size
        black, white = (
            np.frombuffer(b, np.uint8).reshape(height, width, 4)[..., 2::-1].astype(np.int16)
            for b in (found.on_black, found.on_white)
        )
        # What it hides of the ground is the same on both.
        alpha = np.clip(255 - (white - black).max(axis=2), 0, 255)
        image = np.zeros((height, width, 4), np.uint8)
        shown = np.maximum(alpha, 1)[..., None]
        image[..., :3] = np.clip(black * 255 // shown, 0, 255)
        image[..., 3] = alpha
        return Pointer(found.at, image, found.hotspot)

    def close(self) -> None:
        """Let go of it."""
        self._mss.close()
