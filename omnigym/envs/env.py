"""The environment: the Gymnasium API around a device, a task and an evaluator."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import gymnasium
import numpy as np

from omnigym.a11y import Tree
from omnigym.actions import Action
from omnigym.devices.config import DeviceConfig, device_class, target_of
from omnigym.devices.protocol import Device, Frame, Platform, Variation
from omnigym.envs.alone import Alone
from omnigym.envs.arguments import (
    ArraySizes,
    EpisodeLimits,
    at_least_one,
    device_source,
    disturbance_kinds,
    grouped,
    parameters_of,
    size_of,
    variation_of,
)
from omnigym.envs.base import EpisodicEnv
from omnigym.envs.brief import Brief
from omnigym.envs.observer import Observer, tree_of
from omnigym.envs.pool import TaskPool, TaskQuery
from omnigym.envs.rewards import RewardName, make_reward
from omnigym.envs.runner import EpisodeRunner
from omnigym.envs.sessions import Sessions
from omnigym.envs.station import Station
from omnigym.errors import ConfigError, DeviceError
from omnigym.spaces.action import action_space, decode_action
from omnigym.spaces.observation import ObservationMode, observation_space
from omnigym.tasks.drawing import Parameters
from omnigym.tasks.variety import Variety

__all__ = ["OmniEnv"]

_ACTIONS = frozenset(get_args(Action))


class OmniEnv(EpisodicEnv):
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
    it, or make the environment with ``writable_screenshots=True``. ``env.unwrapped.a11y()`` gives the whole tree, with
    full texts.

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
    of those selected, drawn with the environment's ``np_random``. ``reset(options={"task": ID})`` chooses it. With
    ``variation`` and ``parameters`` the seed also draws the layout, distractors, and the task's parameters. A device
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
    - ``disturbances``: what happens that nobody asked for, the adaptive level of OS-MAP (L3): True for all that the
      device has, or some of ``"toast"``, ``"mail"``, ``"dialog"`` and ``"update"``. What happens when follows from the
      seed; off by default. See the page on disturbances.
    - ``variation``: what the seed changes of the start: ``"none"``, ``"layout"`` (theme, colours, scale, the order of
      icons, the places and sizes of windows) or ``"all"`` (also what lies around, and the day). See the page on
      variation. Published scores are those of ``"none"``.
    - ``parameters``: ``"fixed"`` for the written parameter sets of the tasks, ``"drawn"`` for parameters from
      generators, where a task has some; None for ``"drawn"`` with ``variation="all"`` and else ``"fixed"``. A drawn
      task has an id of its own (``files/create-folder@2@drawn-17``), by which it can be chosen again.
    - ``platform``: what the device must stand for ("windows", "linux", "android", "web"); None for any. A name then
      means the configuration of its backend that does: ``"sim"`` the phone, where the platform is Android, and
      Ubuntu, where it is Linux.
    - ``render_mode``: ``"rgb_array"`` or None.
    - ``writable_screenshots``: whether screenshots may be written to, as PyTorch wishes of arrays that it takes without
      a copy; each step then copies one, and a vector environment those of all.

    ## Snapshots, Copies and Threads

    `snapshot` keeps a moment of an episode and `restore` goes back to it, in this environment, another one or, by its
    bytes, another process: see `omnigym.envs.snapshots`.

    A copy, by `copy` or `pickle`, is a fresh environment of the same arguments, not yet reset. One that was given a
    live device has no copy. Threads may take turns; one that comes while another is inside gets a `ConcurrentUseError`.

    ## Version History

    - v0: the first version.

    Raises:
        ConfigError: An argument is wrong; an unknown name says what is close.
        CapabilityError: The tasks or the observation need what the device does not have.
    """

    def __init__(
        self,
        device: str | Mapping[str, object] | DeviceConfig | Device = "sim",
        tasks: TaskQuery = None,
        split: str | None = None,
        observation: ObservationMode = "both",
        reward: RewardName = "completion",
        resolution: Sequence[int] | None = None,
        screenshot_size: Sequence[int] | None = None,
        max_steps: int | None = None,
        limits: EpisodeLimits | Mapping[str, object] | None = None,
        gamma: float = 0.99,
        sizes: ArraySizes | Mapping[str, object] | None = None,
        node_status: bool = False,
        disturbances: bool | str | Sequence[str] = False,
        platform: Platform | None = None,
        render_mode: str | None = None,
        writable_screenshots: bool = False,
        variation: Variation = "none",
        parameters: Parameters | None = None,
    ) -> None:
        if observation not in ("both", "pixels", "a11y"):
            raise ConfigError(f"observation must be 'both', 'pixels' or 'a11y', got {observation!r}.")
        if render_mode not in (None, "rgb_array"):
            raise ConfigError(f"render_mode must be 'rgb_array' or None, got {render_mode!r}.")
        source = device_source(device, size_of("resolution", resolution), platform)
        self._limits = grouped(EpisodeLimits, "limits", limits)
        if max_steps is not None:
            at_least_one("max_steps", max_steps)
        kind = type(source) if isinstance(source, Device) else device_class(source)
        self.disturbances = disturbance_kinds(disturbances, source)
        self.variation = variation_of(variation, [source])
        self.parameters = parameters_of(parameters, self.variation)
        redraws = self.parameters == "drawn"
        self._pool = TaskPool(tasks, split, {"": target_of(source)}, {"": kind}, redraws=redraws)
        size = self._size = source.size
        seen = size_of("screenshot_size", screenshot_size)
        lengths = dataclasses.asdict(grouped(ArraySizes, "sizes", sizes))
        self.observation_space: gymnasium.spaces.Dict = observation_space(  # type: ignore[assignment]
            observation, seen or size, **lengths, node_status=node_status
        )
        brief = Brief(lengths.pop("instruction_length"), node_status=node_status)
        self._observer = Observer("", observation, size, seen, **lengths, writable=writable_screenshots)
        self._sessions = Sessions({"": source}, self._limits.reset_retries)
        session = self._session = self._sessions[""]
        fallible = getattr(source, "FALLIBLE", True)
        station = Station("", session, self._observer, self.disturbances, fallible=fallible)
        variety = Variety(self.variation, self._pool.split)
        reward_maker = make_reward(reward, gamma)
        self._runner = EpisodeRunner(self._sessions, [station], brief, reward_maker, self._limits, max_steps, variety)
        self.render_mode = render_mode
        self.writable_screenshots = writable_screenshots
        self.action_space = action_space()
        self._sessions.end_with(self)
        self._alone = Alone("environment")

    # -- the Gymnasium API --------------------------------------------------------------------------------------------

    def _read_action(self, action: Any) -> tuple[Action, str]:
        return action if type(action) in _ACTIONS else decode_action(action), ""

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

    # -- for agents, wrappers and tools -------------------------------------------------------------------------------

    def a11y(self) -> Tree:
        """The accessibility tree of this step: an immutable snapshot with full texts.

        Raises:
            CapabilityError: The device has none.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        if self._runner.episode is None or self._observer.tree is None:
            with self._alone:
                self._observer.tree = self._runner.read("tree", tree_of)
        return self._observer.tree

    def screenshot(self) -> Frame:
        """The whole screen of this step, whatever is observed: uint8 (H, W, 3), RGB; it may be read-only.

        Raises:
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        with self._alone:
            return self._runner.read("screenshot", lambda _: self._observer.screen())

    @property
    def device(self) -> Device:
        """The live device, for oracles and probes. Acting on it directly goes past the evaluator."""
        return self._session.device
