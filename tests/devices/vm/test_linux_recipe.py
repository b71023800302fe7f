"""The recipe of the Linux image: its data, its key, and the archive that a kernel unpacks."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from omnigym.devices.vm.recipes import container, linux


def test_every_file_has_a_place_and_every_place_a_file() -> None:
    data = linux.read_recipe()
    folder = Path(linux.__file__).with_name("linux_files")
    assert {p.name for p in folder.iterdir()} == {*data["files"], "recipe.toml"}
    assert all(path.startswith("/") for path in [*data["files"].values(), *data["without"]])
    assert all(re.fullmatch(r"[a-zA-Z0-9-]+==[0-9.]+", wheel) for wheel in data["wheels"])


def test_the_scripts_are_shell() -> None:
    folder = Path(linux.__file__).with_name("linux_files")
    for script in sorted(folder.parent.glob("*_files/*.sh")):
        subprocess.run(["sh", "-n", script], check=True)


def test_the_key_is_of_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linux, "qemu_version", lambda: "QEMU 1")
    small, large = linux.recipe((640, 480)).keys(), linux.recipe((1024, 768)).keys()
    assert (small[:2], small == linux.recipe((640, 480)).keys()) == (large[:2], True)
    assert small[2] != large[2]
    monkeypatch.setattr(linux, "qemu_version", lambda: "QEMU 2")
    assert linux.recipe((640, 480)).keys()[2] != small[2]


def test_files_for_a_kernel_are_as_cpio_reads_them() -> None:
    archive = linux.initial_files({"omnigym/token": b"secret", "omnigym/guest.pyz": b"x" * 5})
    found, at = {}, 0
    while True:
        assert archive[at : at + 6] == b"070701"
        fields = [int(archive[n : n + 8], 16) for n in range(at + 6, at + 110, 8)]
        name = archive[at + 110 : at + 110 + fields[11] - 1].decode()
        at += -(-(110 + fields[11]) // 4) * 4
        if name == "TRAILER!!!":
            break
        found[name] = fields[1], archive[at : at + fields[6]]
        at += -(-fields[6] // 4) * 4
    assert found == {
        "omnigym": (0o40755, b""),
        "omnigym/token": (0o100644, b"secret"),
        "omnigym/guest.pyz": (0o100644, b"xxxxx"),
    }
    assert len(archive) % 512 == 0


def test_the_container_begins_with_the_same_step() -> None:
    ours, machine = container.recipe(), linux.recipe()
    assert (ours.steps[0].name, ours.keys()[0]) == (machine.steps[0].name, machine.keys()[0])
    assert ours.steps[0].shared
    assert ours.description != machine.description  # it is no image of a machine
