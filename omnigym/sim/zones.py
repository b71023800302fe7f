"""The parts of the screen to which a window can be snapped, and the layouts that Windows offers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from omnigym.sim.ui.items import Box

#: The columns of a layout: the share of the width that each has, and its zones from top to bottom.
Layout: TypeAlias = tuple[tuple[int, tuple[str, ...]], ...]

#: Left, top, right and bottom in twelfths of the screen without the taskbar, by the `Window.mode`.
ZONES: Mapping[str, Box] = MappingProxyType(
    {
        "left": (0, 0, 6, 12),
        "right": (6, 0, 12, 12),
        "top_left": (0, 0, 6, 6),
        "top_right": (6, 0, 12, 6),
        "bottom_left": (0, 6, 6, 12),
        "bottom_right": (6, 6, 12, 12),
        "left_two_thirds": (0, 0, 8, 12),
        "right_third": (8, 0, 12, 12),
        "left_third": (0, 0, 4, 12),
        "center_third": (4, 0, 8, 12),
        "left_quarter": (0, 0, 3, 12),
        "center_half": (3, 0, 9, 12),
        "right_quarter": (9, 0, 12, 12),
    }
)

#: Where a snapped window goes with Windows and an arrow key.
NEIGHBOURS: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("left", "up"): "top_left",
        ("left", "down"): "bottom_left",
        ("right", "up"): "top_right",
        ("right", "down"): "bottom_right",
        ("top_left", "down"): "left",
        ("top_left", "right"): "top_right",
        ("top_right", "down"): "right",
        ("top_right", "left"): "top_left",
        ("bottom_left", "up"): "left",
        ("bottom_left", "right"): "bottom_right",
        ("bottom_right", "up"): "right",
        ("bottom_right", "left"): "bottom_left",
    }
)

_HALVES: Layout = ((1, ("left",)), (1, ("right",)))
_QUARTERS: Layout = ((1, ("top_left", "bottom_left")), (1, ("top_right", "bottom_right")))
_THREE: Layout = ((1, ("left",)), (1, ("top_right", "bottom_right")))
_TWO_THIRDS: Layout = ((2, ("left_two_thirds",)), (1, ("right_third",)))
_THIRDS: Layout = ((1, ("left_third",)), (1, ("center_third",)), (1, ("right_third",)))
_CENTRE: Layout = ((1, ("left_quarter",)), (2, ("center_half",)), (1, ("right_quarter",)))
#: Logical widths of screens from which on a third, and a quarter, is wide enough for a window.
_WIDE, _VERY_WIDE = 1000, 1600


def layouts(width: int) -> tuple[Layout, ...]:
    """Return the layouts on a screen of a logical width."""
    if width < _WIDE:
        return _HALVES, _QUARTERS
    four = (_HALVES, _TWO_THIRDS, _THREE, _QUARTERS)
    return (*four, _THIRDS, _CENTRE) if width >= _VERY_WIDE else four


def zone_box(zone: str, work: Box) -> Box:
    """Return the rectangle in pixels of a zone; ``work`` is the screen without the taskbar."""
    x0, y0, x1, y1 = work
    w, h = x1 - x0, y1 - y0
    left, top, right, bottom = ZONES[zone]
    return x0 + w * left // 12, y0 + h * top // 12, x0 + w * right // 12, y0 + h * bottom // 12
