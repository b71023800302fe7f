"""Tasks of others: a host begins the episode, and brings its instruction, its reward and its end.

MiniWoB++ (`omnigym.tasks.miniwob`) and BrowserGym (`omnigym.tasks.browsergym`) define tasks so. One becomes a `Task` of
one node whose check is the host's own judgement::

    host.begin(device, seed)  ->  Run: instruction, judge(answer), end()
"""

from __future__ import annotations

from typing import Protocol

from omnigym.devices.protocol import Device
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.judgement import Judge

__all__ = ["OWN_JUDGEMENT", "Host", "Run"]

#: The conditions of a hosted task's node.
OWN_JUDGEMENT: tuple[Condition, ...] = (Condition("own_judgement"),)


class Run(Judge, Protocol):
    """One episode of a hosted task.

    Attributes:
        instruction: What the agent is asked for.
    """

    instruction: str

    def end(self) -> None:
        """Clean up, after the episode's last step; called once.

        Raises:
            DeviceError: The device failed.
        """
        ...


class Host(Protocol):
    """Begins episodes of a task. It is plain data: it is compared, hashed, and sent to worker processes."""

    def begin(self, device: Device, seed: int) -> Run:
        """Reset the device and bring it to the beginning of an episode.

        Args:
            device: It has the capabilities that the task's subtask names.
            seed: All that is drawn by chance follows from it.

        Raises:
            DeviceError: The device failed.
        """
        ...
