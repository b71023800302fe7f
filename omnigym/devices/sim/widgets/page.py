"""A scroll pane whose text can be selected, as a page of the web."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import Behaviour, Down
from omnigym.devices.sim.input.messages import focus, send
from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.subject import solid
from omnigym.devices.sim.state import Drag, Window
from omnigym.devices.sim.ui.items import Item, Laid, Sub
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import FILL, Element, Msg, Node, widget
from omnigym.devices.sim.ui.reading import (
    Line,
    Spot,
    everything,
    lines_of,
    marks_on,
    spot_at,
    text_between,
    word_at,
)
from omnigym.devices.sim.ui.scrolling import INK, scroll_inside
from omnigym.devices.sim.ui.slots import remembered
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET", "PageData", "page"]


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


WIDGET = Widget(
    "page",
    kind=Kind(size=_size, inside=remembered(_inside), scrolls=True),
    appearance=Appearance(draw=solid, exact=True, is_ground=True, is_plain=True),
    behaviour=Behaviour(pages=True, down=_press, dragged=_drag, key=_key),
)
