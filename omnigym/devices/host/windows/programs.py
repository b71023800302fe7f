"""Programs that the device starts, and who may drive the session.

They are in a job of Windows's, with all that they start: it ends with the process that made it, however that ends, so a
trainer that is killed leaves nothing running.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import psutil
import pywintypes
import win32api
import win32con
import win32event
import win32job
import winerror

from omnigym.devices.protocol import ProcessInfo
from omnigym.errors import DeviceStartError

__all__ = ["Claim", "Programs", "end_tree", "processes"]

_SUSPENDED: Final = 0x4
_PATIENCE_S, _LOOK_S = 3.0, 0.02
_LONGEST: Final = 1 << 16
_CLAIM: Final = "Local\\omnigym-host-driver"


class Claim:
    """Being the one who drives this session, until this process ends or lets go.

    Raises:
        DeviceStartError: Another device drives it.
    """

    def __init__(self) -> None:
        self._mutex = win32event.CreateMutex(None, False, _CLAIM)
        if win32api.GetLastError() == winerror.ERROR_ALREADY_EXISTS:
            self.close()
            raise DeviceStartError("host", "reset", "another device drives this session.", "Close it first.")

    def close(self) -> None:
        """Let another device have it."""
        self._mutex.Close()


class Programs:
    """What the device started.

    Args:
        environment: What programs have.
        folder: Where they work.
        wait: Waits a number of seconds while the desktop goes on.
    """

    def __init__(self, environment: Mapping[str, str], folder: Path, wait: Callable[[float], None]) -> None:
        self._environment, self._folder, self._wait = dict(environment), folder, wait
        self._job = self._new_job()

    @staticmethod
    def _new_job() -> Any:
        job = win32job.CreateJobObject(None, "")
        limits = win32job.QueryInformationJobObject(job, win32job.JobObjectExtendedLimitInformation)
        limits["BasicLimitInformation"]["LimitFlags"] |= win32job.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
        win32job.SetInformationJobObject(job, win32job.JobObjectExtendedLimitInformation, limits)
        return job

    def start(self, argv: Sequence[str]) -> subprocess.Popen[bytes]:
        """Start a program.

        Raises:
            OSError: There is none, or it needs rights that this process lacks.
        """
        started = subprocess.Popen(
            argv,
            env=self._environment,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=_SUSPENDED,  # it starts nothing before it is in the job
        )
        try:
            handle = win32api.OpenProcess(win32con.PROCESS_ALL_ACCESS, False, started.pid)
            win32job.AssignProcessToJobObject(self._job, handle)
            psutil.Process(started.pid).resume()
        except (pywintypes.error, psutil.Error) as e:
            started.kill()
            started.wait()
            raise OSError(f"it cannot be put into a job: {e}") from e
        return started

    def own(self) -> frozenset[int]:
        """The processes that come of what was started."""
        return frozenset(win32job.QueryInformationJobObject(self._job, win32job.JobObjectBasicProcessIdList))

    def end(self) -> bool:
        """End all of them at once; False if one is left."""
        win32job.TerminateJobObject(self._job, 1)
        end = time.monotonic() + _PATIENCE_S
        while self.own():
            if time.monotonic() > end:
                return False
            self._wait(_LOOK_S)
        return True

    def close(self) -> None:
        """Let go of the job: what is in it ends."""
        self._job.Close()


def end_tree(started: subprocess.Popen[bytes]) -> None:
    """End a command with all that it started."""
    try:
        below = psutil.Process(started.pid).children(recursive=True)
    except psutil.Error:
        below = []
    started.kill()
    for process in below:
        with contextlib.suppress(psutil.Error):
            process.kill()


def processes() -> tuple[ProcessInfo, ...]:
    """The processes of this user, but for this one."""
    found = []
    mine = psutil.Process().username()
    for process in psutil.process_iter(["name", "cmdline", "username"]):
        about = process.info
        if process.pid == os.getpid() or about["username"] != mine or not about["name"]:
            continue
        argv, left = [], _LONGEST
        for word in about["cmdline"] or [about["name"]]:
            argv.append(word[:left])
            left -= len(argv[-1])
        found.append(ProcessInfo(about["name"], tuple(argv)))
    return tuple(found)
