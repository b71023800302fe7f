"""The looks of boxes, texts, buttons and input controls."""

from __future__ import annotations

from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.icons import is_coloured
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of, ink_of, text_op
from omnigym.devices.sim.style.colour import Colour
from omnigym.devices.sim.style.fonts import Font, line_height, text_width, wrap
from omnigym.devices.sim.ui.flags import CHECKED, DEFAULT, DISABLED, FOCUS, HOVER, INVALID, PRESSED, SELECTED

__all__ = ["box", "button", "checkbox", "combo", "field", "icon", "radio", "switch", "text"]


def box(s: Subject) -> list[Op]:
    """A container's background; the desktop's is the wallpaper in ``data``: a picture's bytes, or a name."""
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


def text(s: Subject) -> list[Op]:
    """Static text: one line with an ellipsis, or the lines in ``data``."""
    font, ink, height = s.look.font, ink_of(s), line_height(s.look.font)
    if isinstance(s.data, tuple) and s.data and isinstance(s.data[0], str):
        step = max(height, s.h // len(s.data)) if len(s.data) > 1 else s.h
        return [("text", 0, i * step, line, font, ink, None) for i, line in enumerate(s.data)]
    return [text_op(s.text, font, ink, 0, s.w, s.h, ground=None, centre=s.style in _CENTRED)] if s.text else []


#: Texts that are in the middle of their width.
_CENTRED = frozenset({"center", "empty", "day_muted", "weekday", "today", "lock_time", "lock_date", "lock_name"})


def icon(s: Subject) -> list[Op]:
    """An icon in the middle of its rectangle."""
    size = min(s.w, s.h)
    return [("icon", centred(s.w, size), centred(s.h, size), size, s.icon, ink_of(s), None)]


def _frame(s: Subject, fill: Colour | None) -> list[Op]:
    """The frame of a button or combo box: nothing, a flat ground, or a raised edge."""
    look, palette = s.look, s.theme.palette
    edge = look.edge
    if s.flags & CHECKED and look.checked is not None:
        edge = palette.checked_edge
    if fill is None and edge is None:
        return []
    ops: list[Op] = [("box", 0, 0, s.w, s.h, fill, edge, look.radius)]
    if look.edge == palette.control_edge and not s.flags & (PRESSED | DISABLED):
        ops.append(("rect", look.radius, s.h - 1, s.w - 2 * look.radius, 1, palette.control_base))
    return ops


def _content(s: Subject, ink: Colour, ground: Colour | None) -> list[Op]:
    """Icon and text beside or below each other; in the middle, but beside an icon in a wide list button at the left."""
    look = s.look
    left, _, right, _ = look.pad
    size = look.icon if s.icon else 0
    room = s.w - left - right
    if look.vertical:
        return _stacked(s, ink, ground, size)
    ops: list[Op] = []
    if s.data == "menu" and s.text:  # it opens a menu: an arrow, in the room that layout left for it
        arrow = look.icon // 2 + 2
        room -= look.gap + look.icon // 2
        ops.append(("icon", s.w - right - arrow + 2, centred(s.h, arrow), arrow, "chevron-down", ink, ground))
    gap = look.gap if s.icon and s.text else 0
    width = min(text_width(s.text, look.font), max(room - size - gap, 0)) if s.text else 0
    x = left if s.style in _LEFT else left + max(0, (room - size - gap - width) // 2)
    if s.icon:
        ops.append(("icon", x, centred(s.h, size), size, s.icon, ink, ground))
    if s.text:
        ops.append(text_op(s.text, look.font, ink, x + size + gap, room - size - gap, s.h, ground=ground))
    return ops


_LEFT = frozenset({"list", "todo_set", "recommended", "result", "search_pill", "crumb"})


def _stacked(s: Subject, ink: Colour, ground: Colour | None, size: int) -> list[Op]:
    """The icon above, the text below it in up to two lines."""
    look = s.look
    left, top, right, _ = look.pad
    ops: list[Op] = []
    if s.icon:
        ops.append(("icon", centred(s.w, size), top, size, s.icon, ink, ground))
    y = top + (size + look.gap if s.icon else 0)
    height = line_height(look.font)
    for line in _two_lines(s.text, look.font, s.w - left - right):
        op = text_op(line, look.font, ink, left, s.w - left - right, height, ground=ground, centre=True)
        ops.append((op[0], op[1], y, *op[3:]))
        y += height
    if s.style == "desktop":  # on a picture: a dark shade makes white letters readable
        ops = [("halo", op[1], op[2], op[3], op[4], 0x14283F) for op in ops if op[0] == "text"] + ops
    return ops


def _two_lines(text: str, font: Font, width: int) -> tuple[str, ...]:
    """A label in at most two lines; the second is cut where there is more."""
    lines = wrap(text, font, width)
    if len(lines) < 2:
        return (text,) if text else ()
    (start, end), (rest, _), *_ = lines
    return text[start:end].rstrip(), text[rest:]


def button(s: Subject) -> list[Op]:
    """A push, toggle or split button in any of its styles."""
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
    ops = _frame(s, fill)
    if s.has(FOCUS) and s.style not in ("caption", "close", "bare"):
        ops.append(("box", 0, 0, s.w, s.h, fill, palette.text, look.radius))
    ops += _content(s, ink, fill)
    if s.style in ("taskbar_active", "taskbar_running"):
        ops.append(_indicator(s))
    return ops


def _desktop_button(s: Subject) -> list[Op]:
    """A desktop icon: on the wallpaper it is outlined, not filled."""
    state = s.flags & (HOVER | SELECTED | CHECKED | PRESSED)
    frame: list[Op] = [("box", 0, 0, s.w, s.h, None, s.theme.palette.row_selected, s.look.radius)] if state else []
    return frame + _content(s, s.look.ink, None)


def _indicator(s: Subject) -> Op:
    """The line under a taskbar button: short for a running app, long and blue for the active one."""
    active, px, palette = s.style == "taskbar_active", s.theme.px, s.theme.palette
    width = px(16) if active else px(6)
    colour = palette.accent if active else palette.indicator
    return ("box", centred(s.w, width), s.h - px(3), width, px(3), colour, None, px(1.5))


def checkbox(s: Subject) -> list[Op]:
    """A box to tick, its label at the right."""
    palette, size = s.theme.palette, s.look.icon
    y, on = centred(s.h, size), s.has(CHECKED)
    fill = palette.accent if on else palette.control_hover if s.has(HOVER) else palette.control
    edge = palette.accent if on else palette.field_base
    ops: list[Op] = [("box", 0, y, size, size, fill, edge, s.theme.px(4))]
    if on:
        ops.append(("icon", s.theme.px(3), y + s.theme.px(3), s.theme.px(12), "checkmark", palette.on_accent, fill))
    return ops + _label(s, size)


def radio(s: Subject) -> list[Op]:
    """A round choice, its label at the right."""
    palette, size = s.theme.palette, s.look.icon
    y, on = centred(s.h, size), s.has(CHECKED) or s.has(SELECTED)
    fill = palette.accent if on else palette.control_hover if s.has(HOVER) else palette.control
    ops: list[Op] = [("box", 0, y, size, size, fill, palette.accent if on else palette.field_base, size // 2)]
    if on:
        dot = size // 2
        ops.append(("icon", centred(size, dot), y + centred(size, dot), dot, "dot", palette.on_accent, fill))
    return ops + _label(s, size)


def switch(s: Subject) -> list[Op]:
    """A sliding switch, its label at the right."""
    palette, size = s.theme.palette, s.look.icon
    y, on, knob = centred(s.h, size), s.has(CHECKED), size - s.theme.px(8)
    width, inset = 2 * size, s.theme.px(4)
    fill = palette.accent if on else palette.control
    ops: list[Op] = [("box", 0, y, width, size, fill, palette.accent if on else palette.field_base, size // 2)]
    colour = palette.on_accent if on else palette.muted
    ops.append(("icon", width - knob - inset if on else inset, y + inset, knob, "dot", colour, fill))
    return ops + _label(s, width)


def _label(s: Subject, size: int) -> list[Op]:
    x = size + s.look.gap
    return [text_op(s.text, s.look.font, ink_of(s), x, s.w - x, s.h, ground=None)] if s.text else []


def combo(s: Subject) -> list[Op]:
    """A choice box: its value, and an arrow at the right."""
    look, fill = s.look, ground_of(s)
    left, _, right, _ = look.pad
    x = s.w - right + centred(right, look.icon) - s.theme.px(2)
    ops = _frame(s, fill)
    if s.has(FOCUS):
        ops.append(("box", 0, 0, s.w, s.h, None, s.theme.palette.accent, look.radius))
    ops.append(text_op(s.text, look.font, ink_of(s), left, s.w - left - right, s.h, ground=fill))
    ops.append(("icon", x, centred(s.h, look.icon), look.icon, "chevron-down", s.theme.palette.muted, fill))
    return ops


def field(s: Subject) -> list[Op]:
    """The frame of a text field: a dark line below, the accent colour with the focus."""
    look, palette = s.look, s.theme.palette
    if look.fill is None:
        return []
    focus, px = s.has(FOCUS), s.theme.px
    edge = palette.danger if s.has(INVALID) else palette.accent if focus and look.radius * 2 > s.h - 4 else look.edge
    ops: list[Op] = [("box", 0, 0, s.w, s.h, look.fill, edge, look.radius)]
    if look.edge == palette.control_edge and look.radius * 2 <= s.h - 4:
        thick = px(2) if focus else 1
        colour = palette.accent if focus else palette.field_base
        ops.append(("rect", look.radius // 2, s.h - thick, s.w - look.radius, thick, colour))
    if s.icon or s.style == "search":
        name, size = s.icon or "search", px(16)
        x = centred(look.pad[0], size) + px(2)
        tint = palette.muted if not is_coloured(name) else look.ink
        ops.append(("icon", x, centred(s.h, size), size, name, tint, look.fill))
    return ops
