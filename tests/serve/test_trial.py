"""Trials: what is too much for their limits fails there, and the process that tries goes on."""

from __future__ import annotations

import os
import selectors
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from omnigym.errors import TooLargeError
from omnigym.serve.trial import TrialLimits, Trials

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is tried apart")


def children() -> set[str]:
    """The children of this process; that of pytest has those of other tests, too."""
    listed = Path("/proc/self/task").glob("*/children")
    return {child for path in listed for child in path.read_text("ascii").split()}


def outcome(work: Callable[[], bytes], limits: TrialLimits) -> bytes | Exception:
    """What comes of a trial; nothing of it is left."""
    found: list[bytes | Exception] = []
    others = children()
    with selectors.DefaultSelector() as selector:
        trials = Trials(selector, limits)
        before = len(os.listdir("/proc/self/fd"))
        trials.begin(work, found.append, found.append)
        while (left := trials.go_on()) is not None:
            for key, events in selector.select(left):
                key.data(events)
        assert len(os.listdir("/proc/self/fd")) == before
        assert trials.go_on() is None
    assert children() <= others
    return found[0]


def busy() -> bytes:
    while True:
        pass


def greedy() -> bytes:
    return bytes(1 << 30)


def asleep() -> bytes:
    time.sleep(600)
    return b""


def mute() -> bytes:
    os._exit(0)


def deadly() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


@pytest.mark.parametrize(
    ("work", "limits"),
    [
        (busy, TrialLimits(cpu_s=1)),
        (greedy, TrialLimits(memory=64 << 20)),
        (asleep, TrialLimits(wall_s=0.2)),
        (mute, TrialLimits()),
        (deadly, TrialLimits()),
    ],
)
def test_what_is_too_much_is_an_error(work: Callable[[], bytes], limits: TrialLimits) -> None:
    found = outcome(work, limits)
    assert isinstance(found, TooLargeError)
    assert "fewer tasks or smaller sizes" in str(found)


def test_what_is_said_comes_whole() -> None:
    assert outcome(lambda: b"x" * 1_000_000, TrialLimits()) == b"x" * 1_000_000


def test_what_the_child_does_stays_there() -> None:
    seen: list[int] = []

    def work() -> bytes:
        seen.append(1)
        return str(os.getpid()).encode()

    assert outcome(work, TrialLimits()) != str(os.getpid()).encode()
    assert seen == []


def test_those_that_run_end_with_the_worker() -> None:
    others = children()
    with selectors.DefaultSelector() as selector:
        trials = Trials(selector, TrialLimits())
        trials.begin(asleep, lambda _: None, lambda _: None)
        trials.close()
        assert not selector.get_map()
    assert children() <= others
