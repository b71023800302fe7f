"""Static text, in one line or in as many as it needs."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, ink_of, text_op
from omnigym.devices.sim.style.fonts import line_height, text_width, wrap
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


#: Styles of texts that are centred in their width.
_CENTRED = frozenset(
    {"center", "caption_center", "empty", "day_muted", "weekday", "today", "lock_time", "lock_date", "lock_name"}
)


def _lines(layout: Measuring, node: Node, width: int) -> tuple[str, ...]:
    """The lines of a wrapping text in ``width`` pixels."""
    style = layout.theme.style(node.kind, node.style)
    room = max(1, width - style.pad[0] - style.pad[2])
    return tuple([node.text[a:b].rstrip() for a, b in wrap(node.text, style.font, room)])


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    if node.dir != "wrap":
        return content_size(layout, node, room, line=True)
    style = layout.theme.style(node.kind, node.style)
    left, top, right, bottom = style.pad
    lines = _lines(layout, node, room)
    widest = max([text_width(line, style.font) for line in lines])
    height = len(lines) * line_height(style.font)
    return max(style.min_w, widest + left + right), max(style.min_h, height + top + bottom)


def _shown(layout: Measuring, node: Node, width: int) -> tuple[str, ...] | None:
    return _lines(layout, node, width) if node.dir == "wrap" else None


def _draw(s: Subject) -> list[Op]:
    """Static text: one line with an ellipsis, or the lines that it was broken into."""
    font, ink, height = s.look.font, ink_of(s), line_height(s.look.font)
    if s.data:
        step = max(height, s.h // len(s.data)) if len(s.data) > 1 else s.h
        return [("text", 0, i * step, line, font, ink, None) for i, line in enumerate(s.data)]
    return [text_op(s.text, font, ink, 0, s.w, s.h, ground=None, centre=s.style in _CENTRED)] if s.text else []


WIDGET = Widget(
    "text",
    kind=Kind(size=_size, shown=_shown),
    appearance=Appearance(draw=_draw),
)
