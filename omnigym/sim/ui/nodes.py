"""Nodes: what an app's view returns. Plain, hashable values without positions.

A view is a pure function from state to a tree of nodes; it is called again only when one of its inputs changed.
Handlers are *messages*, tuples such as ``("open", 3)`` that the app's ``update`` receives, never functions: so nodes
can be compared. Lengths are logical pixels, which the theme's scale multiplies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role

# -- bits for what is true of a node or an item at the moment ---------------------------------------------------------

# Hovered, selected, disabled.

HOVER, PRESSED, FOCUS, SELECTED, CHECKED = 1, 2, 4, 8, 16
DISABLED, EXPANDED, DEFAULT, ACTIVE, INVALID = 32, 64, 128, 256, 512
#: Set on the button that Escape presses in a dialog.
CANCEL = 1024

# -- nodes ------------------------------------------------------------------------------------------------------------

#: What an app's ``update`` receives; the first element names the message.
Msg: TypeAlias = tuple[Any, ...]
#: Left, top, right, bottom.
Pad: TypeAlias = tuple[int, int, int, int]

#: A length as large as the content.
AUTO = -1
#: A length that takes the remaining room, shared equally with others that fill. Every share is below `AUTO`.
FILL = -2


def fill(weight: int) -> int:
    """A share of the remaining room: ``fill(2)`` gets twice as much as `FILL`, which is ``fill(1)``."""
    return -1 - max(1, weight)


class Node(NamedTuple):
    """One element of a view. Make it with the functions of this module and of `widgets`, not by hand.

    Attributes:
        kind: The kind of widget: "box", "button", "field"...
        style: Name of one of the kind's styles; "" is the usual one.
        key: Its stable name, unique in its window: "word.bold". Needed if it reacts, or if the window keeps something
            for it.
        text, icon: The text and the name of the icon on it.
        name: Its accessible name, if that is not `text`.
        value: Its accessible value.
        role: Its accessibility role; None leaves it out of the tree (its children stay in).
        flags: Bits of `flags`: SELECTED, CHECKED, DISABLED...
        on: Messages by event: ``(("click", msg), ...)``. Events: click, double, context, change, submit, select,
            open, drop, edit, key, close, track (see `input.tracking`), wheel (with the notches appended), middle (a
            click with the middle button), aside (the same where there is no ``middle``, or a click with Ctrl held).
        drag: Payload of a drag that starts on it, or None.
        menu: Items of the menu that it opens.
        w, h: Size: pixels, `AUTO`, `FILL` or `fill(n)`.
        dir: How children are laid out: "row", "column", "stack", "wrap", "fold" (see `overflow`), or "" for
            a leaf.
        pad, gap, align, justify: Room around and between children; "start", "center", "end" or "stretch" across,
            "start", "center", "end" or "between" along.
        children: The nodes inside.
        data: The payload of the kind: see `payloads`.
        reacts: Whether it takes input from the pointer or the keyboard.
        focusable: Whether Tab reaches it.
    """

    kind: str
    style: str = ""
    key: str = ""
    text: str = ""
    icon: str = ""
    name: str = ""
    value: str = ""
    role: Role | None = None
    flags: int = 0
    on: tuple[tuple[str, Msg], ...] = ()
    drag: Any = None
    menu: tuple[Any, ...] = ()
    w: int = AUTO
    h: int = AUTO
    dir: str = ""
    pad: Pad = (0, 0, 0, 0)
    gap: int = 0
    align: str = "start"
    justify: str = "start"
    children: tuple[Element, ...] = ()
    data: Any = None
    reacts: bool = False
    focusable: bool = False

    def message(self, event: str) -> Msg | None:
        """The message of an event, or None."""
        for name, msg in self.on:
            if name == event:
                return msg
        return None


#: Slice of the fields of a `Node` that determine its place and that of its children: one comparison instead of seven.
PLACEMENT = slice(Node._fields.index("w"), Node._fields.index("children"))
#: Slice of the fields before them: what it is and does, without its children.
SUBSTANCE = slice(0, PLACEMENT.start)


class Component(NamedTuple):
    """A part of a view, ``view(*args)``, that is computed once for each value of its arguments.

    Attributes:
        view: A pure function that returns a `Node`.
        args: Its arguments: hashable, compared by value.
        w, h: Its size, as for nodes.
        own: Whether it becomes a panel of its own, the unit of damage, of the accessibility tree and of caching.
    """

    view: Callable[..., Node]
    args: tuple[object, ...]
    w: int
    h: int
    own: bool


#: Slice of the fields of a `Component` that determine how it is laid out.
ROOM = slice(Component._fields.index("w"), None)

Element: TypeAlias = Node | Component


def panel(view: Callable[..., Node], *args: object, w: int = FILL, h: int = AUTO) -> Component:
    """A part of a window that changes as one: a ribbon, a navigation pane, a status bar (5 to 12 a window)."""
    return Component(view, args, w, h, True)


def memo(view: Callable[..., Node], *args: object, w: int = AUTO, h: int = AUTO) -> Component:
    """A repeated piece within a panel (a row of a list), computed and laid out once for each value."""
    return Component(view, args, w, h, False)


def state_flags(
    *,
    selected: bool = False,
    checked: bool = False,
    disabled: bool = False,
    expanded: bool = False,
    default: bool = False,
    cancel: bool = False,
) -> int:
    """The flag bits of named states."""
    return (
        (SELECTED if selected else 0)
        | (CHECKED if checked else 0)
        | (DISABLED if disabled else 0)
        | (EXPANDED if expanded else 0)
        | (DEFAULT if default else 0)
        | (CANCEL if cancel else 0)
    )


def box(
    dir: str,  # noqa: A002 - the name of the node's field
    children: tuple[Element | None, ...],
    *,
    style: str = "",
    w: int = FILL,
    h: int = AUTO,
    pad: int | tuple[int, int] | Pad = 0,
    gap: int = 0,
    align: str = "start",
    justify: str = "start",
    role: Role | None = None,
    name: str = "",
    key: str = "",
    flags: int = 0,
    drag: object = None,
    **on: Any,
) -> Node:
    """A container; children that are None are left out. Events (``click=msg``) make it react as a whole."""
    if type(pad) is int:
        padding = (pad, pad, pad, pad)
    elif len(pad) == 2:  # type: ignore[arg-type]
        padding = (pad[0], pad[1], pad[0], pad[1])  # type: ignore[index]
    else:
        padding = pad  # type: ignore[assignment]
    events = tuple([(event, msg) for event, msg in on.items() if msg is not None]) if on else ()
    inside = tuple([c for c in children if c is not None])
    reacts = bool(events) or drag is not None
    # By position: views make thousands of boxes, and names would cost more than twice as much.
    return Node(
        "box",
        style,
        key,
        "",
        "",
        name,
        "",
        role,
        flags,
        events,
        drag,
        (),
        w,
        h,
        dir,
        padding,
        gap,
        align,
        justify,
        inside,
        None,
        reacts,
    )


def row(*children: Element | None, align: str = "center", **options: Any) -> Node:
    """Children from left to right, centred across; options as for `box`."""
    return box("row", children, align=align, **options)


def column(*children: Element | None, **options: Any) -> Node:
    """Children from top to bottom; options as for `box`."""
    return box("column", children, **options)


def stack(*children: Element | None, **options: Any) -> Node:
    """Children on top of each other, the last in front; options as for `box`."""
    return box("stack", children, **options)


def wrapped(*children: Element | None, **options: Any) -> Node:
    """Children from left to right in as many rows as they need; options as for `box`."""
    return box("wrap", children, **options)


def widget(
    kind: str,
    key: str,
    role: Role | None,
    *,
    style: str = "",
    text: str = "",
    icon: str = "",
    name: str = "",
    value: str = "",
    flags: int = 0,
    drag: object = None,
    menu: tuple[object, ...] = (),
    w: int = AUTO,
    h: int = AUTO,
    data: object = None,
    focusable: bool = True,
    **on: Any,
) -> Node:
    """A leaf that reacts to input; events that are None are left out. The builders of widgets are made with it.

    Args:
        kind, key, role, style, text, icon, name, value, flags, drag, menu, w, h, data: The fields of `Node`.
        focusable: Whether Tab reaches it while it is not disabled.
        on: Messages by event.
    """
    events = tuple([(event, msg) for event, msg in on.items() if msg is not None])
    # By position, as in `box`.
    return Node(
        kind,
        style,
        key,
        text,
        icon,
        name,
        value,
        role,
        flags,
        events,
        drag,
        menu,
        w,
        h,
        "",
        (0, 0, 0, 0),
        0,
        "start",
        "start",
        (),
        data,
        True,
        focusable and not flags & DISABLED,
    )
