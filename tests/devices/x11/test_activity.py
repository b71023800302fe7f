"""What the kernel tells of processes. They are plain ones: no desktop is needed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11 import activity as module
from omnigym.devices.x11.activity import Activity, PartialActivity, Verdict, timer_of
from omnigym.devices.x11.settle import Deadline

pytestmark = pytest.mark.skipif(
    not os.path.exists(f"/proc/self/task/{os.getpid()}/children"), reason="this kernel does not list children"
)

_POLL = "import select, sys; print(flush=True); p = select.poll(); p.register(0); p.poll({})"
_SELECT = "import select, sys; print(flush=True); select.select([0], [], [], {})"
_EPOLL = "import select, sys; e = select.epoll(); e.register(0); print(flush=True); e.poll({})"
#: Busy loops end by themselves, should nobody be left to kill them.
_SPIN = "import time; end = time.monotonic() + 60; print(flush=True)\nwhile time.monotonic() < end: pass"
_SPIN_UNTIL_TOLD = """
import os, select, time
end = time.monotonic() + 60
print(flush=True)
while not select.select([0], [], [], 0)[0]: pass
os.read(0, 100)
os.read(0, 100)
while time.monotonic() < end: pass
"""
_ECHO = "import sys; print(flush=True)\nfor line in sys.stdin: print(line, end='', flush=True)"
_PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', '''{}'''])"

Start = Callable[[str], subprocess.Popen[bytes]]


@pytest.fixture
def start() -> Iterator[Start]:
    running = []

    def run(program: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        running.append(process)
        assert process.stdout is not None
        assert process.stdout.readline()
        return process

    yield run
    for process in running:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _comes_to(activity: Activity, verdict: Verdict, timeout: float = 10.0) -> bool:
    end = time.monotonic() + timeout
    while activity.look() is not verdict:
        if time.monotonic() > end:
            return False
    return True


@pytest.mark.parametrize("program", [_POLL.format(""), _SELECT.format("None"), _EPOLL.format(""), _POLL.format(90_000)])
def test_waiting_is_rest(start: Start, program: str) -> None:
    assert _comes_to(Activity(start(program).pid, 0.04), Verdict.REST)


@pytest.mark.parametrize(
    ("program", "timer"),
    [
        (_POLL.format(90_000), 90),
        (_SELECT.format(90.5), 90.5),
        (_EPOLL.format(90), 90),
        (_POLL.format(""), float("inf")),
    ],
)
def test_timers_are_seen(start: Start, program: str, timer: float) -> None:
    pid = start(program).pid
    assert _comes_to(Activity(pid, 0.04), Verdict.REST)
    assert timer_of(f"/proc/{pid}/task/{pid}") == pytest.approx(timer, abs=0.01)
    assert _comes_to(Activity(pid, 100.0), Verdict.DUE if timer < 100 else Verdict.REST)


def test_work_is_seen_in_processes_below(start: Start) -> None:
    activity = Activity(start(_PARENT.format(_SPIN)).pid, 0.04)
    assert _comes_to(activity, Verdict.BUSY)
    assert [activity.look() for _ in range(20)] == [Verdict.BUSY] * 20


def test_all_rest_where_all_are_known(start: Start) -> None:
    mine, other, nobody = start(_POLL.format("")).pid, start(_SPIN), list[int]()
    assert _comes_to(PartialActivity(lambda: [mine], lambda: [mine], 0.04), Verdict.REST)
    assert _comes_to(PartialActivity(lambda: nobody, lambda: [mine], 0.04), Verdict.REST)
    assert not _comes_to(PartialActivity(lambda: [mine], lambda: nobody, 0.04), Verdict.REST, 0.2)
    busy = PartialActivity(lambda: [mine], lambda: [mine, other.pid], 0.04)
    assert {busy.look() for _ in range(20)} <= {Verdict.DUE, Verdict.BUSY}  # the first look finds new threads
    assert busy.look() is Verdict.DUE  # who is at work is somebody else, and is not waited for
    other.send_signal(signal.SIGSTOP)
    assert _comes_to(busy, Verdict.REST)


def test_one_who_woke_between_two_looks_is_busy(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    process = start(_ECHO)
    activity = Activity(process.pid, 0.04)
    assert _comes_to(activity, Verdict.REST)
    threads = module._threads

    def between(root: int, apart: object) -> Iterator[str]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"hello\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"hello\n"
        return threads(root)

    monkeypatch.setattr(module, "_threads", between)
    assert [activity.look() for _ in range(5)] == [Verdict.BUSY] * 5


def test_who_never_rests_is_excused_until_he_does(start: Start) -> None:
    process = start(_SPIN_UNTIL_TOLD)
    activity = Activity(process.pid, 0.04)
    assert _comes_to(activity, Verdict.BUSY)
    activity.excuse()
    assert _comes_to(activity, Verdict.DUE) and activity.excuses
    activity.readmit()
    assert _comes_to(activity, Verdict.BUSY)
    activity.excuse()
    assert _comes_to(activity, Verdict.DUE)
    assert process.stdin is not None
    process.stdin.write(b"sleep\n")
    process.stdin.flush()
    assert _comes_to(activity, Verdict.REST)
    process.stdin.write(b"spin\n")
    process.stdin.flush()
    assert _comes_to(activity, Verdict.BUSY)


def test_what_cannot_be_told_is_due(start: Start) -> None:
    pid = start(_POLL.format("")).pid
    assert timer_of(f"/proc/{pid}/task/{pid}", machine="riscv64") == 0
    assert Activity(0, 0.04).look() is Verdict.DUE


def test_who_has_ended_has_no_timer() -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    assert timer_of(f"/proc/{process.pid}/task/{process.pid}") == float("inf")


_MANY = "import threading; [threading.Thread(target=e.wait).start() for e in [threading.Event()] for _ in range(600)]"


def test_however_many_threads_there_are_few_files_stay_open(start: Start) -> None:
    before = len(os.listdir("/proc/self/fd"))
    pid = start(f"{_MANY}\nprint(flush=True)\nimport select; select.select([0], [], [])").pid
    opened = len(os.listdir("/proc/self/fd"))  # those to the process are among them
    activity = Activity(pid, 0.04)
    assert _comes_to(activity, Verdict.REST)
    assert len(activity._threads) == 601
    assert len(os.listdir("/proc/self/fd")) - opened <= 2 * module._KEPT < 400
    assert opened - before < 10
    activity.close()
    assert len(os.listdir("/proc/self/fd")) == opened


@pytest.mark.parametrize("kept", [True, False])
def test_a_thread_is_seen_alike_by_files_that_stay_open_or_not(start: Start, kept: bool) -> None:
    pid = start(_POLL.format("")).pid
    assert _comes_to(Activity(pid, 0.04), Verdict.REST)
    thread = module._Thread(f"/proc/{pid}/task/{pid}", kept)
    state, runs = thread.see()
    assert (state, thread.is_leader) == ("S", True)
    assert runs > 0
    assert thread.delay() >= 0
    os.killpg(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert thread.see()[0] in "ZX"
    thread.close()
    assert thread.delay() >= 0  # somebody may count still


def test_waiting_for_a_processor_is_counted(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    activity = Activity(start(_POLL.format("")).pid, 0.04)
    assert _comes_to(activity, Verdict.REST)
    waited = iter([1.0, 1.25, 0.0])
    monkeypatch.setattr(module._Thread, "delay", lambda _: next(waited))
    delay = activity.delays()
    assert delay() == pytest.approx(0.25)
    assert delay() == 0  # it has ended


def test_the_kernel_counts_waiting(start: Start) -> None:
    cpu = min(os.sched_getaffinity(0))
    pids = [start(f"import os; os.sched_setaffinity(0, {{{cpu}}})\n{_SPIN}").pid for _ in range(2)]
    activity = Activity(pids[0], 0.04)
    assert _comes_to(activity, Verdict.BUSY)
    delay = activity.delays()
    end = time.monotonic() + 10
    while delay() < 0.05 and time.monotonic() < end:
        time.sleep(0.01)
    assert delay() >= 0.05


def test_a_deadline_is_put_off_by_what_was_waited_for_a_processor() -> None:
    waited = 0.0
    deadline = Deadline(0.0, lambda: waited, most=2.0)
    assert deadline.left() <= 0
    waited = 1.0
    assert 0 < deadline.left() <= 1
    waited = 100.0
    assert 1 < deadline.left() <= 2
    assert 99 < Deadline(100.0, lambda: waited, most=2.0).left() <= 100
