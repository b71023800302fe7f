"""The message box: a text and a row of buttons; the reply is the text of the button, or None when it was closed."""

from __future__ import annotations

from collections.abc import Callable

from omnigym.devices.sim.app import App, Close, Context, Effect, OpenDialog
from omnigym.devices.sim.commands import Question
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["asking", "button_key", "message_box", "tell"]


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


def _press(state: MessageBox, _ctx: Context, answer: str) -> tuple[MessageBox, tuple[Effect, ...]]:
    return state, (Close(answer),)


def message_box(view: Callable[[MessageBox], Node], size: tuple[int, int], name: str = "message_box") -> App:
    """The declaration of a platform's message box. Its buttons send ``("press", label)`` and have a `button_key`.

    Args:
        view: What it looks like.
        size: Of its content, logical pixels.
        name: Another one for a box that belongs to no window, as those of the system do.
    """
    return App(
        name=name,
        title="Message",
        icon="info",
        init=_init,
        view=lambda state, _ctx: view(state),
        on={"press": _press},
        caption=lambda state: str(state.title),
        size=size,
        dialog=True,
    )
