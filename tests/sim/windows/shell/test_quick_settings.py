"""Quick settings, and what the tray shows of them."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Click


@pytest.fixture
def quick(hands: Any) -> Any:
    hands.click(key="taskbar.system")
    assert hands.node("Quick settings", role=Role.WINDOW) is not None
    return hands


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Wi-Fi", "network.wifi"),
        ("Bluetooth", "network.bluetooth"),
        ("Airplane mode", "network.airplane"),
        ("Battery saver", "battery.saver"),
        ("Night light", "night_light"),
        ("Do not disturb", "notifications.do_not_disturb"),
    ],
)
def test_a_tile_turns_its_setting_on_and_off(quick: Any, label: str, key: str) -> None:
    before = quick.device.setting(key)
    for expected in ({"on": "off", "off": "on"}[before], before):
        quick.click(label)
        assert quick.device.setting(key) == expected
        assert quick.node(label, role=Role.TOGGLE).has(State.CHECKED) == (expected == "on")


def test_volume_by_mouse_and_keys(quick: Any) -> None:
    x, y, w, h = quick.node("Volume", role=Role.SLIDER).bounds
    quick.device.set_setting("sound.muted", "on")
    quick.device.act(Click(((x + w * 0.25) / 1024, (y + h / 2) / 768)))
    volume = int(quick.device.setting("sound.volume"))
    assert 20 <= volume <= 30
    assert quick.device.setting("sound.muted") == "off"
    quick.press("right")
    assert int(quick.device.setting("sound.volume")) == volume + 1
    assert quick.node("Volume", role=Role.SLIDER).value == str(volume + 1)


def test_mute(quick: Any) -> None:
    quick.click("Mute")
    assert quick.device.setting("sound.muted") == "on"
    quick.click("Unmute")
    assert quick.device.setting("sound.muted") == "off"


def test_brightness_takes_what_it_is_given(quick: Any) -> None:
    quick.device.set_setting("display.brightness", "plenty")
    assert quick.node("Brightness", role=Role.SLIDER).value == "50"


def test_the_gear_opens_settings(quick: Any) -> None:
    quick.click("All settings")
    assert quick.apps() == [("settings", True, False)]
    assert quick.node(key="quick_settings") is None


def test_windows_a_opens_and_closes_it(hands: Any) -> None:
    hands.press("a", "meta")
    assert hands.node(key="quick_settings") is not None
    hands.press("a", "meta")
    assert hands.node(key="quick_settings") is None


@pytest.mark.parametrize(("key", "value"), [("network.airplane", "on"), ("sound.volume", "0"), ("battery.saver", "on")])
def test_the_tray_looks_as_it_is_set(hands: Any, key: str, value: str) -> None:
    before = hands.device.screenshot()[720:, 824:900].copy()
    hands.device.set_setting(key, value)
    assert (hands.device.screenshot()[720:, 824:900] != before).any()
