"""Pictures in texts: a press selects a picture, and dragging its corner resizes it."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.pictures import read_picture, write_picture
from omnigym.sim.desktop import Desktop
from omnigym.sim.documents.edit import Edit, select
from omnigym.sim.documents.painting import HANDLE, chosen_picture, resized
from omnigym.sim.state import Window
from omnigym.sim.ui.flow import Flow, picture_at
from omnigym.sim.ui.items import Box
from omnigym.sim.ui.nodes import Node
from omnigym.values import ClipboardContent


class Held(NamedTuple):
    """A picture that is held by its lower right corner.

    Attributes:
        rect: The widget, in pixels of the screen.
        left: Its left edge, in pixels of the screen.
        px: Pixels per point.
    """

    rect: Box
    left: int
    px: float


def held_at(
    desk: Desktop, window: Window, node: Node, rect: Box, edit: Edit, x: int, y: int
) -> tuple[Edit, Held | None] | None:
    """Return the picture that a press at a pixel of the screen holds; None if there is none.

    Returns:
        The edit with the picture selected; and what is held of it, where it was that before and its corner is pressed.
    """
    laid = desk.shape().slot(window.id, node.key)
    if laid is None or type(laid.info) is not Flow:
        return None
    offset = min(max(0, window.ui.get(node.key) or 0), laid.content[1] - laid.h)
    found = picture_at(laid.info, x - rect[0], y - rect[1] + offset)
    if found is None:
        return None
    index, place = found
    chosen = select(edit, (index, place.offset + 1), (index, place.offset))
    right, bottom = rect[0] + place.x + place.w, rect[1] + place.y + place.h - offset
    corner = right - x <= 2 * HANDLE and bottom - y <= 2 * HANDLE
    same = chosen_picture(edit) is not None and {edit.anchor, edit.caret} == {chosen.anchor, chosen.caret}
    held = Held(rect, rect[0] + place.x, laid.info.frame.px) if corner and same else None
    return (edit if same else chosen), held


def pulled(edit: Edit, held: Held, x: int) -> Edit:
    """Return the edit after the corner was dragged to a pixel of the screen."""
    return resized(edit, (x - held.left) / held.px)


def copied_picture(edit: Edit) -> ClipboardContent | None:
    """Return the content to copy if a picture is selected, else None."""
    picture = chosen_picture(edit)
    image = read_picture(picture.content) if picture is not None else None
    return ClipboardContent(image=write_picture(image)) if image is not None else None
