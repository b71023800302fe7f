"""Boxes, separators and static text."""

from __future__ import annotations

from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import Appearance, Subject, centred, ground_of, ink_of, text_op
from omnigym.sim.style.fonts import line_height, text_width, wrap
from omnigym.sim.ui.kinds import Kind, Measuring, content_size
from omnigym.sim.ui.nodes import Node
from omnigym.sim.widgets.record import Widget

# -- the box ----------------------------------------------------------------------------------------------------------

# A container that lays out its children, with an optional background.


def _draw_box(s: Subject) -> list[Op]:
    """The background of a container; that of the desktop is the wallpaper in ``data``, a name or a picture's bytes."""
    look = s.look
    if s.style == "desktop":
        return [("wallpaper", 0, 0, s.w, s.h, s.data or "bloom")]
    ops: list[Op] = []
    fill = ground_of(s)
    if s.style in ("start_footer", "dialog_buttons"):
        return [("foot", 0, 0, s.w, s.h, fill, look.radius)]
    if look.shadow:
        ops.append(("shadow", 0, 0, s.w, s.h, look.radius, look.shadow))
    if fill is not None or look.edge is not None:
        ops.append(("box", 0, 0, s.w, s.h, fill, look.edge, look.radius))
    if s.style == "taskbar":
        ops.append(("rect", 0, 0, s.w, 1, s.theme.palette.taskbar_edge))
    return ops


_BOX = Widget(
    "box",
    kind=Kind(container=True),
    appearance=Appearance(draw=_draw_box, exact=True, is_ground=True, is_plain=True),
)

# -- the separator: a thin line ---------------------------------------------------------------------------------------


def _draw(s: Subject) -> list[Op]:
    """A line through the middle, along the longer side."""
    if s.look.fill is None:
        return []
    left, top, right, bottom = s.look.pad
    if s.w >= s.h:
        return [("rect", left, centred(s.h, 1), s.w - left - right, 1, s.look.fill)]
    return [("rect", centred(s.w, 1), top, 1, s.h - top - bottom, s.look.fill)]


_SEPARATOR = Widget(
    "separator",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw, exact=True),
)

# -- static text, in one line or in as many as it needs ---------------------------------------------------------------

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


def _draw_text(s: Subject) -> list[Op]:
    """Static text: one line with an ellipsis, or the lines that it was broken into."""
    font, ink, height = s.look.font, ink_of(s), line_height(s.look.font)
    if s.data:
        step = max(height, s.h // len(s.data)) if len(s.data) > 1 else s.h
        return [("text", 0, i * step, line, font, ink, None) for i, line in enumerate(s.data)]
    return [text_op(s.text, font, ink, 0, s.w, s.h, ground=None, centre=s.style in _CENTRED)] if s.text else []


_TEXT = Widget(
    "text",
    kind=Kind(size=_size, shown=_shown),
    appearance=Appearance(draw=_draw_text),
)

WIDGETS = (_BOX, _SEPARATOR, _TEXT)
