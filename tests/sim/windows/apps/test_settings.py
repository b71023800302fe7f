"""Settings, used as a person does."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from omnigym.a11y import Role, State
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.common.setting_pages import Go
from omnigym.sim.windows.apps.settings.pages import PAGES, found, way_to
from omnigym.sim.windows.apps.settings.special import THEMES
from omnigym.sim.windows.packages import PACKAGES

TOGGLES = {
    ("display", "night_light"): "night_light",
    ("sound", "muted"): "sound.muted",
    ("notifications", "notifications"): "notifications",
    ("notifications", "do_not_disturb"): "notifications.do_not_disturb",
    ("power", "battery_saver"): "battery.saver",
    ("bluetooth", "bluetooth"): "network.bluetooth",
    ("network", "wifi"): "network.wifi",
    ("network", "airplane"): "network.airplane",
    ("date_time", "time_24h"): "time.24h",
}


def picture(colour: tuple[int, int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(out, "PNG")
    return out.getvalue()


def choose(hands: Any, key: str, label: str) -> None:
    """An entry of a combo box."""
    hands.click(key)
    option = next(n for n in hands.device.tree() if n.role is Role.MENU_ITEM and n.name == label)
    hands.click(option.key)


def test_pages_are_reached_by_their_cards_and_left_again(hands: Any) -> None:
    hands.open("settings")
    assert hands.node("settings.user").name == "Alex Morgan"
    hands.click("settings.go.display")
    assert hands.see("settings.scale") is not None
    hands.click("settings.nav.personalization", "settings.go.colors")
    hands.click("settings.crumb.personalization")
    assert hands.has("settings.nav.personalization", State.SELECTED)
    hands.click("settings.back", "settings.back")
    hands.press("left", "alt")
    assert hands.see("settings.scale") is not None
    hands.click("settings.back")
    assert hands.see("settings.go.sound") is not None
    assert not hands.has("settings.back", State.ENABLED)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.id)
@pytest.mark.parametrize("size", [(640, 480), (1366, 768)], ids=str)
def test_every_page_can_be_opened_at_every_size(page: Any, size: tuple[int, int]) -> None:
    device = SimDevice(size)
    device.launch("settings", page.id)
    tree = device.tree()
    assert any(n.role is Role.HEADING and n.name == page.title for n in tree)
    x, _, w, _ = next(n.bounds for n in tree if n.key == "window.settings")
    for node in tree:
        if node.key.startswith("settings."):
            assert x <= node.bounds[0] and node.bounds[0] + node.bounds[2] <= x + w, node
    for group in page.groups:
        for card in group.cards:
            assert not isinstance(card.control, Go) or way_to(page)[0] == way_to_id(card.control.page)


def way_to_id(page: str) -> Any:
    return way_to(next(p for p in PAGES if p.id == page))[0]


@pytest.mark.parametrize(("place", "setting"), TOGGLES.items(), ids=str)
def test_switches_change_their_settings(hands: Any, place: tuple[str, str], setting: str) -> None:
    page, key = place
    before = hands.device.setting(setting)
    hands.device.launch("settings", page)
    hands.click(f"settings.{key}")
    assert hands.device.setting(setting) == ("on" if before == "off" else "off")
    assert hands.has(f"settings.{key}", State.CHECKED) is (before == "off")
    hands.click(f"settings.{key}")
    assert hands.device.setting(setting) == before


@pytest.mark.parametrize(
    ("page", "key", "label", "setting", "value"),
    [
        ("display", "scale", "125%", "display.scale", "125"),
        ("display", "resolution", "800 × 600", "display.resolution", "800x600"),
        ("power", "screen_off", "Never", "power.screen_off", "0"),
        ("power", "sleep", "1 hour", "power.sleep", "60"),
        ("power", "power_mode", "Best performance", "power.mode", "performance"),
        ("colors", "mode", "Dark", "theme", "dark"),
        ("taskbar", "alignment", "Left", "taskbar.alignment", "left"),
        ("date_time", "time_zone", "(UTC+09:00) Osaka, Sapporo, Tokyo", "time.zone", "Tokyo Standard Time"),
    ],
)
def test_choices_change_their_settings(hands: Any, page: str, key: str, label: str, setting: str, value: str) -> None:
    hands.device.launch("settings", page)
    choose(hands, f"settings.{key}", label)
    assert hands.device.setting(setting) == value
    assert hands.node(f"settings.{key}").value == label


def test_a_low_resolution_takes_back_a_scale_that_has_no_room(hands: Any) -> None:
    hands.device.launch("settings", "display")
    choose(hands, "settings.scale", "150%")
    choose(hands, "settings.resolution", "640 × 480")
    assert hands.device.setting("display.scale") == "100"
    assert hands.device._desk.layout.scale == 1.6


def test_turning_the_volume_up_unmutes(hands: Any) -> None:
    hands.device.set_setting("sound.muted", "on")
    hands.device.launch("settings", "sound")
    hands.click("settings.volume")
    assert hands.device.setting("sound.volume") == "50"
    assert hands.device.setting("sound.muted") == "off"
    hands.press("right")
    assert hands.device.setting("sound.volume") == "51"


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_sets_mode_background_and_accent(hands: Any, name: str) -> None:
    hands.device.launch("settings", "personalization")
    hands.click(f"settings.theme.{name.casefold()}")
    assert tuple(hands.device.setting(k) for k in ("theme", "wallpaper", "accent")) == THEMES[name]


def test_background_and_accent(hands: Any) -> None:
    hands.device.launch("settings", "background")
    before = hands.device.screenshot()
    hands.click("settings.background.sunrise")
    assert hands.device.setting("wallpaper") == "sunrise"
    assert not np.array_equal(hands.device.screenshot()[-60:-50], before[-60:-50])
    hands.click("settings.crumb.personalization", "settings.go.colors", "settings.accent.rust")
    assert hands.device.setting("accent") == "rust"
    assert hands.has("settings.accent.rust", State.SELECTED)


def test_a_photo_becomes_the_background(hands: Any) -> None:
    hands.device.write_file("Pictures/sea.png", picture((10, 120, 90)))
    hands.device.launch("settings", "background")
    hands.click("settings.browse_photos")
    hands.type("sea.png\n")
    assert hands.device.setting("wallpaper") == "C:/Users/user/Pictures/sea.png"
    assert hands.node("settings.background.own").name == "sea.png"
    hands.press("d", "meta")
    assert (hands.device.screenshot()[600:700, 500:600] == (10, 120, 90)).all()


def test_a_cancelled_dialog_changes_nothing(hands: Any) -> None:
    hands.device.launch("settings", "background")
    hands.click("settings.browse_photos")
    hands.press("escape")
    assert hands.device.setting("wallpaper") == "bloom"


def test_uninstalling_asks(hands: Any) -> None:
    hands.device.launch("settings", "installed")
    hands.click("settings.app_menu.Clipchamp", "settings.uninstall.Clipchamp", "message.cancel")
    assert "Clipchamp" in hands.device.setting("apps.installed")
    hands.click("settings.app_menu.Clipchamp", "settings.uninstall.Clipchamp", "message.uninstall")
    assert "Clipchamp" not in hands.device.setting("apps.installed")
    assert hands.see("settings.app_menu.Clipchamp") is None


def test_installed_apps_are_searched(hands: Any) -> None:
    hands.device.launch("settings", "installed")
    hands.click("settings.app_search")
    hands.type("zo")
    assert hands.node("settings.app_count").name == "2 apps found"  # Zotero, which cannot be uninstalled, the other one
    assert hands.see("settings.app_menu.Zoom Workplace") is not None
    assert set(PACKAGES) >= set(hands.device.setting("apps.installed").split("; "))


def test_name_and_picture_of_the_user(hands: Any) -> None:
    hands.device.write_file("Pictures/me.png", picture((200, 90, 10)))
    hands.device.launch("settings", "your_info")
    assert not hands.has("settings.name_save", State.ENABLED)
    hands.click("settings.name")
    hands.press("a", "ctrl")
    hands.type("Robin Hart")
    hands.click("settings.name_save")
    assert hands.device.setting("account.name") == "Robin Hart"
    assert hands.node("settings.user").name == "Robin Hart"
    hands.press("meta")
    assert hands.node("start.user").name == "Robin Hart account"
    hands.press("escape")
    hands.click("settings.browse_picture")
    hands.type("me.png\n")
    assert hands.device.setting("account.picture") == "C:/Users/user/Pictures/me.png"
    hands.click("settings.remove_picture")
    assert hands.device.setting("account.picture") == ""


def test_an_empty_name_is_not_taken(hands: Any) -> None:
    hands.device.launch("settings", "your_info")
    hands.click("settings.name")
    hands.press("a", "ctrl")
    hands.type(" \n")
    assert hands.device.setting("account.name") == "Alex Morgan"


def test_find_a_setting(hands: Any) -> None:
    hands.open("settings")
    hands.press("f", "ctrl")
    hands.type("dark")
    hands.click("settings.found.mode")
    assert hands.see("settings.mode") is not None
    hands.press("f", "ctrl")
    hands.type("time zone\n")
    assert hands.see("settings.time_zone") is not None
    hands.press("f", "ctrl")
    hands.type("flux capacitor")
    assert hands.see("settings.no_results") is not None
    hands.press("escape")
    assert hands.see("settings.time_zone") is not None


@pytest.mark.parametrize(
    ("query", "first"),
    [("volume", "volume"), ("wallpaper", "background"), ("uninstall", "installed"), ("wlan", "wifi")],
)
def test_settings_are_found_by_what_people_call_them(query: str, first: str) -> None:
    assert f"settings.found.{first}" in [c.key for c in found(query)]


def test_another_start_shows_the_wanted_page_in_the_same_window(hands: Any) -> None:
    hands.open("settings")
    hands.device.launch("settings", "display")
    assert len(hands.device.windows()) == 1 and hands.see("settings.scale") is not None


def test_the_taskbar_clock_follows(hands: Any) -> None:
    for settings, shown in (
        ((), "9:00 AM 3/14/2025"),
        ((("time.24h", "on"),), "09:00 3/14/2025"),
        ((("time.zone", "Pacific Standard Time"), ("time.24h", "off")), "2:00 AM 3/14/2025"),
        ((("time.zone", "AUS Eastern Standard Time"),), "8:00 PM 3/14/2025"),
        ((("time.zone", "nowhere"),), "9:00 AM 3/14/2025"),
    ):
        for key, value in settings:
            hands.device.set_setting(key, value)
        assert shown in hands.node("taskbar.clock").name


def test_the_taskbar_is_aligned(hands: Any) -> None:
    middle = hands.node("taskbar.start").bounds[0]
    hands.device.set_setting("taskbar.alignment", "left")
    assert hands.node("taskbar.start").bounds[0] < 20 < middle
    hands.press("meta")
    assert hands.node("start").bounds[0] == 12
    hands.device.set_setting("display.scale", "125")
    assert hands.node("start").bounds[0] == 15
    hands.device.set_setting("taskbar.alignment", "center")
    assert hands.node("start").bounds[0] > 100
