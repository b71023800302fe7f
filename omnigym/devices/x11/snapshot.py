"""A home as it was at some moment, to start other desktops from.

It is packed and unpacked by ``tar`` on the desktop itself, so whatever links are in it, they lead to nothing of the
machine's.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from omnigym.devices.x11.files import HomeFiles
from omnigym.devices.x11.place import Place
from omnigym.devices.x11.sandbox import Confinement
from omnigym.devices.x11.shell import Shell
from omnigym.errors import DeviceLostError, DeviceTimeoutError

__all__ = ["HomeSnapshot", "keep_home", "put_home"]

_FILE = "home.tar"
_TIMEOUT = 30.0
_CHANGED_MEANWHILE = 1  # tar's exit code when an application wrote to a file while it was packed


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
    """
    _tar(shell, place, confinement, ("-c", "."), (0, _CHANGED_MEANWHILE))
    try:
        return HomeSnapshot(HomeFiles(place.run, confinement.run).read(_FILE))
    finally:
        (place.run / _FILE).unlink(missing_ok=True)


def put_home(snapshot: HomeSnapshot, shell: Shell, place: Place, confinement: Confinement) -> None:
    """Fill the empty home of a desktop that is starting.

    Raises:
        DeviceTimeoutError: It could not be unpacked in time.
        DeviceLostError: It could not be unpacked.
    """
    HomeFiles(place.run, confinement.run).write(_FILE, snapshot.archive)
    _tar(shell, place, confinement, ("-x",), (0,))
    (place.run / _FILE).unlink()


def _tar(shell: Shell, place: Place, confinement: Confinement, how: tuple[str, ...], allowed: tuple[int, ...]) -> None:
    archive, log = f"{confinement.run}/{_FILE}", f"{confinement.run}/tar.log"
    job = shell.start(["tar", "-C", confinement.home, "-f", archive, *how], errors=log)
    if not shell.wait(job, _TIMEOUT):
        shell.kill(job)
        problem = f"the home was not packed or unpacked within {_TIMEOUT:g} s."
        raise DeviceTimeoutError("x11", "home", problem, "Keep it smaller.")
    if job.code not in allowed:
        words = (place.run / "tar.log").read_text(errors="replace").strip().splitlines()
        raise DeviceLostError("x11", "home", f"tar ended with code {job.code}: {words[-1] if words else ''}")
