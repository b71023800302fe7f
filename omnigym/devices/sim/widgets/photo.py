"""The photo: a part of an edited picture, stretched over its rectangle."""

from __future__ import annotations

from omnigym.devices.sim.paint.appearance import Appearance
from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.payloads import PhotoData
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


def _draw(s: Subject) -> list[Op]:
    data: PhotoData = s.data
    return [("photo", 0, 0, s.w, s.h, data.content, data.edits, data.part)]


WIDGET = Widget(
    "photo",
    kind=Kind(size=content_size),
    appearance=Appearance(draw=_draw, exact=True, is_ground=True, is_plain=True),
)
