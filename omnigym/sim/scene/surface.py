"""A surface: the panels of one window, and the caches for their reuse."""

from __future__ import annotations

from operator import is_
from typing import NamedTuple, TypeAlias

from omnigym.sim.scene.hits import Entry
from omnigym.sim.state import Window
from omnigym.sim.ui.items import Laid, Panel, Slot, Sub
from omnigym.sim.ui.nodes import Node
from omnigym.sim.vfs import Reads, Vfs

#: No node is hovered, pressed or focused.
COLD: dict[str, int] = {}


class Filled(NamedTuple):
    """A filled slot: its inside, and the data on which the inside depends.

    Attributes:
        node: The node of the slot.
        w, h: Its size.
        ui: What the window keeps for it.
        focused: Whether it has the keyboard focus.
        inside: The layout of its inside.
    """

    node: Node
    w: int
    h: int
    ui: object
    focused: bool
    inside: Laid


#: A part of a content, its panels, and the filled slots in it by key.
Piece: TypeAlias = "tuple[Sub | Slot, list[Panel], dict[str, Filled]]"


class Surface:
    """The panels of one window, and the data from which they were composed.

    A pair ``x, x_key`` is a cache: ``x`` is valid as long as everything in ``x_key`` is the same.

    Attributes:
        window, layer: The window and the layer that were composed.
        view: The scene's token at that time; another token means that the world or the active window changed.
        key: Active, layer and the fields of the world that the app's views read, compared by identity. With the window
            it determines all but the flags of the moment.
        entry: Id and panels, back to front.
        hot: The flags of the moment in these panels, by key.
        content, content_key, node: The layout of the app's view, the state and fields it was made of, and the view.
        files: The files that took down what the view read of them, or None if it read none.
        frame, frame_key: The window's frame with the insets of its content.
        place, pieces: Where the content is, and by index of a part of the content, its piece. They are valid as long as
            the place is the same.
        pieces_hot: The flags of the moment in the panels of the pieces; `heat` does not change them.
        slots: The filled slots by key.
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
        """Reuse the surface for other files, of which its view would read the same."""
        self.key = (*self.key[:2], vfs, *self.key[3:])
        self.content_key = (self.content_key[0], vfs, *self.content_key[2:])

    def heat(self, hot: dict[str, int]) -> None:
        """Replace the hover and press flags in the panels."""
        if hot != self.hot:
            self.entry = (self.entry[0], tuple([heated(p, hot) for p in self.entry[1]]))
            self.hot = hot


def same(a: tuple[object, ...], b: tuple[object, ...]) -> bool:
    """Return whether two tuples hold the same objects, compared by identity."""
    return len(a) == len(b) and all(map(is_, a, b))


def hot_part(laid: Laid, hot: dict[str, int]) -> dict[str, int]:
    """Return the entries of ``hot`` whose keys are in a piece."""
    mine = COLD
    for key, flags in hot.items():
        if laid.has(key):
            mine = {**mine, key: flags}
    return mine


def heated(panel: Panel, hot: dict[str, int]) -> Panel:
    """Return ``panel`` with the flags of ``hot``; the same object if they are equal to its own."""
    mine = hot_part(panel.laid, hot)
    return panel if mine == panel.hot else panel._replace(hot=mine)
