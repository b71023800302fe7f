"""The icons that the tray hides."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("keys", "app"),
    [
        (("hidden_icons.onedrive",), "file_manager"),
        (("hidden_icons.eject", "hidden_icons.devices"), "settings"),
        (("hidden_icons.bluetooth",), "settings"),
    ],
)
def test_the_arrow_opens_them_and_each_leads_somewhere(hands: Any, keys: tuple[str, ...], app: str) -> None:
    hands.click(key="taskbar.hidden")
    for key in keys:
        hands.click(key=key)
    assert hands.apps() == [(app, True, False)]
    assert hands.node(key="hidden_icons") is None


def test_bluetooth_is_there_while_it_is_on(hands: Any) -> None:
    hands.device.set_setting("network.bluetooth", "off")
    hands.click(key="taskbar.hidden")
    assert hands.node(key="hidden_icons.bluetooth") is None
    hands.click(key="taskbar.hidden")
    assert hands.node(key="hidden_icons") is None
