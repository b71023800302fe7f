"""The pages of the phone's Settings, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.sim.android.dates import ZONES

__all__ = ["PAGES", "Choice", "Go", "Info", "Level", "Line", "Name", "Page", "Switch"]


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


Line: TypeAlias = Go | Switch | Level | Choice | Name | Info


class Page(NamedTuple):
    """A page.

    Attributes:
        title: What its bar says.
        icon: On the line that leads to it.
        lines: What is on it.
    """

    title: str
    icon: str
    lines: tuple[Line, ...]


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

PAGES: Mapping[str, Page] = {
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
        (
            Switch("global/low_power", "Battery Saver", "Extends battery life"),
            Info("Battery level", "85%"),
        ),
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
        "System",
        "info",
        (
            Go("date", "Time zone, 24-hour format"),
            Info("Languages", "English (United States)"),
        ),
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
