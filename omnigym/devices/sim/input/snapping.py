"""Snapping windows: by arrow keys, by dragging to an edge of the screen, and by the flyout with snap layouts."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.windows import minimise, set_mode, toggle_shell
from omnigym.devices.sim.zones import NEIGHBOURS, layouts

__all__ = ["follow_hover", "open_layouts", "snap_by_drag", "snap_by_key"]

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
