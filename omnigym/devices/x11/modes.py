"""The modes of a display: the sizes that programs on it can give its screen (RandR 1.2)."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from Xlib.error import BadName

from omnigym.devices.x11.display import XDisplay

__all__ = ["MODES", "offer_modes"]

#: The sizes in pixels that displays of Ubuntu's virtual machines offer, the largest first.
MODES: Final = (
    *((3840, 2160), (2560, 1600), (2560, 1440), (1920, 1440), (1920, 1200), (1920, 1080), (1680, 1050), (1600, 1200)),
    *((1600, 900), (1440, 900), (1400, 1050), (1366, 768), (1280, 1024), (1280, 960), (1280, 800), (1280, 720)),
    *((1152, 864), (1024, 768), (800, 600), (640, 480)),
)
_HERTZ: Final = 60


def offer_modes(display: XDisplay, size: tuple[int, int]) -> None:
    """Add to the only output of a display the modes of `MODES` that fit into its size, which stays as it is.

    Args:
        display: A display of a server that draws into memory, such as Xvfb.
        size: The screen's (width, height) in pixels.
    """
    root, x = display.root, display.x
    (output,) = root.xrandr_get_screen_resources().outputs
    for width, height in MODES:
        if (width, height) == size or width > size[0] or height > size[1]:
            continue
        name = f"{width}x{height}"
        # A monitor that exists in memory alone needs no time between lines and frames.
        mode = {
            "id": 0,
            "dot_clock": width * height * _HERTZ,
            "h_skew": 0,
            "flags": 0,
            "name_length": len(name),
            **dict.fromkeys(("width", "h_sync_start", "h_sync_end", "h_total"), width),
            **dict.fromkeys(("height", "v_sync_start", "v_sync_end", "v_total"), height),
        }
        with suppress(BadName):  # the server has it already
            x.xrandr_add_output_mode(output, root.xrandr_create_mode(mode, name).mode)
    display.sync()
