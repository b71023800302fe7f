"""The contents of a cell of a grid."""

from __future__ import annotations

from bisect import bisect_right

from omnigym.a11y import State
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, ink_of, text_op
from omnigym.devices.sim.style.fonts import line_height, positions, text_width
from omnigym.devices.sim.ui.grid_data import CellData
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """The background and the text of a cell; nothing if it has no data."""
    if s.data is None:
        return []
    data: CellData = s.data
    left, _, right, _ = s.look.pad
    font = s.look.font._replace(bold=data.bold, italic=data.italic)
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, data.ground)] if data.ground >= 0 else []
    if not s.text:
        return ops
    width, room = text_width(s.text, font), s.w - left - right
    text = s.text
    if data.numeric and width > room:
        text = "#" * max(1, room // max(1, text_width("#", font)))
        width = text_width(text, font)
    x = left + {"left": 0, "center": (room - width) // 2, "right": room - width}[data.align]
    x = max(left, x)
    if s.w > data.own and data.ground < 0:  # the text continues over blank cells, whose grid lines are hidden
        ops.append(("rect", data.own - 1, 0, min(x + width + 1, s.w) - data.own + 1, s.h, s.theme.palette.layer))
    colour = data.ink if data.ink >= 0 else ink_of(s)
    text = text[: bisect_right(positions(text, font), s.w - x) - 1]  # cut off without an ellipsis, as in spreadsheets
    op = text_op(text, font, colour, x, s.w - x, s.h, ground=data.ground if data.ground >= 0 else None)
    ops.append(op)
    if data.underline:
        ops.append(("rect", x, op[2] + line_height(font) - 3, min(width, room), 1, colour))
    return ops


WIDGET = Widget(
    "cell",
    kind=Kind(states=int(State.CLICKABLE | State.SELECTABLE | State.DOUBLE_CLICKABLE)),
    appearance=Appearance(draw=_draw, exact=True),
)
