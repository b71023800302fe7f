"""The looks of Visual Studio Code: its light and its dark modern theme, as the desktop is."""

from __future__ import annotations

from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["CODE_STYLES"]

_EDITOR, _SIDE = Shade(0xFFFFFF, 0x1F1F1F), Shade(0xF8F8F8, 0x181818)
_EDGE, _HOVER, _DOWN = Shade(0xE5E5E5, 0x2B2B2B), Shade(0xECECEC, 0x2A2D2E), Shade(0xDCE6F2, 0x37373D)
_INK, _FAINT, _BLUE = Shade(0x3B3B3B, 0xCCCCCC), Shade(0x616161, 0x9D9D9D), Shade(0x005FB8, 0x0078D4)
_ACTIVITY = Look(
    pad=(12, 12, 12, 12), min_w=46, min_h=46, icon=22, ink=_FAINT, hover=_HOVER, pressed=_DOWN, checked=_DOWN
)
_SMALL = Look(pad=(5, 5, 5, 5), min_w=26, min_h=26, icon=15, radius=4, ink=_INK, hover=_HOVER, pressed=_DOWN)

CODE_STYLES = looks(
    area={"code": Look(size=13, pad=(8, 6, 8, 6), fill=_EDITOR)},
    box={
        "code_bar": Look(fill=_SIDE),
        "code_edge": Look(fill=_EDGE),
        "code_editor": Look(fill=_EDITOR),
        "code_line": Look(radius=4, hover=_HOVER),
        "code_line_chosen": Look(radius=4, fill=_DOWN),
        "code_top": Look(fill=_BLUE),
        "code_quick": Look(fill=_SIDE, edge="menu_edge"),
    },
    text={
        "code": Look(ink=_INK),
        "code_faint": Look(size=11, ink=_FAINT),
        "code_head": Look(size=11, family="ui-semibold", ink=_INK),
        "code_title": Look(size=26, ink=_INK),
    },
    button={
        "code_activity": _ACTIVITY,
        "code_link": Look(pad=(6, 5, 6, 5), min_h=28, gap=10, radius=4, ink=_BLUE, hover=_HOVER, pressed=_DOWN),
        "code_menu": Look(pad=(8, 3, 8, 3), min_h=24, radius=4, ink=_INK, hover=_HOVER, pressed=_DOWN),
        "code_panel": Look(
            size=11, pad=(8, 3, 8, 3), min_h=24, radius=4, ink=_INK, hover=_HOVER, pressed=_DOWN, checked=_DOWN
        ),
        "code_push": Look(
            pad=(10, 6, 10, 6),
            min_h=30,
            radius=3,
            fill=_BLUE,
            ink=Shade(0xFFFFFF, 0xFFFFFF),
            hover=Shade(0x0258A8, 0x026EC1),
            pressed=Shade(0x01457F, 0x0259A0),
        ),
        "code_chip": Look(
            size=11, pad=(8, 3, 8, 3), min_h=22, radius=3, fill=_EDGE, ink=_INK, hover=_HOVER, pressed=_DOWN
        ),
        "code_small": _SMALL,
        "code_status": Look(size=11, pad=(7, 2, 7, 2), min_h=22, ink=_INK, hover=_HOVER, pressed=_DOWN),
    },
    field={"code": Look(pad=(8, 5, 8, 5), min_h=28, radius=3, fill=_EDITOR, edge=_BLUE, ink=_INK)},
    scroll={"code": Look(fill=_SIDE)},
    tab={"code": Look(pad=(10, 8, 28, 8), min_h=34, gap=7, fill=_SIDE, ink=_INK, hover=_HOVER, checked=_EDITOR)},
    tree_item={"code": Look(pad=(6, 3, 6, 3), min_h=24, gap=6, ink=_INK, hover=_HOVER, checked=_DOWN)},
)
