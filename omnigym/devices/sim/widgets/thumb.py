"""The thumb of a scrollbar, which is dragged to scroll."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import Behaviour, Down
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of
from omnigym.devices.sim.state import Drag, Window
from omnigym.devices.sim.ui.flags import HOVER, PRESSED
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.payloads import BarData
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """A thin rounded bar, thicker under the pointer."""
    colour = ground_of(s) or s.theme.palette.thumb
    side = min(s.w, s.h)
    thick = max(2, side // 2) if s.flags & (HOVER | PRESSED) else max(2, side // 4 + 1)
    if s.h >= s.w:
        return [("box", centred(s.w, thick), 2, thick, max(s.h - 4, 2), colour, None, thick // 2)]
    return [("box", 2, centred(s.h, thick), max(s.w - 4, 2), thick, colour, None, thick // 2)]


def _down(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    bar: BarData = node.data
    offset = window.ui.get(bar.pane) or 0
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, (bar.pane, offset), False, down.button)
    return True


def _dragged(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    pane, start = drag.data
    laid = desk.shape().slot(window.id, pane)
    thumb = laid.keys.get(drag.key) if laid is not None else None
    if laid is None or thumb is None:
        return
    limit = laid.content[1] - laid.h
    offset = start + (y - drag.y) * limit // max(1, laid.h - thumb.h)
    desk.put_ui(window.id, pane, min(max(0, offset), limit))


WIDGET = Widget(
    "thumb",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw, exact=True),
    behaviour=Behaviour(down=_down, dragged=_dragged, follows_finger=True),
)
