"""Base of every environment with episodes, for any number of devices: the Gymnasium API around an episode runner."""

from __future__ import annotations

import copy
import dataclasses
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, SupportsFloat

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action
from omnigym.devices.config import device_class, target_of
from omnigym.devices.protocol import Device, Frame, Platform, Sound
from omnigym.envs.arguments import (
    ArraySizes,
    DeviceArgument,
    EpisodeLimits,
    at_least_one,
    device_source,
    disturbance_kinds,
    parameters_of,
    read_group,
    size_of,
    variation_of,
)
from omnigym.envs.base import ExclusiveAccess, FreshCopies
from omnigym.envs.declaration import EpisodeArguments
from omnigym.envs.device_slot import DeviceSlot, DeviceSlots
from omnigym.envs.episode import Info
from omnigym.envs.interval import IntervalObserver
from omnigym.envs.observer import InfoDict, Observation, Observer, TaskObservation
from omnigym.envs.pool import TaskPool, TaskQuery
from omnigym.envs.rewards import make_reward
from omnigym.envs.runner import EpisodeRunner
from omnigym.envs.snapshots import Snapshot, check_snapshot
from omnigym.envs.window import RENDER_MODES, window_of
from omnigym.errors import CapabilityError, ConfigError, DeviceError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.spaces.action import action_space
from omnigym.spaces.multi_device import key_on, several_action_space, several_observation_space
from omnigym.spaces.observation import observation_space, video_size
from omnigym.tasks.episode_variation import Variety
from omnigym.tasks.task import Task

__all__ = ["EpisodicEnv", "Screens"]

#: Frames a second, of a film and in a window.
_FPS = 4


class Screens(NamedTuple):
    """The arguments of each device, by its name; see `omnigym.envs.declaration`.

    Attributes:
        platforms: The platform that it must stand for, or None.
        resolution: The (width, height) of its screen, or None.
        screenshot_size: The (width, height) of its screenshots, or None.
        disturbances: The kinds of its disturbances.
        screen: The (width, height) of the screen of a named device, where ``resolution`` has none; or None.
    """

    platforms: Mapping[str, Platform | None]
    resolution: Mapping[str, Sequence[int] | None]
    screenshot_size: Mapping[str, Sequence[int] | None]
    disturbances: Mapping[str, bool | str | Sequence[str]]
    screen: Sequence[int] | None = None


class EpisodicEnv(FreshCopies, gymnasium.Env[Observation, Any]):
    """An environment whose episodes are tasks. A subclass makes its parts and says what an action is."""

    metadata: dict[str, object] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": list(RENDER_MODES),
        "render_fps": _FPS,
    }
    _spec: EnvSpec | None = None

    def __init__(
        self,
        devices: Mapping[str, DeviceArgument],
        tasks: TaskQuery,
        screens: Screens,
        arguments: EpisodeArguments,
    ) -> None:
        observation, node_status = arguments["observation"], arguments["node_status"]
        render_mode, end_actions = arguments["render_mode"], arguments["end_actions"]
        if observation not in ("both", "pixels", "a11y"):
            raise ConfigError(f"observation must be 'both', 'pixels' or 'a11y', got {observation!r}.")
        self._window = window_of(render_mode, type(self).__name__, _FPS)
        sizes = {n: size_of("resolution", screens.resolution[n]) for n in devices}
        usual = size_of("screen", screens.screen)
        sources = {n: device_source(d, sizes[n], screens.platforms[n], usual) for n, d in devices.items()}
        self._disturbances = {n: disturbance_kinds(screens.disturbances[n], source) for n, source in sources.items()}
        self._limits = read_group(EpisodeLimits, "limits", arguments["limits"])
        max_steps = arguments["max_steps"]
        if max_steps is not None:
            at_least_one("max_steps", max_steps)
        self.variation = variation_of(arguments["variation"], sources.values())
        self.parameters = parameters_of(arguments["parameters"], self.variation)
        targets = {n: target_of(s) for n, s in sources.items()}
        classes = {n: type(s) if isinstance(s, Device) else device_class(s) for n, s in sources.items()}
        self._pool = TaskPool(tasks, arguments["split"], targets, classes, redraws=self.parameters == "drawn")
        seen = {n: size_of("screenshot_size", screens.screenshot_size[n]) for n in devices}
        lengths = dataclasses.asdict(read_group(ArraySizes, "sizes", arguments["sizes"]))
        lengths["audio_samples"] *= bool(arguments["audio"])
        lengths["video_frames"] *= bool(arguments["video"])
        lengths["spoken_samples"] *= bool(arguments["spoken_instruction"])
        for name, wanted in (("audio", arguments["audio"]), ("video", arguments["video"])):
            lacking = [t.name for t in targets.values() if wanted and name not in t.capabilities]
            if lacking:
                raise CapabilityError(f"The device {lacking[0]!r} cannot give {name}. Leave {name}= out.")
        spaces = {
            n: observation_space(observation, seen[n] or s.size, **lengths, node_status=node_status, screen=s.size)
            for n, s in sources.items()
        }
        spoken = lengths.pop("spoken_samples")
        task_observation = TaskObservation(
            lengths.pop("instruction_length"), node_status=node_status, spoken_samples=spoken
        )
        samples, frames = lengths.pop("audio_samples"), lengths.pop("video_frames")
        intervals = {
            n: IntervalObserver(key_on(n, ""), samples, frames, video_size(s.size)) if samples or frames else None
            for n, s in sources.items()
        }
        observers = {
            n: Observer(
                *(key_on(n, ""), observation, s.size, seen[n]),
                **lengths,
                writable=arguments["writable_screenshots"],
                cursor=arguments["cursor"],
                interval=intervals[n],
            )
            for n, s in sources.items()
        }
        slots = [DeviceSlot(n, s, observers[n], self._disturbances[n]) for n, s in sources.items()]
        self._slots = DeviceSlots(slots, self._limits.reset_retries)
        self._screens = {n: s.size for n, s in sources.items()}
        variety = Variety(self.variation, self._pool.split)
        paid = make_reward(arguments["reward"], arguments["gamma"])
        self._runner = EpisodeRunner(self._slots, task_observation, paid, self._limits, max_steps, variety)
        self.observation_space: gymnasium.spaces.Dict  # type: ignore[assignment]
        if "" in spaces:
            self.observation_space, self.action_space = spaces[""], action_space(end_actions=end_actions)
        else:
            self.observation_space = several_observation_space(next(iter(spaces.values())), spaces)
            self.action_space = several_action_space(tuple(spaces), end_actions=end_actions)
        self.render_mode = render_mode
        self.writable_screenshots = arguments["writable_screenshots"]
        self.end_actions = end_actions
        self._slots.end_with(self)
        self._alone = ExclusiveAccess("environment")

    @property
    def spec(self) -> EnvSpec | None:
        """The spec with which `gymnasium.make` made the environment; None if the constructor made it.

        Two fields describe this environment: whether its devices repeat themselves
        (``nondeterministic``), and the greatest step limit of its tasks (``max_episode_steps``). An environment that is
        made of the spec has a `TimeLimit` of that many steps around it, which ends no episode earlier.
        """
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        if spec is not None:
            spec = copy.copy(spec)
            spec.nondeterministic = not all(slot.simulated for slot in self._slots.values())
            spec.max_episode_steps = self._runner.max_steps or max(task.step_limit for task in self._pool.tasks)
        self._spec = spec

    @abstractmethod
    def _read_action(self, action: object) -> tuple[Action, str]:
        """The action, and the name of its device; any name for an action of none.

        Raises:
            ActionError: The action is outside its space.
        """

    def _told(self, info: Info) -> InfoDict:
        """The info that ``step`` and ``reset`` return."""
        return dict(info)

    def _why_no_copy(self) -> str:
        live = [slot.backend for slot in self._slots.values() if slot.live]
        if not live:
            return ""
        return (
            f"This environment has no copy: it was given a live device, {live[0]!r}, of which there is "
            "one. Make it with the device's name or configuration, such as device='sim' or SimConfig()."
        )

    # -- the Gymnasium API --------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode.

        Args:
            seed: Seeds the draw of tasks and the device.
            options: ``{"task": ID}`` chooses the task; also a `omnigym.tasks.task.Task` itself, whose parameters are
                never drawn anew. ``{"snapshot": S}``
                goes on from that moment, see `omnigym.envs.snapshots`; with a seed later episodes are drawn by that.

        Raises:
            ConfigError: An option is unknown, there is no such task, or the snapshot is of another kind of device.
            CapabilityError: The device has no snapshots.
            TaskFileError: The setup of the task is impossible.
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
                observation, told = self._resume(check_snapshot(given["snapshot"]), seeded=seed is not None)
            else:
                chosen = given.get("task")
                task = self._pool.draw(self.np_random) if chosen is None else self._pool.get(chosen, self.np_random)
                observation, info = self._runner.start(task, seed=int(self.np_random.integers(2**31)))
                told = self._told(info)
        if self._window is not None:
            self.render()
        return observation, told

    def _resume(self, snapshot: Snapshot, *, seeded: bool) -> tuple[Observation, InfoDict]:
        observation, info = self._runner.resume(self._pool.same(snapshot.task), snapshot)
        if not seeded:
            self.np_random.bit_generator.state = snapshot.random
        return observation, self._told(info)

    def snapshot(self) -> Snapshot:
        """Return this moment of the episode; this takes microseconds, and holds references to immutable values.

        Of an environment with wrappers take `omnigym.envs.snapshots.take`, which asks them, too.

        Raises:
            CapabilityError: The device has no snapshots, or the task is judged outside of it.
            DeviceError: The device failed.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            return self._runner.snapshot(self.np_random.bit_generator.state)

    def restore(self, snapshot: Snapshot) -> tuple[Observation, InfoDict]:
        """Continue from a moment: ``reset(options={"snapshot": snapshot})``."""
        return self.reset(options={"snapshot": snapshot})

    def step(self, action: object) -> tuple[Observation, SupportsFloat, bool, bool, InfoDict]:
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
        """Return the screens, side by side: uint8 (H, W, 3); None without a ``render_mode``, or if a window shows them.

        The screen of a failed device is black, so that a recorder of frames continues; `step` reports the failure.

        Raises:
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        if self.render_mode is None:
            return None
        frame = self.screens()
        if self._window is None:
            return frame
        self._window.show(frame)
        return None

    def screens(self) -> Frame:
        """Return the full screens, side by side: uint8 (H, W, 3), RGB. The screen of a failed device is black.

        Raises:
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        frames = [self._rendered_of(name) for name in self.device_names]
        if len(frames) == 1:
            return frames[0]
        whole = np.zeros((max(f.shape[0] for f in frames), sum(f.shape[1] for f in frames), 3), np.uint8)
        left = 0
        for frame in frames:
            height, width, _ = frame.shape
            whole[:height, left : left + width] = frame
            left += width
        return whole

    def _rendered_of(self, name: str) -> Frame:
        try:
            return self._screenshot(name)
        except DeviceError:
            width, height = self._screens[name]
            return np.zeros((height, width, 3), np.uint8)

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

    def tree_on(self, name: str) -> Tree:
        """Return the accessibility tree of a device at this step.

        Args:
            name: One of ``device_names``.

        Raises:
            CapabilityError: It has none.
            DeviceError: It failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        observer = self._slots[name].observer
        if self._runner.episode is None or observer.tree is None:
            with self._alone:
                observer.tree = self._runner.read("tree", observer.read_tree, name)
        return observer.tree

    def _screenshot(self, name: str) -> Frame:
        """The whole screen of a device at this step."""
        observer = self._slots[name].observer
        with self._alone:
            return self._runner.read("screenshot", lambda _: observer.screen(), name)

    def _audio(self, seconds: float, name: str) -> Sound:
        """The sound of a device since the step before."""
        interval = self._interval(name)
        with self._alone:
            return self._runner.read("audio", lambda _: interval.audio(seconds), name)

    def _video(self, frames: int, size: tuple[int, int] | None, name: str) -> tuple[Frame, NDArray[np.float32]]:
        """Frames of a device's screen since the step before."""
        interval = self._interval(name)
        with self._alone:
            return self._runner.read("video", lambda _: interval.video(frames, size), name)

    def _interval(self, name: str) -> IntervalObserver:
        interval = self._slots[name].observer.interval
        if interval is None:
            raise ConfigError("Sound and video are kept on request. Make the environment with audio=True, video=True.")
        return interval

    @property
    def devices(self) -> Mapping[str, Device]:
        """The live devices by name ("" for a single one), for oracles and probes; actions on them are not evaluated."""
        return self._slots.devices

    @property
    def device_names(self) -> tuple[str, ...]:
        """The names of the devices, in order; a single device is named ""."""
        return tuple(self._slots)

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

    def node_weights(self) -> dict[str, float]:
        """The reward weight of each node of this episode's task, by its id (OmniBench 4.1).

        Raises:
            ResetNeeded: No episode has begun.
        """
        return self.task.expanded_dag.weight_of

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks from which the environment draws."""
        return self._pool.tasks

    @property
    def evaluator(self) -> GraphEvaluator:
        """The evaluator of this episode; reading it changes nothing.

        Raises:
            ResetNeeded: No episode has begun.
        """
        return self._begun.evaluator
