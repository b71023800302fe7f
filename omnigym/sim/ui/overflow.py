"""The parts of a bar that have no room, as a menu: ribbons and toolbars fold their last parts away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from omnigym.a11y import Role
from omnigym.sim.ui.nodes import CHECKED, DISABLED, Component, Element, Node, box
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button

__all__ = ["fold", "menu_of"]


def fold(*children: Element | None, key: str, style: str, gap: int = 0, h: int, align: str = "stretch") -> Node:
    """Return children from left to right; those at the end that have no room are in the menu of a button.

    Args:
        children: Groups, buttons, choices and the separators between them.
        key: The button's.
        style: The button's.
        gap, h, align: As of `row`.
    """
    more = button(key, icon="more", name="More", style=style)
    return box("fold", (*children, more), gap=gap, h=h, align=align)


def menu_of(elements: Iterable[Element]) -> tuple[MenuItem, ...]:
    """Return the lines of a menu by which the buttons, switches and choices of some elements are reached."""
    groups = [(name, lines) for name, lines in _groups(elements) if lines]
    if len(groups) > 1 and all(name for name, _ in groups):
        return tuple([MenuItem(f"more.{name}", name, items=tuple(lines)) for name, lines in groups])
    found: list[MenuItem] = []
    for _, lines in groups:
        found += [SEPARATOR, *lines] if found else lines
    return tuple(found)


def _groups(elements: Iterable[Element]) -> Iterator[tuple[str, list[MenuItem]]]:
    """Name and lines of each group; what stands between two separators is one without a name."""
    loose: list[MenuItem] = []
    for element in elements:
        node = _node(element)
        if node.role is Role.GROUP and node.name:
            yield "", loose
            loose = []
            yield node.name, _lines(node)
        elif node.kind == "separator":
            yield "", loose
            loose = []
        else:
            loose += _lines(node)
    yield "", loose


def _node(element: Element) -> Node:
    while type(element) is Component:
        element = element.view(*element.args)
    assert type(element) is Node
    return element


def _lines(node: Node) -> list[MenuItem]:
    """The lines for a widget, or for all within a box."""
    on, enabled, checked = dict(node.on), not node.flags & DISABLED, bool(node.flags & CHECKED)
    said = node.name or node.text
    if node.kind == "combo":
        change = on.get("change") or ()
        choices = [
            MenuItem(f"{node.key}.{n}", option, (*change, option), checked=option == node.text)
            for n, option in enumerate(node.data)
        ]
        return [MenuItem(node.key, said, enabled=enabled, items=tuple(choices))]
    if node.menu:
        return [MenuItem(node.key, said, icon=node.icon, enabled=enabled, items=node.menu)]
    if node.key and "click" in on:
        return [MenuItem(node.key, said, on["click"], node.icon, enabled=enabled, checked=checked)]
    return [line for child in node.children for line in _lines(_node(child))]
