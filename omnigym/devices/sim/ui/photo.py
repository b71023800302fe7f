"""Widgets for pictures that are edited: the picture, or a part of it, stretched over its rectangle; and a veil."""

from __future__ import annotations

from typing import TypeAlias

from omnigym.a11y import Role
from omnigym.devices.sim.ui.nodes import FILL, Node
from omnigym.devices.sim.ui.payloads import PhotoData
from omnigym.pictures import UNEDITED, Edits

__all__ = ["ALL", "Part", "filling", "photo", "veil"]

#: Left, top, right, bottom as shares of a picture.
Part: TypeAlias = tuple[float, float, float, float]

ALL: Part = (0.0, 0.0, 1.0, 1.0)


def photo(
    content: bytes, *, w: int, h: int, edits: Edits = UNEDITED, part: Part = ALL, name: str = "", key: str = ""
) -> Node:
    """A part of an edited picture over the whole of a rectangle; with a ``name`` it is in the tree too.

    Args:
        content: The bytes of the picture's file.
        w, h: Size.
        edits: What is done to it.
        part: What of it is shown.
        name: Accessible name.
        key: Its stable name.
    """
    role = Role.IMAGE if name else None
    return Node("photo", "", key, "", "", name, "", role, w=w, h=h, data=PhotoData(content, edits, part))


def filling(size: tuple[int, int], w: int, h: int) -> Part:
    """The middle of a picture of a size that fills ``w`` x ``h`` without being distorted.

    >>> filling((200, 100), 50, 50)
    (0.25, 0.0, 0.75, 1.0)
    """
    share = max(w / size[0], h / size[1])
    x, y = (1 - w / share / size[0]) / 2, (1 - h / share / size[1]) / 2
    return x, y, 1 - x, 1 - y


def veil(w: int = FILL, h: int = FILL) -> Node:
    """Darkens what is behind it."""
    return Node("veil", w=w, h=h)
