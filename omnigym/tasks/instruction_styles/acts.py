"""One action in words, as a person who looks at the screen would say it: "click the button 'Send'"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from omnigym.a11y import Node, Role, State, Tree
from omnigym.actions import (
    Action,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    Modifier,
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
from omnigym.errors import CapabilityError
from omnigym.evaluation.events import KeyEvent, TextEvent, derive

__all__ = ["in_front", "in_words"]

#: What things are called by their roles; what is not here is called by its name alone.
_NOUNS: Mapping[Role, str] = {
    Role.BUTTON: "button",
    Role.TOGGLE: "button",
    Role.SPLIT_BUTTON: "button",
    Role.MENU_ITEM: "menu entry",
    Role.LIST_ITEM: "entry",
    Role.TREE_ITEM: "entry",
    Role.TAB: "tab",
    Role.CELL: "cell",
    Role.COLUMN_HEADER: "column",
    Role.ROW_HEADER: "row",
    Role.CHECKBOX: "check box",
    Role.RADIO: "option",
    Role.SWITCH: "switch",
    Role.COMBOBOX: "list box",
    Role.TEXT_FIELD: "field",
    Role.TEXT_AREA: "field",
    Role.SEARCH_FIELD: "search field",
    Role.SLIDER: "slider",
    Role.SPINNER: "field",
    Role.LINK: "link",
    Role.IMAGE: "picture",
    Role.ICON: "icon",
    Role.NOTIFICATION: "notification",
    Role.HEADING: "heading",
    Role.TEXT: "text",
}
_FIELDS = frozenset({Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD, Role.SPINNER, Role.CELL})
#: What two things of one name are told apart by: what they are in.
_AROUND: Mapping[Role, str] = {
    Role.TASKBAR: "on the taskbar",
    Role.DIALOG: "in the dialog '{}'",
    Role.WINDOW: "in the window '{}'",
    Role.MENU: "in the menu '{}'",
    Role.LIST: "in the list '{}'",
    Role.TREE: "in the list '{}'",
    Role.TABLE: "in the table '{}'",
    Role.TOOLBAR: "in the toolbar '{}'",
    Role.TAB_LIST: "in the tabs '{}'",
    Role.GROUP: "in the group '{}'",
    Role.LIST_ITEM: "in the entry '{}'",
    Role.ROW: "in the row '{}'",
}
#: What can be in front, and what it is called.
_FRONTS: Mapping[Role, str] = {
    Role.WINDOW: "window",
    Role.DIALOG: "dialog",
    Role.ALERT: "message",
    Role.MENU: "menu",
}
#: What a taskbar adds to the name of an application, which is not seen.
_STATE = re.compile(r" pinned$| - \d+ running windows?(?: pinned)?$")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_KEYS = {"ctrl": "Ctrl", "pageup": "Page Up", "pagedown": "Page Down", "printscreen": "Print Screen", "meta": "Windows"}
#: How far from the middle of a thing one may click, in pixels, without the place being said.
_NEAR = 2


def in_words(action: Action, tree: Tree, title: Callable[[str], str] = str, touch: bool = False) -> Iterator[str]:
    r"""Yield the orders of an action, in the lower-case imperative; none for an imperceptible pause.

    Args:
        action: The action.
        tree: The screen before it.
        title: What an app is called, by omnigym's name of it.
        touch: Whether one taps and swipes.

    Raises:
        CapabilityError: It is no action that a person does on a screen.

    >>> from omnigym.a11y import BlockBuilder
    >>> builder = BlockBuilder(0)
    >>> _ = builder.add(Role.BUTTON, "Send", (0, 0, 20, 10))
    >>> list(in_words(Click((0.5, 0.5)), Tree((builder.build(),), (20, 10))))
    ["click the button 'Send'"]
    >>> list(in_words(Type("Hello\n"), Tree((), (20, 10))))
    ["type 'Hello'", 'press Enter']
    """
    match action:
        case On():
            yield from in_words(action.action, tree, title, touch)
        case Type():
            into = _focused(tree)  # of what is typed after a key nobody knows yet where it goes
            for event in derive(action, None):
                if isinstance(event, TextEvent):
                    yield f"type '{event.text}'{into}"
                elif isinstance(event, KeyEvent):
                    yield f"press {_chord(event.key, event.modifiers)}"
                into = ""
        case Wait(duration):
            if duration >= 1:
                yield f"wait {_counted(duration, 'second')}"
        case OpenApp(app):
            yield f"open {title(app) or app}"
        case Submit(answer):
            yield f"answer '{answer}'"
        case Press() | KeyDown() | KeyUp():
            yield _with_keys(action)
        case Click() | Drag() | Scroll() | MouseDown() | MouseUp() | Move():
            yield _with_pointer(action, tree, touch)
        case _:
            raise CapabilityError(f"{type(action).__name__} is no step of an instruction. Leave it out.")


def in_front(tree: Tree, touch: bool = False) -> str:
    """Return the window in front, in words; "" if it has no name, such as a menu.

    Args:
        tree: The screen.
        touch: Whether one taps and swipes.

    >>> from omnigym.a11y import BlockBuilder
    >>> builder = BlockBuilder(0)
    >>> _ = builder.add(Role.DIALOG, "Open", (0, 0, 20, 10))
    >>> in_front(Tree((builder.build(),), (20, 10)))
    "the dialog 'Open'"
    """
    node = next((n for n in tree.nodes if n.role in _FRONTS), None)
    if node is None or not node.name:
        return ""
    noun = "screen" if touch and node.role is Role.WINDOW else _FRONTS[node.role]
    return f"the {noun} '{node.name}'"


def _with_keys(action: Press | KeyDown | KeyUp) -> str:
    match action:
        case Press(key, modifiers, count):
            times = "" if count == 1 else " twice" if count == 2 else f" {count} times"
            return f"press {_chord(key, modifiers)}{times}"
        case KeyDown(key):
            return f"hold {_key(key)} down"
        case KeyUp(key):
            return f"let {_key(key)} go"


def _with_pointer(action: Click | Drag | Scroll | MouseDown | MouseUp | Move, tree: Tree, touch: bool) -> str:
    spot = _spot(tree, action.at)
    match action:
        case Click():
            return f"{_held(action.modifiers)}{_clicking(action, touch)} {spot}"
        case Drag(at, to) if touch and pixel(at, tree.size)[0] == pixel(to, tree.size)[0]:
            # a list is scrolled by how far the finger moves, wherever on it that is
            way, far = "up" if to[1] < at[1] else "down", 100 * abs(to[1] - at[1])
            return f"swipe {way} by {far:.1f} % of the screen from {_spot(tree, at, exactly=False)}"
        case Drag():
            verb = "swipe" if touch else "drag"
            return f"{_held(action.modifiers)}{verb} from {spot} to {_spot(tree, action.to, action.at)}"
        case Scroll(dy=dy, dx=dx):
            ways = [("down" if dy > 0 else "up", dy), ("to the right" if dx > 0 else "to the left", dx)]
            turns = [f"{way} by {_counted(abs(by), 'notch', 'es')}" for way, by in ways if by]
            return f"scroll {' and '.join(turns)} over {spot}"
        case MouseDown():
            return f"press the {action.button} mouse button down on {spot}"
        case MouseUp():
            return f"let the {action.button} mouse button go on {spot}"
        case Move():
            return f"move the pointer to {spot}"


def _counted(number: float, what: str, plural: str = "s") -> str:
    return f"{number:g} {what}{'' if number == 1 else plural}"


def _focused(tree: Tree) -> str:
    node = tree.find(states=State.FOCUSED)
    if node is None or not node.name or node.role not in _FIELDS:
        return ""
    return f" into the {_NOUNS[node.role]} '{node.name}'"


def _clicking(click: Click, touch: bool) -> str:
    if touch:
        return "long-press" if click.duration else "double-tap" if click.count == 2 else "tap"
    verb = {1: "click", 2: "double-click", 3: "triple-click"}[click.count]
    return verb if click.button == "left" else f"{click.button}-{verb}"


def _held(modifiers: tuple[Modifier, ...]) -> str:
    return f"hold {'+'.join(map(_key, modifiers))} and " if modifiers else ""


def _chord(key: str, modifiers: tuple[Modifier, ...]) -> str:
    return "+".join(map(_key, (*modifiers, key)))


def _key(key: str) -> str:
    return _KEYS.get(key, key.capitalize())


def _spot(tree: Tree, at: Point, start: Point | None = None, *, exactly: bool = True) -> str:
    """A place on the screen in words, by what is there; of a drag's end within one thing by how far it is in it."""
    x, y = pixel(at, tree.size)
    node = _called(tree.hit(x, y), tree)
    if node is None:
        return f"the screen {_share(x, y, (0, 0, *tree.size))}"
    left, top, width, height = node.bounds
    middle = abs(x - (left + width // 2)) <= _NEAR and abs(y - (top + height // 2)) <= _NEAR
    if start is not None and _called(tree.hit(*pixel(start, tree.size)), tree) == node:
        return f"the place in it {_share(x, y, node.bounds)}"
    return _thing(node, tree) if middle or not exactly else f"{_thing(node, tree)} {_share(x, y, node.bounds)}"


def _share(x: int, y: int, bounds: tuple[int, int, int, int]) -> str:
    left, top, width, height = bounds
    across, down = 100 * (x - left + 0.5) / max(width, 1), 100 * (y - top + 0.5) / max(height, 1)
    return f"at {across:.1f} % of its width and {down:.1f} % of its height"


def _called(node: Node | None, tree: Tree) -> Node | None:
    """The node itself or, if it has no name (an icon in a button), the nearest around it that has one."""
    while node is not None and not node.name:
        node = tree.nodes[node.parent] if node.parent >= 0 else None
    return node


def _thing(node: Node, tree: Tree) -> str:
    """A node by role and name; where others are called so, too, by what it is in, or by its number among them."""
    noun, name = _NOUNS.get(node.role, ""), _STATE.sub("", node.name)
    if name != node.name:
        return f"the {noun} '{name}' on the taskbar"
    same = [n for n in tree.find_all(name=name) if _NOUNS.get(n.role, "") == noun and _reached(n, tree)]
    where = ""
    for place, inside in _places(node, tree) if len(same) > 1 else ():
        others = [n for n in same if n.index in inside]
        if len(others) < len(same):
            where, same = f"{where} {place}", others
        if len(same) == 1:
            break
    number = ""
    if len(same) > 1:
        at = sorted(same, key=lambda n: (n.bounds[1], n.bounds[0])).index(node)
        number = f"{_ORDINALS[at] if at < len(_ORDINALS) else f'{at + 1}th'} "
    article = "the " if noun or number else ""
    return f"{article}{number}{noun}{' ' if noun else ''}'{name}'{where}"


def _reached(node: Node, tree: Tree) -> bool:
    """Whether a click in its middle gets to it."""
    x, y, w, h = node.bounds
    hit = _called(tree.hit(x + w // 2, y + h // 2), tree)
    return hit is not None and hit.index == node.index


def _places(node: Node, tree: Tree) -> Iterator[tuple[str, set[int]]]:
    """What a node is in, from near to far: in words, and the indices of the nodes that are in it."""
    at = node.parent
    while at >= 0:
        around = tree.nodes[at]
        words = _AROUND.get(around.role, "")
        if words and (around.name or "{}" not in words):
            yield words.format(around.name), {n.index for n in tree.nodes if _is_in(n, at, tree)}
        at = around.parent


def _is_in(node: Node, outer: int, tree: Tree) -> bool:
    at = node.parent
    while at > outer:
        at = tree.nodes[at].parent
    return at == outer
