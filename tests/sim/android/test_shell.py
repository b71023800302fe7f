"""The phone's shell: pages, drawer, back, home, recent apps, keyboard, shade, lock screen, notifications."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Click, Drag, Press, Wait
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.sim.paint.painter import paint


def test_apps_start_from_home_and_from_the_drawer(phone: Any) -> None:
    phone.tap("launcher.dock.messages")
    assert phone.front == "messages"
    phone.press("home")
    phone.swipe((0.5, 0.6), (0.5, 0.3))
    phone.tap("drawer.contacts")
    assert phone.front == "contacts"
    phone.press("home")
    assert phone.front == "" and phone.find("drawer") is None


def test_the_drawer_is_searched(phone: Any) -> None:
    phone.tap("launcher.search")
    phone.type("clo")
    assert phone.find("drawer.clock") is not None and phone.find("drawer.settings") is None
    phone.press("enter")
    assert phone.front == "clock"


def test_back_leaves_screens_one_by_one_then_the_app_as_it_was(phone: Any) -> None:
    phone.open("settings")
    phone.tap("settings.go.display", "settings.system/screen_off_timeout")
    assert phone.device.tree().find(Role.DIALOG) is not None
    phone.press("back")
    assert phone.device.tree().find(Role.DIALOG) is None
    assert phone.device.setting("system/screen_off_timeout") == "30000"
    phone.tap("nav.back")
    assert phone.find("settings.search") is not None
    phone.press("back")
    assert phone.front == ""


def test_only_what_is_in_front_is_in_the_tree(phone: Any) -> None:
    phone.open("contacts")
    phone.open("phone")
    assert phone.find("window.phone") is not None
    assert phone.find("window.contacts") is None and phone.find("launcher") is None
    phone.swipe((0.5, 0.005), (0.5, 0.5))
    assert phone.find("shade") is not None and phone.find("window.phone") is None and phone.find("nav") is None
    assert np.array_equal(phone.device.screenshot(), phone.device.repaint())


def test_the_keyboard_comes_with_a_field_and_makes_room(phone: Any) -> None:
    phone.open("contacts")
    assert phone.find("keyboard") is None
    before = phone.node("contacts.tabs").bounds
    phone.tap("contacts.search")
    after, keyboard = phone.node("contacts.tabs").bounds, phone.node("keyboard").bounds
    assert after[1] < before[1] and after[1] + after[3] <= keyboard[1]
    phone.press("back")
    assert phone.find("keyboard") is None and phone.node("contacts.tabs").bounds == before
    assert phone.front == "contacts"
    phone.tap("contacts.search")
    assert phone.find("keyboard") is not None


def test_what_is_touched_on_the_keyboard_is_typed(phone: Any) -> None:
    phone.open("contacts")
    phone.tap("contacts.search", "keyboard.shift", "keyboard.B", "keyboard.e", "keyboard.n", "keyboard.x")
    phone.tap("keyboard.delete", "keyboard.signs", "keyboard.1")
    assert phone.node("contacts.search").value == "Ben1"
    assert phone.device.clipboard().text == ""


def test_recent_apps_are_shown_opened_and_thrown_out(phone: Any) -> None:
    for app in ("contacts", "clock", "phone"):
        phone.open(app)
    phone.press("recents")
    shown = [n.name for n in phone.device.tree() if n.key in ("recents.phone", "recents.clock", "recents.contacts")]
    assert shown == ["Phone", "Clock", "Contacts"]
    phone.tap("recents.clock")
    assert phone.front == "clock"
    phone.tap("nav.recents", "recents.close.phone")
    assert {w.app for w in phone.device.windows()} == {"contacts", "clock"}
    phone.tap("recents.clear")
    assert phone.device.windows() == () and phone.front == ""


def test_between_two_cards_lie_the_shadows_of_both(phone: Any) -> None:
    """A strip that is painted alone, as damage is, looks as when all is painted at once."""
    phone.open("files")
    phone.open("contacts")
    phone.press("recents")
    whole = phone.device.repaint()
    lower = max(phone.node(f"recents.{app}").bounds[1] for app in ("files", "contacts"))
    strip = (0, lower - 8, phone.device.size[0], lower)
    frame = np.zeros_like(whole)
    desk = phone.device._desk
    for _, panels in desk.fresh().surfaces:
        paint(frame, strip, panels, desk.layout.theme)
    assert (frame[strip[1] : strip[3]] == whole[strip[1] : strip[3]]).all()


def test_the_shade_is_pulled_down_and_flips_settings(phone: Any) -> None:
    phone.open("clock")
    phone.swipe((0.5, 0.005), (0.5, 0.5))
    phone.tap("shade.global/wifi_on")
    assert phone.device.setting("global/wifi_on") == "0"
    assert not phone.node("shade.global/wifi_on").has(State.CHECKED)
    phone.swipe((0.5, 0.9), (0.5, 0.4))
    assert phone.find("shade") is None and phone.front == "clock"


def test_the_dark_theme_is_really_dark(phone: Any) -> None:
    phone.open("settings")
    light = phone.device.screenshot().mean()
    phone.device.set_setting("secure/ui_night_mode", "2")
    assert phone.device.screenshot().mean() < light / 3


def test_letters_grow_with_their_setting(phone: Any) -> None:
    phone.open("settings")
    phone.tap("settings.go.display", "settings.system/font_scale")
    before = phone.device.screenshot()
    width = _text_width(phone)
    phone.tap("choose.1.3")
    phone.press("back")
    assert _text_width(phone) > width
    phone.device.set_setting("system/font_scale", "1.0")
    phone.tap("settings.go.display", "settings.system/font_scale")
    assert np.array_equal(phone.device.screenshot(), before)


def _text_width(phone: Any) -> int:
    """How wide a text is: that of the clock in the status bar, which is as wide as its letters."""
    width: int = phone.node("status.clock").bounds[2]
    return width


def test_a_timer_notifies_and_a_swipe_is_rid_of_it(phone: Any) -> None:
    phone.open("clock")
    phone.tap("clock.tab.timer", "clock.key.5", "clock.start_timer", "permission.granted")
    phone.press("home")
    phone.device.act(Wait(6.0))
    assert "Time’s up" in phone.node("toast").name
    phone.device.act(Wait(6.0))
    assert phone.find("toast") is None
    phone.swipe((0.5, 0.005), (0.5, 0.5))
    note = phone.node("shade.note.1")
    assert note.name.startswith("Clock: Time’s up")
    (x, y), (w, h) = note.center, phone.device.size
    phone.swipe((x / w, y / h), (0.95, y / h))
    assert phone.find("shade.note.1") is None


@pytest.mark.parametrize(("answer", "quiet", "listed"), [("granted", "1", 1), ("denied", "0", 0), ("denied", "1", 0)])
def test_who_may_not_notify_is_silent(phone: Any, answer: str, quiet: str, listed: int) -> None:
    phone.device.set_setting("global/zen_mode", quiet)
    phone.open("clock")
    phone.tap("clock.tab.timer", "clock.key.5", "clock.start_timer", f"permission.{answer}")
    phone.device.act(Wait(6.0))
    assert phone.find("toast") is None
    phone.tap("clock.key.9", "clock.start_timer")
    assert phone.find("permission.denied") is None, "it asks once"
    phone.swipe((0.5, 0.005), (0.5, 0.5))
    assert len([n for n in phone.device.tree() if n.role is Role.NOTIFICATION]) == listed


def test_the_screen_goes_dark_and_a_swipe_opens_it(phone: Any) -> None:
    phone.open("clock")
    phone.press("power")
    assert not phone.device.screenshot().any()
    phone.open("contacts")
    phone.press("home", "back", "recents")
    phone.device.act(Click((0.5, 0.5)))
    assert phone.find("lock.time") is not None
    phone.swipe((0.5, 0.8), (0.5, 0.3))
    assert phone.find("lock.time") is None and phone.front == "clock"


def test_keys_turn_the_volume_as_far_as_it_goes(phone: Any) -> None:
    for _ in range(30):
        phone.press("volumeup")
    assert phone.device.setting("system/volume_music_speaker") == "25"
    phone.press("volumedown")
    assert phone.device.setting("system/volume_music_speaker") == "24"


def test_the_volume_is_shown_while_it_is_turned_and_a_finger_sets_it(phone: Any) -> None:
    phone.open("clock")
    assert phone.find("volume.level") is None
    phone.press("volumeup")
    assert phone.node("volume.level").value == "9"
    phone.device.act(Wait(2.0))
    phone.press("volumedown")
    phone.device.act(Wait(2.0))
    assert phone.node("volume.level").value == "8"
    phone.tap("volume.level")
    assert phone.device.setting("system/volume_music_speaker") in ("12", "13")
    (x, y), h = phone.at("volume.level"), phone.device.size[1]
    phone.swipe((x, y), (x, y - 300 / h))
    assert phone.device.setting("system/volume_music_speaker") == "25"
    phone.device.act(Wait(3.0))
    assert phone.find("volume.level") is None
    phone.press("volumedown")
    phone.tap("volume.settings")
    assert phone.front == "settings" and phone.find("volume.level") is None


def test_a_finger_scrolls_and_drags_sliders(phone: Any) -> None:
    phone.open("contacts")
    phone.swipe((0.5, 0.7), (0.5, 0.4))
    assert phone.find("contacts.person.1") is None
    phone.swipe((0.5, 0.2), (0.5, 0.8))
    assert phone.find("contacts.person.1") is not None
    phone.open("settings")
    phone.tap("settings.go.display")
    x, y = phone.at("settings.system/screen_brightness")
    phone.device.act(Drag((x, y), (0.99, y)))
    assert phone.device.setting("system/screen_brightness") == "255"


def test_a_long_press_on_an_icon_has_a_menu(phone: Any) -> None:
    phone.hold("launcher.settings")
    phone.tap("launcher.menu.info")
    assert phone.front == "settings"
    phone.tap("settings.app_open")
    assert phone.find("settings.search") is None  # Settings itself: it stays where it is


def test_an_app_that_is_stopped_begins_anew(phone: Any) -> None:
    phone.open("clock")
    phone.tap("clock.tab.timer")
    phone.open("settings")
    phone.tap("settings.go.apps", "settings.app.clock", "settings.app_stop")
    assert {w.app for w in phone.device.windows()} == {"settings"}
    phone.open("clock")
    assert phone.find("clock.alarm.1") is not None


def test_too_small_a_screen_and_an_unknown_platform_are_refused() -> None:
    with pytest.raises(ConfigError, match="320x568"):
        SimDevice((300, 600), platform="android")
    with pytest.raises(UnknownNameError, match="android, linux, windows"):
        SimDevice(platform="symbian")  # type: ignore[arg-type]


@pytest.mark.parametrize(("size", "scale"), [((270, 600), 0.75), ((360, 640), 1.0), ((1080, 2400), 3.0)])
def test_sizes_lay_out_the_same_screen(size: tuple[int, int], scale: float, phone: Any) -> None:
    other = SimDevice(size, platform="android", scale=scale)
    names = [n.name for n in phone.device.tree()]
    assert [n.name for n in other.tree()] == names
    assert other.screenshot().shape == (size[1], size[0], 3)
    for node in other.tree():
        x, y, w, h = node.bounds
        assert x >= 0 and y >= 0 and x + w <= size[0] and y + h <= size[1]


def test_a_snapshot_brings_the_keyboard_back(phone: Any) -> None:
    phone.open("contacts")
    phone.tap("contacts.search")
    kept, shown = phone.device.snapshot(), phone.device.screenshot()
    phone.press("back", "home")
    assert phone.find("keyboard") is None
    phone.device.restore(kept)
    assert np.array_equal(phone.device.screenshot(), shown)
    assert np.array_equal(phone.device.repaint(), shown)


def test_paths_are_androids(phone: Any) -> None:
    phone.device.write_file("/sdcard/Download/a.txt", b"x")
    assert phone.device.read_file("Download/a.txt") == b"x"
    assert phone.device.native_path("Download/a.txt") == "/sdcard/Download/a.txt"
    assert phone.device.native_path("/storage/emulated/0/Music") == "/sdcard/Music"
    assert "/sdcard/Download/a.txt" in [f.path for f in phone.device.list_dir("/sdcard/Download")]
    assert phone.device.stat("/data/data/com.android.providers.telephony/sms.json") is not None


def test_what_no_app_wants_does_nothing(phone: Any) -> None:
    before = phone.device.tree().to_json()
    phone.device.act(Press("f5"))
    phone.type("hello")
    assert phone.device.tree().to_json() == before
