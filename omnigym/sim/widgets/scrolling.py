"""Scroll panes and their bars, and the page of the web, whose text can be selected."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import Behaviour, Down
from omnigym.sim.input.messages import focus, send
from omnigym.sim.input.pointer import scroll_by
from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import Appearance, Subject, centred, ground_of, solid
from omnigym.sim.state import Drag, Window
from omnigym.sim.ui.items import Item, Laid, Sub
from omnigym.sim.ui.kinds import Kind, Measuring, content_size
from omnigym.sim.ui.layout import Layout, remembered
from omnigym.sim.ui.nodes import FILL, HOVER, PRESSED, Element, Msg, Node, widget
from omnigym.sim.ui.payloads import BarData
from omnigym.sim.ui.reading import Line, Spot, everything, lines_of, marks_on, spot_at, text_between, word_at
from omnigym.sim.ui.scrolling import INK, scroll_inside
from omnigym.sim.widgets.record import Widget

# -- the scroll pane --------------------------------------------------------------------------------------------------

# A viewport on content that may be higher than itself.


def _size_scroll(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    return layout.natural(node.data, room)


_SCROLL = Widget(
    "scroll",
    kind=Kind(size=_size_scroll, inside=remembered(scroll_inside), scrolls=True),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
    behaviour=Behaviour(pages=True),
)

# -- the track of a scrollbar -----------------------------------------------------------------------------------------

#: Logical pixels by which a screenful overlaps the next one.
_KEPT = 20


def _down_bar(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    """Scroll by one screenful, for a press beside the thumb."""
    bar: BarData = node.data
    found, laid = desk.shape().find(window.id, f"{bar.pane}.thumb"), desk.scene.slot(window.id, bar.pane)
    if found is not None and laid is not None:
        step = laid.h - desk.layout.px(_KEPT)
        scroll_by(desk, window.id, bar.pane, step if down.y >= found[2][3] else -step)
    return True


_SCROLLBAR = Widget(
    "scrollbar",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
    behaviour=Behaviour(down=_down_bar, follows_finger=True),
)

# -- the thumb of a scrollbar, which is dragged to scroll -------------------------------------------------------------


def _draw(s: Subject) -> list[Op]:
    """A thin rounded bar, thicker under the pointer."""
    colour = ground_of(s) or s.theme.palette.thumb
    side = min(s.w, s.h)
    thick = max(2, side // 2) if s.flags & (HOVER | PRESSED) else max(2, side // 4 + 1)
    if s.h >= s.w:
        return [("box", centred(s.w, thick), 2, thick, max(s.h - 4, 2), colour, None, thick // 2)]
    return [("box", 2, centred(s.h, thick), max(s.w - 4, 2), thick, colour, None, thick // 2)]


def _down(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    bar: BarData = node.data
    offset = window.ui.get(bar.pane) or 0
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, (bar.pane, offset), False, down.button)
    return True


def _dragged(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    pane, start = drag.data
    laid = desk.shape().slot(window.id, pane)
    thumb = laid.keys.get(drag.key) if laid is not None else None
    if laid is None or thumb is None:
        return
    limit = laid.content[1] - laid.h
    offset = start + (y - drag.y) * limit // max(1, laid.h - thumb.h)
    desk.put_ui(window.id, pane, min(max(0, offset), limit))


_THUMB = Widget(
    "thumb",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw, exact=True),
    behaviour=Behaviour(down=_down, dragged=_dragged, follows_finger=True),
)

# -- a scroll pane whose text can be selected, as a page of the web ---------------------------------------------------


class PageData(NamedTuple):
    """Of a page: what is on it, and between which places its text is selected."""

    child: Element
    marked: tuple[Spot, Spot] | None


def page(
    key: str, child: Element, *, name: str, mark: Msg, marked: tuple[Spot, Spot] | None = None, style: str = ""
) -> Node:
    """A viewport on something higher than it, whose text can be selected.

    Args:
        key: Its stable name.
        child: What is on it.
        name: Accessible name.
        mark: Sent with the first and the last place of what is selected, and its text, appended.
        marked: What is selected.
        style: As of a `scroll`.
    """
    data = PageData(child, marked)
    return widget(
        "page", key, Role.SCROLL_PANE, style=style, name=name, w=FILL, h=FILL, data=data, focusable=False, mark=mark
    )


def _inside(layout: Layout, node: Node, w: int, h: int, ui: int | None, focused: bool = False) -> Laid:
    data: PageData = node.data
    plain = scroll_inside(layout, node._replace(data=data.child), w, h, ui)
    ground = plain.parts[0]
    assert type(ground) is Item
    parts = [ground._replace(kind="scroll", node=node), *plain.parts[1:]]
    if data.marked is not None:
        content = _content(plain)
        ops = marks_on(lines_of(content.laid, layout.theme), *data.marked)
        size = content.laid.w, content.laid.h
        marks = Laid(*size, (Item("picture", "", 0, 0, *size, "", "", 0, ops, INK),))
        parts.insert(2, Sub(marks, 0, content.y, own=True))
    return Laid(w, h, tuple(parts), plain.content, plain.info)


def _content(laid: Laid) -> Sub:
    """What is scrolled; it comes first in a pane, after the pane itself."""
    content = laid.parts[1]
    assert type(content) is Sub
    return content


def _size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    return layout.natural(node.data.child, room)


def _lines(desk: Desktop, wid: str, key: str) -> tuple[tuple[Line, ...], int]:
    """The lines of a page, and how far it is scrolled."""
    laid = desk.shape().slot(wid, key)
    if laid is None:
        return (), 0
    content = _content(laid)
    return lines_of(content.laid, desk.layout.theme), -content.y


def _mark(desk: Desktop, wid: str, key: str, first: Spot, last: Spot) -> None:
    node = desk.shape().slot_node(wid, key)
    msg = node.message("mark") if node is not None else None
    if node is None or msg is None or (first == last and node.data.marked is None):
        return
    if node.data.marked != (first, last):
        send(desk, wid, (*msg, first, last, text_between(_lines(desk, wid, key)[0], first, last)))


def _press(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    lines, offset = _lines(desk, window.id, node.key)
    spot = spot_at(lines, down.x - down.rect[0], down.y - down.rect[1] + offset)
    if down.button != "left" or spot is None:
        return False
    focus(desk, window.id, node.key)
    marked: tuple[Spot, Spot] | None = node.data.marked
    first = marked[0] if marked is not None and "shift" in down.mods else spot
    last = spot
    if down.times == 2:
        first, last = word_at(lines, spot)
    elif down.times == 3:
        own = tuple([line for line in lines if line.run == spot[0]])
        first, last = (spot[0], 0), everything(own)[1]
    _mark(desk, window.id, node.key, first, last)
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, (down.rect, first), False, down.button)
    return True


def _drag(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    rect, first = drag.data
    lines, offset = _lines(desk, window.id, drag.key)
    last = spot_at(lines, x - rect[0], y - rect[1] + offset)
    if last is not None:
        _mark(desk, window.id, drag.key, first, last)


def _key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    if combo != "ctrl+a":
        return False
    _mark(desk, window.id, node.key, *everything(_lines(desk, window.id, node.key)[0]))
    return True


_PAGE = Widget(
    "page",
    kind=Kind(size=_size, inside=remembered(_inside), scrolls=True),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
    behaviour=Behaviour(pages=True, down=_press, dragged=_drag, key=_key),
)

WIDGETS = (_PAGE, _SCROLL, _SCROLLBAR, _THUMB)
