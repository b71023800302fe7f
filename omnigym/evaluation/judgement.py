"""The judge of a task that has its own score, such as those of MiniWoB++, and the judgement that it returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

__all__ = ["Judge", "Judgement"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a task's own judge on the episode so far.

    Attributes:
        reward: The task's own reward, summed since the start of the episode, in its own range.
        done: Whether the episode is over, in success or not.
        success: Whether the task counts as done.
        message: The reason, for a person.
    """

    reward: float = 0.0
    done: bool = False
    success: bool = False
    message: str = ""


class Judge(Protocol):
    """The judge of one episode."""

    def judge(self, answer: str | None) -> Judgement:
        """Judge the episode so far; may be called more than once in a step.

        Args:
            answer: The answer that the agent submitted last, or None.

        Raises:
            DeviceError: The device failed.
        """
        ...
