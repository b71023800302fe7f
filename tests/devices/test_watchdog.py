"""Deadlines that one thread watches. No desktop is needed."""

from __future__ import annotations

import threading
import time

from omnigym.devices.watchdog import Watchdog

_LONG = 10.0


def _threads() -> int:
    return sum(t.name == "omnigym-watchdog" for t in threading.enumerate())


def test_what_is_due_is_done_once() -> None:
    watchdog, acted = Watchdog(), threading.Event()
    watch = watchdog.begin(0.01, acted.set)
    assert acted.wait(_LONG)
    assert watch.acted
    watchdog.stop(watch)


def test_what_is_stopped_is_not_done() -> None:
    watchdog, late = Watchdog(), threading.Event()
    stopped = watchdog.begin(0.05, lambda: None)
    watchdog.stop(stopped)
    watchdog.begin(0.1, late.set)
    assert late.wait(_LONG)
    assert not stopped.acted


def test_a_shorter_deadline_does_not_wait_for_a_longer_one() -> None:
    watchdog, acted = Watchdog(), threading.Event()
    long = watchdog.begin(_LONG, lambda: None)
    start = time.monotonic()
    watchdog.begin(0.01, acted.set)
    assert acted.wait(_LONG)
    assert time.monotonic() - start < _LONG / 2
    assert not long.acted
    watchdog.stop(long)


def test_many_calls_share_a_thread_that_ends() -> None:
    watchdog, before = Watchdog(), _threads()
    for _ in range(100):
        watchdog.stop(watchdog.begin(0.2, lambda: None))
    assert _threads() - before <= 1
    end = time.monotonic() + _LONG
    while _threads() > before and time.monotonic() < end:
        time.sleep(0.02)
    assert _threads() <= before
    again = threading.Event()
    watchdog.begin(0.0, again.set)
    assert again.wait(_LONG)
