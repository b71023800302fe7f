"""What an environment knows of the running episode, and the info that it makes of it."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from omnigym.envs.ending import EndReason
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.tasks.task import Task

__all__ = ["INFO_KEYS", "Counters", "Episode", "Info"]


class Info(TypedDict):
    """What ``info`` holds at every reset and step, always with the same keys; see `Episode.info`."""

    task_id: str
    instruction: str
    instruction_overflow: bool
    steps: int
    node_ids: tuple[str, ...]
    node_status: tuple[str, ...]
    newly_completed: tuple[str, ...]
    coverage_rate: float
    end_reason: EndReason | None
    is_success: bool
    collateral: tuple[str, ...] | None
    still_holds: bool | None
    unscored: bool
    invalid_action: str | None
    answer: str | None
    device_error: str | None
    device_restarts: int


#: The keys of ``info``.
INFO_KEYS: tuple[str, ...] = tuple(Info.__annotations__)


class Counters(NamedTuple):
    """All that an episode knows besides its evaluator, as one immutable value; see `Episode.info`.

    Attributes:
        steps, answer, end_reason, still_holds, collateral, restarts: As in the info.
        idle: Steps since a node was completed.
        invalid: Invalid actions in a row.
    """

    steps: int
    idle: int
    invalid: int
    answer: str | None
    end_reason: EndReason | None
    still_holds: bool | None
    collateral: tuple[str, ...] | None
    restarts: int


class Episode:
    """The counters of one episode.

    Args:
        task: What is to be done.
        evaluator: The task's, freshly reset.
        restarts: How often the device failed before the episode could begin.
        instruction: What the agent is asked for.
        overflow: Whether that is longer than the observation holds.
    """

    def __init__(
        self, task: Task, evaluator: GraphEvaluator, restarts: int, instruction: str, overflow: bool = False
    ) -> None:
        self.task_id, self.instruction, self.restarts = task.id, instruction, restarts
        self.overflow = overflow
        self._right_end: EndReason = "fail_declared" if task.infeasible else "success"
        self.evaluator = evaluator
        self.steps = 0
        self.idle = 0
        self.invalid = 0
        self.answer: str | None = None
        self.end_reason: EndReason | None = None
        self.still_holds: bool | None = None
        self.coverage = 0.0
        self._damage = evaluator.state.damage
        self._collateral: tuple[str, ...] | None = None
        self._node_ids = tuple(n.id for n in evaluator.graph.nodes)
        self._status: tuple[str, ...] = ()
        self.refresh()

    def refresh(self) -> None:
        """Read the evaluator, after nodes were completed."""
        self.coverage = self.evaluator.coverage
        self._status = tuple(s.name.lower() for s in self.evaluator.statuses)

    def counters(self) -> Counters:
        """What `resume` takes."""
        at = self.steps, self.idle, self.invalid, self.answer, self.end_reason, self.still_holds
        return Counters(*at, self.collateral, self.restarts)

    def resume(self, counters: Counters) -> None:
        """Go on from these counters; the evaluator is at that moment already."""
        self.steps, self.idle, self.invalid, self.answer, self.end_reason, self.still_holds = counters[:6]
        self._collateral, self.restarts = counters.collateral, counters.restarts

    @property
    def collateral(self) -> tuple[str, ...] | None:
        """What was damaged when the evaluator looked last, as texts; None where it has not looked, or cannot."""
        damage = self.evaluator.state.damage
        if damage is not self._damage:  # most steps look at nothing, and texts are made of what is new alone
            self._damage = damage
            self._collateral = tuple(map(str, self.evaluator.damage))
        return self._collateral

    def count(self, completed: tuple[str, ...], invalid: bool) -> None:
        """A step was made.

        Args:
            completed: The nodes that it completed.
            invalid: Whether its action was invalid.
        """
        self.steps += 1
        self.invalid = self.invalid + 1 if invalid else 0
        if completed:
            self.idle = 0
            self.refresh()
        else:
            self.idle += 1

    def info(
        self,
        completed: tuple[str, ...] = (),
        invalid_action: str | None = None,
        unscored: bool = False,
        device_error: str | None = None,
    ) -> Info:
        """A new info: plain values only, and the same keys always.

        ================ ================ ==============================================================================
        task_id          str              the task
        instruction      str              what the agent is asked for, in full
        instruction_overflow bool         whether it is longer than what is observed of it
        steps            int              steps made so far
        node_ids         tuple of str     the nodes of the task's graph; of a subtask of parts these, "node/part"
        node_status      tuple of str     of each: "waiting", "evaluating" or "completed"
        newly_completed  tuple of str     the nodes completed by this step
        coverage_rate    float            the Coverage Rate so far, in [0, 1]
        end_reason       str or None      why the episode ended, `omnigym.envs.ending.EndReason`
        is_success       bool             whether it ended in success, without damage: of an infeasible task, by the
                                          agent saying FAIL
        collateral       tuple of str     the user's data that was damaged, a text for each: looked at when a node
                         or None          would be complete, and at the end; None before, and where nobody can tell
        still_holds      bool or None     at the end, whether what completed nodes did is so still; None before, and
                                          where a host judges
        unscored         bool             whether it ended without telling anything about the agent
        invalid_action   str or None      why this action was invalid
        answer           str or None      what was submitted last
        device_error     str or None      how the device failed
        device_restarts  int              how often the device failed before this episode could begin
        ================ ================ ==============================================================================
        """
        return {
            "task_id": self.task_id,
            "instruction": self.instruction,
            "instruction_overflow": self.overflow,
            "steps": self.steps,
            "node_ids": self._node_ids,
            "node_status": self._status,
            "newly_completed": completed,
            "coverage_rate": self.coverage,
            "end_reason": self.end_reason,
            "is_success": self.end_reason == self._right_end and not self.collateral,
            "collateral": self.collateral,
            "still_holds": self.still_holds,
            "unscored": unscored,
            "invalid_action": invalid_action,
            "answer": self.answer,
            "device_error": device_error,
            "device_restarts": self.restarts,
        }
