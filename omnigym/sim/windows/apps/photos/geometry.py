"""Where a picture lies in Photos' window, and what dragging the frame of a crop makes of it. Logical pixels."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.pictures import Area, Size
from omnigym.sim.ui.controls import Part

#: Left, top, width and height in the stage.
Place: TypeAlias = tuple[int, int, int, int]

#: Heights of the bars above and below the stage, of the strip of thumbnails, and the width of the details.
_TOP, _BOTTOM, STRIP, DETAILS = 48, 40, 76, 260
EDITOR_BARS = {"crop": 56, "filter": 108}
#: Room around a picture in the viewer and in the editor.
_VIEW_MARGIN, _EDIT_MARGIN = 8, 28
#: The smallest crop in pixels of the picture.
_LEAST = 16

#: The handles of a crop's frame: which sides move with each, and what a person calls it.
EDGES = {
    "nw": "Top left corner",
    "n": "Top edge",
    "ne": "Top right corner",
    "e": "Right edge",
    "se": "Bottom right corner",
    "s": "Bottom edge",
    "sw": "Bottom left corner",
    "w": "Left edge",
}


class Viewed(NamedTuple):
    """How the viewer shows a picture: where in the stage, and which part of it."""

    place: Place
    part: Part


def stage_size(w: int, h: int, *, strip: bool, details: bool) -> Size:
    """The room for the picture in a viewer of ``w`` x ``h``."""
    return max(1, w - DETAILS * details), max(1, h - _TOP - _BOTTOM - STRIP * strip)


def zoom_of(size: Size, zoom: int, stage: Size) -> float:
    """Logical pixels a pixel of the picture: ``zoom`` in per cent; 0 fits it into the stage, never enlarged."""
    if zoom:
        return zoom / 100
    return min((stage[0] - 2 * _VIEW_MARGIN) / size[0], (stage[1] - 2 * _VIEW_MARGIN) / size[1], 1.0)


def viewed(size: Size, zoom: int, centre: tuple[float, float], stage: Size) -> Viewed:
    """How a picture is shown.

    Args:
        size: Of the picture.
        zoom: In per cent; 0 fits.
        centre: What of it is in the middle of the stage, as shares of its width and height.
        stage: The room for it.
    """
    share = zoom_of(size, zoom, stage)
    place: list[int] = []
    part: list[float] = []
    for length, room, middle in zip(size, stage, centre, strict=True):
        full = max(1, round(length * share))
        if full <= room:
            place += [(room - full) // 2, full]
            part += [0.0, 1.0]
        else:
            start = min(max(middle - room / full / 2, 0.0), 1 - room / full)
            place += [0, room]
            part += [start, start + room / full]
    return Viewed((place[0], place[2], place[1], place[3]), (part[0], part[2], part[1], part[3]))


def moved_centre(size: Size, zoom: int, centre: tuple[float, float], stage: Size, by: Size) -> tuple[float, float]:
    """The centre after the picture was dragged by so many logical pixels."""
    share = zoom_of(size, zoom, stage)
    moved = []
    for length, room, middle, delta in zip(size, stage, centre, by, strict=True):
        full = length * share
        half = min(0.5, room / full / 2)
        moved.append(min(max(middle - delta / full, half), 1 - half))
    return moved[0], moved[1]


def editor_place(size: Size, w: int, h: int, tab: str) -> Place:
    """Where the editor shows a whole picture of a size, in the stage of a window of ``w`` x ``h``."""
    room = (max(1, w - 2 * _EDIT_MARGIN), max(1, h - _TOP - EDITOR_BARS[tab] - 2 * _EDIT_MARGIN))
    share = min(room[0] / size[0], room[1] / size[1], 1.0)
    dw, dh = max(1, round(size[0] * share)), max(1, round(size[1] * share))
    return _EDIT_MARGIN + (room[0] - dw) // 2, _EDIT_MARGIN + (room[1] - dh) // 2, dw, dh


def dragged(frame: Area, handle: str, by: Size, size: Size, ratio: float = 0.0) -> Area:
    """A crop's frame after one of its handles, or "move" for all of it, was dragged.

    Args:
        frame: Where it was, in pixels of the picture.
        handle: A key of `EDGES`, or "move".
        by: How far, in pixels of the picture.
        size: Of the picture.
        ratio: Width to height that it keeps, or 0.

    >>> dragged((0, 0, 100, 50), "se", (-40, -10), (100, 50))
    (0, 0, 60, 40)
    >>> dragged((10, 10, 30, 30), "move", (500, -3), (100, 50))
    (80, 7, 100, 27)
    """
    left, top, right, bottom = frame
    dx, dy = by
    if handle == "move":
        dx = min(max(dx, -left), size[0] - right)
        dy = min(max(dy, -top), size[1] - bottom)
        return left + dx, top + dy, right + dx, bottom + dy
    least = min(_LEAST, *size)
    if "w" in handle:
        left = min(max(left + dx, 0), right - least)
    elif "e" in handle:
        right = max(min(right + dx, size[0]), left + least)
    if "n" in handle:
        top = min(max(top + dy, 0), bottom - least)
    elif "s" in handle:
        bottom = max(min(bottom + dy, size[1]), top + least)
    return _kept_ratio((left, top, right, bottom), handle, size, ratio) if ratio else (left, top, right, bottom)


def _kept_ratio(frame: Area, handle: str, size: Size, ratio: float) -> Area:
    """A frame brought to a ratio; the corner or edge opposite the handle stays where it is."""
    left, top, right, bottom = frame
    width, height = right - left, bottom - top
    wide = height * ratio if handle in ("n", "s") else width
    if len(handle) == 2:
        wide = max(width, height * ratio)
    # The room from what stays to the picture's borders: to both sides, where the frame grows from its middle.
    room_x = _room(left, right, size[0], "w" in handle, "e" in handle)
    room_y = _room(top, bottom, size[1], "n" in handle, "s" in handle)
    wide = min(wide, room_x, room_y * ratio)
    w, h = max(1, round(wide)), max(1, round(wide / ratio))
    x = right - w if "w" in handle else left if "e" in handle else (left + right - w) // 2
    y = bottom - h if "n" in handle else top if "s" in handle else (top + bottom - h) // 2
    return x, y, x + w, y + h


def _room(start: int, end: int, length: int, from_end: bool, from_start: bool) -> int:
    if from_end:
        return end
    return length - start if from_start else min(start + end, 2 * length - start - end)
