"""A home as it was at some moment, to start other desktops from.

It is packed and unpacked by ``tar`` on the desktop itself, so whatever links are in it, they lead to nothing of the
machine's.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from omnigym.devices.safe_paths import create_file, folder_beneath, read_file, write_file
from omnigym.devices.x11.confinement import Confinement
from omnigym.devices.x11.host_paths import Place
from omnigym.devices.x11.shell import Shell
from omnigym.errors import DeviceError, DeviceLostError, DeviceTimeoutError

# -- what a command on the desktop writes, taken from a file that the host made and holds open ------------------------

# The command opens it by its name, which other programs may give to something else; the host never does.


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


# -- snapshot ---------------------------------------------------------------------------------------------------------

_FILE = "home.tar"
_TIMEOUT = 30.0
#: The most that is kept, in bytes.
_MOST_BYTES = 256 << 20
#: Packs a home, and no more of it than is read and a byte.
_PACK = f'tar -C "$0" --sparse -c -f - . | head -c {_MOST_BYTES + 1}; exit "${{PIPESTATUS[0]}}"'
#: tar's exit codes when an application wrote to a file while it was packed, and when it was too much for ``head``.
_CHANGED_MEANWHILE, _CUT_OFF = 1, 128 + 13


@dataclass(frozen=True, slots=True)
class HomeSnapshot:
    """A home's files. It can be pickled, so that another process starts its desktops from it.

    Attributes:
        archive: The files, as tar packs them.
    """

    archive: bytes = field(repr=False)


def keep_home(shell: Shell, place: Place, confinement: Confinement) -> HomeSnapshot:
    """The home of a running desktop as it is now; sockets in it are left out.

    Raises:
        DeviceTimeoutError: It is too large to be packed in time.
        DeviceLostError: It could not be packed.
        TooLargeError: It is larger than what is kept.
    """
    with capture(place, confinement) as archive:
        _run(shell, ["bash", "-c", _PACK, confinement.home], archive.inside, (0, _CHANGED_MEANWHILE, _CUT_OFF))
        return HomeSnapshot(archive.read("The home", _MOST_BYTES))


def put_home(snapshot: HomeSnapshot, shell: Shell, place: Place, confinement: Confinement) -> None:
    """Fill the empty home of a desktop that is starting, on which nothing runs yet.

    Raises:
        DeviceTimeoutError: It could not be unpacked in time.
        DeviceLostError: It could not be unpacked.
    """
    with folder_beneath(place.run) as folder:
        write_file(folder, _FILE, snapshot.archive)
        _run(shell, ["tar", "-C", confinement.home, "-x", "-f", f"{confinement.run}/{_FILE}"], "", (0,))
        os.unlink(_FILE, dir_fd=folder)


def _run(shell: Shell, argv: Sequence[str], output: str, allowed: tuple[int, ...]) -> None:
    job = shell.start(argv, output)
    if not shell.wait(job, _TIMEOUT):
        shell.kill(job)
        problem = f"the home was not packed or unpacked within {_TIMEOUT:g} s."
        raise DeviceTimeoutError("x11", "home", problem, "Keep it smaller.")
    if job.code not in allowed:
        raise DeviceLostError("x11", "home", f"tar ended with code {job.code}.")
