"""Settings of the system: switches, sliders, power, time."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps.settings._steps import SETTINGS, choose, go, is_set, on_page, reach
from omnigym.tasks.subtask import UI, Resource, SetSetting, all_of, subtask

__all__: list[str] = []


def _switches(*rows: tuple[str, str, str, str, str, str]) -> tuple[dict[str, str], ...]:
    names = ("state", "feature", "setting", "top", "page", "key")
    return tuple(dict(zip(names, row, strict=True)) for row in rows)


@subtask(
    **SETTINGS,
    id="settings/switch",
    implied=("setting",),
    instruction="Turn {state} {feature} in Settings.",
    parameters=_switches(
        ("on", "night light", "night_light", "system", "display", "night_light"),
        ("on", "do not disturb", "notifications.do_not_disturb", "system", "notifications", "do_not_disturb"),
        ("off", "notifications", "notifications", "system", "notifications", "notifications"),
        ("on", "energy saver", "battery.saver", "system", "power", "battery_saver"),
        ("off", "Bluetooth", "network.bluetooth", "bluetooth", "bluetooth", "bluetooth"),
        ("off", "Wi-Fi", "network.wifi", "network", "network", "wifi"),
        ("on", "airplane mode", "network.airplane", "network", "network", "airplane"),
        ("on", "the 24-hour clock", "time.24h", "time", "date_time", "time_24h"),
    ),
    conditions=(is_set("{setting}", "{state}"),),
    produces=(Resource("setting", "{feature}"),),
    tags=("switch",),
)
def switch(ui: UI, top: str, page: str, key: str, **_: str) -> Iterator[Action]:
    """A click on the switch."""
    yield from go(ui, top, page)
    yield from reach(ui, f"settings.{key}", page)
    yield ui.click(f"settings.{key}")


def _levels(*values: int) -> tuple[dict[str, str], ...]:
    return tuple({"level": str(value)} for value in values)


def _slide(ui: UI, key: str, page: str, level: str) -> Iterator[Action]:
    """The knob put into the middle, and from there by the arrow keys."""
    yield from go(ui, "system", page)
    yield from reach(ui, key, page)
    yield ui.click(key)
    node = ui.find(key)
    away = int(level) - int(node.value) if node is not None else 0
    if away:
        yield ui.press("right" if away > 0 else "left", count=abs(away))


@subtask(
    **SETTINGS,
    id="settings/volume",
    instruction="Set the sound volume of the computer to exactly {level}.",
    parameters=_levels(20, 35, 50, 80, 100, 12, 90, 5),
    conditions=(is_set("sound.volume", "{level}"),),
    produces=(Resource("setting", "the volume"),),
    milestones=(on_page("Sound"),),
    tags=("slider",),
)
def volume(ui: UI, level: str) -> Iterator[Action]:
    """The slider."""
    yield from _slide(ui, "settings.volume", "sound", level)


@subtask(
    **SETTINGS,
    id="settings/brightness",
    instruction="Adjust the brightness of the display to {level} in Settings.",
    parameters=_levels(30, 45, 60, 100, 15, 85),
    conditions=(is_set("display.brightness", "{level}"),),
    produces=(Resource("setting", "the brightness"),),
    milestones=(on_page("Display"),),
    tags=("slider",),
)
def brightness(ui: UI, level: str) -> Iterator[Action]:
    """The slider."""
    yield from _slide(ui, "settings.brightness", "display", level)


@subtask(
    **SETTINGS,
    id="settings/unmute",
    instruction="Unmute the sound and set the volume to {level}.",
    parameters=_levels(25, 40, 55, 70, 8, 95),
    conditions=(all_of(is_set("sound.muted", "off"), is_set("sound.volume", "{level}")),),
    setup=(SetSetting("sound.muted", "on"),),
    produces=(Resource("setting", "the volume"),),
    milestones=(on_page("Sound"),),
    covers=("settings/volume",),
    tags=("slider", "switch"),
)
def unmute(ui: UI, level: str) -> Iterator[Action]:
    """Mute goes off as soon as the slider moves; should it be on still, it is switched off."""
    yield from _slide(ui, "settings.volume", "sound", level)
    muted = ui.find("settings.muted")
    if muted is not None and muted.value == "On":
        yield ui.click(muted)


def _delays(*rows: tuple[str, str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"delay": delay, "value": value, "mode": mode} for delay, value, mode in rows)


@subtask(
    **SETTINGS,
    id="settings/screen-off",
    implied=("value",),
    instruction="Make Windows turn the screen off after {delay}.",
    parameters=_delays(
        ("1 minute", "1", ""),
        ("2 minutes", "2", ""),
        ("5 minutes", "5", ""),
        ("15 minutes", "15", ""),
        ("30 minutes", "30", ""),
        ("1 hour", "60", ""),
    ),
    conditions=(is_set("power.screen_off", "{value}"),),
    produces=(Resource("setting", "the screen's timeout"),),
    milestones=(on_page("Power & battery"),),
    tags=("power",),
)
def screen_off(ui: UI, delay: str, **_: str) -> Iterator[Action]:
    """The combo box."""
    yield from go(ui, "system", "power")
    yield from choose(ui, "settings.screen_off", "power", delay)


_MODES = {"efficiency": "Best power efficiency", "performance": "Best performance"}


@subtask(
    **SETTINGS,
    id="settings/power-mode",
    implied=("value",),
    instruction="Choose the power mode for the best {mode} and let the computer sleep after {delay}.",
    parameters=_delays(
        ("15 minutes", "15", "performance"),
        ("5 minutes", "5", "efficiency"),
        ("1 hour", "60", "performance"),
        ("2 minutes", "2", "efficiency"),
        ("10 minutes", "10", "performance"),
        ("1 minute", "1", "efficiency"),
    ),
    conditions=(all_of(is_set("power.mode", "{mode}"), is_set("power.sleep", "{value}")),),
    produces=(Resource("setting", "the power mode"),),
    milestones=(on_page("Power & battery"), is_set("power.mode", "{mode}")),
    tags=("power",),
)
def power_mode(ui: UI, mode: str, delay: str, **_: str) -> Iterator[Action]:
    """Two combo boxes."""
    yield from go(ui, "system", "power")
    yield from choose(ui, "settings.power_mode", "power", _MODES[mode])
    yield from choose(ui, "settings.sleep", "power", delay)


def _zones(*rows: tuple[str, str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"city": city, "zone": zone, "label": label} for city, zone, label in rows)


@subtask(
    **SETTINGS,
    id="settings/time-zone",
    implied=("zone",),
    instruction="Change the time zone of the computer to the one of {city}.",
    parameters=_zones(
        ("Tokyo", "Tokyo Standard Time", "(UTC+09:00) Osaka, Sapporo, Tokyo"),
        ("Berlin", "W. Europe Standard Time", "(UTC+01:00) Amsterdam, Berlin, Rome, Vienna"),
        ("Los Angeles", "Pacific Standard Time", "(UTC-08:00) Pacific Time (US & Canada)"),
        ("New York", "Eastern Standard Time", "(UTC-05:00) Eastern Time (US & Canada)"),
        ("Sydney", "AUS Eastern Standard Time", "(UTC+10:00) Canberra, Melbourne, Sydney"),
        ("Nairobi", "E. Africa Standard Time", "(UTC+03:00) Nairobi"),
        ("Mumbai", "India Standard Time", "(UTC+05:30) Chennai, Kolkata, Mumbai"),
        ("London", "GMT Standard Time", "(UTC+00:00) Dublin, Edinburgh, Lisbon, London"),
    ),
    conditions=(is_set("time.zone", "{zone}"),),
    produces=(Resource("setting", "the time zone"),),
    milestones=(on_page("Date & time"),),
    tags=("time",),
)
def time_zone(ui: UI, label: str, **_: str) -> Iterator[Action]:
    """The combo box."""
    yield from go(ui, "time", "date_time")
    yield from choose(ui, "settings.time_zone", "date_time", label)
