"""Natural sizes of widgets, computed from their styles: the functions that most records use as `Kind.size`."""

from __future__ import annotations

from omnigym.devices.sim.style.fonts import line_height, text_width
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["FIELD_WIDTH", "content_size", "line_size", "lines_size"]

#: Natural width of a text field in logical pixels.
FIELD_WIDTH = 120
#: Natural height of an editor, in lines of text.
_LINES = 4


def content_size(
    layout: Measuring, node: Node, room: int, *, mark: int = 0, more: int = 0, line: bool = False
) -> tuple[int, int]:
    """Natural size of a widget with an icon and a text, side by side or one above the other.

    Args:
        layout: Gives the styles.
        node: The widget.
        room: The available width; not used.
        mark: Width of a mark in place of the icon (a check box, a switch), in multiples of the icon size.
        more: Further pixels of width.
        line: Whether it is as high as a line of text even if it has no text.
    """
    style = layout.theme.style(node.kind, node.style)
    left, top, right, bottom = style.pad
    w = text_width(node.text, style.font) if node.text else 0
    h = line_height(style.font) if line or node.text else 0
    icon = mark * style.icon if mark else style.icon if node.icon else 0
    if style.vertical and icon:
        w, h = max(w, icon), icon + (style.gap + h if h else 0)
    else:
        w, h = w + icon + (style.gap if icon and w else 0), max(h, icon)
    return max(style.min_w, w + more + left + right), max(style.min_h, h + top + bottom)


def line_size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    """Natural size of an editor of one line."""
    style = layout.theme.style(node.kind, node.style)
    return layout.px(FIELD_WIDTH), max(style.min_h, line_height(style.font) + style.pad[1] + style.pad[3])


def lines_size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    """Natural size of an editor of many lines."""
    return layout.px(FIELD_WIDTH), _LINES * line_height(layout.theme.style(node.kind, node.style).font)
