"""Buttons and boxes that one clicks: push and toggle buttons, check boxes, radio buttons, switches, combo boxes."""

from __future__ import annotations

from functools import partial

from omnigym.a11y import State
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import Behaviour
from omnigym.sim.input.effects import show_menu
from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import Appearance, Subject, centred, content, frame, ground_of, ink_of, label, text_op
from omnigym.sim.state import Window
from omnigym.sim.ui.kinds import Kind, Measuring, content_size
from omnigym.sim.ui.nodes import CHECKED, DEFAULT, DISABLED, FOCUS, HOVER, PRESSED, SELECTED, Node
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.widgets.record import Widget

# -- the push button, with an icon, a text or both; it may open a menu ------------------------------------------------


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


_BUTTON = Widget(
    "button",
    kind=Kind(size=_size, states=int(State.CLICKABLE)),
    appearance=Appearance(draw=draw_button),
    behaviour=Behaviour(presses=True),
)

# -- the toggle button: it stays down while it is checked -------------------------------------------------------------

_TOGGLE = Widget(
    "toggle",
    kind=Kind(size=content_size, states=int(State.CLICKABLE | State.CHECKABLE)),
    appearance=Appearance(draw=draw_button),
    behaviour=Behaviour(presses=True),
)

# -- the check box ----------------------------------------------------------------------------------------------------


def _draw_checkbox(s: Subject) -> list[Op]:
    """A check box with its label at the right."""
    palette, size = s.theme.palette, s.look.icon
    y, on = centred(s.h, size), s.has(CHECKED)
    fill = palette.accent if on else palette.control_hover if s.has(HOVER) else palette.control
    edge = palette.accent if on else palette.field_base
    ops: list[Op] = [("box", 0, y, size, size, fill, edge, s.theme.px(4))]
    if on:
        ops.append(("icon", s.theme.px(3), y + s.theme.px(3), s.theme.px(12), "checkmark", palette.on_accent, fill))
    return ops + label(s, size)


_CHECKBOX = Widget(
    "checkbox",
    kind=Kind(size=partial(content_size, mark=1), states=int(State.CLICKABLE | State.CHECKABLE)),
    appearance=Appearance(draw=_draw_checkbox),
    behaviour=Behaviour(presses=True),
)

# -- the radio button: one of several choices -------------------------------------------------------------------------


def _draw(s: Subject) -> list[Op]:
    """A radio button with its label at the right."""
    palette, size = s.theme.palette, s.look.icon
    y, on = centred(s.h, size), s.has(CHECKED) or s.has(SELECTED)
    fill = palette.accent if on else palette.control_hover if s.has(HOVER) else palette.control
    ops: list[Op] = [("box", 0, y, size, size, fill, palette.accent if on else palette.field_base, size // 2)]
    if on:
        dot = size // 2
        ops.append(("icon", centred(size, dot), y + centred(size, dot), dot, "dot", palette.on_accent, fill))
    return ops + label(s, size)


_RADIO = Widget(
    "radio",
    kind=Kind(size=partial(content_size, mark=1), states=int(State.CLICKABLE | State.CHECKABLE)),
    appearance=Appearance(draw=_draw),
    behaviour=Behaviour(presses=True),
)

# -- the switch: turns something on or off by sliding its knob --------------------------------------------------------


def _draw_switch(s: Subject) -> list[Op]:
    """A switch with its label at the right."""
    palette, size = s.theme.palette, s.look.icon
    y, on, knob = centred(s.h, size), s.has(CHECKED), size - s.theme.px(8)
    width, inset = 2 * size, s.theme.px(4)
    fill = palette.accent if on else palette.control
    ops: list[Op] = [("box", 0, y, width, size, fill, palette.accent if on else palette.field_base, size // 2)]
    colour = palette.on_accent if on else palette.muted
    ops.append(("icon", width - knob - inset if on else inset, y + inset, knob, "dot", colour, fill))
    return ops + label(s, width)


_SWITCH = Widget(
    "switch",
    kind=Kind(size=partial(content_size, mark=2), states=int(State.CLICKABLE | State.CHECKABLE)),
    appearance=Appearance(draw=_draw_switch),
    behaviour=Behaviour(presses=True),
)

# -- the combo box ----------------------------------------------------------------------------------------------------

# A value, and a list of options that opens below it.


def _draw_combo(s: Subject) -> list[Op]:
    """A combo box: its value, and an arrow at the right."""
    look, fill = s.look, ground_of(s)
    left, _, right, _ = look.pad
    x = s.w - right + centred(right, look.icon) - s.theme.px(2)
    ops = frame(s, fill)
    if s.has(FOCUS):
        ops.append(("box", 0, 0, s.w, s.h, None, s.theme.palette.accent, look.radius))
    ops.append(text_op(s.text, look.font, ink_of(s), left, s.w - left - right, s.h, ground=fill))
    ops.append(("icon", x, centred(s.h, look.icon), look.icon, "chevron-down", s.theme.palette.muted, fill))
    return ops


def _press(desk: Desktop, window: Window, node: Node) -> None:
    """Open the list of options."""
    change = node.message("change")
    if change is not None:
        options: tuple[str, ...] = node.data
        items = [
            MenuItem(f"{node.key}.{i}", option, (*change, option), checked=option == node.value)
            for i, option in enumerate(options)
        ]
        show_menu(desk, window.id, items, node.key, "options")


_KEYS = frozenset({"enter", "space", "down", "alt+down", "f4"})


_COMBO = Widget(
    "combo",
    kind=Kind(size=content_size, states=int(State.CLICKABLE | State.EXPANDABLE)),
    appearance=Appearance(draw=_draw_combo),
    behaviour=Behaviour(presses=True, press=_press, press_keys=_KEYS),
)

WIDGETS = (_BUTTON, _CHECKBOX, _COMBO, _RADIO, _SWITCH, _TOGGLE)
