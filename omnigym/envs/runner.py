"""Runs the episodes of one environment: begun on its devices, stepped, ended, given up when a device breaks.

One device is several of which there is one: it is named "", and its snapshot is the episode's device snapshot itself.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from operator import attrgetter
from typing import Any, SupportsFloat, TypeAlias, TypeVar

from gymnasium.error import ResetNeeded

from omnigym.actions import CONTROL, Action, Fail, Invalid, Submit, Wait
from omnigym.devices.boundary import Boundary
from omnigym.devices.protocol import Device, HasSnapshots
from omnigym.devices.waiting import LATE_WAIT, LATE_WAITS
from omnigym.envs.arguments import EpisodeLimits
from omnigym.envs.brief import Brief
from omnigym.envs.ending import EndReason, Limits, declared_end
from omnigym.envs.episode import Episode, Info
from omnigym.envs.observer import Observation
from omnigym.envs.rewards import Reward
from omnigym.envs.sessions import Sessions
from omnigym.envs.snapshots import Snapshot
from omnigym.envs.station import Station
from omnigym.errors import CapabilityError, ConfigError, DeviceError, DeviceLostError, OmnigymError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.tasks.cloud import Cloud
from omnigym.tasks.hosting import Run
from omnigym.tasks.setup import apply_setup
from omnigym.tasks.task import Task
from omnigym.tasks.variety import NO_VARIETY, Variety

__all__ = ["EpisodeRunner", "Step"]

#: Observation, reward, terminated, truncated, info.
Step: TypeAlias = tuple[Observation, SupportsFloat, bool, bool, Info]

_T = TypeVar("_T")
_CONTROL = frozenset(CONTROL)
_MAX_EVALUATORS = 256
_OPEN = contextlib.nullcontext()
_BOUNDARY = attrgetter("boundary")


class EpisodeRunner:
    """Runs one episode after another. Who calls it sees to it that one thread is inside at a time.

    Args:
        sessions: Own the devices.
        stations: The devices, in their order: that of observations and of actions at the same time.
        brief: What is observed besides the devices.
        reward: Makes the rewards.
        limits: What ends an episode, besides ``max_steps``.
        max_steps: The step limit; None for each task's own.
        variety: What the seed changes of an episode's start.

    Attributes:
        episode: The episode, also when it has ended; None before the first, and once the environment was closed.
        task: Its task.
        max_steps: The step limit of every episode; None for that of each task.
        evaluator: Its evaluator.
        running: Whether it can be stepped.
        failed: How a device failed in it; a failure besides a step is for the next one to say.
        failed_at: The name of that device; None where none failed, or nobody can tell which did.
    """

    task: Task
    evaluator: GraphEvaluator
    _cloud: Cloud

    def __init__(
        self,
        sessions: Sessions,
        stations: Sequence[Station],
        brief: Brief,
        reward: Reward,
        limits: EpisodeLimits,
        max_steps: int | None,
        variety: Variety = NO_VARIETY,
    ) -> None:
        self.episode: Episode | None = None
        self.running = False
        self.failed: DeviceError | None = None
        self.failed_at: str | None = None
        self._sessions, self._brief, self._reward = sessions, brief, reward
        self._stations = tuple(stations)
        self._by_name = {s.name: s for s in self._stations}
        self._limits, self.max_steps, self._variety = limits, max_steps, variety
        self._fallible = any(s.fallible for s in self._stations)
        self._evaluators: dict[str, GraphEvaluator] = {}
        #: The device that is being used, to which an error belongs.
        self._at: Station | None = None
        self._run: Run | None = None
        self._stepping = Boundary(sessions.name, "step")
        self._ending = Boundary(sessions.name, "end")

    def leave(self) -> None:
        """Leave the episode, whether or not it has ended: nothing can be read of it any more."""
        self.running = False
        self.episode = self.failed = self.failed_at = None

    def start(self, task: Task, seed: int) -> tuple[Observation, Info]:
        """Begin an episode of a task.

        Raises:
            TaskFileError: What the task puts in place cannot be.
            DeviceError: The device failed more often than it is tried again.
        """
        self.task = task
        observation, self.episode = self._sessions.start(lambda devices: self._begin(devices, task, seed))
        self.running = True
        return observation, self.episode.info()

    def snapshot(self, random: Mapping[str, object]) -> Snapshot:
        """The episode as it is now.

        Args:
            random: The state of the environment's source of chance.

        Raises:
            ResetNeeded: No episode has begun.
            CapabilityError: A device has no snapshots, or the task is judged outside of it.
            DeviceError: A device failed.
        """
        episode = self.episode
        if episode is None:
            raise ResetNeeded("No episode has begun. Call reset() first.")
        if self._run is not None:
            raise CapabilityError(f"Task {self.task.id!r} is judged outside of its device, which no snapshot holds.")
        keeping = {s.name: s.keeping() for s in self._stations}  # all, before the first is asked
        states = {name: self.read("snapshot", partial(_snapshot_of, device), name) for name, device in keeping.items()}
        return Snapshot(self.task, states.get("", states), self.evaluator.state, episode.counters(), random)

    def resume(self, task: Task, snapshot: Snapshot) -> tuple[Observation, Info]:
        """Go on from a snapshot.

        Args:
            task: Its task, or one that is the same.
            snapshot: The moment.

        Raises:
            CapabilityError: A device has no snapshots.
            ConfigError: The snapshot is of other devices.
            DeviceError: A device failed more often than it is tried again.
        """
        self.task = task
        observation, episode = self._sessions.start(lambda devices: self._resume(devices, task, snapshot))
        self.episode, self.running = episode, episode.end_reason is None
        unscored = not self.running and episode.end_reason != "success" and self.evaluator.unscored
        return observation, episode.info(unscored=unscored)

    def close(self) -> None:
        """Clean up and release the devices; may be called twice."""
        self.running = False
        self.episode = None
        self._end_run()
        self._sessions.close()

    def _begin(self, devices: Mapping[str, Device], task: Task, seed: int) -> tuple[Observation, Episode]:
        """One try at starting a task on the devices."""
        self._attach(devices)
        self._end_run()
        run = self._run = task.begin(devices, seed, self._variety.layout(seed), filled=self._variety.filled)
        for station in self._stations:
            station.disturb(seed)
        if len(self._stations) > 1:
            self._set_clocks()
        self._cloud = Cloud(task.shares, devices)
        self._cloud.begin()
        evaluator = self.evaluator = self._evaluator_of(task, devices)
        evaluator.reset(run)
        episode = self._episode(task, evaluator, task.instruction if run is None else run.instruction)
        self._reward.reset(evaluator)
        return self._observe(), episode

    def _resume(self, devices: Mapping[str, Device], task: Task, snapshot: Snapshot) -> tuple[Observation, Episode]:
        """One try at going on from a snapshot on the devices."""
        self._attach(devices)
        self._end_run()
        keeping = {s.name: s.keeping() for s in self._stations}
        states = self._states_in(snapshot)
        for name, device in keeping.items():
            device.restore(states[name])
        self._cloud = Cloud(task.shares, devices)
        self._cloud.resume()
        evaluator = self.evaluator = self._evaluator_of(task, devices)
        evaluator.restore(snapshot.progress.unread())
        episode = self._episode(task, evaluator, task.instruction)
        episode.resume(snapshot.counters)
        self._reward.resume(evaluator, episode.coverage)
        return self._observe(), episode

    def _states_in(self, snapshot: Snapshot) -> Mapping[str, Any]:
        """The state of each device."""
        if "" in self._by_name:
            return {"": snapshot.device}
        states = snapshot.device
        if not isinstance(states, Mapping) or states.keys() != self._by_name.keys():
            raise ConfigError(
                f"The snapshot is not of an environment of the devices {', '.join(map(repr, self._by_name))}. Restore "
                "it in one like that from which it was taken."
            )
        return states

    def _attach(self, devices: Mapping[str, Device]) -> None:
        other = [station.attach(devices[station.name]) for station in self._stations]
        if any(other):
            self._evaluators.clear()

    def _set_clocks(self) -> None:
        """Put all clocks at the latest time: what was done to begin took longer on one device than on another."""
        latest = max(s.now_ms() for s in self._stations)
        for station in self._stations:
            station.pass_time(latest - station.now_ms())

    def _episode(self, task: Task, evaluator: GraphEvaluator, instruction: str) -> Episode:
        """A new episode of a task, and what follows from task and instruction alone."""
        idle = self._limits.max_idle_steps or task.max_idle_steps
        self._step_limits = Limits(self.max_steps or task.step_limit, idle, self._limits.max_invalid)
        self._brief.begin(instruction)
        for station in self._stations:
            station.observer.begin(instruction)
        return Episode(task, evaluator, len(self._sessions.failures), instruction, self._brief.overflow)

    def _evaluator_of(self, task: Task, devices: Mapping[str, Device]) -> GraphEvaluator:
        """The task's evaluator on these devices: made once, as most environments have few tasks and many episodes."""
        evaluator = self._evaluators.get(task.id)
        if evaluator is None or evaluator.graph is not task.graph:
            if len(self._evaluators) >= _MAX_EVALUATORS:
                self._evaluators.clear()
            at_end = task.evaluate == "at_end"
            evaluator = self._evaluators[task.id] = GraphEvaluator(task.graph, devices, at_end=at_end)
        return evaluator

    def _end_run(self) -> None:
        """Let the host of the last episode's task, if it had one, clean up; a broken device cannot be cleaned."""
        run, self._run = self._run, None
        if run is not None:
            with contextlib.suppress(DeviceError), self._ending:
                run.end()

    def running_episode(self) -> Episode:
        """The episode, for `step`.

        Raises:
            ResetNeeded: There is none, or it has ended.
        """
        if self.episode is None or not self.running:
            raise ResetNeeded("The episode has ended, or none has begun. Call reset() first.")
        return self.episode

    def step(self, act: Action, episode: Episode, device: str = "") -> Step:
        """Do an action in the running episode; a device that breaks truncates it.

        Args:
            act: The action.
            episode: The running episode.
            device: The name of the device on which it is done; any for what is of none.
        """
        step = episode.steps + 1
        self._at = None
        try:
            with self._stepping:
                return self._step(act, episode, device)
        except DeviceError as e:
            return self._broken(e, episode, step)

    def _step(self, act: Action, episode: Episode, name: str) -> Step:
        if self.failed is not None:
            raise self.failed
        evaluator = self.evaluator
        act = self._act(act, episode, name)
        kind = type(act)
        self._at = None
        gives_up = kind is Fail  # then nothing is checked any more: who says FAIL completes nothing by it
        completed = () if gives_up else evaluator.step().completed
        episode.count(completed, kind is Invalid)
        if isinstance(act, Submit):
            episode.answer = act.answer
        terminated = declared_end(act, complete=evaluator.done, over=evaluator.over)
        truncated = None
        if terminated is None:
            truncated = self._step_limits.reached(episode.steps, episode.idle, episode.invalid)
        if gives_up:
            evaluator.look_around()
        elif terminated or truncated:
            last = self._finish(episode)
            if last:
                completed += last
                terminated = declared_end(act, complete=evaluator.done) or terminated
        ended = terminated is not None or truncated is not None
        observation = self._seen(_BOUNDARY)
        reward = self._reward.step(evaluator, episode.coverage, ended=ended)
        self._keep(observation)
        unscored = ended and self._end(episode, terminated or truncated)
        reason = act.reason if isinstance(act, Invalid) else None
        info = episode.info(completed, reason, unscored)
        return observation, reward, terminated is not None, ended and terminated is None, info

    def _act(self, act: Action, episode: Episode, name: str) -> Action:
        """Do an action, and let its time pass on the other devices; the action, or what is wrong with it."""
        if type(act) in _CONTROL:
            self.evaluator.before(act, name)
            return act
        station = self._at = self._by_name[name]
        with station.boundary:
            act = station.possible(act)
            self.evaluator.before(act, name)
            if type(act) is Invalid:
                return act
            since = station.now_ms()
            station.session.device.act(act)
            if self.episode is not episode:
                name = station.session.name
                raise DeviceLostError(name, "act", "the environment was closed meanwhile.", "Reset it.")
            if len(self._stations) > 1:
                self._pass_time(act, station, station.taken_ms(act, since))
        if self.task.shares:
            self._cloud.carry(name, self.evaluator)
        return act

    def _pass_time(self, act: Action, acted: Station, ms: int) -> None:
        """Let the time of an action pass on the devices on which nobody acts."""
        for station in self._stations:
            if station is acted:
                continue
            self._at = station
            with station.boundary:
                station.pass_time(ms)
                if type(act) is Wait and not station.has_clock:
                    station.session.device.act(act)  # it is asked to show what comes of waiting, which it knows best

    def _observe(self) -> Observation:
        """The first observation, within the boundary of a start, which lets mistakes of the caller's out."""
        return self._keep(self._seen(lambda _: _OPEN))

    def _seen(self, boundary_of: Callable[[Station], AbstractContextManager[None]]) -> Observation:
        """The observation of now, each device's within a boundary."""
        observation: Observation = {}
        for station in self._stations:
            self._at = station
            with boundary_of(station):
                station.observer.add_to(observation)
        self._at = None
        self._brief.add_to(observation, self.evaluator)
        return observation

    def _finish(self, episode: Episode) -> tuple[str, ...]:
        """Check once more what is only checked at the end; the nodes that were completed by it.

        On a real device that is done again for a while, as oracles wait: what the last action did may show only now.
        """
        if self.task.post_config:
            station = self._at = self._by_name[self.task.device_names[0]]
            apply_setup(station.session.device, self.task.post_config)
        last = self.evaluator.finish().completed
        late = [station for station in self._stations if station.late] if self._run is None else []
        for _ in range(LATE_WAITS if late else 0):
            if self.evaluator.done:
                break
            for station in late:
                self._at = station
                with station.boundary:
                    station.session.device.act(Wait(LATE_WAIT))
            last += self.evaluator.finish().completed
        if last:
            episode.refresh()
        return last

    def _end(self, episode: Episode, reason: EndReason | None) -> bool:
        """The episode has ended for a reason; whether it tells nothing about the agent."""
        self.running = False
        episode.end_reason = reason
        if self._run is None:  # a host's judge is asked once, as it may act on what it sees
            episode.still_holds = self.evaluator.still_holds
        return reason != "success" and self.evaluator.unscored

    def _keep(self, observation: Observation) -> Observation:
        """Remember an observation for the case that the device breaks; a device that cannot is spared the copy."""
        self._last = {k: v.copy() for k, v in observation.items()} if self._fallible else observation
        return observation

    def _broken(self, error: DeviceError, episode: Episode, step: int) -> Step:
        """Truncate: the last valid observation, no reward, no score."""
        self.running = False
        if error is not self.failed:
            self._fail(error, self._at)
        name = self.failed_at
        if name is None:
            self._sessions.discard()
        else:
            self._sessions[name].discard()
        episode.steps = step
        episode.end_reason = "device_error"
        observation = {k: v.copy() for k, v in self._last.items()}
        problem = f"{name}: {error}" if name else str(error)
        return observation, 0.0, False, True, episode.info(unscored=True, device_error=problem)

    def read(self, call: str, read: Callable[[Device], _T], name: str = "") -> _T:
        """Read a device besides the steps.

        Args:
            call: What is read, for the error.
            read: Reads it.
            name: The name of the device.

        Raises:
            ResetNeeded: No episode has begun.
            DeviceError: The device failed; the next step will say so, too.
        """
        if self.episode is None:
            raise ResetNeeded("No episode has begun. Call reset() first.")
        if self.failed is not None:
            raise self.failed
        station = self._by_name[name]
        try:
            with Boundary(station.session.name, call, passes=OmnigymError):
                return read(station.session.device)
        except DeviceError as e:
            self._fail(e, station)
            raise

    def _fail(self, error: DeviceError, station: Station | None) -> None:
        """Remember the error for the episode, without what it came from: a traceback may hold gigabytes."""
        error.__cause__ = error.__context__ = None
        self.failed = error.with_traceback(None)
        self.failed_at = station.name if station is not None else None


def _snapshot_of(device: HasSnapshots, _: Device) -> Hashable:
    return device.snapshot()
