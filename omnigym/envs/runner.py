"""The runner of an environment's episodes: it begins, steps and ends them, and abandons them if a device breaks.

One device is several of which there is one: it is named "", and its snapshot is the episode's device snapshot itself.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from operator import attrgetter
from typing import SupportsFloat, TypeAlias, TypeVar

from gymnasium.error import ResetNeeded

from omnigym.actions import CONTROL, Action, CallUser, Fail, Invalid, Submit, Type, Wait
from omnigym.devices.fault_boundary import Boundary
from omnigym.devices.protocol import Device, HasSnapshots
from omnigym.devices.waiting import LATE_WAITS, late_waits
from omnigym.envs.arguments import EpisodeLimits
from omnigym.envs.device_slot import DeviceSlot, DeviceSlots
from omnigym.envs.episode import EndReason, Episode, Info, Limits, declared_end, failed_end
from omnigym.envs.observer import Observation, TaskObservation
from omnigym.envs.rewards import Reward
from omnigym.envs.snapshots import Snapshot
from omnigym.errors import CapabilityError, ConfigError, DeviceError, DeviceLostError, OmnigymError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.silent import SilentEvaluator
from omnigym.tasks.cloud import Cloud
from omnigym.tasks.episode_variation import NO_VARIETY, Variety
from omnigym.tasks.external_tasks import Run
from omnigym.tasks.secrets import mask_of
from omnigym.tasks.setup import apply_setup
from omnigym.tasks.task import Task
from omnigym.tasks.user import refusal

__all__ = ["EpisodeRunner", "Step"]

#: Observation, reward, terminated, truncated, info.
Step: TypeAlias = tuple[Observation, SupportsFloat, bool, bool, Info]

_T = TypeVar("_T")
_CONTROL = frozenset(CONTROL)
_MAX_EVALUATORS = 256
_OPEN = contextlib.nullcontext()
_BOUNDARY = attrgetter("boundary")


class EpisodeRunner:
    """The runner of one episode after another. The caller ensures that one thread is inside at a time.

    Args:
        slots: The devices.
        task_observation: Observes the task.
        reward: Makes the rewards.
        limits: The limits of an episode except ``max_steps``.
        max_steps: The step limit; None for each task's own.
        variety: The variation of an episode's start by the seed.

    Attributes:
        episode: The episode, also when it has ended; None before the first, and once the environment was closed.
        task: Its task.
        max_steps: The step limit of every episode; None for that of each task.
        evaluator: Its evaluator.
        running: Whether it can be stepped.
        failed: How a device failed between two steps; the next step reports it.
        failed_at: The name of that device; None where none failed, or where it is unknown.
    """

    task: Task
    evaluator: GraphEvaluator
    _cloud: Cloud

    def __init__(
        self,
        slots: DeviceSlots,
        task_observation: TaskObservation,
        reward: Reward,
        limits: EpisodeLimits,
        max_steps: int | None,
        variety: Variety = NO_VARIETY,
    ) -> None:
        self.episode: Episode | None = None
        self.running = False
        self.failed: DeviceError | None = None
        self.failed_at: str | None = None
        self._slots, self._task_observation, self._reward = slots, task_observation, reward
        self._each = tuple(slots.values())
        self._limits, self.max_steps, self._variety = limits, max_steps, variety
        self._intervals = tuple([s.observer.interval for s in self._each if s.observer.interval is not None])
        self._fallible = any(slot.fallible for slot in self._each)
        self._evaluators: dict[str, GraphEvaluator] = {}
        #: The device that is being used, to which an error belongs.
        self._at: DeviceSlot | None = None
        self._run: Run | None = None
        self._stepping = Boundary(slots.backend, "step")
        self._ending = Boundary(slots.backend, "end")

    def leave(self) -> None:
        """Leave the episode, ended or not; nothing can be read from it afterwards."""
        self.running = False
        self.episode = self.failed = self.failed_at = None

    def start(self, task: Task, seed: int) -> tuple[Observation, Info]:
        """Begin an episode of a task.

        Raises:
            TaskFileError: The setup of the task is impossible.
            DeviceError: The device failed more often than it is tried again.
        """
        self.task = task
        observation, self.episode = self._slots.start(lambda devices: self._begin(devices, task, seed))
        self.running = True
        return observation, self.episode.info()

    def snapshot(self, random: Mapping[str, object]) -> Snapshot:
        """Return the current moment of the episode.

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
        keeping = {s.name: s.snapshot_device() for s in self._each}  # all, before the first is asked
        states = {name: self.read("snapshot", partial(_snapshot_of, device), name) for name, device in keeping.items()}
        return Snapshot(self.task, states.get("", states), self.evaluator.state, episode.counters(), random)

    def resume(self, task: Task, snapshot: Snapshot) -> tuple[Observation, Info]:
        """Continue from a snapshot.

        Args:
            task: Its task, or one that is the same.
            snapshot: The moment.

        Raises:
            CapabilityError: A device has no snapshots.
            ConfigError: The snapshot is of other devices.
            DeviceError: A device failed more often than it is tried again.
        """
        self.task = task
        observation, episode = self._slots.start(lambda devices: self._resume(devices, task, snapshot))
        self.episode, self.running = episode, episode.end_reason is None
        unscored = not self.running and episode.end_reason != "success" and self.evaluator.unscored
        return observation, episode.info(unscored=unscored)

    def close(self) -> None:
        """Clean up and release the devices; may be called twice."""
        self.running = False
        self.episode = None
        self._end_run()
        self._slots.close()

    def _begin(self, devices: Mapping[str, Device], task: Task, seed: int) -> tuple[Observation, Episode]:
        """One try at starting a task on the devices."""
        self._attach(devices)
        self._end_run()
        run = self._run = task.begin(devices, seed, self._variety.layout(seed), filled=self._variety.filled)
        for slot in self._each:
            slot.disturb(seed)
        if len(self._each) > 1:
            self._set_clocks()
        self._cloud = Cloud(task.shares, devices)
        self._cloud.begin()
        evaluator = self.evaluator = self._evaluator_of(task, devices)
        evaluator.reset(run)
        episode = self._episode(task, evaluator, task.instruction if run is None else run.instruction)
        self._reward.reset(evaluator)
        for interval in self._intervals:
            interval.next()
        return self._observe(), episode

    def _resume(self, devices: Mapping[str, Device], task: Task, snapshot: Snapshot) -> tuple[Observation, Episode]:
        """One try at going on from a snapshot on the devices."""
        self._attach(devices)
        self._end_run()
        keeping = {s.name: s.snapshot_device() for s in self._each}
        states = self._states_in(snapshot)
        for name, device in keeping.items():
            device.restore(states[name])
        self._cloud = Cloud(task.shares, devices)
        self._cloud.resume()
        evaluator = self.evaluator = self._evaluator_of(task, devices)
        evaluator.restore(snapshot.progress.unread())
        if snapshot.counters.end_reason is not None:
            evaluator.tell()
        episode = self._episode(task, evaluator, task.instruction)
        episode.resume(snapshot.counters)
        self._reward.resume(evaluator, episode.coverage)
        return self._observe(), episode

    def _states_in(self, snapshot: Snapshot) -> Mapping[str, Hashable]:
        """The state of each device."""
        if "" in self._slots:
            return {"": snapshot.device}
        states = snapshot.device
        if not isinstance(states, Mapping) or states.keys() != self._slots.keys():
            raise ConfigError(
                f"The snapshot is not of an environment of the devices {', '.join(map(repr, self._slots))}. Restore "
                "it in one like that from which it was taken."
            )
        return states

    def _attach(self, devices: Mapping[str, Device]) -> None:
        other = [slot.attach(devices[slot.name]) for slot in self._each]
        if any(other):
            self._evaluators.clear()

    def _set_clocks(self) -> None:
        """Put all clocks at the latest time: what was done to begin took longer on one device than on another."""
        latest = max(s.now_ms() for s in self._each)
        for slot in self._each:
            slot.pass_time(latest - slot.now_ms())

    def _episode(self, task: Task, evaluator: GraphEvaluator, instruction: str) -> Episode:
        """A new episode of a task, and what follows from task and instruction alone."""
        idle = self._limits.max_idle_steps or task.max_idle_steps
        self._step_limits = Limits(self.max_steps or task.step_limit, idle, self._limits.max_invalid)
        instruction = self._task_observation.begin(instruction)
        for slot in self._each:
            slot.observer.begin(instruction, mask_of(task.secrets))
        return Episode(task, evaluator, len(self._slots.failures), instruction, self._task_observation.overflow)

    def _evaluator_of(self, task: Task, devices: Mapping[str, Device]) -> GraphEvaluator:
        """The task's evaluator on these devices: made once, as most environments have few tasks and many episodes."""
        evaluator = self._evaluators.get(task.id)
        if evaluator is None or evaluator.graph is not task.graph:
            if len(self._evaluators) >= _MAX_EVALUATORS:
                self._evaluators.clear()
            if task.evaluate == "in_silence":
                evaluator = SilentEvaluator(task.graph, devices)
            else:
                evaluator = GraphEvaluator(task.graph, devices, at_end=task.evaluate == "at_end")
            self._evaluators[task.id] = evaluator
        return evaluator

    def _end_run(self) -> None:
        """Let the host of the last episode's task, if it had one, clean up; a broken device cannot be cleaned."""
        run, self._run = self._run, None
        if run is not None:
            with contextlib.suppress(DeviceError), self._ending:
                run.end()

    def running_episode(self) -> Episode:
        """Return the running episode, for `step`.

        Raises:
            ResetNeeded: There is none, or it has ended.
        """
        if self.episode is None or not self.running:
            raise ResetNeeded("The episode has ended, or none has begun. Call reset() first.")
        return self.episode

    def step(self, act: Action, episode: Episode, device: str = "") -> Step:
        """Do an action in the running episode; a device failure truncates the episode.

        Args:
            act: The action.
            episode: The running episode.
            device: The name of the device on which it is done; any for an action of none.
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
        for interval in self._intervals:
            interval.next()
        evaluator = self.evaluator
        act = self._act(act, episode, name)
        kind = type(act)
        self._at = None
        # Who says FAIL completes nothing by it. A final state that is judged at all is judged for its score.
        gives_up = kind is Fail and self.task.evaluate == "each_step"
        completed = () if gives_up else evaluator.step().completed
        episode.count(completed, kind is Invalid)
        if isinstance(act, Submit):
            episode.answer = act.answer
        terminated = declared_end(act, complete=evaluator.done, over=evaluator.over)
        truncated = None
        if terminated is None:
            truncated = self._step_limits.end_reason(episode.steps, episode.idle, episode.invalid)
        if gives_up:
            evaluator.tell()
            evaluator.check_side_effects()
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
        """Do an action, and let its time pass on the other devices; the action, or its error."""
        if type(act) is CallUser and self.task.secrets:
            return self._ask_user(act)
        if type(act) in _CONTROL:
            self.evaluator.before(act, name)
            return act
        slot = self._at = self._slots[name]
        with slot.boundary:
            act = slot.possible(act)
            self.evaluator.before(act, name)
            if type(act) is Invalid:
                return act
            since = slot.now_ms()
            slot.device.act(act)
            slot.observer.note_action(act)
            if self.episode is not episode:
                name = slot.backend
                raise DeviceLostError(name, "act", "the environment was closed meanwhile.", "Reset it.")
            if len(self._each) > 1:
                self._pass_time(act, slot, slot.taken_ms(act, since))
        if self.task.shares:
            self._cloud.carry(name, self.evaluator)
        return act

    def _ask_user(self, call: CallUser) -> Action:
        """Have the user type a secret on the first device that has a field for it; what the agent did, or why not."""
        problem = ""
        for slot in self._each:
            self._at = slot
            with slot.boundary:
                problem = refusal(slot.device, call.message, self.task.secrets)
                if not problem:
                    self.evaluator.before(call, slot.name)
                    slot.device.act(Type(self.task.secrets[call.message]))
                    return call
        act = Invalid(repr(call), problem)
        self.evaluator.before(act, "")
        return act

    def _pass_time(self, act: Action, acted: DeviceSlot, ms: int) -> None:
        """Let the time of an action pass on the other devices."""
        for slot in self._each:
            if slot is acted:
                continue
            self._at = slot
            with slot.boundary:
                slot.pass_time(ms)
                if type(act) is Wait and not slot.has_clock:
                    slot.device.act(act)  # it is asked to show what comes of waiting, which it knows best

    def _observe(self) -> Observation:
        """The first observation, within the boundary of a start, which lets mistakes of the caller's out."""
        return self._keep(self._seen(lambda _: _OPEN))

    def _seen(self, boundary_of: Callable[[DeviceSlot], AbstractContextManager[None]]) -> Observation:
        """The observation of now, each device's within a boundary."""
        observation: Observation = {}
        for slot in self._each:
            self._at = slot
            with boundary_of(slot):
                slot.observer.add_to(observation)
        self._at = None
        self._task_observation.add_to(observation, self.evaluator)
        return observation

    def _finish(self, episode: Episode) -> tuple[str, ...]:
        """Evaluate the checks that are made at the end only; the nodes that were completed by it.

        On a real device that is done again for a while, as oracles wait, and for as long as programs work: what the
        last action did may show only now. A judgement that acts on the device is made once, after such waits.
        """
        late = [slot for slot in self._each if slot.late] if self._run is None else []
        once = self.evaluator.acts
        if once:
            self._wait_late(late)
        if self.task.post_config:
            slot = self._at = self._slots[self.task.device_names[0]]
            apply_setup(slot.device, self.task.post_config, after=True)
            if once:
                self._wait_late(late)
        last = self.evaluator.finish().completed
        if late and not once and not self.evaluator.done:
            for _ in late_waits(lambda: self._work(late), LATE_WAITS):
                result = self.evaluator.finish()
                last += result.completed
                if result.done:
                    break
        if last:
            episode.refresh()
        return last

    def _wait_late(self, late: Sequence[DeviceSlot]) -> None:
        """Wait once for what devices show late, and for as long as their programs work."""
        for _ in late_waits(lambda: self._work(late), 1 if late else 0):
            pass

    def _work(self, late: Sequence[DeviceSlot]) -> bool:
        """Wait for a moment on each of these devices; return whether programs worked on one."""
        worked = False
        for slot in late:
            self._at = slot
            with slot.boundary:
                worked |= slot.wait_late()
        return worked

    def _end(self, episode: Episode, reason: EndReason | None) -> bool:
        """The episode has ended for a reason; whether that is no fault of the agent."""
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
        """End the episode: the last valid observation, no reward.

        It is truncated without a score, unless the agent can have caused the failure: then the episode is terminated
        and scored, as no agent leaves an episode by breaking its device.
        """
        self.running = False
        if error is not self.failed:
            self._fail(error, self._at)
        name = self.failed_at
        if name is None:
            self._slots.discard()
        else:
            self._slots[name].discard()
        episode.steps = step
        episode.end_reason = failed_end(error)
        observation = {k: v.copy() for k, v in self._last.items()}
        problem = f"{name}: {error}" if name else str(error)
        info = episode.info(unscored=not error.by_agent, device_error=problem)
        return observation, 0.0, error.by_agent, not error.by_agent, info

    def read(self, call: str, read: Callable[[Device], _T], name: str = "") -> _T:
        """Read device state outside `step`.

        Args:
            call: The name of the read, for the error.
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
        slot = self._slots[name]
        try:
            with Boundary(slot.backend, call, passes=OmnigymError):
                return read(slot.device)
        except DeviceError as e:
            self._fail(e, slot)
            raise

    def _fail(self, error: DeviceError, slot: DeviceSlot | None) -> None:
        """Remember the error for the episode, without what it came from: a traceback may hold gigabytes."""
        error.__cause__ = error.__context__ = None
        self.failed = error.with_traceback(None)
        self.failed_at = slot.name if slot is not None else None


def _snapshot_of(device: HasSnapshots, _: Device) -> Hashable:
    return device.snapshot()
