"""The push button, with an icon, a text or both; it may open a menu."""

from __future__ import annotations

from omnigym.a11y import State
from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.controls import content, frame
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of, ink_of
from omnigym.devices.sim.ui.flags import CHECKED, DEFAULT, DISABLED, FOCUS, HOVER, PRESSED, SELECTED
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET", "draw_button"]


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    if not (node.menu and node.text):
        return content_size(layout, node, room)
    style = layout.theme.style(node.kind, node.style)
    return content_size(layout, node, room, more=style.gap + style.icon // 2)  # an arrow


def draw_button(s: Subject) -> list[Op]:
    """A push or toggle button in any of its styles."""
    palette, look = s.theme.palette, s.look
    if s.has(DISABLED) and look.fill == palette.accent:
        look = s.theme.style("button", "")
        s = s._replace(look=look)
    fill, ink = ground_of(s), ink_of(s)
    if s.has(DEFAULT) and s.style == "" and not s.has(DISABLED):
        primary = s.theme.style("button", "primary")
        s = s._replace(look=primary, style="primary")
        fill, ink, look = ground_of(s), primary.ink, primary
    if s.style == "quick" and s.has(CHECKED):
        ink = palette.on_accent
    if s.style == "close" and s.flags & (HOVER | PRESSED):
        ink = palette.on_picture
    if s.style == "desktop":
        return _desktop_button(s)
    ops = frame(s, fill)
    if s.has(FOCUS) and s.style not in ("caption", "close", "bare"):
        ops.append(("box", 0, 0, s.w, s.h, fill, palette.text, look.radius))
    ops += content(s, ink, fill)
    if s.style in ("taskbar_active", "taskbar_running"):
        ops.append(_indicator(s))
    return ops


def _desktop_button(s: Subject) -> list[Op]:
    """A desktop icon; it lies on the wallpaper, so it is outlined instead of filled."""
    state = s.flags & (HOVER | SELECTED | CHECKED | PRESSED)
    ground: list[Op] = [("box", 0, 0, s.w, s.h, None, s.theme.palette.row_selected, s.look.radius)] if state else []
    return ground + content(s, s.look.ink, None)


def _indicator(s: Subject) -> Op:
    """The line under a taskbar button: short for a running app, long and blue for the active one."""
    active, px, palette = s.style == "taskbar_active", s.theme.px, s.theme.palette
    width = px(16) if active else px(6)
    colour = palette.accent if active else palette.indicator
    return ("box", centred(s.w, width), s.h - px(3), width, px(3), colour, None, px(1.5))


WIDGET = Widget(
    "button",
    kind=Kind(size=_size, states=int(State.CLICKABLE)),
    appearance=Appearance(draw=draw_button),
    behaviour=Behaviour(presses=True),
)
