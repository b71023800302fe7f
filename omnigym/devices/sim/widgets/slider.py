"""A track with a knob to drag."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred
from omnigym.devices.sim.ui.controls import Span
from omnigym.devices.sim.ui.flags import DISABLED, FOCUS, HOVER, PRESSED
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """A track, coloured up to its round knob."""
    thick, knob, palette = s.theme.px(4), s.theme.px(18), s.theme.palette
    span: Span = s.data
    at, y = round((s.w - knob) * span.share), centred(s.h, thick)
    core = s.theme.px(8 if s.has(PRESSED) else 12 if s.flags & (HOVER | FOCUS) else 10)
    ink = palette.disabled if s.has(DISABLED) else s.look.ink
    return [
        ("box", 0, y, s.w, thick, s.look.fill, None, thick // 2),
        ("box", 0, y, at + knob // 2, thick, ink, None, thick // 2),
        ("box", at, centred(s.h, knob), knob, knob, palette.control, palette.control_base, knob // 2),
        ("icon", at + centred(knob, core), centred(s.h, core), core, "dot", ink, palette.control),
    ]


WIDGET = Widget(
    "slider",
    kind=Kind(size=content_size, states=int(State.CLICKABLE)),
    appearance=Appearance(draw=_draw),
)
