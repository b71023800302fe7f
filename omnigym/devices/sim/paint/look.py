"""The drawing of a widget: from its size, text, icon and flags to draw ops.

`drawing_of` is a cached pure function; the painter runs its ops. How a kind is drawn is in its record (`Appearance`),
colours and sizes come from the theme's `Style`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from omnigym.devices.sim.paint.appearance import APPEARANCES
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject
from omnigym.devices.sim.style.colour import Colour
from omnigym.devices.sim.style.theme import Theme

__all__ = ["MARGIN", "Drawing", "drawing_of"]

#: Pixels around an item that its focus ring and overhanging letters may touch.
MARGIN = 2


class Drawing(NamedTuple):
    """How one widget is drawn.

    Attributes:
        ops: The draw ops.
        fill: The plain colour that it fills its rectangle with; -1 if it fills it with a picture, None if it does not
            fill it.
        bleed: Pixels by which its shadow reaches beyond its rectangle.
        radius: Radius of its corners, which it does not fill.
        margin: Pixels by which it may paint beyond its rectangle at all.
        is_ground, is_plain: As its kind's `Appearance` says.
    """

    ops: tuple[Op, ...]
    fill: Colour | None
    bleed: int
    radius: int
    margin: int
    is_ground: bool
    is_plain: bool


@lru_cache(maxsize=8192)
def drawing_of(
    theme: Theme, kind: str, style: str, w: int, h: int, text: str, icon: str, flags: int, data: object
) -> Drawing:
    """The drawing of a widget.

    Args:
        theme: Gives style and colours.
        kind, style, w, h, text, icon, flags, data: As in `Item`, the flags of the moment included.

    Raises:
        UnknownNameError: There is no such kind of widget, or none of its styles is named so.
    """
    appearance = APPEARANCES[kind]
    found = theme.style(kind, style)
    ops = tuple(appearance.draw(Subject(theme, found, kind, style, w, h, text, icon, flags, data)))
    fill, radius, bleed = None, 0, 0
    if ops and ops[-1][0] in ("photo", "wallpaper"):
        fill = -1
    # The last op that fills the whole rectangle determines what shows under the items on it.
    for op in ops:
        if op[0] == "shadow":
            bleed = max(bleed, op[6] + op[6] // 6)
        elif op[0] == "rect" and op[1:5] == (0, 0, w, h):
            fill, radius = op[5], 0
        elif op[0] == "foot" and op[1:5] == (0, 0, w, h):
            fill, radius = op[5], op[6]
        elif op[0] == "box" and op[1:5] == (0, 0, w, h) and op[5] is not None:
            fill, radius = op[5], op[7]
    margin = bleed or (0 if appearance.exact else MARGIN)
    return Drawing(ops, fill, bleed, radius, margin, appearance.is_ground, appearance.is_plain)
