"""Checks of settings that are paths and lists."""

from __future__ import annotations

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.checks.settings import setting_lists, setting_names_file
from omnigym.evaluation.probe import Probe


@pytest.fixture
def device() -> SimDevice:
    return SimDevice()


@pytest.mark.parametrize(
    "value", ["Pictures/sea.png", "C:/Users/user/pictures/SEA.png", r"C:\Users\user\Pictures\sea.png"]
)
def test_a_path_is_the_file_however_it_is_written(device: SimDevice, value: str) -> None:
    device.write_file("Pictures/sea.png", b"")
    device.set_setting("wallpaper", value)
    assert setting_names_file(Probe(device), "wallpaper", "Pictures/sea.png")
    assert not setting_names_file(Probe(device), "wallpaper", "Pictures/lake.png")


def test_a_name_and_a_file_that_is_gone_do_not_pass(device: SimDevice) -> None:
    verdict = setting_names_file(Probe(device), "wallpaper", "Pictures/sea.png")
    assert not verdict and "'bloom'" in verdict.message
    device.set_setting("wallpaper", "Pictures/sea.png")
    verdict = setting_names_file(Probe(device), "wallpaper", "Pictures/sea.png")
    assert not verdict and "not there" in verdict.message


@pytest.mark.parametrize(
    ("listed", "item", "holds"),
    [
        ("Spotify; Xbox", "Xbox", True),
        ("Spotify; Xbox", "xbox", True),
        ("Spotify;Xbox", "Xbox", True),
        ("Spotify; Xbox Bar", "Xbox", False),
        ("", "Xbox", False),
    ],
)
def test_a_list_holds_whole_entries(device: SimDevice, listed: str, item: str, holds: bool) -> None:
    device.set_setting("apps.installed", listed)
    assert bool(setting_lists(Probe(device), "apps.installed", item)) is holds
