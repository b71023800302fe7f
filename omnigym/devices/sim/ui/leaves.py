"""How large leaf widgets are by themselves, from their styles."""

from __future__ import annotations

from omnigym.devices.sim.style.fonts import line_height, text_width, wrap
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["EDITED", "SLOTS", "leaf_size", "wrapped_lines"]

#: Kinds whose inside depends on state that the window keeps for them.
SLOTS = frozenset({"field", "area", "document", "grid", "list", "scroll"})

#: Of these, those whose data begins with the `Edit` that they show.
EDITED = frozenset({"area", "document"})

#: Of widgets that have no size of their own: logical width, and lines of text in height.
_FIELD_WIDTH = 120
_TREE_INDENT = 16


def leaf_size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    """The natural (width, height) in pixels of a node without children, in at most ``room`` pixels of width."""
    kind = node.kind
    if kind == "box":
        return 0, 0
    if kind == "scroll":
        return layout.natural(node.data, room)
    style = layout.theme.style(kind, node.style)
    left, top, right, bottom = style.pad
    height = line_height(style.font)
    if kind == "field":
        return layout.px(_FIELD_WIDTH), max(style.min_h, height + top + bottom)
    if kind == "list":
        return layout.px(_FIELD_WIDTH), len(node.data[0]) * layout.px(node.data[2])
    if kind in ("area", "document"):
        return layout.px(_FIELD_WIDTH), 4 * height
    if kind == "text" and node.dir == "wrap":
        lines = _wrapped(layout, node, room)
        widest = max([text_width(line, style.font) for line in lines])
        return max(style.min_w, widest + left + right), max(style.min_h, len(lines) * height + top + bottom)
    w = text_width(node.text, style.font) if node.text else 0
    h = height if node.text or kind == "text" else 0
    icon = style.icon if node.icon or kind in _MARKED else 2 * style.icon if kind == "switch" else 0
    if style.vertical and icon:
        w, h = max(w, icon), icon + (style.gap + h if h else 0)
    else:
        w, h = w + icon + (style.gap if icon and w else 0), max(h, icon)
    if kind == "tree_item":
        w += layout.px(_TREE_INDENT) * (node.data[0] + node.data[1])
    elif kind == "menu_item":
        shortcut, _, has_marks = node.data
        w += (text_width(shortcut, style.font) + 3 * style.gap if shortcut else 0) + (style.icon if has_marks else 0)
    elif kind == "button" and node.menu and node.text:
        w += style.gap + style.icon // 2
    return max(style.min_w, w + left + right), max(style.min_h, h + top + bottom)


#: Kinds with a mark beside their text, as large as an icon.
_MARKED = frozenset({"checkbox", "radio"})


def _wrapped(layout: Measuring, node: Node, room: int) -> tuple[str, ...]:
    style = layout.theme.style("text", node.style)
    width = max(1, room - style.pad[0] - style.pad[2])
    return tuple([node.text[a:b].rstrip() for a, b in wrap(node.text, style.font, width)])


def wrapped_lines(layout: Measuring, node: Node, width: int) -> tuple[str, ...]:
    """The lines of a wrapping text in ``width`` pixels."""
    return _wrapped(layout, node, width)
