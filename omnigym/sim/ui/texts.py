"""The insides of text areas and documents. After a typed letter, everything that it did not change is reused."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from omnigym.documents import plain
from omnigym.sim.documents.edit import Edit, select, selection, start_editing
from omnigym.sim.documents.layout import STYLE_LOOKS, Op
from omnigym.sim.style.fonts import Font, line_height, positions, text_width
from omnigym.sim.ui.flow import Flow, Frame, ParagraphPiece, flow_text, paragraph_parts, place_of
from omnigym.sim.ui.items import Item, Laid, Part, Sub
from omnigym.sim.ui.kinds import Measuring
from omnigym.sim.ui.layout import Layout
from omnigym.sim.ui.nodes import FOCUS, Node
from omnigym.sim.ui.payloads import AreaData, DocumentData
from omnigym.sim.ui.scrolling import INK, add_bar, body


class TextRoom(NamedTuple):
    """Where a text goes.

    Attributes:
        frame: Where its lines go.
        page: x, y and width of the page behind it, or None.
        below: Pixels below its last line.
        beside: The typeface of the numbers of lines at its left, or None.
    """

    frame: Frame
    page: tuple[int, int, int] | None
    below: int
    beside: Font | None = None


def area_room(layout: Measuring, node: Node, w: int, h: int) -> TextRoom:
    """Where the text goes in an editor of plain text, ``w`` x ``h`` pixels."""
    style = layout.theme.style(node.kind, node.style)
    pad, bar = max(style.pad[0], layout.px(8)), layout.theme.style("scrollbar", "").min_w
    data: AreaData = node.data
    px = style.font.size / 11 * data.zoom / 100
    if data.grows:  # it needs no scrollbar
        return TextRoom(
            Frame(style.pad[0], style.pad[1], max(1, w - style.pad[0] - style.pad[2]), px), None, style.pad[3]
        )
    if not data.digits:
        return TextRoom(Frame(pad, pad, max(1, w - 2 * pad - bar), px), None, pad)
    font = Font("mono", round(STYLE_LOOKS["Code"].size * px))
    x = 3 * pad + text_width("0" * data.digits, font)
    return TextRoom(Frame(x, pad, max(1, w - x - pad - bar), px), None, pad, font)


def area_size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    """Natural size of an editor of plain text that grows: as high as its lines."""
    inside = area_room(layout, node, room, 0)
    data: AreaData = node.data
    return room, flow_text(data.edit, inside.frame, None).tops[-1] + inside.below


def page_room(layout: Layout, node: Node, w: int, h: int) -> TextRoom:
    """Where the text and its page go in a document, ``w`` x ``h`` pixels."""
    data: DocumentData = node.data
    zoomed = layout.scale * data.zoom / 100
    left, top, right, bottom = [round(m * zoomed) for m in data.margins]
    desk, page_w = layout.px(16), round(data.page * zoomed)
    x = max(0, (w - layout.bar - page_w) // 2)
    frame = Frame(x + left, desk + top, max(1, page_w - left - right), zoomed * 96 / 72)
    return TextRoom(frame, (x, desk, page_w), bottom)


def text_inside(
    room_of: Callable[[Layout, Node, int, int], TextRoom],
    layout: Layout,
    node: Node,
    w: int,
    h: int,
    ui: int | None,
    focused: bool,
    before: Laid | None,
) -> Laid:
    """Lay out the inside of an editor.

    ``room_of`` is `area_room` or `page_room`; the other arguments are those of `slots.resolve`.
    """
    data: AreaData | DocumentData = node.data
    edit, made_of = data.edit, (node.kind, node.style, w, h, data.form)
    known = before.caches.get("room") if before is not None else None
    if known is None or known[0] != made_of:
        known = (made_of, room_of(layout, node, w, h))
    room: TextRoom = known[1]
    frame, page, bottom, beside = room
    old = before.info if before is not None else None
    flow = flow_text(edit, frame, old if type(old) is Flow else None)
    if before is not None and type(old) is Flow and before.w == w and before.h == h:
        same = _retyped(layout, node, flow, before, old, ui, focused)
        if same is not None:
            return same
    content = max(h, flow.tops[-1] + bottom)
    offset = min(max(0, ui or 0), content - h)
    parts: list[Part] = [body(node, w, h)]
    if page is not None:
        paper_h = max(flow.tops[-1] + bottom - page[1], round(page[2] * 1.414))
        content = max(h, page[1] + paper_h + page[1])
        offset = min(max(0, ui or 0), content - h)
        parts.append(Item("box", "page", page[0], page[1] - offset, page[2], paper_h, "", "", 0, None, INK))
    first = paragraph_parts(node, flow, offset, h, page is not None, parts)
    if focused:
        parts.append(_caret(layout, flow, offset, page is not None))
    if content > h:
        add_bar(layout, node, w, h, content, offset, parts)
    if beside is not None:
        parts.append(_numbers(flow, offset, h, beside))
    laid = Laid(w, h, tuple(parts), (w, content), flow)
    laid.caches["text"], laid.caches["room"] = (ui, focused, offset, first, (node.name, node.flags)), known
    return laid


def _caret(layout: Layout, flow: Flow, offset: int, printed: bool) -> Item:
    x, y, height = place_of(flow, flow.edit.caret)
    style = "page" if printed else ""
    return Item("caret", style, x, y - offset, max(1, layout.px(1)), height, "", "", FOCUS, None, INK)


def _numbers(flow: Flow, offset: int, h: int, font: Font) -> Item:
    """The numbers of the visible lines, at the left of them; `_retyped` counts on their being the last part."""
    right, ops, tops = flow.frame.x - flow.frame.y, [], flow.tops
    for i in range(max(0, bisect_right(tops, offset) - 1), len(tops) - 1):
        if tops[i] - offset >= h:
            break
        shown = str(i + 1)
        ops.append(("text", right - text_width(shown, font), tops[i] - offset, shown, font, "muted"))
    return Item("picture", "", 0, 0, right, h, "", "", 0, tuple(ops), INK)


def _retyped(layout: Layout, node: Node, flow: Flow, before: Laid, old: Flow, ui: object, focused: bool) -> Laid | None:
    """What ``before`` becomes when no paragraph moved and nothing was or is selected; None where that is not so."""
    known, edit, was = before.caches.get("text"), flow.edit, old.edit
    if known is None or flow.tops is not old.tops or known[0] != ui or known[1] != focused:
        return None
    if edit.anchor != edit.caret or was.anchor != was.caret or known[4] != (node.name, node.flags):
        return None
    if flow.layouts is old.layouts and (not focused or edit.caret == was.caret):
        before.info = flow  # the edit may have another history, which is invisible, but which the input needs
        return before
    offset, first = known[2:4]
    parts, subs, items = list(before.parts), before.subs, before.items
    printed = before.caches["room"][1].page is not None
    # The order of the parts in `text_inside`: the widget, its page, the paragraphs, the caret, the scrollbar.
    lead = 2 if printed else 1
    at = flow.changed - first
    if 0 <= at < len(subs):
        layout_now = flow.layouts[flow.changed]
        piece = ParagraphPiece(f"{node.key}.{flow.changed}", layout_now, 0, 0, printed)
        flow.pieces[flow.changed] = (layout_now, 0, 0, piece)
        parts[lead + at] = sub = Sub(piece, subs[at].x, subs[at].y, 0)
        subs = (*subs[:at], sub, *subs[at + 1 :])
    if focused:
        parts[lead + len(subs)] = caret = _caret(layout, flow, offset, printed)
        items = (*items[:lead], caret, *items[lead + 1 :])
    # Not by its constructor, which would go through all parts again: what it derives from them did not change.
    laid = Laid.__new__(Laid)
    laid.w, laid.h, laid.parts, laid.items, laid.subs = before.w, before.h, tuple(parts), items, subs
    laid.panels, laid.content, laid.info = before.panels, before.content, flow
    laid.targets, laid.keys, laid.apart = before.targets, before.keys, before.apart
    laid.caches = {"text": known, "room": before.caches["room"]}
    return laid


# -- Single-line text fields ------------------------------------------------------------------------------------------


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
