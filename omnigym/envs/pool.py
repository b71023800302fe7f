"""The tasks of an environment: selected once, drawn from at every reset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from omnigym.devices.backend import Target
from omnigym.devices.protocol import Device, HasInstalledApps
from omnigym.errors import CapabilityError, ConfigError, MissingDependencyError, UnknownNameError
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task

__all__ = ["TaskPool", "TaskQuery"]

TaskQuery: TypeAlias = str | Task | Sequence[str | Task] | None


class TaskPool:
    """The tasks that an environment draws from.

    Args:
        tasks: A query, a task, the path of a task file, a sequence of these, or None for all tasks.
        split: "train", "heldout" or None for both.
        target: Platform and capabilities of the device; tasks of other platforms are left out.
        device: The class of the device, which may know which applications are installed.

    Raises:
        ConfigError: ``split`` is wrong, or no task is left.
        CapabilityError: A task needs what the device does not have.
        MissingDependencyError: A task is done in an application that is not installed.
    """

    def __init__(self, tasks: TaskQuery, split: str | None, target: Target, device: type[Device]) -> None:
        self._target = target
        backend = target.name
        if split not in (None, "train", "heldout"):
            raise ConfigError(f"split must be 'train', 'heldout' or None, got {split!r}.")
        found = list_tasks(tasks, device=target)
        here = [t for t in found if target.platform in t.platforms]
        if not here:
            platforms = sorted({p for t in found for p in t.platforms})
            raise CapabilityError(
                f"None of the {len(found)} selected tasks is done on {target.platform}, which the device {backend!r} "
                f"is; they are done on {', '.join(platforms)}. Select other tasks or another device."
            )
        self.tasks = tuple(t for t in here if split is None or split_of(t) == split)
        if not self.tasks:
            raise ConfigError(
                f"Of the {len(here)} selected tasks for the device {backend!r} none is in the split {split!r}. "
                "Select more tasks; `omnigym tasks list` shows what there is."
            )
        # All of them now: an episode must not fail later because of the task that happened to be drawn.
        for task in self.tasks:
            self._check(task)
        if issubclass(device, HasInstalledApps):
            self._check_installed(device)
        self._by_id = {t.id: t for t in self.tasks}

    def draw(self, rng: np.random.Generator) -> Task:
        """Draw a task; all have the same probability."""
        return self.tasks[int(rng.integers(len(self.tasks)))]

    def get(self, chosen: object) -> Task:
        """The task with an id, or the given task if the device can do it.

        Raises:
            UnknownNameError: There is no such task in the pool.
            CapabilityError: The task itself was given, and needs what the device does not have.
        """
        if isinstance(chosen, Task):
            self._check(chosen)
            return chosen
        task = self._by_id.get(str(chosen))
        if task is None:
            raise UnknownNameError("task", str(chosen), self._by_id)
        return task

    def _check_installed(self, device: type[HasInstalledApps]) -> None:
        commands = device.missing_apps(frozenset(app for task in self.tasks for app in task.apps))
        if commands:
            install = " && ".join(sorted(set(commands.values())))
            raise MissingDependencyError(
                ", ".join(sorted(commands)), f"The selection of tasks for the device {self._target.name!r}", install
            )

    def _check(self, task: Task) -> None:
        if task.device_names != ("",):
            names = ", ".join(map(repr, task.device_names))
            raise CapabilityError(f"Task {task.id!r} is done on devices of its own ({names}), and there is one here.")
        missing = task.capabilities - self._target.capabilities
        if missing:
            raise CapabilityError(
                f"Task {task.id!r} needs {', '.join(sorted(missing))}, which the device {self._target.name!r} does not "
                "have. Select other tasks or another device."
            )
