"""The looks of a grid: the ground of a row of cells, a cell, the heads of rows and columns."""

from __future__ import annotations

from bisect import bisect_right

from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred, ink_of, text_op
from omnigym.devices.sim.style.fonts import line_height, positions, text_width
from omnigym.devices.sim.ui.flags import SELECTED

__all__ = ["cell", "cells", "head"]


def cells(s: Subject) -> list[Op]:
    """The ground of a row; ``data`` is where lines go down, or None for no lines."""
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, s.look.fill)]
    if s.data is not None:
        ops.append(("rect", 0, s.h - 1, s.w, 1, s.look.edge))
        ops += [("rect", x, 0, 1, s.h, s.look.edge) for x in s.data]
    return ops


def cell(s: Subject) -> list[Op]:
    """What is in a cell; ``data`` is (alignment, looks of the text, whether it is a number, width of the cell)."""
    if s.data is None:
        return []
    align, (bold, italic, underline, ink, ground), numeric, own = s.data
    left, _, right, _ = s.look.pad
    font = s.look.font._replace(bold=bold, italic=italic)
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, ground)] if ground >= 0 else []
    if not s.text:
        return ops
    width, room = text_width(s.text, font), s.w - left - right
    text = s.text
    if numeric and width > room:
        text = "#" * max(1, room // max(1, text_width("#", font)))
        width = text_width(text, font)
    x = left + {"left": 0, "center": (room - width) // 2, "right": room - width}[align]
    x = max(left, x)
    if s.w > own and ground < 0:  # it goes on over blank cells: no lines behind it
        ops.append(("rect", own - 1, 0, min(x + width + 1, s.w) - own + 1, s.h, s.theme.palette.layer))
    colour = ink if ink >= 0 else ink_of(s)
    text = text[: bisect_right(positions(text, font), s.w - x) - 1]  # cut, without dots, as spreadsheets do
    op = text_op(text, font, colour, x, s.w - x, s.h, ground=ground if ground >= 0 else None)
    ops.append(op)
    if underline:
        ops.append(("rect", x, op[2] + line_height(font) - 3, min(width, room), 1, colour))
    return ops


def head(s: Subject) -> list[Op]:
    """The head of a row or column; of the selection, in the grid's own colour."""
    palette, chosen = s.theme.palette, s.has(SELECTED)
    ground = palette.excel_tint if chosen else s.look.fill
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, ground)]
    if s.style == "corner":
        ops += [("rect", 0, s.h - 1, s.w, 1, s.look.edge), ("rect", s.w - 1, 0, 1, s.h, s.look.edge)]
        side = s.theme.px(9)
        at_x, at_y = s.w - side - s.theme.px(3), s.h - side - s.theme.px(3)
        ops += [("rect", at_x + side - i, at_y + i, i, 1, palette.disabled) for i in range(side)]
        return ops
    ink = palette.excel if chosen else s.look.ink
    font = s.look.font._replace(family="ui-semibold") if chosen else s.look.font
    x = centred(s.w, text_width(s.text, font))
    ops.append(text_op(s.text, font, ink, max(0, x), s.w, s.h, ground=ground))
    ops += [("rect", 0, s.h - 1, s.w, 1, s.look.edge), ("rect", s.w - 1, 0, 1, s.h, s.look.edge)]
    if chosen:
        thick = s.theme.px(2)
        ops.append(("rect", 0, s.h - thick, s.w, thick, ink) if s.data == "column" else
                   ("rect", s.w - thick, 0, thick, s.h, ink))  # fmt: skip
    return ops
