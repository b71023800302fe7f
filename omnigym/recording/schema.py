"""What the files of a recording hold, for pydantic: other fields may stand beside these."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from omnigym.foreign.limits import MAX_EDGES, MAX_NODES, MAX_SIDE

__all__ = ["FORMAT", "LineModel", "MetaModel"]

FORMAT = "omnigym-trajectory/1"

#: JSON has lists for pairs.
_Edge: TypeAlias = Annotated[list[str], Field(min_length=2, max_length=2)]
_Side: TypeAlias = Annotated[int, Field(ge=1, le=MAX_SIDE)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)


class _NodeModel(_Model):
    """A node of the task; ``newly_completed`` names its parts, where it has some, and else itself."""

    id: str
    subtask: str = ""
    parts: list[str] = Field(default=[], max_length=MAX_NODES)


class _InfoModel(_Model):
    """What is read of the ``info`` of a reset or a step."""

    newly_completed: list[str] = []
    coverage_rate: FiniteFloat = 0.0
    end_reason: str | None = None


class MetaModel(_Model):
    """``meta.json``. Recordings of before there was a ``format`` are of the first one."""

    format: Literal["omnigym-trajectory/1"] = "omnigym-trajectory/1"
    trajectory_id: str = ""
    task_id: str = ""
    instruction: str = ""
    intent: str = ""
    nodes: list[_NodeModel] = Field(max_length=MAX_NODES)
    edges: list[_Edge] = Field(max_length=MAX_EDGES)
    topological_order: list[str] = []
    size: list[_Side] = Field(min_length=2, max_length=2)
    seed: int | None = None
    frame_is_observed: bool = False
    observation_keys: list[str] = []
    info: _InfoModel


class LineModel(_Model):
    """A line of ``steps.jsonl``."""

    entry: dict[str, object]
    reward: FiniteFloat
    terminated: bool
    truncated: bool
    info: _InfoModel
