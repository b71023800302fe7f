"""What the files of a recording hold, for pydantic: other fields may stand beside these."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, NonNegativeInt

from omnigym.foreign.limits import MAX_EDGES, MAX_NODES, MAX_SIDE
from omnigym.spaces.several import DEVICE_NAME

__all__ = ["FIRST_FORMAT", "FORMAT", "SEVERAL_FORMAT", "LineModel", "MetaModel", "SeveralMetaModel"]

#: In the first version, arrays were packed without a reference; the third is of several devices.
FIRST_FORMAT, FORMAT, SEVERAL_FORMAT = "omnigym-trajectory/1", "omnigym-trajectory/2", "omnigym-trajectory/3"

_MAX_DEVICES = 64

#: JSON has lists for pairs.
_Edge: TypeAlias = Annotated[list[str], Field(min_length=2, max_length=2)]
_Side: TypeAlias = Annotated[int, Field(ge=1, le=MAX_SIDE)]
_Size: TypeAlias = Annotated[list[_Side], Field(min_length=2, max_length=2)]
_DeviceName: TypeAlias = Annotated[str, Field(pattern=f"^{DEVICE_NAME}$")]


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


class _AnyMetaModel(_Model):
    """What is known of an episode on any devices."""

    trajectory_id: str = ""
    task_id: str = ""
    instruction: str = ""
    intent: str = ""
    nodes: list[_NodeModel] = Field(max_length=MAX_NODES)
    edges: list[_Edge] = Field(max_length=MAX_EDGES)
    topological_order: list[str] = []
    seed: int | None = None
    observation_keys: list[str] = []
    info: _InfoModel


class _DeviceModel(_Model):
    """A device: the name of its backend, the size of its screen, and whether what is observed is all of it."""

    device: str = ""
    size: _Size
    frame_is_observed: bool = False


class MetaModel(_AnyMetaModel, _DeviceModel):
    """``meta.json`` of one device. Recordings of before there was a ``format`` are of the first one."""

    format: Literal["omnigym-trajectory/1", "omnigym-trajectory/2"] = "omnigym-trajectory/1"


class SeveralMetaModel(_AnyMetaModel):
    """``meta.json`` of several devices, by their names."""

    format: Literal["omnigym-trajectory/3"]
    devices: dict[_DeviceName, _DeviceModel] = Field(min_length=1, max_length=_MAX_DEVICES)


class LineModel(_Model):
    """A line of ``steps.jsonl``. Of several devices it says of each which observation's files show it."""

    entry: dict[str, object]
    reward: FiniteFloat
    terminated: bool
    truncated: bool
    shown: dict[str, NonNegativeInt] = {}
    info: _InfoModel
