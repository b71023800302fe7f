"""Events: what a person did, derived on every device by one function from the action and the tree before it.

Nothing internal to a toolkit is used, so the same click is the same event on a simulated and on a real desktop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Node, Role, Tree
from omnigym.actions import Action, Click, Drag, Modifier, Point, Press, Scroll, Type, pixel

__all__ = ["Clicked", "Dragged", "Event", "Pressed", "Scrolled", "Typed", "derive"]


class Clicked(NamedTuple):
    """The pointer clicked on something; ``text`` is what a person reads there."""

    text: str
    role: Role
    key: str
    button: str
    clicks: int


class Typed(NamedTuple):
    """Text was typed. Whoever reads events merges consecutive ones."""

    text: str


class Pressed(NamedTuple):
    """A key that writes nothing was pressed, or any key with Ctrl, Alt or Meta."""

    key: str
    modifiers: tuple[Modifier, ...]


class Scrolled(NamedTuple):
    """The wheel was turned by notches: positive ``dy`` is down, positive ``dx`` right."""

    text: str
    dy: float
    dx: float


class Dragged(NamedTuple):
    """Something was dragged onto something."""

    text: str
    onto: str


Event: TypeAlias = Clicked | Typed | Pressed | Scrolled | Dragged

_SHIFTED = dict(zip("`1234567890-=[]\\;',./", '~!@#$%^&*()_+{}|:"<>?', strict=True))


def derive(action: Action, before: Tree | None) -> tuple[Event, ...]:
    """The events of an action.

    Args:
        action: What was done.
        before: What was on the screen when it was done; None where the device has no tree, and then a click
            has no text.
    """
    deriver = _DERIVERS.get(type(action))
    return deriver(action, before) if deriver else ()


def _at(point: Point, tree: Tree | None) -> Node | None:
    return tree.hit(*pixel(point, tree.size)) if tree is not None else None


def _named(node: Node | None, tree: Tree | None) -> Node | None:
    """The node itself or, where it shows no text (an icon inside a button), the nearest one around it that does."""
    while node is not None and tree is not None and not (node.name or node.value) and node.parent >= 0:
        node = tree.nodes[node.parent]
    return node


def _text_at(point: Point, tree: Tree | None) -> str:
    node = _named(_at(point, tree), tree)
    return node.name or node.value if node else ""


def _click(action: Click, tree: Tree | None) -> tuple[Event, ...]:
    node = _named(_at(action.at, tree), tree)
    if node is None:
        return (Clicked("", Role.UNKNOWN, "", action.button, action.count),)
    return (Clicked(node.name or node.value, node.role, node.key, action.button, action.count),)


def _type(action: Type, _tree: Tree | None) -> tuple[Event, ...]:
    """Typed runs, parted by the Enter and Tab presses that a newline and a tab stand for."""
    events: list[Event] = []
    run = ""
    for char in action.text:
        if char in "\n\t":
            if run:
                events.append(Typed(run))
            events.append(Pressed("enter" if char == "\n" else "tab", ()))
            run = ""
        else:
            run += char
    if run:
        events.append(Typed(run))
    return tuple(events)


def _press(action: Press, _tree: Tree | None) -> tuple[Event, ...]:
    key, modifiers = action.key, action.modifiers
    if not modifiers or modifiers == ("shift",):
        if key == "space":
            return (Typed(" " * action.count),)
        if len(key) == 1:
            char = _SHIFTED.get(key, key.upper()) if modifiers else key
            return (Typed(char * action.count),)
    return (Pressed(key, modifiers),) * action.count


def _scroll(action: Scroll, tree: Tree | None) -> tuple[Event, ...]:
    return (Scrolled(_text_at(action.at, tree), action.dy, action.dx),)


def _drag(action: Drag, tree: Tree | None) -> tuple[Event, ...]:
    return (Dragged(_text_at(action.at, tree), _text_at(action.to, tree)),)


_DERIVERS: dict[type, Callable[..., tuple[Event, ...]]] = {
    Click: _click,
    Type: _type,
    Press: _press,
    Scroll: _scroll,
    Drag: _drag,
}
