"""The insides of scroll panes and virtual lists, and the common parts of all scrolling widgets."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.style.fonts import line_height
from omnigym.sim.ui.items import Item, Laid, Part, Sub
from omnigym.sim.ui.layout import Layout
from omnigym.sim.ui.nodes import AUTO, Component, Node, memo
from omnigym.sim.ui.payloads import BarData, ListData

#: The node of items that are only painted: without key, role and handlers.
INK = Node("picture")
#: Width of a scrollbar in logical pixels, and the least length of its thumb.
BAR, _THUMB = 14, 24


class ListInfo(NamedTuple):
    """The places of a list's entries: columns, size of an entry and scroll offset, in pixels."""

    columns: int
    cell_w: int
    row_h: int
    offset: int


@lru_cache(maxsize=1024)
def bar_nodes(key: str) -> tuple[Node, Node]:
    """Return the nodes of a scrollbar's track and thumb."""
    data = BarData(key)
    track = Node("scrollbar", key=f"{key}.scrollbar", name="Vertical", role=Role.SCROLLBAR, reacts=True, data=data)
    return track, Node("thumb", key=f"{key}.thumb", reacts=True, data=data)


def add_bar(layout: Layout, node: Node, w: int, h: int, content: int, offset: int, parts: list[Part]) -> None:
    """Append a scrollbar at the right edge of a widget, if the theme has scrollbars.

    Args:
        layout: Gives the sizes.
        node: The widget that is scrolled.
        w, h: Its size.
        content, offset: Height of its content, and how far that is scrolled.
        parts: Where track and thumb are appended.
    """
    bar = layout.bar
    if not bar:
        return
    track, thumb = bar_nodes(node.key)
    length = max(layout.px(_THUMB), h * h // content)
    y = offset * (h - length) // max(1, content - h)
    style = "bare" if node.style == "bare" else ""
    parts.append(Item("scrollbar", style, w - bar, 0, bar, h, "", "", 0, "v", track))
    parts.append(Item("thumb", "", w - bar, y, bar, length, "", "", 0, "v", thumb))


def body(node: Node, w: int, h: int, data: object = None) -> Item:
    """Return the widget itself as an item, behind its contents."""
    return Item(node.kind, node.style, 0, 0, w, h, "", node.icon, node.flags, data, node)


def scroll_inside(layout: Layout, node: Node, w: int, h: int, ui: int | None, focused: bool = False) -> Laid:
    """Lay out the inside of a scroll pane; ``ui`` is its scroll offset in pixels, or None."""
    child = node.data
    laid = _content(layout, child, w, h)
    parts: list[Part] = [body(node, w, h)]
    parent = 0 if node.role is not None else -1
    if laid.h <= h:
        parts.append(Sub(laid, 0, 0, parent))
        return Laid(w, h, tuple(parts), (w, h), 0)
    # Too high, so a scrollbar takes some of the width, and the content is laid out a second time beside it.
    laid = _content(layout, child, max(0, w - layout.bar), h)
    content = max(laid.h, h + 1)
    offset = min(max(0, ui or 0), content - h)
    parts.append(Sub(laid, 0, -offset, parent))
    add_bar(layout, node, w, h, content, offset, parts)
    return Laid(w, h, tuple(parts), (w, content), offset)


def _content(layout: Layout, child: Node | Component, w: int, h: int) -> Laid:
    height = h if child.h < AUTO else layout.px(child.h)
    return layout.component(child, w, height) if type(child) is Component else layout.lay(child, w, height)


def list_inside(layout: Layout, node: Node, w: int, h: int, ui: int | None, focused: bool = False) -> Laid:
    """Lay out the visible entries of a list; ``ui`` is its scroll offset in pixels, or None."""
    data: ListData = node.data
    entries, view, args, empty = data.entries, data.view, data.args, data.empty
    row_h, cell_w = max(1, layout.px(data.row_h)), layout.px(data.cell_w)
    count = len(entries)
    columns, inner = max(1, w // cell_w) if cell_w else 1, w
    rows = -(-count // columns)
    if rows * row_h > h:
        inner = max(0, w - layout.bar)
        columns = max(1, inner // cell_w) if cell_w else 1
        rows = -(-count // columns)
    content = max(rows * row_h, h)
    offset = min(max(0, ui or 0), content - h)
    parts: list[Part] = [body(node, w, h)]
    chosen = frozenset(data.selected)
    cell = cell_w or inner
    for i in range(offset // row_h * columns, min(count, (-(-(offset + h) // row_h)) * columns)):
        entry = entries[i]
        row = layout.component(memo(view, entry, entry.id in chosen, *args), cell, row_h)
        parts.append(Sub(row, i % columns * cell, i // columns * row_h - offset, 0))
    if not count and empty:
        style = layout.theme.style("text", "empty")
        note = Node("text", "empty", text=empty, role=Role.TEXT)
        parts.append(Item("text", "empty", 0, row_h // 2, w, line_height(style.font), empty, "", 0, None, note, 0))
    if content > h:
        add_bar(layout, node, w, h, content, offset, parts)
    return Laid(w, h, tuple(parts), (inner, content), ListInfo(columns, cell, row_h, offset))
