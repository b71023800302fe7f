"""A screen as a grid of cells: equal nodes without names, so that node actions can address places."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.actions import Point, pixel
from omnigym.devices.protocol import Frame
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_layout import NODE_VERBS

__all__ = ["OFFSETS", "CellCodec", "grid_of", "possible_in"]

#: Where in a cell a place can be, in percents of its width and of its height.
OFFSETS: Final = (12, 37, 63, 88)
#: What a cell can have done to it: a place of it, the wheel, a swipe.
_STATES = State.ENABLED | State.VISIBLE | State.SCROLLABLE
_PLACED = [n for n, v in enumerate(NODE_VERBS) if v in ("click_at", "drag_at", "move", "mouse_down", "mouse_up")]
_TURNED = [n for n, v in enumerate(NODE_VERBS) if v.startswith(("scroll", "swipe"))]


@lru_cache(maxsize=8)
def grid_of(size: tuple[int, int], across: int, down: int) -> Tree:
    """Return the tree of a screen in cells, row after row.

    Args:
        size: The screen's (width, height) in pixels; it may be no multiple of the number of cells.
        across, down: How many cells.
    """
    width, height = size
    columns, rows = ([n * side // count for n in range(count + 1)] for side, count in ((width, across), (height, down)))
    cells = BlockBuilder()
    for y, x in product(range(down), range(across)):
        left, top = columns[x], rows[y]
        cells.add(Role.UNKNOWN, "", (left, top, columns[x + 1] - left, rows[y + 1] - top), _STATES)
    return Tree((cells.build(),), size)


@dataclass(frozen=True, eq=False)
class CellCodec(NodeActionCodec):
    """Node actions on the cells of a screen, for agents that see only its pixels.

    Its tree is `grid_of` the screen, and neither a clipboard nor anything on the screen is a text. A place is one of
    `OFFSETS` of a cell, the nearest one to the given point.

    Attributes:
        grid: How many cells there are (across, down).
        screenshot: The screen: uint8 (H, W, 3).
    """

    grid: tuple[int, int] = (1, 1)
    screenshot: Frame = field(default_factory=lambda: np.zeros((1, 1, 3), np.uint8))

    @cached_property
    def nodes(self) -> NDArray[np.bool_]:
        """The possible verbs by target: places of cells and of the whole screen, wheel and swipes on cells."""
        return possible_in(self.layout.nodes)

    @cached_property
    def seen(self) -> object:
        """A key that is equal as long as the screen is unchanged."""
        return self.screenshot.tobytes()

    def place(self, at: Point) -> tuple[int, int, int]:
        """Return the cell of a point, and the nearest place in it."""
        (width, height), (across, down) = self.tree.size, self.grid
        x, y = pixel(at, self.tree.size)
        # of a screen that is no multiple, a cell begins at the floor of its share
        column, row = ((x + 1) * across - 1) // width, ((y + 1) * down - 1) // height
        cell = row * across + column
        left, top, w, h = self.tree.node(cell).bounds
        return cell, _nearest(x - left, w), _nearest(y - top, h)


def _nearest(inside: int, side: int) -> int:
    return min(OFFSETS, key=lambda percent: abs(percent - 100 * inside / max(side - 1, 1)))


@lru_cache(maxsize=8)
def possible_in(cells: int) -> NDArray[np.bool_]:
    """Return the mask of verbs for a number of cells and the whole screen: bool (node verbs, cells + 1), read-only."""
    out = np.zeros((len(NODE_VERBS), cells + 1), np.bool_)
    out[_PLACED] = True
    out[_TURNED, :cells] = True
    out.setflags(write=False)
    return out
