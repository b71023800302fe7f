"""An image of a virtual machine: a folder with a disk, the memory of the machine as it stood, and what they are.

``image.json`` describes the folder (`Image`). A builder writes it last, so a folder without it is no image. All of it
is read only to a machine that runs: each writes into an overlay of its own.

An image with a ``state`` has two more files, which `omnigym.devices.vm.hypervisor.Hypervisor.freeze` writes:
``STATE.memory``, the guest's memory as it is, which every machine maps and copies page by page as it writes; and
``STATE.devices``, QEMU's stream of all else. A machine is restored from them in the time that a process takes to start,
however large the memory is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from omnigym.devices.protocol import CAPABILITIES
from omnigym.errors import ConfigError, DeviceStartError, MissingDependencyError, UnreadableError
from omnigym.foreign import parse_json, place_in_file, place_of, read_text, replace_file, show_value

__all__ = [
    "DESCRIPTION",
    "FORMAT",
    "IMAGES_VARIABLE",
    "DirectBoot",
    "Firmware",
    "Image",
    "find_image",
    "image_names",
    "images_dir",
    "read_image",
    "write_image",
]

#: The file that makes a folder an image, and the version of its form.
DESCRIPTION: Final = "image.json"
FORMAT: Final = "omnigym-image/1"
#: The environment variable that names the folder of all images.
IMAGES_VARIABLE: Final = "OMNIGYM_IMAGES"

_MOST_BYTES: Final = 64 << 10
_PLAIN: Final = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")

#: A name of a file in the image's folder, or of an image: no path, nothing hidden.
PlainName = Annotated[str, Field(pattern=_PLAIN.pattern)]
#: What is put on QEMU's command line between commas.
_Option = Annotated[str, Field(pattern=r"^[A-Za-z0-9._,=+-]{1,200}$")]
_Side = Annotated[int, Field(ge=64, le=8192)]


class _Part(BaseModel):
    """Read strictly: no other fields, no other types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class DirectBoot(_Part):
    """A kernel that QEMU starts by itself.

    Attributes:
        kernel, initrd: Files.
        append: The kernel's command line.
    """

    kernel: PlainName
    initrd: PlainName
    append: str = Field(default="", max_length=2000)


class Firmware(_Part):
    """UEFI.

    Attributes:
        code: The firmware, a raw file.
        variables: Its variables, in qcow2.
    """

    code: PlainName
    variables: PlainName


class Image(_Part):
    """What ``image.json`` says.

    Attributes:
        format: `FORMAT`.
        name: The image's, which is its folder's.
        platform: What the guest is to tasks.
        size: The screen's (width, height) in pixels.
        recipe: The SHA-256, in hexadecimal, of all that made it.
        memory: In MiB.
        cpus: Processors.
        disk: The disk, in qcow2.
        direct_boot: The kernel to start; None to start from the disk.
        firmware: UEFI; None for a BIOS.
        tpm: Whether there is a TPM 2.0.
        machine, cpu: As QEMU calls them, with options.
        guest_port: Where the guest's server listens, in the guest.
        token: What the server was started with; each life of a machine replaces it.
        serves: What the guest's device can do, of `omnigym.devices.protocol.CAPABILITIES`, and "user_data".
        qemu: The version of QEMU that froze the state; None without one.
        accelerator: What the machine ran under then; None without a state.
        state: The name of the frozen state; None where the machine has to be booted.
    """

    format: Literal["omnigym-image/1"] = FORMAT
    name: PlainName
    platform: Literal["linux", "windows"]
    size: tuple[_Side, _Side]
    recipe: str = Field(pattern=r"^[0-9a-f]{64}$")
    memory: int = Field(ge=16, le=1 << 20)
    cpus: int = Field(default=1, ge=1, le=64)
    disk: PlainName = "disk.qcow2"
    direct_boot: DirectBoot | None = None
    firmware: Firmware | None = None
    tpm: bool = False
    machine: _Option = "q35"
    cpu: _Option = "max"
    guest_port: int = Field(default=8650, ge=1, le=65535)
    token: str = Field(pattern=r"^[A-Za-z0-9_.~+/=-]{8,200}$", repr=False)
    serves: tuple[str, ...] = ()
    qemu: str | None = Field(default=None, pattern=r"^\d+\.\d+[A-Za-z0-9.+:~() -]{0,100}$")
    accelerator: Literal["tcg", "kvm"] | None = None
    state: PlainName | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if (self.state is None) != (self.qemu is None) or (self.state is None) != (self.accelerator is None):
            raise ValueError("state, qemu and accelerator are there together or not at all")
        if unknown := sorted(set(self.serves) - {*CAPABILITIES, "user_data"}):
            raise ValueError(f"serves: unknown {', '.join(unknown)}")
        return self

    @property
    def system(self) -> Literal["linux", "windows"]:
        """The system that drives the hardware: a kernel that is started directly is Linux, as under Wine."""
        return "linux" if self.direct_boot is not None else self.platform

    @property
    def files(self) -> Iterator[str]:
        """The names of all files that the image is made of, but for its description."""
        yield self.disk
        if self.direct_boot is not None:
            yield from (self.direct_boot.kernel, self.direct_boot.initrd)
        if self.firmware is not None:
            yield from (self.firmware.code, self.firmware.variables)
        if self.state is not None:
            yield from (f"{self.state}.memory", f"{self.state}.devices")


def images_dir() -> Path:
    """The folder of all images: ``OMNIGYM_IMAGES``, else ``omnigym/images`` in the user's cache folder."""
    if given := os.environ.get(IMAGES_VARIABLE):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "omnigym" / "images"


def image_names() -> tuple[str, ...]:
    """The names of the images that are here, sorted; a folder whose image is being built is none."""
    folder = images_dir()
    names = (p.name for p in folder.iterdir()) if folder.is_dir() else iter(())
    return tuple(sorted(n for n in names if _PLAIN.fullmatch(n) and (folder / n / DESCRIPTION).is_file()))


def find_image(name: str) -> Path:
    """The folder of an image.

    Raises:
        ConfigError: It is no name of an image.
        MissingDependencyError: There is no image of that name.
    """
    if not _PLAIN.fullmatch(name):
        raise ConfigError(f"Expected the name of an image, such as 'linux', got {show_value(name)}.")
    folder = images_dir() / name
    if not (folder / DESCRIPTION).is_file():
        there = ", ".join(image_names()) or "none"
        raise MissingDependencyError(
            f"an image {name!r} in {images_dir()} (there: {there})", "The device 'vm'", f"omnigym vm build {name}"
        )
    return folder


def read_image(folder: Path) -> Image:
    """Read the description of an image, and see that its files are there.

    Raises:
        DeviceStartError: It is damaged.
    """
    try:
        text = read_text(folder / DESCRIPTION, _MOST_BYTES)
        data = parse_json(text)
        image = Image.model_validate_json(text)
    except FileNotFoundError:
        raise _damaged(folder, f"{DESCRIPTION} is missing") from None
    except UnreadableError as e:
        raise _damaged(folder, f"{DESCRIPTION}: {e}") from None
    except ValidationError as e:
        raise _damaged(folder, f"{DESCRIPTION}{_explained(e, data)}") from None
    if missing := [name for name in image.files if not (folder / name).is_file()]:
        raise _damaged(folder, f"{', '.join(missing)} is missing")
    memory = folder / f"{image.state}.memory"
    if image.state is not None and memory.stat().st_size != image.memory << 20:
        raise _damaged(folder, f"{memory.name} has {memory.stat().st_size} bytes, expected {image.memory << 20}")
    return image


def write_image(image: Image, folder: Path) -> None:
    """Write the description of an image, atomically: from now on the folder is one.

    Raises:
        ConfigError: It cannot be written.
    """
    try:
        replace_file(folder / DESCRIPTION, image.model_dump_json(indent=1) + "\n", sync=True)
    except OSError as e:
        raise ConfigError(f"Cannot write {folder / DESCRIPTION}: {e.strerror or e}. Make room there.") from None


def _explained(error: ValidationError, data: object) -> str:
    first = error.errors()[0]
    place = place_of(place_in_file(first["loc"]))
    got = "" if first["type"] in ("missing", "extra_forbidden") or not place else f", got {show_value(first['input'])}"
    return f"{', ' + place if place else ''}: {first['msg']}{got}" if isinstance(data, dict) else ": it is no object"


def _damaged(folder: Path, problem: str) -> DeviceStartError:
    advice = f"Build it again: omnigym vm remove {folder.name}, then omnigym vm build {folder.name}."
    return DeviceStartError("vm", "reset", f"the image {folder} is damaged: {problem}.", advice)
