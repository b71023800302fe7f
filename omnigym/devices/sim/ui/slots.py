"""The insides of widgets that have a state of their own in the window: scrolling, caret, selection."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.devices.sim.documents.edit import Edit, select, selection, start_editing
from omnigym.devices.sim.paint.fonts import line_height, positions
from omnigym.devices.sim.ui.flow import (
    SELECTION_COLOR,
    Flow,
    Frame,
    ParagraphPiece,
    flow_text,
    paragraph_parts,
    place_of,
)
from omnigym.devices.sim.ui.items import FOCUS, Item, Laid, Part, Sub
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.nodes import AUTO, Component, Node, memo
from omnigym.documents import plain

__all__ = ["BAR", "ListInfo", "bar_nodes", "field_edit", "field_room", "resolve"]

#: Width of a scrollbar in logical pixels, and the least length of its thumb.
BAR, _THUMB = 14, 24
TEXT, MUTED = -1, -2


class ListInfo(NamedTuple):
    """Where the entries of a list are: pixels of the content, which is ``offset`` scrolled."""

    columns: int
    cell_w: int
    row_h: int
    offset: int


@lru_cache(maxsize=1024)
def bar_nodes(key: str) -> tuple[Node, Node]:
    """The nodes of a scrollbar's track and thumb."""
    track = Node("scrollbar", key=f"{key}.scrollbar", name="Vertical", role=Role.SCROLLBAR, reacts=True, data="v")
    return track, Node("thumb", key=f"{key}.thumb", reacts=True)


def _add_bar(layout: Layout, node: Node, w: int, h: int, content: int, offset: int, parts: list[Part]) -> None:
    track, thumb = bar_nodes(node.key)
    bar = layout.px(BAR)
    length = max(layout.px(_THUMB), h * h // content)
    y = offset * (h - length) // max(1, content - h)
    parts.append(Item("scrollbar", "", w - bar, 0, bar, h, "", "", 0, "v", track))
    parts.append(Item("thumb", "", w - bar, y, bar, length, "", "", 0, "v", thumb))


def _body(node: Node, w: int, h: int, data: Any = None) -> Item:
    return Item(node.kind, node.style, 0, 0, w, h, "", node.icon, node.flags, data, node)


def _scroll(layout: Layout, node: Node, w: int, h: int, ui: Any, focused: bool, before: Laid | None) -> Laid:
    child = node.data
    laid = _content(layout, child, w, h)
    parts: list[Part] = [_body(node, w, h)]
    parent = 0 if node.role is not None else -1
    if laid.h <= h:
        parts.append(Sub(laid, 0, 0, parent))
        return Laid(w, h, tuple(parts), (w, h), 0)
    laid = _content(layout, child, max(0, w - layout.px(BAR)), h)
    content = max(laid.h, h + 1)
    offset = min(max(0, ui or 0), content - h)
    parts.append(Sub(laid, 0, -offset, parent))
    _add_bar(layout, node, w, h, content, offset, parts)
    return Laid(w, h, tuple(parts), (w, content), offset)


def _content(layout: Layout, child: Node | Component, w: int, h: int) -> Laid:
    height = h if child.h < AUTO else layout.px(child.h)
    return layout.component(child, w, height) if type(child) is Component else layout.lay(child, w, height)


def _list(layout: Layout, node: Node, w: int, h: int, ui: Any, focused: bool, before: Laid | None) -> Laid:
    entries, view, row_h, cell_w, selected, _, _, empty, args = node.data
    row_h, cell_w = max(1, layout.px(row_h)), layout.px(cell_w)
    count = len(entries)
    columns, inner = max(1, w // cell_w) if cell_w else 1, w
    rows = -(-count // columns)
    if rows * row_h > h:
        inner = max(0, w - layout.px(BAR))
        columns = max(1, inner // cell_w) if cell_w else 1
        rows = -(-count // columns)
    content = max(rows * row_h, h)
    offset = min(max(0, ui or 0), content - h)
    parts: list[Part] = [_body(node, w, h)]
    chosen = frozenset(selected)
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
        _add_bar(layout, node, w, h, content, offset, parts)
    return Laid(w, h, tuple(parts), (inner, content), ListInfo(columns, cell, row_h, offset))


def field_edit(node: Node, ui: Any) -> Edit:
    """The edit of a field: the window's own while its text is the node's, else one with the caret at the end.

    Args:
        node: The field.
        ui: The window's own edit; or the (start, end) of what is to be selected, end -1 for the last; or None.
    """
    length = len(node.text)
    if type(ui) is Edit:
        if ui.document.text == node.text:
            return ui
        ui = None
    start, end = ui or (length, length)
    edit = start_editing(plain(node.text.replace("\n", " ").replace("\r", " ")))
    return select(edit, (0, length if end < 0 else min(end, length)), (0, min(start, length)))


def field_room(layout: Layout, node: Node, w: int, edit: Edit) -> tuple[tuple[int, ...], int, int, int]:
    """(places of its characters, first character shown, x of the text, its room) of a field ``w`` pixels wide."""
    style = layout.theme.style("field", node.style)
    left, _, right, _ = style.pad
    room = max(1, w - left - right)
    shown = "•" * len(node.text) if node.data[1] else edit.document.text
    places = tuple(positions(shown, style.font))
    caret = places[min(edit.caret[1], len(places) - 1)]
    first = 0 if caret < room else bisect_right(places, caret - room) if caret > room else 0
    return places, min(first, len(places) - 1), left, room


def _field(layout: Layout, node: Node, w: int, h: int, ui: Any, focused: bool, before: Laid | None) -> Laid:
    style = layout.theme.style("field", node.style)
    edit = field_edit(node, ui)
    height = line_height(style.font)
    top = (h - height) // 2
    parts: list[Part] = [_body(node, w, h)]
    places, first, left, room = field_room(layout, node, w, edit)
    shown = "•" * len(node.text) if node.data[1] else edit.document.text
    if not shown and node.data[0]:
        ops: list[tuple[Any, ...]] = [("text", 0, 0, node.data[0], style.font, MUTED)]
    else:
        origin = places[first]
        last = max(first, bisect_right(places, origin + room) - 1)
        ops = []
        (_, a), (_, b) = selection(edit)
        a, b = max(a, first), min(b, last)
        if focused and a < b:
            ops.append(("rect", places[a] - origin, 0, places[b] - places[a], height, SELECTION_COLOR))
        ops.append(("text", 0, 0, shown[first:last], style.font, TEXT))
    parts.append(Item("picture", "", left, top, room, height, "", "", 0, tuple(ops), _INK))
    if focused:
        x = places[min(edit.caret[1], len(places) - 1)] - places[first]
        parts.append(Item("caret", "", left + x, top, max(1, layout.px(1)), height, "", "", FOCUS, None, _INK))
    return Laid(w, h, tuple(parts), (w, h), edit)


#: What a text's room was made of, its frame, the page's x, y and width, and the room below the text.
_Room: TypeAlias = tuple[tuple[Any, ...], Frame, tuple[int, int, int] | None, int]
#: The node of what is only painted.
_INK = Node("picture")


def _text_room(layout: Layout, node: Node, w: int, h: int) -> _Room:
    """Where text and page go in a widget of a size."""
    made_of = (node.kind, node.style, w, h, *node.data[1:])
    bar = layout.px(BAR)
    if node.kind == "area":
        style = layout.theme.style("area", node.style)
        pad = max(style.pad[0], layout.px(8))
        return made_of, Frame(pad, pad, max(1, w - 2 * pad - bar), style.font.size / 11), None, pad
    _, page_w, zoom, margins = node.data
    zoomed = layout.scale * zoom / 100
    left, top, right, bottom = [round(m * zoomed) for m in margins]
    desk, page_w = layout.px(16), round(page_w * zoomed)
    x = max(0, (w - bar - page_w) // 2)
    frame = Frame(x + left, desk + top, max(1, page_w - left - right), zoomed * 96 / 72)
    return made_of, frame, (x, desk, page_w), bottom


def _text(layout: Layout, node: Node, w: int, h: int, ui: Any, focused: bool, before: Laid | None) -> Laid:
    edit = node.data[0]
    room = before.caches.get("room") if before is not None else None
    if room is None or room[0] != (node.kind, node.style, w, h, *node.data[1:]):
        room = _text_room(layout, node, w, h)
    _, frame, page, bottom = room
    old = before.info if before is not None else None
    flow = flow_text(edit, frame, old if type(old) is Flow else None)
    if before is not None and type(old) is Flow and before.w == w and before.h == h:
        same = _retyped(layout, node, flow, before, old, ui, focused)
        if same is not None:
            return same
    content = max(h, flow.tops[-1] + bottom)
    offset = min(max(0, ui or 0), content - h)
    parts: list[Part] = [_body(node, w, h)]
    if page is not None:
        paper_h = max(flow.tops[-1] + bottom - page[1], round(page[2] * 1.414))
        content = max(h, page[1] + paper_h + page[1])
        offset = min(max(0, ui or 0), content - h)
        parts.append(Item("box", "page", page[0], page[1] - offset, page[2], paper_h, "", "", 0, None, _INK))
    first = paragraph_parts(node, flow, offset, h, parts)
    if focused:
        parts.append(_caret(layout, flow, offset))
    if content > h:
        _add_bar(layout, node, w, h, content, offset, parts)
    laid = Laid(w, h, tuple(parts), (w, content), flow)
    laid.caches["text"], laid.caches["room"] = (ui, focused, offset, first), room
    return laid


def _caret(layout: Layout, flow: Flow, offset: int) -> Item:
    x, y, height = place_of(flow, flow.edit.caret)
    return Item("caret", "", x, y - offset, max(1, layout.px(1)), height, "", "", FOCUS, None, _INK)


def _retyped(layout: Layout, node: Node, flow: Flow, before: Laid, old: Flow, ui: Any, focused: bool) -> Laid | None:
    """What ``before`` becomes when no paragraph moved and nothing was or is selected; None where that is not so."""
    known, edit, was = before.caches.get("text"), flow.edit, old.edit
    if known is None or flow.tops is not old.tops or known[0] != ui or known[1] != focused:
        return None
    if edit.anchor != edit.caret or was.anchor != was.caret:
        return None
    offset, first = known[2:]
    parts = list(before.parts)
    parts[0] = body = _body(node, before.w, before.h)
    subs = before.subs
    lead = 2 if node.kind == "document" else 1
    at = flow.changed - first
    if 0 <= at < len(subs):
        layout_now = flow.layouts[flow.changed]
        piece = ParagraphPiece(f"{node.key}.{flow.changed}", layout_now, 0, 0)
        flow.pieces[flow.changed] = (layout_now, 0, 0, piece)
        parts[lead + at] = sub = Sub(piece, subs[at].x, subs[at].y, 0)
        subs = (*subs[:at], sub, *subs[at + 1 :])
    items = list(before.items)
    items[0] = body
    if focused:
        caret = _caret(layout, flow, offset)
        items[lead] = parts[lead + len(subs)] = caret
    laid = Laid.__new__(Laid)
    laid.w, laid.h, laid.parts, laid.items, laid.subs = before.w, before.h, tuple(parts), tuple(items), subs
    laid.panels, laid.content, laid.info = before.panels, before.content, flow
    laid.targets = ((*before.targets[0][:4], body), *before.targets[1:])
    laid.keys = {**before.keys, node.key: body}
    laid.caches = {"text": known, "room": before.caches["room"]}
    return laid


_RESOLVE: dict[str, Callable[[Layout, Node, int, int, Any, bool, Laid | None], Laid]] = {
    "scroll": _scroll,
    "list": _list,
    "field": _field,
    "area": _text,
    "document": _text,
}


def resolve(layout: Layout, node: Node, w: int, h: int, ui: Any, focused: bool, before: Laid | None) -> Laid:
    """The inside of a slot.

    Args:
        layout: Lays out what is in it.
        node: The widget.
        w, h: Its size in pixels.
        ui: What the window keeps for it: a scroll offset in pixels, or a field's `Edit`; None at first.
        focused: Whether it has the keyboard.
        before: What it was a moment ago, to keep what did not change; it does not influence the result.
    """
    if node.kind in ("area", "document"):  # their text is new at every key: only ever compared by identity
        return _text(layout, node, w, h, ui, focused, before)
    key = (node, w, h, ui, focused)
    found = layout.memo.get(key)
    return (
        found
        if found is not None
        else layout.memo.put(key, _RESOLVE[node.kind](layout, node, w, h, ui, focused, before))
    )
