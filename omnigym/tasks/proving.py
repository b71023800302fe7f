"""Proving many tasks in several processes, each with its own device; a free process takes the next tasks."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing.util import Finalize

from omnigym.devices.config import DeviceConfig, build_device
from omnigym.garbage import spare_collector
from omnigym.tasks.task import Task
from omnigym.tasks.verify import Progress, Prover, Strangers, TaskProof, verify

__all__ = ["processors", "verify_all"]

#: The least number of tasks for each process: starting one takes as long as this many proofs.
_WORTH_A_PROCESS = 16
#: The number of tasks that a process takes at a time.
_AT_A_TIME = 4


def processors() -> int:
    """The number of processors."""
    return multiprocessing.cpu_count()


def verify_all(
    tasks: Sequence[Task], config: DeviceConfig, *, workers: int, progress: Progress | None = None
) -> tuple[TaskProof, ...]:
    """Prove tasks, in their order, like `omnigym.tasks.verify.verify`.

    Args:
        tasks: The tasks.
        config: The configuration of the devices.
        workers: The most processes; few tasks are proved in the current process.
        progress: Called with the proofs of each task, in the order of the tasks.

    Raises:
        DeviceError: A device could not be built.
    """
    workers = min(workers, len(tasks) // _WORTH_A_PROCESS)
    if workers < 2:
        return verify(tasks, partial(build_device, config), progress=progress)
    results = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _begin, (config, tuple(tasks))) as pool:
        for result in pool.map(_prove, range(len(tasks)), chunksize=_AT_A_TIME):
            results.append(result)
            if progress is not None:
                progress(result)
    return tuple(results)


class _Worker:
    """The state of a worker process, set by `_begin`."""

    tasks: tuple[Task, ...]
    prover: Prover


def _begin(config: DeviceConfig, tasks: tuple[Task, ...]) -> None:
    _Worker.tasks = tasks
    _Worker.prover = Prover(partial(build_device, config), Strangers(tasks))
    Finalize(None, _Worker.prover.close, exitpriority=1)
    spare_collector()


def _prove(number: int) -> TaskProof:
    return _Worker.prover.prove(_Worker.tasks[number])
