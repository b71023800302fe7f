"""Proofs in a file, a line each as they are made, so that what was proved once is not proved again.

A line names its task by a hash of all that its proofs depend on but code: the task, its subtasks, the device, how it
was proved and omnigym's version. So a file that was made of other tasks, or in another way, is no mistake: nothing in
it counts, and new lines are added to it.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from omnigym.devices.config import DeviceConfig
from omnigym.errors import ConfigError, TaskFileError, UnreadableError
from omnigym.foreign import parse_json, read_lines, shown
from omnigym.foreign.limits import MAX_TEXT
from omnigym.tasks.native import dumps_line, dumps_subtask
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task
from omnigym.tasks.varied import USUAL, Starts
from omnigym.tasks.verify import TaskProof

__all__ = ["ProofFile"]

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
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

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
