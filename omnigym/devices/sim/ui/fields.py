"""Single-line text fields."""

from __future__ import annotations

from bisect import bisect_right

from omnigym.devices.sim.documents.edit import Edit, select, selection, start_editing
from omnigym.devices.sim.documents.layout import Op
from omnigym.devices.sim.style.fonts import line_height, positions
from omnigym.devices.sim.ui.flags import FOCUS
from omnigym.devices.sim.ui.items import Item, Laid, Part
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.scrolling import INK, body
from omnigym.documents import plain

__all__ = ["field_edit", "field_inside", "field_room"]


def field_edit(node: Node, ui: Edit | tuple[int, int] | None) -> Edit:
    """The edit (text, caret, selection, history) that a field shows.

    The app owns the text and the window owns the caret. The window's edit is used as long as its text is the node's;
    when the app changed the text, a new edit begins with the caret at the end.

    Args:
        node: The field.
        ui: What the window keeps for the field: its edit, a (start, end) to be selected (end -1 for the last
            character), or None.
    """
    length = len(node.text)
    if isinstance(ui, Edit):
        if ui.document.text == node.text:
            return ui
        ui = None
    start, end = ui or (length, length)
    edit = start_editing(plain(node.text.replace("\n", " ").replace("\r", " ")))
    return select(edit, (0, length if end < 0 else min(end, length)), (0, min(start, length)))


def field_room(layout: Layout, node: Node, w: int, edit: Edit) -> tuple[tuple[int, ...], int, int, int]:
    """Where the text of a field ``w`` pixels wide is drawn.

    Returns:
        The x of each character relative to the first one, the index of the first character that is shown, the x of
        the text in the field, and the width that there is for it.
    """
    style = layout.theme.style(node.kind, node.style)
    left, _, right, _ = style.pad
    room = max(1, w - left - right)
    shown = "•" * len(node.text) if node.data.password else edit.document.text
    places = tuple(positions(shown, style.font))
    caret = places[min(edit.caret[1], len(places) - 1)]
    # A long text is scrolled just so far that the caret is at the right edge.
    first = 0 if caret < room else bisect_right(places, caret - room) if caret > room else 0
    return places, min(first, len(places) - 1), left, room


def field_inside(layout: Layout, node: Node, w: int, h: int, ui: Edit | tuple[int, int] | None, focused: bool) -> Laid:
    """The inside of a field; ``ui`` is as for `field_edit`."""
    style = layout.theme.style(node.kind, node.style)
    edit = field_edit(node, ui)
    height = line_height(style.font)
    top = (h - height) // 2
    parts: list[Part] = [body(node, w, h)]
    places, first, left, room = field_room(layout, node, w, edit)
    shown = "•" * len(node.text) if node.data.password else edit.document.text
    if not shown and node.data.placeholder:
        ops: list[Op] = [("text", 0, 0, node.data.placeholder, style.font, "muted")]
    else:
        origin = places[first]
        last = max(first, bisect_right(places, origin + room) - 1)
        ops = []
        (_, a), (_, b) = selection(edit)
        a, b = max(a, first), min(b, last)
        if focused and a < b:
            ops.append(("rect", places[a] - origin, 0, places[b] - places[a], height, "selection"))
        ops.append(("text", 0, 0, shown[first:last], style.font, "text"))
    parts.append(Item("picture", "", left, top, room, height, "", "", 0, tuple(ops), INK))
    if focused:
        x = places[min(edit.caret[1], len(places) - 1)] - places[first]
        parts.append(Item("caret", "", left + x, top, max(1, layout.px(1)), height, "", "", FOCUS, None, INK))
    return Laid(w, h, tuple(parts), (w, h), edit)
