"""QEMU's command line: the machine that an image describes. The state of one fits into no other."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from omnigym.devices.vm.image import Image
from omnigym.errors import ConfigError

__all__ = ["QEMU", "Ends", "command_line"]

QEMU: Final = "qemu-system-x86_64"


class Ends(NamedTuple):
    """What a machine is connected to.

    Attributes:
        qmp: QEMU's end of the socket of its protocol, a descriptor.
        tpm: Its end of the socket of the TPM; None for none.
        memory: The file that is the guest's memory.
        shared: Whether what the guest writes goes into that file; else it stays in this process.
        accelerator: ``"tcg"`` or ``"kvm"``.
        network: Whether the guest reaches the network, this machine's own loopback included.
        own: Whether the machine writes to the image's own disk, not to an overlay.
        incoming: Whether it waits for a state.
        console: Where the serial port's output goes; None for nowhere.
    """

    qmp: int
    tpm: int | None
    memory: Path
    shared: bool
    accelerator: str
    network: bool
    own: bool
    incoming: bool
    console: Path | None


#: The disk and the network card that each system has a driver for without more.
_DISK: Final = {"linux": "virtio-blk-pci,drive=disk,bootindex=1", "windows": "ide-hd,drive=disk,bootindex=1"}
_CARD: Final = {"linux": "virtio-net-pci,netdev=net", "windows": "e1000e,netdev=net"}
#: A guest that escapes into QEMU can start nothing and gain nothing.
_SANDBOX: Final = "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny"


def command_line(image: Image, folder: Path, ends: Ends, extra: Sequence[str]) -> list[str]:
    """The command.

    Args:
        image: The image.
        folder: Its folder.
        ends: What the machine is connected to.
        extra: More arguments.

    Raises:
        ConfigError: A path cannot be written there.
    """
    return [QEMU, *_machine(image, ends), *_disks(image, folder, ends), *_devices(image, ends), *extra]


def _machine(image: Image, ends: Ends) -> Iterator[str]:
    yield from ("-name", "omnigym", "-nodefaults", "-no-user-config", "-display", "none", "-sandbox", _SANDBOX)
    yield from ("-machine", f"{image.machine},accel={ends.accelerator},memory-backend=ram", "-cpu", image.cpu)
    share = "on" if ends.shared else "off"
    yield from ("-smp", str(image.cpus), "-m", str(image.memory))
    memory = f"memory-backend-file,id=ram,size={image.memory}M,mem-path={_written(ends.memory)},share={share}"
    yield from ("-object", memory)
    base = "localtime" if image.system == "windows" else "utc"
    # Once it is built, a machine's clock goes on from where it was frozen, whenever that is restored.
    yield from ("-rtc", f"base={base},clock={'host' if ends.own else 'vm'}")
    yield from ("-chardev", f"socket,id=qmp,fd={ends.qmp}", "-mon", "chardev=qmp,mode=control")
    # The port is there in any case: a state fits only a machine of the same devices.
    serial = "null" if ends.console is None else f"file:{_written(ends.console)}"
    yield from ("-serial", serial)
    if ends.incoming:
        yield from ("-incoming", "defer")


def _disks(image: Image, folder: Path, ends: Ends) -> Iterator[str]:
    # The overlay of an image is a file in TMPDIR that QEMU has removed before it begins: nothing of it can be left.
    kind = "cache=writeback" if ends.own else "cache=unsafe,snapshot=on"
    options = f"format=qcow2,discard=unmap,detect-zeroes=unmap,{kind}"
    yield from ("-drive", f"if=none,id=disk,file={_written(folder / image.disk)},{options}")
    if image.firmware is not None:
        code, variables = (_written(folder / n) for n in (image.firmware.code, image.firmware.variables))
        yield from ("-drive", f"if=pflash,unit=0,format=raw,readonly=on,file={code}")
        yield from ("-drive", f"if=pflash,unit=1,format=qcow2,{kind},file={variables}")
        yield from ("-global", "driver=cfi.pflash01,property=secure,value=on")
    if image.direct_boot is not None:
        boot = image.direct_boot
        yield from ("-kernel", str(folder / boot.kernel), "-initrd", str(folder / boot.initrd))
        yield from ("-append", boot.append)


def _devices(image: Image, ends: Ends) -> Iterator[str]:
    width, height = image.size
    yield from ("-device", f"VGA,edid=on,xres={width},yres={height}")
    yield from ("-device", _DISK[image.system])
    # Forwarded from any free port, which QEMU takes and tells: nobody else can take it in between.
    restrict = "off" if ends.network else "on"
    yield from ("-netdev", f"user,id=net,restrict={restrict},hostfwd=tcp:127.0.0.1:0-:{image.guest_port}")
    yield from ("-device", _CARD[image.system])
    for device in ("qemu-xhci", "usb-tablet,id=tablet", "usb-kbd,id=keyboard", "virtio-rng-pci", "vmgenid,guid=auto"):
        yield from ("-device", device)
    if ends.tpm is not None:
        yield from ("-chardev", f"socket,id=tpm,fd={ends.tpm}", "-tpmdev", "emulator,id=tpm,chardev=tpm")
        yield from ("-device", "tpm-crb,tpmdev=tpm")


def _written(path: Path) -> str:
    """A path between commas: QEMU doubles a comma in it."""
    text = os.fspath(path)
    if "\n" in text or "\0" in text:
        raise ConfigError(f"QEMU cannot be given the path {text!r}. Move the folder.")
    return text.replace(",", ",,")
