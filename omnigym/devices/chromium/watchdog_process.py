"""The parent process of one browser, which sees to it that nothing of the browser outlives its owner.

Run as a program of its own (standard library only): ``watchdog_process.py OWNER DIRECTORY USER ROUTES COMMAND...`` with
the browser's pipes as descriptors 3 and 4, and as 5 the socket at which the browser finds its way to the network
(`omnigym.devices.chromium.proxy`), which is served here. It holds a lock on the directory for as long as it lives. When
its standard input closes, or the owner dies however it dies, or the browser ends, it kills the browser's process group,
removes the directory and ends. If it is itself killed, the browser's pipes close, which ends the browser, and the
directory is swept by the next start, because its lock is free.

It also sees to it that the browser does not fill the disk: writing to a file beyond `_MOST_BYTES` fails, and when
downloads under way take more than `_MOST_INCOMING` together, the browser is killed.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time

__all__ = ["INCOMING", "LOCK", "main", "remove"]

#: The file in a browser's directory that is locked while the browser may live.
LOCK = "lock"
#: The descriptor of the socket at which the browser finds its way to the network.
_LISTENER = 5
#: How much memory each process of the browser may have, in bytes: a page that wants more crashes.
_MOST_MEMORY = 2 << 30
#: The directory in it that downloads come in to.
INCOMING = "incoming"
_MOST_BYTES, _MOST_INCOMING = 256 << 20, 512 << 20
_LOOK_EVERY = 0.1


def remove(directory: str, patience: float = 2.0) -> None:
    """Remove a directory into which dying processes may still write."""
    end = time.monotonic() + patience
    while os.path.lexists(directory) and time.monotonic() < end:
        shutil.rmtree(directory, ignore_errors=True)
        if os.path.lexists(directory):
            select.select([], [], [], 0.005)


def _kill_group(leader: int, patience: float = 2.0) -> None:
    """Kill a process group, and wait until it is gone."""
    end = time.monotonic() + patience
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.killpg(leader, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(-leader, os.WNOHANG)
            select.select([], [], [], 0.002)


def _serve_proxy(routes: str) -> None:
    """Serve the browser's way to the network."""
    # By its path, since a bare interpreter runs this (`python -I -S`): it starts in a fifth of the time that importing
    # omnigym takes, holds a few MB for as long as the browser lives, and no directory of packages can change what it
    # does. This module's own directory cannot be searched either: its `site` would stand in for Python's.
    place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "proxy.py")
    found = importlib.util.spec_from_file_location("proxy", place)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["proxy"] = module
    found.loader.exec_module(module)
    listener = socket.socket(fileno=_LISTENER)
    listener.set_inheritable(False)
    module.Proxy(listener, module.routes_from_json(routes)).start()


def _size(folder: str) -> int:
    """What the files of a directory take, in bytes."""
    total = 0
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):  # it is gone by now
                total += entry.stat(follow_symlinks=False).st_blocks * 512
    return total


def main() -> None:
    """Start the browser, wait for an end, clean up."""
    import fcntl  # Windows has neither, and there too somebody imports the names of this module
    import resource

    owner, directory, user, routes = int(sys.argv[1]), *sys.argv[2:5]
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    lock = os.open(os.path.join(directory, LOCK), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    # Of a process's own memory; what a browser only reserves does not count.
    resource.setrlimit(resource.RLIMIT_DATA, (_MOST_MEMORY, _MOST_MEMORY))
    identity = {"user": int(user), "group": int(user), "extra_groups": []} if user else {}
    resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_BYTES, _MOST_BYTES))
    with open(os.path.join(directory, "log"), "ab") as log:
        browser = subprocess.Popen(
            sys.argv[5:],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
            pass_fds=(3, 4),
            start_new_session=True,
            restore_signals=False,  # a file that is too large is an error to the browser, not the end of it
            **identity,  # type: ignore[call-overload]
        )
    os.close(3)
    os.close(4)
    _serve_proxy(routes)
    watched: list[int] = [0]
    for process in (owner, browser.pid):
        with contextlib.suppress(OSError):  # one that is gone already, or a system without such descriptors
            watched.append(os.pidfd_open(process))
    incoming = os.path.join(directory, INCOMING)
    while os.getppid() == owner and browser.poll() is None and _size(incoming) <= _MOST_INCOMING:
        if select.select(watched, [], [], _LOOK_EVERY)[0]:
            break
    _kill_group(browser.pid)
    remove(directory)


if __name__ == "__main__":
    main()
