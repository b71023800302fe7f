"""Quick settings, which the icons of network, volume and battery in the tray open: tiles and sliders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Context, Effect, Handler, Launch, OpenShell, SetSetting
from omnigym.devices.sim.common.levels import levelled, span_of
from omnigym.devices.sim.ui.controls import slider
from omnigym.devices.sim.ui.nodes import FILL, Component, Node, column, memo, panel, row
from omnigym.devices.sim.ui.widgets import button, icon, spacer, text, toggle
from omnigym.devices.sim.windows.shell._tray import battery_icon, volume_icon

__all__ = ["APPS"]

_WIDTH, _HEIGHT, _BAR, _GAP = 340, 344, 48, 12


class _Tile(NamedTuple):
    """A tile that turns a setting on or off."""

    setting: str
    label: str
    icon: str


class _State(NamedTuple):
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


def _view(_state: _State, ctx: Context) -> Node:
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


def _flip(state: _State, ctx: Context, key: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (SetSetting(key, "off" if ctx.settings.get(key) == "on" else "on"),)


def _settings(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell(""), Launch("settings"))


_ON: Mapping[str, Handler] = {
    "flip": _flip,
    "level": lambda s, _, key, value: (s, levelled(key, value)),
    "settings": _settings,
}


APPS = (
    App(
        name="quick_settings",
        title="Quick settings",
        icon="settings",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        layer="popup",
        place=lambda w, h: (w - _WIDTH - _GAP, h - _BAR - _GAP - _HEIGHT, _WIDTH, _HEIGHT),
    ),
)
