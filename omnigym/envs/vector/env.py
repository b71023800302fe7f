"""`OmniVectorEnv`: many environments stepped at once, by few processes."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, iterate
from numpy.typing import NDArray

from omnigym.envs.base import ExclusiveAccess, FreshCopies
from omnigym.envs.observer import Env, InfoDict
from omnigym.envs.vector import memory
from omnigym.envs.vector.batch import MASK, Array, Batch, BatchPlan
from omnigym.envs.vector.group import Group, GroupReport, GroupSpec, screenshots_of
from omnigym.envs.vector.infos import Columns, InfoDelta, lost_with
from omnigym.envs.vector.worker import Local, VectorWorker, Works
from omnigym.errors import ConfigError, WorkerLostError

__all__ = ["CAN_INHERIT", "EnvParts", "OmniVectorEnv", "cores", "end_workers", "mask_length", "mode_of"]

#: Whether a process can be given descriptors of this one, by which workers get the memory of the observations.
CAN_INHERIT = sys.platform != "win32"
_SLOTS = 3  # what a loop holds before and after a step, and one to write into
_DEADLINE_S = 600.0
_START_S = 300.0  # until a worker has made its environments, which is mostly Python's importing
_RESEED = 1_000_003  # from the seeds of a worker's environments to those of the worker in its place

_Observations: TypeAlias = Array | dict[str, Array]
_ResetCall: TypeAlias = tuple[int | None, Mapping[str, object] | None]


class EnvParts(Protocol):
    """The attributes of a single environment that its vector environment also has."""

    metadata: dict[str, Any]
    render_mode: str | None
    observation_space: spaces.Space[Any]
    action_space: spaces.Space[Any]


class OmniVectorEnv(FreshCopies, VectorEnv[Any, Any, Array]):
    """Environments that are stepped at once, a few in each worker process; `gymnasium.make_vec` makes them.

    Observations, rewards and infos are those of the single environments with the same seeds and actions, in Gymnasium's
    format. Observations and masks are in shared memory that is allocated once, and ``info["action_mask"]``, bool
    (N, A), is there where the environments have ``action_masks()``.

    A device that breaks truncates its environment's episode (``device_error``), as ever, and is rebuilt at the reset.
    So is a worker process that dies or passes the deadline: the episodes in it are truncated with the last observation,
    reward 0 and ``unscored``, and another worker takes its place. An error that an environment raises, such as an
    `ActionError`, comes out of the call when all others have made their step.

    A copy, by `copy` or `pickle`, is a fresh vector environment of the same arguments. One thread may be inside at a
    time.

    Args:
        makers: A function for each environment that makes it, here or in another process.
        num_workers: The number of worker processes; with 0 and 1 the environments are in this one. None for as many
            as there are cores, or environments if these are fewer. Windows can have 0 only.
        copy: Whether returned values never change. It is not copied for that unless many steps' observations are
            held; a screenshot is read-only. With False, each step overwrites the arrays that were returned before.
        autoreset_mode: When an environment that has ended begins its next episode: at the next step
            (``"NextStep"``), at once (``"SameStep"``; the last observation and info are then ``final_obs`` and
            ``final_info`` in ``info``), or when it is reset by ``options={"reset_mask": ...}`` (``"Disabled"``).
        deadline_s: How long a worker may take for a call, in seconds; None for ever.

    Raises:
        ConfigError: An argument is wrong, or the environments have different spaces.
        WorkerLostError: A worker process died before it had made its environments.
    """

    def __init__(
        self,
        makers: Sequence[Callable[[], Env]],
        num_workers: int | None = None,
        copy: bool = True,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        deadline_s: float | None = _DEADLINE_S,
    ) -> None:
        count = self.num_envs = len(makers)
        wanted = num_workers if num_workers is not None else cores() if CAN_INHERIT else 0
        if not count or wanted < 0:
            raise ConfigError(f"num_envs must be at least 1 and num_workers at least 0, got {count} and {num_workers}.")
        number = max(1, min(wanted, count))
        if number > 1 and not CAN_INHERIT:
            raise ConfigError(
                f"Workers inherit descriptors, which Windows does not allow: expected num_workers=0, got {wanted}."
            )
        self._mode, self._deadline = mode_of(autoreset_mode), deadline_s
        self._workers: list[Works] = []
        self._finalizer: Callable[[], object] = weakref.finalize(self, end_workers, self._workers, os.getpid())
        self._alone = ExclusiveAccess("vector environment")
        self._columns = Columns(count)
        self._seeds: list[int | None] = [None] * count
        with contextlib.ExitStack() as unless_made:
            unless_made.callback(self._finalizer)
            first = makers[0]()
            with contextlib.ExitStack() as unless_used:
                unless_used.callback(first.close)
                self._describe(first)
                slots, writable = _SLOTS if copy else 1, bool(getattr(first.unwrapped, "writable_screenshots", False))
                shots = screenshots_of(first)
                plan = BatchPlan(first.observation_space, mask_length(first), count, slots, shots, writable)
                both = first.observation_space, first.action_space
                bounds = [count * n // number for n in range(number + 1)]
                made = [GroupSpec(makers[a:b], a, both, self._mode) for a, b in itertools.pairwise(bounds)]
                if number == 1:
                    self._batch = Batch(plan, lends=copy)
                    unless_used.pop_all()
                    self._workers.append(Local(made[0], Group(made[0], self._batch, [first])))
            if number > 1:
                self._descriptor = memory.create(plan.size * plan.slots)
                weakref.finalize(self, os.close, self._descriptor)
                self._batch = Batch(plan, memory.attach(os.dup(self._descriptor), plan.size * plan.slots), lends=copy)
                for part in made:
                    self._workers.append(VectorWorker(part, plan, self._descriptor))
                for worker in self._workers:
                    worker.receive(_START_S)
            self._batch.begin()
            unless_made.pop_all()

    def _describe(self, env: EnvParts) -> None:
        self.metadata = {**env.metadata, "autoreset_mode": self._mode}
        self.render_mode = env.render_mode
        self.single_observation_space, self.single_action_space = env.observation_space, env.action_space
        self.observation_space = batch_space(env.observation_space, self.num_envs)
        self.action_space = batch_space(env.action_space, self.num_envs)

    # -- the Gymnasium API --------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[_Observations, InfoDict]:
        """Begin an episode in each environment.

        Args:
            seed: Of the first environment, the others having the numbers after it; or a sequence with that of each.
            options: The options of the environments. ``{"task": [...]}`` has a list with each environment's task, None
                for one that is drawn; ``{"reset_mask": ...}``, bool (N,), says which environments are reset, the others
                staying as they are.

        Raises:
            ConfigError: An option is unknown, or is not N values; or there is no such task.
            DeviceError: A device failed more often than it is tried again.
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            calls = self._reset_calls(seed, options)
            for n, call in enumerate(calls):
                if call is not None:
                    self._seeds[n] = call[0] if call[0] is not None else self._seeds[n]
            slot = self._batch.next()
            reports = self._reports("reset", slot, [calls[self._rows(w)] for w in self._opened()])
            for n, call in enumerate(calls):
                if call is None:
                    self._batch.keep(slot, n)
            observations, *_, info = self._result(slot, reports)
            return observations, info

    def _reset_calls(
        self, seed: int | Sequence[int | None] | None, options: Mapping[str, object] | None
    ) -> list[_ResetCall | None]:
        count = self.num_envs
        if seed is None or isinstance(seed, int | np.integer):
            seeds = [None if seed is None else int(seed) + n for n in range(count)]
        else:
            seeds = list(_of_each("seed", seed, count))
        rest = dict(options or {})
        mask = np.asarray(rest.pop("reset_mask", np.ones(count, np.bool_)))
        if mask.shape != (count,) or mask.dtype != np.bool_ or not mask.any():
            raise ConfigError(f"options['reset_mask'] must be bool ({count},) with a True in it, got {mask!r}.")
        tasks = rest.get("task")
        if not isinstance(tasks, list | tuple):
            return [(s, rest or None) if wanted else None for s, wanted in zip(seeds, mask, strict=True)]
        _of_each("options['task']", tasks, count)
        each = [{**rest, "task": task} for task in tasks]
        return [(s, o) if wanted else None for s, o, wanted in zip(seeds, each, mask, strict=True)]

    def step(self, actions: object) -> tuple[_Observations, Array, Array, Array, InfoDict]:
        """Do an action in each environment.

        Args:
            actions: A value of ``action_space``, or a list with an action of each environment, of any kind that these
                take.

        Raises:
            ActionError: An action is outside its space; the other environments have made their step.
            ResetNeeded: An environment has no running episode.
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            each = actions if isinstance(actions, np.ndarray | list) else list(iterate(self.action_space, actions))
            _of_each("actions", each, self.num_envs)
            slot = self._batch.next()
            reports = self._reports("step", slot, [each[self._rows(w)] for w in self._opened()])
            return self._result(slot, reports)

    def render(self) -> tuple[Any, ...] | None:
        """Return the screen of each environment; None without a ``render_mode``."""
        return None if self.render_mode is None else self.call("render")

    def close_extras(self, **kwargs: object) -> None:
        """Close the environments and end the workers; returned arrays stay valid."""
        del kwargs
        self._finalizer()

    # -- for learners -------------------------------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the actions that are possible now: bool (N, A), new; as ``info["action_mask"]``.

        Raises:
            ConfigError: The environments have no masks.
        """
        masks = self._batch.masks()
        if masks is None:
            raise ConfigError("These environments have no action masks. Make them with wrap=ElementActions, say.")
        return masks

    def call(self, name: str | Callable[..., Any], *args: object, **kwargs: object) -> tuple[Any, ...]:
        """Return the attribute ``name`` of each environment or its wrappers, or its result if it is callable.

        Args:
            name: Of the attribute; or a function whose first argument is the environment.
            args, kwargs: Arguments of the call.

        Raises:
            WorkerLostError: A worker died; the next step truncates its episodes.
        """
        with self._alone:
            workers = self._opened()
            for worker in workers:
                worker.send("call", name, args, kwargs)
            return tuple([value for found in self._answers() for value in found])

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return the attribute ``name`` of each environment."""
        return self.call(name)

    def set_attr(self, name: str, values: object) -> None:
        """Set an attribute of each environment, to one value or to the values of a list or tuple.

        Raises:
            ConfigError: The list has not N values.
        """
        each = (
            _of_each("values", values, self.num_envs) if isinstance(values, list | tuple) else [values] * self.num_envs
        )
        with self._alone:
            for worker in self._opened():
                worker.send("set_attr", name, each[self._rows(worker)])
            self._answers()

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override]
        """The seed of each environment."""
        return self.get_attr("np_random_seed")

    # -- workers ------------------------------------------------------------------------------------------------------

    def _opened(self) -> list[Works]:
        if self.closed:
            raise ClosedEnvironmentError("The vector environment was closed. Make a new one.")
        return self._workers

    @staticmethod
    def _rows(worker: Works) -> slice:
        return slice(worker.made.first, worker.made.first + len(worker.made.makers))

    def _answers(self) -> list[Any]:
        """The answers of all workers; an error is raised when all have answered."""
        answers: list[object] = []
        errors: list[Exception] = []
        for worker in self._workers:
            try:
                answers.append(worker.receive(self._deadline))
            except Exception as e:  # noqa: BLE001 - raised below: until then the others have to be heard
                errors.append(e)
        if errors:
            raise errors[0]
        return answers

    def _reports(self, method: str, slot: int, arguments: Sequence[object]) -> list[GroupReport]:
        for worker, argument in zip(self._workers, arguments, strict=True):
            worker.send(method, slot, argument)
        reports: list[GroupReport] = []
        lost: list[tuple[int, WorkerLostError]] = []
        for n, worker in enumerate(self._workers):
            try:
                reports += worker.receive(self._deadline)
            except WorkerLostError as e:
                reports += [GroupReport()] * len(worker.made.makers)
                lost.append((n, e))
        for n, error in lost:
            rows = self._rows(self._workers[n])
            worker = self._replace(n, error)
            if method == "reset":
                worker.send(method, slot, arguments[n])
                reports[rows] = worker.receive(self._deadline)
            else:
                reports[rows] = self._truncated(worker, slot, str(error))
        return reports

    def _replace(self, n: int, error: WorkerLostError) -> Works:
        """Start a worker in the place of one that was lost, if that had done anything at all."""
        old = self._workers[n]
        assert isinstance(old, VectorWorker)
        old.close()
        if not old.useful:
            raise error
        made = self._made_again(old)
        worker = self._workers[n] = VectorWorker(made, self._batch.plan, self._descriptor)
        worker.receive(_START_S)
        return worker

    def _made_again(self, old: Works) -> GroupSpec:
        """The environments in the place of those of a worker that was lost."""
        rows = self._rows(old)
        self._seeds[rows] = [None if s is None else s + _RESEED for s in self._seeds[rows]]
        return old.made._replace(ended=True, seeds=self._seeds[rows])

    def _truncated(self, worker: Works, slot: int, problem: str) -> list[GroupReport]:
        """The step of environments whose worker was lost."""
        rows = self._rows(worker)
        info = lost_with(problem)
        for row in range(rows.start, rows.stop):
            self._batch.keep(slot, row)
        if self._mode is not AutoresetMode.SAME_STEP:
            return [GroupReport(0.0, False, True, InfoDelta(info)) for _ in range(rows.start, rows.stop)]
        finals = [
            {"final_obs": self._batch.row(slot, row), "final_info": self._columns.info(row) | info}
            for row in range(rows.start, rows.stop)
        ]
        worker.send("reset", slot, [(seed, None) for seed in worker.made.seeds])
        begun: list[GroupReport] = worker.receive(self._deadline)
        return [
            r._replace(truncated=True, info=InfoDelta(r.info.values | final))
            for r, final in zip(begun, finals, strict=True)
        ]

    # -- results ------------------------------------------------------------------------------------------------------

    def _result(self, slot: int, reports: Sequence[GroupReport]) -> tuple[_Observations, Array, Array, Array, InfoDict]:
        errors = []
        for n, report in enumerate(reports):
            if report.error is None:
                self._columns.update(n, report.info)
            else:
                errors.append(report.error)
                self._batch.keep(slot, n)
        observations, masks = self._batch.handed_out(slot)
        if errors:
            raise errors[0]
        rewards, terminated, truncated, *_ = zip(*reports, strict=True)
        info = self._columns.batch()
        if masks is not None:
            info[MASK], info[f"_{MASK}"] = masks, np.ones(self.num_envs, np.bool_)
        flags = np.array(terminated, np.bool_), np.array(truncated, np.bool_)
        return observations, np.array(rewards, np.float64), *flags, info


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def mode_of(given: str | AutoresetMode) -> AutoresetMode:
    """Return the autoreset mode that an argument means.

    Raises:
        ConfigError: There is no such mode.
    """
    try:
        return AutoresetMode(given)
    except ValueError:
        known = ", ".join(repr(mode.value) for mode in AutoresetMode)
        raise ConfigError(f"autoreset_mode must be one of {known}, got {given!r}.") from None


def mask_length(env: Env) -> int | None:
    """Return the length of an environment's action masks, as MaskablePPO defines them; None if it has none."""
    if not env.has_wrapper_attr("action_masks"):
        return None
    space = env.action_space
    if isinstance(space, spaces.Discrete):
        return int(space.n)
    return int(space.nvec.sum()) if isinstance(space, spaces.MultiDiscrete) else None


def _of_each(name: str, values: Any, count: int) -> Any:
    if len(values) != count:
        raise ConfigError(f"{name} must be {count} values, one of each environment, got {len(values)}.")
    return values


def end_workers(workers: list[Works], process: int) -> None:
    """End all workers; in a forked child do nothing, since the parent owns them."""
    if os.getpid() != process:
        return
    with contextlib.ExitStack() as stack:
        for worker in workers:
            worker.send("close")
            stack.callback(worker.close)
    workers.clear()
