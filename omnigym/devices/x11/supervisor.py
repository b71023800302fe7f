"""The process that owns the desktops of one device, so that nothing of them outlives the device.

It is run as a program of its own (of the standard library and two modules that import nothing else) and is the parent
of each desktop's sandbox. It ends every desktop and removes its directory when it is told to, when the device's process
dies however it dies (a pidfd tells), or when the socket to it closes. If it is itself killed, the kernel kills the
sandbox (its parent-death signal), and the next start of a device sweeps the directory.

Messages are one JSON object a datagram on the socket that is its standard input::

    {"do": "start", "id", "argv", "env", "bare", "watch", "dir"}    with a descriptor: its input and output
    {"do": "log", "id"}
    {"do": "stop", "id"}
    -> {"started": id, "pid"}  {"failed": id, "why"}  {"log": id, "text", "killed"}  {"stopped": id}

What a desktop's programs write to their standard error comes here by a pipe, and only the last of it is kept: in a file
of theirs they could put a link, and into one of ours more than there is room for.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from typing import TypedDict

from omnigym.devices.x11.cleanup import MARKER, clear, remove, remove_groups

# -- watching what a desktop takes of the machine, where no control group bounds it -----------------------------------

# The supervisor runs this by itself, so nothing is imported but the standard library.

#: Memory is not filled faster than this, in bytes a second; and a look comes no sooner and no later than this.
_FILL_RATE = 8 << 30
_SOONEST, _LATEST = 0.02, 0.25


def keep_within(pid: int, disk: str, memory: int, processes: int) -> float:
    """Kill the largest processes of a desktop that takes too much, or all if there are too many.

    This is for desktops that no control group bounds. Memory that no process maps is not seen.

    Args:
        pid: The desktop's first process.
        disk: Its disk, as it is seen through that process.
        memory: The most it may take, in bytes.
        processes: The most that there may be, threads counted.

    Returns:
        In how many seconds the next look is due.
    """
    todo, sizes, threads = [pid], {}, 0
    while todo:
        process = todo.pop()
        with contextlib.suppress(OSError, ValueError):  # it has ended meanwhile
            tasks = os.listdir(f"/proc/{process}/task")
            threads += len(tasks)
            for task in tasks:
                with open(f"/proc/{process}/task/{task}/children") as f:
                    todo += map(int, f.read().split())
            with open(f"/proc/{process}/status") as f:
                words = [line.split() for line in f if line.startswith(("RssAnon:", "RssShmem:"))]
            sizes[process] = sum(int(word[1]) << 10 for word in words)
    used = sum(sizes.values())
    with contextlib.suppress(OSError):
        found = os.statvfs(disk)
        used += (found.f_blocks - found.f_bfree) * found.f_frsize
    if threads > processes:
        sizes = {pid: 0}
    elif used <= memory:
        return min(max((memory - used) / _FILL_RATE, _SOONEST), _LATEST)
    for process in sorted(sizes, key=sizes.__getitem__, reverse=True):
        if threads <= processes and used <= memory // 2:  # they grow while they die
            break
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)
        used -= sizes[process]
    return _SOONEST


# -- supervisor -------------------------------------------------------------------------------------------------------

#: So much of a desktop's log is kept, in bytes.
_LOG_BYTES = 8192
#: By how much the supervisor, who has little to do, goes before its desktops.
_HURRY = -10
#: When a control group is tried to be removed again, in seconds, and for how long in the end.
_SOON, _PATIENCE = 0.005, 2.0


class _Order(TypedDict):
    """What starts a desktop (see `Keeper.start`); ``watch`` are its limits, where they are seen to here."""

    id: str
    argv: list[str]
    env: dict[str, str]
    bare: bool
    watch: tuple[int, int] | None
    dir: str


class _Desktop:
    """A desktop that runs.

    Args:
        process: Its first process.
        order: The message that started it.
        log: The pipe that its programs' standard errors come by.

    Attributes:
        log: None once it has ended.
        said: The last that came by it.
        due: When it is to be looked at, on the monotonic clock.
    """

    def __init__(self, process: subprocess.Popen[bytes], order: _Order, log: int) -> None:
        self.process, self.order = process, order
        self.log: int | None = log
        self.said = b""
        self.due = 0.0

    def hear(self) -> None:
        """Take in what has come by the log."""
        if self.log is None:
            return
        with contextlib.suppress(BlockingIOError):
            data = os.read(self.log, 1 << 16)
            self.said = (self.said + data)[-_LOG_BYTES:]
            if not data:
                self.end_log()

    def end_log(self) -> None:
        """Hear no more of it."""
        if self.log is not None:
            os.close(self.log)
            self.log = None

    def look(self, now: float) -> None:
        """See to it that it keeps within its limits, if that is due."""
        limits = self.order["watch"]
        if limits is not None and now >= self.due:
            disk = f"/proc/{self.process.pid}/root{self.order['dir']}/disk"
            self.due = now + keep_within(self.process.pid, disk, *limits)


class _Desktops:
    """The desktops that run, by id."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._running: dict[str, _Desktop] = {}
        self._groups: list[str] = []
        self._usual = os.getpriority(os.PRIO_PROCESS, 0)

    @property
    def logs(self) -> dict[int, _Desktop]:
        """The desktops by the descriptors that their logs come from."""
        return {d.log: d for d in self._running.values() if d.log is not None}

    def start(self, order: _Order, descriptors: list[int]) -> None:
        """Run the command with the descriptor as its input and output."""
        (channel,) = descriptors
        log, log_end = os.pipe()
        try:
            self._hurry(False)
            process = subprocess.Popen(
                order["argv"],
                env={**order["env"], MARKER: order["dir"]},
                stdin=channel,
                stdout=channel,
                stderr=log_end,
                cwd="/",
                start_new_session=True,
            )
        except OSError as e:
            os.close(log)
            self._say({"failed": order["id"], "why": str(e)})
            remove(order["dir"])
            return
        finally:
            os.close(channel)
            os.close(log_end)
            self._hurry(True)
        os.set_blocking(log, False)
        self._running[order["id"]] = _Desktop(process, order, log)
        self._say({"started": order["id"], "pid": process.pid})

    def stop(self, name: str) -> None:
        """Kill a desktop and leave nothing of it on disk."""
        if name in self._running:
            desktop = self._running.pop(name)
            desktop.process.kill()
            desktop.process.wait()
            desktop.end_log()
            # Nobody waits for these: processes are in them until the kernel has taken their memory apart.
            self._groups += clear(desktop.order["dir"], kill=desktop.order["bare"])
        self._say({"stopped": name})

    def stop_all(self) -> None:
        """Kill them all."""
        for name in list(self._running):
            self.stop(name)
        end = time.monotonic() + _PATIENCE
        while self._groups and time.monotonic() < end:
            self.look()
            select.select([], [], [], _SOON)

    def tell(self, name: str) -> None:
        """Tell the last that a desktop's programs wrote, and whether a signal killed its first process."""
        said, killed = b"", False
        if name in self._running:
            self._running[name].hear()
            said = self._running[name].said
            killed = (self._running[name].process.poll() or 0) < 0
        self._say({"log": name, "text": said.decode(errors="replace"), "killed": killed})

    def look(self) -> float | None:
        """See to it that all keep within their limits; returns in how many seconds to look again, if at all.

        Control groups of desktops that have ended are removed on the way.
        """
        self._groups = remove_groups(self._groups)
        watched = [d for d in self._running.values() if d.order["watch"] is not None]
        now = time.monotonic()
        for desktop in watched:
            desktop.look(now)
        due = [max(desktop.due - time.monotonic(), 0.0) for desktop in watched]
        return min([*due, _SOON] if self._groups else due, default=None)

    def _hurry(self, wanted: bool) -> None:
        """Be given a processor before the desktops are, which may have many processes; not their first one, though."""
        with contextlib.suppress(OSError):  # only some users may
            os.setpriority(os.PRIO_PROCESS, 0, self._usual + (_HURRY if wanted else 0))

    def _say(self, message: dict[str, object]) -> None:
        with contextlib.suppress(OSError):
            self._control.send(json.dumps(message).encode())


def main() -> None:
    """Serve until the owner, whose process id is the argument, is gone."""
    owner = int(sys.argv[1])
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Not SIG_IGN: that would be inherited, and no command on a desktop could be ended.
        signal.signal(name, lambda *_: None)
    control = socket.socket(fileno=0)
    desktops = _Desktops(control)
    watched = [0]
    with contextlib.suppress(OSError):
        watched.append(os.pidfd_open(owner))
    while os.getppid() == owner:
        logs = desktops.logs
        ready = select.select([*watched, *logs], [], [], desktops.look())[0]
        for log in logs.keys() & ready:
            logs[log].hear()
        if watched[-1] != 0 and watched[-1] in ready:
            break
        if 0 not in ready:
            continue
        try:
            data, descriptors, _, _ = socket.recv_fds(control, 1 << 20, 1)
        except ConnectionError:  # the owner has ended without hearing an answer
            break
        if not data:
            break
        order = json.loads(data)
        if order["do"] == "start":
            desktops.start(order, descriptors)
        elif order["do"] == "log":
            desktops.tell(order["id"])
        else:
            desktops.stop(order["id"])
    desktops.stop_all()
