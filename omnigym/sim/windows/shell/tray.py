"""The right end of the taskbar, and what it opens: hidden icons and quick settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import App, Context, Effect, Handler, Launch, OpenShell, SetSetting, ShowMenu
from omnigym.sim.common.system_settings import levelled, span_of
from omnigym.sim.notifications import notifications
from omnigym.sim.ui.controls import slider
from omnigym.sim.ui.nodes import FILL, Component, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import MenuItem, button, icon, spacer, text, toggle
from omnigym.sim.vfs import HOME
from omnigym.sim.windows.clock import date_of, local, time_of

# -- tray -------------------------------------------------------------------------------------------------------------

# The right end of the taskbar: hidden icons, network, volume and battery, the clock, and "show desktop".

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
    waiting = f", {count_of(shown.unread, 'notification')}" if shown.unread else ""
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


# -- the icons of the tray that are hidden ----------------------------------------------------------------------------

# What the arrow at the left of the tray opens.

_BUTTON, _PAD, _BAR, _GAP, _MOST = 40, 8, 48, 12, 3


class _State(NamedTuple):
    """The flyout has no state of its own."""


_EJECT = (MenuItem("hidden_icons.devices", "Open Devices and Printers", ("launch", "settings", "bluetooth")),)


def _icons(bluetooth: bool) -> Node:
    shown = [
        ("onedrive", "cloud", "OneDrive - Personal, up to date", ("launch", "file_manager", f"{HOME}/Documents")),
        ("eject", "usb-stick", "Safely Remove Hardware and Eject Media", ("eject",)),
    ]
    if bluetooth:
        shown.append(("bluetooth", "bluetooth", "Bluetooth Devices", ("launch", "settings", "bluetooth")))
    return row(
        *[
            button(f"hidden_icons.{key}", icon=image, name=name, style="nav", w=_BUTTON, h=_BUTTON, click=msg)
            for key, image, name, msg in shown
        ],
        justify="center",
        h=_BUTTON,
    )


def _view_hidden_icons(_state: _State, ctx: Context) -> Node:
    return column(
        panel(_icons, ctx.settings.get("network.bluetooth") == "on", h=_BUTTON),
        style="start",
        role=Role.WINDOW,
        name="System tray overflow window",
        key="hidden_icons",
        h=FILL,
        pad=_PAD,
    )


def _launch(state: _State, _ctx: Context, app: str, path: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell(""), Launch(app, path))


_ON: Mapping[str, Handler] = {
    "eject": lambda s, _: (s, (ShowMenu(_EJECT, "hidden_icons.eject"),)),
    "launch": _launch,
}


def _place(w: int, h: int) -> tuple[int, int, int, int]:
    """Above the arrow."""
    width, height = _MOST * _BUTTON + 2 * _PAD, _BUTTON + 2 * _PAD
    return w - TRAY_W + _BUTTON - width // 2, h - _BAR - _GAP - height, width, height


_HIDDEN_ICONS_APPS = (
    App(
        name="hidden_icons",
        title="System tray overflow window",
        icon="chevron-up",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view_hidden_icons,
        on=_ON,
        caption=lambda _state: "System tray overflow window",
        layer="popup",
        place=_place,
    ),
)

# -- quick settings ---------------------------------------------------------------------------------------------------

# Quick settings, which the icons of network, volume and battery in the tray open: tiles and sliders.

_WIDTH, _QUICK_SETTINGS_HEIGHT, _QUICK_SETTINGS_BAR, _QUICK_SETTINGS_GAP = 340, 344, 48, 12


class _Tile(NamedTuple):
    """A tile that turns a setting on or off."""

    setting: str
    label: str
    icon: str


class _QuickSettingsState(NamedTuple):
    """The state of the quick settings, which have none of their own: all they show are settings."""


_TILES = (
    _Tile("network.wifi", "Wi-Fi", "wifi"),
    _Tile("network.bluetooth", "Bluetooth", "bluetooth"),
    _Tile("network.airplane", "Airplane mode", "airplane"),
    _Tile("battery.saver", "Battery saver", "leaf-one"),
    _Tile("night_light", "Night light", "weather-moon"),
    _Tile("notifications.do_not_disturb", "Do not disturb", "alert-snooze"),
)
_IN_A_ROW = 3


def _tile(tile: _Tile, on: bool) -> Node:
    key = f"quick_settings.{tile.setting}"
    return column(
        toggle(key, icon=tile.icon, name=tile.label, style="quick", checked=on, w=FILL, click=("flip", tile.setting)),
        text(tile.label, style="center", w=FILL, role=None),
        w=FILL,
        gap=6,
    )


def _tiles(on: tuple[bool, ...]) -> Node:
    tiles: list[Component] = [memo(_tile, tile, is_on, w=FILL) for tile, is_on in zip(_TILES, on, strict=True)]
    rows = [row(*tiles[i : i + _IN_A_ROW], gap=12) for i in range(0, len(tiles), _IN_A_ROW)]
    return column(*rows, gap=16, pad=(22, 22, 22, 12))


def _levels(brightness: str, volume: str, speaker: str) -> Node:
    muted = speaker == "speaker-mute"
    return column(
        row(
            row(icon("brightness-high"), w=32, justify="center"),
            slider(
                "quick_settings.brightness",
                span_of(brightness),
                name="Brightness",
                w=FILL,
                change=("level", "display.brightness"),
            ),
            h=44,
            gap=8,
        ),
        row(
            button(
                "quick_settings.mute",
                icon=speaker,
                name="Unmute" if muted else "Mute",
                style="nav",
                w=32,
                click=("flip", "sound.muted"),
            ),
            slider("quick_settings.volume", span_of(volume), name="Volume", w=FILL, change=("level", "sound.volume")),
            h=44,
            gap=8,
        ),
        pad=(14, 0, 22, 0),
    )


def _footer(battery: str) -> Node:
    return row(
        icon(battery),
        text("85%", name="Battery 85%"),
        spacer(),
        button("quick_settings.settings", icon="settings", name="All settings", style="nav", click=("settings",)),
        style="start_footer",
        h=48,
        pad=(24, 0, 18, 0),
        gap=8,
    )


def _view_quick_settings(_state: _QuickSettingsState, ctx: Context) -> Node:
    settings = ctx.settings
    on = tuple([settings.get(tile.setting) == "on" for tile in _TILES])
    brightness, volume = settings.get("display.brightness", ""), settings.get("sound.volume", "")
    return column(
        panel(_tiles, on),
        panel(_levels, brightness, volume, volume_icon(settings)),
        spacer(h=FILL),
        panel(_footer, battery_icon(settings), h=48),
        style="start",
        role=Role.WINDOW,
        name="Quick settings",
        key="quick_settings",
        h=FILL,
        pad=1,
    )


def _flip(state: _QuickSettingsState, ctx: Context, key: str) -> tuple[_QuickSettingsState, tuple[Effect, ...]]:
    return state, (SetSetting(key, "off" if ctx.settings.get(key) == "on" else "on"),)


def _settings(state: _QuickSettingsState, _ctx: Context) -> tuple[_QuickSettingsState, tuple[Effect, ...]]:
    return state, (OpenShell(""), Launch("settings"))


_QUICK_SETTINGS_ON: Mapping[str, Handler] = {
    "flip": _flip,
    "level": lambda s, _, key, value: (s, levelled(key, value)),
    "settings": _settings,
}


_QUICK_SETTINGS_APPS = (
    App(
        name="quick_settings",
        title="Quick settings",
        icon="settings",
        init=lambda _args, _ctx: (_QuickSettingsState(), ()),
        view=_view_quick_settings,
        on=_QUICK_SETTINGS_ON,
        layer="popup",
        place=lambda w, h: (
            w - _WIDTH - _QUICK_SETTINGS_GAP,
            h - _QUICK_SETTINGS_BAR - _QUICK_SETTINGS_GAP - _QUICK_SETTINGS_HEIGHT,
            _WIDTH,
            _QUICK_SETTINGS_HEIGHT,
        ),
    ),
)

APPS = (*_HIDDEN_ICONS_APPS, *_QUICK_SETTINGS_APPS)
