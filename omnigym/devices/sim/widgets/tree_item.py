"""The line of a tree or of a navigation pane."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of, ink_of, text_op
from omnigym.devices.sim.ui.flags import EXPANDED, SELECTED
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.payloads import TreeData
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


#: Logical pixels by which each level is indented, which is also the room for the arrow.
_INDENT = 16


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    data: TreeData = node.data
    return content_size(layout, node, room, more=layout.px(_INDENT) * (data.level + data.arrow))


def _states(node: Node) -> int:
    data: TreeData = node.data
    return int(State.EXPANDABLE) if data.arrow else 0


def _draw(s: Subject) -> list[Op]:
    """A line of a tree: arrow, icon and text, and a coloured mark at the left if it is selected."""
    look, px, palette = s.look, s.theme.px, s.theme.palette
    data: TreeData = s.data
    left, _, right, _ = look.pad
    fill, inset = ground_of(s), px(2)
    ops: list[Op] = []
    if fill is not None:
        ops.append(("box", inset, px(1), s.w - 2 * inset, s.h - 2 * px(1), fill, None, look.radius))
    if s.has(SELECTED):
        ops.append(("box", inset, centred(s.h, px(16)), px(3), px(16), palette.accent, None, px(1.5)))
    x = left + data.level * px(_INDENT)
    if data.arrow:
        size = px(12)
        name = "chevron-down" if s.has(EXPANDED) else "chevron-right"
        ops.append(("icon", x, centred(s.h, size), size, name, palette.muted, fill))
    x += px(_INDENT)
    if s.icon:
        ops.append(("icon", x, centred(s.h, look.icon), look.icon, s.icon, look.ink, fill))
        x += look.icon + look.gap
    ops.append(text_op(s.text, look.font, ink_of(s), x, s.w - x - right, s.h, ground=fill))
    return ops


WIDGET = Widget(
    "tree_item",
    kind=Kind(size=_size, states=int(State.CLICKABLE | State.SELECTABLE), states_of=_states),
    appearance=Appearance(draw=_draw),
    behaviour=Behaviour(presses=True),
)
