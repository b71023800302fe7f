"""The icon of the app."""

from __future__ import annotations

from omnigym.devices.sim.paint.pen import Pen

__all__ = ["draw_photos"]


def draw_photos(p: Pen) -> None:
    """What is on the disc."""
    for x, y, colour in (
        (0.40, 0.31, 0xF4B400),
        (0.69, 0.40, 0xDB4437),
        (0.60, 0.69, 0x4285F4),
        (0.31, 0.60, 0x0F9D58),
    ):
        p.disc(x, y, 0.17, colour)
