"""Where to extract a compressed folder; the reply is the `Extraction`, or None."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import App, Close, Context, Effect, Focus, Handler
from omnigym.sim.handlers import sets, toggles
from omnigym.sim.ui.nodes import FILL, Node, column, row
from omnigym.sim.ui.widgets import button, checkbox, field, spacer, text

_FIELD = "extract.folder"


class Extraction(NamedTuple):
    """What is asked.

    Attributes:
        to: Native path of the folder.
        show: Whether it is shown afterwards.
    """

    to: str
    show: bool = True


def _init(args: object, _ctx: Context) -> tuple[Extraction, tuple[Effect, ...]]:
    return args if isinstance(args, Extraction) else Extraction(str(args)), (Focus(_FIELD, 0, -1),)


def _view(state: Extraction, _ctx: Context) -> Node:
    return column(
        column(
            text("Select a Destination and Extract Files", style="strong", role=Role.HEADING),
            spacer(h=6),
            text("Files will be extracted to this folder:", role=Role.TEXT),
            field(_FIELD, state.to, name="Files will be extracted to this folder", change=("to",), submit=("submit",)),
            checkbox("extract.show", "Show extracted files when complete", checked=state.show, click=("show",)),
            h=FILL,
            pad=(20, 16),
            gap=8,
        ),
        row(
            spacer(),
            button(
                "extract.ok",
                "Extract",
                style="accent",
                default=True,
                disabled=not state.to.strip(),
                click=("ok",),
                w=104,
            ),
            button("extract.cancel", "Cancel", cancel=True, click=("cancel",), w=104),
            style="dialog_buttons",
            pad=(16, 12),
            gap=8,
        ),
        h=FILL,
    )


def _ok(state: Extraction, _ctx: Context, *_typed: object) -> tuple[Extraction, tuple[Effect, ...]]:
    return state, (Close(state),) if state.to.strip() else ()


_ON: Mapping[str, Handler] = {
    "cancel": lambda s, _: (s, (Close(None),)),
    "ok": _ok,
    "show": toggles("show"),
    "submit": _ok,
    "to": sets("to"),
}


APPS = (
    App(
        name="extract",
        title="Extract Compressed (Zipped) Folders",
        icon="folder-zip",
        init=_init,
        view=_view,
        on=_ON,
        caption=lambda _state: "Extract Compressed (Zipped) Folders",
        size=(480, 230),
        dialog=True,
        focus=_FIELD,
    ),
)
