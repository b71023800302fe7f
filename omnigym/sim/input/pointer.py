"""The pointer: buttons, moves and the wheel. Fingers use it too, except for swipes (see `touch`)."""

from __future__ import annotations

from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import BEHAVIOURS, Down
from omnigym.sim.input.dragging import FRAME_DRAGS, begin_frame_drag, begin_track, drag_to, drop, follow_track
from omnigym.sim.input.menu import close_menu, menu_click, menu_move
from omnigym.sim.input.messages import send
from omnigym.sim.input.press import context_at, press
from omnigym.sim.input.windows import activate, snap_by_drag, toggle_shell
from omnigym.sim.scene.hits import Hit
from omnigym.sim.state import Drag, LastClick, Window
from omnigym.sim.ui.nodes import DISABLED

# -- scrolling a widget whose offset the window keeps -----------------------------------------------------------------


def scroll_by(desk: Desktop, wid: str, key: str, pixels: int) -> None:
    """Scroll the widget with a key by pixels (down if positive), within the limits of its content."""
    laid, window = desk.shape().slot(wid, key), desk.regs.windows.get(wid)
    if laid is None or window is None:
        return
    limit = max(0, laid.content[1] - laid.h)
    old = min(max(0, window.ui.get(key) or 0), limit)
    new = min(max(0, old + pixels), limit)
    if new != old:
        desk.put_ui(wid, key, new)


# -- pointer ----------------------------------------------------------------------------------------------------------

#: Virtual milliseconds and pixels within which two presses are a double click.
_DOUBLE_MS, _DOUBLE_PX = 400, 4
#: Logical pixels that one notch of the wheel scrolls.
_NOTCH = 96


def press_button(desk: Desktop, x: int, y: int, button: str, mods: tuple[str, ...] = ()) -> None:
    """Press a button at a pixel.

    In this order: close an open menu, bring the window to the front, let its frame, the widget or a tracking node begin
    a drag; otherwise remember the press, which becomes a click when it is released on the same node.
    """
    move(desk, x, y)
    regs = desk.regs
    last = regs.click
    again = last.button == button and regs.clock_ms - last.at_ms <= _DOUBLE_MS
    near = abs(x - last.x) <= _DOUBLE_PX and abs(y - last.y) <= _DOUBLE_PX
    count = last.times % 3 + 1 if again and near else 1  # single, double, triple, and single again
    regs.click = LastClick(x, y, regs.clock_ms, button, count)
    regs.drag = None
    hit = desk.hit(x, y)
    if hit is None or hit.surface == "menu":
        return
    if regs.menu is not None:
        anchor, owner = regs.menu.anchor, regs.menu.window
        close_menu(desk)
        if anchor and hit.surface == owner and any(n.key == anchor for n in hit.enclosing):
            return  # a press on the button of the open menu only closes it
        hit = desk.hit(x, y)
    if hit is not None:
        hit = _bring_to_front(desk, hit, x, y)
    if hit is not None:
        _press_on(desk, hit, x, y, button, mods, count)
        desk.touch_flags()


def _bring_to_front(desk: Desktop, hit: Hit, x: int, y: int) -> Hit | None:
    """Activate the pressed window and close a shell surface beside it.

    Returns:
        What is at the pixel afterwards, or None if a dialog blocks the window.
    """
    regs = desk.regs
    wid = hit.surface
    window = regs.windows[wid]
    layer = desk.apps[window.app].layer
    if regs.shell and layer not in ("popup", "screen", "bar", "keyboard", "toast"):
        toggle_shell(desk, "")
    if layer in ("bar", "keyboard", "toast"):
        return hit
    front = desk.front_of(wid) if layer == "window" else wid
    if regs.active != front or (layer == "window" and regs.order[-1:] != (front,)):
        activate(desk, front)
        return desk.hit(x, y) if front == wid and wid in regs.windows else None
    return hit if front == wid else None


def _press_on(desk: Desktop, hit: Hit, x: int, y: int, button: str, mods: tuple[str, ...], count: int) -> None:
    regs = desk.regs
    window = regs.windows[hit.surface]
    if button == "left" and begin_frame_drag(desk, window, hit, x, y, count):
        return
    node = hit.node
    if node is None or node.flags & DISABLED:
        return
    down = BEHAVIOURS[node.kind].down
    if down is not None and down(desk, window, node, Down(hit.rect, x, y, button, mods, count)):
        return
    if button != "left" or not begin_track(desk, window, node, hit.rect, x, y):
        source = next((n for n in hit.enclosing if n.drag is not None), None)
        payload = source.drag if source is not None else None
        regs.drag = Drag("press", window.id, node.key, x, y, payload, False, button)


def release_button(desk: Desktop, x: int, y: int, button: str, mods: tuple[str, ...] = ()) -> None:
    """Release the button at a pixel: choose a line of the open menu, or end the current drag or press."""
    move(desk, x, y)
    regs = desk.regs
    if regs.menu is not None and menu_click(desk, x, y):
        regs.drag = None
        return
    drag = regs.drag
    regs.drag = None  # first, because what follows may send messages that look at the registers
    if drag is None:
        return
    desk.touch_flags()
    window = regs.windows.get(drag.window)
    if window is None:
        return
    if drag.kind == "track":
        _release_track(desk, window, drag, x, y)
    elif drag.kind == "press":
        _release_press(desk, window, drag, x, y, button, "ctrl" in mods)
    elif drag.kind in FRAME_DRAGS:
        if drag.kind == "move" and drag.started:
            snap_by_drag(desk, window.id, x, y)
    else:
        released = BEHAVIOURS[drag.kind].released
        if released is not None:
            released(desk, window, drag, x, y)


def _release_press(desk: Desktop, window: Window, drag: Drag, x: int, y: int, button: str, ctrl: bool) -> None:
    if drag.started:
        drop(desk, drag.data, x, y)
        return
    hit = desk.hit(x, y)
    if hit is not None and hit.surface == window.id and any(n.key == drag.key for n in hit.enclosing):
        if button == "right":
            context_at(desk, window, x, y)
        elif button == "middle" or ctrl:
            _click_aside(desk, window, hit, button)
        elif button == "left":
            _click(desk, window, hit)


def _click(desk: Desktop, window: Window, hit: Hit) -> None:
    count = desk.regs.click.times
    for node in hit.enclosing:
        double = node.message("double") if count == 2 else None
        if double is not None:
            send(desk, window.id, double)
            return
        if BEHAVIOURS[node.kind].presses or node.menu or node.message("click") is not None:
            press(desk, window, node)
            return


def _click_aside(desk: Desktop, window: Window, hit: Hit, button: str) -> None:
    """A click with the middle button, or with Ctrl held; the latter is an ordinary one where it has no meaning."""
    for node in hit.enclosing:
        msg = (node.message("middle") if button == "middle" else None) or node.message("aside")
        if msg is not None:
            send(desk, window.id, msg)
            return
    if button == "left":
        _click(desk, window, hit)


def _release_track(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    follow_track(desk, drag, x, y, released=True)
    hit = desk.hit(x, y)
    if not drag.started and hit is not None and hit.surface == window.id and window.id in desk.regs.windows:
        _click(desk, window, hit)


def move(desk: Desktop, x: int, y: int) -> None:
    """Move the pointer to a pixel: continue the drag, highlight a line of the open menu, or hover a node."""
    regs = desk.regs
    if regs.pointer != (x, y):
        regs.pointer = (x, y)
        if regs.drag is not None:
            drag_to(desk, x, y)
    if regs.menu is not None and menu_move(desk, x, y):
        _hover(desk, "", "")
        return
    hit = desk.hit(x, y)
    if hit is None or hit.node is None or hit.surface == "menu":
        _hover(desk, "", "")
        return
    key = hit.node.key
    hover_key = BEHAVIOURS[hit.node.kind].hover_key
    if hover_key is not None:
        key = hover_key(desk, regs.windows[hit.surface], hit.node, hit.rect, x, y)
    _hover(desk, hit.surface, key)


def _hover(desk: Desktop, surface: str, key: str) -> None:
    if desk.regs.hover != (surface, key):
        desk.regs.hover = (surface, key)
        desk.touch_flags()


def wheel(desk: Desktop, x: int, y: int, dy: float, dx: float = 0.0) -> None:
    """Turn the wheel at a pixel by ``dy`` notches, positive scrolls down, and by ``dx``, positive scrolls right.

    Only a sheet scrolls to the side: nothing else here is wider than what is seen of it.
    """
    move(desk, x, y)
    hit = desk.hit(x, y)
    if hit is None or hit.surface == "menu" or desk.front_of(hit.surface) != hit.surface:
        return
    if dx:
        aside = ((node, BEHAVIOURS[node.kind].wheel_aside) for node in hit.enclosing)
        node, turn = next(((node, turn) for node, turn in aside if turn is not None), (None, None))
        if node is not None and turn is not None:
            turn(desk, desk.regs.windows[hit.surface], node, dx)
        if not dy:
            return
    found = desk.scene.scrollable(hit.surface, x, y)
    if found is None:
        _turn(desk, hit, dy)
        return
    node, laid = found
    notch = BEHAVIOURS[node.kind].notch
    scroll_by(desk, hit.surface, node.key, round(dy * (notch(laid) if notch is not None else desk.layout.px(_NOTCH))))


def _turn(desk: Desktop, hit: Hit, dy: float) -> None:
    """Pass the wheel to the innermost node with a handler or a message for it, if there is nothing to scroll."""
    for node in hit.enclosing:
        turn = BEHAVIOURS[node.kind].wheel
        if turn is not None:
            turn(desk, desk.regs.windows[hit.surface], node, dy)
            return
        msg = node.message("wheel")
        if msg is not None:
            send(desk, hit.surface, (*msg, dy))
            return


# -- fingers ----------------------------------------------------------------------------------------------------------

# A drag scrolls if there is something to scroll, otherwise it is a swipe.

# A node with the event ``swipe_left``, ``swipe_right``, ``swipe_up`` or ``swipe_down`` receives it when a finger
# moves in that direction on it. Sliders and other widgets that follow a finger are dragged as by a mouse.

#: Logical pixels that a finger has to move; a shorter drag does nothing.
_LEAST = 12


def swipe(desk: Desktop, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Move a finger from one pixel to another: scroll or swipe.

    Returns:
        False if the widget under it follows the finger, so that the caller has to drag it as by a mouse.
    """
    move(desk, x0, y0)
    hit = desk.hit(x0, y0)
    if hit is None or hit.surface == "menu":
        return hit is None
    if hit.node is not None and (BEHAVIOURS[hit.node.kind].follows_finger or hit.node.message("track") is not None):
        return False
    if max(abs(x1 - x0), abs(y1 - y0)) < desk.layout.px(_LEAST):
        return True
    desk.touch_flags()
    upright = abs(y1 - y0) >= abs(x1 - x0)
    if not (upright and _scrolled(desk, hit, x0, y0, y0 - y1)):
        _swiped(desk, hit, ("up" if y1 < y0 else "down") if upright else ("left" if x1 < x0 else "right"))
    return True


def _scrolled(desk: Desktop, hit: Hit, x: int, y: int, pixels: int) -> bool:
    """Scroll the innermost widget under the finger; returns False if there is none, or if it is at its end already."""
    found = desk.scene.scrollable(hit.surface, x, y)
    if found is None:
        return False
    node, laid = found
    offset = min(max(0, desk.regs.windows[hit.surface].ui.get(node.key) or 0), laid.content[1] - laid.h)
    if (pixels > 0 and offset >= laid.content[1] - laid.h) or (pixels < 0 and offset <= 0):
        return False
    scroll_by(desk, hit.surface, node.key, pixels)
    return True


def _swiped(desk: Desktop, hit: Hit, way: str) -> None:
    for node in hit.enclosing:
        msg = node.message(f"swipe_{way}")
        if msg is not None:
            send(desk, hit.surface, msg)
            return
