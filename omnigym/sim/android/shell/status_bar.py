"""The status bar at the top of the screen: time, notifications and connections. A swipe down opens the shade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.catalogue import CATALOGUE, program
from omnigym.sim.android.dates import clock_text, local
from omnigym.sim.app import App, Context, Effect, Launch, OpenShell, unchanged
from omnigym.sim.notifications import Notification, notifications
from omnigym.sim.program import Program, Shortcut
from omnigym.sim.ui.nodes import AUTO, FILL, Node, panel, row
from omnigym.sim.ui.widgets import icon, text
from omnigym.sim.vfs import Vfs

# -- the phone's notifications ----------------------------------------------------------------------------------------

# The list of `omnigym.sim.notifications`, which the shade shows.


def notices(vfs: Vfs) -> tuple[Notification, ...]:
    """All notifications, the oldest first."""
    return notifications(vfs)


def source(app: str) -> Shortcut:
    """The app that a notification is from; the system itself where that is none."""
    return program(app) or Shortcut("", "Android System", "app/android")


def opened(note: Notification) -> tuple[Effect, ...]:
    """What a touch on a notification does."""
    known = program(note.app)
    return (Launch(known.app, note.path),) if known is not None else ()


# -- status bar -------------------------------------------------------------------------------------------------------

#: Height of the bar in logical pixels.
HEIGHT = 28
#: What the battery holds, always.
BATTERY_PERCENT = 85
#: The most icons of notifications that are shown.
_MOST = 3


class _State(NamedTuple):
    """The state of the bar, which has none of its own."""


def signs(settings: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The (icon, accessible name) of each connection and mode that is on, from left to right."""
    out = []
    if settings.get("global/zen_mode") == "1":
        out.append(("do_not_disturb_on", "Do Not Disturb"))
    if settings.get("global/bluetooth_on") == "1":
        out.append(("bluetooth", "Bluetooth"))
    if settings.get("global/airplane_mode_on") == "1":
        out.append(("airplanemode_active", "Airplane mode"))
    if settings.get("global/wifi_on") == "1":
        out.append(("wifi", "Wi-Fi"))
    if settings.get("global/airplane_mode_on") != "1":
        out.append(("signal_cellular_alt", "Mobile signal"))
    out.append(
        (
            "battery_saver" if settings.get("global/low_power") == "1" else "battery_full",
            f"Battery {BATTERY_PERCENT} percent",
        )
    )
    return tuple(out)


def _bar(time: str, apps: tuple[str, ...], shown: tuple[tuple[str, str], ...], home: bool) -> Node:
    ink = "home" if home else "text"
    left = row(
        text(time, style="status_home" if home else "status", key="status.clock", name=f"Time {time}"),
        *[icon(f"m/{image}", size=15, style=ink, alt=f"{name} notification") for image, name in map(_sign, apps)],
        w=AUTO,
        gap=7,
    )
    right = row(*[icon(f"m/{image}", size=16, style=ink, alt=name) for image, name in shown], w=AUTO, gap=4)
    return row(left, row(w=FILL), right, h=HEIGHT, pad=(18, 2, 16, 0))


def _sign(app: str) -> tuple[str, str]:
    known = program(app)
    declared = CATALOGUE.apps.declarations[app].program if known else Program()
    return declared.sign, known.title if known else "System"


def _view(_state: _State, ctx: Context) -> Node:
    home = all(w.minimised for w in ctx.windows) and not ctx.open_shell
    apps = tuple(dict.fromkeys(n.app for n in reversed(notices(ctx.vfs))))[:_MOST]
    time = clock_text(local(ctx.clock_ms, ctx.settings), ctx.settings)
    return row(
        panel(_bar, time, apps, signs(ctx.settings), home, h=HEIGHT),
        style="system_bar_home" if home else "system_bar",
        role=Role.STATUSBAR,
        name="Status bar",
        key="status",
        h=FILL,
        swipe_down=("shade",),
        click=("none",),
    )


def _shade(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell("shade"),)


APPS = (
    App(
        name="status_bar",
        title="Status bar",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on={"shade": _shade, "none": unchanged},
        layer="bar",
        place=lambda w, h: (0, 0, w, HEIGHT),
    ),
)
