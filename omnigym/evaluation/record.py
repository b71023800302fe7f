"""The record of an episode: the plain data that every metric is a function of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

from omnigym.errors import ConfigError
from omnigym.evaluation.dag import Dag, Edge

__all__ = ["Completion", "EpisodeRecord", "NodeRecord"]


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A node of the task.

    Attributes:
        id: In the task.
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
    step: int


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
    actions: int = 0
    invalid_actions: int = 0
    tokens: int | None = None
    end_reason: str = ""
    unscored: bool = False
    device_errors: int = 0
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
            return cls.from_plain(json.loads(text))
        except (ValueError, TypeError, KeyError) as e:
            raise ConfigError(
                f"Cannot read an episode's record: {e}. Expected what EpisodeRecord.to_json wrote."
            ) from None

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> EpisodeRecord:
        """The record of plain JSON values; fields that are not known are left out."""
        values = {f.name: data[f.name] for f in fields(cls) if f.name in data}
        values["nodes"] = tuple(NodeRecord(**n) for n in data["nodes"])
        values["edges"] = tuple((a, b) for a, b in data.get("edges", ()))
        values["completed"] = tuple(Completion(**c) for c in data.get("completed", ()))
        return cls(**values)
