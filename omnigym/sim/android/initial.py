"""What is on the simulated phone when an episode starts: files and settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from omnigym.sim.android.catalogue import CATALOGUE
from omnigym.sim.android.material_styles import MATERIAL, NIGHT, material_sheet
from omnigym.sim.settings import ICONS, ORDERS, Settings
from omnigym.sim.state import EPOCH_MS
from omnigym.sim.style.theme import Theme, make_theme
from omnigym.sim.vfs import HOME, Vfs

#: The settings at the start, by the names that Android gives them: namespace and key.
_SETTINGS = {
    "global/airplane_mode_on": "0",
    "global/auto_time": "1",
    "global/bluetooth_on": "1",
    "global/device_name": "Pixel 8",
    "global/low_power": "0",
    "global/mobile_data": "1",
    "global/time_zone": "UTC",
    "global/wifi_on": "1",
    "global/zen_mode": "0",
    "secure/adaptive_brightness": "0",
    "secure/flashlight_enabled": "0",
    "secure/location_mode": "3",
    "secure/night_display_activated": "0",
    "secure/ui_night_mode": "1",
    "system/accelerometer_rotation": "0",
    "system/font_scale": "1.0",
    "system/screen_brightness": "128",
    "system/screen_off_timeout": "30000",
    "system/time_12_24": "12",
    "system/vibrate_on": "1",
    "system/volume_alarm_speaker": "11",
    "system/volume_music_speaker": "8",
    "system/volume_ring_speaker": "10",
    "wallpaper": "glow",
}
#: The sizes of letters that Settings offers.
FONT_SIZES = ("0.85", "1.0", "1.15", "1.3")
#: Wallpapers on which the white letters of the home screen can be read.
_DARK = ("glow", "bloom dark", "aubergine", "aubergine dark", "lagoon", "slate")
_FOLDERS = ("Alarms", "Documents", "Download", "DCIM/Camera", "Movies", "Music", "Pictures")
_HOUR, _DAY = 3_600_000, 86_400_000
#: Path below the user's directory, what it says, hours ago.
_TEXTS = (
    ("Download/Boarding pass.txt", "TAP 512  Lakeside to Lisbon\nSeat 14C, gate B17\nBoarding 14:20\n", 30),
    ("Download/Pasta recipe.txt", "400 g spaghetti\n3 eggs\n150 g pancetta\n80 g pecorino\nBlack pepper\n", 72),
    ("Documents/Packing list.txt", "Passport\nCharger\nRain jacket\nHiking boots\nSun cream\n", 40),
    ("Documents/Flat inventory.csv", "room,thing,count\nkitchen,chair,4\nkitchen,lamp,1\nbedroom,shelf,2\n", 160),
)


def phone_settings(size: tuple[int, int], scale: float) -> Settings:
    """The settings at the start of every episode."""
    return Settings({**_SETTINGS, "display.size": f"{size[0]}x{size[1]}", "display.density": f"{round(160 * scale)}"})


def phone_scale(_settings: Mapping[str, str], _size: tuple[int, int], usual: float) -> float:
    """Pixels per logical pixel: as the phone was made."""
    return usual


def phone_theme(settings: Mapping[str, str], scale: float) -> Theme:
    """The looks of the settings "secure/ui_night_mode", where "2" is dark, and "system/font_scale"."""
    size = settings.get("system/font_scale", "")
    sheet = material_sheet(float(size) if size in FONT_SIZES else 1.0)
    return make_theme(scale, NIGHT if settings.get("secure/ui_night_mode") == "2" else MATERIAL, sheet)


def variation(_size: tuple[int, int], _scale: float) -> Mapping[str, Sequence[str]]:
    """What differs between layouts: see `omnigym.sim.platform.SimPlatform`."""
    return {
        "secure/ui_night_mode": ("1", "2"),
        "system/font_scale": FONT_SIZES[:3],
        "wallpaper": _DARK,
        ICONS: ORDERS,
    }


@lru_cache(maxsize=1)
def phone_files() -> Vfs:
    """The files at the start of every episode."""
    vfs = Vfs()
    for folder in _FOLDERS:
        vfs = vfs.make_dir(f"{HOME}/{folder}", EPOCH_MS - 30 * _DAY)
    for path, text, hours in _TEXTS:
        vfs = vfs.write(f"{HOME}/{path}", text.encode(), EPOCH_MS - hours * _HOUR)
    return CATALOGUE.with_initial(vfs, EPOCH_MS)
