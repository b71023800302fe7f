"""The lock screen of a desktop, shown after lock, sleep, sign out, shut down and restart until the user signs in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Context, Effect, Focus, Handler, OpenShell
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, panel, stack
from omnigym.devices.sim.ui.widgets import button, icon, spacer, text

__all__ = ["lock_screen"]

#: The `Power` effects after which the screen is dark at first; after all others it shows the time.
_DARK = frozenset({"sleep", "shut_down"})


class _State(NamedTuple):
    """The stage that is shown: "dark", "locked" (the time) or "sign_in", in this order."""

    stage: str = "locked"


def _time(time: str, day: str) -> Node:
    """Time and date in large letters; the button behind them takes clicks and keys."""
    return column(
        spacer(h=72),
        text(time, style="lock_time", key="lock.time", w=FILL),
        text(day, style="lock_date", w=FILL),
        h=FILL,
        gap=6,
    )


def _sign_in(user: str) -> Node:
    return column(
        icon("user", size=128),
        text(user, style="lock_name", w=FILL, role=Role.HEADING),
        button("lock.sign_in", "Sign in", style="primary", default=True, cancel=True, click=("leave",), w=160),
        h=FILL,
        gap=18,
        align="center",
        justify="center",
    )


def _wake(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    if state.stage == "dark":
        return _State("locked"), ()
    return (_State("sign_in"), (Focus("lock.sign_in"),)) if state.stage == "locked" else (state, ())


def _leave(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return (_State(), (OpenShell(""),)) if state.stage == "sign_in" else (state, ())


_ON: Mapping[str, Handler] = {"wake": _wake, "leave": _leave}


def lock_screen(clock: Callable[[int, Mapping[str, str]], tuple[str, str]], icon: str, wallpaper: str = "bloom") -> App:
    """The declaration of a platform's lock screen.

    Args:
        clock: Gives the time and the day that are shown, of a virtual moment and the settings.
        icon: Name of its icon.
        wallpaper: What is behind it.
    """

    def view(state: _State, ctx: Context) -> Node:
        inside: list[Element]
        waking = "Turn on" if state.stage == "dark" else "Unlock"
        wake = button("lock.wake", name=waking, style="bare", cancel=True, click=("wake",), w=FILL, h=FILL)
        if state.stage == "dark":
            inside, style, name = [wake], "dark", "The screen is off"
        elif state.stage == "sign_in":
            user = ctx.settings.get("account.name", "user")
            inside, style, name = [panel(_sign_in, user, h=FILL)], "desktop", "Sign-in screen"
        else:
            shown = clock(ctx.clock_ms, ctx.settings)
            inside, style, name = [wake, panel(_time, *shown, h=FILL)], "desktop", "Lock screen"
        behind = stack(*inside, style=style, role=Role.WINDOW, name=name, key="lock", h=FILL)
        return behind._replace(data=wallpaper)

    return App(
        name="lock",
        title="Lock screen",
        icon=icon,
        init=lambda how, _ctx: (_State("dark" if how in _DARK else "locked"), ()),
        view=view,
        on=_ON,
        focus="lock.wake",
        layer="screen",
        place=lambda w, h: (0, 0, w, h),
    )
