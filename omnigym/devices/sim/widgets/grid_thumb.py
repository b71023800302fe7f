"""The thumb of a grid's scrollbar. Only its input is here; it is painted by an item of the kind "thumb"."""

from __future__ import annotations

from omnigym.devices.sim.input.behaviour import Behaviour
from omnigym.devices.sim.input.grids import drag_thumb, press_thumb, release_grid
from omnigym.devices.sim.ui.kinds import Kind
from omnigym.devices.sim.ui.sizes import content_size
from omnigym.devices.sim.widgets.record import Widget

__all__ = ["WIDGET"]


WIDGET = Widget(
    "grid_thumb",
    kind=Kind(size=content_size),
    behaviour=Behaviour(down=press_thumb, dragged=drag_thumb, released=release_grid),
)
