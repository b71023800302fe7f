"""What a desktop leaves behind, and its end: its processes, its directory, its display, its control groups.

The supervisor runs this by itself, so nothing is imported but the standard library.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import shutil
import signal
import socket
import subprocess
import time

__all__ = [
    "DISPLAY",
    "GROUPS",
    "MARKER",
    "USER",
    "USER_LINK",
    "groups_of",
    "kill_marked",
    "marked_processes",
    "remove",
    "remove_files",
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


def marked_processes(directory: str) -> list[int]:
    """The processes of the desktop in ``directory``: those of its user, or whose environment says so.

    A program can change its environment; only who has a user of its own is found whatever it does.
    """
    user = _note(directory, USER)
    file, needle = ("status", f"\nUid:\t{user}\t") if user else ("environ", f"\0{MARKER}={directory}\0")
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            with contextlib.suppress(OSError), open(f"/proc/{entry}/{file}", "rb") as f:
                told = b"\0" + f.read()
                if needle.encode() in told and b"\nState:\tZ" not in told:
                    found.append(int(entry))
    return found


def kill_marked(directory: str, patience: float = 2.0) -> None:
    """Kill what belongs to a desktop, again and again until a look finds nothing (children may be born meanwhile)."""
    user = _note(directory, USER)
    end = time.monotonic() + patience
    while (alive := marked_processes(directory)) and time.monotonic() < end:
        if user:  # all at one blow: no fork escapes it
            everyone = ["/bin/sh", "-c", "kill -KILL -1"]
            subprocess.run(everyone, user=int(user), group=int(user), extra_groups=[], check=False)
        for pid in alive:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.waitpid(pid, os.WNOHANG)
        select.select([], [], [], 0.005)


def _note(directory: str, name: str) -> str:
    """What the host has written down about a desktop; empty if nothing.

    Where desktops are neither in a sandbox nor another user's, it may be anything by now.
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with contextlib.suppress(OSError), open(os.open(os.path.join(directory, name), flags), "rb") as f:
        return f.read(_LONGEST_NOTE).decode(errors="replace")
    return ""


def remove(directory: str, patience: float = 2.0) -> None:
    """Remove a desktop's directory, and what it has elsewhere.

    Processes that are dying may still write to it, so it is tried until it is gone.
    """
    end = time.monotonic() + patience
    groups = groups_of(directory)
    remove_files(directory, patience)
    while groups and time.monotonic() < end:
        groups = remove_groups(groups)
        select.select([], [], [], 0.002 if groups else 0.0)


def groups_of(directory: str) -> list[str]:
    """The control groups of a desktop."""
    return _note(directory, GROUPS).splitlines()


def remove_groups(groups: list[str]) -> list[str]:
    """Remove control groups; returns those that processes are still in, as those that were killed are for a moment."""
    for group in groups:
        with contextlib.suppress(OSError):
            os.rmdir(group)
    return [group for group in groups if os.path.isdir(group)]


def remove_files(directory: str, patience: float = 2.0) -> None:
    """Remove all of a desktop but its control groups."""
    end = time.monotonic() + patience
    _remove_socket(directory)
    if user := _note(directory, USER):
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(os.path.dirname(directory), USER_LINK + user))
    while os.path.lexists(directory):
        with contextlib.suppress(RecursionError):
            shutil.rmtree(directory, ignore_errors=True)
        if time.monotonic() > end:
            break
        if os.path.lexists(directory):
            _remove_thoroughly(directory)
            select.select([], [], [], 0.005)
    with contextlib.suppress(OSError):
        os.rmdir(os.path.dirname(directory))  # the last one out


def _remove_thoroughly(directory: str) -> None:
    """Remove directories that are deeper than Python gets, or that their owner shut. Neither program follows links."""
    for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run([*command, "--", directory], stderr=subprocess.DEVNULL, timeout=60, check=False)


def _remove_socket(directory: str) -> None:
    """Remove the X server's socket: our link to it, or, where there is no sandbox, what the killed server left."""
    with contextlib.suppress(OSError, ValueError):
        path = f"/tmp/.X11-unix/X{int(_note(directory, DISPLAY))}"
        if os.path.islink(path):
            if f"{directory}/" in os.readlink(path):
                os.unlink(path)
        elif _is_dead(path):
            os.unlink(path)


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
