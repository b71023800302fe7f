"""A toy machine for the hypervisor: a boot sector that keeps and prints each key, ready in a second."""

from __future__ import annotations

import subprocess
from pathlib import Path

from omnigym.devices.vm.image import Image

#: Where it keeps the keys.
KEYS_AT = 0x8000
#: cli-free 16-bit code at 0x7C00: clear the segments; di = KEYS_AT; then for ever: int 16h, stosb, int 10h.
_CODE = bytes.fromhex("31c08ed88ec08ed0bc007cfcbf008030e4cd16aab40ebb0700cd10ebf2")
SECTOR = _CODE.ljust(510, b"\0") + b"\x55\xaa"

TOY = Image(
    name="toy", platform="linux", size=(720, 400), recipe="0" * 64, memory=16, token="a-token-of-tests", cpu="qemu64"
)


def make_toy(folder: Path) -> Image:
    """The disk of a toy machine in a folder."""
    raw = folder / "sector"
    raw.write_bytes(SECTOR + bytes(1 << 20))
    command = ["qemu-img", "convert", "-q", "-O", "qcow2", str(raw), str(folder / TOY.disk)]
    subprocess.run(command, check=True, timeout=60)
    return TOY
