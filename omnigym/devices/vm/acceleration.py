"""Which accelerator a machine is to run under: measured, since ``/dev/kvm`` may open and be hundreds of times slower.

The same loop of a boot sector runs under both. Where one virtual machine is inside another, KVM may be interpreted.
"""

from __future__ import annotations

import contextlib
import os
import struct
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Final

from omnigym.devices.vm.command import QEMU
from omnigym.devices.vm.process import Companion
from omnigym.errors import DeviceStartError

__all__ = ["accelerator_here", "measure"]

#: How often the loop turns; how long an accelerator may take for it, and KVM beyond what TCG takes, in seconds.
_TURNS: Final = 0x0400_0000
_MOST_S: Final = 10.0
_KVM_MORE_S: Final = 0.5
_KVM: Final = Path("/dev/kvm")
#: A boot sector, as 16-bit code: cli; mov ecx, TURNS; dec ecx; jnz; mov al, 0; out 0xF4, al, which ends QEMU; hlt.
_SECTOR: Final = (
    b"\xfa\x66\xb9" + struct.pack("<I", _TURNS) + b"\x66\x49\x75\xfc\xb0\x00\xe6\xf4\xf4"
).ljust(510, b"\0") + b"\x55\xaa"  # fmt: skip


def accelerator_here(wanted: str, frozen: str | None) -> str:
    """The accelerator of a machine: ``"tcg"`` or ``"kvm"``.

    Args:
        wanted: ``"tcg"``, ``"kvm"`` or ``"auto"``.
        frozen: What its state was frozen under; None without a state.

    Raises:
        DeviceStartError: It is not to be had here, or is not that of the state.
    """
    if frozen is not None and wanted not in ("auto", frozen):
        problem = f"the image's state was frozen under {frozen}, and {wanted} was asked for."
        raise DeviceStartError("vm", "reset", problem, f"Use {frozen}, or build the image again.")
    found = frozen or (wanted if wanted != "auto" else _faster())
    if found == "kvm" and not _kvm_opens():
        problem = f"{_KVM} cannot be opened."
        advice = "Join the group kvm, switch on virtualisation, or build an image here, which needs neither."
        raise DeviceStartError("vm", "reset", problem, advice)
    return found


@cache
def _faster() -> str:
    if not _kvm_opens():
        return "tcg"
    tcg = measure("tcg")
    return "kvm" if measure("kvm", tcg + _KVM_MORE_S) < tcg else "tcg"


def measure(accelerator: str, most: float = _MOST_S) -> float:
    """The seconds that a loop of 134 million instructions takes under an accelerator; infinite beyond ``most``.

    Raises:
        DeviceStartError: QEMU cannot be started.
    """
    with tempfile.TemporaryDirectory(prefix="omnigym-vm-") as folder:
        sector = Path(folder) / "sector"
        sector.write_bytes(_SECTOR)
        drive = f"file={sector},format=raw,if=floppy,readonly=on".replace(folder, folder.replace(",", ",,"))
        argv = [QEMU, "-nodefaults", "-no-user-config", "-display", "none", "-m", "16", "-accel", accelerator]
        argv += ["-drive", drive, "-device", "isa-debug-exit,iobase=0xf4,iosize=1", "-no-reboot"]
        start = time.monotonic()
        machine = Companion(argv, Path(folder))
        try:
            # A QEMU that cannot use the accelerator ends too, but sooner, and says why.
            ended = machine.wait(most)
            return time.monotonic() - start if ended and not machine.said else float("inf")
        finally:
            machine.end()


def _kvm_opens() -> bool:
    with contextlib.suppress(OSError):
        os.close(os.open(_KVM, os.O_RDWR | os.O_CLOEXEC))
        return True
    return False
