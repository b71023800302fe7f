"""Judges of tasks that bring their own score: what such a task says of itself at a moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

__all__ = ["Judge", "Judgement"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a task says of the episode so far.

    Attributes:
        reward: Its own reward, in all since the episode began, in its own range.
        done: Whether the episode is over, in success or not.
        success: Whether the task counts as done.
        message: Why, for a person.
    """

    reward: float = 0.0
    done: bool = False
    success: bool = False
    message: str = ""


class Judge(Protocol):
    """Judges one episode."""

    def judge(self, answer: str | None) -> Judgement:
        """What there is to say at this moment; may be asked more than once.

        Args:
            answer: What the agent submitted last, or None.

        Raises:
            DeviceError: The device failed.
        """
        ...
