"""The right end of the taskbar: hidden icons, network, volume and battery, the clock, and "show desktop"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.notifications import notifications
from omnigym.devices.sim.ui.nodes import Component, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import button, icon, text
from omnigym.devices.sim.windows.clock import date_of, local, time_of

__all__ = ["TRAY_W", "battery_icon", "tray", "volume_icon"]

#: Width and height of the tray in logical pixels.
TRAY_W, _HEIGHT = 240, 48


class _Tray(NamedTuple):
    """Everything that the tray's view depends on, so that it is computed only when something of it changed."""

    time: str
    date: str
    network: str
    volume: str
    battery: str
    unread: int
    quiet: bool
    opened: str


def _network_icon(settings: Mapping[str, str]) -> str:
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
    return "battery-saver" if settings.get("battery.saver") == "on" else "battery"


def _clock(shown: _Tray) -> Node:
    """Time above date; the accessible name also has the number of notifications, which the bell only indicates."""
    waiting = f", {shown.unread} notification{'s' if shown.unread > 1 else ''}" if shown.unread else ""
    return column(
        text(shown.time, style="clock", role=None),
        text(shown.date, style="clock", role=None),
        key="taskbar.clock",
        role=Role.BUTTON,
        name=f"Clock {shown.time} {shown.date}{waiting}",
        style="tray_open" if shown.opened == "notifications" else "tray",
        align="end",
        w=84,
        h=40,
        pad=(4, 4),
        click=("shell", "notifications"),
    )


def _symbols(shown: _Tray) -> Node:
    return row(
        icon(shown.network),
        icon(shown.volume),
        icon(shown.battery),
        key="taskbar.system",
        role=Role.BUTTON,
        name="System tray: network, volume, battery",
        style="tray_open" if shown.opened == "quick_settings" else "tray",
        w=76,
        h=40,
        pad=(8, 0),
        gap=6,
        click=("shell", "quick_settings"),
    )


def _view(shown: _Tray) -> Node:
    hidden = row(
        icon("chevron-up"),
        key="taskbar.hidden",
        role=Role.BUTTON,
        name="Show hidden icons",
        style="tray_open" if shown.opened == "hidden_icons" else "tray",
        w=28,
        h=40,
        justify="center",
        click=("shell", "hidden_icons"),
    )
    bell = icon("alert-snooze" if shown.quiet else "alert", style="accent" if shown.unread else "")
    desktop = button("taskbar.show_desktop", name="Show desktop", style="tray", w=8, h=_HEIGHT, click=("desktop",))
    return row(hidden, _symbols(shown), _clock(shown), bell, desktop, h=_HEIGHT, gap=2, justify="end")


def tray(ctx: Context) -> Component:
    """The tray as a panel of the taskbar. It sends ``("shell", name)`` and ``("desktop",)``."""
    settings, now = ctx.settings, local(ctx.clock_ms, ctx.settings)
    shown = _Tray(
        time=time_of(now, settings),
        date=date_of(now, ctx.settings),
        network=_network_icon(settings),
        volume=volume_icon(settings),
        battery=battery_icon(settings),
        unread=len(notifications(ctx.vfs)),
        quiet=settings.get("notifications.do_not_disturb") == "on",
        opened=ctx.open_shell,
    )
    return panel(_view, shown, w=TRAY_W, h=_HEIGHT)
