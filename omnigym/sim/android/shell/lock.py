"""The lock screen: dark until it is touched, then the time on the wallpaper; a swipe up unlocks the phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.dates import clock_text, local, short_day
from omnigym.sim.app import App, Context, Effect, Handler, OpenShell, unchanged
from omnigym.sim.common.system_settings import background_of
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, stack
from omnigym.sim.ui.widgets import icon, spacer, text

__all__ = ["APPS", "SCREEN_OFF"]

#: What the dark screen is called.
SCREEN_OFF = "The screen is off"


class _State(NamedTuple):
    """Whether the screen is off."""

    dark: bool = False


def _time(time: str, day: str) -> Node:
    return column(
        spacer(h=90),
        row(text(time, style="lock_time", key="lock.time"), justify="center"),
        row(text(day, style="lock_date"), justify="center"),
        spacer(h=FILL),
        row(icon("m/lock_open", size=26, style="home"), justify="center"),
        row(text("Swipe up to open", style="lock_date"), justify="center"),
        h=FILL,
        gap=6,
        pad=(0, 0, 0, 40),
    )


def _view(state: _State, ctx: Context) -> Node:
    if state.dark:
        return column(
            style="dark",
            role=Role.WINDOW,
            name=SCREEN_OFF,
            key="lock",
            h=FILL,
            click=("wake",),
            swipe_up=("wake",),
        )
    now = local(ctx.clock_ms, ctx.settings)
    behind = column(
        style="desktop",
        role=Role.WINDOW,
        name="Lock screen",
        key="lock",
        w=FILL,
        h=FILL,
        swipe_up=("leave",),
        click=("none",),
    )
    return stack(
        behind._replace(data=background_of(ctx.settings, ctx.vfs)),
        panel(_time, clock_text(now, ctx.settings), short_day(now), h=FILL),
        h=FILL,
    )


def _wake(_state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return _State(), ()


def _leave(_state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return _State(), (OpenShell(""),)


_ON: Mapping[str, Handler] = {
    "none": unchanged,
    "wake": _wake,
    "leave": _leave,
    "power": lambda state, _ctx: (_State(not state.dark), ()),
}


APPS = (
    App(
        name="lock",
        title="Lock screen",
        init=lambda how, _ctx: (_State(how in ("dark", "sleep")), ()),
        view=_view,
        on=_ON,
        keys=(("menu", ("leave",)), ("space", ("leave",))),
        layer="screen",
        place=lambda w, h: (0, 0, w, h),
    ),
)
