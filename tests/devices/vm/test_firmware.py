"""Firmware is found by its description, and variables are read as OVMF writes them."""

import json
import shutil
import struct
from pathlib import Path

import pytest

from omnigym.devices.vm.command import QEMU
from omnigym.devices.vm.firmware import (
    SECURE_BOOT_KEYS,
    check_variables,
    find_firmware,
    make_variables,
    variable_names,
)
from omnigym.devices.vm.hypervisor import Hypervisor
from omnigym.devices.vm.image import Firmware, Image
from omnigym.errors import DeviceStartError, MissingDependencyError, UnreadableError

needs_qemu_img = pytest.mark.skipif(shutil.which("qemu-img") is None, reason="qemu-img is not installed")

VOLUME = bytes.fromhex("8d2bf1ff96768b4ca9852747075b4f50")
STORE = bytes.fromhex("782cf3aa7b949a43a1802e144ec37792")


def volume(*variables: tuple[str, int], size: int = 4096) -> bytes:
    """A volume with variables and their states, built from the specification."""
    store = bytearray(STORE + struct.pack("<IBBHI", size - 72, 0x5A, 0xFE, 0, 0))
    for name, state in variables:
        text, data = (name + "\0").encode("utf-16-le"), b"data!"
        store += struct.pack("<HBBIQ16sIII16s", 0x55AA, state, 0, 7, 0, bytes(16), 0, len(text), len(data), bytes(16))
        store += text + data
        store += b"\xff" * (-len(store) % 4)
    head = bytearray(struct.pack("<16s16sQ4sIHHHBB", bytes(16), VOLUME, size, b"_FVH", 0, 72, 0, 0, 0, 2) + bytes(16))
    struct.pack_into("<H", head, 50, -sum(struct.unpack("<36H", head)) & 0xFFFF)
    return bytes(head + store).ljust(size, b"\xff")


def test_the_names_of_variables_are_read_and_deleted_ones_left_out():
    content = volume(("PK", 0x3F), ("old", 0x3C), ("Größe", 0x3F))
    assert list(variable_names(content)) == ["PK", "Größe"]


@pytest.mark.parametrize(
    ("place", "byte", "said"),
    [
        (16, 0, "no header"),
        (40, 0, "no header"),
        (50, 0, "checksum"),
        (72, 0, "store of variables"),
        (92, 0, "store of variables"),
        (100, 0, "a variable of the firmware"),
        (100 + 39, 0x7F, "a variable of the firmware"),
    ],
)
def test_damage_anywhere_is_said(place, byte, said):
    content = bytearray(volume(("PK", 0x3F)))
    content[place] = byte
    with pytest.raises(UnreadableError, match=said):
        list(variable_names(bytes(content)))


def test_a_volume_that_is_cut_off_is_no_volume():
    for end in (0, 10, 71, 2000):
        with pytest.raises(UnreadableError):
            list(variable_names(volume(("PK", 0x3F))[:end]))


@needs_qemu_img
def test_variables_without_keys_or_no_qcow2_are_refused(tmp_path):
    out = tmp_path / "variables.qcow2"
    template = tmp_path / "template"
    template.write_bytes(volume(*((name, 0x3F) for name in SECURE_BOOT_KEYS)))
    make_variables(template, out)
    check_variables(out)
    template.write_bytes(volume(("KEK", 0x3F), ("db", 0x3F)))
    make_variables(template, out)
    with pytest.raises(UnreadableError, match="lack PK"):
        check_variables(out)
    out.write_bytes(out.read_bytes()[:100])
    with pytest.raises(UnreadableError, match="no sound qcow2"):
        check_variables(out)


@needs_qemu_img
@pytest.mark.skipif(shutil.which(QEMU) is None, reason="QEMU is not installed")
def test_a_machine_without_secure_boots_keys_is_not_started(tmp_path):
    (tmp_path / "template").write_bytes(volume(("db", 0x3F)))
    make_variables(tmp_path / "template", tmp_path / "variables.qcow2")
    files = Firmware(code="code.fd", variables="variables.qcow2")
    image = Image(
        name="w", platform="windows", size=(640, 480), recipe="0" * 64, memory=64, token="12345678", firmware=files
    )
    with pytest.raises(DeviceStartError, match=r"lack KEK, PK\. Build the image again"):
        Hypervisor(image, tmp_path).start()


def described(folder: Path, name: str, **changes: object) -> None:
    (folder / "code.fd").touch()
    (folder / "vars.fd").touch()
    description = {
        "mapping": {
            "device": "flash",
            "executable": {"filename": str(folder / "code.fd"), "format": "raw"},
            "nvram-template": {"filename": str(folder / "vars.fd"), "format": "raw"},
        },
        "targets": [{"architecture": "x86_64", "machines": ["pc-q35-*"]}],
        "features": ["enrolled-keys", "secure-boot"],
    }
    (folder / name).write_text(json.dumps(description | changes))


def test_firmware_with_enrolled_keys_is_taken_and_others_passed_over(tmp_path):
    described(tmp_path, "10-plain.json", features=["secure-boot"])
    described(tmp_path, "20-arm.json", targets=[{"architecture": "aarch64", "machines": ["virt-*"]}])
    described(tmp_path, "25-memory.json", mapping={"device": "memory", "filename": "x"})
    (tmp_path / "30-broken.json").write_text("{")
    (tmp_path / "31-list.json").write_text("[]")
    with pytest.raises(MissingDependencyError, match="ovmf"):
        find_firmware([tmp_path, tmp_path / "nothing"])
    described(tmp_path, "40-keys.json")
    assert find_firmware([tmp_path]).code == tmp_path / "code.fd"


def test_the_firmware_of_this_machine_has_keys(tmp_path):
    try:
        found = find_firmware()
    except MissingDependencyError as e:
        pytest.skip(str(e))
    assert set(variable_names(found.variables.read_bytes())) >= SECURE_BOOT_KEYS
