"""What the desktop does when an app asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.sim.app import (
    Activate,
    Close,
    Effect,
    Focus,
    Launch,
    Minimise,
    OpenDialog,
    OpenShell,
    RequestClose,
    ScrollTo,
    SetClipboard,
    SetFiles,
    SetSetting,
    ShowCaret,
    ShowDesktop,
    ShowMenu,
    Snap,
)
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.display import set_setting
from omnigym.devices.sim.input.grids import reveal_cell
from omnigym.devices.sim.input.happening import SYSTEM_EFFECTS
from omnigym.devices.sim.input.messages import focus
from omnigym.devices.sim.input.windows import (
    activate,
    close_window,
    launch,
    minimise,
    open_window,
    request_close,
    set_mode,
    show_desktop,
    toggle_shell,
)
from omnigym.devices.sim.state import Menu
from omnigym.devices.sim.ui.flow import Flow, place_of
from omnigym.devices.sim.ui.grid_data import GridInfo
from omnigym.devices.sim.ui.scrolling import ListInfo

__all__ = ["EFFECTS", "follow", "show_menu"]


def show_menu(desk: Desktop, wid: str, items: Any, anchor: str, kind: str = "menu") -> None:
    """Open a menu below a node, or at the pointer where ``anchor`` is "" or not to be seen."""
    regs = desk.regs
    if not items:
        return
    found = desk.shape().find(wid, anchor) if anchor else None
    if found is not None:
        x0, y0, x1, y1 = found[2]
        width = x1 - x0 if kind == "options" else 0
        regs.menu = Menu(wid, tuple(items), x0, y1, y0, (-1,), kind, anchor, width)
    else:
        x, y = regs.pointer
        regs.menu = Menu(wid, tuple(items), x, y, y)
    desk.touch()


def follow(desk: Desktop, wid: str, key: str) -> None:
    """Scroll so that the caret of a text widget can be seen."""
    laid = desk.shape().slot(wid, key)
    if laid is None or type(laid.info) is not Flow:
        return
    flow, window = laid.info, desk.regs.windows[wid]
    _, y, height = place_of(flow, flow.edit.caret)
    offset = min(max(0, window.ui.get(key) or 0), laid.content[1] - laid.h)
    wanted = y if y < offset else y + height - laid.h if y + height > offset + laid.h else offset
    if wanted != offset:
        desk.put_ui(wid, key, max(0, min(wanted, laid.content[1] - laid.h)))


def _scroll_to(desk: Desktop, wid: str, effect: ScrollTo) -> None:
    offset, window = desk.layout.px(effect.offset), desk.regs.windows.get(wid)
    if window is None:
        return
    if effect.entry:
        laid, node = desk.shape().slot(wid, effect.key), desk.scene.slot_node(wid, effect.key)
        if laid is None or node is None:
            return
        if type(laid.info) is not ListInfo:
            _reveal(desk, wid, effect.key, effect.entry)
            return
        info = laid.info
        index = next((i for i, e in enumerate(node.data.entries) if e.id == effect.entry), None)
        if index is None:
            return
        top = index // info.columns * info.row_h
        offset = min(top, max(info.offset, top + info.row_h - laid.h))
    if offset != (window.ui.get(effect.key) or 0):
        desk.put_ui(wid, effect.key, offset)


def _show_caret(desk: Desktop, wid: str, effect: ShowCaret) -> None:
    laid = desk.shape().slot(wid, effect.key)
    if laid is not None and type(laid.info) is GridInfo:
        reveal_cell(desk, wid, effect.key)
    else:
        follow(desk, wid, effect.key)


def _reveal(desk: Desktop, wid: str, pane: str, key: str) -> None:
    """Scroll a pane so that the node of a key in it is about in the middle; one that can be seen stays."""
    shape = desk.shape()
    found = shape.find(wid, key)
    around = next((p for p in shape.panels_of(wid) if p.slot is not None and p.slot.key == pane), None)
    if found is None or around is None:
        return
    (_, top, _, bottom), y, h = found[2], around.y, around.laid.h
    if top < y or bottom > y + h:
        offset = min(max(0, desk.regs.windows[wid].ui.get(pane) or 0), around.laid.content[1] - h)
        desk.put_ui(wid, pane, max(0, offset + (top + bottom) // 2 - y - h // 2))


def _set_files(desk: Desktop, wid: str, effect: SetFiles) -> None:
    desk.regs.vfs = effect.vfs
    desk.touch()


def _set_clipboard(desk: Desktop, wid: str, effect: SetClipboard) -> None:
    desk.regs.clipboard = effect.content
    desk.touch()


def _focus(desk: Desktop, wid: str, effect: Focus) -> None:
    focus(desk, wid, effect.key, (effect.start, effect.end) if effect.start >= 0 else None)


def _open_dialog(desk: Desktop, wid: str, effect: OpenDialog) -> None:
    if effect.app in desk.apps:
        open_window(desk, effect.app, effect.args, wid, effect.reply)


#: What carries out each kind of effect: called with the desktop, the id of the window that asks, and the effect.
EFFECTS: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {
    Launch: lambda desk, _, e: launch(desk, e.app, e.path),
    OpenDialog: _open_dialog,
    Close: lambda desk, wid, e: close_window(desk, wid, e.value),
    RequestClose: lambda desk, wid, e: request_close(desk, e.window or wid),
    Activate: lambda desk, _, e: activate(desk, e.window),
    Minimise: lambda desk, wid, e: minimise(desk, e.window or wid),
    Snap: lambda desk, wid, e: set_mode(desk, e.window or wid, e.how),
    ShowDesktop: lambda desk, _, __: show_desktop(desk),
    ShowMenu: lambda desk, wid, e: show_menu(desk, wid, e.items, e.anchor),
    Focus: _focus,
    ScrollTo: _scroll_to,
    ShowCaret: _show_caret,
    SetFiles: _set_files,
    SetClipboard: _set_clipboard,
    SetSetting: lambda desk, _, e: set_setting(desk, e.key, e.value),
    OpenShell: lambda desk, _, e: toggle_shell(desk, e.name, e.args),
    **SYSTEM_EFFECTS,
}
