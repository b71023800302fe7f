"""A question that is answered with a line of text, such as a new name; the reply is the text, or None."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Close, Context, Effect, Focus, Handler
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, field, spacer, text

__all__ = ["PROMPT", "Prompt"]

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


def _init(args: object, _ctx: Context) -> tuple[Prompt, tuple[Effect, ...]]:
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


def _text(state: Prompt, _ctx: Context, value: str) -> tuple[Prompt, tuple[Effect, ...]]:
    return state._replace(value=value), ()


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
    "text": _text,
    "ok": _ok,
    "submit": _submit,
    "cancel": _cancel,
}


PROMPT = App(
    name="prompt",
    title="Question",
    icon="rename",
    init=_init,
    view=_view,
    on=_ON,
    caption=lambda state: str(state.title),
    size=(400, 150),
    dialog=True,
    focus=_FIELD,
)
