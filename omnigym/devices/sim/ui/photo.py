"""Widgets for edited pictures: a part of the picture stretched over a rectangle, and a veil that darkens."""

from __future__ import annotations

from typing import TypeAlias

from omnigym.a11y import Role
from omnigym.devices.sim.ui.nodes import FILL, Node
from omnigym.devices.sim.ui.payloads import PhotoData
from omnigym.pictures import UNEDITED, Edits

__all__ = ["ALL", "Part", "filling", "photo", "veil"]

#: Left, top, right, bottom of a part of a picture, each 0..1.
Part: TypeAlias = tuple[float, float, float, float]

ALL: Part = (0.0, 0.0, 1.0, 1.0)


def photo(
    content: bytes, *, w: int, h: int, edits: Edits = UNEDITED, part: Part = ALL, name: str = "", key: str = ""
) -> Node:
    """A part of an edited picture, stretched over a rectangle.

    Args:
        content: The bytes of the picture's file.
        w, h: Size of the rectangle.
        edits: The edits applied to the picture.
        part: The part that is shown.
        name: Accessible name; without one the picture is not in the tree.
        key: Its stable name.
    """
    role = Role.IMAGE if name else None
    return Node("photo", "", key, "", "", name, "", role, w=w, h=h, data=PhotoData(content, edits, part))


def filling(size: tuple[int, int], w: int, h: int) -> Part:
    """The largest centred part of a picture of ``size`` that has the proportions of ``w`` x ``h``.

    >>> filling((200, 100), 50, 50)
    (0.25, 0.0, 0.75, 1.0)
    """
    share = max(w / size[0], h / size[1])
    x, y = (1 - w / share / size[0]) / 2, (1 - h / share / size[1]) / 2
    return x, y, 1 - x, 1 - y


def veil(w: int = FILL, h: int = FILL) -> Node:
    """A rectangle that darkens what is behind it."""
    return Node("veil", w=w, h=h)
