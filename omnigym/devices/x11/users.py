"""Users of their own for the desktops of root, so that none reaches what is another's, or the machine's.

A user id is claimed by a link in the directory of all places, which leads to the place that has it. The claim ends with
the place (`omnigym.devices.x11.leftovers.remove`), or, after a kill, once its place has been swept.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from omnigym.devices.x11.leftovers import USER, USER_LINK
from omnigym.errors import DeviceStartError

__all__ = ["USERS", "claim_user", "give"]

_COUNT = 4096
#: Ids that no user has: above those of people and of containers, below those that some programs take for negative.
_HIGH = range(1_900_000_000, 1_900_000_000 + _COUNT)
#: Where the machine is a container that has no such ids: above those of people, below those of Debian's and systemd's.
_LOW = range(50_000, 50_000 + _COUNT)


def _mapped(uid: int) -> bool:
    """Whether this user namespace has a user of an id."""
    try:
        lines = Path("/proc/self/uid_map").read_text().splitlines()
    except OSError:
        return True
    return any(int(first) <= uid < int(first) + int(count) for first, _, count in map(str.split, lines))


#: The ids that desktops of root run as.
USERS = _HIGH if _mapped(_HIGH[-1]) else _LOW


def claim_user(root: Path) -> int:
    """A user id that no other desktop of this machine has, for the one that lives in ``root``.

    Raises:
        DeviceStartError: All are taken.
    """
    with _turn(root.parent):
        for uid in USERS:
            link = root.parent / f"{USER_LINK}{uid}"
            if link.is_symlink():
                if (root.parent / os.readlink(link)).is_dir():
                    continue
                link.unlink()  # its place was swept
            link.symlink_to(root.name)
            (root / USER).write_text(str(uid))
            return uid
    raise DeviceStartError("x11", "reset", f"{len(USERS)} desktops are in use.", "Close some of the devices.")


def give(path: Path, uid: int) -> None:
    """Give a directory, and all in it, to a user."""
    os.chown(path, uid, uid, follow_symlinks=False)
    for folder, folders, files in os.walk(path):
        for name in (*folders, *files):
            os.chown(f"{folder}/{name}", uid, uid, follow_symlinks=False)


@contextmanager
def _turn(base: Path) -> Iterator[None]:
    """One process at a time looks for a free id."""
    folder = os.open(base, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
