"""Episodes that take turns in one process: one works, the others wait for what a model answers.

Environments are not made for several threads at once. Here each episode has a thread, and a turn that only one of them
has; `result_of` and `others_go_on` hand it on while one waits. So 64 episodes of a language model need one process, and
no environment is ever stepped by two threads.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

from omnigym.baselines.workers import Worker

__all__ = ["in_turns", "others_go_on", "result_of"]

T = TypeVar("T")


class _Turns:
    """The turn, and what those wait for who do not have it."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.stopped = False
        self.awaited: set[Future[Any]] = set()

    def stop(self) -> None:
        """Give up what is waited for: who waits gets a `CancelledError`, and so does who waits later."""
        self.stopped = True
        for future in list(self.awaited):
            future.cancel()


class _Mine(threading.local):
    turns: _Turns | None = None


_MINE = _Mine()


def result_of(future: Future[T]) -> T:
    """Wait for something that comes from elsewhere, and let other episodes work meanwhile.

    Raises:
        BaseException: Whatever the future has; `CancelledError` where all of them are stopped.
    """
    turns = _MINE.turns
    try:
        if turns is None:
            return future.result()
        turns.awaited.add(future)
        try:
            with others_go_on():
                if turns.stopped:
                    future.cancel()
                return future.result()
        finally:
            turns.awaited.discard(future)
    except BaseException:
        future.cancel()  # such as at Ctrl-C: nobody wants it any more
        raise


@contextlib.contextmanager
def others_go_on() -> Iterator[None]:
    """Let other episodes work while this one waits for something that ends by itself, such as a server's answer."""
    turns = _MINE.turns
    if turns is None:
        yield
        return
    turns.turn.release()
    try:
        yield
    finally:
        turns.turn.acquire()


def in_turns(makes: Sequence[Callable[[], Worker[T]]], items: Iterable[int]) -> Iterator[tuple[int, T]]:
    """Do all items in threads that take turns, and give each as it is done, in no particular order.

    An error of one ends all. So does leaving the iteration: what is waited for is given up.

    Args:
        makes: Makes the worker of each thread, in the thread.
        items: What to do.
    """
    turns, todo = _Turns(), iter(items)
    done: queue.SimpleQueue[tuple[int, T] | BaseException | None] = queue.SimpleQueue()

    def work(make: Callable[[], Worker[T]]) -> None:
        _MINE.turns = turns
        try:
            with turns.turn, contextlib.closing(make()) as worker:
                for item in todo:
                    done.put((item, worker(item)))
                    if turns.stopped:
                        return
        except BaseException as e:  # noqa: BLE001 - it is raised where the results are read
            done.put(e)
        else:
            done.put(None)

    threads = [threading.Thread(target=work, args=(make,), daemon=True) for make in makes]
    try:
        for thread in threads:
            thread.start()
        left = len(threads)
        while left:
            found = done.get()
            if found is None:
                left -= 1
            elif isinstance(found, BaseException):
                raise found
            else:
                yield found
    finally:
        turns.stop()
        for thread in threads:
            thread.join()
