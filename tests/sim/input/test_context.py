"""Context menus, and keys that a focused widget has no use for."""

from __future__ import annotations

import pytest

from omnigym.actions import Click, OpenApp, Press, Type
from omnigym.devices.sim.device import SimDevice


def test_a_key_that_a_button_has_no_use_for_goes_to_the_app() -> None:
    device = SimDevice()
    device.act(OpenApp("calculator"))
    device.act(Type("1+1="))
    device.act(Press("tab"))
    device.act(Type("78"))
    result = device.tree().find(key="calculator.result")
    assert result is not None and result.value == "78"


def test_the_entry_that_was_pressed_has_the_menu_though_choosing_it_moved_the_list() -> None:
    device = SimDevice(size=(640, 480))
    device.act(OpenApp("todo"))
    for key in ("todo.page.tasks", "todo.tasks.t4"):
        node = device.tree().find(key=key)
        assert node is not None
        x, y = node.center
        device.act(Click(((x + 0.5) / 640, (y + 0.5) / 480), "right" if key == "todo.tasks.t4" else "left"))
    item = device.tree().find(key="todo.menu.copy")
    assert item is not None
    device.act(Click(((item.center[0] + 0.5) / 640, (item.center[1] + 0.5) / 480)))
    assert device.clipboard().text == "Renew the passport"


@pytest.mark.parametrize("key", ["menu", "f10"])
def test_the_menu_key_opens_the_menu_of_cells(key: str) -> None:
    device = SimDevice()
    device.act(OpenApp("excel"))
    device.act(Press(key, ("shift",) if key == "f10" else ()))
    assert device.tree().find(key="excel.menu.insert") is not None
