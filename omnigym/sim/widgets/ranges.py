"""Controls that show how much: the slider and the progress bar."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import Behaviour, Down
from omnigym.sim.input.messages import focus, send
from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import Appearance, Subject, centred
from omnigym.sim.state import Drag, Window
from omnigym.sim.ui.controls import KNOB, Span
from omnigym.sim.ui.kinds import Kind, content_size
from omnigym.sim.ui.nodes import DISABLED, FOCUS, HOVER, PRESSED, Node
from omnigym.sim.widgets.record import Widget

# -- the slider: a track with a knob to drag --------------------------------------------------------------------------


def _draw_slider(s: Subject) -> list[Op]:
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


#: Steps by which a key moves a slider; `Span.moved` limits them to the range.
_FAR = 1 << 20
_KEYS = {
    "left": -1,
    "down": -1,
    "right": 1,
    "up": 1,
    "pagedown": -10,
    "pageup": 10,
    "home": -_FAR,
    "end": _FAR,
}


def _down(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    """Move the knob to the pointer and begin to drag it, for a press of the left button."""
    if down.button != "left":
        return False
    focus(desk, window.id, node.key)
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, down.rect, False, "left")
    _slide(desk, window, desk.regs.drag, down.x, down.y)
    return True


def _slide(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    """Set the value by the x of the pointer."""
    found = desk.shape().find(window.id, drag.key)
    if found is None:
        return
    left, _, right, _ = drag.data
    knob = desk.layout.px(KNOB)
    node = found[1]
    span: Span = node.data
    _put(desk, window, node, span, span.at((x - left - knob / 2) / max(1, right - left - knob)))


def _key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    steps = _KEYS.get(combo)
    if steps is None:
        return False
    span: Span = node.data
    _put(desk, window, node, span, span.moved(steps))
    return True


def _put(desk: Desktop, window: Window, node: Node, span: Span, value: int) -> None:
    change = node.message("change")
    if change is not None and value != span.value:
        send(desk, window.id, (*change, value))


_SLIDER = Widget(
    "slider",
    kind=Kind(size=content_size, states=int(State.CLICKABLE)),
    appearance=Appearance(draw=_draw_slider),
    behaviour=Behaviour(down=_down, dragged=_slide, follows_finger=True, key=_key),
)

# -- the progress bar -------------------------------------------------------------------------------------------------


def _draw(s: Subject) -> list[Op]:
    """A bar filled from the left; its payload is the filled part, 0..1."""
    share: float = s.data or 0.0
    thick = s.theme.px(4)
    y, done = centred(s.h, thick), round(s.w * min(max(share, 0.0), 1.0))
    ops: list[Op] = [("box", 0, y, s.w, thick, s.look.fill, None, s.look.radius)]
    if done >= thick:
        ops.append(("box", 0, y, done, thick, s.look.ink, None, s.look.radius))
    return ops


_PROGRESS = Widget(
    "progress",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw),
)

WIDGETS = (_PROGRESS, _SLIDER)
