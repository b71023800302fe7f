"""The notification shade: quick settings, and the notifications below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.dates import clock_text, day_text, local, short_day
from omnigym.sim.android.shell.status_bar import HEIGHT as ABOVE
from omnigym.sim.android.shell.status_bar import notices, opened, source
from omnigym.sim.app import App, Context, Effect, Launch, OpenShell, SetFiles, SetSetting, unchanged
from omnigym.sim.common.notifications import toast
from omnigym.sim.notifications import NOTIFICATIONS, Notification, clear_notifications, remove_notification
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.ui.controls import Span, slider
from omnigym.sim.ui.nodes import FILL, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, icon, scroll, spacer, text, toggle


class _State(NamedTuple):
    """The state of the shade, which has none of its own."""


class _Tile(NamedTuple):
    """A tile of the quick settings that switches a setting between the values ``on`` and ``off``."""

    setting: str
    label: str
    icon: str
    on: str = "1"
    off: str = "0"


_TILES = (
    _Tile("global/wifi_on", "Internet", "wifi"),
    _Tile("global/bluetooth_on", "Bluetooth", "bluetooth"),
    _Tile("secure/flashlight_enabled", "Flashlight", "flashlight_on"),
    _Tile("global/zen_mode", "Do Not Disturb", "do_not_disturb_on"),
    _Tile("global/airplane_mode_on", "Airplane mode", "airplanemode_active"),
    _Tile("secure/ui_night_mode", "Dark theme", "dark_mode", "2", "1"),
    _Tile("system/accelerometer_rotation", "Auto-rotate", "screen_rotation"),
    _Tile("global/low_power", "Battery Saver", "battery_saver"),
)
_BRIGHTNESS = "system/screen_brightness"


def _tile(tile: _Tile, on: bool) -> Node:
    return toggle(
        f"shade.{tile.setting}",
        tile.label,
        icon=f"m/{tile.icon}",
        style="tile",
        checked=on,
        w=FILL,
        click=("flip", tile.setting, tile.off if on else tile.on),
        context=("settings",),
    )


def _tiles(on: tuple[bool, ...]) -> Node:
    tiles = [memo(_tile, tile, is_on, w=FILL) for tile, is_on in zip(_TILES, on, strict=True)]
    return column(*[row(*tiles[i : i + 2], gap=8) for i in range(0, len(tiles), 2)], gap=8)


def _head(time: str, day: str) -> Node:
    return row(
        text(time, style="title"),
        text(day, style="strong"),
        spacer(),
        button("shade.settings", icon="m/settings", name="Settings", style="icon", click=("settings",)),
        h=56,
        gap=12,
        pad=(8, 0, 0, 0),
    )


def note_card(note: Notification, when: str, key: str, style: str = "note") -> Node:
    """The card of a notification: icon and name of its app, title and text. A swipe to a side dismisses it.

    Args:
        note: The notification.
        when: Its time as a text, or "".
        key, style: Key and style of the card.
    """
    app = source(note.app)
    return row(
        icon(app.icon, size=34),
        column(
            row(
                text(app.title, style="caption", role=None),
                text(f"• {when}" if when else "", style="caption", role=None),
                gap=5,
                w=FILL,
            ),
            text(note.title, style="strong", w=FILL, role=None),
            text(note.text, style="muted", w=FILL, wrap=True, role=None),
            gap=2,
        ),
        style=style,
        key=key,
        role=Role.NOTIFICATION,
        name=f"{app.title}: {note.title}. {note.text}",
        w=FILL,
        pad=(14, 12),
        gap=14,
        align="start",
        click=("open", note.id),
        swipe_left=("close", note.id),
        swipe_right=("close", note.id),
    )


def _notes(notes: tuple[tuple[Notification, str], ...]) -> Node:
    """The cards of the notifications, the newest first."""
    if not notes:
        return row(text("No notifications", style="muted"), h=60, justify="center")
    cards = [memo(note_card, note, when, f"shade.note.{note.id}", w=FILL) for note, when in reversed(notes)]
    clear = row(spacer(), button("shade.clear", "Clear all", style="text", click=("clear",)), h=48)
    return column(*cards, clear, gap=6, role=Role.LIST, name="Notifications")


def _view(_state: _State, ctx: Context) -> Node:
    settings, now = ctx.settings, local(ctx.clock_ms, ctx.settings)
    level = settings.get(_BRIGHTNESS, "")
    span = Span(int(level) if level.isdecimal() and int(level) <= 255 else 128, 0, 255)
    notes = tuple([(n, day_text(local(n.time_ms, settings), now, settings)) for n in notices(ctx.vfs)])
    body = column(
        panel(_head, clock_text(now, settings), short_day(now)),
        row(
            icon("m/brightness_low", size=22),
            slider("shade.brightness", span, name="Display brightness", w=FILL, change=("level",)),
            icon("m/brightness_high", size=22),
            h=48,
            gap=10,
            pad=(6, 0),
        ),
        panel(_tiles, tuple([settings.get(t.setting) == t.on for t in _TILES])),
        scroll("shade.list", column(panel(_notes, notes), pad=(0, 8, 0, 0)), h=FILL),
        h=FILL,
        pad=(14, 30, 14, 6),
        gap=8,
    )
    return column(
        body,
        style="shade",
        role=Role.WINDOW,
        name="Notification shade",
        key="shade",
        h=FILL,
        swipe_up=("away",),
        click=("none",),
    )


_Result = tuple[_State, tuple[Effect, ...]]


def _open(state: _State, ctx: Context, number: int) -> _Result:
    note = next((n for n in notices(ctx.vfs) if n.id == number), None)
    if note is None:
        return state, ()
    return state, (SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms)), OpenShell(""), *opened(note))


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "none": unchanged,
    "away": lambda s, _: (s, (OpenShell(""),)),
    "clear": lambda s, ctx: (s, (SetFiles(clear_notifications(ctx.vfs, ctx.clock_ms)), OpenShell(""))),
    "close": lambda s, ctx, number: (s, (SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms)),)),
    "flip": lambda s, _, key, value: (s, (SetSetting(key, value),)),
    "level": lambda s, _, value: (s, (SetSetting(_BRIGHTNESS, str(value)),)),
    "open": _open,
    "settings": lambda s, _: (s, (OpenShell(""), Launch("settings"))),
}


_SHADE_APPS = (
    App(
        name="shade",
        title="Notification shade",
        art={"app/android": sign_icon(0x78909C, "android")},
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_UPDATES,
        layer="popup",
        tables=(NOTIFICATIONS,),
        place=lambda w, h: (0, 0, w, h),
    ),
)

# -- toast ------------------------------------------------------------------------------------------------------------

# The toast: a new notification at the top of the screen, which Android calls a heads-up notification.

_TOAST_APPS = (
    toast(
        lambda note: note_card(note, "now", "toast", "toast")._replace(h=FILL),
        opened,
        lambda w, _h: (10, ABOVE + 6, w - 20, 92),
        close_removes=False,
    ),
)

APPS = (*_SHADE_APPS, *_TOAST_APPS)
