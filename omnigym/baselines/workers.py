"""Work that is done item by item, in this process or in parallel in several."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.context import BaseContext
from multiprocessing.util import Finalize
from typing import Any, Protocol, TypeVar

from omnigym.errors import DeviceLostError
from omnigym.garbage import spare_collector
from omnigym.plugins import load_plugins

__all__ = ["Worker", "expect_workers", "in_workers", "processors"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
#: So many items are handed out for each process: the next one when it is ready, and no more, so that a stop is one.
_AHEAD = 2
#: Is imported once for all processes: most of what takes time before one can work.
_PREPARED = "omnigym.baselines._prepared"
#: Windows has no `fork`: each process imports everything itself there.
_CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()


class Worker(Protocol[T_co]):
    """A worker that does one item after another."""

    def __call__(self, item: int, /) -> T_co:
        """Do an item."""
        ...

    def close(self) -> None:
        """Release resources; called once, at the end."""
        ...


def processors() -> int:
    """Return the number of processors that this process may use, which is the number of parallel simulated devices."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _context() -> BaseContext:
    if not _CAN_FORK:
        return multiprocessing.get_context("spawn")
    # copies of a process that has imported all there is, and no threads: of this one they would have its threads'
    # locks without its threads
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([_PREPARED])
    return context


def expect_workers() -> None:
    """Import the modules of all workers in the background, while this process does other work."""
    if _CAN_FORK:
        from multiprocessing.forkserver import ensure_running

        _context()
        ensure_running()


def in_workers(
    make: Callable[[], Worker[T]] | Sequence[Callable[[], Worker[T]]], items: Iterable[int], workers: int
) -> Iterator[tuple[int, T]]:
    """Do all items, and yield each as it is done; with more than one process in no particular order.

    A process makes one worker and keeps it. An error of one ends all. So does leaving the iteration, by Ctrl-C too:
    items at hand are given up, and no process is left behind; nor is one if this process is killed.

    Args:
        make: Makes a worker, in the process where it works; to be pickled, as are the results. Or one for each
            process, such as where each has a device of its own.
        items: What to do.
        workers: How many processes; 1 works in this one.

    Raises:
        DeviceLostError: A process was killed from outside, for example as memory was short.
    """
    makes = [make] * workers if callable(make) else list(make)
    if workers == 1:
        worker = makes[0]()
        try:
            for item in items:
                yield item, worker(item)
        finally:
            worker.close()
        return
    context = _context()
    todo = iter(items)
    others = set(multiprocessing.active_children())
    packed = pickle.dumps(make if callable(make) else makes)
    pool = ProcessPoolExecutor(workers, context, _begin, (packed, context.Value("i", 0), dict(os.environ)))
    done = False
    try:
        running: dict[Future[T], int] = {pool.submit(_do, item): item for item in islice(todo, _AHEAD * workers)}
        while running:
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                item = running.pop(future)
                result = future.result()
                for following in islice(todo, 1):
                    running[pool.submit(_do, following)] = following
                yield item, result
        done = True
    except BrokenProcessPool as e:
        raise DeviceLostError(
            "worker",
            "play",
            "A process was killed from outside. What it had done is intact; use fewer --workers if memory was short.",
        ) from e
    finally:
        if not done:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        pool.shutdown(cancel_futures=True)


# Of the process that works; made at its first item, whose error it then is if it cannot be made.
_make: Callable[[], Worker[object]]
_worker: Worker[object] | None = None


def _begin(packed: bytes, begun: Any, environment: Mapping[str, str]) -> None:
    global _make
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the parent decides
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ.clear()  # it is that of when the copied process was started
    os.environ.update(environment)
    load_plugins()  # before anything of theirs is unpickled
    make = pickle.loads(packed)
    with begun.get_lock():
        _make = make if callable(make) else make[begun.value]
        begun.value += 1


def _end_with_parent() -> None:
    """A parent that was killed tells nobody; what this process has started sees its end, and ends, too."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(item: int) -> Any:
    global _worker
    if _worker is None:
        _worker = _make()
        spare_collector()
        Finalize(None, _worker.close, exitpriority=10)
    return _worker(item)
