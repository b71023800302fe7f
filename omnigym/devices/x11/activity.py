"""Whether a desktop's processes have anything left to do, as the kernel tells of them.

A screen that is quiet for a while may only be slow: on a busy machine an application may have to wait longer for a
processor than anyone would wait for it. So the processes themselves are looked at. When all of them sleep, a second
look finds that none has run since the first, and none has a timer that is about to ring, then no picture can change
before the next input. This holds however slow the machine is, and is known at once where it is fast.
"""

from __future__ import annotations

import contextlib
import enum
import math
import os
import platform
import select
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

#: What a look at a thread finds: its state ("R", "S"...) and how often it was given a processor.
Seen: TypeAlias = tuple[str, int]

#: Of so many threads the files stay open; a desktop with an office program has 60. The agent may start any number.
_KEPT = 96
_RUNNING = frozenset("RD")  # on a processor or waiting for one; waiting for a disk
_NEVER = float("inf")
_POLL, _TIMESPEC, _TIMEVAL = 1e-3, 1e-9, 1e-6

#: System calls that wait with a timeout: which argument it is, and its unit in seconds (below a millisecond: the
#: argument points to a struct of seconds and of such units).
_CALLS: Mapping[str, Mapping[int, tuple[int, float]]] = {
    "x86_64": {
        7: (2, _POLL),  # poll
        23: (4, _TIMEVAL),  # select
        232: (3, _POLL),  # epoll_wait
        270: (4, _TIMESPEC),  # pselect6
        271: (2, _TIMESPEC),  # ppoll
        281: (3, _POLL),  # epoll_pwait
        441: (3, _TIMESPEC),  # epoll_pwait2
    },
    "aarch64": {
        22: (3, _POLL),  # epoll_pwait
        72: (4, _TIMESPEC),  # pselect6
        73: (2, _TIMESPEC),  # ppoll
        441: (3, _TIMESPEC),  # epoll_pwait2
    },
}


class Verdict(enum.Enum):
    """What the processes are about.

    Attributes:
        BUSY: One of them runs, or would if there were a processor for it.
        DUE: They sleep, but one has a timer that rings soon, or it cannot be told that none has.
        REST: They sleep until something from outside wakes one.
    """

    BUSY = enum.auto()
    DUE = enum.auto()
    REST = enum.auto()


class Activity:
    """Looks at a process and everything below it.

    Args:
        root: The process.
        horizon: A timer that was set for longer than this, in seconds, does not count.
        apart: Processes that are not looked at, nor are those below them: who is always at work, and draws nothing.
    """

    def __init__(self, root: int, horizon: float, apart: Collection[int] = ()) -> None:
        self._root, self._horizon = root, horizon
        self._apart = frozenset(map(str, apart))
        self._threads: list[_Thread] = []
        self._excused: set[str] = set()

    def look(self) -> Verdict:
        """What the processes are about now. Costs less than a millisecond while one is busy, and about two if not."""
        before: list[tuple[_Thread, Seen]] = []
        for n, thread in enumerate(self._threads):
            seen = thread.see()
            before.append((thread, seen))
            if self._is_busy(thread, seen):
                # Whoever is busy is likely so next time: it is asked first then.
                self._threads.insert(0, self._threads.pop(n))
                return Verdict.BUSY
        folders = self._folders()
        if not folders or not all(os.path.exists(f"{folders[0]}/{name}") for name in ("children", "schedstat")):
            return Verdict.DUE  # it is hidden from us, or this kernel does not tell who is whose child, or who ran
        if self._renew(folders):
            return Verdict.BUSY
        due = any(seen[0] in _RUNNING for _, seen in before)  # one who is excused
        due = due or any(timer_of(folder) <= self._horizon for folder in folders)
        if any(thread.see() != seen for thread, seen in before if thread.folder not in self._excused):
            return Verdict.BUSY
        return Verdict.DUE if due else Verdict.REST

    def close(self) -> None:
        """Let go of the processes' files."""
        self._renew([])

    def delays(self) -> Callable[[], float]:
        """Begin to count for how long the processes wait for a processor; returns what tells the seconds since now."""
        before = [(thread, thread.delay()) for thread in self._threads if thread.is_leader]
        return lambda: sum(max(thread.delay() - delay, 0.0) for thread, delay in before)

    def demand(self) -> dict[str, float]:
        """The seconds that each thread has had a processor or waited for one in its life, by its directory.

        Zero where this kernel does not tell.
        """
        return {folder: _demand(folder) for folder in self._folders()}

    @property
    def excuses(self) -> bool:
        """Whether anyone is excused."""
        return bool(self._excused)

    def readmit(self) -> None:
        """Excuse nobody any more."""
        self._excused.clear()

    def excuse(self) -> None:
        """Do not call anyone busy again who is so now, before he was seen asleep: he would never let one go on."""
        self._renew(self._folders())
        self._excused |= {thread.folder for thread in self._threads if thread.see()[0] in _RUNNING}

    def _folders(self) -> list[str]:
        """The directories of all threads."""
        return list(_threads(self._root, self._apart))

    def _is_busy(self, thread: _Thread, seen: Seen) -> bool:
        if seen[0] in _RUNNING:
            return thread.folder not in self._excused
        self._excused.discard(thread.folder)
        return False

    def _renew(self, folders: list[str]) -> bool:
        """Know these threads from now on: whether they are others than before."""
        now, before = set(folders), {thread.folder for thread in self._threads}
        if now == before:
            return False
        gone = [thread for thread in self._threads if thread.folder not in now]
        for thread in gone:
            self._threads.remove(thread)
            thread.close()
        for folder in sorted(now - before):
            with contextlib.suppress(OSError):  # it ended meanwhile
                kept = sum(thread.kept for thread in self._threads)
                self._threads.append(_Thread(folder, kept < _KEPT))
        return True


class RootsActivity(Activity):
    """Looks at several processes and everything below them.

    Args:
        roots: Tells which they are now.
        horizon, apart: As of `Activity`.
    """

    def __init__(self, roots: Callable[[], Iterable[int]], horizon: float, apart: Collection[int] = ()) -> None:
        super().__init__(0, horizon, apart)
        self._roots = roots

    def _folders(self) -> list[str]:
        return list(dict.fromkeys(folder for root in self._roots() for folder in _threads(root, self._apart)))


class PartialActivity(RootsActivity):
    """Looks at some processes of a desktop, which are waited for; that all rest takes a look at all others, too.

    Args:
        roots: Tells which processes are looked at now, with those below them.
        every: Tells those of the whole desktop, likewise; none where they are not known.
        horizon, apart: As of `Activity`.
    """

    def __init__(
        self,
        roots: Callable[[], Iterable[int]],
        every: Callable[[], Iterable[int]],
        horizon: float,
        apart: Collection[int] = (),
    ) -> None:
        super().__init__(roots, horizon)
        self._whole = RootsActivity(every, horizon, apart)

    def look(self) -> Verdict:
        """As of `Activity`; who is not among the roots may be busy, and is not waited for."""
        verdict = super().look()
        if verdict is Verdict.BUSY or (verdict is Verdict.DUE and self._threads):
            return verdict
        return Verdict.REST if self._whole.look() is Verdict.REST else Verdict.DUE

    def demand(self) -> dict[str, float]:
        """As of `Activity`, of the whole desktop."""
        return super().demand() | self._whole.demand()

    def close(self) -> None:
        """Let go of the processes' files."""
        super().close()
        self._whole.close()


class _Thread:
    """A thread, and its files in ``/proc``.

    Args:
        folder: Its directory there.
        kept: Whether the files stay open, as opening them costs more than reading.

    Raises:
        OSError: It has ended.
    """

    def __init__(self, folder: str, kept: bool) -> None:
        self.folder, self.kept = folder, kept
        process, _, task = folder.removeprefix("/proc/").partition("/task/")
        self.is_leader = process == task
        self._files: list[int] = []
        try:
            for name in ("stat", "schedstat") if kept else ():
                self._files.append(os.open(f"{folder}/{name}", os.O_RDONLY | os.O_CLOEXEC))
        except OSError:
            self.close()
            raise

    def see(self) -> Seen:
        """What it is about; "X" if it has ended."""
        try:
            words, runs = self._read(0, "stat", 512), self._read(1, "schedstat", 64)
        except OSError:
            return "X", 0
        state = words.rindex(b")") + 2  # after its name, which may have anything in it
        return chr(words[state]), int(runs.split()[2])

    def delay(self) -> float:
        """How long it has waited for a processor in its life, in seconds; 0 if it has ended."""
        try:
            return int(self._read(1, "schedstat", 64).split()[1]) * 1e-9
        except OSError:
            return 0.0

    def close(self) -> None:
        """Let go of its files."""
        while self._files:
            os.close(self._files.pop())

    def _read(self, which: int, name: str, most: int) -> bytes:
        if self._files:  # not any more, where somebody still counts the delays of one that is no longer looked at
            return os.pread(self._files[which], most, 0)
        file = os.open(f"{self.folder}/{name}", os.O_RDONLY | os.O_CLOEXEC)
        try:
            return os.read(file, most)
        finally:
            os.close(file)


def timer_of(thread: str, machine: str = platform.machine()) -> float:
    """The timeout with which a thread sleeps, in seconds from when it fell asleep; infinite if it has none.

    Zero where it cannot be told: the kernel does not let us see, or the machine's system calls are not known here.

    Args:
        thread: Its directory in ``/proc``.
        machine: Whose numbers the system calls have.
    """
    if machine not in _CALLS:
        return 0.0
    try:
        words = _read(f"{thread}/syscall").split()
        call = _CALLS[machine].get(int(words[0]))
        if call is None:
            return _NEVER
        which, unit = call
        value = int(words[1 + which], 16)
        if unit == _POLL:
            milliseconds = value & 0xFFFFFFFF
            return _NEVER if milliseconds >= 1 << 31 else milliseconds * unit
        return _struct(thread, value, unit) if value else _NEVER
    except (FileNotFoundError, ProcessLookupError):
        return _NEVER  # it has ended
    except (OSError, ValueError, IndexError):
        return 0.0  # it runs again, or we may not look


def _struct(thread: str, address: int, unit: float) -> float:
    """A time in a process's memory."""
    memory = os.open(f"{thread}/mem", os.O_RDONLY | os.O_CLOEXEC)
    try:
        data = os.pread(memory, 16, address)
    finally:
        os.close(memory)
    return int.from_bytes(data[:8], "little", signed=True) + int.from_bytes(data[8:], "little", signed=True) * unit


def state_of(thread: str) -> str:
    """The state of a thread ("R", "S"...), by its directory in ``/proc``; "X" if it has ended."""
    return _look(thread.removeprefix("/proc/"))[1]


def process_within(process: int) -> int:
    """The id of a process as the innermost sandbox that it is in numbers it; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[-1]) for line in lines if line.startswith("NSpid:")), process)


def processes_below(root: int) -> tuple[int, ...]:
    """The ids of a process and of those below it."""
    return tuple(dict.fromkeys(int(folder.split("/")[2]) for folder in _threads(root)))


def processes_named(root: int, names: Collection[str]) -> frozenset[int]:
    """The ids of those processes, from a process on downwards, that have one of these names."""
    return frozenset([pid for pid in processes_below(root) if _look(pid)[0] in names])


def _threads(root: int, apart: Collection[str] = ()) -> Iterator[str]:
    """The directories in ``/proc`` of all threads of a process and of those below it, without those set apart."""
    todo = [str(root)]
    while todo:
        pid = todo.pop()
        if pid in apart:
            continue
        tasks = f"/proc/{pid}/task"
        with contextlib.suppress(OSError):  # it ended meanwhile
            for task in os.listdir(tasks):
                yield f"{tasks}/{task}"
                todo += _read(f"{tasks}/{task}/children").split()


def _demand(thread: str) -> float:
    try:
        ran, waited, *_ = _read(f"{thread}/schedstat").split()
    except (OSError, ValueError):
        return 0.0
    return (int(ran) + int(waited)) * 1e-9


def _read(path: str) -> str:
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(file, 4096).decode(errors="replace")
    finally:
        os.close(file)


# -- whether a process that a desktop cannot be without has been stopped, for ever as it seems ------------------------

# Who has rights on a desktop may stop its message bus, its window manager or its shell (``kill -STOP``). Nothing has
# died then, and each call would wait for its answer until its time is up, again and again.

#: For so many seconds a process must have been seen stopped, and so often.
PATIENCE = 5.0
_LOOKS = 3
_EVERY = 1.0
#: For how long processes are looked at that wait for a processor, in seconds.
_LOOK_S = 0.2


class StoppedWatch:
    """Looks, about once a second, at the processes that a desktop began with.

    Args:
        root: Its first process.
    """

    def __init__(self, root: int) -> None:
        self._processes = processes_below(root)
        self._seen: dict[int, tuple[float, int]] = {}
        self._due = 0.0

    def find(self) -> str:
        """The name of one that has been stopped for too long; empty if there is none."""
        now = time.monotonic()
        if now < self._due:
            return ""
        self._due = now + _EVERY
        for pid in self._processes:
            name, state = _look(pid)
            if state not in "Tt":
                self._seen.pop(pid, None)
                continue
            since, looks = self._seen.get(pid, (now, 0))
            self._seen[pid] = since, looks + 1
            if now - since >= PATIENCE and looks + 1 >= _LOOKS:
                return name
        return ""

    def starve(self) -> bool:
        """Whether one of them waits for a processor in vain, which others have than this desktop's own programs."""
        before = {pid: _processor_time(pid) for pid in self._processes if _look(pid)[1] == "R"}
        select.select([], [], [], _LOOK_S)
        after = {pid: _processor_time(pid) for pid in before if _look(pid)[1] == "R"}
        waiting = any(0 <= time - before[pid] < _LOOK_S / 2 for pid, time in after.items())
        own = sum(_look(folder.removeprefix("/proc/"))[1] == "R" for folder in _threads(self._processes[0]))
        return waiting and own <= (os.cpu_count() or 1)


def _processor_time(pid: int) -> float:
    """For how many seconds a process has run; less than nothing if it has ended, or this kernel does not tell."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) * 1e-9
    except (OSError, IndexError):
        return -math.inf


def _look(process: int | str) -> tuple[str, str]:
    """The name of a process (or thread: "1/task/2") and its state; "X" if it has ended."""
    try:
        front, _, back = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")
    except OSError:
        return "", "X"
    return front.partition("(")[2], back[1]
