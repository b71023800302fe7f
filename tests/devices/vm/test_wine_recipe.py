"""The recipe of the Wine machine: its data and its keys."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from omnigym.devices.vm.recipes import linux, wine

_FOLDER = Path(wine.__file__).with_name("wine_files")
_REQUIREMENTS = {"archives.txt", "sources.txt", "wheels.txt"}


def test_every_file_has_a_place_and_every_place_a_file() -> None:
    data = tomllib.loads((_FOLDER / "recipe.toml").read_text())
    placed = {*data["files"], *data["machine_files"]}
    assert {p.name for p in _FOLDER.iterdir() if p.is_file()} == {*placed, "recipe.toml", *_REQUIREMENTS}
    assert {*data["linux_files"]} <= {*linux.read_recipe()["files"]}


def test_everything_from_pypi_has_a_version_and_a_hash() -> None:
    lines = [x for n in _REQUIREMENTS for x in (_FOLDER / n).read_text().splitlines() if x[0] != "#"]
    assert len(lines) > 10
    assert all(re.fullmatch(r"[A-Za-z0-9-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}", line) for line in lines)


def test_the_scripts_are_shell() -> None:
    for script in sorted(_FOLDER.glob("*.sh")):
        subprocess.run(["sh", "-n", script], check=True)


def test_no_program_of_wine_reaches_linux() -> None:
    """Drive Z is the whole machine where Wine makes a prefix; two drives are left beside C."""
    drives = re.findall(r"^ln -s (\S+) ([a-z]):$", (_FOLDER / "prefix.sh").read_text(), re.MULTILINE)
    assert drives == [("../drive_c", "c"), ("/opt/omnigym/python", "p"), ("/run/omnigym", "g")]
    assert "rm -f ./*" in (_FOLDER / "prefix.sh").read_text()


def test_the_machine_and_the_native_system_have_keys_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linux, "qemu_version", lambda: "QEMU 1")
    monkeypatch.setattr(linux, "guest_hash", lambda: "0")
    native, machine = wine.native_recipe(), wine.recipe()
    assert [s.name for s in machine.steps] == ["wine-system", "disk", "state"]
    (key,) = native.keys()
    assert key not in {*machine.keys()}
    assert machine.keys()[:2] == wine.recipe((640, 480)).keys()[:2]
    assert machine.keys()[2] != wine.recipe((640, 480)).keys()[2]
