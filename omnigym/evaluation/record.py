"""The record of an episode: the plain data that every metric is a function of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from omnigym.errors import ConfigError, TaskFileError, UnreadableError
from omnigym.evaluation.dag import Dag, Edge
from omnigym.foreign import parse_json, place_of, shown

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
    """A node was completed by a step, counted from 1."""

    node: str
    step: _Count


@dataclass(frozen=True, kw_only=True)
class EpisodeRecord:
    """One episode.

    Attributes:
        task_id: The task.
        nodes, edges: Its graph.
        completed: The completions, in the order in which the evaluator found them.
        actions: Steps taken, those with invalid actions too.
        invalid_actions: How many of them no codec could read (CRAB's IA).
        tokens: Model tokens used; None where that is not known.
        end_reason: Why it ended, in the environment's words.
        unscored: Whether it says nothing about the agent (the device failed, or a check could not tell).
        device_errors: Failures of the device, resets that were tried again too.
        infeasible: Whether the task cannot be done: then success is that the agent said so.
        suite, split, agent, seed: Where it comes from.
    """

    task_id: str
    nodes: tuple[NodeRecord, ...]
    edges: tuple[Edge, ...] = ()
    completed: tuple[Completion, ...] = ()
    actions: _Count = 0
    invalid_actions: _Count = 0
    tokens: _Count | None = None
    end_reason: str = ""
    unscored: bool = False
    device_errors: _Count = 0
    infeasible: bool = False
    suite: str = ""
    split: str = ""
    agent: str = ""
    seed: int | None = None

    def __post_init__(self) -> None:
        done = [c.node for c in self.completed]
        if len(set(done)) != len(done) or not set(done) <= set(self.dag.ids):
            raise ConfigError(f"Completed nodes should be different ones of {self.dag.ids}, got {done}.")

    @cached_property
    def dag(self) -> Dag:
        """The task's graph."""
        return Dag(tuple(n.id for n in self.nodes), self.edges)

    @property
    def success(self) -> bool:
        """Whether every node was completed, however it ended; where none can be: whether it said FAIL."""
        if self.infeasible:
            return self.end_reason == "fail_declared"
        return len(self.completed) == len(self.nodes)

    def to_json(self) -> str:
        """A JSON text that `from_json` reads back."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> EpisodeRecord:
        """The record that `to_json` wrote.

        Raises:
            ConfigError: It is no such text.
        """
        try:
            return cls.from_plain(parse_json(text))
        except UnreadableError as e:
            raise ConfigError(_unread(str(e))) from None

    @classmethod
    def from_plain(cls, data: Mapping[str, object]) -> EpisodeRecord:
        """The record of plain JSON values; fields that are not known are left out.

        Raises:
            ConfigError: A field is missing or wrong, or the graph is.
        """
        try:
            # as JSON, since its lists then stand for tuples
            return _adapter().validate_json(json.dumps(data, allow_nan=False), strict=True)
        except ValidationError as e:
            error = e.errors(include_url=False, include_context=False)[0]
            place = place_of(error["loc"]) or "record"
            raise ConfigError(_unread(f"{place}: {error['msg']}, got {shown(error['input'])}")) from None
        except (TaskFileError, ValueError, TypeError, RecursionError) as e:
            raise ConfigError(_unread(str(e))) from None


def _unread(problem: str) -> str:
    return f"Cannot read an episode's record: {problem}. Expected what EpisodeRecord.to_json wrote."


@cache
def _adapter() -> TypeAdapter[EpisodeRecord]:
    return TypeAdapter(EpisodeRecord)
