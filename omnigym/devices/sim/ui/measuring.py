"""What sizes depend on: the layout, as the modules see it that it is made of."""

from __future__ import annotations

from typing import Protocol

from omnigym.devices.sim.style.theme import Theme
from omnigym.devices.sim.ui.items import Laid
from omnigym.devices.sim.ui.nodes import Component, Element

__all__ = ["Measuring"]


class Measuring(Protocol):
    """See `omnigym.devices.sim.ui.layout.Layout`, which is one.

    Attributes:
        theme: Styles in pixels.
    """

    theme: Theme

    def px(self, length: int) -> int:
        """A logical length in pixels."""
        ...

    def natural(self, element: Element, room: int) -> tuple[int, int]:
        """How large an element is by itself, in at most ``room`` pixels of width."""
        ...

    def component(self, component: Component, w: int, h: int) -> Laid:
        """The piece that a component makes in so many pixels."""
        ...
