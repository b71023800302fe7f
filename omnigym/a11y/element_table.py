"""The elements of a screen as OSWorld's published agents are told them: a table, one element a line.

An element is in the table if it can be named and acted on, by the rules of the published agents:

- its native name (`omnigym.a11y.native_names`) is one of a person's controls and texts (`_ENDINGS`, `_NAMES`);
- it shows, and it is enabled, editable, expandable or checkable;
- it has a name or a value; for a set of marks a picture needs neither;
- its place is on the screen, and it has an area.

Covered elements are in the table, too. The published columns of class and description are always empty on Linux.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from omnigym.a11y.blocks import Node
from omnigym.a11y.native_names import native_names
from omnigym.a11y.roles import Role, State
from omnigym.a11y.tree import Tree

__all__ = ["PICTURES", "element_table", "listed_elements", "marks_table", "text_of"]

#: Roles of pictures.
PICTURES: Final = (Role.IMAGE, Role.ICON)
_ENDINGS: Final = (
    *("item", "button", "heading", "label", "scrollbar", "searchbox", "textbox", "link", "tabelement", "textfield"),
    *("textarea", "menu"),
)
_NAMES: Final = frozenset(
    {
        *("alert", "canvas", "check-box", "combo-box", "entry", "icon", "image", "paragraph", "scroll-bar", "section"),
        *("slider", "static", "table-cell", "terminal", "text"),
        *("netuiribbontab", "start", "trayclockwclass", "traydummysearchcontrol", "uiimage", "uiproperty"),
        "uiribboncommandbar",
    }
)
_USABLE: Final = State.ENABLED | State.EDITABLE | State.EXPANDABLE | State.CHECKABLE
#: What stands in a text for an object that is none.
_PLACEHOLDERS: Final = dict.fromkeys((0xFFFC, 0xFFFD))
_HEAD: Final = ("tag", "name", "text", "class", "description", "position (top-left x&y)", "size (w&h)")
_MARKS_HEAD: Final = ("index", "tag", "name", "text")


def listed_elements(tree: Tree, platform: str, *, pictures: bool = False) -> Iterator[Node]:
    """Return the elements of the table, in the order of the tree, depth first.

    Args:
        tree: The tree.
        platform: That of the device.
        pictures: Whether pictures without a name are listed, as in a set of marks.
    """
    names = native_names(platform)
    wanted = {role for role, name in names.items() if _is_wanted(name)}
    for node in _depth_first(tree):
        x, y, width, height = node.bounds
        if (
            node.role in wanted
            and node.states & State.VISIBLE
            and node.states & _USABLE
            and (node.name or text_of(node) or (pictures and node.role in PICTURES))
            and min(x, y) >= 0
            and min(width, height) > 0
        ):
            yield node


def element_table(tree: Tree, platform: str) -> str:
    """Return the table of a screen's elements, with tabs between its columns."""
    names = native_names(platform)
    rows = [
        (names[n.role], n.name, _text(n), "", "", f"({n.bounds[0]}, {n.bounds[1]})", f"({n.bounds[2]}, {n.bounds[3]})")
        for n in listed_elements(tree, platform)
    ]
    return "\n".join(map("\t".join, [_HEAD, *rows]))


def marks_table(marked: Iterable[Node], platform: str, first: int = 1) -> str:
    """Return the table of the elements of a set of marks, which are numbered from ``first``."""
    names = native_names(platform)
    rows = [(str(number), names[n.role], n.name, _text(n)) for number, n in enumerate(marked, first)]
    return "\n".join(map("\t".join, [_MARKS_HEAD, *rows]))


def text_of(node: Node) -> str:
    """Return the value of a node without what stands in it for objects that are no text."""
    return node.value.translate(_PLACEHOLDERS)


def _is_wanted(name: str) -> bool:
    return name in _NAMES or name.startswith("document") or name.endswith(_ENDINGS)


def _text(node: Node) -> str:
    text = text_of(node)
    return text if text and '"' not in text else '"{}"'.format(text.replace('"', '""'))


def _depth_first(tree: Tree) -> Iterator[Node]:
    children: dict[int, list[Node]] = {}
    for node in tree.nodes:
        children.setdefault(node.parent, []).append(node)
    todo = children.get(-1, [])[::-1]
    while todo:
        node = todo.pop()
        yield node
        todo += children.get(node.index, [])[::-1]
