"""What every environment of omnigym does, whatever its devices: the Gymnasium API around a runner of episodes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, SupportsFloat

import gymnasium

from omnigym.actions import Action
from omnigym.devices.protocol import Device
from omnigym.envs.alone import Alone
from omnigym.envs.copying import FreshCopies
from omnigym.envs.episode import Info
from omnigym.envs.observer import Observation
from omnigym.envs.pool import TaskPool
from omnigym.envs.runner import EpisodeRunner
from omnigym.envs.sessions import Sessions
from omnigym.envs.snapshots import Snapshot, checked
from omnigym.errors import ConfigError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.tasks.task import Task

__all__ = ["EpisodicEnv"]


class EpisodicEnv(FreshCopies, gymnasium.Env[Observation, Any]):
    """An environment whose episodes are tasks. A subclass makes its parts and says what an action is."""

    metadata: dict[str, object] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": ["rgb_array"],
        "render_fps": 4,
    }
    _sessions: Sessions
    _pool: TaskPool
    _runner: EpisodeRunner
    _alone: Alone

    @abstractmethod
    def _read_action(self, action: Any) -> tuple[Action, str]:
        """What to do, and the name of the device on which to do it; any name for what is of none.

        Raises:
            ActionError: The action is outside its space.
        """

    def _told(self, info: Info) -> dict[str, Any]:
        """What ``step`` and ``reset`` return of an info."""
        return dict(info)

    def _why_no_copy(self) -> str:
        live = [session.name for session in self._sessions.values() if session.live]
        if not live:
            return ""
        return (
            f"This environment has no copy: it was given a live device, {live[0]!r}, of which there is "
            "one. Make it with the device's name or configuration, such as device='sim' or SimConfig()."
        )

    # -- the Gymnasium API --------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: Seeds the draw of tasks and the device.
            options: ``{"task": ID}`` chooses the task; also a `omnigym.tasks.task.Task` itself, whose parameters are
                never drawn anew. ``{"snapshot": S}``
                goes on from that moment, see `omnigym.envs.snapshots`; with a seed later episodes are drawn by that.

        Raises:
            ConfigError: An option is unknown, there is no such task, or the snapshot is of another kind of device.
            CapabilityError: The device has no snapshots.
            TaskFileError: What the task puts in place cannot be.
            DeviceError: The device failed more often than ``reset_retries``.
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            super().reset(seed=seed)
            given = dict(options or {})
            if len(given.keys() & {"task", "snapshot"}) < len(given) or len(given) > 1:
                names = ", ".join(sorted(map(str, given)))
                raise ConfigError(f"reset knows the options 'task' and 'snapshot', of which it takes one, got {names}.")
            self._runner.leave()
            if "snapshot" in given:
                return self._resume(checked(given["snapshot"]), seeded=seed is not None)
            chosen = given.get("task")
            task = self._pool.draw(self.np_random) if chosen is None else self._pool.get(chosen, self.np_random)
            observation, info = self._runner.start(task, seed=int(self.np_random.integers(2**31)))
            return observation, self._told(info)

    def _resume(self, snapshot: Snapshot, *, seeded: bool) -> tuple[Observation, dict[str, Any]]:
        observation, info = self._runner.resume(self._pool.same(snapshot.task), snapshot)
        if not seeded:
            self.np_random.bit_generator.state = snapshot.random
        return observation, self._told(info)

    def snapshot(self) -> Snapshot:
        """This moment of the episode: takes microseconds, and holds references to what never changes.

        Of an environment with wrappers take `omnigym.envs.snapshots.take`, which asks them, too.

        Raises:
            CapabilityError: The device has no snapshots, or the task is judged outside of it.
            DeviceError: The device failed.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            return self._runner.snapshot(self.np_random.bit_generator.state)

    def restore(self, snapshot: Snapshot) -> tuple[Observation, dict[str, Any]]:
        """Go on from a moment: ``reset(options={"snapshot": snapshot})``."""
        return self.reset(options={"snapshot": snapshot})

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Do an action: an element of the action space, or a value of `omnigym.actions`.

        Raises:
            ActionError: The action is outside its space; nothing was done.
            ResetNeeded: There is no running episode.
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            episode = self._runner.running_episode()
            act, device = self._read_action(action)
            observation, reward, terminated, truncated, info = self._runner.step(act, episode, device)
            return observation, reward, terminated, truncated, self._told(info)

    def close(self) -> None:
        """Release the device; may be called twice.

        Raises:
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            self._runner.close()

    # -- for agents, wrappers and tools -------------------------------------------------------------------------------

    @property
    def devices(self) -> Mapping[str, Device]:
        """The live devices by name, "" of the only one, for oracles and probes: acting on them is not evaluated."""
        return self._sessions.devices

    @property
    def device_names(self) -> tuple[str, ...]:
        """The names of the devices, in their order; "" is the only one's."""
        return tuple(self._sessions)

    @property
    def task(self) -> Task:
        """The task of this episode."""
        return self._runner.task

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks that are drawn from."""
        return self._pool.tasks

    @property
    def evaluator(self) -> GraphEvaluator:
        """The evaluator of this episode; reading it changes nothing."""
        return self._runner.evaluator
