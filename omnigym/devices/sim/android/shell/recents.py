"""The recent apps: a card for each open window, to bring it to the front or to close it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.android.shell.navigation_bar import HEIGHT as BELOW
from omnigym.devices.sim.android.shell.status_bar import HEIGHT as ABOVE
from omnigym.devices.sim.app import Activate, App, Context, Effect, Handler, OpenShell, RequestClose, WindowSummary
from omnigym.devices.sim.ui.nodes import FILL, Node, column, memo, panel, row
from omnigym.devices.sim.ui.widgets import button, icon, scroll, spacer, text

__all__ = ["APPS"]


class _State(NamedTuple):
    """The state of the list, which has none of its own."""


def _card(window: WindowSummary) -> Node:
    return row(
        icon(window.icon, size=40),
        text(window.title, style="heading", w=FILL, role=None),
        button(
            f"recents.close.{window.app}",
            icon="m/close",
            name=f"Close {window.title}",
            style="icon",
            click=("close", window.id),
        ),
        style="task_card",
        role=Role.LIST_ITEM,
        name=window.title,
        key=f"recents.{window.app}",
        h=92,
        pad=(20, 0, 8, 0),
        gap=16,
        click=("open", window.id),
        swipe_left=("close", window.id),
        swipe_right=("close", window.id),
    )


def _cards(windows: tuple[WindowSummary, ...]) -> Node:
    # Without the fields that change when another app comes to the front, so that the cards stay the same.
    cards = [memo(_card, w._replace(active=False, minimised=False), w=FILL) for w in reversed(windows)]
    clear = row(button("recents.clear", "Clear all", style="tonal", click=("clear",)), h=64, justify="center")
    return column(*cards, clear, gap=14, pad=(22, 10), role=Role.LIST, name="Recent apps")


def _view(_state: _State, ctx: Context) -> Node:
    if ctx.windows:
        body = column(spacer(h=24), scroll("recents.list", panel(_cards, ctx.windows), h=FILL), h=FILL)
    else:
        body = column(text("No recent items", style="title"), h=FILL, align="center", justify="center")
    return column(body, style="shade", role=Role.WINDOW, name="Recent apps", key="recents", h=FILL, click=("away",))


def _open(state: _State, _ctx: Context, window: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell(""), Activate(window))


def _close(state: _State, ctx: Context, window: str) -> tuple[_State, tuple[Effect, ...]]:
    last = (OpenShell(""),) if len(ctx.windows) == 1 else ()
    return state, (RequestClose(window), *last)


def _clear(state: _State, ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (*[RequestClose(w.id) for w in ctx.windows], OpenShell(""))


def _away(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell(""),)


_ON: Mapping[str, Handler] = {
    "open": _open,
    "close": _close,
    "clear": _clear,
    "away": _away,
}


APPS = (
    App(
        name="recents",
        title="Recent apps",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        layer="popup",
        place=lambda w, h: (0, ABOVE, w, h - ABOVE - BELOW),
    ),
)
