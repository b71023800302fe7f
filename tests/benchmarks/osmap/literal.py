"""Someone who does what an L1 instruction says, word for word, and knows nothing else: no task, no oracle, no key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from omnigym.a11y import Node, Role, Tree
from omnigym.actions import Action, Click, Drag, OpenApp, Point, Press, Type, Wait
from omnigym.devices.app_names import title_of
from omnigym.devices.protocol import Device

__all__ = ["LostError", "follow"]

_Q = r"'((?:[^']|'(?=\w))*)'"
_THING = rf"(?:the )?(?:(first|second|third) )?([a-z][a-z ]*?)? ?{_Q}((?: on the taskbar| in the [a-z]+ {_Q})*)"
_SHARE = r"at ([\d.]+) % of its width and ([\d.]+) % of its height"
_ORDERS: Mapping[str, re.Pattern[str]] = {
    "seen": re.compile(rf"now the (window|dialog|message|menu) {_Q} is in front", re.IGNORECASE),
    "type": re.compile(rf"type {_Q}(?: into the (?:search )?field {_Q})?", re.IGNORECASE),
    "press": re.compile(r"press ([\w+ ]+?)( twice| \d+ times)?(?=,|\.| and )", re.IGNORECASE),
    "wait": re.compile(r"wait ([\d.]+) seconds?", re.IGNORECASE),
    "open": re.compile(r"open ([A-Z][\w -]*?)(?=,|\.| and )", re.IGNORECASE),
    "drag": re.compile(rf"drag from {_Q} {_SHARE} to the place in it {_SHARE}", re.IGNORECASE),
    "click": re.compile(rf"click {_THING}", re.IGNORECASE),
}
_BETWEEN = re.compile(r"(?:\s|,|\.|and\b)*")
_ROLES: Mapping[str, tuple[Role, ...]] = {
    "button": (Role.BUTTON, Role.TOGGLE, Role.SPLIT_BUTTON),
    "entry": (Role.LIST_ITEM, Role.TREE_ITEM),
    "menu entry": (Role.MENU_ITEM,),
    "field": (Role.TEXT_FIELD, Role.TEXT_AREA, Role.SPINNER),
    "search field": (Role.SEARCH_FIELD,),
    "list box": (Role.COMBOBOX,),
    "tab": (Role.TAB,),
    "option": (Role.RADIO,),
    "check box": (Role.CHECKBOX,),
    "cell": (Role.CELL,),
    "link": (Role.LINK,),
}
_KEYS = {"page up": "pageup", "page down": "pagedown", "windows": "meta"}
_NTH = ("first", "second", "third")


class LostError(Exception):
    """What an instruction speaks of is not on the screen, or it cannot be understood."""


def follow(instruction: str, device: Device) -> Iterator[Action]:
    """The actions that an instruction says; each is named from the screen after the one before."""
    at = _BETWEEN.match(instruction).end()  # type: ignore[union-attr]
    while at < len(instruction):
        verb, found = next(
            ((verb, m) for verb, order in _ORDERS.items() if (m := order.match(instruction, at))), ("", None)
        )
        if found is None:
            raise LostError(f"Not understood: {instruction[at:][:80]}")
        yield from _done(verb, found, device)
        at = _BETWEEN.match(instruction, found.end()).end()  # type: ignore[union-attr]


def _done(verb: str, said: re.Match[str], device: Device) -> Iterator[Action]:
    tree: Tree = device.tree()  # type: ignore[attr-defined]
    if verb == "seen":
        if not any(n.name == said[2] and n.role is Role[_role(said[1])] for n in tree.nodes):
            raise LostError(f"Not in front: {said[0]}")
    elif verb == "type":
        yield Type(said[1])
    elif verb == "press":
        *held, key = [_KEYS.get(k.casefold(), k.casefold()) for k in said[1].split("+")]
        times = {"": 1, " twice": 2}.get(said[2] or "") or int(said[2].split()[0])
        for _ in range(times):
            yield Press(key, tuple(held))  # type: ignore[arg-type]
    elif verb == "wait":
        yield Wait(float(said[1]))
    elif verb == "open":
        apps = device.apps()  # type: ignore[attr-defined]
        yield OpenApp(next(app for app in apps if title_of(device, app) == said[1]))
    elif verb == "drag":
        node = _named(tree, "", said[1], "", "")
        yield Drag(_place(tree, node, said[2], said[3]), _place(tree, node, said[4], said[5]))
    else:
        yield Click(_place(tree, _named(tree, (said[2] or "").strip(), said[3], said[4] or "", said[1] or "")))


def _role(word: str) -> str:
    return {"message": "ALERT"}.get(word, word.upper())


def _named(tree: Tree, noun: str, name: str, where: str, nth: str) -> Node:
    roles = _ROLES.get(noun)
    taskbar = "on the taskbar" in where
    inside = re.findall(rf"in the ([a-z]+) {_Q}", where)
    found = [
        n
        for n in tree.nodes
        if (n.name.startswith(name) if taskbar else n.name == name)
        and (roles is None or n.role in roles)
        and (not taskbar or any(_covers(bar, n) for bar in tree.nodes if bar.role is Role.TASKBAR))
        and all(any(a.name == of for a in _around(tree, n)) for _, of in inside)
        and _shown(tree, n)
    ]
    found.sort(key=lambda n: (n.bounds[1], n.bounds[0]))
    if not found:
        raise LostError(f"Not on the screen: {noun} {name!r}{where}")
    return found[_NTH.index(nth) if nth else 0]


def _around(tree: Tree, node: Node) -> Iterator[Node]:
    while node.parent >= 0:
        node = tree.nodes[node.parent]
        yield node


def _covers(outer: Node, node: Node) -> bool:
    (x, y), (left, top, width, height) = node.center, outer.bounds
    return left <= x < left + width and top <= y < top + height


def _shown(tree: Tree, node: Node) -> bool:
    """Whether a click in its middle gets to it, or to something in it."""
    hit = tree.hit(*node.center)
    return hit is not None and (hit.index == node.index or node.index in [n.index for n in _around(tree, hit)])


def _place(tree: Tree, node: Node, across: str = "50", down: str = "50") -> Point:
    (x, y, w, h), (width, height) = node.bounds, tree.size
    if (across, down) == ("50", "50"):
        x, y = node.center
        return (x + 0.5) / width, (y + 0.5) / height
    return (x + w * float(across) / 100) / width, (y + h * float(down) / 100) / height
