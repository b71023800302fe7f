"""Settings: its pages, as data."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.counts import count_of
from omnigym.sim.common.setting_pages import Card, Choice, Fact, Go, Group, Level, Page, Pages, Toggle, fixed
from omnigym.sim.program import default_key
from omnigym.sim.windows.appearance import scales
from omnigym.sim.windows.clock import ZONES
from omnigym.sim.windows.file_kinds import openers

_Options = tuple[tuple[str, str], ...]


def _scales(settings: Mapping[str, str]) -> _Options:
    allowed = scales(settings.get("display.resolution", ""))
    return tuple([(s, f"{s}% (Recommended)" if s == "100" else f"{s}%") for s in allowed])


def _resolutions(settings: Mapping[str, str]) -> _Options:
    first, *rest = settings.get("display.resolutions", "").split("; ")
    shown = [(r, r.replace("x", " × ")) for r in rest]
    return ((first, first.replace("x", " × ") + " (Recommended)"), *shown)


_MINUTES = tuple([(str(n), count_of(n, "minute")) for n in (2, 5, 10, 15, 30)])
_DELAYS = (("1", "1 minute"), *_MINUTES, ("60", "1 hour"), ("0", "Never"))
_POWER = (("efficiency", "Best power efficiency"), ("balanced", "Balanced"), ("performance", "Best performance"))


def _default(ending: str) -> Card:
    """The app that opens files of an ending."""

    def options(settings: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        return tuple(sorted([(p.app, p.title) for p in openers(f"a.{ending}", settings)], key=lambda option: option[1]))

    key = f"settings.default.{ending}"
    return Card(key, "document", f".{ending}", "Opens with", Choice(default_key(ending), options), "default app")


def _go(page: str, icon: str, title: str, note: str) -> Card:
    return Card(f"settings.go.{page}", icon, title, note, Go(page))


PAGES: tuple[Page, ...] = (
    Page(
        "system",
        "System",
        "settings-system",
        "",
        (
            Group(
                "",
                (
                    _go("display", "desktop", "Display", "Brightness, night light, scale, resolution"),
                    _go("sound", "speaker-2", "Sound", "Volume, mute"),
                    _go("notifications", "alert", "Notifications", "Alerts from apps and system, do not disturb"),
                    _go("power", "power", "Power & battery", "Screen and sleep, power mode, energy saver"),
                    _go("clipboard", "clipboard", "Clipboard", "Cut and copy history"),
                    _go("about", "info", "About", "Device specifications, Windows specifications"),
                ),
            ),
        ),
    ),
    Page(
        "display",
        "Display",
        "",
        "system",
        (
            Group(
                "Brightness & color",
                (
                    Card(
                        "settings.brightness",
                        "brightness-high",
                        "Brightness",
                        "Adjust the brightness of the display",
                        Level("display.brightness"),
                    ),
                    Card(
                        "settings.night_light",
                        "weather-moon",
                        "Night light",
                        "Use warmer colors to help block blue light",
                        Toggle("night_light"),
                    ),
                ),
            ),
            Group(
                "Scale & layout",
                (
                    Card(
                        "settings.scale",
                        "scale-fill",
                        "Scale",
                        "Change the size of text, apps, and other items",
                        Choice("display.scale", _scales),
                        "zoom larger bigger dpi",
                    ),
                    Card(
                        "settings.resolution",
                        "resize-large",
                        "Display resolution",
                        "Adjust the resolution to fit your connected display",
                        Choice("display.resolution", _resolutions),
                    ),
                ),
            ),
        ),
        "screen monitor",
    ),
    Page(
        "clipboard",
        "Clipboard",
        "",
        "system",
        (
            Group(
                "",
                (
                    Card(
                        "settings.clipboard_history",
                        "history",
                        "Clipboard history",
                        "Save multiple items that you copy or cut to the clipboard",
                        Toggle("clipboard.history"),
                        "copy paste",
                    ),
                ),
            ),
        ),
    ),
    Page(
        "sound",
        "Sound",
        "",
        "system",
        (
            Group(
                "Output",
                (
                    Card(
                        "settings.volume",
                        "speaker-2",
                        "Volume",
                        "Speakers (High Definition Audio Device)",
                        Level("sound.volume"),
                        "loud quiet",
                    ),
                    Card(
                        "settings.muted",
                        "speaker-mute",
                        "Mute",
                        "Turn off all sounds of this device",
                        Toggle("sound.muted"),
                    ),
                ),
            ),
        ),
        "audio speakers",
    ),
    Page(
        "notifications",
        "Notifications",
        "",
        "system",
        (
            Group(
                "",
                (
                    Card(
                        "settings.notifications",
                        "alert",
                        "Notifications",
                        "Get notifications from apps and other senders",
                        Toggle("notifications"),
                    ),
                    Card(
                        "settings.do_not_disturb",
                        "alert-snooze",
                        "Do not disturb",
                        "Notifications will be sent directly to the notification center",
                        Toggle("notifications.do_not_disturb"),
                        "quiet focus",
                    ),
                ),
            ),
        ),
    ),
    Page(
        "power",
        "Power & battery",
        "",
        "system",
        (
            Group(
                "Power",
                (
                    Card(
                        "settings.screen_off",
                        "timer",
                        "Turn my screen off after",
                        "When it is not used",
                        Choice("power.screen_off", fixed(*_DELAYS)),
                    ),
                    Card(
                        "settings.sleep",
                        "sleep",
                        "Make my device sleep after",
                        "When it is not used",
                        Choice("power.sleep", fixed(*_DELAYS)),
                    ),
                    Card(
                        "settings.power_mode",
                        "gauge",
                        "Power mode",
                        "Optimize your device for power use or performance",
                        Choice("power.mode", fixed(*_POWER)),
                    ),
                ),
            ),
            Group(
                "Battery",
                (
                    Card(
                        "settings.battery_saver",
                        "leaf-two",
                        "Energy saver",
                        "Extend battery life by reducing energy use",
                        Toggle("battery.saver"),
                        "battery saver",
                    ),
                ),
            ),
        ),
        "energy standby",
    ),
    Page(
        "about",
        "About",
        "",
        "system",
        (
            Group(
                "Device specifications",
                (
                    Card("settings.device_name", "laptop", "Device name", "", Fact(lambda _: "DESKTOP-OMNI")),
                    Card("settings.screen", "desktop", "Screen", "", Fact(lambda s: s.get("display.resolution", ""))),
                    Card("settings.ram", "storage", "Installed RAM", "", Fact(lambda _: "16.0 GB"), "memory"),
                ),
            ),
            Group(
                "Windows specifications",
                (
                    Card("settings.edition", "window", "Edition", "", Fact(lambda _: "Windows 11 Pro")),
                    Card("settings.version", "info", "Version", "", Fact(lambda _: "23H2")),
                ),
            ),
        ),
        "pc computer",
    ),
    Page(
        "bluetooth",
        "Bluetooth & devices",
        "settings-bluetooth",
        "",
        (
            Group(
                "",
                (
                    Card(
                        "settings.bluetooth",
                        "bluetooth",
                        "Bluetooth",
                        'Discoverable as "DESKTOP-OMNI"',
                        Toggle("network.bluetooth"),
                    ),
                ),
            ),
        ),
    ),
    Page(
        "network",
        "Network & internet",
        "settings-network",
        "",
        (
            Group(
                "",
                (
                    Card(
                        "settings.wifi",
                        "wifi",
                        "Wi-Fi",
                        "Connect, manage known networks",
                        Toggle("network.wifi"),
                        "wireless wlan",
                    ),
                    Card(
                        "settings.airplane",
                        "airplane",
                        "Airplane mode",
                        "Stop all wireless communication",
                        Toggle("network.airplane"),
                        "flight",
                    ),
                ),
            ),
        ),
        "internet",
    ),
    Page(
        "personalization",
        "Personalization",
        "settings-personalization",
        "",
        (
            Group(
                "",
                (
                    _go("background", "image", "Background", "Background image"),
                    _go("colors", "color", "Colors", "Light and dark mode, accent color"),
                    _go("taskbar", "panel-bottom", "Taskbar", "Taskbar behaviors"),
                ),
            ),
        ),
        "theme",
    ),
    Page("background", "Background", "", "personalization", (), "wallpaper desktop picture"),
    Page(
        "colors",
        "Colors",
        "",
        "personalization",
        (
            Group(
                "",
                (
                    Card(
                        "settings.mode",
                        "dark-theme",
                        "Choose your mode",
                        "Change the colors of Windows and your apps",
                        Choice("theme", fixed(("light", "Light"), ("dark", "Dark"))),
                        "dark light theme night",
                    ),
                ),
            ),
        ),
        "accent colour",
    ),
    Page(
        "taskbar",
        "Taskbar",
        "",
        "personalization",
        (
            Group(
                "Taskbar behaviors",
                (
                    Card(
                        "settings.alignment",
                        "panel-bottom",
                        "Taskbar alignment",
                        "Where Start and the apps are",
                        Choice("taskbar.alignment", fixed(("left", "Left"), ("center", "Center"))),
                    ),
                ),
            ),
        ),
    ),
    Page(
        "apps",
        "Apps",
        "settings-apps",
        "",
        (
            Group(
                "",
                (
                    _go("installed", "apps-list-detail", "Installed apps", "Uninstall and manage apps on your PC"),
                    _go("defaults", "document", "Default apps", "Defaults for file types"),
                ),
            ),
        ),
    ),
    Page(
        "defaults",
        "Default apps",
        "",
        "apps",
        (Group("Set a default for a file type", tuple([_default(end) for end in ("csv", "eml", "txt")])),),
        "file type open with",
    ),
    Page("installed", "Installed apps", "", "apps", (), "uninstall remove program"),
    Page(
        "accounts",
        "Accounts",
        "settings-accounts",
        "",
        (Group("", (_go("your_info", "contact-card", "Your info", "Profile photo, name"),)),),
    ),
    Page("your_info", "Your info", "", "accounts", (), "user name account picture photo profile"),
    Page(
        "time",
        "Time & language",
        "settings-time",
        "",
        (Group("", (_go("date_time", "clock", "Date & time", "Time zone, 24-hour clock"),)),),
    ),
    Page(
        "date_time",
        "Date & time",
        "",
        "time",
        (
            Group(
                "",
                (
                    Card(
                        "settings.time_zone",
                        "globe",
                        "Time zone",
                        "The clock on the taskbar shows its time",
                        Choice("time.zone", fixed(*[(z.id, z.label) for z in ZONES])),
                        "city",
                    ),
                    Card(
                        "settings.time_24h",
                        "clock",
                        "24-hour clock",
                        "Show 18:30 in place of 6:30 PM",
                        Toggle("time.24h"),
                    ),
                ),
            ),
        ),
        "clock hour",
    ),
)
_ALL = Pages(*PAGES)
#: The pages of the navigation.
TOP = _ALL.top
page_of, way_to, found, chosen = _ALL.page_of, _ALL.way_to, _ALL.found, _ALL.chosen
