"""The argument of `Appearance.draw`, and what most of these functions are made of."""

from __future__ import annotations

from typing import Any, NamedTuple

from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.style.colour import Colour
from omnigym.devices.sim.style.fonts import Font, elide, line_height, text_width
from omnigym.devices.sim.style.theme import Style, Theme
from omnigym.devices.sim.ui.flags import CHECKED, DISABLED, HOVER, PRESSED, SELECTED

__all__ = ["Subject", "centred", "ground_of", "ink_of", "solid", "text_op"]


class Subject(NamedTuple):
    """A widget to be drawn: the fields of `omnigym.devices.sim.ui.items.Item`, the theme, and its style as ``look``."""

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
