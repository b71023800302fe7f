"""Writing the files of Xfce's configuration: a channel a file, a tree of typed properties."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

__all__ = ["channel"]

#: Properties by name: the type and value of one, or what is below it.
_Tree: TypeAlias = "dict[str, str | _Tree]"


def channel(name: str, properties: Iterable[tuple[str, str, str]]) -> tuple[str, str]:
    """A channel's file in a home.

    Args:
        name: The channel's.
        properties: Path of names with "/" between them, type ("string", "bool", "int"...) and value of each.

    Returns:
        The path in the home, and the content.

    >>> channel("a", [("b/c", "int", "1")])[1].splitlines()[2:5]
    ['  <property name="b" type="empty">', '    <property name="c" type="int" value="1"/>', '  </property>']
    """
    tree: _Tree = {}
    for path, kind, value in properties:
        *above, last = path.split("/")
        at = tree
        for part in above:
            below = at.setdefault(part, {})
            assert isinstance(below, dict), f"{path!r} lies below a value."
            at = below
        at[last] = f'type="{kind}" value="{value}"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<channel name="{name}" version="1.0">', *_lines(tree, 1)]
    return f".config/xfce4/xfconf/xfce-perchannel-xml/{name}.xml", "\n".join([*lines, "</channel>", ""])


def _lines(tree: _Tree, depth: int) -> Iterable[str]:
    room = "  " * depth
    for name, below in tree.items():
        if isinstance(below, str):
            yield f'{room}<property name="{name}" {below}/>'
        else:
            yield f'{room}<property name="{name}" type="empty">'
            yield from _lines(below, depth + 1)
            yield f"{room}</property>"
