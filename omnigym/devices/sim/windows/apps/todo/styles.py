"""The looks of To Do that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks
from omnigym.devices.sim.style.styles import SUBTLE

__all__ = ["TODO_STYLES"]

_PAGE, _HOVER = Shade(0x5C74C2, 0x3C4C86), Shade(0x7389CF, 0x4B5C99)

TODO_STYLES = looks(
    box={
        "todo_page": Look(fill=_PAGE),
        "todo_card": Look(fill="layer", radius=5, hover="hover", checked="row_selected"),
    },
    text={
        "todo_title": Look(size=24, family="ui-semibold", ink="on_picture"),
        "todo_date": Look(size=13, ink="on_picture"),
        "todo_task": Look(size=13),
        "todo_done": Look(size=13, ink="muted"),
        "error_caption": Look(size=11, ink="danger"),
    },
    button={
        "todo_tool": Look(
            pad=(6, 6, 6, 6), min_w=30, min_h=30, radius=4, ink="on_picture", hover=_HOVER, pressed=_PAGE
        ),
        "todo_check": SUBTLE._replace(pad=(4, 4, 4, 4), min_w=28, min_h=28, icon=20, ink="muted"),
        "todo_set": SUBTLE._replace(pad=(10, 6, 10, 6), min_h=30, gap=10, ink="link"),
    },
    field={
        "bare_strong": Look(size=15, family="ui-semibold"),
    },
)
