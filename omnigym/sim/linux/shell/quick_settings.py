"""The system menu: volume and brightness, switches as pills, settings, lock and power."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Handler, Launch, OpenShell, SetSetting
from omnigym.sim.common.system_settings import levelled, span_of
from omnigym.sim.linux.shell.top_bar import BAR_H, battery_icon, network_icon, volume_icon
from omnigym.sim.system import Power
from omnigym.sim.ui.controls import slider
from omnigym.sim.ui.nodes import FILL, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.widgets import MenuItem, button, icon, spacer, text

_WIDTH, _HEIGHT, _GAP = 360, 352, 6


class _State(NamedTuple):
    """The state of the menu, which has none of its own: all it shows are settings."""


class _Pill(NamedTuple):
    """A pill: the setting, what it is called, its icon, and the values of off and on."""

    setting: str
    label: str
    icon: str
    off: str = "off"
    on: str = "on"


_PILLS = (
    _Pill("network.wifi", "Wi-Fi", "wifi"),
    _Pill("network.bluetooth", "Bluetooth", "bluetooth"),
    _Pill("power.mode", "Power Saver", "leaf-one", "balanced", "saver"),
    _Pill("night_light", "Night Light", "weather-moon"),
    _Pill("theme", "Dark Style", "dark-theme", "light", "dark"),
    _Pill("network.airplane", "Airplane Mode", "airplane"),
)
_POWER = tuple(
    [
        MenuItem(f"quick_settings.power.{how}", label, ("power", how))
        for how, label in (
            ("sleep", "Suspend"),
            ("restart", "Restart…"),
            ("shut_down", "Power Off…"),
            ("sign_out", "Log Out…"),
        )
    ]
)


def _pill(pill: _Pill, on: bool) -> Node:
    return row(
        icon(pill.icon, style="on_pill" if on else ""),
        text(pill.label, style="on_pill" if on else "pill", w=FILL, role=None),
        style="pill",
        key=f"quick_settings.{pill.setting}",
        role=Role.TOGGLE,
        name=pill.label,
        flags=state_flags(checked=on),
        h=38,
        gap=10,
        pad=(16, 0, 10, 0),
        click=("flip", pill.setting, pill.off, pill.on),
    )


def _pills(on: tuple[bool, ...]) -> Node:
    nodes = [memo(_pill, pill, is_on, w=FILL, h=38) for pill, is_on in zip(_PILLS, on, strict=True)]
    return column(*[row(*nodes[i : i + 2], gap=10) for i in range(0, len(nodes), 2)], gap=10)


def _head(battery: str) -> Node:
    return row(
        icon(battery),
        text("85 %", name="Battery 85 %"),
        spacer(),
        button("quick_settings.settings", icon="settings", name="Settings", style="round", click=("settings",)),
        button("quick_settings.lock", icon="lock-closed", name="Lock Screen", style="round", click=("power", "lock")),
        button("quick_settings.power", icon="power", name="Power Off Menu", style="round", menu=_POWER),
        gap=8,
        h=40,
    )


def _levels(volume: str, brightness: str, speaker: str) -> Node:
    muted = speaker == "speaker-mute"
    return column(
        row(
            button(
                "quick_settings.mute",
                icon=speaker,
                name="Unmute" if muted else "Mute",
                style="nav",
                click=("flip", "sound.muted", "off", "on"),
            ),
            slider("quick_settings.volume", span_of(volume), name="Volume", w=FILL, change=("level", "sound.volume")),
            h=44,
            gap=8,
        ),
        row(
            row(icon("brightness-high"), w=34, justify="center"),
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
    )


def _network(image: str) -> Node:
    name = {"wifi": "Ubuntu Wi-Fi", "airplane": "Airplane mode is on"}.get(image, "Not connected")
    return row(icon(image), text(name, style="muted"), gap=10, h=26, pad=(6, 0))


def _view(_state: _State, ctx: Context) -> Node:
    settings = ctx.settings
    on = tuple([settings.get(pill.setting) == pill.on for pill in _PILLS])
    volume, brightness = settings.get("sound.volume", ""), settings.get("display.brightness", "")
    return column(
        panel(_head, battery_icon(settings), h=40),
        panel(_levels, volume, brightness, volume_icon(settings)),
        panel(_pills, on),
        spacer(h=FILL),
        panel(_network, network_icon(settings), h=26),
        style="popover",
        role=Role.WINDOW,
        name="System menu",
        key="quick_settings",
        h=FILL,
        gap=12,
        pad=(18, 16, 18, 14),
    )


def _settings(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell(""), Launch("settings"))


def _power(state: _State, _ctx: Context, how: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell(""), Power(how))


def _flip(state: _State, ctx: Context, setting: str, off: str, on: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (SetSetting(setting, off if ctx.settings.get(setting) == on else on),)


_ON: Mapping[str, Handler] = {
    "flip": _flip,
    "level": lambda s, _, setting, value: (s, levelled(setting, value)),
    "power": _power,
    "settings": _settings,
}

APPS = (
    App(
        name="quick_settings",
        title="System menu",
        icon="settings",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        layer="popup",
        place=lambda w, h: (w - _WIDTH - _GAP, BAR_H + _GAP, _WIDTH, min(_HEIGHT, h - BAR_H - 2 * _GAP)),
    ),
)
