"""What layout, scene and tree know about each kind of widget: one `Kind` each, found by the name in `Node.kind`.

The record of a widget has three parts, one for each package that needs something of it: `Kind` here, `Appearance` in
`paint`, `Behaviour` in `input`. All three are written in one file of `omnigym.devices.sim.widgets`.
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

#: The package whose modules declare the widgets. It is imported by name, since it is above all packages that use it.
_WIDGETS = "omnigym.devices.sim.widgets"

#: Lays out the inside of a widget: (layout, node, width, height, what the window keeps for the node, whether it has the
#: keyboard focus, its previous inside or None) to the new inside. The previous inside is there to reuse parts of it and
#: must not influence the result.
Inside: TypeAlias = "Callable[[Layout, Node, int, int, Any, bool, Laid | None], Laid]"


def no_size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    """The natural size of a widget that has none: it is as large as its node says."""
    return 0, 0


@dataclass(frozen=True, slots=True)
class Kind:
    """How a kind of widget is laid out and read.

    Attributes:
        size: Function of layout, node and available width that returns the natural (width, height) in pixels.
        container: Whether it has children, which determine its size.
        inside: Lays out the inside of a widget for which the window keeps something (scroll offset, caret); None for
            all others.
        edits: Whether its payload has an ``edit`` that belongs to the app.
        shown: Function of layout, node and width that returns the payload of its item; None if it is the node's.
        states: Bits of `State` that every widget of the kind has in the accessibility tree.
        states_of: Function of the node that returns further bits; None if there are none.
        scrolls: Whether it is scrollable in the tree while its content is higher than itself.
        opens: Whether a double click opens an entry in it, if it has an ``open`` message.
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
    """One part (`Kind`, `Appearance` or `Behaviour`) of the records of all widgets, by kind.

    The first lookup that misses imports the package of the widgets, which fills all three tables.

    Raises:
        UnknownNameError: There is no such kind of widget (on lookup).
    """

    def __missing__(self, kind: str) -> P:
        importlib.import_module(_WIDGETS)  # it registers all that it finds
        if kind not in self:
            raise UnknownNameError("kind of widget", kind, tuple(self))
        return self[kind]


#: By kind. Only `widgets.record.register` adds to it.
KINDS: Parts[Kind] = Parts()
