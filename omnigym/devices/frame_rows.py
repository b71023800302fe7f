"""The rows of a screen that changed: all of it that is sent where the other side has the frame before."""

from __future__ import annotations

from typing import Any

import numpy as np

from omnigym.devices.protocol import Frame

__all__ = ["are_rows", "changed_rows"]

#: Rows between two that differ, up to which they are of one run.
_NEAR = 8


def changed_rows(last: Frame, frame: Frame) -> list[tuple[int, int]]:
    """The runs of rows that differ: the first of each, and the one behind its last."""
    before, now = (np.ascontiguousarray(f).reshape(len(f), -1) for f in (last, frame))
    if before.shape[1] % 8 == 0:  # eight bytes at a time
        before, now = before.view(np.uint64), now.view(np.uint64)
    rows = np.flatnonzero((before != now).any(axis=1))
    ends = np.flatnonzero(np.diff(rows) > _NEAR)  # a caret and a status line are two runs, the lines of a word are one
    tops, lasts = rows[np.r_[0, ends + 1]] if len(rows) else rows, rows[np.r_[ends, -1]] if len(rows) else rows
    return [(int(top), int(end) + 1) for top, end in zip(tops, lasts, strict=True)]


def are_rows(runs: list[Any], height: int) -> bool:
    """Whether runs of rows, each with its first and their number, follow one another on a screen."""
    end = 0
    for run in runs:
        match run:
            case [int(top), int(rows)] if top >= end and 0 < rows <= height - top:
                end = top + rows
            case _:
                return False
    return True
