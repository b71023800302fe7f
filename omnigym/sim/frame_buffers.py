"""Lent frames: a buffer is updated where the screen changed, once all references to it are dropped.

A copy of a whole frame costs more than most steps. Who keeps a frame has it to himself for as long as he does, and
who has let go of it gives its memory back for a later one, in which most pixels are right already.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np

from omnigym.sim.ui.items import Box, area
from omnigym.values import Frame


class _Lent:
    """A frame that was handed out, and where the screen has changed since."""

    __slots__ = ("pixels", "stale")

    def __init__(self, pixels: Frame) -> None:
        self.pixels = pixels
        self.stale: list[Box] = []

    def holders(self) -> int:
        """How many references to the pixels there are, those of the asking included: compare with `_FREE`."""
        return sys.getrefcount(self.pixels)


class Lender:
    """A lender that hands out copies of a frame, read-only.

    Args:
        frame: The frame, uint8 (H, W, 3), which `changed` is told about.
    """

    #: Frames that are watched; of those that are held longer nothing is known here any more.
    _MOST = 3
    #: Frames of somebody else's: of a batch, each slot's.
    _MOST_FOLLOWED = 4
    #: Rectangles that are noted for one of them, which may never be asked for again; after so many, all is stale.
    _MOST_STALE = 64

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._lent: list[_Lent] = []
        self._followed: dict[int, _Lent] = {}  # by the id of the pixels, which are held here

    def changed(self, rects: Sequence[Box]) -> None:
        """Note where the frame has changed."""
        for lent in self._lent:
            lent.stale += rects
        for lent in self._followed.values():
            lent.stale += rects
            if len(lent.stale) > self._MOST_STALE:
                lent.stale = [(0, 0, self._frame.shape[1], self._frame.shape[0])]

    def copy(self) -> Frame:
        """Return the current frame, read-only; it never changes while it is held."""
        for lent in self._lent:
            if lent.holders() == _FREE:
                self._refresh(lent)
                break
        else:
            lent = _Lent(self._frame.copy())
            if len(self._lent) == self._MOST:
                del self._lent[0]
            self._lent.append(lent)
        view = lent.pixels.view()
        view.setflags(write=False)
        return view

    def update(self, shown: Frame, kept: Frame) -> bool:
        """Make a caller's frame equal to the lent one, if that is the current frame.

        Args:
            shown: What `copy` returned.
            kept: A frame that is always the same object, and in which nobody else draws.
        """
        if not any(lent.pixels is shown.base and not lent.stale for lent in self._lent):
            return False
        known = self._followed.get(id(kept))
        if known is not None:
            self._refresh(known)
        else:
            if len(self._followed) >= self._MOST_FOLLOWED:
                self._followed.clear()
            self._followed[id(kept)] = _Lent(kept)
            kept[...] = self._frame
        return True

    def _refresh(self, lent: _Lent) -> None:
        frame, pixels = self._frame, lent.pixels
        if 2 * sum(map(area, lent.stale)) > frame.size // 3:
            pixels[...] = frame
        else:
            for x0, y0, x1, y1 in lent.stale:
                pixels[y0:y1, x0:x1] = frame[y0:y1, x0:x1]
        lent.stale = []


#: What `_Lent.holders` says of pixels that nobody but the lender holds.
_FREE = _Lent(np.zeros((0, 0, 3), np.uint8)).holders()
