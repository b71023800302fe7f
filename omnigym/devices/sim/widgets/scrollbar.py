"""The track of a scrollbar."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import Behaviour, Down
from omnigym.devices.sim.input.scrolling import scroll_by
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.subject import solid
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.payloads import BarData
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


#: Logical pixels by which a screenful overlaps the next one.
_KEPT = 20


def _down(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    """Scroll by one screenful, for a press beside the thumb."""
    bar: BarData = node.data
    found, laid = desk.shape().find(window.id, f"{bar.pane}.thumb"), desk.scene.slot(window.id, bar.pane)
    if found is not None and laid is not None:
        step = laid.h - desk.layout.px(_KEPT)
        scroll_by(desk, window.id, bar.pane, step if down.y >= found[2][3] else -step)
    return True


WIDGET = Widget(
    "scrollbar",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
    behaviour=Behaviour(down=_down, follows_finger=True),
)
