"""The machine of Windows with a stand-in for Setup: firmware, TPM, snapshots, and a whole build.

Not in CI: a build takes ten minutes under TCG. `standin/make.py` makes the ISO, and says what it needs.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import zipfile
from pathlib import Path

import pytest

from omnigym.devices.config import build_device
from omnigym.devices.vm.building import Build
from omnigym.devices.vm.config import VmConfig
from omnigym.devices.vm.firmware import find_firmware, make_variables
from omnigym.devices.vm.hypervisor import Hypervisor
from omnigym.devices.vm.image import Firmware, Image, read_image
from omnigym.devices.vm.recipes import windows
from omnigym.devices.waiting import Deadline
from omnigym.errors import BuildError

ISO = Path(os.environ.get("OMNIGYM_STANDIN", ""))
pytestmark = [
    pytest.mark.vm,
    pytest.mark.slow,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not ISO.is_file(), reason="needs OMNIGYM_STANDIN=ISO, which standin/make.py makes"),
]
ZEROS = "00" * 32


@pytest.fixture
def folder(tmp_path):
    firmware = find_firmware()
    shutil.copyfile(firmware.code, tmp_path / "firmware.fd")
    make_variables(firmware.variables, tmp_path / "variables.qcow2")
    subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", tmp_path / "disk.qcow2", "64G"], check=True)
    return tmp_path


def image():
    files = Firmware(code="firmware.fd", variables="variables.qcow2")
    return Image(
        name="standin",
        platform="windows",
        size=(1024, 768),
        recipe="0" * 64,
        memory=1024,
        firmware=files,
        tpm=True,
        machine="q35,smm=on",
        cpu="max,smap=off",
        token="12345678",
    )


class Guest:
    """What the stand-in answers when it finds no answer file."""

    def __init__(self, machine):
        self._machine = machine
        end = Deadline(600)
        while True:  # QEMU takes each connection, and closes it while nobody listens in the guest
            end.left()
            with contextlib.suppress(OSError, ValueError):
                self("facts")
                return
            machine.pause(1.0)

    def __call__(self, *words):
        with socket.create_connection(("127.0.0.1", self._machine.port), 20) as peer, peer.makefile("rw") as lines:
            lines.write(" ".join(words) + "\n")
            lines.flush()
            return json.loads(lines.readline())


def test_secure_boot_tpm_and_screen_and_what_a_restore_undoes(folder):
    cds = windows.cd_arguments(ISO)
    with contextlib.closing(Hypervisor(image(), folder, build=True, extra=cds)) as machine:
        machine.start()
        guest = Guest(machine)
        facts = guest("facts")
        assert (facts["tpm"], facts["secure_boot"], facts["screen"]) == ("2", True, "1024,768")
        assert guest("pcr", "7").lower() != ZEROS  # the firmware measures its keys
        assert guest("define", "8") == "defined"
        assert guest("write", "before--") == "before--"
        was = guest("extend", "23", "11" * 32)
        machine.snapshot("clean")

        def spoil():
            assert guest("extend", "16", "22" * 32) != ZEROS
            assert guest("extend", "23", "22" * 32) != was
            assert guest("write", "after---") == guest("read", "8") == "after---"

        def see():
            assert guest("pcr", "16") == ZEROS
            assert guest("pcr", "23") == was
            assert guest("read", "8") == "before--"

        for _ in range(3):
            spoil()
            machine.restore("clean")
            see()
        frozen = machine.freeze("ready")
    for turn in range(2):  # another QEMU with another swtpm, twice
        with contextlib.closing(Hypervisor(frozen, folder, extra=cds)) as machine:
            machine.start()
            guest = Guest(machine)
            see()
            spoil()
            if turn:
                os.kill(machine._tpm.pid, signal.SIGKILL)
                assert "OSError" in guest("extend", "16", "33" * 32)
                assert "TPM has ended" in machine.problem


@pytest.fixture
def options(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "python.zip", "w") as archive:
        for name in ("python312.dll", "python.exe", "pythonw.exe", "python312._pth"):
            archive.writestr(name, "x")
    (tmp_path / "Seven.msi").write_bytes(b"an installer")
    (tmp_path / "programs.toml").write_text('[[program]]\nname = "Seven"\nfile = "Seven.msi"\n')
    told = {
        **windows.read_recipe(),
        "serves": ["a11y", "apps", "clipboard", "files"],
    }  # the stand-in serves the fake device
    monkeypatch.setattr(windows, "read_recipe", lambda: told)
    monkeypatch.setattr(windows, "_ROOM", 8 << 30)
    return windows.Options(ISO, tmp_path / "python.zip", accepted=True, programs=tmp_path / "programs.toml")


def test_a_rehearsal_keeps_nothing(options, tmp_path):
    said = windows.rehearse(options, tmp_path / "images", lambda _seconds, _note: None)
    assert said.startswith("Windows 11 Stand-in (build 26100, en-US), image 1 of the ISO")
    assert not (tmp_path / "images").exists()


def test_a_build_from_the_iso_to_a_machine_that_is_restored(options, tmp_path, monkeypatch):
    images, notes = tmp_path / "images", []
    monkeypatch.setenv("OMNIGYM_IMAGES", str(images))

    def stop(_seconds, note):
        notes.append(note)
        if note == "install Setup has read the answer file" and notes.count(note) == 1:
            raise KeyboardInterrupt

    recipe = windows.recipe(options, images)
    with pytest.raises(KeyboardInterrupt):
        Build(recipe, images, stop).run()
    folder = Build(recipe, images, stop).run()  # goes on: the CD is there
    assert sum(n == "medium writes the CD" for n in notes) == 1
    assert "program-1 finished" in " ".join(notes)
    assert read_image(folder).state == "ready"
    with contextlib.closing(build_device(VmConfig.of("windows"))) as device:
        device.reset()
        assert device.screenshot().shape == (768, 1024, 3)


def test_a_program_that_fails_ends_the_build_and_says_so(options, tmp_path, monkeypatch):
    (tmp_path / "programs.toml").write_text('[[program]]\nname = "Nine"\nfile = "Nine.exe"\n')
    (tmp_path / "Nine.exe").write_bytes(b"nothing that runs")
    images = tmp_path / "images"
    with pytest.raises(BuildError, match="failed Nine") as raised:
        Build(windows.recipe(options, images), images).run()
    assert "windows-screen.png" in str(raised.value)
    assert (images / "windows-screen.png").is_file()
