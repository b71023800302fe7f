"""What layout, scene and tree know of each kind of widget: one `Kind` each, found by the name that nodes carry.

A widget's record has three parts, one for each layer that asks something of it: `Kind` here, `Appearance` in `paint`,
`Behaviour` in `input`. They are written together, a widget a file, in `omnigym.devices.sim.widgets`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from omnigym.devices.sim.ui.items import Laid
from omnigym.devices.sim.ui.measuring import Measuring
from omnigym.devices.sim.ui.nodes import Node
from omnigym.errors import UnknownNameError

if TYPE_CHECKING:
    from omnigym.devices.sim.ui.layout import Layout

__all__ = ["KINDS", "Inside", "Kind", "Parts"]

#: The package whose modules declare the widgets, by name: it stands above all layers that ask for the parts.
_WIDGETS = "omnigym.devices.sim.widgets"

#: From layout, node, width, height, what the window keeps for the node, whether it has the keyboard, and what its
#: inside was a moment ago (which must not influence the result) to what is inside of it.
Inside: TypeAlias = "Callable[[Layout, Node, int, int, Any, bool, Laid | None], Laid]"


def no_size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    """Of what is as large as it is told to be."""
    return 0, 0


@dataclass(frozen=True, slots=True)
class Kind:
    """How a kind of widget is laid out and read.

    Attributes:
        size: Its natural (width, height) in pixels, from layout, node and the width that there is at most.
        container: Whether it has children, whose sizes are its own.
        inside: What is in a widget for which the window keeps something (how far it is scrolled, where its caret is);
            None for all others.
        edits: Whether its payload has an ``edit`` that belongs to the app.
        shown: What its item carries in place of the node's payload, from layout, node and width.
        states: Bits of `State` that all of the kind have in the accessibility tree.
        states_of: More of them, from the node.
        scrolls: Whether it is scrollable in the tree while it has more than it can show.
        opens: Whether a double click on what is in it opens that, where it has an ``open`` message.
    """

    size: Callable[[Measuring, Node, int], tuple[int, int]] = no_size
    container: bool = False
    inside: Inside | None = None
    edits: bool = False
    shown: Callable[[Measuring, Node, int], object] | None = None
    states: int = 0
    states_of: Callable[[Node], int] | None = None
    scrolls: bool = False
    opens: bool = False


P = TypeVar("P")


class Parts(dict[str, P], Generic[P]):
    """The parts of one sort of all widgets, by kind. They are there from the first time that one is asked for."""

    def __missing__(self, kind: str) -> P:
        importlib.import_module(_WIDGETS)  # it registers all that it finds
        if kind not in self:
            raise UnknownNameError("kind of widget", kind, tuple(self))
        return self[kind]


#: By kind. Only `widgets.record.register` adds to it.
KINDS: Parts[Kind] = Parts()
