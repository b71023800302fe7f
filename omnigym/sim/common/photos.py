"""Pictures in the apps that show and edit them: the rules that every one has, whatever its gallery looks like."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.pictures import Area, Edits, Size, crop_edits, turned_size
from omnigym.sim.vfs import Stat


def place_of(found: Sequence[Stat], path: str) -> int:
    """Which of the pictures is at a path; -1 for none."""
    return next((i for i, s in enumerate(found) if s.path == path), -1)


def beside(found: Sequence[Stat], path: str, by: int) -> str:
    """The path of the picture so many places after one, or before for a negative number; "" past either end."""
    at = place_of(found, path)
    return found[at + by].path if at >= 0 and 0 <= at + by < len(found) else ""


def ratio_frame(size: Size, ratio: float) -> Area:
    """The largest frame of a ratio of width to height, in the middle of a picture; 0 is all of it."""
    if not ratio:
        return 0, 0, *size
    w, h = min(size[0], round(size[1] * ratio)), min(size[1], round(size[0] / ratio))
    left, top = (size[0] - w) // 2, (size[1] - h) // 2
    return left, top, left + w, top + h


def framed(edits: Edits, size: Size, ratio: float) -> Edits:
    """With the picture cropped to the largest part of a ratio of width to height; 0 leaves all of it.

    >>> framed(Edits(), (300, 200), 1.0)
    Edits(mirror=False, turns=0, crop=(50, 0, 250, 200), tone='')
    """
    return crop_edits(edits, size, ratio_frame(turned_size(size, edits), ratio))
