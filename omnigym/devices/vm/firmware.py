"""UEFI firmware with Secure Boot: the code that this machine has, and the variables of a virtual machine.

The variables lie in a qcow2 file. QEMU takes no snapshot of a machine with a raw disk that can be written, and a raw
file of variables is one.
"""

from __future__ import annotations

import contextlib
import struct
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from omnigym.devices.vm.building import program
from omnigym.errors import ConfigError, MissingDependencyError, UnreadableError
from omnigym.foreign import read_bytes, read_json

__all__ = [
    "SECURE_BOOT_KEYS",
    "Firmware",
    "check_variables",
    "find_firmware",
    "make_variables",
    "variable_names",
]

#: Where distributions put the descriptions of their firmware, the preferred first; within one, names are in order.
_DESCRIPTIONS: Final = (Path("/etc/qemu/firmware"), Path("/usr/share/qemu/firmware"))
_INSTALL: Final = "sudo apt-get install --no-install-recommends ovmf qemu-utils"
#: Variables without which Secure Boot enforces nothing: platform key, key exchange keys, signatures.
SECURE_BOOT_KEYS: Final = frozenset({"PK", "KEK", "db"})
_MOST_DESCRIPTION, _MOST_VARIABLES = 1 << 16, 1 << 24
#: Of a volume of variables (UEFI PI specification, volume 3) and its store (edk2, VariableFormat.h).
_VOLUME: Final = uuid.UUID("fff12b8d-7696-4c8b-a985-2747075b4f50").bytes_le
_STORE: Final = uuid.UUID("aaf32c78-947b-439a-a180-2e144ec37792").bytes_le
_FORMATTED, _HEALTHY = 0x5A, 0xFE
_VARIABLE, _ADDED = 0x55AA, 0x3F
_VARIABLE_HEADER: Final = struct.Struct("<HBBIQ16sIII16s")
#: Of a volume: reserved, type, length, signature, attributes, header's length, checksum, 3 more fields.
_VOLUME_HEADER: Final = struct.Struct("<16s16sQ4sIHHHBB")
_STORE_HEADER: Final = 28


@dataclass(frozen=True, slots=True)
class Firmware:
    """A firmware that is installed on this machine.

    Attributes:
        code: The code, a raw image.
        variables: The template of its variables, a raw image.
    """

    code: Path
    variables: Path


def find_firmware(places: Sequence[Path] = _DESCRIPTIONS) -> Firmware:
    """The first UEFI firmware for x86-64 that has Secure Boot with Microsoft's keys enrolled.

    Args:
        places: Directories of descriptions (``*.json``, QEMU's ``firmware.json``), the preferred first.

    Raises:
        MissingDependencyError: There is none.
    """
    for path in (p for place in places if place.is_dir() for p in sorted(place.glob("*.json"))):
        with contextlib.suppress(UnreadableError, FileNotFoundError):
            found = _described(read_json(read_bytes(path, _MOST_DESCRIPTION)))
            if found is not None and found.code.is_file() and found.variables.is_file():
                return found
    raise MissingDependencyError("UEFI firmware with Secure Boot keys (OVMF)", "A machine of Windows 11", _INSTALL)


def _described(description: Any) -> Firmware | None:
    """The firmware of a description, if it is one that Windows 11 takes."""
    try:
        machines = [m for t in description["targets"] if t["architecture"] == "x86_64" for m in t["machines"]]
        mapping = description["mapping"]
        wanted = {"enrolled-keys", "secure-boot"} <= set(description["features"])
        if not (wanted and mapping["device"] == "flash" and any(str(m).startswith("pc-q35") for m in machines)):
            return None
        code, variables = mapping["executable"], mapping["nvram-template"]
        if code["format"] != "raw" or variables["format"] != "raw":
            return None
        return Firmware(Path(code["filename"]), Path(variables["filename"]))
    except (KeyError, TypeError):
        return None


def make_variables(template: Path, out: Path) -> None:
    """Copy a template of variables into a qcow2 file, of which snapshots can be taken.

    Raises:
        MissingDependencyError: qemu-img is not installed.
        ConfigError: The file cannot be written.
    """
    _qemu_img("convert", "-q", "-f", "raw", "-O", "qcow2", str(template), str(out))


def check_variables(path: Path, needed: AbstractSet[str] = SECURE_BOOT_KEYS) -> None:
    """See that variables are sound, and that some are there, by default Secure Boot's keys.

    Raises:
        UnreadableError: They are damaged, or some are gone. The message is a clause.
        MissingDependencyError: qemu-img is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="omnigym-vars-") as folder:
        raw = Path(folder, "vars")
        try:
            _qemu_img("convert", "-q", "-f", "qcow2", "-O", "raw", str(path), str(raw))
        except ConfigError:
            raise UnreadableError("the file of Secure Boot's variables is no sound qcow2 image") from None
        missing = needed - set(variable_names(read_bytes(raw, _MOST_VARIABLES)))
    if missing:
        raise UnreadableError(f"Secure Boot's variables lack {', '.join(sorted(missing))}")


def variable_names(content: bytes) -> Iterator[str]:
    """The names of the variables that a raw volume holds; those that were deleted are left out.

    Args:
        content: The volume, from its first byte.

    Raises:
        UnreadableError: It is no such volume, or a damaged one. The message is a clause.
    """
    if len(content) < _VOLUME_HEADER.size:
        raise UnreadableError("the volume of variables is too short")
    _, kind, length, signature, _, size, *_ = _VOLUME_HEADER.unpack_from(content)
    if kind != _VOLUME or signature != b"_FVH" or not _VOLUME_HEADER.size <= size <= length <= len(content) or size % 2:
        raise UnreadableError("the volume of variables has no header")
    if sum(struct.unpack_from(f"<{size // 2}H", content)) & 0xFFFF:
        raise UnreadableError("the header of the volume of variables has a wrong checksum")
    store = content[size:length]
    if len(store) < _STORE_HEADER or store[:16] != _STORE or store[20] != _FORMATTED or store[21] != _HEALTHY:
        raise UnreadableError("the store of variables is damaged")
    end = min(struct.unpack_from("<I", store, 16)[0], len(store))
    place = _STORE_HEADER
    while place + _VARIABLE_HEADER.size <= end:
        mark, state, _, _, _, _, _, name_size, data_size, _ = _VARIABLE_HEADER.unpack_from(store, place)
        if mark == 0xFFFF:
            return
        place += _VARIABLE_HEADER.size
        if mark != _VARIABLE or name_size % 2 or place + name_size + data_size > end:
            raise UnreadableError("a variable of the firmware is damaged")
        if state == _ADDED:
            yield store[place : place + name_size].decode("utf-16-le", "replace").rstrip("\0")
        place = -(-(place + name_size + data_size) // 4) * 4


def _qemu_img(*arguments: str) -> None:
    try:
        subprocess.run(
            [program("qemu-img"), *arguments], check=True, capture_output=True, timeout=60, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        raise MissingDependencyError("qemu-img", "A machine with UEFI", _INSTALL) from None
    except subprocess.CalledProcessError as e:
        said = e.stderr.decode("utf-8", "replace").strip()
        raise ConfigError(f"qemu-img {arguments[0]} failed: {said[:500]}") from None
    except subprocess.TimeoutExpired:
        raise ConfigError(f"qemu-img {arguments[0]} did not end within 60 s. Is the disk busy or full?") from None
