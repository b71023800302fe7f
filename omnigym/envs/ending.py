"""The rules by which an episode ends, and the reasons for it, named after CRAB's."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from omnigym.actions import Action, Done, Fail

__all__ = ["EndReason", "Limits", "declared_end"]

#: Why an episode ended. ``success``: every node is complete; ``false_completion``: the agent said DONE though it was
#: not (CRAB's FC); ``fail_declared``: it said FAIL; ``reach_step_limit`` (RSL); ``invalid_action``: too many of them in
#: a row (IA); ``no_progress``: too many steps without a completed node (OmniBench 4.1); ``task_over``: a task
#: that is its own judge ended it, not in success; ``device_error``: the device broke, and the episode is not scored.
EndReason: TypeAlias = Literal[
    "success",
    "false_completion",
    "fail_declared",
    "reach_step_limit",
    "invalid_action",
    "no_progress",
    "task_over",
    "device_error",
]


def declared_end(action: Action, *, complete: bool, over: bool = False) -> EndReason | None:
    """The reason for which the episode terminates with an action, or None.

    The order of the rules matters. FAIL comes first: an agent that says FAIL about a feasible task is wrong whatever
    the screen shows, as in CRAB and OSWorld. Success comes before all other reasons.

    Args:
        action: The action of this step.
        complete: Whether every node is complete.
        over: Whether the task's own judge has ended the episode.
    """
    kind = type(action)
    if kind is Fail:
        return "fail_declared"
    if complete:
        return "success"
    if over:
        return "task_over"
    return "false_completion" if kind is Done else None


class Limits(NamedTuple):
    """The limits that truncate an episode, used by the environment and by the limiting wrappers. None is no limit.

    Attributes:
        steps: The most steps in all.
        idle_steps: The most steps in a row without a newly completed node.
        invalid_actions: The most invalid actions in a row.
    """

    steps: int | None = None
    idle_steps: int | None = None
    invalid_actions: int | None = None

    def reached(self, steps: int, idle: int, invalid: int = 0) -> EndReason | None:
        """The reason for which the episode is truncated, or None.

        Args:
            steps: Steps so far.
            idle: Steps since a node was completed.
            invalid: Invalid actions in a row.
        """
        if self.invalid_actions is not None and invalid >= self.invalid_actions:
            return "invalid_action"
        if self.steps is not None and steps >= self.steps:
            return "reach_step_limit"
        if self.idle_steps is not None and idle >= self.idle_steps:
            return "no_progress"
        return None
