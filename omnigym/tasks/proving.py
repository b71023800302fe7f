"""Proofs of many tasks in several processes: each has a device of its own and takes the next task when it is free."""

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

#: A process is started for so many tasks at least: before its first proof it takes as long as these.
_WORTH_A_PROCESS = 16
#: How many tasks a process takes at a time.
_AT_A_TIME = 4


def processors() -> int:
    """How many processors there are."""
    return multiprocessing.cpu_count()


def verify_all(
    tasks: Sequence[Task], config: DeviceConfig, *, workers: int, progress: Progress | None = None
) -> tuple[TaskProof, ...]:
    """Prove tasks, in their order, like `omnigym.tasks.verify.verify`.

    Args:
        tasks: The tasks.
        config: The device's.
        workers: How many processes at most; few tasks are proved in this one.
        progress: Called with each task's proofs, in the tasks' order.

    Raises:
        DeviceError: A device did not come up.
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
    """What a process keeps from one task to the next."""

    tasks: tuple[Task, ...]
    prover: Prover


def _begin(config: DeviceConfig, tasks: tuple[Task, ...]) -> None:
    _Worker.tasks = tasks
    _Worker.prover = Prover(partial(build_device, config), Strangers(tasks))
    Finalize(None, _Worker.prover.close, exitpriority=1)
    spare_collector()


def _prove(number: int) -> TaskProof:
    return _Worker.prover.prove(_Worker.tasks[number])
