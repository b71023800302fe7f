"""The message box of Windows, and that of the system, or of a program without a window, which belongs to nobody."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.common.message_box import asking, button_key, message_box, tell
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, icon, spacer, text

__all__ = ["APPS", "asking", "tell"]

_ICONS = {"info": "info", "warning": "warning", "error": "error-circle", "question": "question-circle"}


def _view(state: MessageBox) -> Node:
    buttons = [
        button(
            button_key(label),
            label,
            click=("press", label),
            default=i == 0,
            cancel=label == state.cancel,
            style="accent" if i == 0 else "",
            w=96 if len(label) < 12 else -1,
        )
        for i, label in enumerate(state.buttons)
    ]
    return column(
        row(
            icon(_ICONS[state.kind], style="large"),
            text(state.text, key="message.text", wrap=True, w=FILL, role=Role.TEXT),
            h=FILL,
            pad=(20, 14),
            gap=16,
            align="center",
        ),
        row(spacer(), *buttons, style="dialog_buttons", pad=(16, 12), gap=8),
        h=FILL,
    )


APPS = tuple([message_box(_view, (420, 170), name) for name in ("message_box", "system_message")])
