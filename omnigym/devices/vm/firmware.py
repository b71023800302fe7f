"""UEFI firmware, its variables, and a TPM: what a virtual machine needs so that Windows 11 starts on it.

The variables lie in a qcow2 file. QEMU takes no snapshot of a machine with a raw disk that can be written, and a raw
file of variables is one. The TPM is swtpm, a process beside QEMU. All of its state, permanent and volatile, is in
QEMU's snapshot, so restoring one takes back what was extended or written since.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import struct
import subprocess
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from omnigym.devices.waiting import Deadline
from omnigym.errors import ConfigError, DeviceLostError, DeviceStartError, MissingDependencyError, UnreadableError
from omnigym.foreign import read_bytes, read_json

__all__ = [
    "SECURE_BOOT_KEYS",
    "Firmware",
    "Tpm",
    "check_variables",
    "find_firmware",
    "firmware_arguments",
    "make_variables",
    "variable_names",
]

#: Where distributions put the descriptions of their firmware, the preferred first; within one, names are in order.
_DESCRIPTIONS: Final = (Path("/etc/qemu/firmware"), Path("/usr/share/qemu/firmware"))
_INSTALL: Final = "sudo apt-get install -y ovmf qemu-utils swtpm"
#: Variables without which Secure Boot enforces nothing: platform key, key exchange keys, signatures.
SECURE_BOOT_KEYS: Final = frozenset({"PK", "KEK", "db"})
_MOST_DESCRIPTION, _MOST_VARIABLES = 1 << 16, 1 << 24
#: Of a volume of variables (UEFI PI specification, volume 3) and its store (edk2, VariableFormat.h).
_VOLUME: Final = uuid.UUID("fff12b8d-7696-4c8b-a985-2747075b4f50").bytes_le
_STORE: Final = uuid.UUID("aaf32c78-947b-439a-a180-2e144ec37792").bytes_le
_FORMATTED, _HEALTHY = 0x5A, 0xFE
_VARIABLE, _ADDED = 0x55AA, 0x3F
_VARIABLE_HEADER: Final = struct.Struct("<HBBIQ16sIII16s")
#: Seconds within which swtpm listens, or ends when it is asked to.
_TPM_S: Final = 10.0
_PERMANENT: Final = "tpm2-00.permall"


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


def check_variables(path: Path) -> None:
    """See that variables are sound and that Secure Boot's keys are among them.

    Raises:
        UnreadableError: They are damaged, or the keys are gone. The message is a clause.
        MissingDependencyError: qemu-img is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="omnigym-vars-") as folder:
        raw = Path(folder, "vars")
        try:
            _qemu_img("convert", "-q", "-f", "qcow2", "-O", "raw", str(path), str(raw))
        except ConfigError:
            raise UnreadableError("the file of Secure Boot's variables is no sound qcow2 image") from None
        missing = SECURE_BOOT_KEYS - set(variable_names(read_bytes(raw, _MOST_VARIABLES)))
    if missing:
        raise UnreadableError(f"Secure Boot's variables lack {', '.join(sorted(missing))}")


def variable_names(content: bytes) -> Iterator[str]:
    """The names of the variables that a raw volume holds; those that were deleted are left out.

    Args:
        content: The volume, from its first byte.

    Raises:
        UnreadableError: It is no such volume, or a damaged one. The message is a clause.
    """
    header = struct.Struct("<16s16sQ4sIHHHBB")
    if len(content) < header.size:
        raise UnreadableError("the volume of variables is too short")
    _, kind, length, signature, _, size, _, _, _, _ = header.unpack_from(content)
    if kind != _VOLUME or signature != b"_FVH" or not header.size <= size <= length <= len(content) or size % 2:
        raise UnreadableError("the volume of variables has no header")
    if sum(struct.unpack_from(f"<{size // 2}H", content)) & 0xFFFF:
        raise UnreadableError("the header of the volume of variables has a wrong checksum")
    store = content[size:length]
    if len(store) < 28 or store[:16] != _STORE or store[20] != _FORMATTED or store[21] != _HEALTHY:
        raise UnreadableError("the store of variables is damaged")
    end = min(struct.unpack_from("<I", store, 16)[0], len(store))
    place = 28
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


def firmware_arguments(code: Path, variables: Path) -> list[str]:
    """QEMU's arguments for a firmware whose variables only the firmware itself can write.

    The node of the variables is named ``variables``: a snapshot names the nodes that it is of.

    Args:
        code: The code, a raw image; it is not written to.
        variables: The variables, a qcow2 image.
    """
    read_only = {"driver": "file", "filename": str(code), "read-only": True}
    return [
        *("-blockdev", json.dumps({"node-name": "firmware", "driver": "raw", "read-only": True, "file": read_only})),
        *("-blockdev", json.dumps({"node-name": "variables", "driver": "qcow2", "file": {**_FILE, "filename": str(variables)}})),
        *("-machine", "smm=on,pflash0=firmware,pflash1=variables"),
        *("-global", "driver=cfi.pflash01,property=secure,value=on"),
        *("-global", "ICH9-LPC.disable_s3=1"),  # sleeping is no state that a snapshot could come back from
    ]


_FILE: Final = {"driver": "file"}


def _qemu_img(*arguments: str) -> None:
    try:
        subprocess.run(["qemu-img", *arguments], check=True, capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise MissingDependencyError("qemu-img", "A machine with UEFI", _INSTALL) from None
    except subprocess.CalledProcessError as e:
        said = e.stderr.decode("utf-8", "replace").strip()
        raise ConfigError(f"qemu-img {arguments[0]} failed: {said[:500]}") from None
    except subprocess.TimeoutExpired:
        raise ConfigError(f"qemu-img {arguments[0]} did not end within 60 s. Is the disk busy or full?") from None


class Tpm:
    """A TPM 2.0 of one machine: an swtpm process, from `start` until QEMU ends or `close`.

    Args:
        folder: Its own directory, which is made; its path has at most 90 bytes, as a socket is in it.
        state: The directory of an image's TPM, of which a copy is taken; None for a new one.
    """

    def __init__(self, folder: Path, state: Path | None = None) -> None:
        self._folder, self._state = folder, state
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def arguments(self) -> list[str]:
        """QEMU's arguments for this TPM."""
        return [
            *("-chardev", f"socket,id=tpm,path={self._socket}"),
            *("-tpmdev", "emulator,id=tpm0,chardev=tpm"),
            *("-device", "tpm-crb,tpmdev=tpm0"),
        ]

    @property
    def pid(self) -> int | None:
        """The process, for who sweeps; None before `start`."""
        return self._process.pid if self._process is not None else None

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def _socket(self) -> Path:
        return self._folder / "socket"

    def start(self) -> None:
        """Start it, and return when QEMU can connect.

        Raises:
            MissingDependencyError: swtpm is not installed.
            DeviceStartError: It did not come up.
        """
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self._state is not None and (self._state / _PERMANENT).is_file():
            shutil.copyfile(self._state / _PERMANENT, self._folder / _PERMANENT)
        log = self._folder / "log"
        command = ["swtpm", "socket", "--tpm2", "--terminate", "--tpmstate", f"dir={self._folder},mode=0600"]
        command += ["--ctrl", f"type=unixio,path={self._socket},mode=0600", "--log", f"file={log},truncate"]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except FileNotFoundError:
            raise MissingDependencyError("swtpm", "A machine with a TPM", _INSTALL) from None
        deadline = Deadline(_TPM_S)
        while not self._socket.is_socket():
            try:
                self._process.wait(min(0.01, deadline.left()))
            except subprocess.TimeoutExpired:
                continue
            except TimeoutError:
                pass
            self.close()
            raise DeviceStartError("vm", "reset", f"swtpm did not come up: {_last_line(log)}.", _advice(self._folder))

    def check(self, call: str) -> None:
        """See that it runs.

        Raises:
            DeviceLostError: It ended, so what the guest asks of its TPM is never answered.
        """
        if not self.alive:
            raise DeviceLostError("vm", call, "The machine's TPM (swtpm) died.", "The next reset starts a new machine.")

    def close(self) -> None:
        """End it; it may have ended before. What is permanent of it is in its directory."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            process.wait(_TPM_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def save_tpm(folder: Path, out: Path) -> None:
    """Copy what is permanent of a TPM that has ended into an image's directory.

    Args:
        folder: That of the `Tpm`.
        out: The image's, which is made.

    Raises:
        DeviceStartError: The TPM left nothing.
    """
    out.mkdir(mode=0o700, exist_ok=True)
    try:
        shutil.copyfile(folder / _PERMANENT, out / _PERMANENT)
    except FileNotFoundError:
        raise DeviceStartError("vm", "build", f"swtpm left no state in {folder}.", "Build the image anew.") from None


def _last_line(log: Path) -> str:
    try:
        lines: Iterable[str] = read_bytes(log, 1 << 20).decode("utf-8", "replace").splitlines()
    except (FileNotFoundError, UnreadableError):
        lines = ()
    return next((line.strip().rstrip(".") for line in reversed([*lines]) if line.strip()), "it says nothing")


def _advice(folder: Path) -> str:
    if len(bytes(folder)) > 90:
        return f"The path {folder} is too long for a socket: choose a shorter directory."
    return "Is there room on the disk, and is swtpm 0.7 or newer installed?"
