"""Proving many tasks in several processes, each with its own device; a free process takes the next tasks."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from functools import lru_cache, partial
from importlib.metadata import version
from multiprocessing.util import Finalize
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from omnigym.devices.config import DeviceConfig, build_device, target_of
from omnigym.errors import ConfigError, TaskFileError, UnreadableError
from omnigym.foreign import lock_file, parse_json, read_lines, shown
from omnigym.foreign.limits import MAX_TEXT
from omnigym.garbage import spare_collector
from omnigym.tasks.proofs.cross_oracles import Strangers
from omnigym.tasks.proofs.variation import USUAL, Starts
from omnigym.tasks.proofs.verify import Progress, Prover, TaskProof
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_line, dumps_subtask

__all__ = ["ProofFile", "processors", "verify_all"]


# -- proofs in a file, a line each as they are made, so that what was proved once is not proved again -----------------

# A line names its task by a hash of all that its proofs depend on but code: the task, its subtasks, the device, how
# it was proved and omnigym's version. So a file that was made of other tasks, or in another way, is no mistake:
# nothing in it counts, and new lines are added to it.

_PROOF = TypeAdapter(TaskProof)


class ProofFile:
    """The proofs of a file.

    Args:
        path: The file; where there is none it is made by `adding`.
        config: The device on which tasks are proved.
        once: Whether what is about subtasks is proved once a subtask.
        starts: The starts of the proof "varied".

    Raises:
        TaskFileError: There is something else at ``path``; names the line.
    """

    def __init__(self, path: str | Path, config: DeviceConfig, *, once: bool = False, starts: Starts = USUAL) -> None:
        self.path = Path(path)
        varied = () if starts.variation == "none" else (repr(starts),)  # what was proved without keeps its key
        self._context = " ".join((version("omnigym"), repr(config), str(once), *varied))
        self._known = dict(_read(self.path)) if self.path.exists() else {}

    def find(self, task: Task) -> TaskProof | None:
        """What is known of a task."""
        return self._known.get(self._key(task))

    @contextmanager
    def adding(self) -> Iterator[Callable[[Task, TaskProof], None]]:
        """Add proofs for as long as the block runs; each is on disk as soon as it is added.

        Raises:
            ConfigError: Another process is adding to the file, or it cannot be written.
        """
        try:
            _mend(self.path)
            with self.path.open("a", encoding="utf-8") as file:
                lock_file(file.fileno())

                def add(task: Task, proof: TaskProof) -> None:
                    key = self._key(task)
                    self._known[key] = proof
                    file.write(json.dumps({"key": key, **proof.to_plain()}, ensure_ascii=False) + "\n")
                    file.flush()

                yield add
        except BlockingIOError:
            raise ConfigError(f"Another process adds proofs to {self.path}. Wait for it.") from None
        except OSError as e:
            raise ConfigError(f"Cannot write proofs to {self.path}: {e.strerror}. Name a file that can be.") from e

    def _key(self, task: Task) -> str:
        parts = [self._context, repr(task.host), dumps_line(task) if task.host is None else task.id]
        parts += [_digest(s) for s in task.subtasks]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


@lru_cache(maxsize=4096)
def _digest(subtask: Subtask) -> str:
    return hashlib.sha256(dumps_subtask(subtask).encode()).hexdigest()


def _mend(path: Path) -> None:
    """Take away the half of a line that a killed process left."""
    if not path.exists():
        return
    with path.open("rb+") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)


def _read(path: Path) -> Iterator[tuple[str, TaskProof]]:
    try:
        for number, line in enumerate(read_lines(path, MAX_TEXT), start=1):
            try:
                plain = parse_json(line)
                key = plain.pop("key")
                plain.pop("holds")
                yield str(key), _PROOF.validate_python(plain)
            except (UnreadableError, ValidationError, AttributeError, KeyError, TypeError) as e:
                raise TaskFileError(
                    f"{path}, line {number}: expected a proof that `omnigym tasks verify --out` wrote, got "
                    f"{shown(line[:80])} ({type(e).__name__}). Name another file."
                ) from None
    except UnreadableError as e:
        raise TaskFileError(f"{path}: {e}. Expected a file that `omnigym tasks verify --out` wrote.") from None


# -- proving ----------------------------------------------------------------------------------------------------------

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
    """Prove tasks, in their order, like `omnigym.tasks.proofs.verify.verify`.

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
