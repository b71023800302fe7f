"""Dragging: moving and resizing windows, drags that widgets handle themselves, and drag and drop."""

from __future__ import annotations

from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import BEHAVIOURS
from omnigym.sim.input.messages import send
from omnigym.sim.input.press import toggle_maximised
from omnigym.sim.input.windows import kept_on_screen
from omnigym.sim.scene.hits import Hit
from omnigym.sim.state import BARE, Drag, Window
from omnigym.sim.ui.items import Box
from omnigym.sim.ui.nodes import Msg, Node

# -- tracking ---------------------------------------------------------------------------------------------------------

# Nodes that follow the pointer while the button is held: the frame of a crop, a picture that is moved.
#
# The app of a node with the event ``track`` receives ``(*track, phase, x, y)``. The phase is "press", "drag" or
# "release"; x and y are logical pixels relative to the corner that the node had when it was pressed, since it may
# move.


def begin_track(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> bool:
    """Begin to track the pointer for a pressed node; returns False if the node has no event ``track``."""
    msg = node.message("track")
    if msg is None:
        return False
    desk.regs.drag = Drag("track", window.id, node.key, x, y, (msg, rect[0], rect[1]), False, "left")
    _tell(desk, desk.regs.drag, "press", x, y)
    return True


def follow_track(desk: Desktop, drag: Drag, x: int, y: int, *, released: bool = False) -> None:
    """Send the node's app the position of the pointer, or the position at which the button was released."""
    _tell(desk, drag, "release" if released else "drag", x, y)


def _tell(desk: Desktop, drag: Drag, phase: str, x: int, y: int) -> None:
    msg: Msg
    msg, left, top = drag.data
    scale = desk.layout.scale
    send(desk, drag.window, (*msg, phase, round((x - left) / scale), round((y - top) / scale)))


# -- dragging ---------------------------------------------------------------------------------------------------------

#: Logical pixels: the width of a window's edge that resizes it, and the distance from which on a press is a drag.
_EDGE, _START = 4, 4


def begin_frame_drag(desk: Desktop, window: Window, hit: Hit, x: int, y: int, count: int) -> bool:
    """Begin to move or resize a window; returns False if the press is neither on its title bar nor on its edge.

    ``count`` is 2 for the second press of a double click, which maximises or restores the window instead.
    """
    if window.mode in BARE:
        return False
    rect = desk.frame_of(window)
    app = desk.apps[window.app]
    edge = desk.layout.px(_EDGE)
    if window.mode == "normal" and not app.dialog:
        sides = (x < rect[0] + edge, y < rect[1] + edge, x >= rect[2] - edge, y >= rect[3] - edge)
        if any(sides):
            desk.regs.drag = Drag("resize", window.id, "", x, y, (sides, rect), False, "left")
            return True
    if hit.node is not None or y >= rect[1] + desk.bar_height(window):
        return False
    if count == 2 and not app.dialog:
        toggle_maximised(desk, window.id)
    else:
        desk.regs.drag = Drag("move", window.id, "", x, y, rect, False, "left")
    return True


def drag_to(desk: Desktop, x: int, y: int) -> None:
    """Continue the current drag at a pixel, if it has begun: by the frame, by a tracking node, or by its widget."""
    regs = desk.regs
    drag = regs.drag
    window = regs.windows.get(drag.window) if drag is not None else None
    if drag is None or window is None:
        regs.drag = None
        return
    if not drag.started:
        if max(abs(x - drag.x), abs(y - drag.y)) < desk.layout.px(_START):
            return
        drag = regs.drag = drag._replace(started=True)
        desk.touch_flags()
    frame = FRAME_DRAGS.get(drag.kind)
    if frame is not None:
        frame(desk, window, drag, x, y)
    elif drag.kind == "track":
        follow_track(desk, drag, x, y)
    elif drag.kind != "press":
        dragged = BEHAVIOURS[drag.kind].dragged
        if dragged is not None:
            dragged(desk, window, drag, x, y)


def _move(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    x0, y0, x1, y1 = drag.data
    if window.mode != "normal":  # it is restored; the pointer keeps its relative place on the title bar
        x0 = drag.x - (drag.x - x0) * window.w // max(1, x1 - x0)
        desk.regs.drag = drag._replace(data=(x0, y0, x0 + window.w, y1))
    moved = window._replace(mode="normal", x=x0 + x - drag.x, y=y0 + y - drag.y)
    desk.put(kept_on_screen(desk, moved))


def _resize(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    (left, top, right, bottom), (x0, y0, x1, y1) = drag.data
    app = desk.apps[window.app]
    least_w = desk.layout.px(app.min_size[0])
    least_h = desk.layout.px(app.min_size[1]) + desk.bar_height(window)
    dx, dy = x - drag.x, y - drag.y
    work = desk.work
    if left:
        x0 = max(work[0], min(x0 + dx, x1 - least_w))
    elif right:
        x1 = min(work[2], max(x1 + dx, x0 + least_w))
    if top:
        y0 = max(work[1], min(y0 + dy, y1 - least_h))
    elif bottom:
        y1 = min(work[3], max(y1 + dy, y0 + least_h))
    w, h = max(x1 - x0, min(least_w, work[2])), max(y1 - y0, min(least_h, work[3]))
    desk.put(kept_on_screen(desk, window._replace(x=x0, y=y0, w=w, h=h)))


#: The handlers of drags of a window's frame, by kind of drag.
FRAME_DRAGS = {"move": _move, "resize": _resize}
#: The kinds of drags that no widget handles; every other kind is the name of the kind of widget that handles it.
COMMON_DRAGS = frozenset({*FRAME_DRAGS, "press", "track"})


def drop(desk: Desktop, payload: object, x: int, y: int) -> None:
    """Drop a payload at a pixel: it is sent to the innermost node there with a message ``drop``, if there is one.

    While Ctrl is held, a node with the event ``drop_copy`` gets that in its place.
    """
    hit = desk.hit(x, y)
    if payload is None or hit is None or hit.surface == "menu" or desk.front_of(hit.surface) != hit.surface:
        return
    window = desk.regs.windows[hit.surface]
    for node in hit.enclosing:
        msg = node.message("drop_copy") if "ctrl" in desk.regs.held else None
        msg = msg or node.message("drop")
        if msg is None:
            continue
        part = BEHAVIOURS[node.kind].part_at
        at = () if part is None else part(desk, window, node, hit.rect, x, y)
        send(desk, window.id, (*msg, payload, *at))
        return
