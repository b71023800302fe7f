"""Switches and sliders."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.ui.nodes import AUTO, Msg, Node, state_flags, widget

__all__ = ["KNOB", "Span", "slider", "switch"]

#: Side of a slider's knob in logical pixels.
KNOB = 18


class Span(NamedTuple):
    """The range of a slider and its value; the payload of its node.

    Attributes:
        value: The current value.
        least, most: The values at the left and at the right end.
        step: The distance between two values; an arrow key moves the slider by one.
    """

    value: int
    least: int = 0
    most: int = 100
    step: int = 1

    @property
    def share(self) -> float:
        """The value's position between the two ends, 0..1."""
        return min(max((self.value - self.least) / (self.most - self.least), 0.0), 1.0)

    def at(self, share: float) -> int:
        """The value nearest to a position between the two ends, 0..1."""
        steps = round(min(max(share, 0.0), 1.0) * (self.most - self.least) / self.step)
        return min(self.least + steps * self.step, self.most)

    def moved(self, steps: int) -> int:
        """The value ``steps`` steps further (back if negative), limited to the range."""
        return min(max(self.value + steps * self.step, self.least), self.most)


def switch(
    key: str, text: str = "", *, checked: bool, name: str = "", disabled: bool = False, click: Msg | None = None
) -> Node:
    """A sliding switch with a text at its right; ``click`` is sent when it is pressed."""
    flags = state_flags(checked=checked, disabled=disabled)
    value = "On" if checked else "Off"
    return widget("switch", key, Role.SWITCH, text=text, name=name, value=value, flags=flags, click=click)


def slider(
    key: str, span: Span, *, name: str, w: int = AUTO, disabled: bool = False, change: Msg | None = None
) -> Node:
    """A track with a knob to drag; it sends ``(*change, value)``. Arrow keys, Page Up, Home and End move it too."""
    flags = state_flags(disabled=disabled)
    return widget(
        "slider", key, Role.SLIDER, name=name, value=str(span.value), flags=flags, w=w, data=span, change=change
    )
