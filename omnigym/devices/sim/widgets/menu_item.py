"""A line of a menu."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of, ink_of, text_op
from omnigym.devices.sim.style.fonts import text_width
from omnigym.devices.sim.ui.flags import CHECKED, DISABLED, FOCUS
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.payloads import MenuLineData
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


#: Logical pixels of the arrow of a submenu.
_ARROW = 12


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    data: MenuLineData = node.data
    style = layout.theme.style(node.kind, node.style)
    shortcut = text_width(data.shortcut, style.font) + 3 * style.gap if data.shortcut else 0
    arrow = layout.px(_ARROW) + style.gap if data.submenu else 0
    return content_size(layout, node, room, more=shortcut + arrow + (style.icon if data.marks else 0))


def _draw(s: Subject) -> list[Op]:
    """A line of a menu: icon or check mark, text, shortcut or arrow of a submenu."""
    look, px, palette = s.look, s.theme.px, s.theme.palette
    data: MenuLineData = s.data
    left, _, right, _ = look.pad
    fill, ink, inset = ground_of(s), ink_of(s), 0
    if s.has(FOCUS) and fill is None and not s.has(DISABLED):
        fill = look.hover
    ops: list[Op] = []
    if fill is not None:
        ops.append(("box", inset, px(1), s.w - 2 * inset, s.h - 2 * px(1), fill, None, look.radius))
    if s.style == "option" and s.has(CHECKED):
        ops.append(("box", inset, centred(s.h, px(14)), px(3), px(14), palette.accent, None, px(1.5)))
    x = left
    mark = s.icon or ("checkmark" if s.has(CHECKED) and data.marks else "")
    if mark:
        ops.append(("icon", x, centred(s.h, look.icon), look.icon, mark, ink, fill))
    if mark or data.marks:
        x += look.icon + look.gap
    room = s.w - x - px(2)
    if data.submenu:
        size = px(_ARROW)
        ops.append(("icon", s.w - right - size, centred(s.h, size), size, "chevron-right", palette.muted, fill))
    elif data.shortcut:
        width = text_width(data.shortcut, look.font)
        muted = palette.disabled if s.has(DISABLED) else palette.muted
        ops.append(text_op(data.shortcut, look.font, muted, s.w - right - width, width, s.h, ground=fill))
        room -= width + look.gap + right - px(2)
    ops.append(text_op(s.text, look.font, ink, x, room, s.h, ground=fill))
    return ops


WIDGET = Widget(
    "menu_item",
    kind=Kind(size=_size, states=int(State.CLICKABLE)),
    appearance=Appearance(draw=_draw),
)
