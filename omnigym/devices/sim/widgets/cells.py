"""The background of a row of cells of a grid."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """The background of a row, with grid lines at the x positions in ``data``; None draws no lines."""
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, s.look.fill)]
    if s.data is not None:
        ops.append(("rect", 0, s.h - 1, s.w, 1, s.look.edge))
        ops += [("rect", x, 0, 1, s.h, s.look.edge) for x in s.data]
    return ops


WIDGET = Widget(
    "cells",
    appearance=Appearance(draw=_draw, exact=True, is_ground=True),
)
