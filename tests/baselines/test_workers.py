"""Work side by side: the same results, typed errors, and no process that is left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from functools import partial

import pytest

from omnigym.baselines.workers import in_workers
from omnigym.errors import DeviceLostError, UnknownNameError


class Squares:
    """Squares numbers; does something else at some."""

    def __init__(self, fails_at: int = -1, dies_at: int = -1) -> None:
        self.fails_at, self.dies_at = fails_at, dies_at

    def __call__(self, item: int, /) -> tuple[int, int]:
        if item == self.fails_at:
            raise UnknownNameError("number", str(item), ["1"])
        if item == self.dies_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return item * item, os.getpid()

    def close(self) -> None:
        pass


def unmakeable() -> Squares:
    raise UnknownNameError("environment", "a", ["b"])


def test_every_item_is_done_once_in_other_processes() -> None:
    done = dict(in_workers(Squares, range(12), 2))
    assert {n: square for n, (square, _) in done.items()} == {n: n * n for n in range(12)}
    assert os.getpid() not in {pid for _, pid in done.values()}
    assert not multiprocessing.active_children()


def test_one_worker_works_here_and_in_order() -> None:
    assert list(in_workers(Squares, range(3), 1)) == [(n, (n * n, os.getpid())) for n in range(3)]


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (partial(Squares, fails_at=3), UnknownNameError),
        (partial(Squares, dies_at=3), DeviceLostError),
        (unmakeable, UnknownNameError),
    ],
)
def test_errors_come_as_they_are_and_nothing_is_left(make: Callable[[], Squares], error: type[Exception]) -> None:
    with pytest.raises(error):
        list(in_workers(make, range(20), 2))
    assert not multiprocessing.active_children()


def test_who_leaves_early_leaves_no_process() -> None:
    for _ in in_workers(Squares, range(1000), 2):
        break
    assert not multiprocessing.active_children()


class Place:
    """Says where it is."""

    def __init__(self, place: str) -> None:
        self.place = place

    def __call__(self, item: int, /) -> tuple[str, int]:
        return f"{self.place} {os.environ.get('OMNIGYM_TEST')}", os.getpid()

    def close(self) -> None:
        pass


def test_each_process_has_what_was_made_for_it_and_this_one_s_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMNIGYM_TEST", "1")
    done = [found for _, found in in_workers([partial(Place, "a"), partial(Place, "b")], range(40), 2)]
    assert {place for place, _ in set(done)} <= {"a 1", "b 1"}
    assert len({pid for _, pid in done}) == len(set(done))
