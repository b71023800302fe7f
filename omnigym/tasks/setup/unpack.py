"""The setup step `Unpack`."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, ClassVar

from omnigym.errors import ConfigError
from omnigym.foreign.limits import ARCHIVE_BYTES, MEMBERS
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import FilePath

__all__ = ["Unpack"]


@dataclass(frozen=True, slots=True)
class Unpack(SetupStep):
    """Unpack a .zip or .tar archive that is on the device. Links and special files in it are left out.

    Attributes:
        path: The archive.
        to: The folder that its members go into; it is made.
    """

    needs: ClassVar[str] = "files"

    path: FilePath
    to: FilePath

    def apply(self, device: Any) -> None:
        """Do the step on a device.

        Raises:
            ConfigError: It is no archive, is larger than the limits, or a member would lie outside the folder.
        """
        try:
            content = device.read_file(self.path)
        except FileNotFoundError:
            raise ConfigError(f"There is no archive {self.path!r} to unpack.") from None
        device.make_dir(self.to)
        for name, data in _members(content):
            device.write_file(f"{self.to.rstrip('/')}/{name}", data)


def _members(content: bytes) -> Iterator[tuple[str, bytes]]:
    """The path and content of each file; sizes are charged before anything is unpacked."""
    try:
        if zipfile.is_zipfile(io.BytesIO(content)):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                found = [(i.filename, i.file_size, i) for i in archive.infolist() if not i.is_dir()]
                _charge([size for _, size, _ in found])
                for name, _, info in found:
                    yield _inside(name), archive.read(info)
            return
        with tarfile.open(fileobj=io.BytesIO(content)) as tar:
            members = []
            for member in tar:  # one after the other, so that a bomb is met before it is listed whole
                members += [member] if member.isfile() else []
                _charge([m.size for m in members])
            for member in members:
                file = tar.extractfile(member)
                yield _inside(member.name), b"" if file is None else file.read()
    except (tarfile.TarError, zipfile.BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError) as e:
        raise ConfigError(f"It is no archive that can be unpacked: {e}. Expected .zip or .tar.") from e


def _charge(sizes: list[int]) -> None:
    if len(sizes) > MEMBERS or sum(sizes) > ARCHIVE_BYTES:
        raise ConfigError(f"An archive has at most {MEMBERS:,} files of {ARCHIVE_BYTES:,} bytes together, got more.")


def _inside(name: str) -> str:
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ConfigError(f"A member of the archive would lie outside the folder: {name[:80]!r}.")
    return str(path)
