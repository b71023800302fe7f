"""The thought of a demonstration, by rule: what is seen, what is next and why, and what is done about it.

The graph says which part of the task is next, the screen what the action is on. The same task, screen and action give
the same words, so that demonstrations of one seed are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from omnigym.a11y import Node, Role, Tree
from omnigym.actions import (
    Action,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    On,
    OpenApp,
    Point,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
    pixel,
)

__all__ = ["Rationale", "think"]

_LONGEST: Final = 80
_TIMES: Final = {1: "click", 2: "double-click", 3: "triple-click"}
_FRONT: Final = (Role.WINDOW, Role.DIALOG, Role.ALERT)


class Rationale(NamedTuple):
    """A thought in three sentences.

    Attributes:
        seen: What is seen.
        why: What is next, and how far the task is.
        next: What is done.
    """

    seen: str
    why: str
    next: str

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(filter(None, self))


def think(
    parts: Mapping[str, str],
    node: str,
    action: Action | On,
    tree: Tree | None,
    completed: int = 0,
    *,
    recovering: bool = False,
) -> Rationale:
    """Return the thought before an action.

    Args:
        parts: Of each node of the task its instruction.
        node: The id of the node that the action is for; "" for none.
        action: What is done.
        tree: What is on the screen; None where nobody knows.
        completed: How many nodes are completed.
        recovering: Whether the action before it was a mistake.
    """
    inner = action.action if isinstance(action, On) else action
    target = None if tree is None else _target(inner, tree)
    seen = "That last action did not help." if recovering else _seen(tree, target)
    return Rationale(seen, _why(parts, node, inner, completed), _doing(inner, tree, target))


def _target(action: Action, tree: Tree) -> Node | None:
    at = getattr(action, "at", None)
    return None if at is None else tree.hit(*pixel(at, tree.size))


def _seen(tree: Tree | None, target: Node | None) -> str:
    front = next((n for n in tree.nodes if n.role in _FRONT and n.name), None) if tree is not None else None
    has = f"the {_named(target)}" if target is not None and target.name and target.role not in _FRONT else ""
    if front is None:
        return f"I see {has}." if has else ""
    return f"The {_named(front)} is in front{f', and I see {has}' if has else ''}."


def _why(parts: Mapping[str, str], node: str, action: Action, completed: int) -> str:
    if isinstance(action, Done):
        return "The task is complete."
    if isinstance(action, Fail):
        return "The task cannot be done."
    if node not in parts:
        return ""
    far = f"{completed} of {len(parts)} parts are done. " if len(parts) > 1 else ""
    return f"{far}The next part is: {_ended(parts[node])}"


def _ended(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _doing(action: Action, tree: Tree | None, target: Node | None) -> str:
    on = f"the {_named(target)}" if target is not None else "this place"
    match action:
        case Click(_, button, count, modifiers, duration):
            if duration:
                return f"I press {on} for a while."
            how = (
                " with the right button" if button == "right" else " with the middle button" if button != "left" else ""
            )
            held = f" with {_keys(*modifiers)} held" if modifiers else ""
            verb = _TIMES[count]
            return f"I {verb} {on}{how}{held}." if verb != "click" else f"I click on {on}{how}{held}."
        case Drag(_, to):
            return f"I drag from {on} to {_place(to, tree)}."
        case Scroll(_, dy, dx):
            way = ("down" if dy > 0 else "up") if abs(dy) >= abs(dx) else ("right" if dx > 0 else "left")
            return f"I scroll {way} over {on}."
        case Press(key, modifiers, count):
            return f"I press {_keys(*modifiers, key)}{f' {count} times' if count > 1 else ''}."
        case Type(text):
            return f"I type {_quoted(text)}."
        case OpenApp(app):
            return f"I open the app {_quoted(app)}."
        case Submit(answer):
            return f"I give the answer {_quoted(answer)}."
    return _doing_otherwise(action, on)


def _doing_otherwise(action: Action, on: str) -> str:
    match action:
        case Move():
            return f"I move the pointer to {on}."
        case MouseDown() | MouseUp():
            return f"I {'hold' if isinstance(action, MouseDown) else 'release'} the mouse button on {on}."
        case KeyDown(key) | KeyUp(key):
            return f"I {'hold' if isinstance(action, KeyDown) else 'release'} {_keys(key)}."
        case Wait():
            return "I wait for the screen to change."
        case CallUser():
            return "I ask the user."
        case Done():
            return "I say so."
    return "I say that it cannot be done."


def _place(at: Point, tree: Tree | None) -> str:
    node = None if tree is None else tree.hit(*pixel(at, tree.size))
    return "another place" if node is None else f"the {_named(node)}"


def _named(node: Node) -> str:
    role = "element" if node.role is Role.UNKNOWN else node.role.name.lower().replace("_", " ")
    return f"{role} {_quoted(node.name)}" if node.name else role


def _quoted(text: str) -> str:
    """A text as it stands, on one line and not too long."""
    text = " ".join(text.split())
    return f'"{text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."}"'


def _keys(*keys: str) -> str:
    return "+".join([key.capitalize() for key in keys])
