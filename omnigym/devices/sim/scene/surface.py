"""What is kept of one window between two looks at the screen."""

from __future__ import annotations

from operator import is_
from typing import Any, NamedTuple, TypeAlias

from omnigym.devices.sim.scene.hits import Entry
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.items import Laid, Panel, Slot, Sub
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.vfs import Reads, Vfs

__all__ = ["COLD", "Filled", "Piece", "Surface", "heated", "hot_part", "same"]

#: No node is hovered, pressed or focused.
COLD: dict[str, int] = {}


class Filled(NamedTuple):
    """What a slot was filled with.

    Attributes:
        node: Of the slot.
        w, h: Its size.
        ui: What the window keeps for it.
        focused: Whether it has the keyboard.
        inside: What all this makes.
    """

    node: Node
    w: int
    h: int
    ui: Any
    focused: bool
    inside: Laid


#: A part of a content, its panels, and the widgets in it that keep state.
Piece: TypeAlias = "tuple[Sub | Slot, list[Panel], dict[str, Filled]]"


class Surface:
    """The panels of one window, and what they were made of.

    Attributes:
        window, layer: What is shown, and where.
        view: Another object whenever the world or the active window may be others.
        key: What besides the window can change the surface more than in its colours, compared by identity.
        entry: Id and panels, back to front.
        hot: Flags by key with which the panels were made.
        content, content_key, node: What the app's view became, of what, and the view.
        files: What the view read of the files, if anything.
        frame, frame_key: Its frame with the insets, and of what.
        place, pieces: Where the content is, and the panels of each of its parts.
        pieces_hot: The flags with which these were made; `heat` leaves them as they are.
        slots: The widgets that keep state.
    """

    __slots__ = (
        "content",
        "content_key",
        "entry",
        "files",
        "frame",
        "frame_key",
        "hot",
        "key",
        "layer",
        "node",
        "pieces",
        "pieces_hot",
        "place",
        "slots",
        "view",
        "window",
    )

    def __init__(self, wid: str) -> None:
        self.window: Window | None = None
        self.layer = -1
        self.view: object = None
        self.key: tuple[object, ...] = ()
        self.entry: Entry = (wid, ())
        self.hot: dict[str, int] = COLD
        self.node: Node | None = None
        self.content: Laid | None = None
        self.content_key: tuple[object, ...] = ()
        self.files: Reads | None = None
        self.frame: tuple[Laid, tuple[int, int, int, int]] | None = None
        self.frame_key: tuple[object, ...] = ()
        self.place: tuple[object, ...] = ()
        self.pieces: dict[int, Piece] = {}
        self.pieces_hot: dict[str, int] = COLD
        self.slots: dict[str, Filled] = {}

    def rebase(self, vfs: Vfs) -> None:
        """Take the surface for one of other files, in which its view would read the same."""
        self.key = (*self.key[:2], vfs, *self.key[3:])
        self.content_key = (self.content_key[0], vfs, *self.content_key[2:])

    def heat(self, hot: dict[str, int]) -> None:
        """Give the panels other flags of the moment."""
        if hot != self.hot:
            self.entry = (self.entry[0], tuple([heated(p, hot) for p in self.entry[1]]))
            self.hot = hot


def same(a: tuple[object, ...], b: tuple[Any, ...]) -> bool:
    """Whether two tuples hold the very same objects."""
    return len(a) == len(b) and all(map(is_, a, b))


def hot_part(laid: Laid, hot: dict[str, int]) -> dict[str, int]:
    """What of ``hot`` is in a piece."""
    mine = COLD
    for key, flags in hot.items():
        if laid.has(key):
            mine = {**mine, key: flags}
    return mine


def heated(panel: Panel, hot: dict[str, int]) -> Panel:
    """``panel`` with other flags of the moment."""
    mine = hot_part(panel.laid, hot)
    return panel if mine == panel.hot else panel._replace(hot=mine)
