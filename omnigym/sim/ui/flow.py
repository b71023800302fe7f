"""Documents and text areas: the places of paragraphs, and the visible ones among them."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from omnigym.a11y import Role, State
from omnigym.documents import Paragraph
from omnigym.sim.documents.difference import difference
from omnigym.sim.documents.edit import Edit, Position, selection
from omnigym.sim.documents.layout import (
    Place,
    TextLayout,
    caret_box,
    lay_out,
    lay_out_typed,
    offset_at,
    pictures_in,
)
from omnigym.sim.documents.painting import PLAIN, PRINTED, paint_ops, picture_under
from omnigym.sim.ui.items import Item, Laid, Part, Sub
from omnigym.sim.ui.nodes import Node

_PARAGRAPH, _IMAGE, _STATES = int(Role.PARAGRAPH), int(Role.IMAGE), int(State.ENABLED | State.VISIBLE)


class Frame(NamedTuple):
    """The place of a text, in pixels of the scrolled content.

    Attributes:
        x, y: Top left corner of the text.
        width: Width of its lines.
        px: Pixels per point.
    """

    x: int
    y: int
    width: int
    px: float


class Flow(NamedTuple):
    """A laid-out text.

    Attributes:
        frame: Where it goes.
        edit: The text, its caret and its selection.
        layouts: One layout for each paragraph.
        tops: The y of each paragraph in the content, followed by the y at which the last one ends.
        pieces: The piece made last for a paragraph, by its index: (layout, start and end of the selection, piece). It
            is shared with the flow before; an entry counts only while its layout and selection are the same.
        changed: Index of the only paragraph that differs from the flow before, or -1.
    """

    frame: Frame
    edit: Edit
    layouts: list[TextLayout]
    tops: array[int]
    pieces: dict[int, tuple[TextLayout, int, int, Laid]]
    changed: int = -1


def flow_text(edit: Edit, frame: Frame, before: Flow | None) -> Flow:
    """Lay out ``edit``, reusing the layouts of unchanged paragraphs of the flow ``before``.

    The result is the same as without ``before``.
    """
    paragraphs = edit.document.paragraphs
    if before is None or before.frame != frame:
        layouts = _layouts(paragraphs, frame)
        return Flow(frame, edit, layouts, _tops(layouts, frame), {})
    old = before.edit.document.paragraphs
    if old is paragraphs:
        return Flow(frame, edit, before.layouts, before.tops, before.pieces)
    start, old_end, new_end = difference(old, paragraphs)
    p = paragraphs[start] if start < len(paragraphs) else None
    # A numbered paragraph is left out: its label, and those of the ones after it, depend on its neighbours.
    if p is not None and old_end == new_end == start + 1 and p.list == old[start].list != "number":
        layouts = before.layouts.copy()
        layouts[start] = layout = lay_out_typed(p, frame.width, frame.px, before.layouts[start])
        same = layout.height == before.layouts[start].height
        tops = before.tops if same else _tops_after(before.tops, [layout], start, old_end)
        return Flow(frame, edit, layouts, tops, before.pieces, start)
    while new_end < len(paragraphs) and paragraphs[new_end].list == "number":  # it may have another number now
        old_end, new_end = old_end + 1, new_end + 1
    new = _layouts(paragraphs[start:new_end], frame, _number_before(paragraphs, start))
    layouts = before.layouts.copy()
    layouts[start:old_end] = new
    return Flow(frame, edit, layouts, _tops_after(before.tops, new, start, old_end), before.pieces)


def _number_before(paragraphs: tuple[Paragraph, ...], start: int) -> int:
    """The number of the list's item before a paragraph; 0 where there is none."""
    at = start
    while at and paragraphs[at - 1].list == "number":
        at -= 1
    return start - at


def _layouts(paragraphs: tuple[Paragraph, ...], frame: Frame, number: int = 0) -> list[TextLayout]:
    out = []
    for p in paragraphs:
        number = number + 1 if p.list == "number" else 0
        out.append(lay_out(p, number, frame.width, frame.px))
    return out


def _tops(layouts: list[TextLayout], frame: Frame) -> array[int]:
    return array("q", accumulate([layout.height for layout in layouts], initial=frame.y))


def _tops_after(tops: array[int], new: list[TextLayout], start: int, old_end: int) -> array[int]:
    """The tops of a text in which some paragraphs have the place of those from ``start`` to before ``old_end``."""
    changed = array("q", accumulate([layout.height for layout in new], initial=tops[start]))
    behind = tops[old_end:]
    shifted = np.frombuffer(behind, np.int64)
    shifted += changed.pop() - behind[0]
    return tops[:start] + changed + behind


def paragraph_parts(node: Node, flow: Flow, top: int, height: int, printed: bool, parts: list[Part]) -> int:
    """Append the visible paragraphs to ``parts``.

    Args:
        node: The widget; its key begins those of the paragraphs.
        flow: The text.
        top, height: The part of the content that is visible, in pixels.
        printed: As for `ParagraphPiece`.
        parts: Where they are appended.

    Returns:
        The index of the first visible paragraph.
    """
    first = max(0, bisect_right(flow.tops, top) - 1)
    x, tops, layouts, pieces = flow.frame.x, flow.tops, flow.layouts, flow.pieces
    (start_paragraph, start), (end_paragraph, end) = selection(flow.edit)
    selected = flow.edit.anchor != flow.edit.caret
    for i in range(first, len(layouts)):
        y = tops[i] - top
        if y >= height:
            break
        layout = layouts[i]
        a = b = 0
        if selected and start_paragraph <= i <= end_paragraph:
            a = start if i == start_paragraph else 0
            b = end if i == end_paragraph else len(layout.text)
        known = pieces.get(i)
        if known is not None and known[0] is layout and known[1] == a and known[2] == b:
            piece = known[3]
        else:
            piece = ParagraphPiece(f"{node.key}.{i}", layout, a, b, printed)
            pieces[i] = (layout, a, b, piece)
        parts.append(Sub(piece, x, y, 0))
    return first


class ParagraphPiece(Laid):
    """A laid-out paragraph, whose draw ops are computed when they are first read.

    Args:
        key: The paragraph's stable name.
        layout: Where its characters are.
        start, end: The selected range of characters; equal if nothing is selected.
        printed: Whether it is on the page of a document, which stays white in dark mode, or else in a plain editor.
    """

    __slots__ = ("_inks", "_items", "_key", "layout", "selected")

    def __init__(self, key: str, layout: TextLayout, start: int, end: int, printed: bool) -> None:
        self.w, self.h = layout.width, layout.height
        self.subs, self.panels, self.targets, self.keys = (), (), (), {}
        self.content, self.info = (layout.width, layout.height), None
        # The one row that `scene.rows.rows_of` would compute, given beforehand: so reading the tree makes no draw ops.
        row = (-1, _PARAGRAPH, _STATES, 0, 0, layout.width, layout.height, layout.text, "", key)
        pictures = [
            (0, _IMAGE, _STATES, p.x, p.y, p.w, p.h, f"Image {n}", "", f"{key}.picture.{n}")
            for n, p in enumerate(pictures_in(layout), 1)
        ]
        self.caches = {"rows": [row, *pictures], "starts": (0, 1 + len(pictures))}
        self._key, self.layout, self.selected = key, layout, (start, end)
        self._inks = PRINTED if printed else PLAIN
        self._items: tuple[Item, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:  # type: ignore[override]
        """The only item: a picture with the paragraph's draw ops."""
        if not self._items:
            layout = self.layout
            node = Node("picture", key=self._key, name=layout.text, role=Role.PARAGRAPH)
            ops = paint_ops(layout, *self.selected, self._inks)
            self._items = (Item("picture", "", 0, 0, layout.width, layout.height, "", "", 0, ops, node),)
        return self._items

    @property
    def parts(self) -> tuple[Part, ...]:  # type: ignore[override]
        """The same as `items`."""
        return self.items


def place_of(flow: Flow, position: Position) -> tuple[int, int, int]:
    """Return the caret's (x, y, height) at a position of the text, in pixels of the content."""
    index = min(position[0], len(flow.layouts) - 1)
    layout = flow.layouts[index]
    x, y, height = caret_box(layout, min(position[1], len(layout.text)))
    return x + flow.frame.x, y + flow.tops[index], height


def position_at(flow: Flow, x: int, y: int) -> Position:
    """Return the position of the text (paragraph, character) nearest to a point of the content."""
    index = min(max(0, bisect_right(flow.tops, y) - 1), len(flow.layouts) - 1)
    return index, offset_at(flow.layouts[index], x - flow.frame.x, y - flow.tops[index])


def picture_at(flow: Flow, x: int, y: int) -> tuple[int, Place] | None:
    """Return the picture at a point of the content: the index of its paragraph, and its place in the content."""
    index = bisect_right(flow.tops, y) - 1
    if not 0 <= index < len(flow.layouts):
        return None
    dx, dy = flow.frame.x, flow.tops[index]
    found = picture_under(flow.layouts[index], x - dx, y - dy)
    return (index, found._replace(x=found.x + dx, y=found.y + dy)) if found is not None else None
