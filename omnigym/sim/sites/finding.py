"""Finding a text on a page."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.ui.nodes import AUTO, Component, Element, Node, row

#: The key of the place that is looked at.
FOUND = "page.found"


def matches(element: Element, query: str) -> tuple[str, ...]:
    """The texts of a page that have ``query`` in them, in their order, letter case ignored."""
    wanted = query.casefold()
    if not wanted:
        return ()
    return tuple(_texts(element, wanted))


def _texts(element: Element, wanted: str) -> list[str]:
    node = element.view(*element.args) if type(element) is Component else element
    assert type(node) is Node
    if _holds(node, wanted):
        return [node.text]
    return [found for child in node.children for found in _texts(child, wanted)]


def _holds(node: Node, wanted: str) -> bool:
    """Whether a node is text, or a link, with it; what buttons say is not of the page's text."""
    shown = node.kind == "text" or node.role is Role.LINK
    return shown and not node.children and wanted in node.text.casefold()


def highlighted(element: Element, query: str, at: int) -> Element:
    """A page on which the places that have ``query`` are marked, and the ``at``-th of them more."""
    wanted = query.casefold()
    return _marked(element, wanted, [at])[0] if wanted else element


def _marked(element: Element, wanted: str, left: list[int]) -> tuple[Element, bool]:
    """An element with its places marked, and whether it has any; ``left`` counts down to the one that is looked at."""
    node = element.view(*element.args) if type(element) is Component else element
    assert type(node) is Node
    if _holds(node, wanted):
        now = left[0] == 0
        left[0] -= 1
        if not now:
            return row(node, style="found", w=node.w, h=node.h), True
        return row(node, style="found_now", key=FOUND, role=Role.GROUP, name="Found here", w=node.w, h=node.h), True
    inside = [_marked(child, wanted, left) for child in node.children]
    if not any(has for _, has in inside):
        return element, False
    changed = node._replace(children=tuple([child for child, _ in inside]))
    if type(element) is Component:
        changed = changed._replace(
            w=changed.w if element.w == AUTO else element.w, h=changed.h if element.h == AUTO else element.h
        )
    return changed, True
