"""The environment: the Gymnasium API around a device, a task and an evaluator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action
from omnigym.devices.protocol import Device, Frame, Platform, Sound, Variation
from omnigym.envs.arguments import ArraySizes, DeviceArgument, EpisodeLimits
from omnigym.envs.episodic import EpisodicEnv
from omnigym.envs.pool import TaskQuery
from omnigym.envs.rewards import RewardName
from omnigym.spaces.action import decode_action
from omnigym.spaces.observation import ObservationMode
from omnigym.tasks.parameter_sampling import Parameters

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
    is what scripted agents and the codecs of the papers' action spaces (`omnigym.codecs`) give. DONE and FAIL are in
    the space only with ``end_actions=True``. Wrappers turn the space into what a learner takes: `ElementActions`,
    `MultiDiscreteActions`, `FlatBoxActions`.

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
    - ``"coverage"``: the Coverage Rate, paid at the end of the episode: the control of the default, with the same
      undiscounted return.
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
    - ``split``: ``"train"``, ``"heldout"``, ``"test"`` or None for all, by a stable hash of subtask and parameters.
    - ``observation``: ``"both"``, ``"pixels"`` or ``"a11y"``.
    - ``reward``: ``"completion"``, ``"coverage"``, ``"sparse"`` or ``"progress"``; ``gamma`` is the discount of the
      last.
    - ``resolution``: the logical screen's (width, height) in pixels; another one lays everything out anew.
    - ``screenshot_size``: the (width, height) that is seen of it, averaged over areas; None for all of it.
    - ``max_steps``: the step limit; None for the task's own.
    - ``limits``: the other limits, `omnigym.envs.arguments.EpisodeLimits` or a mapping of its fields:
      ``max_idle_steps`` (None for the task's own, which composed tasks have), ``max_invalid``, ``reset_retries``.
    - ``sizes``: the sizes N, L and I of the arrays, `omnigym.envs.arguments.ArraySizes` or a mapping of its fields:
      ``nodes``, ``text_length``, ``instruction_length``.
    - ``node_status``: whether the progress of the task's nodes is observed.
    - ``disturbances``: what happens that nobody asked for, the adaptive level of OS-MAP (L3): True for all that the
      device has, or some of `omnigym.devices.protocol.DISTURBANCES`. What happens when follows from the seed; off by
      default. See the page on disturbances.
    - ``variation``: what the seed changes of the start: ``"none"``, ``"layout"`` (theme, colours, scale, the order of
      icons, the places and sizes of windows) or ``"all"`` (also what lies around, and the day). See the page on
      variation. Published scores are those of ``"none"``.
    - ``parameters``: ``"fixed"`` for the written parameter sets of the tasks, ``"drawn"`` for parameters from
      generators, where a task has some; None for ``"drawn"`` with ``variation="all"`` and else ``"fixed"``. A drawn
      task has an id of its own (``files/create-folder@2@drawn-17``), by which it can be chosen again.
    - ``platform``: what the device must stand for ("windows", "linux", "android", "web"); None for any. A name then
      means the configuration of its backend that does: ``"sim"`` the phone, where the platform is Android, and
      Ubuntu, where it is Linux.
    - ``render_mode``: ``"rgb_array"``, ``"human"`` (each step is shown in a window; needs ``omnigym[human]``) or None.
    - ``writable_screenshots``: whether screenshots may be written to, as PyTorch wishes of arrays that it takes without
      a copy; each step then copies one, and a vector environment those of all.
    - ``end_actions``: whether the action space has DONE and FAIL (and ``invalid``), which a random agent would end most
      episodes with. Without, the values ``Done()`` and ``Fail()`` of `omnigym.actions` still end an episode.

    - ``audio``, ``video``: whether sound, and small frames of the screen, since the step before are observed. See the
      page on sound; ``sizes`` has ``audio_samples`` and ``video_frames``.
    - ``spoken_instruction``: whether the instruction is given as speech instead of text (OmniGUI A.1): the array of
      that name has it, and ``instruction`` and ``info["instruction"]`` are empty. `reset` refuses a task that has no
      spoken form. ``sizes`` has ``spoken_samples``.
    - ``cursor``: whether the pointer is drawn onto screenshots, recorded and rendered ones too. It is that of the X
      server on a real desktop, else an arrow at the place of the last action. A phone shows none: there is a finger.

    ## Snapshots, Copies and Threads

    `snapshot` keeps a moment of an episode and `restore` goes back to it, in this environment, another one or, by its
    bytes, another process: see `omnigym.envs.snapshots`.

    A copy, by `copy` or `pickle`, is a fresh environment of the same arguments, not yet reset. One that was given a
    live device has no copy. Threads may take turns; one that comes while another is inside gets a `ConcurrentUseError`.

    ## Version History

    - v0: the first version.

    Raises:
        ConfigError: An argument is wrong; an unknown name lists close ones.
        CapabilityError: The tasks or the observation need what the device does not have.
    """

    def __init__(
        self,
        device: DeviceArgument = "sim",
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
        end_actions: bool = False,
        cursor: bool = False,
        audio: bool = False,
        video: bool = False,
        spoken_instruction: bool = False,
    ) -> None:
        super().__init__(
            {"": device},
            platforms={"": platform},
            resolution={"": resolution},
            screenshot_size={"": screenshot_size},
            disturbances={"": disturbances},
            tasks=tasks,
            split=split,
            observation=observation,
            reward=reward,
            max_steps=max_steps,
            limits=limits,
            gamma=gamma,
            sizes=sizes,
            node_status=node_status,
            render_mode=render_mode,
            writable_screenshots=writable_screenshots,
            variation=variation,
            parameters=parameters,
            end_actions=end_actions,
            cursor=cursor,
            audio=audio,
            video=video,
            spoken_instruction=spoken_instruction,
        )
        self.disturbances = self._disturbances[""]

    def _read_action(self, action: Any) -> tuple[Action, str]:
        return action if type(action) in _ACTIONS else decode_action(action), ""

    # -- for agents, wrappers and tools -------------------------------------------------------------------------------

    def a11y(self) -> Tree:
        """The accessibility tree of this step: an immutable snapshot with full texts.

        Raises:
            CapabilityError: The device has none.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        return self.tree_on("")

    def screenshot(self) -> Frame:
        """The whole screen of this step, whatever is observed: uint8 (H, W, 3), RGB; it may be read-only.

        Raises:
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        return self._screenshot("")

    def audio(self, seconds: float = 2.0) -> Sound:
        """The sound since the step before.

        Args:
            seconds: The length that is wanted, at most 60; of a longer interval it is the end.

        Returns:
            int16 (S,), one channel at 16,000 samples a second.

        Raises:
            ConfigError: The environment was not made with ``audio=True``, or ``seconds`` is out of range.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        return self._audio(seconds, "")

    def video(self, frames: int = 4, size: tuple[int, int] | None = None) -> tuple[Frame, NDArray[np.float32]]:
        """How the screen looked since the step before.

        Args:
            frames: Their number K, from 1 to 64: the first is of the beginning, the last of now.
            size: Their (width, height) in pixels; None for that of the observation.

        Returns:
            uint8 (K, height, width, 3), RGB, and float32 (K,), how many seconds before now each was seen.

        Raises:
            ConfigError: The environment was not made with ``video=True``, or an argument is out of range.
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        return self._video(frames, size, "")

    @property
    def device(self) -> Device:
        """The live device, for oracles and probes. Acting on it directly goes past the evaluator."""
        return self._slots[""].device
