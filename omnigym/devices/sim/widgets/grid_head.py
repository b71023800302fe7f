"""The head of a row or of a column of a grid."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred, text_op
from omnigym.devices.sim.style.fonts import text_width
from omnigym.devices.sim.ui.flags import SELECTED
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """The head of a row or column; of the selection, in the grid's own colour."""
    chosen, grid = s.has(SELECTED), s.theme.style("grid", "")
    ground = grid.checked if chosen else s.look.fill
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, ground)]
    if s.style == "corner":
        ops += [("rect", 0, s.h - 1, s.w, 1, s.look.edge), ("rect", s.w - 1, 0, 1, s.h, s.look.edge)]
        side = s.theme.px(9)
        at_x, at_y = s.w - side - s.theme.px(3), s.h - side - s.theme.px(3)
        ops += [("rect", at_x + side - i, at_y + i, i, 1, s.theme.palette.disabled) for i in range(side)]
        return ops
    ink = grid.ink if chosen else s.look.ink
    font = s.look.font._replace(family="ui-semibold") if chosen else s.look.font
    x = centred(s.w, text_width(s.text, font))
    ops.append(text_op(s.text, font, ink, max(0, x), s.w, s.h, ground=ground))
    ops += [("rect", 0, s.h - 1, s.w, 1, s.look.edge), ("rect", s.w - 1, 0, 1, s.h, s.look.edge)]
    if chosen:
        thick = s.theme.px(2)
        ops.append(
            ("rect", 0, s.h - thick, s.w, thick, ink)
            if s.data == "column"
            else ("rect", s.w - thick, 0, thick, s.h, ink)
        )
    return ops


WIDGET = Widget(
    "grid_head",
    kind=Kind(states=int(State.CLICKABLE | State.SELECTABLE)),
    appearance=Appearance(draw=_draw, exact=True),
)
