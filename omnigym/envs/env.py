"""The environment: the Gymnasium API around a device, a task and an evaluator."""

from __future__ import annotations

from typing import Any, Unpack, get_args

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action
from omnigym.devices.protocol import Device, Frame, Sound
from omnigym.envs.arguments import DeviceArgument
from omnigym.envs.declaration import OmniEnvArguments, complete, declare
from omnigym.envs.episodic import EpisodicEnv, Screens
from omnigym.envs.pool import TaskQuery
from omnigym.spaces.action import decode_action

__all__ = ["OmniEnv"]

_ACTIONS = frozenset(get_args(Action))


@declare(OmniEnvArguments)
class OmniEnv(EpisodicEnv):
    """Computer use: a screen with mouse and keyboard, a task, and a reward for each completed part.

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

    - ``device``: a name ("sim", "x11"), a configuration (`omnigym.devices.config`) or its dict; in the constructor
      also a live device.
    - ``tasks``: which tasks, as a query such as ``"app:word nodes:1"``; see the page on queries.
    {arguments}

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
        self, device: DeviceArgument = "sim", tasks: TaskQuery = None, **arguments: Unpack[OmniEnvArguments]
    ) -> None:
        given = complete(OmniEnvArguments, arguments, ("device", "tasks"))
        screens = Screens(
            {"": given["platform"]},
            {"": given["resolution"]},
            {"": given["screenshot_size"]},
            {"": given["disturbances"]},
            given["screen"],
        )
        super().__init__({"": device}, tasks, screens, given)
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
        """Return the whole screen of this step, whatever is observed: uint8 (H, W, 3), RGB; it may be read-only.

        Raises:
            DeviceError: The device failed; the next step will say so, too.
            ResetNeeded: No episode has begun.
            ConcurrentUseError: Another thread is inside.
        """
        return self._screenshot("")

    def audio(self, seconds: float = 2.0) -> Sound:
        """Return the sound since the previous step.

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
        """Return frames of the screen since the previous step.

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
