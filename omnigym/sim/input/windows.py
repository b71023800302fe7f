"""The window manager: opening, closing, activating, minimising and placing windows.

A dialog has an owner; a window with its dialogs (its "family") is moved in the stacking order and minimised as one.
"""

from __future__ import annotations

from omnigym.sim.app import App
from omnigym.sim.catalogue import listed
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.messages import carry_out, leave_focus, send
from omnigym.sim.program import is_installed
from omnigym.sim.settings import place_drawn
from omnigym.sim.state import Window
from omnigym.sim.ui.nodes import Msg
from omnigym.sim.work_budget import charge
from omnigym.sim.zones import NEIGHBOURS, layouts

#: By what share of its usual size a layout makes a new window larger at most. It makes none smaller: apps fold controls
#: away in narrower windows.
_LARGER = 0.15
#: Logical pixels: the offset of each new window from the last one, and the part of a title bar that stays visible.
_CASCADE, _GRIP = 26, 64
#: What a window costs that is opened, in units of work.
_OPENED = 20_000


def _sized(desk: Desktop, w: int, h: int) -> tuple[int, int]:
    """The size of a new window in the layout, in pixels: at least the usual one, at most the work area."""
    drawn = place_drawn(desk.regs.settings, desk.regs.serial)
    x0, y0, x1, y1 = desk.work
    if drawn is not None:
        w, h = (round(n * (1 + _LARGER * drawn[2])) for n in (w, h))
    return min(w, x1 - x0), min(h, y1 - y0)


def _free_place(desk: Desktop, w: int, h: int) -> tuple[int, int]:
    x0, y0, x1, y1 = desk.work
    drawn = place_drawn(desk.regs.settings, desk.regs.serial)
    if drawn is not None:
        return x0 + int(drawn[0] * (x1 - x0 - w + 1)), y0 + int(drawn[1] * (y1 - y0 - h + 1))
    step = desk.layout.px(_CASCADE)
    count = (desk.regs.serial + desk.regs.seed) % 6
    x = x0 + max(0, (x1 - x0 - w) // 2 - 2 * step) + count * step
    y = y0 + max(0, (y1 - y0 - h) // 2 - 2 * step) + count * step
    return max(x0, min(x, x1 - w)), max(y0, min(y, y1 - h))


def open_window(desk: Desktop, name: str, args: object, owner: str = "", reply: Msg = ()) -> str:
    """Open a window of an app and make it the active one; its id."""
    charge(_OPENED)
    regs, app = desk.regs, desk.apps[name]
    x0, y0, x1, y1 = desk.work
    if desk.platform.opens == "full":
        return _enter(desk, _blank(name, regs.serial, app, "full", owner, reply), args)
    w, h = desk.layout.px(app.size[0]), desk.layout.px(app.size[1])
    window = _blank(name, regs.serial, app, "normal", owner, reply)._replace(w=w, h=h)
    h += desk.bar_height(window)
    above = regs.windows.get(owner)
    if above is not None:
        w, h = min(w, x1 - x0), min(h, y1 - y0)
        a0, b0, a1, b1 = desk.frame_of(above)
        x, y = max(x0, min((a0 + a1 - w) // 2, x1 - w)), max(y0, min((b0 + b1 - h) // 2, y1 - h))
    elif app.place is not None:
        w, h = min(w, x1 - x0), min(h, y1 - y0)
        x, y, _, _ = desk.place_of(app)
    else:
        w, h = _sized(desk, w, h)
        x, y = _free_place(desk, w, h)
    return _enter(desk, window._replace(x=x, y=y, w=w, h=h), args)


def _blank(name: str, serial: int, app: App, mode: str, owner: str, reply: Msg) -> Window:
    """A window without place and app state."""
    return Window(f"{name}-{serial}", name, None, {}, 0, 0, 0, 0, mode, False, owner, reply, app.focus, app.title)


def _enter(desk: Desktop, window: Window, args: object) -> str:
    """Give a new window its state and the keyboard; its id."""
    regs, app, wid = desk.regs, desk.apps[window.app], window.id
    regs.serial += 1
    state, effects = app.init(args, desk.context(window))
    leave_focus(desk)
    desk.put(window._replace(state=state, title=app.title_of(state)))
    regs.order = (*regs.order, wid)
    regs.active, regs.menu, regs.shell = wid, None, ""
    carry_out(desk, wid, effects)
    return wid


def launch(desk: Desktop, name: str, path: str) -> None:
    """Open an app, with a path to open or ""; an unknown name, or one of what is not installed, does nothing.

    If the app allows a single window and has one, that comes to the front and receives ``("opened", path)``.
    """
    app = desk.apps.get(name)
    if app is None or app.dialog or app.layer != "window" or not is_installed(app.program, desk.regs.settings):
        return
    if app.single:
        for window in desk.regs.windows.values():
            if window.app == name:
                activate(desk, window.id)
                if path:
                    send(desk, window.id, ("opened", path))
                return
    open_window(desk, name, path)


def close_window(desk: Desktop, wid: str, value: object = None) -> None:
    """Close a window and its dialogs; a dialog's value goes to its owner."""
    regs = desk.regs
    window = regs.windows.get(wid)
    if window is None or window.mode == "shell":
        return
    for other in tuple(regs.windows.values()):
        if other.owner == wid:
            close_window(desk, other.id)
    regs.windows = {key: w for key, w in regs.windows.items() if key != wid}
    regs.order = tuple([w for w in regs.order if w != wid])
    regs.hidden = tuple([w for w in regs.hidden if w != wid])
    if not window.owner:
        _silence(desk, window.app)
    if regs.menu is not None and regs.menu.window == wid:
        regs.menu = None
    if regs.drag is not None and regs.drag.window == wid:
        regs.drag = None
    if regs.hover[0] == wid:
        regs.hover = ("", "")
    desk.touch()
    # The window is gone before its owner hears of it, so that the owner's effects see the final state.
    if window.owner in regs.windows:
        if regs.active == wid:
            regs.active = window.owner
        if window.reply:
            send(desk, window.owner, (*window.reply, value))
    if regs.active == wid:
        _activate_topmost(desk)


def stop_app(desk: Desktop, app: str) -> None:
    """End an app without asking it: its windows are gone, and it begins anew when it is started again."""
    for window in tuple(desk.regs.windows.values()):
        if window.app == app and not window.owner:
            close_window(desk, window.id)
    _silence(desk, app)


def _silence(desk: Desktop, app: str) -> None:
    """End what an app plays in the background."""
    if desk.regs.background:
        desk.regs.background = tuple([p for p in desk.regs.background if p.app != app])


def _activate_topmost(desk: Desktop) -> None:
    regs = desk.regs
    for wid in reversed(regs.order):
        root = regs.windows.get(desk.root_of(wid))
        if root is not None and not root.minimised:
            activate(desk, wid)
            return
    regs.active = next((a.name for a in listed(desk.apps) if a.layer == "desktop"), "")
    desk.touch()


def request_close(desk: Desktop, wid: str) -> None:
    """Close a window as its close button does: its app may ask first, and a dialog that blocks it is shown instead."""
    regs = desk.regs
    if wid not in regs.windows:
        return
    if desk.front_of(wid) != wid:
        activate(desk, wid)
        return
    app = desk.apps[regs.windows[wid].app]
    if app.close is not None:
        send(desk, wid, app.close)
    else:
        close_window(desk, wid)


def activate(desk: Desktop, wid: str) -> None:
    """Bring a window and its dialogs to the front and make the frontmost of them the active one."""
    regs = desk.regs
    root = desk.root_of(wid)
    window = regs.windows.get(root)
    if window is None:
        return
    if window.mode == "shell":
        _become_active(desk, wid)
        return
    if window.minimised:
        desk.put(window._replace(minimised=False))
    family = [w for w in regs.order if desk.root_of(w) == root]
    order = (*[w for w in regs.order if w not in family], *family)
    if order != regs.order:
        regs.order = order
        desk.touch()
    _become_active(desk, desk.front_of(root))


def _become_active(desk: Desktop, wid: str) -> None:
    regs = desk.regs
    if regs.active == wid:
        return
    leave_focus(desk)
    regs.active = wid
    desk.touch()
    app = desk.apps[regs.windows[wid].app]
    if app.activated is not None:
        send(desk, wid, app.activated)


def minimise(desk: Desktop, wid: str) -> None:
    """Minimise a window and its dialogs to the taskbar."""
    root = desk.root_of(wid)
    window = desk.regs.windows.get(root)
    if window is None or window.mode == "shell" or window.minimised:
        return
    desk.put(window._replace(minimised=True))
    if desk.root_of(desk.regs.active) == root:
        leave_focus(desk)
        _activate_topmost(desk)


def set_mode(desk: Desktop, wid: str, mode: str) -> None:
    """Maximise, snap or restore a window; dialogs and shell windows are left unchanged."""
    window = desk.regs.windows.get(wid)
    if window is None or window.mode in ("shell", mode) or desk.apps[window.app].dialog:
        return
    desk.put(window._replace(mode=mode))


def kept_on_screen(desk: Desktop, window: Window) -> Window:
    """``window``, moved if necessary so that its title bar can be reached."""
    x0, y0, x1, y1 = desk.work
    grip = desk.layout.px(_GRIP)
    x = max(x0 + grip - window.w, min(window.x, x1 - grip))
    y = max(y0, min(window.y, y1 - desk.bar_height(window)))
    return window if (x, y) == (window.x, window.y) else window._replace(x=x, y=y)


def show_desktop(desk: Desktop) -> None:
    """Minimise all windows; if none is visible, bring back those that the last call minimised."""
    regs = desk.regs
    roots = [w.id for w in regs.windows.values() if w.mode != "shell" and not w.owner]
    shown = tuple([wid for wid in regs.order if wid in roots and not regs.windows[wid].minimised])
    if shown:
        for wid in shown:
            minimise(desk, wid)
        regs.hidden = shown
    else:
        for wid in regs.hidden:
            activate(desk, wid)
        regs.hidden = ()


def switch(desk: Desktop, back: bool = False) -> None:
    """Switch windows by Alt+Tab: to the one that was active before, or with ``back`` to the least recent one."""
    regs = desk.regs
    roots = [wid for wid in regs.order if not regs.windows[wid].owner]
    if not roots:
        return
    if len(roots) == 1 or desk.root_of(regs.active) != roots[-1] or back:
        activate(desk, roots[0] if back else roots[-1])
    else:
        activate(desk, roots[-2])


def toggle_shell(desk: Desktop, name: str, args: object = "") -> None:
    """Open a shell surface with arguments for its ``init``, or close it when it is open."""
    regs = desk.regs
    was = regs.shell
    if was:
        regs.shell = ""
        desk.touch()
        if regs.active == was:
            _activate_topmost(desk)
    window = regs.windows.get(name)
    if name == was or window is None or window.mode != "shell" or desk.apps[name].layer not in ("popup", "screen"):
        return
    regs.shell, regs.menu = name, None
    app = desk.apps[name]
    state, effects = app.init(args, desk.context(window))
    desk.put(window._replace(state=state, ui={}, focus=app.focus))
    _become_active(desk, name)
    carry_out(desk, name, effects)


# -- snapping ---------------------------------------------------------------------------------------------------------

# Snapping windows: by arrow keys, by dragging to an edge of the screen, and by the flyout with snap layouts.

_FLYOUT, _BUTTON = "snap", "window.maximise"
#: Logical pixels between the flyout and the button, and the distance to a corner within which a quarter is taken.
_GAP, _CORNER = 4, 48


def snap_by_key(desk: Desktop, wid: str, arrow: str) -> None:
    """Snap, maximise, restore or minimise a window by the Windows key with an arrow: "left", "right", "up", "down"."""
    window = desk.regs.windows.get(wid)
    if window is None:
        return
    zone = NEIGHBOURS.get((window.mode, arrow))
    if zone is not None:
        set_mode(desk, wid, zone)
    elif arrow == "up":
        set_mode(desk, wid, "maximised")
    elif arrow != "down":
        set_mode(desk, wid, arrow)
    elif window.mode == "normal":
        minimise(desk, wid)
    else:
        set_mode(desk, wid, "normal")


def snap_by_drag(desk: Desktop, wid: str, x: int, y: int) -> None:
    """Snap a window that was released at a pixel: at a side of the screen it is snapped, at the top maximised.

    The top is where windows begin, below a bar that is there.
    """
    (w, h), near = desk.size, desk.layout.px(_CORNER)
    side = "left" if x <= 0 else "right" if x >= w - 1 else ""
    if side:
        half = "top_" if y < near else "bottom_" if y >= h - near else ""
        set_mode(desk, wid, half + side)
    elif y <= desk.work[1]:
        set_mode(desk, wid, "maximised")


def open_layouts(desk: Desktop, wid: str) -> None:
    """Open the flyout with snap layouts below a window's maximise button, unless a dialog blocks the window."""
    regs = desk.regs
    found = desk.shape().find(wid, _BUTTON)
    if found is None or _FLYOUT not in regs.windows or desk.front_of(wid) != wid:
        return
    x0, _, x1, y1 = found[2]
    gap = desk.layout.px(_GAP)
    toggle_shell(desk, _FLYOUT, (wid, layouts(round(desk.size[0] / desk.layout.scale))))
    flyout, work = regs.windows[_FLYOUT], desk.work
    x = max(work[0] + gap, min((x0 + x1 - flyout.w) // 2, work[2] - gap - flyout.w))
    y = max(work[1] + gap, min(y1 + gap, work[3] - gap - flyout.h))
    desk.put(flyout._replace(x=x, y=y))


def follow_hover(desk: Desktop) -> None:
    """Open the flyout if the pointer is on a maximise button; close it if the pointer left button and flyout."""
    regs = desk.regs
    wid, key = regs.hover
    if key == _BUTTON and wid in regs.windows:
        if not regs.shell and regs.menu is None and regs.drag is None:
            open_layouts(desk, wid)
    elif regs.shell == _FLYOUT:
        hit = desk.hit(*regs.pointer)
        if hit is None or hit.surface != _FLYOUT:
            toggle_shell(desk, "")
