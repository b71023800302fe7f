"""The rounds of cross-verification (OmniBench B.2)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from omnigym.devices.sim.device import SimDevice
from omnigym.errors import AgentError, OmnigymError
from omnigym.evaluation.condition import Condition
from omnigym.tasks.strangers import Strangers
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.synthesis.discovery.drafts import Draft
from omnigym.tasks.synthesis.discovery.grounding import Refused
from omnigym.tasks.synthesis.discovery.steps import Step
from omnigym.tasks.synthesis.refining.judging import Feedback, fault_of, subtask_of
from omnigym.tasks.task import Task, TaskNode

__all__ = ["Refined", "Writer", "refine", "strangers_of"]

_LOG = logging.getLogger("omnigym")


class Writer(Protocol):
    """Writes trajectories and evaluation functions of drafts, and better ones when told what is wrong."""

    def steps(self, draft: Draft, feedback: Feedback | None) -> tuple[Step, ...]:
        """The trajectory; templates of the draft's parameters.

        Args:
            draft: The draft.
            feedback: What was wrong with the last round; None in the first one.

        Raises:
            Refused: What was written cannot be read, or nothing else can be tried; says why.
            AgentError: The model cannot be reached.
        """
        ...

    def conditions(self, subtask: Subtask, feedback: Feedback | None) -> tuple[Condition, ...]:
        """The evaluation function, of the eleven APIs, for the subtask with the trajectory of this round.

        Raises:
            Refused, AgentError: As `steps`.
        """
        ...


@dataclass(frozen=True, slots=True)
class Refined:
    """What became of a draft.

    Attributes:
        draft: The draft.
        steps, conditions: The trajectory and the evaluation function of the last round.
        rounds: How many there were.
        why: Why they do not bear each other out; "" where they do.
    """

    draft: Draft
    steps: tuple[Step, ...] = ()
    conditions: tuple[Condition, ...] = ()
    rounds: int = 0
    why: str = ""


def refine(draft: Draft, writer: Writer, device: SimDevice, strangers: Strangers, *, rounds: int = 4) -> Refined:
    """Let trajectory and check of a draft refine each other.

    Args:
        draft: The draft; of its parameter sets the first three are tried.
        writer: Writes both.
        device: On which they are played; it is reset.
        strangers: Finds the oracles of other subtasks that must not pass.
        rounds: The most rounds.
    """
    feedback: Feedback | None = None
    steps: tuple[Step, ...] = ()
    conditions: tuple[Condition, ...] = ()
    number = 0
    for number in range(1, rounds + 1):
        try:
            if not steps or (feedback is not None and feedback.about == "trajectory"):
                steps = writer.steps(draft, feedback)
            bare = subtask_of(draft, steps)
            conditions = writer.conditions(bare, feedback)
            feedback = fault_of(subtask_of(draft, steps, conditions), _others(bare, strangers), device)
        except Refused as e:
            feedback = Feedback("evaluation" if steps else "trajectory", str(e))
        except AgentError as e:
            _LOG.warning("The draft %r is skipped: %s", draft.instruction, e)
            return Refined(draft, steps, conditions, number, f"skipped: {e}")
        except OmnigymError as e:  # of a check or a step that cannot be used
            feedback = Feedback("evaluation", str(e))
        if feedback is None:
            return Refined(draft, steps, conditions, number)
        _LOG.info("Round %d of %r: %s", number, draft.instruction, feedback.message)
    return Refined(draft, steps, conditions, number, feedback.message if feedback is not None else "")


def strangers_of(subtasks: Sequence[Subtask]) -> Strangers:
    """Tasks of these subtasks with their first parameters."""
    return Strangers([Task(id=f"{s.id}@0", nodes=(TaskNode("1", s.id, s.parameters[0]),)) for s in subtasks])


def _others(subtask: Subtask, strangers: Strangers) -> list[Task]:
    node = TaskNode("1", subtask.id, subtask.parameters[0])
    return strangers.of(Task(id=subtask.instruction, nodes=(node,), definitions=(subtask,)))
