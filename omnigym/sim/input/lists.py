"""Lists: selecting and opening entries by pointer and keyboard."""

from __future__ import annotations

from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import Down
from omnigym.sim.input.dragging import drop
from omnigym.sim.input.messages import focus, send
from omnigym.sim.state import Drag, Window
from omnigym.sim.ui.items import Box, Sub
from omnigym.sim.ui.nodes import Node
from omnigym.sim.ui.payloads import Entry, ListData
from omnigym.sim.ui.scrolling import ListInfo

#: More entries than a screen has.
_NEAR = 256


def _info(desk: Desktop, window: Window, node: Node) -> tuple[ListInfo, int, int] | None:
    laid = desk.shape().slot(window.id, node.key)
    if laid is None or type(laid.info) is not ListInfo:
        return None
    return laid.info, laid.h, laid.content[1]


def _first(desk: Desktop, window: Window, node: Node) -> int:
    """The index of the first entry that is visible."""
    known = _info(desk, window, node)
    return known[0].offset // known[0].row_h * known[0].columns if known is not None else 0


def _index_of(entries: tuple[Entry, ...], wanted: str, near: int = 0) -> int:
    """The index of the entry of an id, or -1; those from ``near`` on are looked at first."""
    starts: list[int] = [near, *range(0, len(entries), _NEAR)]
    for start in starts:
        ids = [entry.id for entry in entries[start : start + _NEAR]]
        if wanted in ids:
            return start + ids.index(wanted)
    return -1


def entry_at(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> int:
    """The index of the entry at a pixel of the screen, or -1; ``rect`` is the list's rectangle on the screen."""
    known = _info(desk, window, node)
    if known is None:
        return -1
    info, height, content = known
    lx, ly = x - rect[0], y - rect[1]
    room = rect[2] - rect[0] - (desk.layout.bar if content > height else 0)
    column = lx // max(1, info.cell_w)
    if not (0 <= lx < room and 0 <= ly < height and column < info.columns):
        return -1
    index = (ly + info.offset) // info.row_h * info.columns + column
    return index if index < len(node.data.entries) else -1


def entry_key(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> str:
    """Return the key of the node that shows the entry at a pixel of the screen, or ""."""
    index = entry_at(desk, window, node, rect, x, y)
    laid = desk.shape().slot(window.id, node.key)
    if laid is None or type(laid.info) is not ListInfo or index < 0:
        return ""
    first = laid.info.offset // laid.info.row_h * laid.info.columns
    rows = [part for part in laid.parts if type(part) is Sub]
    if not 0 <= index - first < len(rows):
        return ""
    items = rows[index - first].laid.items
    return items[0].node.key if items else ""


def entry_id(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> tuple[str]:
    """Return the id of the entry at a pixel of the screen, or "" if there is none, as a tuple of one."""
    data: ListData = node.data
    index = entry_at(desk, window, node, rect, x, y)
    return (data.entries[index].id if index >= 0 else "",)


def press_list(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    """Focus a list and select the entry under the pointer: the handler `Behaviour.down`."""
    index = entry_at(desk, window, node, down.rect, down.x, down.y)  # before a message changes the list
    focus(desk, window.id, node.key)
    data: ListData = node.data
    entry, mods = data.entries[index].id if index >= 0 else "", down.mods
    chosen, left = entry in data.selected, down.button == "left"
    # A press on a selected entry may begin to drag the whole selection, so it selects only when it is released.
    waits = chosen and left and "shift" not in mods
    if not chosen or (left and not waits):
        choose(desk, window, node, index, "ctrl" in mods, "shift" in mods)
    later = index if waits else -1
    fresh = desk.shape().slot_node(window.id, node.key)
    ids = fresh.data.selected if fresh is not None else ()
    payload = (node.drag, ids) if node.drag is not None and index >= 0 else None
    held = (payload, down.rect, later, "ctrl" in mods)
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, held, False, down.button)
    return True


def release_list(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    """End a press on a list: drop, context menu, open on a double click, or select: `Behaviour.released`."""
    payload, rect, later, ctrl = drag.data
    if drag.started:
        drop(desk, payload, x, y)
        return
    node = desk.shape().slot_node(window.id, drag.key)
    if node is None:
        return
    index = entry_at(desk, window, node, rect, x, y)
    context = node.message("context")
    if drag.button == "right" and context is not None:  # not by `context_at`: selecting may have scrolled the list
        send(desk, window.id, (*context, node.data.entries[index].id if index >= 0 else ""))
    elif desk.regs.click.times == 2 and index >= 0 and drag.button == "left":
        open_entry(desk, window, node, index)
    elif later >= 0 and later == index and (ctrl or len(node.data.selected) > 1):
        choose(desk, window, node, index, ctrl, False)


def _select(desk: Desktop, window: Window, node: Node, ids: tuple[str, ...], cursor: str) -> None:
    msg = node.message("select")
    if msg is not None and (ids != node.data.selected or cursor != node.data.cursor):
        send(desk, window.id, (*msg, ids, cursor))


def choose(desk: Desktop, window: Window, node: Node, index: int, ctrl: bool, shift: bool) -> None:
    """Select an entry of a list.

    Args:
        desk: The desktop.
        window, node: The list.
        index: Index of the entry, or -1 for none, which clears the selection.
        ctrl: Whether the entry is added to the selection, or removed if it is in it.
        shift: Whether all entries from the cursor to it are selected.
    """
    entries: tuple[Entry, ...] = node.data.entries
    selected: tuple[str, ...] = node.data.selected
    cursor: str = node.data.cursor
    multi: bool = node.data.multi
    if not 0 <= index < len(entries):
        if not ctrl and not shift:
            _select(desk, window, node, (), cursor)
        return
    wid = entries[index].id
    if multi and shift:
        start = max(0, _index_of(entries, cursor, _first(desk, window, node)))
        low, high = min(start, index), max(start, index)
        _select(desk, window, node, tuple([e.id for e in entries[low : high + 1]]), cursor or wid)
    elif multi and ctrl:
        ids = tuple([i for i in selected if i != wid]) if wid in selected else (*selected, wid)
        _select(desk, window, node, ids, wid)
    else:
        _select(desk, window, node, (wid,), wid)


def open_entry(desk: Desktop, window: Window, node: Node, index: int) -> bool:
    """Send the list's message ``open`` for an entry; returns False if there is no such message or entry."""
    msg = node.message("open")
    if msg is None or not 0 <= index < len(node.data.entries):
        return False
    send(desk, window.id, (*msg, node.data.entries[index].id))
    return True


def find_by_letter(desk: Desktop, window: Window, node: Node, letter: str) -> bool:
    """Select the next entry after the cursor whose text begins with a letter, and return False if there is none."""
    if letter == " ":
        press_list_key(desk, window, node, "space")
        return True
    entries: tuple[Entry, ...] = node.data.entries
    at = _index_of(entries, node.data.cursor, _first(desk, window, node))
    for step in range(1, len(entries) + 1):
        index = (at + step) % len(entries)
        if entries[index].text[:1].casefold() == letter.casefold():
            choose(desk, window, node, index, False, False)
            _reveal(desk, window.id, node, index)
            return True
    return False


def _reveal(desk: Desktop, wid: str, node: Node, index: int) -> None:
    """Scroll a list so that an entry is visible."""
    laid = desk.shape().slot(wid, node.key)
    if laid is None or type(laid.info) is not ListInfo:
        return
    info = laid.info
    offset = _offset_for(info, laid.h, index)
    if offset != info.offset:
        desk.put_ui(wid, node.key, offset)


def show_entry(desk: Desktop, window: Window, node: Node, wanted: str) -> None:
    """Scroll a list so that the entry with the id ``wanted`` is visible: the handler `Behaviour.show_part`."""
    data: ListData = node.data
    laid = desk.shape().slot(window.id, node.key)
    index = _index_of(data.entries, wanted)
    if laid is None or type(laid.info) is not ListInfo or index < 0:
        return
    offset = _offset_for(laid.info, laid.h, index)
    if offset != (window.ui.get(node.key) or 0):
        desk.put_ui(window.id, node.key, offset)


def _offset_for(info: ListInfo, height: int, index: int) -> int:
    """The offset nearest to the current one at which an entry is completely visible in ``height`` pixels."""
    top = index // info.columns * info.row_h
    return min(top, max(info.offset, top + info.row_h - height))


def press_list_key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    """Handle a key while a list has the focus, and return False if the list does not use it."""
    entries: tuple[Entry, ...] = node.data.entries
    if not entries:
        return False
    at = _index_of(entries, node.data.cursor, _first(desk, window, node))
    if combo == "enter":
        return node.data.selected != () and open_entry(desk, window, node, at)
    if combo == "ctrl+a" and node.data.multi:
        _select(desk, window, node, tuple([e.id for e in entries]), node.data.cursor)
        return True
    if combo in ("space", "ctrl+space"):
        choose(desk, window, node, max(at, 0), combo != "space", False)
        return True
    known = _info(desk, window, node)
    plain = combo.replace("shift+", "").replace("ctrl+", "")
    if known is None or "alt+" in combo or "meta+" in combo:
        return False
    columns, last = known[0].columns, len(entries) - 1
    screenful = max(1, known[1] // known[0].row_h) * columns
    steps = {"up": -columns, "down": columns, "pageup": -screenful, "pagedown": screenful}
    if columns > 1:
        steps |= {"left": -1, "right": 1}
    if plain in ("home", "end"):
        index = 0 if plain == "home" else last
    elif plain in steps:
        index = 0 if at < 0 else min(max(0, at + steps[plain]), last)
    else:
        return False
    if "shift+" in combo and node.data.multi and at >= 0:
        _extend(desk, window, node, at, index)
    else:
        choose(desk, window, node, index, False, False)
    _reveal(desk, window.id, node, index)
    return True


def _extend(desk: Desktop, window: Window, node: Node, at: int, index: int) -> None:
    """Extend the selection by Shift with an arrow: from the end that is not the cursor's to the new cursor."""
    entries: tuple[Entry, ...] = node.data.entries
    chosen = frozenset(node.data.selected)
    places = [i for i, e in enumerate(entries) if e.id in chosen]
    far = at if not places else places[-1] if at == places[0] else places[0]
    low, high = min(far, index), max(far, index)
    _select(desk, window, node, tuple([e.id for e in entries[low : high + 1]]), entries[index].id)
