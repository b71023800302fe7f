"""The icons of the tray that are hidden: what the arrow at the left of the tray opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Context, Effect, Handler, Launch, OpenShell, ShowMenu
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import MenuItem, button
from omnigym.devices.sim.vfs import HOME
from omnigym.devices.sim.windows.shell._tray import TRAY_W

__all__ = ["APPS"]

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


def _view(_state: _State, ctx: Context) -> Node:
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


APPS = (
    App(
        name="hidden_icons",
        title="System tray overflow window",
        icon="chevron-up",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        caption=lambda _state: "System tray overflow window",
        layer="popup",
        place=_place,
    ),
)
