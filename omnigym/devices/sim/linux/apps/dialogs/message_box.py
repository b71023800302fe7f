"""The message box of GNOME: text in the middle, buttons side by side below; and that of the system itself."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.common.message_box import asking, button_key, message_box, tell
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, text

__all__ = ["APPS", "asking", "tell"]


def _view(state: MessageBox) -> Node:
    last = len(state.buttons) - 1
    buttons = [
        button(
            button_key(label),
            label,
            click=("press", label),
            default=i == last,
            cancel=label == state.cancel,
            style="" if i < last or len(state.buttons) == 1 else "danger" if state.kind == "warning" else "primary",
            w=FILL,
        )
        for i, label in enumerate(state.buttons)
    ]
    return column(
        row(
            text(state.text, key="message.text", wrap=True, role=Role.TEXT, w=FILL),
            h=FILL,
            pad=(28, 8),
            justify="center",
        ),
        row(*buttons, style="dialog_buttons", pad=(16, 12, 16, 16), gap=10),
        h=FILL,
    )


APPS = tuple([message_box(_view, (420, 150), name) for name in ("message_box", "system_message")])
