"""The environment: a device, a task, an evaluator, and the Gymnasium API around them."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, SupportsFloat, TypeVar, get_args

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from omnigym.a11y import Tree
from omnigym.actions import CONTROL, Action, Fail, Invalid, OpenApp, Submit
from omnigym.devices.boundary import Boundary
from omnigym.devices.config import DeviceConfig, device_class, target_of
from omnigym.devices.protocol import Device, Frame, HasAccessibilityTree, HasApps, HasDisturbances, Platform
from omnigym.envs.alone import Alone
from omnigym.envs.arguments import (
    ArraySizes,
    EpisodeLimits,
    at_least_one,
    device_source,
    disturbance_kinds,
    grouped,
    size_of,
)
from omnigym.envs.ending import Limits, declared_end
from omnigym.envs.episode import Episode
from omnigym.envs.observer import Observation, Observer
from omnigym.envs.pool import TaskPool, TaskQuery
from omnigym.envs.rewards import RewardName, make_reward
from omnigym.envs.session import Session
from omnigym.errors import CapabilityError, ConfigError, DeviceError, DeviceLostError, OmnigymError, UnknownNameError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.spaces.action import action_space, decode_action
from omnigym.spaces.observation import ObservationMode, observation_space
from omnigym.tasks.hosting import Run
from omnigym.tasks.setup import apply_setup
from omnigym.tasks.task import Task

__all__ = ["OmniEnv"]

_ACTIONS = frozenset(get_args(Action))
_CONTROL = frozenset(CONTROL)
_MAX_EVALUATORS = 256
_Step = tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]
_T = TypeVar("_T")


class OmniEnv(gymnasium.Env[Observation, Any]):
    """Computer use: a screen with mouse and keyboard, a task to do on it, and a score for each part that is done.

    ## Description

    Every episode is a task: a graph of subtasks, each done in one application, and an instruction in words. The agent
    sees the screen and its accessibility tree and acts with mouse and keyboard. Each node of the graph is checked
    after every action once the nodes before it are complete (OmniBench 4.1, CRAB 4.2).

    The device is simulated or real; the environment, tasks and checks are the same. A device that breaks truncates the
    episode, which is then not scored: see Episode End.

    ## Action Space

    A `Dict` that says any mouse or keyboard action; only the fields that its ``type`` needs are read.
    `omnigym.spaces.action_space` has the table. ``step`` also takes the values of `omnigym.actions` as they are, which
    is what scripted agents and the codecs of the papers' action spaces (`omnigym.codecs`) give. Wrappers turn the space
    into what a learner takes: `ElementActions`, `MultiDiscreteActions`, `FlatBoxActions`.

    ## Observation Space

    A `Dict` of arrays, one level deep: ``screenshot``, the ``a11y_`` arrays and the ``instruction``'s codes.
    `omnigym.spaces.observation_space` has the table. With ``observation="a11y"`` nothing is painted; with ``"pixels"``
    there are no ``a11y_`` arrays. No array changes while it is held; a screenshot may be read-only: copy it to draw on
    it. ``env.unwrapped.a11y()`` gives the whole tree, with full texts.

    ``info`` has the same keys at every step: `omnigym.envs.episode.Episode.info` has the table.

    ## Rewards

    - ``"completion"`` (default): the weight of each node completed at this step, by its depth d, w(s) = d(s) / sum of d
      (OmniBench 4.1). The undiscounted return is the Coverage Rate, in [0, 1]. A task that is its own judge
      (MiniWoB++, BrowserGym) pays its own reward instead, in its own range.
    - ``"sparse"``: 1 when the last node is completed.
    - ``"progress"``: ``"completion"`` shaped by a potential, gamma * phi(s') - phi(s), where phi says how far the open
      nodes are, by the conditions passed and the milestones reached (the document is open, the text is typed...), 0 at
      the end. It changes no score.

    ## Starting State

    The device is reset, what the task needs is put in place (files, clipboard, open applications), and the task is one
    of those selected, drawn with the environment's ``np_random``. ``reset(options={"task": ID})`` chooses it. A device
    that fails meanwhile is rebuilt and tried again ``reset_retries`` times; ``info["device_restarts"]`` counts that.

    ## Episode End

    Terminated when every node is complete (``info["end_reason"]`` is ``success``), or the agent says DONE
    (``false_completion``; what is complete is found first) or FAIL (``fail_declared``, which is never a success but
    of a task that cannot be done; nothing is checked at that step). A task that is its own judge may end it too
    (``task_over``). Truncated after ``max_steps`` (``reach_step_limit``), ``max_idle_steps`` without a newly
    completed node (``no_progress``), ``max_invalid`` invalid actions in a row (``invalid_action``), or a device
    failure (``device_error``, with the last valid observation and reward 0), whatever comes out of the device: what
    nobody foresaw has its traceback in the log of ``omnigym``. ``info["unscored"]`` says that the episode tells
    nothing about the agent. A `TimeLimit` around the environment truncates without a reason, which reports and
    recordings take for ``reach_step_limit``; ``max_steps`` also has a task that is judged ``at_end`` judged at its
    last step.

    ## Arguments

    - ``device``: a name ("sim", "x11"), a configuration (`omnigym.devices.config`) or its dict; in the constructor also
      a live device.
    - ``tasks``: which tasks, as a query such as ``"app:word nodes:1"``; see the page on queries.
    - ``split``: ``"train"``, ``"heldout"`` or None for both, by a stable hash of subtask and parameters.
    - ``observation``: ``"both"``, ``"pixels"`` or ``"a11y"``.
    - ``reward``: ``"completion"``, ``"sparse"`` or ``"progress"``; ``gamma`` is the discount of the last.
    - ``resolution``: the logical screen's (width, height) in pixels; another one lays everything out anew.
    - ``screenshot_size``: the (width, height) that is seen of it, averaged over areas; None for all of it.
    - ``max_steps``: the step limit; None for the task's own.
    - ``limits``: the other limits, `omnigym.envs.arguments.EpisodeLimits` or a mapping of its fields:
      ``max_idle_steps`` (None for the task's own, which composed tasks have), ``max_invalid``, ``reset_retries``.
    - ``sizes``: the sizes N, L and I of the arrays, `omnigym.envs.arguments.ArraySizes` or a mapping of its fields:
      ``nodes``, ``text_length``, ``instruction_length``.
    - ``node_status``: whether the progress of the task's nodes is observed.
    - ``disturbances``: what happens that nobody asked for, the adaptive level of OS-MAP (L3): True, or some of
      ``"toast"``, ``"mail"``, ``"dialog"`` and ``"update"``. What happens when follows from the seed; off by default.
      See the page on disturbances.
    - ``platform``: what the device must stand for ("windows", "linux", "android", "web"); None for any. A name then
      means the configuration of its backend that does: ``"sim"`` the phone, where the platform is Android.
    - ``render_mode``: ``"rgb_array"`` or None.

    ## Copies and Threads

    A copy, by `copy` or `pickle`, is a fresh environment of the same arguments, not yet reset. One that was given a
    live device has no copy. Threads may take turns; one that comes while another is inside gets a `ConcurrentUseError`.

    ## Version History

    - v0: the first version.

    Raises:
        ConfigError: An argument is wrong; an unknown name says what is close.
        CapabilityError: The tasks or the observation need what the device does not have.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": ["rgb_array"],
        "render_fps": 4,
    }
    _arguments: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Note the arguments, of subclasses too: a copy is made from them."""
        env = super().__new__(cls)
        env._arguments = args, kwargs
        return env

    def __init__(
        self,
        device: str | Mapping[str, Any] | DeviceConfig | Device = "sim",
        tasks: TaskQuery = None,
        split: str | None = None,
        observation: ObservationMode = "both",
        reward: RewardName = "completion",
        resolution: Sequence[int] | None = None,
        screenshot_size: Sequence[int] | None = None,
        max_steps: int | None = None,
        limits: EpisodeLimits | Mapping[str, Any] | None = None,
        gamma: float = 0.99,
        sizes: ArraySizes | Mapping[str, Any] | None = None,
        node_status: bool = False,
        disturbances: bool | str | Sequence[str] = False,
        platform: Platform | None = None,
        render_mode: str | None = None,
    ) -> None:
        if observation not in ("both", "pixels", "a11y"):
            raise ConfigError(f"observation must be 'both', 'pixels' or 'a11y', got {observation!r}.")
        if render_mode not in (None, "rgb_array"):
            raise ConfigError(f"render_mode must be 'rgb_array' or None, got {render_mode!r}.")
        source = device_source(device, size_of("resolution", resolution), platform)
        self._limits, self._max_steps = grouped(EpisodeLimits, "limits", limits), max_steps
        if max_steps is not None:
            at_least_one("max_steps", max_steps)
        self._session = Session(source, self._limits.reset_retries)
        size = self._size = source.size
        self._fallible = getattr(source, "FALLIBLE", True)
        kind = type(source) if isinstance(source, Device) else device_class(source)
        target = target_of(source)
        self.disturbances = disturbance_kinds(disturbances)
        if self.disturbances and not issubclass(kind, HasDisturbances):
            raise CapabilityError(f"The device {target.name!r} has no disturbances. Leave disturbances= out.")
        self._pool = TaskPool(tasks, split, target, kind)
        seen = size_of("screenshot_size", screenshot_size)
        lengths = dataclasses.asdict(grouped(ArraySizes, "sizes", sizes))
        self._observer = Observer(
            observation,
            size,
            seen,
            **lengths,
            node_status=node_status,
        )
        self._reward = make_reward(reward, gamma)
        self.render_mode = render_mode
        self.action_space = action_space()
        self.observation_space: gymnasium.spaces.Dict = observation_space(  # type: ignore[assignment]
            observation,
            seen or size,
            **lengths,
            node_status=node_status,
        )
        self._session.end_with(self)
        self._evaluators: dict[str, GraphEvaluator] = {}
        self._attached: Device | None = None
        self._run: Run | None = None
        self._episode: Episode | None = None
        self._running = False
        #: How the device failed in this episode; a failure besides a step is for the next one to say.
        self._failed: DeviceError | None = None
        self._alone = Alone("environment")
        self._stepping = Boundary(self._session.name, "step")
        self._ending = Boundary(self._session.name, "end")

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is a fresh environment of the same arguments.

        Raises:
            ConfigError: It was given a live device.
        """
        if self._session.live:
            raise ConfigError(
                f"This environment has no copy: it was given a live device, {self._session.name!r}, of which there is "
                "one. Make it with the device's name or configuration, such as device='sim' or SimConfig()."
            )
        return _fresh, (type(self), *self._arguments, self.spec)

    # -- the Gymnasium API --------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: Seeds the draw of tasks and the device.
            options: ``{"task": ID}`` chooses the task; also a `omnigym.tasks.task.Task` itself.

        Raises:
            ConfigError: An option is unknown, or there is no such task.
            TaskFileError: What the task puts in place cannot be.
            DeviceError: The device failed more often than ``reset_retries``.
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            super().reset(seed=seed)
            unknown = set(options or ()) - {"task"}
            if unknown:
                raise ConfigError(f"reset knows the option 'task' alone, got {', '.join(sorted(map(str, unknown)))}.")
            self._running = False
            self._episode = self._failed = None
            chosen = (options or {}).get("task")
            self._task = self._pool.draw(self.np_random) if chosen is None else self._pool.get(chosen)
            self._device_seed = int(self.np_random.integers(2**31))
            observation, self._episode = self._session.start(self._begin)
            self._running = True
            return observation, self._episode.info()

    def _begin(self, device: Device) -> tuple[Observation, Episode]:
        """One try at starting the chosen task on a device."""
        task = self._task
        if device is not self._attached:
            self._observer.attach(device)
            self._evaluators.clear()
            self._attached = device
        self._end_run()
        run = self._run = task.begin(device, self._device_seed)
        if self.disturbances and isinstance(device, HasDisturbances):
            device.disturb(self.disturbances, self._device_seed)
        evaluator = self._evaluators.get(task.id)
        if evaluator is None:
            if len(self._evaluators) >= _MAX_EVALUATORS:
                self._evaluators.clear()
            evaluator = self._evaluators[task.id] = GraphEvaluator(task.graph, device, at_end=task.evaluate == "at_end")
        evaluator.reset(run)
        self._evaluator = evaluator
        instruction = task.instruction if run is None else run.instruction
        idle = self._limits.max_idle_steps or task.max_idle_steps
        self._step_limits = Limits(self._max_steps or task.step_limit, idle, self._limits.max_invalid)
        episode = Episode(task, evaluator, len(self._session.failures), instruction)
        self._reward.reset(evaluator)
        self._observer.begin(instruction)
        return self._keep(self._observer.observe(evaluator)), episode

    def step(self, action: Any) -> _Step:
        """Do an action: an element of the action space, or a value of `omnigym.actions`.

        Raises:
            ActionError: The action is outside its space; nothing was done.
            ResetNeeded: There is no running episode.
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            episode = self._episode
            if episode is None or not self._running:
                raise ResetNeeded("The episode has ended, or none has begun. Call reset() first.")
            act: Action = action if type(action) in _ACTIONS else decode_action(action)
            step = episode.steps + 1
            try:
                with self._stepping:
                    return self._step(act, episode)
            except DeviceError as e:
                return self._broken(e, episode, step)

    def _step(self, act: Action, episode: Episode) -> _Step:
        if self._failed is not None:
            raise self._failed
        evaluator = self._evaluator
        if type(act) is OpenApp:
            act = self._checked(act)
        kind = type(act)
        evaluator.before(act)
        if kind not in _CONTROL:
            self._session.device.act(act)
            if self._episode is not episode:
                raise DeviceLostError(self._session.name, "act", "the environment was closed meanwhile.", "Reset it.")
        gives_up = kind is Fail  # then nothing is checked any more: who says FAIL completes nothing by it
        completed = () if gives_up else evaluator.step().completed
        episode.count(completed, kind is Invalid)
        if kind is Submit:
            episode.answer = act.answer  # type: ignore[union-attr]
        terminated = declared_end(act, complete=evaluator.done, over=evaluator.over)
        truncated = None
        if terminated is None:
            truncated = self._step_limits.reached(episode.steps, episode.idle, episode.invalid)
        if (terminated or truncated) and not gives_up:
            if self._task.post_config:
                apply_setup(self._session.device, self._task.post_config)
            last = evaluator.finish().completed
            if last:
                completed += last
                episode.refresh()
                terminated = declared_end(act, complete=evaluator.done) or terminated
        ended = terminated is not None or truncated is not None
        observation = self._observer.observe(evaluator)
        reward = self._reward.step(evaluator, episode.coverage, ended=ended)
        self._keep(observation)
        unscored = False
        if ended:
            self._running = False
            episode.end_reason = terminated or truncated
            unscored = terminated != "success" and evaluator.unscored
        reason = act.reason if kind is Invalid else None  # type: ignore[union-attr]
        return (
            observation,
            reward,
            terminated is not None,
            ended and terminated is None,
            episode.info(completed, reason, unscored),
        )

    def _checked(self, action: Any) -> OpenApp | Invalid:
        """The action, or an `Invalid` if there is no such app (CRAB counts wrong parameters as invalid actions)."""
        device = self._session.device
        if not isinstance(device, HasApps):
            return Invalid(repr(action), f"The device {device.name!r} cannot open apps by name.")
        if action.app not in device.apps():
            return Invalid(repr(action), str(UnknownNameError("app", action.app, device.apps())))
        return OpenApp(action.app)

    def _keep(self, observation: Observation) -> Observation:
        """Remember an observation for the case that the device breaks; a device that cannot is spared the copy."""
        self._last = {k: v.copy() for k, v in observation.items()} if self._fallible else observation
        return observation

    def _broken(self, error: DeviceError, episode: Episode, step: int) -> _Step:
        """Truncate: the last valid observation, no reward, no score."""
        self._running = False
        self._failed = _bare(error)
        self._session.discard()
        episode.steps = step
        episode.end_reason = "device_error"
        observation = {k: v.copy() for k, v in self._last.items()}
        return observation, 0.0, False, True, episode.info(unscored=True, device_error=str(error))

    def render(self) -> Frame | None:
        """The screen in full: uint8 (H, W, 3); None without a ``render_mode``.

        Of a device that failed it is black, so that a recorder of frames goes on: `step` says what happened.

        Raises:
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        if self.render_mode is None:
            return None
        try:
            return self.screenshot()
        except DeviceError:
            width, height = self._size
            return np.zeros((height, width, 3), np.uint8)

    def close(self) -> None:
        """Release the device; may be called twice.

        Raises:
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            self._running = False
            self._episode = None
            self._end_run()
            self._session.close()

    def _end_run(self) -> None:
        """Let the host of the last episode's task, if it had one, clean up; a broken device cannot be cleaned."""
        run, self._run = self._run, None
        if run is not None:
            with contextlib.suppress(DeviceError), self._ending:
                run.end()

    # -- for agents, wrappers and tools -------------------------------------------------------------------------------

    def a11y(self) -> Tree:
        """The accessibility tree of this step: an immutable snapshot with full texts.

        Raises:
            CapabilityError: The device has none.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        if self._episode is None or self._observer.tree is None:
            self._observer.tree = self._read("tree", _tree_of)
        return self._observer.tree

    def screenshot(self) -> Frame:
        """The whole screen of this step, whatever is observed: uint8 (H, W, 3), RGB; it may be read-only.

        Raises:
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        return self._read("screenshot", lambda _: self._observer.screen())

    def _read(self, call: str, read: Callable[[Device], _T]) -> _T:
        """What is read besides the steps."""
        with self._alone:
            if self._episode is None:
                raise ResetNeeded("No episode has begun. Call reset() first.")
            if self._failed is not None:
                raise self._failed
            try:
                with Boundary(self._session.name, call, passes=OmnigymError):
                    return read(self._session.device)
            except DeviceError as e:
                self._failed = _bare(e)
                raise

    @property
    def device(self) -> Device:
        """The live device, for oracles and probes. Acting on it directly goes past the evaluator."""
        return self._session.device

    @property
    def task(self) -> Task:
        """The task of this episode."""
        return self._task

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks that are drawn from."""
        return self._pool.tasks

    @property
    def evaluator(self) -> GraphEvaluator:
        """The evaluator of this episode; reading it changes nothing."""
        return self._evaluator


def _tree_of(device: Device) -> Tree:
    if not isinstance(device, HasAccessibilityTree):
        raise CapabilityError(f"The device {device.name!r} has no accessibility tree.")
    return device.tree()


def _bare(error: DeviceError) -> DeviceError:
    """The error without what it came from: it is kept for an episode, and the traceback may hold gigabytes."""
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)


def _fresh(
    cls: type[OmniEnv],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    spec: gymnasium.envs.registration.EnvSpec | None,
) -> OmniEnv:
    env = cls(*args, **kwargs)
    env.spec = spec
    return env
