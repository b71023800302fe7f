"""The navigation bar at the bottom of the screen: back, home, recent apps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Context, Effect, Handler, OpenShell
from omnigym.devices.sim.system import Back, Home
from omnigym.devices.sim.ui.nodes import FILL, Node, panel, row
from omnigym.devices.sim.ui.widgets import button

__all__ = ["APPS", "HEIGHT"]

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


APPS = (
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
