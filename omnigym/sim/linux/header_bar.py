"""The header bar that windows have: the title in the middle, round buttons at the right."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.ui.nodes import FILL, Node, row
from omnigym.sim.ui.widgets import button, text

#: Height of a header bar in logical pixels.
HEADER_H = 46
#: Width of what the three buttons take at its right: what an app that draws its own header leaves free.
BUTTONS_W = 120
_ONE_W = 46


def header_bar(
    title: str, image: str, active: bool, mode: str, resizable: bool, dialog: bool, bare: bool = False
) -> Node:
    """The header bar of a window; arguments as of `omnigym.sim.scene.frame.frame_view`."""
    maximised = mode == "maximised"
    buttons = [button("window.close", icon="caption-close", name="Close", style="close", click=("close",))]
    if resizable and not dialog:
        glyph, name = ("caption-restore", "Restore") if maximised else ("caption-maximise", "Maximize")
        buttons = [
            button("window.minimise", icon="caption-minimise", name="Minimize", style="caption", click=("minimise",)),
            button("window.maximise", icon=glyph, name=name, style="caption", click=("maximise",)),
            *buttons,
        ]
    side = BUTTONS_W if resizable and not dialog else _ONE_W
    style = "window_title" if active else "inactive_title"
    return row(
        row(w=side, h=1),
        row(None if bare else text(title, style=style, role=None), w=FILL, justify="center"),
        row(*buttons, w=side, gap=10, justify="end"),
        style="titlebar",
        key="window.titlebar",
        role=Role.TITLEBAR,
        name=title,
        h=HEADER_H,
        w=FILL,
        pad=(0, 0, 11, 0),
    )
