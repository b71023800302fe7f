"""The top bar: Activities, the clock in the middle, and the system menu at the right."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import App, Context, Effect, Handler, OpenShell
from omnigym.sim.linux.clock import clock_text, local
from omnigym.sim.notifications import notifications
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.ui.nodes import FILL, Node, box, panel, row, stack
from omnigym.sim.ui.widgets import button, icon, text

# -- the colour icons of the shell ------------------------------------------------------------------------------------

# Ubuntu's mark, the home folder, the bin.

_ORANGE = 0xE95420


def _ubuntu(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.47, _ORANGE)
    p.ring(0.5, 0.5, 0.27, 0.085, 0xFFFFFF)
    for turn in (0.0, 2 * math.pi / 3, 4 * math.pi / 3):
        x, y = 0.5 - 0.265 * math.cos(turn), 0.5 + 0.265 * math.sin(turn)
        p.disc(x, y, 0.125, _ORANGE)
        p.disc(x, y, 0.085, 0xFFFFFF)


def _folder(p: Pen) -> None:
    p.box(0.06, 0.14, 0.46, 0.40, 0.06, 0xC34113, 0xB53A0F)
    p.box(0.06, 0.23, 0.88, 0.60, 0.06, 0xD24A1A)
    p.box(0.06, 0.33, 0.88, 0.52, 0.06, 0xF28A63, 0xE95420)


def _folder_with(*marks: tuple[tuple[float, float], ...]) -> Drawing:
    """A folder with white shapes on it."""

    def draw(p: Pen) -> None:
        _folder(p)
        for points in marks:
            p.shape(list(points), 0xFFFFFF)

    return draw


def _box(x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


def _home(p: Pen) -> None:
    _folder(p)
    p.shape([(0.5, 0.42), (0.67, 0.58), (0.33, 0.58)], 0xFFFFFF)
    p.box(0.38, 0.56, 0.24, 0.20, 0.02, 0xFFFFFF)
    p.box(0.465, 0.64, 0.07, 0.12, 0.0, 0xE95420)


def _trash(full: bool) -> Drawing:  # what is in it shows above its rim
    def draw(p: Pen) -> None:
        if full:
            p.box(0.34, 0.04, 0.32, 0.24, 0.02, 0xFFFFFF, 0xDADADA)
        p.box(0.20, 0.18, 0.60, 0.76, 0.09, 0x8E8E8E, 0x5E5E5E)
        p.box(0.26, 0.26, 0.48, 0.60, 0.05, 0xB9B9B9, 0x8C8C8C)
        for x in (0.35, 0.475, 0.60):
            p.box(x, 0.34, 0.05, 0.42, 0.025, 0x5E5E5E)
        p.box(0.12, 0.13, 0.76, 0.11, 0.05, 0xA8A8A8, 0x7A7A7A)

    return draw


def _grid(p: Pen) -> None:
    for x in (0.16, 0.42, 0.68):
        for y in (0.16, 0.42, 0.68):
            p.box(x, y, 0.16, 0.16, 0.05, 0xF4F1F2)


#: Name to drawing.
SHELL_ART: Mapping[str, Drawing] = {
    "home-folder": _home,
    "yaru-folder": _folder,
    "yaru-desktop-folder": _folder_with(_box(0.34, 0.46, 0.32, 0.20), _box(0.44, 0.69, 0.12, 0.04)),
    "yaru-documents": _folder_with(*[_box(0.36, 0.46 + 0.09 * n, 0.28, 0.045) for n in range(4)]),
    "yaru-downloads": _folder_with(_box(0.46, 0.43, 0.08, 0.18), ((0.36, 0.58), (0.64, 0.58), (0.5, 0.74))),
    "yaru-music-folder": _folder_with(
        _box(0.52, 0.43, 0.04, 0.28),
        ((0.52, 0.43), (0.66, 0.48), (0.66, 0.55), (0.52, 0.50)),
        _box(0.42, 0.65, 0.14, 0.10),
    ),
    "yaru-pictures": _folder_with(
        ((0.32, 0.75), (0.44, 0.52), (0.53, 0.66), (0.59, 0.58), (0.68, 0.75)), _box(0.58, 0.44, 0.08, 0.08)
    ),
    "yaru-videos": _folder_with(((0.42, 0.45), (0.62, 0.59), (0.42, 0.73))),
    "show-apps": _grid,
    "trash": _trash(False),
    "trash-full": _trash(True),
    "ubuntu": _ubuntu,
}

# -- top bar ----------------------------------------------------------------------------------------------------------

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
    waiting = f", {count_of(shown.waiting, 'notification')}" if shown.waiting else ""
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
