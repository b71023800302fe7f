"""The pointer: buttons, moves, the wheel. A finger is a pointer that scrolls where a mouse would select."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.dragging import begin_frame_drag, drag_to, drop
from omnigym.devices.sim.input.effects import show_menu
from omnigym.devices.sim.input.grids import GRID_KINDS, context_of, press_grid, scroll_grid
from omnigym.devices.sim.input.lists import choose, entry_at, entry_key, open_entry
from omnigym.devices.sim.input.menu import EDIT_MENU, close_menu, menu_click, menu_move
from omnigym.devices.sim.input.messages import focus, send
from omnigym.devices.sim.input.press import PRESSABLE, press
from omnigym.devices.sim.input.sliding import grab_slider
from omnigym.devices.sim.input.snapping import snap_by_drag
from omnigym.devices.sim.input.text import TEXT_KINDS, edit_of, position_under, select_at
from omnigym.devices.sim.input.tracking import begin_track, follow_track
from omnigym.devices.sim.input.windows import activate, toggle_shell
from omnigym.devices.sim.scene.hits import Hit
from omnigym.devices.sim.state import Drag, LastClick, Window
from omnigym.devices.sim.ui.flags import DISABLED
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.scrolling import ListInfo

__all__ = ["move", "press_button", "release_button", "scroll_by", "wheel"]

#: Two presses within this time and distance are a double click.
_DOUBLE_MS, _DOUBLE_PX = 400, 4
#: Logical pixels that one notch of the wheel scrolls.
_NOTCH = 96


def press_button(desk: Desktop, x: int, y: int, button: str, mods: tuple[str, ...] = ()) -> None:
    """A button goes down."""
    move(desk, x, y)
    regs = desk.regs
    last = regs.click
    again = last.button == button and regs.clock_ms - last.at_ms <= _DOUBLE_MS
    near = abs(x - last.x) <= _DOUBLE_PX and abs(y - last.y) <= _DOUBLE_PX
    count = last.times % 3 + 1 if again and near else 1
    regs.click = LastClick(x, y, regs.clock_ms, button, count)
    regs.drag = None
    hit = desk.hit(x, y)
    if hit is None or hit.surface == "menu":
        return
    if regs.menu is not None:
        anchor, owner = regs.menu.anchor, regs.menu.window
        close_menu(desk)
        if anchor and hit.surface == owner and any(n.key == anchor for n in hit.enclosing):
            return
        hit = desk.hit(x, y)
    if hit is not None:
        hit = _bring_to_front(desk, hit, x, y)
    if hit is not None:
        _press_on(desk, hit, x, y, button, mods, count)
        desk.warm()


def _bring_to_front(desk: Desktop, hit: Hit, x: int, y: int) -> Hit | None:
    """Make the window that was pressed the active one; None where a dialog blocks it."""
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
    kind = node.kind
    if kind in TEXT_KINDS:
        node = desk.shape().slot_node(window.id, node.key) or node  # what was laid out may have an older edit
        whole = kind == "field" and node.data.whole and window.focus != node.key
        focus(desk, window.id, node.key, (0, -1) if whole else None)
        window = regs.windows.get(window.id, window)
        if not whole and (button == "left" or not _has_selection(window, node)):
            position = position_under(desk, window, node, hit.rect, x, y)
            select_at(desk, window, node, position, count, "shift" in mods)
        regs.drag = Drag("text", window.id, node.key, x, y, hit.rect, False, button)
    elif kind == "list":
        _press_list(desk, window, node, hit, x, y, button, mods)
    elif kind in GRID_KINDS:
        press_grid(desk, window, node, hit.rect, x, y, button, mods, count)
    elif kind == "thumb":
        offset = window.ui.get(node.key.removesuffix(".thumb")) or 0
        regs.drag = Drag("thumb", window.id, node.key, x, y, offset, False, button)
    elif kind == "scrollbar":
        _page(desk, window, node.key.removesuffix(".scrollbar"), y)
    elif kind == "slider" and button == "left":
        grab_slider(desk, window, node, hit.rect, x, y)
    elif button != "left" or not begin_track(desk, window, node, hit.rect, x, y):
        source = next((n for n in hit.enclosing if n.drag is not None), None)
        payload = source.drag if source is not None else None
        regs.drag = Drag("press", window.id, node.key, x, y, payload, False, button)


def _has_selection(window: Window, node: Node) -> bool:
    edit = edit_of(window, node)
    return edit.anchor != edit.caret


def _press_list(
    desk: Desktop, window: Window, node: Node, hit: Hit, x: int, y: int, button: str, mods: tuple[str, ...]
) -> None:
    index = entry_at(desk, window, node, hit.rect, x, y)  # in what is on the screen, before anything changes
    focus(desk, window.id, node.key)
    entry = node.data.entries[index].id if index >= 0 else ""
    chosen = entry in node.data.selected
    if not chosen or (button == "left" and mods):  # a press on what is chosen may become a drag of all of it
        choose(desk, window, node, index, "ctrl" in mods, "shift" in mods)
    later = index if chosen and button == "left" and not mods else -1
    fresh = desk.shape().slot_node(window.id, node.key)
    ids = fresh.data.selected if fresh is not None else ()
    payload = (node.drag, ids) if node.drag is not None and index >= 0 else None
    desk.regs.drag = Drag("list", window.id, node.key, x, y, (payload, hit.rect, later), False, button)


def _page(desk: Desktop, window: Window, key: str, y: int) -> None:
    found, laid = desk.shape().find(window.id, f"{key}.thumb"), desk.scene.slot(window.id, key)
    if found is not None and laid is not None:
        step = laid.h - desk.layout.px(20)
        scroll_by(desk, window.id, key, step if y >= found[2][3] else -step)


def scroll_by(desk: Desktop, wid: str, key: str, pixels: int) -> None:
    """Scroll a widget."""
    laid, window = desk.shape().slot(wid, key), desk.regs.windows.get(wid)
    if laid is None or window is None:
        return
    limit = max(0, laid.content[1] - laid.h)
    old = min(max(0, window.ui.get(key) or 0), limit)
    new = min(max(0, old + pixels), limit)
    if new != old:
        desk.put_ui(wid, key, new)


def release_button(desk: Desktop, x: int, y: int, button: str, mods: tuple[str, ...] = ()) -> None:
    """A button comes up."""
    move(desk, x, y)
    regs = desk.regs
    if regs.menu is not None and menu_click(desk, x, y):
        regs.drag = None
        return
    drag = regs.drag
    regs.drag = None
    if drag is None:
        return
    desk.warm()
    window = regs.windows.get(drag.window)
    if window is None:
        return
    if drag.kind == "track":
        _release_track(desk, window, drag, x, y)
    elif drag.started and drag.kind == "move":
        snap_by_drag(desk, window.id, x, y)
    elif drag.started and drag.kind in ("press", "list"):
        drop(desk, drag, x, y)
    elif drag.kind == "list":
        _release_list(desk, window, drag, x, y)
    elif drag.kind in ("text", "grid") and drag.button == "right":
        _context(desk, window, x, y)
    elif drag.kind == "press":
        hit = desk.hit(x, y)
        if hit is not None and hit.surface == window.id and any(n.key == drag.key for n in hit.enclosing):
            if button == "right":
                _context(desk, window, x, y)
            elif button == "left":
                _click(desk, window, hit)


def _click(desk: Desktop, window: Window, hit: Hit) -> None:
    count = desk.regs.click.times
    for node in hit.enclosing:
        double = node.message("double") if count == 2 else None
        if double is not None:
            send(desk, window.id, double)
            return
        if node.kind in PRESSABLE or node.menu or node.message("click") is not None:
            press(desk, window, node)
            return


def _release_track(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    follow_track(desk, drag, x, y, released=True)
    hit = desk.hit(x, y)
    if not drag.started and hit is not None and hit.surface == window.id and window.id in desk.regs.windows:
        _click(desk, window, hit)


def _release_list(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    node = desk.shape().slot_node(window.id, drag.key)
    if node is None:
        return
    _, rect, later = drag.data
    index = entry_at(desk, window, node, rect, x, y)
    context = node.message("context")
    if drag.button == "right" and context is not None:  # choosing the entry may have moved the list
        send(desk, window.id, (*context, node.data.entries[index].id if index >= 0 else ""))
    elif desk.regs.click.times == 2 and index >= 0 and drag.button == "left":
        open_entry(desk, window, node, index)
    elif later >= 0 and later == index and len(node.data.selected) > 1:
        choose(desk, window, node, index, False, False)


def _context(desk: Desktop, window: Window, x: int, y: int) -> None:
    """Ask for the context menu of the innermost node that has one."""
    hit = desk.hit(x, y)
    if hit is None or hit.surface != window.id:
        return
    for node in hit.enclosing:
        msg = node.message("context")
        if msg is not None:
            if node.kind == "list":
                index = entry_at(desk, window, node, hit.rect, x, y)
                msg = (*msg, node.data.entries[index].id if index >= 0 else "")
            elif node.kind == "grid":
                msg = (*msg, context_of(desk, window, node, hit.rect, x, y))
            send(desk, window.id, msg)
            return
        if node.kind in TEXT_KINDS:
            show_menu(desk, window.id, EDIT_MENU, "")
            return


def move(desk: Desktop, x: int, y: int) -> None:
    """The pointer goes to a pixel, with whatever it drags."""
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
    if hit.node.kind == "list":
        window = regs.windows[hit.surface]
        key = entry_key(desk, window, hit.node, entry_at(desk, window, hit.node, hit.rect, x, y))
    _hover(desk, hit.surface, key)


def _hover(desk: Desktop, surface: str, key: str) -> None:
    if desk.regs.hover != (surface, key):
        desk.regs.hover = (surface, key)
        desk.warm()


def wheel(desk: Desktop, x: int, y: int, dy: float) -> None:
    """Turn the wheel by notches; positive scrolls down."""
    move(desk, x, y)
    hit = desk.hit(x, y)
    if hit is None or hit.surface == "menu" or desk.front_of(hit.surface) != hit.surface:
        return
    found = desk.scene.scrollable(hit.surface, x, y)
    if found is None:
        _turn(desk, hit, dy)
        return
    node, laid = found
    notch = 3 * laid.info.row_h if type(laid.info) is ListInfo else desk.layout.px(_NOTCH)
    scroll_by(desk, hit.surface, node.key, round(dy * notch))


def _turn(desk: Desktop, hit: Hit, dy: float) -> None:
    """Give the wheel to the innermost node that has a use for it other than to scroll."""
    for node in hit.enclosing:
        if node.kind == "grid":
            scroll_grid(desk, desk.regs.windows[hit.surface], node.key, round(3 * dy), 0)
            return
        msg = node.message("wheel")
        if msg is not None:
            send(desk, hit.surface, (*msg, dy))
            return
