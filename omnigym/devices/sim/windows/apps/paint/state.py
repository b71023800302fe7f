"""Paint's state, its colours, and reading its files."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.app import Context
from omnigym.devices.sim.kinds.canvas.board import Board
from omnigym.devices.sim.kinds.canvas.drawing import Drawing, opened
from omnigym.errors import UnreadableError

__all__ = ["COLOURS", "Asked", "State", "load"]

#: Paint's palette, by what a person calls each colour; the second half is the second row.
COLOURS: dict[str, int] = {
    "Black": 0x000000,
    "Gray": 0x7F7F7F,
    "Dark red": 0x880015,
    "Red": 0xED1C24,
    "Orange": 0xFF7F27,
    "Yellow": 0xFFF200,
    "Green": 0x22B14C,
    "Turquoise": 0x00A2E8,
    "Indigo": 0x3F48CC,
    "Purple": 0xA349A4,
    "White": 0xFFFFFF,
    "Light gray": 0xC3C3C3,
    "Brown": 0xB97A57,
    "Rose": 0xFFAEC9,
    "Gold": 0xFFC90E,
    "Light yellow": 0xEFE4B0,
    "Lime": 0xB5E61D,
    "Light turquoise": 0x99D9EA,
    "Blue-gray": 0x7092BE,
    "Lavender": 0xC8BFE7,
}


class Asked(NamedTuple):
    """The panel Resize: what is typed in it, and whether the proportions stay."""

    width: str
    height: str
    linked: bool = True


class State(NamedTuple):
    """The state of one window.

    Attributes:
        board: The picture, and what one has in hand.
        saved: The picture as it was opened or saved last.
        path: Where it is kept (canonical), or "".
        asked: The panel Resize, or None.
        closing: Whether the window closes once the picture is saved.
    """

    board: Board = Board()
    saved: Drawing = Drawing()
    path: str = ""
    asked: Asked | None = None
    closing: bool = False


def load(path: str, ctx: Context) -> State:
    """The state for a file.

    Raises:
        VfsError: There is no such file.
        UnreadableError: It holds no picture.
    """
    content = ctx.vfs.read(path)
    drawing = opened(content) if content else Drawing()
    if drawing is None:
        raise UnreadableError(f"Expected a picture at {path!r}, got something else.")
    return State(Board(drawing, zoom=0), drawing, ctx.vfs.real_path(path))
