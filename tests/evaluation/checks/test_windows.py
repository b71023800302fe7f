"""Checks of where windows are."""

from __future__ import annotations

import re

import pytest

from omnigym.actions import Press
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.checks.windows import window_on_half
from omnigym.evaluation.probe import Probe

PICTURES = "Pictures"


@pytest.mark.parametrize("size", [(640, 480), (1024, 768), (1367, 768)])
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_snapped_window_is_on_its_half_alone(size: tuple[int, int], side: str) -> None:
    device = SimDevice(size)
    device.launch("file_manager", "C:/Users/user/Pictures")
    device.act(Press(side, ("meta",)))
    other = "right" if side == "left" else "left"
    assert window_on_half(Probe(device), PICTURES, side)
    assert not window_on_half(Probe(device), PICTURES, other)
    assert not window_on_half(Probe(device), "Music", side)


@pytest.mark.parametrize(
    ("arrows", "message"),
    [((), "is at"), (("up",), r"\(0, 0, 1024, 720\)"), (("left", "up"), "is at"), (("down",), "No window shows")],
)
def test_other_places_do_not_pass(arrows: tuple[str, ...], message: str) -> None:
    device = SimDevice()
    device.launch("file_manager", "C:/Users/user/Pictures")
    for arrow in arrows:
        device.act(Press(arrow, ("meta",)))
    verdict = window_on_half(Probe(device), PICTURES, "left")
    assert not verdict
    assert re.search(message, verdict.message)
