"""The argument of `Appearance.draw`, and what most of these functions are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.icons import is_coloured
from omnigym.sim.style.colour import Colour
from omnigym.sim.style.fonts import Font, elide, line_height, text_width, wrap
from omnigym.sim.style.theme import Style, Theme
from omnigym.sim.ui.kinds import Parts
from omnigym.sim.ui.nodes import CHECKED, DISABLED, FOCUS, HOVER, INVALID, PRESSED, SELECTED
from omnigym.sim.ui.payloads import ButtonData


class Subject(NamedTuple):
    """A widget to be drawn: the fields of `omnigym.sim.ui.items.Item`, the theme, and its style as ``look``."""

    theme: Theme
    look: Style
    kind: str
    style: str
    w: int
    h: int
    text: str
    icon: str
    flags: int
    data: Any

    def has(self, flag: int) -> bool:
        """Whether a flag bit is set."""
        return bool(self.flags & flag)


def ground_of(s: Subject) -> Colour | None:
    """The colour that the widget fills its rectangle with, by its flags; None if it fills nothing."""
    look, flags = s.look, s.flags
    if not flags:
        return look.fill
    if flags & DISABLED:
        return look.fill
    if flags & PRESSED and look.pressed is not None:
        return look.pressed
    if flags & (CHECKED | SELECTED) and look.checked is not None:
        return look.checked
    if flags & HOVER and look.hover is not None:
        return look.hover
    return look.fill


def ink_of(s: Subject) -> Colour:
    """The colour of the widget's text, by its flags."""
    return s.theme.palette.disabled if s.flags & DISABLED else s.look.ink


def text_op(
    text: str, font: Font, colour: Colour, x: int, width: int, h: int, *, ground: Colour | None, centre: bool = False
) -> Op:
    """A line of text at ``x``, cut with an ellipsis at ``width``, and vertically centred in height ``h``."""
    shown = elide(text, font, width)
    if centre:
        x += max(0, (width - text_width(shown, font)) // 2)
    return ("text", x, (h - line_height(font)) // 2, shown, font, colour, ground)


def centred(outer: int, inner: int) -> int:
    """The offset of something centred in something larger."""
    return (outer - inner) // 2


def solid(s: Subject) -> list[Op]:
    """A plain rectangle: the caret, the track of a scrollbar, the background of a list."""
    return [] if s.look.fill is None else [("rect", 0, 0, s.w, s.h, s.look.fill)]


# -- what the painter knows about each kind of widget -----------------------------------------------------------------

# One `Appearance` each.


def nothing(s: Subject) -> list[Op]:
    """The draw ops of a kind that is not painted itself: none."""
    return []


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a kind of widget is painted.

    Attributes:
        draw: Function from size, text, icon, payload and flags to draw ops. It must be pure: results are cached.
        exact: Whether it paints nothing outside of its rectangle, shadows excepted.
        is_ground: Whether other items lie on it, so that its plain colour is the background of their antialiasing.
        is_plain: For a ground, whether everything that it draws besides its colour is at its edges.
        brings_ops: Whether its payload is the draw ops themselves. These are not cached.
        recurs: Whether the same is drawn again and again, so that its ops are worth keeping by value.
    """

    draw: Callable[[Subject], list[Op]] = nothing
    exact: bool = False
    is_ground: bool = False
    is_plain: bool = False
    brings_ops: bool = False
    recurs: bool = True


#: By kind. Only `widgets.record.register` adds to it.
APPEARANCES: Parts[Appearance] = Parts()

# -- draw ops that several controls share -----------------------------------------------------------------------------

# Frame, icon and text, label, the frame of an editor.


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
