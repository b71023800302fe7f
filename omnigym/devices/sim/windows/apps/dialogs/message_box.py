"""The message box: a text and a row of buttons; the reply is the text of the button, or None when it was closed."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Close, Context, Effect, OpenDialog
from omnigym.devices.sim.commands import Question
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, icon, spacer, text

__all__ = ["APPS", "asking", "tell"]

_ICONS = {"info": "info", "warning": "warning", "error": "error-circle", "question": "question-circle"}


def tell(title: str, message: str, kind: str = "error") -> OpenDialog:
    """The effect that shows a message with one button, and has no reply."""
    return OpenDialog("message_box", MessageBox(title, message, ("OK",), "OK", kind))


def asking(title: str, message: str, yes: str, no: str = "Cancel") -> Question:
    """What is asked before a command is done that cannot be undone."""
    return Question(OpenDialog("message_box", MessageBox(title, message, (yes, no), no, "warning")), yes)


def button_key(label: str) -> str:
    """The key of a button by what it says: "Don't Save" is "message.dont_save"."""
    return "message." + label.lower().replace("'", "").replace(" ", "_")


def _init(args: object, _ctx: Context) -> tuple[MessageBox, tuple[Effect, ...]]:
    return (args if isinstance(args, MessageBox) else MessageBox("Message", str(args))), ()


def _view(state: MessageBox, _ctx: Context) -> Node:
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


def _press(state: MessageBox, _ctx: Context, answer: str) -> tuple[MessageBox, tuple[Effect, ...]]:
    return state, (Close(answer),)


APPS = (
    App(
        name="message_box",
        title="Message",
        icon="info",
        init=_init,
        view=_view,
        on={"press": _press},
        caption=lambda state: str(state.title),
        size=(420, 170),
        dialog=True,
    ),
)
