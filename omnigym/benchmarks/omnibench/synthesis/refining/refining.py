"""The rounds of cross-verification (OmniBench B.2)."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import Draft, DraftStep
from omnigym.benchmarks.omnibench.synthesis.discovery.grounding import DraftRefusal
from omnigym.benchmarks.omnibench.synthesis.refining.judging import Feedback, fault_of, subtask_of
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import AgentError, ConfigError, OmnigymError, TaskFileError, UnreadableError
from omnigym.evaluation.condition import Condition
from omnigym.foreign import append_to, parse_json, read_lines, replace_file, show_value
from omnigym.foreign.limits import MAX_TEXT
from omnigym.tasks.proofs.cross_oracles import Strangers
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import condition_to_json

__all__ = ["DraftFile", "FunctionWriter", "RefinedDraft", "key_of", "refine", "strangers_of"]


_LOG = logging.getLogger("omnigym")


class FunctionWriter(Protocol):
    """Writes trajectories and evaluation functions of drafts, and better ones when told what is wrong."""

    def steps(self, draft: Draft, feedback: Feedback | None) -> tuple[DraftStep, ...]:
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
class RefinedDraft:
    """What became of a draft.

    Attributes:
        draft: The draft.
        steps, conditions: The trajectory and the evaluation function of the last round.
        rounds: How many there were.
        why: Why they do not bear each other out; "" where they do.
    """

    draft: Draft
    steps: tuple[DraftStep, ...] = ()
    conditions: tuple[Condition, ...] = ()
    rounds: int = 0
    why: str = ""


def refine(
    draft: Draft, writer: FunctionWriter, device: SimDevice, strangers: Strangers, *, rounds: int = 4
) -> RefinedDraft:
    """Let trajectory and check of a draft refine each other.

    Args:
        draft: The draft; of its parameter sets the first three are tried.
        writer: Writes both.
        device: On which they are played; it is reset.
        strangers: Finds the oracles of other subtasks that must not pass.
        rounds: The most rounds.
    """
    feedback: Feedback | None = None
    steps: tuple[DraftStep, ...] = ()
    conditions: tuple[Condition, ...] = ()
    number = 0
    for number in range(1, rounds + 1):
        try:
            if not steps or (feedback is not None and feedback.about == "trajectory"):
                steps = writer.steps(draft, feedback)
            bare = subtask_of(draft, steps)
            conditions = writer.conditions(bare, feedback)
            feedback = fault_of(subtask_of(draft, steps, conditions), _others(bare, strangers), device)
        except DraftRefusal as e:
            feedback = Feedback("evaluation" if steps else "trajectory", str(e))
        except AgentError as e:
            _LOG.warning("The draft %r is skipped: %s", draft.instruction, e)
            return RefinedDraft(draft, steps, conditions, number, f"skipped: {e}")
        except OmnigymError as e:  # of a check or a step that cannot be used
            feedback = Feedback("evaluation", str(e))
        if feedback is None:
            return RefinedDraft(draft, steps, conditions, number)
        _LOG.info("Round %d of %r: %s", number, draft.instruction, feedback.message)
    return RefinedDraft(draft, steps, conditions, number, feedback.message if feedback is not None else "")


def strangers_of(subtasks: Sequence[Subtask]) -> Strangers:
    """Tasks of these subtasks with their first parameters."""
    return Strangers([Task(id=f"{s.id}@0", nodes=(TaskNode("1", s.id, s.parameters[0]),)) for s in subtasks])


def _others(subtask: Subtask, strangers: Strangers) -> list[Task]:
    node = TaskNode("1", subtask.id, subtask.parameters[0])
    return strangers.of(Task(id=subtask.instruction, nodes=(node,), definitions=(subtask,)))


# -- what became of drafts, as a file: a JSON object a line, so that a run that was stopped goes on -------------------


def key_of(draft: Draft) -> str:
    """What names a draft: the same for the same words, steps and parameters."""
    plain = [draft.app, draft.instruction, [s.to_json() for s in draft.steps], [dict(p) for p in draft.parameters]]
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:32]


class DraftFile:
    """A file of what became of drafts.

    Args:
        path: The file; where there is none it is made. What follows its last newline was being written when all ended.

    Raises:
        TaskFileError: There is something else at ``path``.
        ConfigError: It cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.touch()
            self._lines = dict(_read(path))
            replace_file(path, "".join(f"{json.dumps(v, ensure_ascii=False)}\n" for v in self._lines.values()))
        except OSError as e:
            raise ConfigError(f"Cannot write to {path}: {e.strerror}. Name a file that can be.") from e

    def left(self, drafts: Iterable[Draft]) -> Iterator[Draft]:
        """The drafts that the file says nothing of."""
        return (draft for draft in drafts if key_of(draft) not in self._lines)

    def add(self, refined: RefinedDraft) -> None:
        """Write what became of a draft, at once."""
        plain = _plain(refined)
        self._lines[plain["key"]] = plain
        with append_to(self.path) as file:
            file.write(f"{json.dumps(plain, ensure_ascii=False)}\n".encode())

    @property
    def verified(self) -> int:
        """How many bear each other out."""
        return sum(not line["why"] for line in self._lines.values())

    def __len__(self) -> int:
        return len(self._lines)


def _plain(refined: RefinedDraft) -> dict[str, Any]:
    return {
        "key": key_of(refined.draft),
        "app": refined.draft.app,
        "instruction": refined.draft.instruction,
        "parameters": [dict(p) for p in refined.draft.parameters],
        "steps": [s.to_json() for s in refined.steps],
        "conditions": [condition_to_json(c) for c in refined.conditions],
        "rounds": refined.rounds,
        "why": refined.why,
    }


def _read(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        for number, line in enumerate(read_lines(path, MAX_TEXT), start=1):
            plain = parse_json(line)
            if not isinstance(plain, dict) or not isinstance(plain.get("key"), str) or "why" not in plain:
                raise UnreadableError(f"line {number} is {show_value(line[:80])}")
            if not plain["why"].startswith("skipped"):  # a model that could not be reached may be now
                yield plain["key"], plain
    except (UnreadableError, AttributeError) as e:
        raise TaskFileError(f"{path}: {e}. Expected a file that `omnigym tasks synthesize` wrote.") from None
