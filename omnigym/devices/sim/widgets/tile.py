"""The tile: a square of a picture that is being drawn, pixel by pixel, however large it is shown."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET", "tile"]


def tile(size: tuple[int, int], pixels: bytes, *, w: int, h: int) -> Node:
    """A square of a picture.

    Args:
        size: Its width and height in its own pixels.
        pixels: Them, row by row, three bytes each.
        w, h: The size at which it is shown.
    """
    return Node("tile", w=w, h=h, data=(size, pixels))


def _draw(s: Subject) -> list[Op]:
    return [("pixels", 0, 0, s.w, s.h, *s.data)]


WIDGET = Widget("tile", kind=Kind(size=content_size), appearance=Appearance(draw=_draw, exact=True, recurs=False))
