"""What every environment of omnigym does, whatever its devices: the Gymnasium API around a runner of episodes."""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, SupportsFloat

import gymnasium
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded

from omnigym.actions import Action
from omnigym.devices.protocol import Device, Frame
from omnigym.envs.alone import Alone
from omnigym.envs.copying import FreshCopies
from omnigym.envs.episode import Info
from omnigym.envs.observer import Observation
from omnigym.envs.pool import TaskPool
from omnigym.envs.runner import EpisodeRunner
from omnigym.envs.sessions import Sessions
from omnigym.envs.snapshots import Snapshot, checked
from omnigym.envs.window import RENDER_MODES, Window
from omnigym.errors import ConfigError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.tasks.task import Task

__all__ = ["FPS", "EpisodicEnv"]

#: Frames a second, of a film and in a window.
FPS = 4


class EpisodicEnv(FreshCopies, gymnasium.Env[Observation, Any]):
    """An environment whose episodes are tasks. A subclass makes its parts and says what an action is."""

    metadata: dict[str, object] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": list(RENDER_MODES),
        "render_fps": FPS,
    }
    _sessions: Sessions
    _pool: TaskPool
    _runner: EpisodeRunner
    _alone: Alone
    _window: Window | None

    _spec: EnvSpec | None = None

    @property
    def spec(self) -> EnvSpec | None:
        """How `gymnasium.make` made it; None of an environment of the constructor.

        What the id cannot know is that of this environment: whether its devices repeat themselves
        (``nondeterministic``), and the greatest step limit of its tasks (``max_episode_steps``). An environment that is
        made of the spec has a `TimeLimit` of that many steps around it, which ends no episode earlier.
        """
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        if spec is not None:
            spec = copy.copy(spec)
            spec.nondeterministic = not all(session.simulated for session in self._sessions.values())
            spec.max_episode_steps = self._runner.max_steps or max(task.step_limit for task in self._pool.tasks)
        self._spec = spec

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
                observation, told = self._resume(checked(given["snapshot"]), seeded=seed is not None)
            else:
                chosen = given.get("task")
                task = self._pool.draw(self.np_random) if chosen is None else self._pool.get(chosen, self.np_random)
                observation, info = self._runner.start(task, seed=int(self.np_random.integers(2**31)))
                told = self._told(info)
        if self._window is not None:
            self.render()
        return observation, told

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
            told = self._told(info)
        if self._window is not None:
            self.render()
        return observation, reward, terminated, truncated, told

    def render(self) -> Frame | None:
        """The screens, side by side: uint8 (H, W, 3); None without a ``render_mode``, and where a window shows them.

        That of a device that failed is black, so that a recorder of frames goes on: `step` says what happened.

        Raises:
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        if self.render_mode is None:
            return None
        frame = self._rendered()
        if self._window is None:
            return frame
        self._window.show(frame)
        return None

    @abstractmethod
    def _rendered(self) -> Frame:
        """The screens in full.

        Raises:
            ResetNeeded: No episode has begun.
        """

    def close(self) -> None:
        """Release the device; may be called twice.

        Raises:
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            self._runner.close()
            if self._window is not None:
                self._window.close()

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
        """The task of this episode.

        Raises:
            ResetNeeded: No episode has begun.
        """
        return self._begun.task

    @property
    def _begun(self) -> EpisodeRunner:
        """The runner, which has a task and an evaluator once an episode has begun."""
        if not hasattr(self._runner, "task"):
            raise ResetNeeded("No episode has begun. Call reset() first.")
        return self._runner

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks that are drawn from."""
        return self._pool.tasks

    @property
    def evaluator(self) -> GraphEvaluator:
        """The evaluator of this episode; reading it changes nothing.

        Raises:
            ResetNeeded: No episode has begun.
        """
        return self._begun.evaluator
