"""The contents of the files of a recording, for pydantic; other fields may be present."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, NonNegativeInt

from omnigym.errors import UnreadableError
from omnigym.foreign import read_bytes, replace_file
from omnigym.foreign.limits import MAX_ARRAYS, MAX_EDGES, MAX_NODES, MAX_SIDE
from omnigym.recording.arrays import Arrays, ArraysPacker, ArraysReader, plain
from omnigym.spaces.multi_device import DEVICE_NAME

__all__ = [
    "FIRST_FORMAT",
    "FORMAT",
    "REFERENCE",
    "SEVERAL_FORMAT",
    "LineModel",
    "MetaModel",
    "SeveralMetaModel",
    "read_reference",
    "share_reference",
]

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


# -- the observation that the episodes of a folder are packed against -------------------------------------------------

# Most episodes begin on the same screen, which would be more than half of their bytes. So the first observation that
# is recorded into a folder is kept in its episode's directory as ``reference.bin``, and the directories of later
# episodes have it too: the same file, by a hard link, so that each is whole wherever it is moved or copied. Where
# there are no links, each has its own.

REFERENCE = "reference.bin"

_LOOKED_AT = 64  # directories beside an episode's own


def share_reference(path: Path, arrays: Arrays) -> bytes:
    """Put a reference into an episode's directory: that of a neighbouring directory, or a new one.

    Args:
        path: The directory.
        arrays: The episode's first observation. A reference is of as many bytes.

    Returns:
        What the episode's arrays are packed against.

    Raises:
        OSError: It cannot be written.
    """
    content = plain(arrays)
    own, part = path / REFERENCE, path / f"{REFERENCE}.part"
    with os.scandir(path.parent) as entries:
        for entry in islice(entries, _LOOKED_AT):
            # there may be none, it may be damaged, have as many links as it can have, or there are no links here
            with suppress(OSError, UnreadableError):
                os.link(Path(entry, REFERENCE), part)
                reference = read_reference(part)
                if len(reference) == len(content):
                    part.replace(own)
                    return reference
            part.unlink(missing_ok=True)
    replace_file(own, ArraysPacker().pack(arrays))
    return content


def read_reference(path: Path) -> bytes:
    """Return the reference against which arrays are packed, from a file of `share_reference`.

    Raises:
        FileNotFoundError: There is none.
        UnreadableError: It is damaged.
    """
    try:
        return ArraysReader(read_bytes(path, MAX_ARRAYS)).plain(0)
    except IndexError:
        raise UnreadableError("it ends too early") from None
