"""Taking a picture of a part of the screen: to the clipboard, and into the folder of screenshots."""

from __future__ import annotations

from PIL import Image

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.messages import carry_out
from omnigym.devices.sim.screen import Screen
from omnigym.devices.sim.system import Notify, Snip
from omnigym.devices.sim.vfs import HOME, VfsError, join
from omnigym.devices.sim.windows.clock import local
from omnigym.pictures.files import write_picture

__all__ = ["SCREENSHOTS", "snip"]

SCREENSHOTS = f"{HOME}/Pictures/Screenshots"


def snip(desk: Desktop, wid: str, effect: Snip) -> None:
    """Take the picture, as the screen is now. A rectangle without pixels is none."""
    scale, (w, h) = desk.layout.scale, desk.size
    x0, x1 = sorted(min(max(round(x * scale), 0), w) for x in (effect.x0, effect.x1))
    y0, y1 = sorted(min(max(round(y * scale), 0), h) for y in (effect.y0, effect.y1))
    if x0 == x1 or y0 == y1:
        return
    screen = Screen(desk.size, desk.layout.theme)
    screen.show(desk.fresh().surfaces)
    content = write_picture(Image.fromarray(screen.copy()[y0:y1, x0:x1]))
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
