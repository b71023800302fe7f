"""A folder of composed tasks: candidates are made in several processes, and the files written in their order."""

from __future__ import annotations

import itertools
import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

from omnigym.benchmarks.omnibench.synthesis.composition.composing import Composer, content_of, most_candidates
from omnigym.errors import ConfigError
from omnigym.foreign import replace_file
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_task, read_task

__all__ = ["fill_folder", "in_order", "of_each"]

_T = TypeVar("_T")
#: How many candidates are under way for each process.
_AHEAD = 8


def in_order(work: Callable[[int], _T], begin: Callable[[], object], workers: int, first: int = 0) -> Iterator[_T]:
    """What a function gives for the numbers from ``first`` on, in their order, without end.

    Args:
        work: The function; with several processes it is sent to them.
        begin: Called before in each process.
        workers: The number of processes; below 2 this one.
        first: The first number.
    """
    return of_each(work, ((n,) for n in itertools.count(first)), begin, workers)


def of_each(
    work: Callable[..., _T], of: Iterable[tuple[object, ...]], begin: Callable[[], object], workers: int
) -> Iterator[_T]:
    """What a function gives for each of some arguments, in their order.

    Args:
        work: The function; with several processes it is sent to them.
        of: The arguments; of a stream no more than a few are asked for ahead.
        begin: Called before in each process.
        workers: The number of processes; below 2 this one.
    """
    left = iter(of)
    if workers < 2:
        begin()
        yield from itertools.starmap(work, left)
        return
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), begin)
    try:
        waiting: deque[Future[_T]] = deque(pool.submit(work, *a) for a in itertools.islice(left, workers * _AHEAD))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(work, *a) for a in itertools.islice(left, 1))
    finally:
        pool.shutdown(cancel_futures=True)


def fill_folder(folder: Path, composer: Composer, count: int, workers: int) -> Iterator[Task]:
    """Write the files of tasks into a folder, in the order of their numbers; those that are there are kept.

    Yields:
        Each task, when its file is there.

    Raises:
        ConfigError: Too few tasks meet the demands.
        TaskFileError: A file that is there is no task.
    """
    folder.mkdir(parents=True, exist_ok=True)
    there = sorted(folder.glob("*.json"), key=_number)
    seen: set[str] = set()
    for path in there[:count]:
        task = read_task(path)
        seen.add(content_of(task))
        yield task
    first = _number(there[-1]) + 1 if there else 0
    if len(seen) >= count:
        return
    for number, made in enumerate(in_order(composer.candidate, list, workers, first), start=first):
        if made is not None and (content := content_of(made)) not in seen:
            seen.add(content)
            replace_file(folder / f"{number}.json", dumps_task(made))
            yield made
        if len(seen) >= count:
            return
        if number > most_candidates(count):
            raise ConfigError(f"Only {len(seen)} of {count} tasks were found. Ask for fewer, or demand less of them.")


def _number(path: Path) -> int:
    if not path.stem.isdecimal():
        raise ConfigError(f"{path} is no file of composed tasks, which are numbered. Name another folder.")
    return int(path.stem)
