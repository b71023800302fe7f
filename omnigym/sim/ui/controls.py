"""Widgets that few views need: switches, sliders, and edited pictures."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.pictures import UNEDITED, Edits
from omnigym.sim.ui.nodes import AUTO, FILL, Msg, Node, state_flags, widget
from omnigym.sim.ui.payloads import PhotoData

# -- switches and sliders ---------------------------------------------------------------------------------------------

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


# -- photo ------------------------------------------------------------------------------------------------------------

# Widgets for edited pictures: a part of the picture stretched over a rectangle, and a veil that darkens.

#: Left, top, right, bottom of a part of a picture, each 0..1.
Part: TypeAlias = tuple[float, float, float, float]

ALL: Part = (0.0, 0.0, 1.0, 1.0)


def photo(
    content: bytes, *, w: int, h: int, edits: Edits = UNEDITED, part: Part = ALL, name: str = "", key: str = ""
) -> Node:
    """A part of an edited picture, stretched over a rectangle.

    Args:
        content: The bytes of the picture's file.
        w, h: Size of the rectangle.
        edits: The edits applied to the picture.
        part: The part that is shown.
        name: Accessible name; without one the picture is not in the tree.
        key: Its stable name.
    """
    role = Role.IMAGE if name else None
    return Node("photo", "", key, "", "", name, "", role, w=w, h=h, data=PhotoData(content, edits, part))


def filling(size: tuple[int, int], w: int, h: int) -> Part:
    """The largest centred part of a picture of ``size`` that has the proportions of ``w`` x ``h``.

    >>> filling((200, 100), 50, 50)
    (0.25, 0.0, 0.75, 1.0)
    """
    share = max(w / size[0], h / size[1])
    x, y = (1 - w / share / size[0]) / 2, (1 - h / share / size[1]) / 2
    return x, y, 1 - x, 1 - y


def veil(w: int = FILL, h: int = FILL) -> Node:
    """A rectangle that darkens what is behind it."""
    return Node("veil", w=w, h=h)
