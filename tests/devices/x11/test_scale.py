"""Screens of another factor: everything is larger, and still where the tree says."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.a11y import Role
from omnigym.actions import Click, Press, Type
from omnigym.devices.x11.device import X11Device
from omnigym.errors import ConfigError

pytestmark = pytest.mark.x11

SIZE = (1200, 800)


@pytest.fixture(params=[1.0, 1.5, 2.0], scope="module")
def device(request: pytest.FixtureRequest) -> Iterator[X11Device]:
    device = X11Device(size=SIZE, scale=request.param)
    device.scale = request.param  # type: ignore[attr-defined]
    yield device
    device.close()


def click(device: X11Device, role: Role, name: str) -> None:
    node = next((n for n in device.tree() if n.role is role and name in n.name), None)
    assert node is not None, (name, [(n.role, n.name) for n in device.tree()])
    x, y = node.center
    device.act(Click((x / SIZE[0], y / SIZE[1])))


def test_an_editor(device: X11Device) -> None:
    device.reset()
    device.launch("text_editor")
    entry = device.tree().find(Role.MENU_ITEM, "File")
    assert entry is not None
    assert abs(entry.bounds[3] - (25, 32, 40)[[1.0, 1.5, 2.0].index(device.scale)]) <= 2  # type: ignore[attr-defined]
    device.act(Type("a\rb\r\nc"))
    text = device.tree().find(Role.TEXT_AREA)
    assert text is not None
    assert text.value == "a\nb\nc"
    click(device, Role.BUTTON, "Maximize")
    assert device.windows()[0].bounds == (0, 0, *SIZE)
    click(device, Role.MENU_ITEM, "Edit")
    click(device, Role.MENU_ITEM, "Select All")
    device.act(Press("delete"))
    text = device.tree().find(Role.TEXT_AREA)
    assert text is not None
    assert text.value == ""


@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed")
def test_a_browser_counts_in_pixels_of_its_own(device: X11Device) -> None:
    device.reset()
    device.launch("browser")
    click(device, Role.TEXT_FIELD, "Address")
    device.act(Type("hello"))
    address = next(n for n in device.tree() if n.role is Role.TEXT_FIELD and "Address" in n.name)
    assert address.value == "hello"
    assert address.bounds[3] >= 24 * device.scale - 2  # type: ignore[attr-defined]


def test_a_scale_out_of_range_is_refused() -> None:
    with pytest.raises(ConfigError, match="from 1 to 4"):
        X11Device(scale=0.5)
