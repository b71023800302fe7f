"""What each kind of widget looks like: from its size, text, icon and flags to draw ops.

`ops_of` is a pure function, cached; the painter runs its ops. Kinds and their ``data`` are those of
`omnigym.devices.sim.ui.widgets`; the colours and sizes are those of the theme's `Style`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from omnigym.devices.sim.paint import look_controls as controls
from omnigym.devices.sim.paint import look_grid as grids
from omnigym.devices.sim.paint import look_items as items
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject
from omnigym.devices.sim.style.colour import Colour
from omnigym.devices.sim.style.theme import Theme

__all__ = ["Drawing", "drawing_of"]

_LOOKS: dict[str, Callable[[Subject], list[Op]]] = {
    "area": controls.field,
    "box": controls.box,
    "button": controls.button,
    "caret": items.solid,
    "cell": grids.cell,
    "cells": grids.cells,
    "checkbox": controls.checkbox,
    "combo": controls.combo,
    "document": items.solid,
    "field": controls.field,
    "grid": items.solid,
    "grid_head": grids.head,
    "header": items.header,
    "icon": controls.icon,
    "image": items.image,
    "list": items.solid,
    "menu_item": items.menu_item,
    "photo": items.photo,
    "progress": items.progress,
    "radio": controls.radio,
    "scroll": items.solid,
    "scrollbar": items.solid,
    "separator": items.separator,
    "slider": items.slider,
    "split": controls.button,
    "switch": controls.switch,
    "tab": items.tab,
    "text": controls.text,
    "thumb": items.thumb,
    "toggle": controls.button,
    "tree_item": items.tree_item,
    "veil": items.veil,
}


class Drawing(NamedTuple):
    """How one widget is drawn.

    Attributes:
        ops: The draw ops.
        fill: The plain colour that it puts under what lies on it; -1 is a picture, None is nothing.
        bleed: How far its shadow reaches out of its rectangle, in pixels.
        radius: Of its corners, which are not covered.
    """

    ops: tuple[Op, ...]
    fill: Colour | None
    bleed: int
    radius: int


@lru_cache(maxsize=8192)
def drawing_of(
    theme: Theme, kind: str, style: str, w: int, h: int, text: str, icon: str, flags: int, data: Any
) -> Drawing:
    """How a widget is drawn; nothing for kinds that draw nothing."""
    look = _LOOKS.get(kind)
    if look is None:
        return Drawing((), None, 0, 0)
    found = theme.style(kind, style)
    subject = Subject(theme, found, kind, style, w, h, text, icon, flags, data)
    ops = tuple(look(subject))
    fill, radius, bleed = None, 0, 0
    if ops and ops[-1][0] in ("photo", "wallpaper"):
        fill = -1
    for op in ops:
        if op[0] == "shadow":
            bleed = max(bleed, op[6] + op[6] // 6)
        elif op[0] == "rect" and op[1:5] == (0, 0, w, h):
            fill, radius = op[5], 0
        elif op[0] == "foot" and op[1:5] == (0, 0, w, h):
            fill, radius = op[5], op[6]
        elif op[0] == "box" and op[1:5] == (0, 0, w, h) and op[5] is not None:
            fill, radius = op[5], op[7]
    return Drawing(ops, fill, bleed, radius)
