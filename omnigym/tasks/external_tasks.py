"""Hosts of tasks from other projects, which bring their own instruction, reward and end of an episode.

MiniWoB++ (`omnigym.benchmarks.miniwob`) and BrowserGym (`omnigym.benchmarks.browsergym`) define such tasks. Each
becomes a `Task` with one node, whose check is the host's own judgement::

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
        instruction: The instruction for the agent.
    """

    instruction: str

    def end(self) -> None:
        """Clean up after the last step of the episode; called once.

        Raises:
            DeviceError: The device failed.
        """
        ...


class Host(Protocol):
    """The host of a task, which begins its episodes.

    It is plain data, since it is compared, hashed and sent to worker processes.
    """

    def begin(self, device: Device, seed: int) -> Run:
        """Reset the device and bring it to the start of an episode.

        Args:
            device: A device with the capabilities of the task's subtask.
            seed: The seed of everything random in the episode.

        Raises:
            DeviceError: The device failed.
        """
        ...
