"""Windows Update's nag: it comes to the front by itself and wants to restart."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.app import App, Close, Context, Effect, dismissed
from omnigym.sim.system import Power
from omnigym.sim.ui.nodes import FILL, Node, column, row
from omnigym.sim.ui.widgets import button, icon, spacer, text

_TEXT = (
    "Your organization manages updates on this PC. It needs to restart to finish installing them. "
    "Save your work: windows are closed when it restarts."
)


def _init(args: object, _ctx: Context) -> tuple[str, tuple[Effect, ...]]:
    return str(args), ()


def _view(number: str, _ctx: Context) -> Node:
    return column(
        row(
            icon("arrow-sync-circle", style="accent", size=40),
            column(
                text("Restart to install updates", style="heading", role=Role.HEADING),
                text(f"2025-03 Cumulative Update for Windows 11 (KB{number})", style="caption"),
                text(_TEXT, key="update.text", wrap=True, w=FILL),
                w=FILL,
                gap=8,
            ),
            h=FILL,
            pad=(20, 16),
            gap=16,
            align="start",
        ),
        row(
            spacer(),
            button("update.restart", "Restart now", default=True, style="accent", click=("restart",), w=120),
            button("update.later", "Remind me later", cancel=True, click=("later",), w=132),
            style="dialog_buttons",
            pad=(16, 12),
            gap=8,
        ),
        h=FILL,
    )


def _restart(state: str, _ctx: Context) -> tuple[str, tuple[Effect, ...]]:
    return state, (Close(), Power("restart"))


APPS = (
    App(
        name="windows_update",
        title="Windows Update",
        icon="start",
        init=_init,
        view=_view,
        on={"restart": _restart, "later": dismissed},
        size=(460, 200),
        dialog=True,
        focus="update.restart",
    ),
)
