"""The tasks of an environment: selected once, drawn from at every reset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from omnigym.devices.backend import Target
from omnigym.devices.protocol import Device, HasInstalledApps
from omnigym.errors import CapabilityError, ConfigError, MissingDependencyError, UnknownNameError
from omnigym.tasks.parameter_sampling import drawn, drawn_from, next_drawn
from omnigym.tasks.split import SPLITS, split_of
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task

__all__ = ["TaskPool", "TaskQuery", "is_done_on"]

TaskQuery: TypeAlias = str | Task | Sequence[str | Task] | None


class TaskPool:
    """The tasks that an environment draws from.

    Args:
        tasks: A query, a task, the path of a task file, a sequence of these, or None for all tasks.
        split: "train", "heldout", "test" or None for all.
        targets: Platform and capabilities of each device by the name that nodes use, "" of the only one; tasks of other
            platforms or other devices are left out.
        devices: The class of each device, which may know which applications are installed.
        redraws: Whether the parameters of a task are drawn anew, where that can be.

    Attributes:
        tasks: Those that are drawn from.
        split: The checked split.

    Raises:
        ConfigError: ``split`` is wrong, or no task is left.
        CapabilityError: A task needs what the device does not have.
        MissingDependencyError: A task is done in an application that is not installed.
    """

    def __init__(
        self,
        tasks: TaskQuery,
        split: str | None,
        targets: Mapping[str, Target],
        devices: Mapping[str, type[Device]],
        *,
        redraws: bool = False,
    ) -> None:
        self._targets, self._redraws = targets, redraws
        self._names = " and ".join([f"{n} ({t.name!r})" if n else repr(t.name) for n, t in targets.items()])
        self.split = next((s for s in (None, *SPLITS) if s == split), None)
        if split != self.split:
            raise ConfigError(f"split must be {', '.join(map(repr, SPLITS))} or None, got {split!r}.")
        found = list_tasks(tasks, device=targets.get("", ""))
        here = [t for t in found if is_done_on(t, targets)]
        if not here:
            self._check_names(found[0])
            raise CapabilityError(
                f"None of the {len(found)} selected tasks is done on "
                f"{' and '.join(t.platform for t in targets.values())}, which the device {self._names} is; they are "
                f"done on {', '.join(sorted({p for t in found for p in _platforms(t)}))}. Select other tasks or "
                "another device."
            )
        self.tasks = tuple(t for t in here if split is None or split_of(t) == split)
        if not self.tasks:
            raise ConfigError(
                f"Of the {len(here)} selected tasks for the device {self._names} none is in the split {split!r}. "
                "Select more tasks; `omnigym tasks list` shows what there is."
            )
        # All of them now: an episode must not fail later because of the task that happened to be drawn.
        for task in self.tasks:
            self._check(task)
        for name, device in devices.items():
            if issubclass(device, HasInstalledApps):
                self._check_installed(name, device)
        self._by_id = {t.id: t for t in self.tasks}

    def draw(self, rng: np.random.Generator) -> Task:
        """Draw a task; all have the same probability. Then draw its parameters, if they are to be drawn."""
        return self._redrawn(self.tasks[int(rng.integers(len(self.tasks)))], rng)

    def _redrawn(self, task: Task, rng: np.random.Generator) -> Task:
        return next_drawn(task, int(rng.integers(2**31)), self.split) if self._redraws else task

    def get(self, chosen: object, rng: np.random.Generator | None = None) -> Task:
        """The task with an id, or the given task if the devices can do it.

        Args:
            chosen: The id of a task of the pool, or of one that is drawn from such a task; or a task.
            rng: Draws the parameters of the task with an id, if they are to be drawn; None to leave them.

        Raises:
            UnknownNameError: There is no such task in the pool.
            CapabilityError: The task itself was given, and needs what a device does not have, or another device.
        """
        if isinstance(chosen, Task):
            self._check(chosen)
            return chosen
        task = self._by_id.get(str(chosen))
        if task is not None:
            return task if rng is None else self._redrawn(task, rng)
        origin = drawn_from(str(chosen))
        if origin is None or origin[0] not in self._by_id:
            raise UnknownNameError("task", str(chosen), self._by_id)
        return drawn(self._by_id[origin[0]], origin[1])

    def same(self, task: Task) -> Task:
        """The pool's own task that is the same as a given one; else that one, if the devices can do it.

        Raises:
            CapabilityError: The task needs what a device does not have, or another device.
        """
        own = self._by_id.get(task.id)
        return own if own is not None and (own is task or own == task) else self.get(task)

    def _check_installed(self, name: str, device: type[HasInstalledApps]) -> None:
        missing = device.missing_apps(frozenset(app for task in self.tasks for app in task.on(name).apps))
        if missing:
            what = sorted({name for lack in missing.values() for name in lack.what})
            install = " && ".join(sorted({lack.install for lack in missing.values()}))
            raise MissingDependencyError(
                ", ".join(what),
                f"The device {self._targets[name].name!r}, for tasks of {', '.join(sorted(missing))},",
                install,
            )

    def _check_names(self, task: Task) -> None:
        if not self._targets.keys() >= set(task.device_names):
            there = ", ".join(map(repr, self._targets)) if "" not in self._targets else "one, which has no name"
            wanted = ", ".join(map(repr, task.device_names)) if task.device_names != ("",) else "one without a name"
            raise CapabilityError(
                f"Task {task.id!r} is done on devices of its own ({wanted}), and here is {there}. Make an environment "
                "of such devices: omnigym.envs.MultiDeviceEnv takes them by their names, OmniEnv takes one."
            )

    def _check(self, task: Task) -> None:
        self._check_names(task)
        for name in task.device_names:
            missing = task.on(name).capabilities - self._targets[name].capabilities
            if missing:
                raise CapabilityError(
                    f"Task {task.id!r} needs {', '.join(sorted(missing))}, which the device "
                    f"{self._targets[name].name!r} does not have. Select other tasks or another device."
                )
            known = self._targets[name].apps
            lacking = sorted(task.on(name).apps - known) if known is not None else []
            if lacking:
                raise CapabilityError(
                    f"Task {task.id!r} is done in {', '.join(lacking)}, which the device {self._targets[name].name!r} "
                    f"does not have. Select other tasks, or a device that has it: {_that_can(task)}."
                )


def _that_can(task: Task) -> str:
    return ", ".join(sorted(task.devices)) or "none is known here"


def is_done_on(task: Task, targets: Mapping[str, Target]) -> bool:
    """Whether the devices of a task are there, and stand for what it is done on.

    Args:
        task: The task.
        targets: The devices by the names that its nodes use, "" of the only one.
    """
    return all(name in targets and targets[name].platform in task.on(name).platforms for name in task.device_names)


def _platforms(task: Task) -> frozenset[str]:
    return frozenset().union(*[task.on(name).platforms for name in task.device_names])
