"""What a desktop leaves behind, and its end: its processes, its directory, its display, its control groups.

The supervisor runs this by itself, so nothing is imported but the standard library.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import select
import shutil
import signal
import socket
import stat
import subprocess
import time
from collections.abc import Iterator

__all__ = [
    "DISPLAY",
    "GROUPS",
    "MARKER",
    "USER",
    "USER_LINK",
    "clear",
    "marked_processes",
    "remove",
    "remove_groups",
]

#: The variable of the environment that names the desktop's directory.
MARKER = "OMNIGYM_DESKTOP"
#: Files in a desktop's directory that the host wrote, and nobody else can: its display number, the id of a user that
#: nobody else is, and its control groups.
DISPLAY, USER, GROUPS = "display", "user", "groups"
#: How the links are named, beside the directories of all desktops, that say who has a user id.
USER_LINK = "user-"
_LONGEST_NOTE = 1 << 14
#: How long one who clears up waits for another who is at the same desktop, in seconds.
_TURN = 5.0


def marked_processes(directory: str) -> list[int]:
    """The processes of the desktop in ``directory``: those of its user, or whose environment says so.

    A program can change its environment; only who has a user of its own is found whatever it does.
    """
    user = _user_of(directory)
    file, needle = ("status", f"\nUid:\t{user}\t") if user else ("environ", f"\0{MARKER}={directory}\0")
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            with contextlib.suppress(OSError), open(f"/proc/{entry}/{file}", "rb") as f:
                told = b"\0" + f.read()
                if needle.encode() in told and b"\nState:\tZ" not in told:
                    found.append(int(entry))
    return found


def remove(directory: str, patience: float = 2.0) -> None:
    """Kill a desktop and remove all of it, its control groups too, which processes are in until they are gone."""
    end = time.monotonic() + patience
    groups = clear(directory, patience=patience)
    while groups and time.monotonic() < end:
        groups = remove_groups(groups)
        select.select([], [], [], 0.002 if groups else 0.0)


def clear(directory: str, kill: bool = True, patience: float = 2.0) -> list[str]:
    """Kill a desktop and remove all of it but its control groups.

    Several may do so at once: the supervisor of a trainer that was killed, and whoever sweeps. What names a user or a
    display is true only while the desktop has them, and the next desktop gets the same ones: so one at a time does it,
    and who comes second finds nothing left to do.

    Args:
        directory: The desktop's.
        kill: Whether processes may be left, which the end of a sandbox does not leave.
        patience: How long it is tried, in seconds.

    Returns:
        Its control groups.
    """
    with _alone(directory) as there:
        if not there:
            return []
        groups = noted_groups(directory)
        if kill:
            _kill_marked(directory, patience)
        _give_back(directory)
        _remove_files(directory, patience)
    with contextlib.suppress(OSError):
        os.rmdir(os.path.dirname(directory))  # the last one out
    return groups


@contextlib.contextmanager
def _alone(directory: str) -> Iterator[bool]:
    """One process at a time clears up a desktop; tells whether there is one still.

    What runs on a desktop that is not shut in could keep the turn for ever, so it is not waited for without end.
    """
    try:
        folder = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        yield os.path.lexists(directory)
        return
    try:
        end = time.monotonic() + _TURN
        while time.monotonic() < end:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            select.select([], [], [], 0.005)
        yield os.path.lexists(directory)
    finally:
        os.close(folder)


def _kill_marked(directory: str, patience: float) -> None:
    """Kill what belongs to a desktop, again and again until a look finds nothing (children may be born meanwhile)."""
    end = time.monotonic() + patience
    while (alive := marked_processes(directory)) and time.monotonic() < end:
        user = _user_of(directory)
        if user:  # all at one blow: no fork escapes it
            everyone = ["/bin/sh", "-c", "kill -KILL -1"]
            subprocess.run(everyone, user=int(user), group=int(user), extra_groups=[], check=False)
        for pid in alive:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.waitpid(pid, os.WNOHANG)
        select.select([], [], [], 0.005)


def _user_of(directory: str) -> str:
    """The user that nobody else is, as long as that is so: who clears up out of turn must not kill the next desktop."""
    user = _note(directory, USER)
    with contextlib.suppress(OSError):
        if user and os.readlink(_claim(directory, user)) == os.path.basename(directory):
            return user
    return ""


def _claim(directory: str, user: str) -> str:
    return os.path.join(os.path.dirname(directory), USER_LINK + user)


def noted_groups(directory: str) -> list[str]:
    """The control groups of the desktop in ``directory``."""
    return _note(directory, GROUPS).splitlines()


def _note(directory: str, name: str) -> str:
    """What the host has written down about a desktop; empty if nothing.

    Where desktops are neither in a sandbox nor another user's, it may be anything by now.
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with contextlib.suppress(OSError), open(os.open(os.path.join(directory, name), flags), "rb") as f:
        return f.read(_LONGEST_NOTE).decode(errors="replace")
    return ""


def remove_groups(groups: list[str]) -> list[str]:
    """Remove control groups; returns those that processes are still in, as those that were killed are for a moment."""
    for group in groups:
        with contextlib.suppress(OSError):
            os.rmdir(group)
    return [group for group in groups if os.path.isdir(group)]


def _give_back(directory: str) -> None:
    """Give back the display and the user; who is killed in between leaves no note of what is another's by then."""
    for name, give in ((DISPLAY, _remove_socket), (USER, _remove_claim)):
        noted = _note(directory, name)
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(directory, name))
        if noted.isdigit():
            with contextlib.suppress(OSError):
                give(directory, noted)


def _remove_claim(directory: str, user: str) -> None:
    if os.readlink(_claim(directory, user)) == os.path.basename(directory):
        os.unlink(_claim(directory, user))


def _remove_files(directory: str, patience: float) -> None:
    """Remove a directory; processes that are dying may still write to it, so it is tried until it is gone."""
    end = time.monotonic() + patience
    while os.path.lexists(directory):
        with contextlib.suppress(RecursionError):
            shutil.rmtree(directory, ignore_errors=True)
        if time.monotonic() > end:
            break
        if os.path.lexists(directory):
            _remove_thoroughly(directory)
            select.select([], [], [], 0.005)


def _remove_thoroughly(directory: str) -> None:
    """Remove directories that are deeper than Python gets, or that their owner shut. Neither program follows links."""
    for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run([*command, "--", directory], stderr=subprocess.DEVNULL, timeout=60, check=False)


def _remove_socket(directory: str, number: str) -> None:
    """Remove the X server's socket: our link to it, or, where there is no sandbox, what the killed server left.

    A display that is free is claimed at once.
    """
    path = f"/tmp/.X11-unix/X{number}"
    left = os.lstat(path)
    if stat.S_ISLNK(left.st_mode):
        if f"{directory}/" in os.readlink(path):
            os.unlink(path)
    # what is there by now may be a new desktop's, whose server is bound to its socket and does not listen yet
    elif _is_dead(path) and _of(os.lstat(path)) == _of(left):
        os.unlink(path)


def _of(found: os.stat_result) -> tuple[int, int, int]:
    """What tells a file from one that is made in its place, which often gets its inode."""
    return found.st_mode, found.st_ino, found.st_ctime_ns


def _is_dead(path: str, patience: float = 0.5) -> bool:
    """Whether nobody listens at a socket; a process that was killed gives up its sockets last of all."""
    end = time.monotonic() + patience
    while True:
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(path) == errno.ECONNREFUSED:
                return True
        if time.monotonic() > end:
            return False
        select.select([], [], [], 0.01)
