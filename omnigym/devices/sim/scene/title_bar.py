"""The view of the title bar that every framed window has."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Node, row
from omnigym.devices.sim.ui.widgets import button, icon, text

__all__ = ["TITLE_HEIGHT", "frame_view"]

#: Height of a title bar in logical pixels.
TITLE_HEIGHT = 32


def frame_view(
    title: str, image: str, active: bool, mode: str, resizable: bool, dialog: bool, bare: bool = False
) -> Node:
    """The title bar of a window.

    Args:
        title: The window's title.
        image: The app's icon.
        active: Whether the window is the active one.
        mode: "normal", "maximised" or one of `omnigym.devices.sim.zones.ZONES`.
        resizable: Whether it can be minimised and maximised.
        dialog: Whether it is a dialog, which has a close button only, and no icon.
        bare: Whether only the buttons are shown, because the content covers the rest.
    """
    maximised = mode == "maximised"
    buttons = [button("window.close", icon="caption-close", name="Close", style="close", click=("close",))]
    if resizable and not dialog:
        glyph, name = ("caption-restore", "Restore") if maximised else ("caption-maximise", "Maximize")
        buttons = [
            button("window.minimise", icon="caption-minimise", name="Minimize", style="caption", click=("minimise",)),
            button("window.maximise", icon=glyph, name=name, style="caption", click=("maximise",)),
            *buttons,
        ]
    edge = 0 if maximised else 1  # of the window, which a button under the pointer must not cover
    return row(
        None if dialog or bare else icon(image),
        text("" if bare else title, style="window_title" if active else "inactive_title", w=FILL, role=None),
        row(*buttons, w=AUTO),
        style="titlebar",
        key="window.titlebar",
        role=Role.TITLEBAR,
        name=title,
        h=TITLE_HEIGHT,
        pad=(16 if dialog else 12, edge, edge, 0),
        gap=0 if dialog else 8,
    )
