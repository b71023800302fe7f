"""The tab of a tab strip, a ribbon or a window."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of, ink_of, text_op
from omnigym.devices.sim.style.fonts import text_width
from omnigym.devices.sim.ui.flags import SELECTED
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


#: The key tips of Office's tabs.
_TIPS = {
    "Data": "a",
    "File": "f",
    "Formulas": "m",
    "Home": "h",
    "Insert": "n",
    "Layout": "p",
    "Page Layout": "p",
    "Review": "r",
    "View": "w",
}


def _draw(s: Subject) -> list[Op]:
    """A tab: of a ribbon or strip with a line in its edge's colour below when chosen; of a window as a raised card."""
    look, px, palette = s.look, s.theme.px, s.theme.palette
    left, fill, chosen = look.pad[0], ground_of(s), s.has(SELECTED)
    raised = look.checked is not None  # it stands on what it belongs to
    ops: list[Op] = []
    if raised:
        if fill is not None:
            ops.append(("box", 0, 0, s.w, s.h, fill, None, look.radius))
            ops.append(("rect", 0, s.h - look.radius, s.w, look.radius, fill))
    elif fill is not None and not chosen:
        ops.append(("box", 0, px(2), s.w, s.h - 2 * px(2), fill, None, look.radius))
    ground = fill if raised or not chosen else None
    font = look.font._replace(family="ui-semibold") if chosen and not raised else look.font
    x, room = px(2), s.w - 2 * px(2)  # a chosen one is set wider than it was measured
    if s.icon:
        ops.append(("icon", left, centred(s.h, look.icon), look.icon, s.icon, look.ink, ground))
        x = left + look.icon + look.gap
        room = s.w - x - (look.pad[2] if raised else px(2))
    ops.append(text_op(s.text, font, ink_of(s), x, room, s.h, ground=ground, centre=not s.icon))
    if chosen and not raised:
        width = max(min(text_width(s.text, font), s.w - px(8)), px(12))
        line = palette.accent if look.edge is None else look.edge
        ops.append(("box", centred(s.w, width), s.h - px(4), width, px(3), line, None, px(1.5)))
    return ops


WIDGET = Widget(
    "tab",
    kind=Kind(size=content_size, states=int(State.CLICKABLE | State.SELECTABLE)),
    appearance=Appearance(draw=_draw),
    behaviour=Behaviour(presses=True, tip=lambda node: _TIPS.get(node.text, "")),
)
