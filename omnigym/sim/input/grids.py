"""Grids: selecting cells by pointer and keyboard, and scrolling."""

from __future__ import annotations

from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import Down
from omnigym.sim.input.messages import focus, send
from omnigym.sim.input.press import context_at
from omnigym.sim.state import Drag, Window
from omnigym.sim.ui.grid_data import GridBarData, GridData, GridInfo, GridSelection, Place
from omnigym.sim.ui.grid_parts import on_handle
from omnigym.sim.ui.items import Box
from omnigym.sim.ui.nodes import Node

#: What is dragged, where it is the handle of the selection.
_HANDLE = "handle"


def _info(desk: Desktop, wid: str, key: str) -> tuple[GridInfo, Node] | None:
    laid, node = desk.shape().slot(wid, key), desk.shape().slot_node(wid, key)
    if laid is None or node is None or type(laid.info) is not GridInfo:
        return None
    return laid.info, node


def _select(desk: Desktop, wid: str, node: Node, active: Place, end: Place) -> None:
    msg = node.message("select")
    if msg is not None:
        send(desk, wid, (*msg, active, end))


# -- the pointer --------------------------------------------------------------------------------------------------


def press_grid(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    """Begin to select cells, rows or columns of a grid: the handler `Behaviour.down`."""
    _press_part(desk, window, node, down)
    return True


def _press_part(desk: Desktop, window: Window, node: Node, down: Down) -> None:
    known = _info(desk, window.id, node.key)
    if known is None:
        return
    info, node = known
    data: GridData = node.data
    rect, button = down.rect, down.button
    lx, ly = down.x - rect[0], down.y - rect[1]
    if button == "left" and node.message("fill") is not None and on_handle(desk.layout, info, data, lx, ly):
        _press_handle(desk, window, node, down)
        return
    part = _part(info, lx, ly)
    place = info.place_at(lx, ly)
    if button == "left" and down.times == 2 and part == "cells":
        msg = node.message("open")
        if msg is not None:
            send(desk, window.id, msg)
        return
    active = data.selection.active if "shift" in down.mods else place
    if button == "left" or not _within(data, part, place):
        _select(desk, window.id, node, *_chosen(data, part, active, place))
    if window.id not in desk.regs.windows:  # the message may have closed it
        return
    fresh = desk.shape().slot_node(window.id, node.key)
    if fresh is not None and fresh.data.editor is None:
        focus(desk, window.id, node.key)
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, (part, rect, active), False, button)


def _press_handle(desk: Desktop, window: Window, node: Node, down: Down) -> None:
    fill = node.message("fill")
    if down.times == 2 and fill is not None:
        send(desk, window.id, (*fill, None))
        return
    held = down.rect, "ctrl" in down.mods
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, (_HANDLE, *held), False, down.button)


def _filled(data: GridData, place: Place) -> tuple[int, int, int, int]:
    """What the handle is dragged to: the selection with more rows or columns, or with fewer where it is drawn back."""
    top, left, bottom, right = data.selection.area
    row, column = place
    down = max(top - row, row - bottom, 0)
    across = max(left - column, column - right, 0)
    if down and down >= across:
        return min(top, row), left, max(bottom, row), right
    if across:
        return top, min(left, column), bottom, max(right, column)
    return (top, left, row, right) if row < bottom else (top, left, bottom, column)


def _part(info: GridInfo, x: int, y: int) -> str:
    if y < info.head_h:
        return "all" if x < info.head_w else "columns"
    return "rows" if x < info.head_w else "cells"


def _chosen(data: GridData, part: str, active: Place, place: Place) -> GridSelection:
    """The selection from the pressed cell ``active`` to the cell ``place`` under the pointer, in a part of the grid."""
    last_row, last_column = data.size[0] - 1, data.size[1] - 1
    if part == "all":
        return GridSelection((0, 0), (last_row, last_column))
    if part == "columns":
        return GridSelection((0, active[1]), (last_row, place[1]))
    if part == "rows":
        return GridSelection((active[0], 0), (place[0], last_column))
    return GridSelection(active, place)


def _within(data: GridData, part: str, place: Place) -> bool:
    """Whether the pressed cell, row or column is selected already; a right press then keeps the selection."""
    top, left, bottom, right = data.selection.area
    rows, columns = top <= place[0] <= bottom, left <= place[1] <= right
    if part == "columns":
        return columns and (top, bottom) == (0, data.size[0] - 1)
    if part == "rows":
        return rows and (left, right) == (0, data.size[1] - 1)
    return part == "cells" and rows and columns


def part_of_grid(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> tuple[str]:
    """Return the part of a grid whose context menu opens at a pixel: "cells", "rows" or "columns"."""
    known = _info(desk, window.id, node.key)
    part = _part(known[0], x - rect[0], y - rect[1]) if known is not None else "cells"
    return ("cells" if part == "all" else part,)


def drag_grid(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    """Extend the selection to the cell under the pointer, or drag its handle there: the handler `Behaviour.dragged`."""
    part, rect, pressed = drag.data
    known = _info(desk, window.id, drag.key)
    if known is None or drag.button != "left":
        return
    info, node = known
    data: GridData = node.data
    if part == _HANDLE:
        msg, area = node.message("filling"), _filled(data, info.place_at(x - rect[0], y - rect[1]))
        if msg is not None and area != data.filling:
            send(desk, window.id, (*msg, area))
        return
    active, end = _chosen(data, part, pressed, info.place_at(x - rect[0], y - rect[1]))
    if part != "all" and (active, end) != data.selection:
        _select(desk, window.id, node, active, end)


def release_grid(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    """Open the context menu after a right press, or fill to the handle: the handler `Behaviour.released`."""
    if drag.button == "right":
        context_at(desk, window, x, y)
    known = _info(desk, window.id, drag.key) if drag.data[0] == _HANDLE else None
    msg = known[1].message("fill") if known is not None and known[1].data.filling is not None else None
    if msg is not None:
        send(desk, window.id, (*msg, drag.data[2]))


def press_thumb(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    """Begin to drag the thumb of a grid's scrollbar."""
    bar: GridBarData = node.data
    start = (window.ui.get(bar.grid) or (0, 0))[bar.axis == "x"]
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, (bar, start), False, down.button)
    return True


def drag_thumb(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    """Scroll a grid by dragging the thumb of its scrollbar."""
    bar: GridBarData = drag.data[0]
    start: int = drag.data[1]
    known = _info(desk, window.id, bar.grid)
    if known is None or drag.button != "left":
        return
    info, (top, left) = known[0], window.ui.get(bar.grid) or (0, 0)
    if bar.axis == "x":
        left = max(0, start + (x - drag.x) * info.reach[1] // max(1, info.room_w))
    else:
        top = max(0, start + (y - drag.y) * info.reach[0] // max(1, info.room_h))
    desk.put_ui(window.id, bar.grid, (top, left))


def press_bar(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    """Scroll a grid by one screenful, for a press beside the thumb of its scrollbar."""
    bar: GridBarData = node.data
    known = _info(desk, window.id, bar.grid)
    if known is None:
        return True
    info = known[0]
    if bar.axis == "y":
        after = (down.y - down.rect[1]) * info.reach[0] > info.room_h * info.top
        scroll_grid(desk, window, bar.grid, info.whole if after else -info.whole, 0)
    else:
        screenful = max(1, len(info.columns) - 1)
        after = (down.x - down.rect[0]) * info.reach[1] > info.room_w * info.left
        scroll_grid(desk, window, bar.grid, 0, screenful if after else -screenful)
    return True


def scroll_grid(desk: Desktop, window: Window, key: str, rows: int, columns: int) -> None:
    """Scroll a grid by rows and columns."""
    known = _info(desk, window.id, key)
    if known is None:
        return
    info, data = known[0], known[1].data
    shown = data.size[0] - len(data.hidden)
    top = min(max(0, info.top + rows), max(0, shown - info.whole))
    left = min(max(0, info.left + columns), data.size[1] - 1)
    if (top, left) != (info.top, info.left):
        desk.put_ui(window.id, key, (top, left))


def reveal_cell(desk: Desktop, wid: str, key: str, place: Place | None = None) -> None:
    """Scroll a grid as little as needed to make a cell, by default the active one, visible."""
    known, window = _info(desk, wid, key), desk.regs.windows.get(wid)
    if known is None or window is None:
        return
    info, data = known[0], known[1].data
    row, column = place or data.selection.active
    line = row - sum([h < row for h in data.hidden])
    top = min(line, max(info.top, line - info.whole + 1))
    left = min(column, info.left)
    whole = [c for c, x, w in info.columns if x + w <= info.room_w]
    if left == info.left and column not in whole and whole:
        room, left = info.room_w - info.head_w, column
        while left > 0:
            room -= desk.layout.px(data.widths[left])
            if room < desk.layout.px(data.widths[left - 1]):
                break
            left -= 1
        left = max(left, info.left)
    if (top, left) != (info.top, info.left):
        desk.put_ui(wid, key, (top, left))


# -- the keyboard -------------------------------------------------------------------------------------------------

_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def type_in_grid(desk: Desktop, window: Window, node: Node, text: str) -> None:
    """Send text typed into a focused grid, with which the app begins to edit the active cell."""
    msg = node.message("type")
    if msg is not None:
        send(desk, window.id, (*msg, text))


def press_grid_key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    """Handle a key while a grid has the focus, and return False if the grid does not use it."""
    known = _info(desk, window.id, node.key)
    if known is None:
        return False
    info, data = known[0], known[1].data
    selection = data.selection
    *mods, key = combo.split("+")
    extend = "shift" in mods
    part = _WHOLE.get(combo)
    if part is not None:
        _select(desk, window.id, node, *_chosen(data, part, selection.active, selection.active))
        return True
    step = node.message("step") if combo in _MOVES else None
    if step is not None:
        send(desk, window.id, (*step, _MOVES[combo]))
        return True
    if combo in _MOVES or not set(mods) <= {"shift", "ctrl"}:
        return False
    end = _goal(data, info, selection.end if extend else selection.active, key, "ctrl" in mods)
    if end is None:
        return False
    _select(desk, window.id, node, selection.active if extend else end, end)
    reveal_cell(desk, window.id, node.key, end)
    return True


#: What keys select whole.
_WHOLE = {"ctrl+a": "all", "ctrl+space": "columns", "shift+space": "rows"}
#: The direction in which a key steps, as the message ``step`` names it.
_MOVES = {"enter": "down", "shift+enter": "up", "tab": "right", "shift+tab": "left"}


def _goal(data: GridData, info: GridInfo, place: Place, key: str, ctrl: bool) -> Place | None:
    """The cell that a key moves to from ``place``, or None if the key does not move."""
    row, column = place
    if key in _STEPS:
        return _edge(data, place, _STEPS[key]) if ctrl else _shown_beyond(data, place, _STEPS[key])
    if key == "home":
        return (0, 0) if ctrl else (row, 0)
    if key == "end" and ctrl:
        used = max([len(r) for r in data.rows], default=1)
        return max(0, len(data.rows) - 1), max(0, used - 1)
    if key in ("pageup", "pagedown") and not ctrl:
        step = info.whole if key == "pagedown" else -info.whole
        return min(max(0, row + step), data.size[0] - 1), column
    return None


def _shown_beyond(data: GridData, place: Place, step: tuple[int, int]) -> Place:
    """The next cell in a direction, hidden rows skipped; ``place`` itself at the edge of the grid."""
    row, column = place[0] + step[0], place[1] + step[1]
    while step[0] and row in data.hidden:
        row += step[0]
    inside = 0 <= row < data.size[0] and 0 <= column < data.size[1]
    return (row, column) if inside else place


def _edge(data: GridData, place: Place, step: tuple[int, int]) -> Place:
    """The cell that Ctrl with an arrow moves to: the last filled cell of a run, or else the start of the next run."""

    def filled(at: Place) -> bool:
        row = data.rows[at[0]] if at[0] < len(data.rows) else ()
        return at[1] < len(row) and bool(row[at[1]].text)

    here = place
    ahead = _shown_beyond(data, here, step)
    run = filled(here) and filled(ahead)
    while ahead != here:  # ends at the edge of the grid, where `_shown_beyond` returns the same cell
        if run and not filled(ahead):
            return here
        here = ahead
        if not run and filled(here):
            return here
        ahead = _shown_beyond(data, here, step)
    return here
