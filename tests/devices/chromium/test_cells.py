"""The matrix of small pages: each visible control is in the tree, and a click on it hits it, without a device error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from omnigym.a11y import State
from omnigym.actions import Click, MouseDown, MouseUp, Move, Press, Type
from omnigym.devices.chromium.device import ChromiumDevice
from tests.devices.chromium.cells import CONTROLS, ORIGIN, OTHER, PLACES, address, write_cells

pytestmark = pytest.mark.chromium

NAMES = {
    "button": "Press",
    "link": "Read the whole story",
    "list": "City",
    "checkbox": "Agree",
    "field": "Name",
    "date": "Day",
    "colour": "Paint",
    "draggable": "Parcel",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cells")
    write_cells(folder)
    return folder


@pytest.fixture(scope="module")
def shared(folder: Path) -> Iterator[ChromiumDevice]:
    device = ChromiumDevice()
    device.serve(ORIGIN, folder)
    device.serve(OTHER, folder)
    yield device
    device.close()


def place_of(device: ChromiumDevice, name: str) -> tuple[float, float]:
    nodes = [n for n in device.tree().find_all(name=name, states=State.ENABLED) if n.bounds[2] and n.bounds[3]]
    assert len(nodes) == 1, (name, [(n.role.name, n.text) for n in device.tree()][9:])
    x, y = nodes[0].center
    return x / device.size[0], y / device.size[1]


def use(device: ChromiumDevice, control: str) -> str:
    """Use a control as a person does; what it says then."""
    at = place_of(device, NAMES[control])
    if control == "draggable":
        device.act(MouseDown(at))
        device.act(Move(place_of(device, "Shelf")))
        device.screenshot()
        device.act(MouseUp(place_of(device, "Shelf")))
        return "drop true carried"
    device.act(Click(at))
    device.screenshot()
    if control == "list":
        device.act(Click(place_of(device, "Oslo")))
        return "change true Oslo"
    if control == "field":
        device.act(Type("abc"))
        return "input true abc"
    if control == "date":
        device.act(Press("down", ("alt",)))
        device.act(Press("f4"))
    return {"button": "click true", "link": "click true", "checkbox": "change true on", "date": "click true"}.get(
        control, "click true"
    )


def check(device: ChromiumDevice, control: str, place: str) -> None:
    """Use the control of a cell, and look whether it has noticed."""
    device.reset(0)
    device.navigate(address(place, control))
    wanted = use(device, control)
    said = device.evaluate("said")
    assert isinstance(said, list)
    assert any(str(what).startswith(wanted) for what in said), said
    device.screenshot()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("control", CONTROLS)
def test_a_control_is_seen_and_hit(shared: ChromiumDevice, control: str, place: str) -> None:
    check(shared, control, place)


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_on_a_screen_of_another_factor(folder: Path, scale: float) -> None:
    device = ChromiumDevice(size=(round(1024 * scale), round(768 * scale)), scale=scale)
    try:
        device.serve(ORIGIN, folder)
        device.serve(OTHER, folder)
        for place in ("plain", "closed", "dialog", "sticky", "inline", "other frame", "scaled frame"):
            for control in CONTROLS:
                check(device, control, place)
    finally:
        device.close()
