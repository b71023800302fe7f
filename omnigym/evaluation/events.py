"""Events: the agent's actions in terms of the screen, derived from an action and the preceding accessibility tree.

One function does this for all devices and uses nothing internal to a toolkit, so the same click gives the same event
on a simulated and on a real desktop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Node, Role, State, Tree
from omnigym.actions import Action, Click, Drag, Modifier, Point, Press, Scroll, Type, pixel

__all__ = ["ClickEvent", "DragEvent", "Event", "KeyEvent", "ScrollEvent", "TextEvent", "derive", "merge_events"]


class ClickEvent(NamedTuple):
    """A click; ``text`` is the visible text of the control, "" if there is none."""

    text: str
    role: Role
    key: str
    button: str
    clicks: int


class TextEvent(NamedTuple):
    """Typed text. Consecutive ones are merge_events for whoever reads them (`merge_events`)."""

    text: str


class KeyEvent(NamedTuple):
    """The press of a key that writes no character, or of any key with Ctrl, Alt or Meta."""

    key: str
    modifiers: tuple[Modifier, ...]


class ScrollEvent(NamedTuple):
    """A turn of the wheel over a control, in notches: positive ``dy`` is down, positive ``dx`` is right.

    ``pane`` is the name of the innermost control there that can be scrolled, "" if there is none.
    """

    text: str
    dy: float
    dx: float
    pane: str = ""


class DragEvent(NamedTuple):
    """A drag from one control to another, by their visible texts."""

    text: str
    onto: str


Event: TypeAlias = ClickEvent | TextEvent | KeyEvent | ScrollEvent | DragEvent

_SHIFTED = dict(zip("`1234567890-=[]\\;',./", '~!@#$%^&*()_+{}|:"<>?', strict=True))


def derive(action: Action, before: Tree | None) -> tuple[Event, ...]:
    """Return the events of an action.

    Args:
        action: The action.
        before: The accessibility tree before the action; None if the device has none, and then events have no texts.
    """
    deriver = _DERIVERS.get(type(action))
    return deriver(action, before) if deriver else ()


def merge_events(events: Iterable[Event], run: str = "") -> Iterator[Event]:
    """Yield the events as checks see them: each `Typed` is all text typed in one go so far, without deleted text.

    Args:
        events: The events, in order.
        run: The text typed before them, since the last event of another kind.

    >>> [event.text for event in merge_events([TextEvent("a"), TextEvent("b"), KeyEvent("backspace", ())])]
    ['a', 'ab', 'a']
    """
    for event in events:
        if type(event) is TextEvent:
            run += event.text
            yield TextEvent(run)
        elif run and type(event) is KeyEvent and event.key == "backspace" and not event.modifiers:
            run = run[:-1]
            yield TextEvent(run)
        else:
            run = ""
            yield event


def _at(point: Point, tree: Tree | None) -> Node | None:
    return tree.hit(*pixel(point, tree.size)) if tree is not None else None


def _named(node: Node | None, tree: Tree | None) -> Node | None:
    """The node itself or, if it has no text (an icon in a button), its nearest ancestor with a text."""
    while node is not None and tree is not None and not (node.name or node.value) and node.parent >= 0:
        node = tree.nodes[node.parent]
    return node


def _text_at(point: Point, tree: Tree | None) -> str:
    node = _named(_at(point, tree), tree)
    return node.name or node.value if node else ""


def _pane_at(point: Point, tree: Tree | None) -> str:
    """The name of the last control of the layer that is hit which contains the point and can be scrolled."""
    node = _at(point, tree)
    if node is None or tree is None:
        return ""
    x, y = pixel(point, tree.size)
    there = [n for n in tree.find_all(states=State.SCROLLABLE) if n.layer == node.layer and _contains(n, x, y)]
    return there[-1].name if there else ""


def _contains(node: Node, x: int, y: int) -> bool:
    left, top, width, height = node.bounds
    return left <= x < left + width and top <= y < top + height


def _click(action: Click, tree: Tree | None) -> tuple[Event, ...]:
    node = _named(_at(action.at, tree), tree)
    if node is None:
        return (ClickEvent("", Role.UNKNOWN, "", action.button, action.count),)
    return (ClickEvent(node.name or node.value, node.role, node.key, action.button, action.count),)


def _type(action: Type, _tree: Tree | None) -> tuple[Event, ...]:
    """Typed runs of text, separated by the presses of Enter and Tab that newlines and tabs stand for."""
    events: list[Event] = []
    run = ""
    for char in action.text:
        if char in "\n\t":
            if run:
                events.append(TextEvent(run))
            events.append(KeyEvent("enter" if char == "\n" else "tab", ()))
            run = ""
        else:
            run += char
    if run:
        events.append(TextEvent(run))
    return tuple(events)


def _press(action: Press, _tree: Tree | None) -> tuple[Event, ...]:
    key, modifiers = action.key, action.modifiers
    if not modifiers or modifiers == ("shift",):
        if key == "space":
            return (TextEvent(" " * action.count),)
        if len(key) == 1:
            char = _SHIFTED.get(key, key.upper()) if modifiers else key
            return (TextEvent(char * action.count),)
    return (KeyEvent(key, modifiers),) * action.count


def _scroll(action: Scroll, tree: Tree | None) -> tuple[Event, ...]:
    return (ScrollEvent(_text_at(action.at, tree), action.dy, action.dx, _pane_at(action.at, tree)),)


def _drag(action: Drag, tree: Tree | None) -> tuple[Event, ...]:
    return (DragEvent(_text_at(action.at, tree), _text_at(action.to, tree)),)


_DERIVERS: dict[type, Callable[..., tuple[Event, ...]]] = {
    Click: _click,
    Type: _type,
    Press: _press,
    Scroll: _scroll,
    Drag: _drag,
}
