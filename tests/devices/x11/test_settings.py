from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11.device import X11Device
from omnigym.errors import ConfigError, UnknownNameError

pytestmark = pytest.mark.x11


@pytest.fixture(scope="module")
def device() -> Iterator[X11Device]:
    device = X11Device()
    device.reset()
    yield device
    device.close()


def test_what_was_set_is_read_back(device: X11Device) -> None:
    device.reset()
    assert device.setting("theme") == "light"
    device.set_setting("theme", "dark")
    assert device.setting("theme") == "dark"
    device.set_setting("menus.images", "off")
    assert device.setting("menus.images") == "off"
    device.set_setting("wallpaper.style", "3")
    assert device.setting("wallpaper.style") == "3"


def test_a_reset_forgets(device: X11Device) -> None:
    device.set_setting("theme", "dark")
    device.reset()
    assert device.setting("theme") == "light"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("wallpaper.style", "many"),
        ("wallpaper.style", ""),
        ("wallpaper.minutes", "1e3"),
        ("font.dpi", str(1 << 31)),
        ("font.antialiasing", "yes"),
        ("menus.images", "yes"),
    ],
)
def test_a_value_that_cannot_be_is_a_mistake_of_the_task(device: X11Device, key: str, value: str) -> None:
    before = device.setting(key)
    with pytest.raises(ConfigError, match=f"Expected .* '{key}'.* got '{value}'"):
        device.set_setting(key, value)
    assert device.setting(key) == before


def test_an_unknown_setting_names_those_that_there_are(device: X11Device) -> None:
    with pytest.raises(UnknownNameError, match="wallpaper"):
        device.setting("wallpapr")
