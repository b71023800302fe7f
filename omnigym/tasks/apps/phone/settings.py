"""Settings of the phone: switches, levels, choices, and the quick settings of the shade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action, Drag
from omnigym.tasks.apps._milestones import written
from omnigym.tasks.apps.phone._milestones import asked, filled, listed
from omnigym.tasks.apps.phone._steps import PHONE, choose, fill_in, set_switch, settings_page
from omnigym.tasks.subtask import UI, Condition, Resource, all_of, subtask

__all__: list[str] = []

_SETTINGS: Mapping[str, object] = {**PHONE, "app": "settings"}


def _is_set(key: str, value: str) -> Condition:
    return Condition("setting_equals", {"key": key, "value": value})


def _table(names: str, *rows: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    return tuple([dict(zip(names.split(), row, strict=True)) for row in rows])


@subtask(
    **_SETTINGS,
    id="phone-settings/switch",
    implied=(
        "setting",
        "value",
    ),
    instruction="Turn {state} {feature} in the phone's settings.",
    parameters=_table(
        "state feature setting value page",
        ("off", "Wi-Fi", "global/wifi_on", "0", "network"),
        ("off", "mobile data", "global/mobile_data", "0", "network"),
        ("off", "Bluetooth", "global/bluetooth_on", "0", "connected"),
        ("on", "Battery Saver", "global/low_power", "1", "battery"),
        ("on", "the dark theme", "secure/ui_night_mode", "2", "display"),
        ("on", "Night Light", "secure/night_display_activated", "1", "display"),
        ("on", "auto-rotation of the screen", "system/accelerometer_rotation", "1", "display"),
        ("off", "vibration", "system/vibrate_on", "0", "sound"),
        ("off", "location", "secure/location_mode", "0", "location"),
        ("on", "the 24-hour clock", "system/time_12_24", "24", "date"),
    ),
    conditions=(_is_set("{setting}", "{value}"),),
    produces=(Resource("setting", "{feature}"),),
    tags=("switch",),
)
def switch(ui: UI, state: str, setting: str, page: str, **_: str) -> Iterator[Action]:
    """The switch on its page."""
    yield from settings_page(ui, page)
    yield from set_switch(ui, f"settings.{setting}.switch", state == "on")


@subtask(
    **_SETTINGS,
    id="phone-settings/quick-tile",
    implied=(
        "setting",
        "value",
    ),
    instruction="Pull down the notification shade and turn {state} {feature} there.",
    parameters=_table(
        "state feature setting value",
        ("on", "the flashlight", "secure/flashlight_enabled", "1"),
        ("on", "Do Not Disturb", "global/zen_mode", "1"),
        ("on", "airplane mode", "global/airplane_mode_on", "1"),
        ("off", "Bluetooth", "global/bluetooth_on", "0"),
        ("off", "the internet connection", "global/wifi_on", "0"),
        ("on", "auto-rotate", "system/accelerometer_rotation", "1"),
    ),
    conditions=(_is_set("{setting}", "{value}"),),
    produces=(Resource("setting", "{feature}"),),
    tags=("switch", "shade"),
)
def quick_tile(ui: UI, setting: str, state: str, **_: str) -> Iterator[Action]:
    """A swipe down from the top, then the tile."""
    yield ui.press("home")
    yield Drag((0.5, 0.005), (0.5, 0.5))
    yield from set_switch(ui, f"shade.{setting}", state == "on")
    yield ui.press("back")


@subtask(
    **_SETTINGS,
    id="phone-settings/brightness",
    implied=(
        "high",
        "low",
    ),
    instruction="Drag the phone's brightness to about {percent} percent.",
    parameters=tuple(
        {"percent": p, "low": round(2.55 * p) - 13, "high": round(2.55 * p) + 13} for p in (10, 25, 35, 75, 85, 95)
    ),
    conditions=(Condition("setting_between", {"key": "system/screen_brightness", "low": "{low}", "high": "{high}"}),),
    produces=(Resource("setting", "the brightness"),),
    milestones=(Condition("control_exists", {"name": "Brightness level", "role": "slider"}),),
    tags=("slider",),
)
def brightness(ui: UI, percent: int, **_: int) -> Iterator[Action]:
    """A touch on the slider, as far along as wanted."""
    yield from settings_page(ui, "display")
    yield from _slide(ui, "settings.system/screen_brightness", percent / 100)


def _slide(ui: UI, key: str, share: float) -> Iterator[Action]:
    node = ui.find(key)
    x, y = ui.point(key if node is None else node)
    width = node.bounds[2] / ui.size[0] if node is not None else 0.0
    yield Drag((x, y), (x + (share - 0.5) * width * 0.94, y))


@subtask(
    **_SETTINGS,
    id="phone-settings/volume",
    implied=(
        "setting",
        "value",
    ),
    instruction="Set the {stream} volume of the phone to {amount}.",
    parameters=_table(
        "stream amount setting value",
        ("media", "the maximum", "system/volume_music_speaker", "25"),
        ("ring", "the maximum", "system/volume_ring_speaker", "16"),
        ("alarm", "the maximum", "system/volume_alarm_speaker", "16"),
        ("media", "zero", "system/volume_music_speaker", "0"),
        ("ring", "zero", "system/volume_ring_speaker", "0"),
        ("alarm", "zero", "system/volume_alarm_speaker", "0"),
    ),
    conditions=(_is_set("{setting}", "{value}"),),
    produces=(Resource("setting", "the {stream} volume"),),
    milestones=(written("{stream} volume"),),
    tags=("slider",),
)
def volume(ui: UI, setting: str, value: str, **_: str) -> Iterator[Action]:
    """The slider dragged to one of its ends."""
    yield from settings_page(ui, "sound")
    yield from _slide(ui, f"settings.{setting}", 1.0 if value != "0" else 0.0)


@subtask(
    **_SETTINGS,
    id="phone-settings/screen-timeout",
    implied=("value",),
    instruction="Let the phone's screen stay on for {label} before it turns off.",
    parameters=_table(
        "label value",
        ("15 seconds", "15000"),
        ("1 minute", "60000"),
        ("2 minutes", "120000"),
        ("5 minutes", "300000"),
        ("10 minutes", "600000"),
        ("30 minutes", "1800000"),
    ),
    conditions=(_is_set("system/screen_off_timeout", "{value}"),),
    produces=(Resource("setting", "the screen timeout"),),
    milestones=(listed("Screen timeout"), asked("Screen timeout")),
    tags=("choice",),
)
def screen_timeout(ui: UI, value: str, **_: str) -> Iterator[Action]:
    """The dialog with the times."""
    yield from settings_page(ui, "display")
    yield from choose(ui, "settings.system/screen_off_timeout", value)


@subtask(
    **_SETTINGS,
    id="phone-settings/time-zone",
    implied=("zone",),
    instruction="Change the phone's time zone to {city}.",
    parameters=_table(
        "city zone",
        ("Tokyo", "Asia/Tokyo"),
        ("Berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("Sydney", "Australia/Sydney"),
        ("Nairobi", "Africa/Nairobi"),
        ("Los Angeles", "America/Los_Angeles"),
        ("Shanghai", "Asia/Shanghai"),
    ),
    conditions=(_is_set("global/time_zone", "{zone}"),),
    produces=(Resource("setting", "the time zone"),),
    milestones=(listed("Time zone"), asked("Time zone")),
    tags=("choice", "time"),
)
def time_zone(ui: UI, zone: str, **_: str) -> Iterator[Action]:
    """The dialog with the zones."""
    yield from settings_page(ui, "date")
    yield from choose(ui, "settings.global/time_zone", zone)


@subtask(
    **_SETTINGS,
    id="phone-settings/rename-phone",
    instruction="Change the name of the phone to '{name}'.",
    parameters=tuple({"name": n} for n in ("Field phone", "Kitchen", "Alex on the road", "Blue 7", "Studio", "Nomad")),
    draws={"name": "title"},
    conditions=(_is_set("global/device_name", "{name}"),),
    produces=(Resource("setting", "the phone's name"),),
    milestones=(listed("Device name"), asked("Device name"), filled("Device name", "{name}")),
    tags=("text",),
)
def rename_phone(ui: UI, name: str) -> Iterator[Action]:
    """The dialog on the page about the phone."""
    yield from settings_page(ui, "about")
    yield ui.click("settings.global/device_name")
    yield from fill_in(ui, "prompt.text", name)
    yield ui.press("enter")


@subtask(
    **_SETTINGS,
    id="phone-settings/easy-reading",
    implied=(
        "setting",
        "size",
        "value",
    ),
    instruction="Make the text on the phone {label} and turn on {feature}.",
    parameters=tuple(
        {"label": label, "size": size, "feature": feature, "setting": setting, "value": value}
        for label, size in (("small", "0.85"), ("large", "1.15"), ("as large as it gets", "1.3"))
        for feature, setting, value in (
            ("the dark theme", "secure/ui_night_mode", "2"),
            ("Night Light", "secure/night_display_activated", "1"),
        )
    ),
    conditions=(all_of(_is_set("system/font_scale", "{size}"), _is_set("{setting}", "{value}")),),
    milestones=(_is_set("system/font_scale", "{size}"),),
    produces=(Resource("setting", "the font size"), Resource("setting", "{feature}")),
    covers=("phone-settings/switch",),
    tags=("choice", "switch"),
)
def easy_reading(ui: UI, size: str, setting: str, **_: str) -> Iterator[Action]:
    """A choice and a switch on one page."""
    yield from settings_page(ui, "display")
    yield from choose(ui, "settings.system/font_scale", size)
    yield from set_switch(ui, f"settings.{setting}.switch", True)
