"""The record of a kind of widget: all properties that the toolkit knows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from omnigym.errors import ConfigError
from omnigym.sim.input.behaviour import BEHAVIOURS, Behaviour
from omnigym.sim.input.dragging import COMMON_DRAGS
from omnigym.sim.paint.subject import APPEARANCES, Appearance
from omnigym.sim.style.looks import Look
from omnigym.sim.style.theme import WIDGET_LOOKS
from omnigym.sim.ui.kinds import KINDS, Kind


class Widget(NamedTuple):
    """A kind of widget.

    Attributes:
        name: The name of the kind in nodes, items and style sheets.
        kind: How it is laid out and read.
        appearance: How it is painted.
        behaviour: How it reacts to pointer and keyboard.
        looks: Its looks by name of the style, used if the style sheet has none for it; "" is the usual style.
    """

    name: str
    kind: Kind = Kind()
    appearance: Appearance = Appearance()
    behaviour: Behaviour = Behaviour()
    looks: Mapping[str, Look] = MappingProxyType({})


def register(widget: Widget) -> None:
    """Register a kind of widget. The modules of this package are registered without calling it.

    Raises:
        ConfigError: Another widget has the name, or it is the name of a drag that no widget handles.
    """
    if widget.name in COMMON_DRAGS:
        raise ConfigError(f"No widget can be named {widget.name!r}: drags of any widget are. Give it another name.")
    # `dict.get`, because a miss in `KINDS[...]` would import this package, which is being imported.
    if dict.get(KINDS, widget.name, widget.kind) is not widget.kind:
        raise ConfigError(f"Two widgets are named {widget.name!r}. Give one of them another name.")
    KINDS[widget.name] = widget.kind
    APPEARANCES[widget.name] = widget.appearance
    BEHAVIOURS[widget.name] = widget.behaviour
    for style, look in widget.looks.items():
        WIDGET_LOOKS[widget.name, style] = look
