"""The protocol by which the kinds of widgets see the layout: it breaks the circle between `kinds` and `layout`."""

from __future__ import annotations

from typing import Protocol

from omnigym.devices.sim.style.theme import Theme
from omnigym.devices.sim.ui.items import Laid
from omnigym.devices.sim.ui.nodes import Component, Element

__all__ = ["Measuring"]


class Measuring(Protocol):
    """What a natural size may depend on. `omnigym.devices.sim.ui.layout.Layout` implements it.

    Attributes:
        theme: Gives the styles in pixels.
    """

    theme: Theme

    def px(self, length: int) -> int:
        """See `Layout.px`."""
        ...

    def natural(self, element: Element, room: int) -> tuple[int, int]:
        """See `Layout.natural`."""
        ...

    def component(self, component: Component, w: int, h: int) -> Laid:
        """See `Layout.component`."""
        ...
