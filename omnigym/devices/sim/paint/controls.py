"""Draw ops that several controls share: frame, icon and text, label, the frame of an editor."""

from __future__ import annotations

from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.icons import is_coloured
from omnigym.devices.sim.paint.subject import Subject, centred, ink_of, text_op
from omnigym.devices.sim.style.colour import Colour
from omnigym.devices.sim.style.fonts import Font, line_height, text_width, wrap
from omnigym.devices.sim.ui.flags import CHECKED, DISABLED, FOCUS, INVALID, PRESSED
from omnigym.devices.sim.ui.payloads import ButtonData

__all__ = ["content", "editor", "frame", "label"]


def frame(s: Subject, fill: Colour | None) -> list[Op]:
    """The frame of a button or combo box: nothing, a flat ground, or a ground with a raised edge."""
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


def content(s: Subject, ink: Colour, ground: Colour | None) -> list[Op]:
    """Icon and text, side by side or one above the other; centred, except for the styles in ``_LEFT``."""
    look = s.look
    left, _, right, _ = look.pad
    size = look.icon if s.icon else 0
    room = s.w - left - right
    if look.vertical:
        return _stacked(s, ink, ground, size)
    ops: list[Op] = []
    if type(s.data) is ButtonData and s.data.opens_menu and s.text:  # an arrow, in the room that its size has for it
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


#: Styles whose content begins at the left edge.
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
    """A label in at most two lines; the second has all of the rest and is cut off when it is drawn."""
    lines = wrap(text, font, width)
    if len(lines) < 2:
        return (text,) if text else ()
    (start, end), (rest, _), *_ = lines
    return text[start:end].rstrip(), text[rest:]


def label(s: Subject, size: int) -> list[Op]:
    """The text at the right of a mark that is ``size`` pixels wide."""
    x = size + s.look.gap
    return [text_op(s.text, s.look.font, ink_of(s), x, s.w - x, s.h, ground=None)] if s.text else []


def editor(s: Subject) -> list[Op]:
    """The frame of a text field, with a dark line at its bottom that has the accent colour while it is focused."""
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
