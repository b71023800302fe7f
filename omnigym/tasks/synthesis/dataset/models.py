"""The form of the file of a dataset.

The first line is a header in JSON. Behind it are blocks, each some rows as JSON, compressed; the header says where each
begins and its checksum, so one task is read without the others. A row names subtasks by their numbers in the header.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

__all__ = ["ROWS", "Block", "Header", "Row"]


class Row(NamedTuple):
    """A task.

    Attributes:
        number: The number of the candidate that it was: its id.
        intent: The number of its intent in the header.
        nodes: For each node the number of its subtask and the values of its parameters, in the order of their names.
        edges: Pairs of places in ``nodes``, from 0.
        want: What is wanted in a few words.
        told: The instruction.
        steps: How many actions its oracle took; 0 where it was not played, as another task of the same composition was
            proved.
    """

    number: int
    intent: int
    nodes: list[tuple[int, list[JsonValue]]]
    edges: list[tuple[int, int]]
    want: str
    told: str
    steps: int


class Block(NamedTuple):
    """Where a block is: the place behind the header, its length in bytes, the checksum (CRC-32) of the compressed."""

    begin: Annotated[int, Field(ge=0)]
    length: Annotated[int, Field(ge=0)]
    checksum: int


class Header(BaseModel):
    """The first line.

    Attributes:
        format: The form of the file.
        suite: The suite whose tasks these are.
        seed: What they were generated with.
        count: How many tasks there are.
        drawn: How many candidates were drawn for them.
        per_block: How many rows a block has; the last one may have fewer.
        proved: What each task was proved by.
        subtasks: For each subtask its id and the names of its parameters.
        intents: For each intent "scenario/intent".
        blocks: The blocks.
    """

    model_config = ConfigDict(extra="forbid", strict=False)

    format: Literal["omnigym-tasks/1"] = "omnigym-tasks/1"
    suite: str
    seed: int
    count: int = Field(ge=0)
    drawn: int = Field(ge=0)
    per_block: int = Field(gt=0)
    proved: str
    subtasks: list[tuple[str, list[str]]]
    intents: list[str]
    blocks: list[Block]


#: Reads and writes the rows of a block.
ROWS = TypeAdapter(list[Row])
