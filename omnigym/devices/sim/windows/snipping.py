"""Taking a picture of a part of the screen: to the clipboard, and into the folder of screenshots."""

from __future__ import annotations

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Activate
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.messages import carry_out, send
from omnigym.devices.sim.kinds.capture.taking import Box, picture_of, text_of, window_box
from omnigym.devices.sim.system import Notify, Snip
from omnigym.devices.sim.vfs import HOME, VfsError, join
from omnigym.devices.sim.windows.clock import local

__all__ = ["SCREENSHOTS", "snip"]

SCREENSHOTS = f"{HOME}/Pictures/Screenshots"


def snip(desk: Desktop, wid: str, effect: Snip) -> None:
    """Take the picture, as the screen is now. A rectangle without pixels is none."""
    box = _box(desk, effect)
    if box[0] == box[2] or box[1] == box[3]:
        return
    content, text = picture_of(desk, box), text_of(desk, box)
    regs = desk.regs
    regs.clipboard = ClipboardContent(image=content)
    now = local(regs.clock_ms, regs.settings)
    name = regs.vfs.free_name(SCREENSHOTS, f"Screenshot {now:%Y-%m-%d %H%M%S}.png")
    path = join(SCREENSHOTS, name)
    try:
        regs.vfs = regs.vfs.write(path, content, regs.clock_ms)
    except VfsError:  # something else is where the folder has to be: the clipboard has it
        path = ""
    desk.touch()
    saved = "Automatically saved to screenshots folder." if path else "It could not be saved."
    carry_out(desk, wid, (Notify("photos", "Screenshot copied to clipboard", saved, path),))
    for window in tuple(desk.regs.windows.values()):
        if window.minimised and "snipped" in desk.apps[window.app].on:
            send(desk, window.id, ("snipped", content, text))
            if desk.regs.windows[window.id].state is not window.state:  # it had waited for it
                carry_out(desk, window.id, (Activate(window.id),))


def _box(desk: Desktop, effect: Snip) -> Box:
    scale, (w, h) = desk.layout.scale, desk.size
    if effect.what:
        front = window_box(desk) if effect.what == "window" else None
        return front or (0, 0, w, h)
    x0, x1 = sorted(min(max(round(x * scale), 0), w) for x in (effect.x0, effect.x1))
    y0, y1 = sorted(min(max(round(y * scale), 0), h) for y in (effect.y0, effect.y1))
    return x0, y0, x1, y1
