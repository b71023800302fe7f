"""The colour icon of Task Manager."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen


def _task_manager(p: Pen) -> None:
    p.box(0.08, 0.12, 0.84, 0.76, 0.10, 0x9AA5B1, 0x6E7A87)
    p.box(0.13, 0.17, 0.74, 0.66, 0.05, 0x17324D, 0x0B1E30)
    for x, top in ((0.19, 0.58), (0.33, 0.42), (0.47, 0.52), (0.61, 0.28), (0.75, 0.46)):
        p.box(x, top, 0.08, 0.78 - top, 0.02, 0x4CC2F5, 0x2B88D8)


#: Name to drawing.
TASK_MANAGER_ART: Mapping[str, Drawing] = {"task-manager": _task_manager}
