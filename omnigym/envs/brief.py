"""What is observed besides the devices: what the agent is asked for, and how far it is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from omnigym.envs.observer import Observation
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.spaces.observation import MAX_NODE_STATUS
from omnigym.spaces.text import encode_text

__all__ = ["Brief"]


class Brief:
    """The instruction and, on request, the progress; the same for all devices of an environment.

    Args:
        instruction_length: The characters of the instruction that are observed.
        node_status: Whether the progress of the task's nodes is observed.
    """

    def __init__(self, instruction_length: int, *, node_status: bool) -> None:
        self._length, self._node_status = instruction_length, node_status
        self.begin("")

    def begin(self, instruction: str) -> None:
        """A new episode with this instruction."""
        self._codes = encode_text(instruction, self._length)
        #: Whether the instruction is longer than what is observed of it.
        self.overflow = len(instruction) > self._length

    def add_to(self, observation: Observation, evaluator: GraphEvaluator) -> None:
        """Put instruction and progress into an observation."""
        observation["instruction"] = self._codes.copy()
        if self._node_status:
            observation["node_status"] = _statuses(evaluator)


def _statuses(evaluator: GraphEvaluator) -> NDArray[np.uint8]:
    codes = np.zeros(MAX_NODE_STATUS, np.uint8)
    statuses = evaluator.statuses[:MAX_NODE_STATUS]
    codes[: len(statuses)] = [s + 1 for s in statuses]
    return codes
