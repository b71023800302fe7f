"""Proving many tasks in several processes, each with its own device; a free process takes the next tasks."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, nullcontext
from functools import partial
from multiprocessing.util import Finalize

from omnigym.devices.config import DeviceConfig, build_device, target_of
from omnigym.garbage import spare_collector
from omnigym.tasks.proved import ProofFile
from omnigym.tasks.strangers import Strangers
from omnigym.tasks.task import Task
from omnigym.tasks.varied import USUAL, Starts
from omnigym.tasks.verify import Progress, Prover, TaskProof

__all__ = ["processors", "verify_all"]

#: The least number of tasks for each process: starting one takes as long as this many proofs.
_WORTH_A_PROCESS = 16
#: The number of tasks that a process takes at a time.
_AT_A_TIME = 4


def processors() -> int:
    """The number of processors."""
    return multiprocessing.cpu_count()


def verify_all(
    tasks: Sequence[Task],
    config: DeviceConfig,
    *,
    workers: int,
    progress: Progress | None = None,
    once: bool = False,
    kept: ProofFile | None = None,
    starts: Starts = USUAL,
) -> tuple[TaskProof, ...]:
    """Prove tasks, in their order, like `omnigym.tasks.verify.verify`.

    Args:
        tasks: The tasks.
        config: The configuration of the devices.
        workers: The most processes; few tasks are proved in the current process.
        progress: Called with the proofs of each task, in the order of the tasks, those that are known already first.
        once: Whether the oracles of others are tried once on each subtask (OmniBench B.2) instead of on each task, and
            so is what tasks have in common that differ in names alone: four times as fast.
        kept: Has proofs that are not made again, and gets those that are made, as soon as they are.
        starts: The starts of the proof "varied", which is left out where they do not vary.

    Raises:
        ConfigError: The file of proofs cannot be written.
        DeviceError: A device could not be built.
    """
    known = {t.id: found for t in tasks if (found := kept.find(t) if kept is not None else None) is not None}
    for proof in known.values():
        if progress is not None:
            progress(proof)
    left = [t for t in tasks if t.id not in known]
    with kept.adding() if kept is not None else nullcontext(lambda _task, _proof: None) as add:
        for task, proof in zip(left, _proved(left, tasks, config, workers, once, starts), strict=True):
            known[task.id] = proof
            add(task, proof)
            if progress is not None:
                progress(proof)
    return tuple([known[t.id] for t in tasks])


def _proved(
    left: Sequence[Task], tasks: Sequence[Task], config: DeviceConfig, workers: int, once: bool, starts: Starts
) -> Iterator[TaskProof]:
    """The proofs of those that are left, of all tasks, in their order."""
    others = () if once else tuple(tasks)
    workers = min(workers, len(left) // _WORTH_A_PROCESS)
    if workers < 2:
        with closing(_prover(config, others, once, starts)) as prover:
            yield from map(prover.prove, left)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _begin, (config, others, once, starts)) as pool:
        yield from pool.map(_prove, left, chunksize=_AT_A_TIME)


def _prover(config: DeviceConfig, tasks: Sequence[Task], once: bool, starts: Starts) -> Prover:
    return Prover(partial(build_device, config), Strangers(tasks), target_of(config) if once else None, starts)


class _Worker:
    """The state of a worker process, set by `_begin`."""

    prover: Prover


def _begin(config: DeviceConfig, tasks: tuple[Task, ...], once: bool, starts: Starts) -> None:
    _Worker.prover = _prover(config, tasks, once, starts)
    Finalize(None, _Worker.prover.close, exitpriority=1)
    spare_collector()


def _prove(task: Task) -> TaskProof:
    return _Worker.prover.prove(task)
