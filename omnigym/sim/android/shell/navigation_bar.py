"""The navigation bar at the bottom of the screen: back, home, recent apps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.shell.status_bar import HEIGHT as ABOVE
from omnigym.sim.app import Activate, App, Context, Effect, Handler, OpenShell, RequestClose, WindowSummary
from omnigym.sim.system import Back, Home
from omnigym.sim.ui.nodes import FILL, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, icon, scroll, spacer, text

#: Height of the bar in logical pixels.
HEIGHT = 44

#: (Message and end of the key, icon, accessible name) of each button.
_BUTTONS = (
    ("back", "arrow_back_ios_new", "Back"),
    ("home", "radio_button_unchecked", "Home"),
    ("recents", "crop_square", "Overview"),
)


class _State(NamedTuple):
    """The state of the bar, which has none of its own."""


def _buttons(home: bool) -> Node:
    style = "system_home" if home else "system"
    nodes = [button(f"nav.{k}", icon=f"m/{i}", name=n, style=style, click=(k,)) for k, i, n in _BUTTONS]
    return row(*nodes, h=HEIGHT, pad=(36, 0), justify="between")


def _view(_state: _State, ctx: Context) -> Node:
    home = all(w.minimised for w in ctx.windows) and not ctx.open_shell
    return row(
        panel(_buttons, home, h=HEIGHT),
        style="system_bar_home" if home else "system_bar",
        role=Role.TOOLBAR,
        name="Navigation bar",
        key="nav",
        h=FILL,
    )


def _back(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Back(),)


def _home(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Home(),)


def _recents(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell("recents"),)


_ON: Mapping[str, Handler] = {
    "back": _back,
    "home": _home,
    "recents": _recents,
}


_NAVIGATION_BAR_APPS = (
    App(
        name="navigation_bar",
        title="Navigation bar",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        layer="bar",
        place=lambda w, h: (0, h - HEIGHT, w, HEIGHT),
    ),
)

# -- the recent apps --------------------------------------------------------------------------------------------------

# A card for each open window, to bring it to the front or to close it.


class _RecentsState(NamedTuple):
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


def _view_recents(_state: _RecentsState, ctx: Context) -> Node:
    if ctx.windows:
        body = column(spacer(h=24), scroll("recents.list", panel(_cards, ctx.windows), h=FILL), h=FILL)
    else:
        body = column(text("No recent items", style="title"), h=FILL, align="center", justify="center")
    return column(body, style="shade", role=Role.WINDOW, name="Recent apps", key="recents", h=FILL, click=("away",))


def _open(state: _RecentsState, _ctx: Context, window: str) -> tuple[_RecentsState, tuple[Effect, ...]]:
    return state, (OpenShell(""), Activate(window))


def _close(state: _RecentsState, ctx: Context, window: str) -> tuple[_RecentsState, tuple[Effect, ...]]:
    last = (OpenShell(""),) if len(ctx.windows) == 1 else ()
    return state, (RequestClose(window), *last)


def _clear(state: _RecentsState, ctx: Context) -> tuple[_RecentsState, tuple[Effect, ...]]:
    return state, (*[RequestClose(w.id) for w in ctx.windows], OpenShell(""))


def _away(state: _RecentsState, _ctx: Context) -> tuple[_RecentsState, tuple[Effect, ...]]:
    return state, (OpenShell(""),)


_RECENTS_ON: Mapping[str, Handler] = {
    "open": _open,
    "close": _close,
    "clear": _clear,
    "away": _away,
}


_RECENTS_APPS = (
    App(
        name="recents",
        title="Recent apps",
        init=lambda _args, _ctx: (_RecentsState(), ()),
        view=_view_recents,
        on=_RECENTS_ON,
        layer="popup",
        place=lambda w, h: (0, ABOVE, w, h - ABOVE - HEIGHT),
    ),
)

APPS = (*_NAVIGATION_BAR_APPS, *_RECENTS_APPS)
