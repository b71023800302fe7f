"""How a desktop's first process is started: the way there, which is the same in a sandbox and without.

A shell script of the host's, run by the supervisor, joins control groups where they can be made, mounts the disk of a
stated size that only the desktop's processes see, and becomes the desktop's user. Then it is the command that follows.
"""

from __future__ import annotations

import fcntl
import functools
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from omnigym.devices.x11.cleanup import GROUPS, USER, USER_LINK
from omnigym.devices.x11.code_server import LAUNCHER
from omnigym.devices.x11.host_paths import Place
from omnigym.devices.x11.limits import Limits, make_groups, possible_groups
from omnigym.errors import DeviceStartError

# -- users ------------------------------------------------------------------------------------------------------------

# Users of their own for the desktops of root, so that none reaches what is another's, or the machine's.
#
# A user id is claimed by a link in the directory of all places, which leads to the place that has it. The claim ends
# with the place (`omnigym.devices.x11.cleanup.remove`), or, after a kill, once its place has been swept.

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


# -- confinement ------------------------------------------------------------------------------------------------------

#: Without a sandbox, shared memory (System V) would outlive the desktop in the machine's own namespace.
_NAMESPACE = ("unshare", "--mount", "--ipc")


@dataclass(frozen=True, slots=True)
class Confinement:
    """How a desktop's first process is started, and how its paths look from inside.

    Attributes:
        argv: What is put before the command.
        env: The environment inside.
        home, run: The place's directories as they are seen inside.
        user: The user that the host gives the processes; None is the one who started omnigym.
        uid: The user id inside.
        sandboxed: Whether there is a sandbox.
        disk: Whether its files are on a disk of a stated size, which only its processes see.
        watch: The memory in bytes and the number of processes that the supervisor has to see to; None where the kernel
            does, or where it cannot be told what belongs to the desktop.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str]
    home: str
    run: str
    user: int | None
    uid: int
    sandboxed: bool
    disk: bool
    watch: tuple[int, int] | None


def hand_over(place: Place, confinement: Confinement) -> None:
    """Give all that is on a place's disk to the user of its desktop."""
    if confinement.user is not None:
        give(place.disk, confinement.user)


def join_groups(place: Place, limits: Limits) -> str:
    """Make the control groups of a desktop; the script by which it joins them. Empty if there can be none."""
    groups = possible_groups(place.root.name)
    (place.root / GROUPS).write_text("\n".join(map(str, groups)))
    if not make_groups(groups, limits):
        return ""
    return " && ".join(f"echo $$ >{shlex.quote(str(group / 'cgroup.procs'))}" for group in groups)


def first_steps(
    place: Place, limits: Limits, user: int | None, disk: bool, join: str, last: str = ""
) -> tuple[str, ...]:
    """The command that is put before the one that is run in the end.

    Args:
        place: Where the desktop lives.
        limits: The size of its disk.
        user: Whom to become; None: whoever starts it.
        disk: Whether a file system of a stated size is put where its disk is, with what is there already.
        join: The script that joins control groups.
        last: A line of script that is run after all else.
    """
    lines, namespace = ["set -e"], []
    # The kernel takes its time over it (a grace period of RCU), so it is waited for in the end.
    lines += [f"( {join} ) & joined=$!"] if join else []
    if disk:
        path = shlex.quote(str(place.disk))
        lines.append(f"cd {path}")
        lines.append(f"mount -n -t tmpfs -o nosuid,nodev,{limits.disk_options} omnigym {path}")
        lines.append(f"cp -a . {path}")  # the directory that was entered is the one below the new file system
        lines.append("cd /")
        namespace += [*_NAMESPACE, *(() if os.geteuid() == 0 else ("--user", "--map-root-user"))]
    become = "" if user is None else f"setpriv --reuid {user} --regid {user} --clear-groups "
    lines += [last, "wait $joined" if join else "", f'exec {become}"$@"']
    return (*namespace, "sh", "-c", "\n".join(filter(None, lines)), "desktop")


@functools.cache
def can_mount() -> bool:
    """Whether root may have a view of the file systems of its own; in many containers it may not."""
    unshare, mount = shutil.which("unshare"), shutil.which("mount")
    if unshare is None or mount is None:
        return False
    command = [unshare, "--mount", mount, "-n", "-t", "tmpfs", "omnigym", "/mnt"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def server_socket(run: str) -> str:
    """Where the sound server of a desktop listens, as a path inside."""
    return f"{run}/pulse/native"


def environment(home: str, run: str) -> Mapping[str, str]:
    """A clean environment: nothing of the caller's gets in."""
    return {
        "HOME": home,
        "USER": "user",
        "LOGNAME": "user",
        "SHELL": "/bin/bash",
        "PATH": f"{LAUNCHER.parent}:/usr/local/bin:/usr/bin:/bin:/usr/games",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "XDG_RUNTIME_DIR": f"{run}/xdg",
        "XDG_CURRENT_DESKTOP": "XFCE",
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={run}/xdg/bus",
        # The first program that plays something starts a sound server; nothing of it lies in the home.
        "PULSE_RUNTIME_PATH": f"{run}/pulse",
        "PULSE_STATE_PATH": f"{run}/pulse",
        "PULSE_CLIENTCONFIG": f"{run}/pulse/client.conf",
        "PULSE_CONFIG": f"{run}/pulse/daemon.conf",
        "PULSE_SCRIPT": f"{run}/pulse/default.pa",
        "PULSE_COOKIE": f"{run}/pulse/cookie",
        "GDK_BACKEND": "x11",
        "GNOME_ACCESSIBILITY": "1",
        "GSETTINGS_BACKEND": "keyfile",
        "GIO_USE_VFS": "local",
        "GTK_OVERLAY_SCROLLING": "0",
        "NO_AT_BRIDGE": "0",
        # WebKit would make a sandbox of its own, which the desktop's, that is around it, does not let it.
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    }
