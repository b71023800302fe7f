"""An image is read strictly: what is missing, damaged or put together wrongly is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from omnigym.devices.vm.image import (
    DESCRIPTION,
    IMAGES_VARIABLE,
    DirectBoot,
    Image,
    find_image,
    image_names,
    read_image,
    write_image,
)
from omnigym.errors import ConfigError, DeviceStartError, MissingDependencyError

IMAGE = Image(
    name="toy",
    platform="linux",
    size=(640, 480),
    recipe="0" * 64,
    memory=16,
    direct_boot=DirectBoot(kernel="vmlinuz", initrd="initrd.img", append="quiet"),
    token="a-token-of-tests",
    serves=("a11y", "user_data"),
    qemu="7.2.22 (Debian 1:7.2+dfsg-7)",
    accelerator="tcg",
    state="ready",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(IMAGES_VARIABLE, str(tmp_path))
    folder = tmp_path / "toy"
    folder.mkdir()
    for name in IMAGE.files:
        (folder / name).touch()
    with (folder / "ready.memory").open("wb") as file:
        file.truncate(16 << 20)
    write_image(IMAGE, folder)
    return folder


def test_an_image_is_found_and_read_as_it_was_written(folder: Path) -> None:
    (folder.parent / "half-built").mkdir()
    assert image_names() == ("toy",)
    assert read_image(find_image("toy")) == IMAGE
    assert IMAGE.token not in repr(IMAGE)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"memory": "16"}, "memory: Input should be a valid integer"),
        ({"disk": "../disk.qcow2"}, "disk: String should match"),
        ({"cpu": "max -monitor stdio"}, "cpu: String should match"),
        ({"token": "short"}, "token: String should match"),
        ({"format": "omnigym-image/2"}, "format: Input should be 'omnigym-image/1'"),
        ({"direct_boot": {"kernel": "vmlinuz", "initrd": "/etc/passwd"}}, r"direct_boot\.initrd: String should match"),
        ({"more": 1}, "more: Extra inputs"),
        ({"qemu": None}, "together or not at all"),
        ({"serves": ["flying"]}, "unknown flying"),
        ({"state": "other"}, r"other\.memory, other\.devices is missing"),
        ({"memory": 32}, r"ready\.memory has 16777216 bytes, expected 33554432"),
    ],
)
def test_a_description_that_does_not_fit_is_refused(folder: Path, changes: dict[str, object], says: str) -> None:
    path = folder / DESCRIPTION
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    with pytest.raises(DeviceStartError, match=says):
        read_image(folder)


@pytest.mark.parametrize(
    ("content", "says"), [(b"{", "not JSON"), (b"[]", "it is no object"), (b"\xff", "UTF-8"), (b" " * 70_000, "bytes")]
)
def test_a_description_that_is_none_is_refused(folder: Path, content: bytes, says: str) -> None:
    (folder / DESCRIPTION).write_bytes(content)
    with pytest.raises(DeviceStartError, match=says):
        read_image(folder)


def test_an_image_that_is_not_here_is_built(folder: Path) -> None:
    with pytest.raises(MissingDependencyError, match=r"there: toy.*omnigym vm build linux"):
        find_image("linux")
    with pytest.raises(ConfigError, match="name of an image"):
        find_image("../toy")
