"""Settings: its pages, as data."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.counts import count_of
from omnigym.sim.common.setting_pages import Card, Choice, Fact, Go, Group, Level, Page, Pages, Toggle, fixed
from omnigym.sim.linux.clock import ZONES
from omnigym.sim.linux.yaru import scales

_Options = tuple[tuple[str, str], ...]


def _scales(settings: Mapping[str, str]) -> _Options:
    return tuple([(s, f"{s} %") for s in scales(settings.get("display.resolution", ""))])


def _resolutions(settings: Mapping[str, str]) -> _Options:
    return tuple([(r, r.replace("x", " × ")) for r in settings.get("display.resolutions", "").split("; ")])


def _card(name: str, title: str, control: Toggle | Choice | Level | Fact | Go, note: str = "", words: str = "") -> Card:
    return Card(f"settings.{name}", "", title, note, control, words)


_BLANK = tuple([(str(n), count_of(n, "minute")) for n in (1, 2, 3, 4, 5, 8, 10, 12, 15)])
_POWER = (("performance", "Performance"), ("balanced", "Balanced"), ("saver", "Power Saver"))

PAGES = Pages(
    Page(
        "network",
        "Network",
        "globe",
        "",
        (
            Group(
                "",
                (
                    _card("wifi", "Wi-Fi", Toggle("network.wifi"), "Ubuntu Wi-Fi", "wireless internet"),
                    _card("airplane", "Airplane Mode", Toggle("network.airplane"), "Disables Wi-Fi and Bluetooth"),
                ),
            ),
        ),
        "wi-fi internet",
    ),
    Page(
        "bluetooth",
        "Bluetooth",
        "bluetooth",
        "",
        (Group("", (_card("bluetooth", "Bluetooth", Toggle("network.bluetooth"), "Visible as “ubuntu”"),)),),
    ),
    Page("background", "Background", "image", "", (), "wallpaper picture desktop"),
    Page(
        "appearance",
        "Appearance",
        "paint-brush",
        "",
        (),
        "style theme dark light accent colour color",
    ),
    Page(
        "notifications",
        "Notifications",
        "alert",
        "",
        (
            Group(
                "",
                (
                    _card(
                        "do_not_disturb", "Do Not Disturb", Toggle("notifications.do_not_disturb"), words="quiet focus"
                    ),
                    _card("notifications", "Notifications", Toggle("notifications"), "List what apps have to say"),
                    _card("lock_screen", "Lock Screen Notifications", Toggle("notifications.lock_screen")),
                ),
            ),
        ),
    ),
    Page(
        "sound",
        "Sound",
        "speaker-2",
        "",
        (
            Group(
                "Output",
                (
                    _card("volume", "Output Volume", Level("sound.volume"), "Speakers - Built-in Audio", "loud quiet"),
                    _card("muted", "Mute", Toggle("sound.muted")),
                ),
            ),
            Group("Input", (_card("input", "Input Volume", Level("sound.input"), words="microphone"),)),
            Group("Alert Sounds", (_card("events", "System Sounds", Toggle("sound.events"), words="alert"),)),
        ),
        "audio speakers volume",
    ),
    Page(
        "power",
        "Power",
        "power",
        "",
        (
            Group("Power Mode", (_card("power_mode", "Power Mode", Choice("power.mode", fixed(*_POWER))),)),
            Group(
                "Power Saving Options",
                (
                    _card(
                        "screen_off",
                        "Screen Blank",
                        Choice("power.screen_off", fixed(*_BLANK, ("0", "Never"))),
                        "Turns the screen off after a period of inactivity",
                    ),
                    _card("sleep", "Automatic Suspend", Toggle("power.sleep"), words="sleep"),
                ),
            ),
        ),
        "battery energy",
    ),
    Page(
        "display",
        "Displays",
        "desktop",
        "",
        (
            Group(
                "",
                (
                    _card("resolution", "Resolution", Choice("display.resolution", _resolutions)),
                    _card("scale", "Scale", Choice("display.scale", _scales), words="zoom larger bigger dpi"),
                    _card("brightness", "Brightness", Level("display.brightness")),
                    _card(
                        "night_light", "Night Light", Toggle("night_light"), "Makes the screen colour warmer", "blue"
                    ),
                ),
            ),
        ),
        "screen monitor",
    ),
    Page(
        "privacy",
        "Privacy",
        "lock-closed",
        "",
        (Group("", (_card("location", "Location Services", Toggle("privacy.location")),)),),
    ),
    Page(
        "date_time",
        "Date & Time",
        "clock",
        "",
        (
            Group(
                "",
                (
                    _card("time_zone", "Time Zone", Choice("time.zone", fixed(*[(z.id, z.label) for z in ZONES]))),
                    _card("time_24h", "24-hour Time", Toggle("time.24h"), "18:30 in place of 6:30 PM", "format clock"),
                    _card("weekday", "Week Day in the Top Bar", Toggle("clock.weekday")),
                ),
            ),
        ),
        "clock hour timezone",
    ),
    Page(
        "about",
        "About",
        "info",
        "",
        (
            Group(
                "",
                (
                    _card("about.device", "Device Name", Fact(lambda _: "ubuntu")),
                    _card("about.os", "OS Name", Fact(lambda _: "Ubuntu 22.04.4 LTS"), words="version"),
                    _card("about.type", "OS Type", Fact(lambda _: "64-bit")),
                    _card("about.gnome", "GNOME Version", Fact(lambda _: "42.9")),
                    _card("about.memory", "Memory", Fact(lambda _: "8.0 GiB"), words="ram"),
                    _card("about.disk", "Disk Capacity", Fact(lambda _: "256.1 GB")),
                    _card("about.windows", "Windowing System", Fact(lambda _: "Wayland")),
                ),
            ),
        ),
        "version system device",
    ),
)


def found_pages(query: str) -> list[tuple[str, str, str]]:
    """The pages that a search in the overview finds: key, title and id."""
    found = {c.control.page: c for c in PAGES.found(query) if isinstance(c.control, Go)}
    return [(f"settings.{page}", PAGES.page_of(page).title, page) for page in found]
