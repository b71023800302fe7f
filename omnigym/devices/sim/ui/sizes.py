"""How large widgets are by themselves, from their styles: what the records of most kinds take for their size."""

from __future__ import annotations

from omnigym.devices.sim.style.fonts import line_height, text_width
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["FIELD_WIDTH", "content_size", "line_size", "lines_size"]

#: Logical width of what has none of its own.
FIELD_WIDTH = 120
#: Lines of text in the height of an editor that is told none.
_LINES = 4


def content_size(
    layout: Measuring, node: Node, room: int, *, mark: int = 0, more: int = 0, line: bool = False
) -> tuple[int, int]:
    """Of what has an icon and a text, beside or below each other.

    Args:
        layout: Gives the styles.
        node: The widget.
        room: The width that there is at most; it is not looked at.
        mark: Width of a mark that takes the place of the icon, in icons.
        more: Pixels of width that it needs besides.
        line: Whether it is as high as a line of text even without a text.
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
    """Of a line of text to be edited."""
    style = layout.theme.style(node.kind, node.style)
    return layout.px(FIELD_WIDTH), max(style.min_h, line_height(style.font) + style.pad[1] + style.pad[3])


def lines_size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    """Of many lines of text to be edited."""
    return layout.px(FIELD_WIDTH), _LINES * line_height(layout.theme.style(node.kind, node.style).font)
