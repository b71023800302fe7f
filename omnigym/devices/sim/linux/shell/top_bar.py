"""The top bar: Activities, the clock in the middle, and the system menu at the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Context, Effect, Handler, OpenShell
from omnigym.devices.sim.linux.clock import clock_text, local
from omnigym.devices.sim.linux.shell.art import SHELL_ART
from omnigym.devices.sim.notifications import notifications
from omnigym.devices.sim.ui.nodes import FILL, Node, box, panel, row, stack
from omnigym.devices.sim.ui.widgets import button, icon, text

__all__ = ["APPS", "BAR_H", "battery_icon", "network_icon", "volume_icon"]

#: Height of the top bar in logical pixels.
BAR_H = 28
_CLOCK_W, _SYSTEM_W = 170, 92


class _State(NamedTuple):
    """The state of the top bar, which has none of its own."""


class _Shown(NamedTuple):
    """All that the bar's view depends on."""

    clock: str
    waiting: int
    quiet: bool
    network: str
    volume: str
    battery: str
    opened: str


def network_icon(settings: Mapping[str, str]) -> str:
    """The icon of the network connection."""
    if settings.get("network.airplane") == "on":
        return "airplane"
    return "wifi" if settings.get("network.wifi", "on") == "on" else "wifi-off"


def volume_icon(settings: Mapping[str, str]) -> str:
    """The icon of the volume."""
    volume = settings.get("sound.volume", "50")
    if settings.get("sound.muted") == "on" or volume == "0":
        return "speaker-mute"
    return "speaker-1" if volume.isdigit() and int(volume) < 34 else "speaker-2"


def battery_icon(settings: Mapping[str, str]) -> str:
    """The icon of the battery."""
    return "battery-saver" if settings.get("power.mode") == "saver" else "battery"


def _middle(shown: _Shown) -> Node:
    waiting = f", {shown.waiting} notification{'s' * (shown.waiting > 1)}" if shown.waiting else ""
    sign = "alert-snooze" if shown.quiet else "circle-small" if shown.waiting else ""
    return row(
        text(shown.clock, style="bar", role=None),
        icon(sign, style="bar") if sign else None,
        key="taskbar.clock",
        role=Role.BUTTON,
        name=f"Clock {shown.clock}{waiting}",
        style="bar_button_open" if shown.opened == "notifications" else "bar_button",
        w=_CLOCK_W,
        h=BAR_H - 4,
        gap=6,
        justify="center",
        click=("shell", "notifications"),
    )


def _view_of(shown: _Shown) -> Node:
    system = row(
        *[icon(name, style="bar") for name in (shown.network, shown.volume, shown.battery)],
        key="taskbar.system",
        role=Role.BUTTON,
        name="System menu: network, volume, battery",
        style="bar_button_open" if shown.opened == "quick_settings" else "bar_button",
        w=_SYSTEM_W,
        h=BAR_H - 4,
        gap=8,
        justify="center",
        click=("shell", "quick_settings"),
    )
    activities = button(
        "taskbar.start",
        "Activities",
        style="bar_open" if shown.opened == "overview" else "bar",
        click=("shell", "overview"),
    )
    return stack(
        row(activities, row(w=FILL, h=1), system, h=BAR_H, pad=(4, 2)),
        box("row", (_middle(shown),), h=BAR_H, align="center", justify="center"),
        style="top_bar",
        role=Role.TASKBAR,
        name="Top bar",
        key="top_bar",
        h=FILL,
    )


def _view(_state: _State, ctx: Context) -> Node:
    settings = ctx.settings
    shown = _Shown(
        clock=clock_text(local(ctx.clock_ms, settings), settings),
        waiting=len(notifications(ctx.vfs)),
        quiet=settings.get("notifications.do_not_disturb") == "on",
        network=network_icon(settings),
        volume=volume_icon(settings),
        battery=battery_icon(settings),
        opened=ctx.open_shell,
    )
    return row(panel(_view_of, shown, h=BAR_H), h=FILL)


def _shell(state: _State, _ctx: Context, name: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell(name),)


_ON: Mapping[str, Handler] = {"shell": _shell}

APPS = (
    App(
        name="top_bar",
        title="Top bar",
        icon="ubuntu",
        art=SHELL_ART,
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        layer="bar",
        place=lambda w, h: (0, 0, w, BAR_H),
    ),
)
