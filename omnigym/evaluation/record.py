"""The record of an episode: plain data, from which all metrics are computed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from omnigym.errors import ConfigError, TaskFileError, UnreadableError
from omnigym.evaluation.dag import Dag, Edge
from omnigym.foreign import parse_json, place_of, show_value

__all__ = ["Completion", "EpisodeRecord", "NodeRecord"]

_Count: TypeAlias = Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A node of the task as it was evaluated.

    Attributes:
        id: In the task; of a part of a subtask "node/part".
        subtask: The subtask's id.
        app: Where it is done.
        category: Of the app (OmniBench A.4).
    """

    id: str
    subtask: str = ""
    app: str = ""
    category: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """The completion of a node by a step; steps are counted from 1."""

    node: str
    step: _Count


@dataclass(frozen=True, kw_only=True)
class EpisodeRecord:
    """One episode.

    Attributes:
        task_id: Id of the task.
        nodes, edges: Its graph.
        completed: The completions, in the order in which the evaluator found them.
        actions: The number of steps, those with invalid actions included.
        invalid_actions: The number of actions that no codec could read (CRAB's IA).
        answers: The number of answers of the agent's model; 0 of an agent without one.
        answers_without_call: The number of these in which no call could be read.
        unread: The first answer of which something could not be read, shortened; empty if there is none.
        tokens: Model tokens used; None if unknown.
        end_reason: The reason for its end, `omnigym.envs.episode.EndReason`, or ``agent_error``: what the agent
            runs on failed.
        unscored: Whether it must not count for or against the agent (the device failed, or a check could not tell).
        device_errors: Failures of the device, including those of resets that were tried again.
        problem: What went wrong with the device or with what the agent runs on; empty if nothing did.
        infeasible: Whether the task is infeasible: then it is a success if the agent said FAIL.
        collateral: The user's data that was damaged, a text for each; None where nobody could tell.
        still_holds: Whether what the completed nodes did was still so at the end; None where nobody looked.
        score: The score of the final state in [0, 1], of tasks whose checks measure (OSWorld); else the coverage. None
            in records of before there were scores.
        level: The level of automation that the task asks for, "L1" to "L5" (OS-MAP 3.1), or how much it depends on
            sound and video, "critical", "supportive" or "present" (OmniGUI 3.2); "" of other tasks.
        scope, scenario: The domain and the scenario of the task in OS-MAP's hierarchy of demands (3.2); "" of others.
        dimension: The task's dimension in OmniGUI (3.2), as tags name it; "" of others.
        suite, split, agent, seed: The suite and split of the task, the agent, and the seed of the episode.
    """

    task_id: str
    nodes: tuple[NodeRecord, ...]
    edges: tuple[Edge, ...] = ()
    completed: tuple[Completion, ...] = ()
    actions: _Count = 0
    invalid_actions: _Count = 0
    answers: _Count = 0
    answers_without_call: _Count = 0
    unread: str = ""
    tokens: _Count | None = None
    end_reason: str = ""
    unscored: bool = False
    device_errors: _Count = 0
    problem: str = ""
    infeasible: bool = False
    collateral: tuple[str, ...] | None = None
    still_holds: bool | None = None
    score: Annotated[float, Field(ge=0, le=1)] | None = None
    level: str = ""
    scope: str = ""
    scenario: str = ""
    dimension: str = ""
    suite: str = ""
    split: str = ""
    agent: str = ""
    seed: int | None = None

    def __post_init__(self) -> None:
        done = [c.node for c in self.completed]
        # Every metric relies on it: a node is completed at most once, and is a node of the graph.
        if len(set(done)) != len(done) or not set(done) <= set(self.dag.ids):
            raise ConfigError(f"Completed nodes should be different ones of {self.dag.ids}, got {done}.")

    @cached_property
    def dag(self) -> Dag:
        """The task's graph."""
        return Dag(tuple(n.id for n in self.nodes), self.edges)

    @property
    def success(self) -> bool:
        """Whether every node was completed, however the episode ended, without side effects at the end.

        FAIL of a feasible task is no success, though a right final state keeps its `score`. FAIL of an infeasible task
        is its success.
        """
        if self.collateral:
            return False
        gave_up = self.end_reason == "fail_declared"
        return gave_up if self.infeasible else self.complete and not gave_up

    @property
    def complete(self) -> bool:
        """Whether every node was completed."""
        return len(self.completed) == len(self.nodes)

    def to_json(self) -> str:
        """Return a JSON text that `from_json` reads back."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> EpisodeRecord:
        """Read a record that `to_json` wrote.

        Raises:
            ConfigError: The text is not such a record.
        """
        try:
            return cls.from_plain(parse_json(text))
        except UnreadableError as e:
            raise ConfigError(_unread(str(e))) from None

    @classmethod
    def from_plain(cls, data: Mapping[str, object]) -> EpisodeRecord:
        """Return the record of plain JSON values; unknown fields are left out.

        Raises:
            ConfigError: A field is missing or wrong, or the graph is not valid.
        """
        try:
            # validated as JSON, because only then strict mode accepts lists for tuples
            return _adapter().validate_json(json.dumps(data, allow_nan=False), strict=True)
        except ValidationError as e:
            error = e.errors(include_url=False, include_context=False)[0]
            place = place_of(error["loc"]) or "record"
            raise ConfigError(_unread(f"{place}: {error['msg']}, got {show_value(error['input'])}")) from None
        except (TaskFileError, ValueError, TypeError, RecursionError) as e:
            raise ConfigError(_unread(str(e))) from None


def _unread(problem: str) -> str:
    return f"Cannot read an episode's record: {problem}. Expected what EpisodeRecord.to_json wrote."


@cache
def _adapter() -> TypeAdapter[EpisodeRecord]:
    return TypeAdapter(EpisodeRecord)
