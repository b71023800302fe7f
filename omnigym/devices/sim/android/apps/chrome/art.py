"""The icon of the app."""

from __future__ import annotations

from omnigym.devices.sim.paint.pen import Pen

__all__ = ["draw_chrome"]


def draw_chrome(p: Pen) -> None:
    """What is on the disc."""
    p.disc(0.5, 0.5, 0.42, 0xDB4437)
    p.shape([(0.5, 0.5), (0.136, 0.29), (0.136, 0.71), (0.32, 0.86), (0.5, 0.92), (0.66, 0.59)], 0x0F9D58)
    p.shape([(0.5, 0.5), (0.66, 0.59), (0.5, 0.92), (0.71, 0.86), (0.87, 0.70), (0.92, 0.5), (0.87, 0.32)], 0xFFCD40)
    p.disc(0.5, 0.5, 0.20, 0xFFFFFF)
    p.disc(0.5, 0.5, 0.155, 0x4285F4)
