"""QEMU's command line for an image."""

from __future__ import annotations

from pathlib import Path

import pytest

from omnigym.devices.vm.command import Ends, command_line
from omnigym.devices.vm.image import DirectBoot, Image

_ENDS = Ends(3, None, Path("memory"), True, "tcg", False, True, False, None)
_KERNEL = DirectBoot(kernel="vmlinuz", initrd="initrd.img", append="quiet")


@pytest.mark.parametrize(
    ("platform", "kernel", "disk", "clock"),
    [
        ("linux", _KERNEL, "virtio-blk-pci", "base=utc"),
        ("windows", None, "ide-hd", "base=localtime"),
        ("windows", _KERNEL, "virtio-blk-pci", "base=utc"),
    ],
    ids=["linux", "windows", "wine"],
)
def test_the_hardware_is_that_of_the_system_which_drives_it(
    platform: str, kernel: DirectBoot | None, disk: str, clock: str
) -> None:
    image = Image.model_validate(
        {"name": "a", "platform": platform, "size": (320, 240), "recipe": "0" * 64, "memory": 16, "token": "a-token-x"}
    ).model_copy(update={"direct_boot": kernel})
    command = command_line(image, Path("/images/a"), _ENDS, ())
    assert f"{disk},drive=disk,bootindex=1" in command
    assert f"{clock},clock=host" in command
