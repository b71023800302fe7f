"""Carrying out the effects that apps return: one handler for each type of effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.sim.app import (
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
from omnigym.sim.desktop import Desktop
from omnigym.sim.foreign_writes import forged_after
from omnigym.sim.input.behaviour import BEHAVIOURS
from omnigym.sim.input.messages import focus
from omnigym.sim.input.virtual_time import SYSTEM_EFFECTS
from omnigym.sim.input.windows import (
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
from omnigym.sim.settings import Settings
from omnigym.sim.state import Menu

# -- changing a setting, and adapting theme, scale and open windows to it ---------------------------------------------


def set_setting(desk: Desktop, key: str, value: str) -> None:
    """Change a setting and apply it to the screen."""
    set_settings(desk, desk.regs.settings.changed(key, value))


def set_settings(desk: Desktop, settings: Settings) -> None:
    """Replace all settings and apply them to the screen.

    If scale or style sheet change, everything that refers to old pixels (menu, drag, hover) is dropped.

    Args:
        desk: The desktop.
        settings: The new ones.
    """
    regs, before = desk.regs, desk.layout
    old = regs.settings
    if settings is old:
        return
    regs.settings = settings
    desk.follow_settings()
    if desk.layout is not before:
        regs.menu, regs.drag, regs.hover = None, None, ("", "")
        _place_shell(desk)
        desk.clear_bars()
        _resize_windows(desk, desk.layout.scale / before.scale)
    elif settings.get("taskbar.alignment") != old.get("taskbar.alignment"):
        _place_shell(desk)
    desk.touch()


def _place_shell(desk: Desktop) -> None:
    """Move all parts of the shell to their places at the current scale and settings."""
    for window in tuple(desk.regs.windows.values()):
        if window.mode == "shell":
            x, y, w, h = desk.place_of(desk.apps[window.app])
            desk.put(window._replace(x=x, y=y, w=w, h=h))


def _resize_windows(desk: Desktop, share: float) -> None:
    """Multiply place and size of all windows by ``share``, and keep them on the screen."""
    regs = desk.regs
    _, _, right, bottom = desk.work
    for window in tuple(regs.windows.values()):
        if window.mode != "shell":
            w, h = min(round(window.w * share), right), min(round(window.h * share), bottom)
            x, y = min(round(window.x * share), right - w), min(round(window.y * share), bottom - h)
            desk.put(window._replace(x=max(0, x), y=max(0, y), w=w, h=h))


# -- effects ----------------------------------------------------------------------------------------------------------


def show_menu(desk: Desktop, wid: str, items: Any, anchor: str, kind: str = "menu") -> None:
    """Open a menu.

    Args:
        desk: The desktop.
        wid: Id of the window that receives the message of the chosen line.
        items: The lines of the menu; nothing happens if there are none.
        anchor: Key of the node below which it opens; if that is "" or not visible, it opens at the pointer.
        kind: "options" for the list of a combo box, which is as wide as the anchor.
    """
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


def _scroll_to(desk: Desktop, wid: str, effect: ScrollTo) -> None:
    offset, window = desk.layout.px(effect.offset), desk.regs.windows.get(wid)
    if window is None:
        return
    if effect.entry:
        node = desk.shape().slot_node(wid, effect.key)
        if node is None:
            return
        show = BEHAVIOURS[node.kind].show_part
        if show is not None:
            show(desk, window, node, effect.entry)
        else:
            _reveal(desk, wid, effect.key, effect.entry)
        return
    if offset != (window.ui.get(effect.key) or 0):
        desk.put_ui(wid, effect.key, offset)


def _show_caret(desk: Desktop, wid: str, effect: ShowCaret) -> None:
    node, window = desk.shape().slot_node(wid, effect.key), desk.regs.windows.get(wid)
    show = BEHAVIOURS[node.kind].show_caret if node is not None else None
    if node is not None and window is not None and show is not None:
        show(desk, window, node)


def _reveal(desk: Desktop, wid: str, pane: str, key: str) -> None:
    """Scroll a pane so that a node in it is roughly in the middle; nothing happens if it is visible already."""
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
    regs = desk.regs
    regs.forged = forged_after(regs.forged, regs.vfs, effect.vfs, _writers(desk, wid), desk.keepers)
    regs.vfs = effect.vfs
    if effect.journal is not None:
        desk.regs.journal = effect.journal
    desk.touch()


def _writers(desk: Desktop, wid: str) -> tuple[str, ...]:
    """The app of a window, and those of the windows whose dialog it is."""
    names: list[str] = []
    window = desk.regs.windows.get(wid)
    while window is not None:
        names.append(window.app)
        window = desk.regs.windows.get(window.owner)
    return tuple(names)


def _set_clipboard(desk: Desktop, wid: str, effect: SetClipboard) -> None:
    desk.regs.clipboard = effect.content
    desk.touch()


def _focus(desk: Desktop, wid: str, effect: Focus) -> None:
    focus(desk, wid, effect.key, (effect.start, effect.end) if effect.start >= 0 else None)


def _open_dialog(desk: Desktop, wid: str, effect: OpenDialog) -> None:
    if effect.app in desk.apps:
        open_window(desk, effect.app, effect.args, wid, effect.reply)


#: The handler of each type of effect, called with the desktop, the id of the window that asks, and the effect.
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
