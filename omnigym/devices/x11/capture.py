"""What a command on the desktop writes, taken from a file that the host made and holds open.

The command opens it by its name, which other programs may give to something else; the host never does.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from omnigym.devices.beneath import create_file, folder_beneath, read_file
from omnigym.devices.x11.confinement import Confinement
from omnigym.devices.x11.place import Place
from omnigym.errors import DeviceError

__all__ = ["Capture", "capture"]


@dataclass(frozen=True, slots=True)
class Capture:
    """A file to write to.

    Attributes:
        inside: Its path on the desktop.
    """

    inside: str
    _file: int

    def read(self, what: str, most: int) -> bytes:
        """What was written to it.

        Raises:
            TooLargeError: That is more than ``most`` bytes.
        """
        return read_file(self._file, what, most)


@contextmanager
def capture(place: Place, confinement: Confinement) -> Iterator[Capture]:
    """A new file in a desktop's run directory, which is removed at the end.

    Raises:
        DeviceError: It cannot be made: the disk is full, or the directory is none any more.
        FileNotFoundError: The desktop has ended.
    """
    name = f"out-{secrets.token_hex(8)}"
    with ExitStack() as undo:
        try:
            folder = undo.enter_context(folder_beneath(place.run))
            file = create_file(folder, name)
        except FileNotFoundError:  # so it is when the desktop has ended
            raise
        except OSError as e:
            problem = f"there can be no file for what a command says: {e.strerror}."
            raise DeviceError("x11", "run", problem, "Reset the device, or give it a larger disk.") from e
        try:
            yield Capture(f"{confinement.run}/{name}", file)
        finally:
            os.close(file)
            with contextlib.suppress(OSError):  # another program may have taken it, or put something in its place
                os.unlink(name, dir_fd=folder)
