"""The image: a picture from the bytes of a file, the thumbnail of a wallpaper, or a colour to choose."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred
from omnigym.devices.sim.style.colour import rgb
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.payloads import SwatchData
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    """A picture fitted into the rectangle, the thumbnail of a wallpaper, a colour, or an icon by its name."""
    if s.style == "wallpaper":
        return [("wallpaper", 0, 0, s.w, s.h, s.data)]
    if s.style == "swatch":
        return _swatch(s)
    if isinstance(s.data, bytes):
        return [("image", 0, 0, s.w, s.h, s.data)]
    name, size = s.data or s.icon, min(s.w, s.h)
    return [("icon", centred(s.w, size), centred(s.h, size), size, name, s.look.ink, None)] if name else []


def _swatch(s: Subject) -> list[Op]:
    """A square of a colour, with a check mark if it is chosen."""
    data: SwatchData = s.data
    ops: list[Op] = [("box", 0, 0, s.w, s.h, data.colour, None, s.theme.px(4))]
    if data.chosen:
        size, ink = s.theme.px(16), 0x000000 if sum(rgb(data.colour)) > 400 else 0xFFFFFF
        ops.append(("icon", centred(s.w, size), centred(s.h, size), size, "checkmark", ink, data.colour))
    return ops


WIDGET = Widget(
    "image",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw),
)
