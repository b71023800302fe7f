"""The looks of Firefox that no other app has; those of pages come with the sites."""

from __future__ import annotations

from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["BROWSER_STYLES"]

#: What the bars and the page of a new tab are filled with.
_BAR, _NEW = Shade(0xF9F9FB, 0x2B2A33), Shade(0xF9F9FB, 0x2B2A33)
_FIELD, _HOVER, _PRESSED = Shade(0xF0F0F4, 0x1C1B22), Shade(0xE0E0E6, 0x42414D), Shade(0xCFCFD8, 0x5B5B66)
_TOOL = Look(pad=(8, 8, 8, 8), min_w=32, min_h=32, radius=4, hover=_HOVER, pressed=_PRESSED)

BROWSER_STYLES = looks(
    box={
        "fox_bar": Look(fill=_BAR),
        "fox_new": Look(fill=_NEW),
        "fox_panel": Look(fill=_BAR, edge="menu_edge", radius=8, shadow=12),
    },
    text={"fox_name": Look(size=34, family="ui-semibold")},
    button={
        "fox_tool": _TOOL,
        "fox_open": _TOOL._replace(fill=_PRESSED),
        "fox_mark": Look(pad=(8, 4, 8, 4), min_h=24, gap=6, radius=4, hover=_HOVER, pressed=_PRESSED),
        "fox_line": Look(pad=(10, 6, 10, 6), min_h=32, gap=10, radius=4, hover=_HOVER, pressed=_PRESSED),
        "fox_tile": Look(
            pad=(4, 14, 4, 8),
            min_w=104,
            min_h=104,
            icon=44,
            gap=12,
            vertical=True,
            radius=8,
            hover=_HOVER,
            pressed=_PRESSED,
        ),
    },
    field={
        "fox_address": Look(pad=(36, 6, 36, 6), min_h=32, min_w=120, size=13, radius=4, fill=_FIELD),
        "fox_search": Look(
            pad=(46, 12, 14, 12), min_h=48, min_w=160, size=14, radius=8, fill="field", edge="control_edge", ink="muted"
        ),
    },
    scroll={"fox_new": Look(fill=_NEW)},
    tab={"fox": Look(pad=(10, 8, 28, 8), min_h=36, gap=8, radius=4, hover=_HOVER, checked=Shade(0xFFFFFF, 0x42414D))},
)
