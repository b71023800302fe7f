"""Runs the episodes of one environment: begun on its device, stepped, ended, given up when the device breaks."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import SupportsFloat, TypeAlias, TypeVar

from gymnasium.error import ResetNeeded

from omnigym.actions import CONTROL, Action, Fail, Invalid, OpenApp, Submit
from omnigym.devices.boundary import Boundary
from omnigym.devices.protocol import Device, HasApps, HasDisturbances
from omnigym.envs.arguments import EpisodeLimits
from omnigym.envs.ending import EndReason, Limits, declared_end
from omnigym.envs.episode import Episode, Info
from omnigym.envs.observer import Observation, Observer
from omnigym.envs.rewards import Reward
from omnigym.envs.session import Session
from omnigym.errors import DeviceError, DeviceLostError, OmnigymError, UnknownNameError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.tasks.hosting import Run
from omnigym.tasks.setup import apply_setup
from omnigym.tasks.task import Task

__all__ = ["EpisodeRunner", "Step"]

#: Observation, reward, terminated, truncated, info.
Step: TypeAlias = tuple[Observation, SupportsFloat, bool, bool, Info]

_T = TypeVar("_T")
_CONTROL = frozenset(CONTROL)
_MAX_EVALUATORS = 256


class EpisodeRunner:
    """Runs one episode after another. Who calls it sees to it that one thread is inside at a time.

    Args:
        session: The device.
        observer: Makes the observations.
        reward: Makes the rewards.
        limits: What ends an episode, besides ``max_steps``.
        max_steps: The step limit; None for each task's own.
        disturbances: What happens that nobody asked for.
        fallible: Whether the device can break in the middle of an episode.

    Attributes:
        episode: The episode, also when it has ended; None before the first, and once the environment was closed.
        task: Its task.
        evaluator: Its evaluator.
        running: Whether it can be stepped.
        failed: How the device failed in it; a failure besides a step is for the next one to say.
    """

    task: Task
    evaluator: GraphEvaluator

    def __init__(
        self,
        session: Session,
        observer: Observer,
        reward: Reward,
        limits: EpisodeLimits,
        max_steps: int | None,
        disturbances: tuple[str, ...],
        *,
        fallible: bool,
    ) -> None:
        self.episode: Episode | None = None
        self.running = False
        self.failed: DeviceError | None = None
        self._session, self._observer, self._reward = session, observer, reward
        self._limits, self._max_steps, self._disturbances = limits, max_steps, disturbances
        self._fallible = fallible
        self._evaluators: dict[str, GraphEvaluator] = {}
        self._attached: Device | None = None
        self._run: Run | None = None
        self._stepping = Boundary(session.name, "step")
        self._ending = Boundary(session.name, "end")

    def leave(self) -> None:
        """Leave the episode, whether or not it has ended: nothing can be read of it any more."""
        self.running = False
        self.episode = self.failed = None

    def start(self, task: Task, seed: int) -> tuple[Observation, Info]:
        """Begin an episode of a task.

        Raises:
            TaskFileError: What the task puts in place cannot be.
            DeviceError: The device failed more often than it is tried again.
        """
        self.task = task
        observation, self.episode = self._session.start(lambda device: self._begin(device, task, seed))
        self.running = True
        return observation, self.episode.info()

    def close(self) -> None:
        """Clean up and release the device; may be called twice."""
        self.running = False
        self.episode = None
        self._end_run()
        self._session.close()

    def _begin(self, device: Device, task: Task, seed: int) -> tuple[Observation, Episode]:
        """One try at starting a task on a device."""
        if device is not self._attached:
            self._observer.attach(device)
            self._evaluators.clear()
            self._attached = device
        self._end_run()
        run = self._run = task.begin(device, seed)
        if self._disturbances and isinstance(device, HasDisturbances):
            device.disturb(self._disturbances, seed)
        evaluator = self.evaluator = self._evaluator_of(task, device)
        evaluator.reset(run)
        instruction = task.instruction if run is None else run.instruction
        idle = self._limits.max_idle_steps or task.max_idle_steps
        self._step_limits = Limits(self._max_steps or task.step_limit, idle, self._limits.max_invalid)
        episode = Episode(task, evaluator, len(self._session.failures), instruction)
        self._reward.reset(evaluator)
        self._observer.begin(instruction)
        return self._keep(self._observer.observe(evaluator)), episode

    def _evaluator_of(self, task: Task, device: Device) -> GraphEvaluator:
        """The task's evaluator on this device: made once, as most environments have few tasks and many episodes."""
        evaluator = self._evaluators.get(task.id)
        if evaluator is None:
            if len(self._evaluators) >= _MAX_EVALUATORS:
                self._evaluators.clear()
            evaluator = self._evaluators[task.id] = GraphEvaluator(task.graph, device, at_end=task.evaluate == "at_end")
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

    def step(self, act: Action, episode: Episode) -> Step:
        """Do an action in the running episode; a device that breaks truncates it."""
        step = episode.steps + 1
        try:
            with self._stepping:
                return self._step(act, episode)
        except DeviceError as e:
            return self._broken(e, episode, step)

    def _step(self, act: Action, episode: Episode) -> Step:
        if self.failed is not None:
            raise self.failed
        evaluator = self.evaluator
        if isinstance(act, OpenApp):
            act = _checked(act, self._session.device)
        kind = type(act)
        evaluator.before(act)
        if kind not in _CONTROL:
            self._session.device.act(act)
            if self.episode is not episode:
                raise DeviceLostError(self._session.name, "act", "the environment was closed meanwhile.", "Reset it.")
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
        observation = self._observer.observe(evaluator)
        reward = self._reward.step(evaluator, episode.coverage, ended=ended)
        self._keep(observation)
        unscored = ended and self._end(episode, terminated or truncated)
        reason = act.reason if isinstance(act, Invalid) else None
        info = episode.info(completed, reason, unscored)
        return observation, reward, terminated is not None, ended and terminated is None, info

    def _finish(self, episode: Episode) -> tuple[str, ...]:
        """Check once more what is only checked at the end; the nodes that were completed by it."""
        if self.task.post_config:
            apply_setup(self._session.device, self.task.post_config)
        last = self.evaluator.finish().completed
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
        self._fail(error)
        self._session.discard()
        episode.steps = step
        episode.end_reason = "device_error"
        observation = {k: v.copy() for k, v in self._last.items()}
        return observation, 0.0, False, True, episode.info(unscored=True, device_error=str(error))

    def read(self, call: str, read: Callable[[Device], _T]) -> _T:
        """Read the device besides the steps.

        Args:
            call: What is read, for the error.
            read: Reads it.

        Raises:
            ResetNeeded: No episode has begun.
            DeviceError: The device failed; the next step will say so, too.
        """
        if self.episode is None:
            raise ResetNeeded("No episode has begun. Call reset() first.")
        if self.failed is not None:
            raise self.failed
        try:
            with Boundary(self._session.name, call, passes=OmnigymError):
                return read(self._session.device)
        except DeviceError as e:
            self._fail(e)
            raise

    def _fail(self, error: DeviceError) -> None:
        """Remember the error for the episode, without what it came from: a traceback may hold gigabytes."""
        error.__cause__ = error.__context__ = None
        self.failed = error.with_traceback(None)


def _checked(action: OpenApp, device: Device) -> OpenApp | Invalid:
    """The action, or an `Invalid` if there is no such app (CRAB counts wrong parameters as invalid actions)."""
    if not isinstance(device, HasApps):
        return Invalid(repr(action), f"The device {device.name!r} cannot open apps by name.")
    if action.app not in device.apps():
        return Invalid(repr(action), str(UnknownNameError("app", action.app, device.apps())))
    return action
