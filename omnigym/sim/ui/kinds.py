"""What layout, scene and tree know about each kind of widget: one `Kind` each, found by the name in `Node.kind`.

The record of a widget has three parts, one for each package that needs something of it: `Kind` here, `Appearance` in
`paint`, `Behaviour` in `input`. All three are written in one file of `omnigym.sim.widgets`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from omnigym.errors import UnknownNameError
from omnigym.sim.style.fonts import line_height, text_width
from omnigym.sim.style.theme import Theme
from omnigym.sim.ui.items import Laid
from omnigym.sim.ui.nodes import Component, Element, Node

if TYPE_CHECKING:
    from omnigym.sim.ui.layout import Layout

# -- measuring --------------------------------------------------------------------------------------------------------

# The protocol by which the kinds of widgets see the layout: it breaks the circle between `kinds` and `layout`.


class Measuring(Protocol):
    """What a natural size may depend on. `omnigym.sim.ui.layout.Layout` implements it.

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


# -- kinds ------------------------------------------------------------------------------------------------------------

#: The package whose modules declare the widgets. It is imported by name, since it is above all packages that use it.
_WIDGETS = "omnigym.sim.widgets"

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

# -- sizes ------------------------------------------------------------------------------------------------------------

# Natural sizes of widgets, computed from their styles: the functions that most records use as `Kind.size`.

#: Natural width of a text field in logical pixels.
FIELD_WIDTH = 120
#: Natural height of an editor, in lines of text.
_LINES = 4


def content_size(
    layout: Measuring, node: Node, room: int, *, mark: int = 0, more: int = 0, line: bool = False
) -> tuple[int, int]:
    """Natural size of a widget with an icon and a text, side by side or one above the other.

    Args:
        layout: Gives the styles.
        node: The widget.
        room: The available width; not used.
        mark: Width of a mark in place of the icon (a check box, a switch), in multiples of the icon size.
        more: Further pixels of width.
        line: Whether it is as high as a line of text even if it has no text.
    """
    style = layout.theme.style(node.kind, node.style)
    left, top, right, bottom = style.pad
    w = text_width(node.text, style.font) if node.text else 0
    h = line_height(style.font) if line or node.text else 0
    icon = mark * style.icon if mark else style.icon if node.icon else 0
    if style.vertical and icon:
        w, h = max(w, icon), icon + (style.gap + h if h else 0)
    else:
        w, h = w + icon + (style.gap if icon and w else 0), max(h, icon)
    return max(style.min_w, w + more + left + right), max(style.min_h, h + top + bottom)


def line_size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    """Natural size of an editor of one line."""
    style = layout.theme.style(node.kind, node.style)
    return layout.px(FIELD_WIDTH), max(style.min_h, line_height(style.font) + style.pad[1] + style.pad[3])


def lines_size(layout: Measuring, node: Node, room: int) -> tuple[int, int]:
    """Natural size of an editor of many lines."""
    return layout.px(FIELD_WIDTH), _LINES * line_height(layout.theme.style(node.kind, node.style).font)
