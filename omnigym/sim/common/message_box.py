"""The message box: a text and a row of buttons; the reply is the text of the button, or None when it was closed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import App, Close, Context, Effect, Focus, Handler, OpenDialog
from omnigym.sim.commands import Question
from omnigym.sim.handlers import sets
from omnigym.sim.ui.nodes import FILL, Node, column, row
from omnigym.sim.ui.widgets import button, field, spacer, text

# -- what a message box says, for whoever opens one -------------------------------------------------------------------

# An app, or what disturbs.


class MessageBox(NamedTuple):
    """What a message box says.

    Attributes:
        title: Of its window.
        text: The message; lines are wrapped.
        buttons: What they say, left to right; the first is the default one.
        cancel: Which of them Escape presses, or "".
        kind: "info", "warning", "error" or "question".
    """

    title: str
    text: str
    buttons: tuple[str, ...] = ("OK",)
    cancel: str = ""
    kind: str = "info"


# -- message box ------------------------------------------------------------------------------------------------------


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


# -- prompt -----------------------------------------------------------------------------------------------------------

# A question that is answered with a line of text, such as a new name; the reply is the text, or None.

_FIELD = "prompt.text"


class Prompt(NamedTuple):
    """What is asked.

    Attributes:
        title: Of the dialog's window.
        question: Above the field.
        value: What is in the field at first.
        selected: How many characters of it are selected: -1 for all.
        button: What the button says that answers.
    """

    title: str
    question: str
    value: str = ""
    selected: int = -1
    button: str = "OK"


def asking_text(
    title: str, question: str, value: str | Callable[[Any], str] = "", button: str = "OK"
) -> Callable[[Any], Question]:
    """The `Command.ask` of a command that is done with a text, such as a new name.

    Args:
        title, question, button: As of `Prompt`.
        value: What is in the field at first; a function of the command's target where it depends on that.
    """

    def ask(target: object) -> Question:
        first = value if isinstance(value, str) else value(target)
        return Question(OpenDialog("prompt", Prompt(title, question, first, button=button)), text=True)

    return ask


def _prompt_init(args: object, _ctx: Context) -> tuple[Prompt, tuple[Effect, ...]]:
    asked = args if isinstance(args, Prompt) else Prompt("Question", str(args))
    return asked, (Focus(_FIELD, 0, asked.selected),)


def _view(state: Prompt, _ctx: Context) -> Node:
    return column(
        column(
            text(state.question, key="prompt.question", role=Role.TEXT),
            field(_FIELD, state.value, name=state.question, change=("text",), submit=("submit",)),
            h=FILL,
            pad=(20, 16),
            gap=8,
        ),
        row(
            spacer(),
            button(
                "prompt.ok",
                state.button,
                style="accent",
                default=True,
                disabled=not state.value.strip(),
                click=("ok",),
                w=104,
            ),
            button("prompt.cancel", "Cancel", cancel=True, click=("cancel",), w=104),
            style="dialog_buttons",
            pad=(16, 12),
            gap=8,
        ),
        h=FILL,
    )


def _ok(state: Prompt, _ctx: Context) -> tuple[Prompt, tuple[Effect, ...]]:
    if state.value.strip():
        return state, (Close(state.value),)
    return state, ()


def _submit(state: Prompt, _ctx: Context, _value: object) -> tuple[Prompt, tuple[Effect, ...]]:
    if state.value.strip():
        return state, (Close(state.value),)
    return state, ()


def _cancel(state: Prompt, _ctx: Context) -> tuple[Prompt, tuple[Effect, ...]]:
    return state, (Close(None),)


_ON: Mapping[str, Handler] = {
    "text": sets("value"),
    "ok": _ok,
    "submit": _submit,
    "cancel": _cancel,
}


PROMPT = App(
    name="prompt",
    title="Question",
    icon="rename",
    init=_prompt_init,
    view=_view,
    on=_ON,
    caption=lambda state: str(state.title),
    size=(400, 150),
    dialog=True,
    focus=_FIELD,
)
