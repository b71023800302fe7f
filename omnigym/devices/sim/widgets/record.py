"""A widget's record: all that the toolkit knows of one kind of widget."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from omnigym.devices.sim.input.behaviour import BEHAVIOURS, Behaviour
from omnigym.devices.sim.input.dragging import COMMON_DRAGS
from omnigym.devices.sim.paint.appearance import APPEARANCES, Appearance
from omnigym.devices.sim.style.looks import Look
from omnigym.devices.sim.style.theme import WIDGET_LOOKS
from omnigym.devices.sim.ui.kinds import KINDS, Kind
from omnigym.errors import ConfigError

__all__ = ["Widget", "register"]


class Widget(NamedTuple):
    """A kind of widget.

    Attributes:
        name: What nodes of it, their items and their looks in style sheets call it.
        kind: How it is laid out and read.
        appearance: How it is painted.
        behaviour: What pointer and keyboard do to it.
        looks: Its looks by the names of styles, where a style sheet has none for it; "" is the plain one.
    """

    name: str
    kind: Kind = Kind()
    appearance: Appearance = Appearance()
    behaviour: Behaviour = Behaviour()
    looks: Mapping[str, Look] = MappingProxyType({})


def register(widget: Widget) -> None:
    """Let nodes be of this kind. What is in this package need not call it.

    Raises:
        ConfigError: There is another one of that name, or a drag of any widget is called so.
    """
    if widget.name in COMMON_DRAGS:
        raise ConfigError(f"No widget can be named {widget.name!r}: drags of any widget are. Give it another name.")
    if dict.get(KINDS, widget.name, widget.kind) is not widget.kind:
        raise ConfigError(f"Two widgets are named {widget.name!r}. Give one of them another name.")
    KINDS[widget.name] = widget.kind
    APPEARANCES[widget.name] = widget.appearance
    BEHAVIOURS[widget.name] = widget.behaviour
    for style, look in widget.looks.items():
        WIDGET_LOOKS[widget.name, style] = look
