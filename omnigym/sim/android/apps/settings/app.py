"""Settings of the phone: pages with switches, sliders and choices, and a search over all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.a11y.android_packages import package_of
from omnigym.sim.android.catalogue import program, programs
from omnigym.sim.android.dates import ZONES
from omnigym.sim.android.kit import app_bar, item, left, phone_app, screen, search_box
from omnigym.sim.app import Context, Effect, Handler, Launch, OpenDialog, ScrollTo, SetSetting
from omnigym.sim.handlers import sets
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.system import Stop
from omnigym.sim.ui.controls import Span, slider, switch
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import icon, scroll

# -- what it keeps ----------------------------------------------------------------------------------------------------


class Go(NamedTuple):
    """A line that opens another page."""

    page: str
    note: str = ""


class Switch(NamedTuple):
    """A switch of a setting."""

    setting: str
    label: str
    note: str = ""
    on: str = "1"
    off: str = "0"


class Level(NamedTuple):
    """A slider of a setting."""

    setting: str
    label: str
    most: int
    icon: str = ""


class Choice(NamedTuple):
    """A setting with several values: (value, label)."""

    setting: str
    label: str
    options: tuple[tuple[str, str], ...]


class Name(NamedTuple):
    """A setting that is any text."""

    setting: str
    label: str


class Info(NamedTuple):
    """Something that cannot be changed."""

    label: str
    text: str


_Line: TypeAlias = Go | Switch | Level | Choice | Name | Info


class Page(NamedTuple):
    """A page.

    Attributes:
        title: What its bar says.
        icon: On the line that leads to it.
        lines: What is on it.
    """

    title: str
    icon: str
    lines: tuple[_Line, ...]


_TIMEOUTS = (
    ("15000", "15 seconds"),
    ("30000", "30 seconds"),
    ("60000", "1 minute"),
    ("120000", "2 minutes"),
    ("300000", "5 minutes"),
    ("600000", "10 minutes"),
    ("1800000", "30 minutes"),
)
_SIZES = (("0.85", "Small"), ("1.0", "Default"), ("1.15", "Large"), ("1.3", "Largest"))
_ZONES = tuple([(zone, f"{zone.replace('_', ' ')} (GMT{m // 60:+03}:{m % 60:02})") for zone, m in ZONES.items()])

_PAGES: Mapping[str, Page] = {
    "": Page(
        "Settings",
        "settings",
        (
            Go("network", "Mobile, Wi-Fi, hotspot"),
            Go("connected", "Bluetooth, pairing"),
            Go("apps", "Recent apps, default apps"),
            Go("notifications", "History, do not disturb"),
            Go("battery", "85%"),
            Go("sound", "Volume, vibration, Do Not Disturb"),
            Go("display", "Dark theme, font size, brightness"),
            Go("location", "Who may know where you are"),
            Go("system", "Languages, time, backup"),
            Go("about", "Pixel 8"),
        ),
    ),
    "network": Page(
        "Network & internet",
        "wifi",
        (
            Switch("global/wifi_on", "Wi-Fi", "Connect to wireless networks"),
            Switch("global/mobile_data", "Mobile data"),
            Switch("global/airplane_mode_on", "Airplane mode"),
        ),
    ),
    "connected": Page(
        "Connected devices",
        "devices",
        (
            Switch("global/bluetooth_on", "Bluetooth", "Pair with nearby devices"),
            Name("global/device_name", "Device name"),
        ),
    ),
    "apps": Page("Apps", "apps", (Info("Installed apps", ""),)),
    "notifications": Page(
        "Notifications",
        "notifications",
        (Switch("global/zen_mode", "Do Not Disturb", "Calls and messages make no sound"),),
    ),
    "battery": Page(
        "Battery",
        "battery_full",
        (Switch("global/low_power", "Battery Saver", "Extends battery life"), Info("Battery level", "85%")),
    ),
    "sound": Page(
        "Sound & vibration",
        "volume_up",
        (
            Level("system/volume_music_speaker", "Media volume", 25, "music_note"),
            Level("system/volume_ring_speaker", "Ring volume", 16, "notifications_active"),
            Level("system/volume_alarm_speaker", "Alarm volume", 16, "alarm"),
            Switch("system/vibrate_on", "Vibration & haptics"),
            Switch("global/zen_mode", "Do Not Disturb"),
        ),
    ),
    "display": Page(
        "Display",
        "brightness_6",
        (
            Level("system/screen_brightness", "Brightness level", 255, "brightness_medium"),
            Switch("secure/adaptive_brightness", "Adaptive brightness"),
            Switch("secure/ui_night_mode", "Dark theme", "Easier on the eyes", "2", "1"),
            Choice("system/screen_off_timeout", "Screen timeout", _TIMEOUTS),
            Choice("system/font_scale", "Font size", _SIZES),
            Switch("secure/night_display_activated", "Night Light", "Tints the screen amber"),
            Switch("system/accelerometer_rotation", "Auto-rotate screen"),
        ),
    ),
    "location": Page("Location", "location_on", (Switch("secure/location_mode", "Use location", "", "3", "0"),)),
    "system": Page(
        "System", "info", (Go("date", "Time zone, 24-hour format"), Info("Languages", "English (United States)"))
    ),
    "date": Page(
        "Date & time",
        "schedule",
        (
            Switch("global/auto_time", "Set time automatically"),
            Choice("global/time_zone", "Time zone", _ZONES),
            Switch("system/time_12_24", "Use 24-hour format", "", "24", "12"),
        ),
    ),
    "about": Page(
        "About phone",
        "smartphone",
        (
            Name("global/device_name", "Device name"),
            Info("Phone number", "+1 555 010 4477"),
            Info("Model", "Pixel 8"),
            Info("Android version", "14"),
            Info("Build number", "UQ1A.240205.002"),
        ),
    ),
}

# -- what it does and shows -------------------------------------------------------------------------------------------

ui = Scope("settings", "", button="tonal")


#: What a page about one app is called: this and the app's name.
_APP = "app:"
_LIST = "settings.list"


class _State(NamedTuple):
    """Where one is.

    Attributes:
        trail: The pages, from the first to the one that is shown.
        query: What is searched for, on the first page.
    """

    trail: tuple[str, ...] = ("",)
    query: str = ""


_Result = tuple[_State, tuple[Effect, ...]]


def _init(path: str, _ctx: Context) -> _Result:
    known = bool(path) and (path in _PAGES or path.startswith(_APP))
    return _State(("", path) if known else ("",)), ()


def _toggle(line: Switch, value: str) -> Node:
    on = value == line.on
    key = f"settings.{line.setting}"
    knob = switch(
        f"{key}.switch", name=line.label, checked=on, click=("set", line.setting, line.off if on else line.on)
    )
    return item(
        f"{key}.row", line.label, line.note, trail=knob, click=("set", line.setting, line.off if on else line.on)
    )


def _level(line: Level, value: str) -> Node:
    span = Span(int(value) if value.isdecimal() and int(value) <= line.most else 0, 0, line.most)
    return column(
        ui.text(line.label, "body", role=None),
        row(
            icon(f"m/{line.icon}", size=22),
            slider(f"settings.{line.setting}", span, name=line.label, w=FILL, change=("level", line.setting)),
            gap=12,
        ),
        h=88,
        pad=(18, 12, 22, 0),
        gap=2,
    )


def _line(line: _Line, value: str) -> Node:
    match line:
        case Go(page, note):
            return item(f"settings.go.{page}", _PAGES[page].title, note, image=_PAGES[page].icon, click=("go", page))
        case Switch():
            return _toggle(line, value)
        case Level():
            return _level(line, value)
        case Choice(setting, label, options):
            return item(f"settings.{setting}", label, dict(options).get(value, value), click=("choose", setting))
        case Name(setting, label):
            return item(f"settings.{setting}", label, value, click=("name", setting, label))
        case Info(label, note):
            return item("", label, note)


def _setting_of(line: _Line) -> str:
    return line.setting if isinstance(line, Switch | Level | Choice | Name) else ""


def _lines(page: str, values: tuple[str, ...]) -> Node:
    rows: list[Element] = [
        memo(_line, line, value, w=FILL) for line, value in zip(_PAGES[page].lines, values, strict=True)
    ]
    if page == "apps":
        rows += [
            item(f"settings.app.{p.app}", p.title, lead=icon(p.icon, size=40), click=("go", f"{_APP}{p.app}"), h=64)
            for p in programs()
        ]
    return column(*rows, role=Role.LIST, name=_PAGES[page].title, pad=(0, 0, 0, 16))


def _about(app: str, quiet: bool) -> Node:
    known = program(app)
    title, image = (known.title, known.icon) if known is not None else (app, "m/android")
    setting = f"notifications.{app}"
    return column(
        row(icon(image, size=64), ui.text(title, "title"), h=96, gap=18, pad=(18, 0)),
        row(
            ui.button("app_open", "Open", icon="m/open_in_new", w=FILL, click=("open", app)),
            ui.button("app_stop", "Force stop", icon="m/warning_amber", w=FILL, click=("stop", app)),
            gap=8,
            pad=(18, 0),
        ),
        _toggle(Switch(setting, "Notifications", "", "on", "off"), "off" if quiet else "on"),
        item("", "Package", package_of(app).name),
        gap=8,
    )


def _hits(query: str) -> tuple[tuple[str, str], ...]:
    """(page, label) of lines that fit."""
    wanted = query.strip().casefold()
    lines = [(page, line.label) for page, p in _PAGES.items() for line in p.lines if not isinstance(line, Go)]
    pages = [(page, p.title) for page, p in _PAGES.items() if page]
    return tuple([(page, label) for page, label in (*pages, *lines) if wanted in label.casefold()])


def _found(query: str) -> Node:
    hits = _hits(query)
    rows = [
        item(f"settings.hit.{n}", label, _PAGES[page].title, click=("go", page)) for n, (page, label) in enumerate(hits)
    ]
    return (
        column(*rows, role=Role.LIST, name="Search results")
        if rows
        else row(ui.text("No results", "muted"), h=80, justify="center")
    )


def _values(page: str, settings: Mapping[str, str]) -> tuple[str, ...]:
    return tuple([settings.get(_setting_of(line), "") for line in _PAGES[page].lines])


def _view(state: _State, ctx: Context) -> Node:
    page, up = state.trail[-1], "settings.up" if len(state.trail) > 1 else ""
    if page.startswith(_APP):
        app = page.removeprefix(_APP)
        quiet = ctx.settings.get(f"notifications.{app}") == "off"
        return screen("settings", "App info", app_bar("App info", back=up), panel(_about, app, quiet))
    if page:
        body = panel(_lines, page, _values(page, ctx.settings))
        return screen(
            "settings",
            _PAGES[page].title,
            app_bar(_PAGES[page].title, back=up),
            scroll(_LIST, body, name=_PAGES[page].title),
        )
    search = search_box("settings", state.query, "Search settings")
    body = panel(_found, state.query) if state.query.strip() else panel(_lines, "", _values("", ctx.settings))
    title = row(ui.heading("Settings", "page_title"), h=76, pad=(20, 16, 0, 0))
    return screen("settings", "Settings", title, row(search, pad=(16, 4, 16, 10)), scroll(_LIST, body, name="Settings"))


def _choose(setting: str, ctx: Context) -> tuple[Effect, ...]:
    for page in _PAGES.values():
        for line in page.lines:
            if isinstance(line, Choice) and line.setting == setting:
                args = (line.label, line.options, ctx.settings.get(setting, ""))
                return (OpenDialog("choose", args, ("chosen", setting)),)
    return ()


def _go(state: _State, _ctx: Context, page: str) -> _Result:
    return (state, ()) if page in state.trail else (_State((*state.trail, page)), (ScrollTo(_LIST),))


def _opened(_state: _State, ctx: Context, path: str) -> _Result:
    return _init(path, ctx)


def _set(state: _State, _ctx: Context, setting: str, value: str | None) -> _Result:
    """A setting's new value; None from a dialog that was left without one."""
    return state, (SetSetting(setting, value),) if value is not None else ()


def _named(state: _State, _ctx: Context, setting: str, value: str | None) -> _Result:
    return state, (SetSetting(setting, value.strip()),) if value is not None and value.strip() else ()


def _on_level(state: _State, _ctx: Context, setting: str, value: int) -> _Result:
    return state, (SetSetting(setting, str(value)),)


def _on_choose(state: _State, ctx: Context, setting: str) -> _Result:
    return state, _choose(setting, ctx)


def _name(state: _State, ctx: Context, setting: str, label: str) -> _Result:
    return state, (OpenDialog("prompt", (label, label, ctx.settings.get(setting, "")), ("named", setting)),)


def _open(state: _State, _ctx: Context, app: str) -> _Result:
    return state, (Launch(app),)


def _stop(state: _State, _ctx: Context, app: str) -> _Result:
    return state, (Stop(app),)


def _back(state: _State, _ctx: Context) -> _Result:
    if len(state.trail) > 1:
        return state._replace(trail=state.trail[:-1]), ()
    return (_State(), ()) if state.query else left(state)


_ON: Mapping[str, Handler] = {
    "go": _go,
    "opened": _opened,
    "query": sets("query"),
    "set": _set,
    "chosen": _set,
    "named": _named,
    "level": _on_level,
    "choose": _on_choose,
    "name": _name,
    "open": _open,
    "stop": _stop,
    "back": _back,
}

# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="settings",
        title="Settings",
        icon="app/settings",
        art={"app/settings": sign_icon(0x5F6368, "settings", 0xE8EAED, 0.64)},
        program=Program(category="System Management", pinned=6),
        init=_init,
        view=_view,
        on=_ON,
    ),
)
