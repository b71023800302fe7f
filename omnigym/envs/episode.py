"""The running episode: its counters, its end conditions, and its info."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict

from omnigym.actions import Action, Done, Fail
from omnigym.errors import DeviceError
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.tasks.secrets import mask_of
from omnigym.tasks.task import Task

__all__ = [
    "INFO_KEYS",
    "Counters",
    "EndReason",
    "Episode",
    "Info",
    "Limits",
    "declared_end",
    "failed_end",
    "lines_in",
    "with_nothing",
]

#: Why an episode ended, named after CRAB's. ``success``: every node is complete; ``false_completion``: the agent said
#: DONE though it was not (CRAB's FC); ``fail_declared``: it said FAIL; ``reach_step_limit`` (RSL); ``invalid_action``:
#: too many of them in a row (IA); ``no_progress``: too many steps without a completed node (OmniBench 4.1);
#: ``task_over``: a task that is its own judge ended it, not in success; ``safety_check``: the model's endpoint wants a
#: person to look before it goes on, and nobody does; ``ended_by_agent``: the device ended, and a program on it can have
#: ended it; ``device_error``: the device broke otherwise, and the episode is not scored.
EndReason: TypeAlias = Literal[
    "success",
    "false_completion",
    "fail_declared",
    "reach_step_limit",
    "invalid_action",
    "no_progress",
    "task_over",
    "safety_check",
    "ended_by_agent",
    "device_error",
]


class Info(TypedDict):
    """The contents of ``info`` at every reset and step, always with the same keys; see `Episode.info`."""

    task_id: str
    instruction: str
    instruction_overflow: bool
    steps: int
    node_ids: tuple[str, ...]
    node_status: tuple[str, ...]
    newly_completed: str
    coverage_rate: float
    end_reason: EndReason | Literal[""]
    is_success: bool
    collateral: str
    collateral_known: bool
    still_holds: Literal["", "yes", "no"]
    score: float
    unscored: bool
    invalid_action: str
    answer: str
    device_error: str
    device_restarts: int


def lines_in(text: str) -> tuple[str, ...]:
    r"""The parts of a value of an info that has one a line: ``newly_completed`` and ``collateral``.

    >>> lines_in("save\ncopy"), lines_in("")
    (('save', 'copy'), ())
    """
    return tuple(text.split("\n")) if text else ()


def with_nothing(info: Mapping[str, Any]) -> dict[str, Any]:
    """Return an info as files have it: None for unknown values, and lists in place of lines.

    >>> with_nothing({"end_reason": "", "newly_completed": "save", "still_holds": "yes"})
    {'end_reason': None, 'newly_completed': ('save',), 'still_holds': True}
    """
    out = dict(info)
    known = out.pop("collateral_known", True)
    for name in ("end_reason", "invalid_action", "answer", "device_error"):
        if name in out:
            out[name] = out[name] or None
    if "newly_completed" in out:
        out["newly_completed"] = lines_in(out["newly_completed"])
    if "collateral" in out:
        out["collateral"] = lines_in(out["collateral"]) if known else None
    if "still_holds" in out:
        out["still_holds"] = {"yes": True, "no": False}.get(out["still_holds"])
    return out


#: The keys of ``info``.
INFO_KEYS: tuple[str, ...] = tuple(Info.__annotations__)


class Counters(NamedTuple):
    """The state of an episode without its evaluator, as one immutable value; see `Episode.info`.

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
        task: The task.
        evaluator: The task's, freshly reset.
        restarts: How often the device failed before the episode could begin.
        instruction: The agent's instruction.
        overflow: Whether that is longer than the observation holds.
    """

    def __init__(
        self, task: Task, evaluator: GraphEvaluator, restarts: int, instruction: str, overflow: bool = False
    ) -> None:
        self._mask = mask_of(task.secrets)
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
        """Read the evaluator again, after nodes were completed."""
        self.coverage = self.evaluator.coverage
        self._status = tuple(s.name.lower() for s in self.evaluator.statuses)

    def counters(self) -> Counters:
        """Return the counters, as the argument of `resume`."""
        at = self.steps, self.idle, self.invalid, self.answer, self.end_reason, self.still_holds
        return Counters(*at, self.collateral, self.restarts)

    def resume(self, counters: Counters) -> None:
        """Continue from these counters; the evaluator is already at that moment."""
        self.steps, self.idle, self.invalid, self.answer, self.end_reason, self.still_holds = counters[:6]
        self._collateral, self.restarts = counters.collateral, counters.restarts

    @property
    def collateral(self) -> tuple[str, ...] | None:
        """The side effects at the evaluator's last check, as texts; None if it has not checked, or cannot check."""
        if not self.evaluator.told:
            return None
        damage = self.evaluator.state.damage
        if damage is not self._damage:  # most steps look at nothing, and texts are made of what is new alone
            self._damage = damage
            self._collateral = tuple(map(str, self.evaluator.damage))
        return self._collateral

    def count(self, completed: tuple[str, ...], invalid: bool) -> None:
        """Count a step.

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
        """Return a new info: plain values only, always the same keys, and each key always of one type.

        So Gymnasium's vector environments and `minari.DataCollector` can keep infos: nothing becomes a text that was
        None before, and no tuple changes its length within an episode.

        ==================== ============ ==============================================================================
        key                  type         meaning
        ==================== ============ ==============================================================================
        task_id              str          the task
        instruction          str          what the agent is asked for, in full
        instruction_overflow bool         whether it is longer than what is observed of it
        steps                int          steps made so far
        node_ids             tuple of str the nodes of the task's graph; of a subtask of parts these, "node/part"
        node_status          tuple of str of each: "waiting", "evaluating" or "completed"
        newly_completed      str          the nodes completed by this step, one a line (`lines_in`)
        coverage_rate        float        the Coverage Rate so far, in [0, 1]
        end_reason           str          why the episode ended, `EndReason`; "" before
        is_success           bool         whether it ended in success, without damage: of an infeasible task, by the
                                          agent saying FAIL
        collateral           str          the user's data that was damaged, a line for each: looked at when a node would
                                          be complete, and at the end
        collateral_known     bool         whether it was looked at; False where nobody can tell, too
        still_holds          str          at the end "yes" or "no": whether what completed nodes did is so still; ""
                                          before, and where a host judges
        score                float        the score of the last check in [0, 1] (OSWorld); of checks that do not measure
                                          the Coverage Rate
        unscored             bool         whether it ended without telling anything about the agent
        invalid_action       str          why this action was invalid; "" if it was not
        answer               str          what was submitted last; "" for nothing
        device_error         str          how the device failed; "" if it did not
        device_restarts      int          how often the device failed before this episode could begin
        ==================== ============ ==============================================================================
        """
        info: Info = {
            "task_id": self.task_id,
            "instruction": self.instruction,
            "instruction_overflow": self.overflow,
            "steps": self.steps,
            "node_ids": self._node_ids,
            "node_status": self._status,
            "newly_completed": "\n".join(completed),
            "coverage_rate": self.coverage,
            "end_reason": self.end_reason or "",
            "is_success": self.end_reason == self._right_end and not self.collateral,
            "collateral": "\n".join([" ".join(text.splitlines()) for text in self.collateral or ()]),
            "collateral_known": self.collateral is not None,
            "still_holds": "" if self.still_holds is None else "yes" if self.still_holds else "no",
            "score": self.evaluator.score,
            "unscored": unscored,
            "invalid_action": invalid_action or "",
            "answer": self.answer or "",
            "device_error": device_error or "",
            "device_restarts": self.restarts,
        }
        return self._mask.plain(info)


def declared_end(action: Action, *, complete: bool, over: bool = False) -> EndReason | None:
    """Return the reason for which an action ends the episode, or None.

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


def failed_end(error: Exception) -> EndReason:
    """Return the reason of an episode that ends with an error: only ``device_error`` leaves it without a score."""
    return "ended_by_agent" if isinstance(error, DeviceError) and error.by_agent else "device_error"


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

    def end_reason(self, steps: int, idle: int, invalid: int = 0) -> EndReason | None:
        """Return the reason for which the episode is truncated, or None.

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
