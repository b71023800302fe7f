"""Oracles of three other tasks, or of three other subtasks, which must not score 1.0 (OmniBench B.2).

A task cannot score 1.0 unless each of its nodes is complete. So if the subtask of one of them turns down the oracles of
other subtasks, which need be tried but once for all tasks that have it, the task does.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Protocol

from omnigym.devices.backend import Target
from omnigym.tasks.registry import all_subtasks, is_registered
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode, stable_hash

__all__ = ["Others", "OthersOnce", "Strangers"]

#: The number of others whose oracles are tried.
_OTHERS = 3


class Others(Protocol):
    """The trial of other tasks' oracles on a task."""

    def paid(self, stage: Stage) -> str:
        """Return the id of the task, or the subtask, whose oracle was rewarded, and its owner; "" if none was.

        Args:
            stage: The task's; it is played on.
        """
        ...


class Strangers:
    """A choice, for a task, of other tasks that share no node with it ("strangers"), always the same ones.

    Args:
        tasks: The tasks to choose from; tasks without oracles are left out.
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        able = (t for t in tasks if all(s.oracle is not None for s in t.subtasks))
        mixed = sorted(able, key=lambda t: stable_hash(t.id))
        self._tasks = [(t, frozenset(t.apps), _contents(t)) for t in mixed]
        self._place = {t.id: n for n, t in enumerate(mixed)}

    def of(self, task: Task, count: int = _OTHERS) -> list[Task]:
        """Return up to ``count`` strangers of a task, first those with the same apps because they are most similar."""
        at, apps, own = self._place.get(task.id, 0), frozenset(task.apps), _contents(task)
        near = (t for t, theirs, nodes in self._from(at) if apps & theirs and not own & nodes)
        far = (t for t, theirs, nodes in self._from(at) if not apps & theirs and not own & nodes)
        return list(itertools.islice(itertools.chain(near, far), count))

    def _from(self, at: int) -> Iterator[tuple[Task, frozenset[str], frozenset[object]]]:
        """All tasks, beginning with that one; no list is copied for the three that are found."""
        return itertools.chain(itertools.islice(self._tasks, at, None), itertools.islice(self._tasks, at))

    def paid(self, stage: Stage) -> str:
        """Return the same as `Others.paid`."""
        for other in self.of(stage.task):
            if stage.play(stage.oracle(other, forgive=True), ends=False).coverage == 1.0:
                return f"The oracle of {other.id!r} scores 1.0."
        return ""


class OthersOnce:
    """The trial of three other subtasks' oracles on each subtask, once, with its first parameters, as in the paper.

    Args:
        target: The device.
        rest: Tries those tasks of which it cannot be said so: of subtasks that came with them, or of several devices.
    """

    def __init__(self, target: Target, rest: Others) -> None:
        self._target, self._rest = target, rest
        self._strangers: dict[str, Strangers] = {}
        self._known: dict[str, str] = {}

    def paid(self, stage: Stage) -> str:
        """Return the same as `Others.paid`."""
        task = stage.task
        if len(task.device_names) > 1 or task.host is not None or not all(map(is_registered, task.subtasks)):
            return self._rest.paid(stage)
        return next((why for s in task.subtasks if (why := self._of(s, stage))), "")

    def _of(self, subtask: Subtask, stage: Stage) -> str:
        if subtask.id not in self._known:
            self._known[subtask.id] = self._of_collection(subtask.collection).paid(stage.beside(_alone(subtask)))
        return self._known[subtask.id]

    def _of_collection(self, collection: str) -> Strangers:
        if collection not in self._strangers:
            tasks = map(_alone, all_subtasks(collection))
            self._strangers[collection] = Strangers([t for t in tasks if t.runs_on(self._target)])
        return self._strangers[collection]


def _alone(subtask: Subtask) -> Task:
    """A task of a registered subtask alone, with its first parameters."""
    return Task(id=f"{subtask.id}@0", nodes=(TaskNode("1", subtask.id, subtask.parameters[0]),))


def _contents(task: Task) -> frozenset[object]:
    """The parts of a task that it shares with another one only if both ask for the same thing."""
    if task.host is not None:  # its oracle reads the instruction from the screen, so equal tasks share the oracle
        return frozenset(s.oracle for s in task.subtasks)
    # parameters that no condition names, such as whose voice says a word, make no other thing of it
    return frozenset(f"{n.subtask} {[p.conditions for p in task.bound[n.id].parts]}" for n in task.nodes)
