"""Reading a dataset: opened by its header alone, a task at a time."""

from __future__ import annotations

import os
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, overload

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from omnigym.assets.packaged import data_path
from omnigym.benchmarks.composed.suite_files import IDLE_STEPS
from omnigym.errors import TaskFileError, TooLargeError, UnknownNameError
from omnigym.foreign import replace_file, within
from omnigym.foreign.limits import MAX_TEXT
from omnigym.tasks.task import Task, TaskNode

__all__ = [
    "FILE",
    "PREFIX",
    "ROWS",
    "DatasetBlock",
    "DatasetHeader",
    "DatasetRow",
    "Shelf",
    "find",
    "omnibench_suite",
    "row_of",
]
__all__ += [
    "shipped_dataset",
    "write_shelf",
]


# -- the form of the file of a dataset --------------------------------------------------------------------------------

# The first line is a header in JSON. Behind it are blocks of rows as JSON; the header says where each begins and its
# checksum, so one task is read without the others. A row names subtasks by their numbers in the header.
#
# In "omnigym-tasks/2" each row is a line of text. So git stores the next version of a dataset as its difference from
# the last one, and a wheel compresses the file. In "omnigym-tasks/1" each block was compressed, and nothing was shared.


class DatasetRow(NamedTuple):
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


class DatasetBlock(NamedTuple):
    """Where a block is: the place behind the header, its length in bytes, the checksum (CRC-32) of these bytes."""

    begin: Annotated[int, Field(ge=0)]
    length: Annotated[int, Field(ge=0)]
    checksum: int


class DatasetHeader(BaseModel):
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

    format: Literal["omnigym-tasks/1", "omnigym-tasks/2"] = "omnigym-tasks/2"
    suite: str
    seed: int
    count: int = Field(ge=0)
    drawn: int = Field(ge=0)
    per_block: int = Field(gt=0)
    proved: str
    subtasks: list[tuple[str, list[str]]]
    intents: list[str]
    blocks: list[DatasetBlock]


#: Reads and writes the rows of a block.
ROWS = TypeAdapter(list[DatasetRow])

# -- shelf ------------------------------------------------------------------------------------------------------------

#: What the ids of its tasks begin with.
PREFIX = "omnibench/"
#: The name of the file, in ``omnigym-data`` and where it is made.
FILE = "omnibench.tasks"
_PER_BLOCK = 64
#: How many blocks are kept, as tasks are often read one after another, and the most bytes of a header.
_KEPT, _MOST_HEADER = 8, 1 << 24


class Shelf(Sequence[Task]):
    """The tasks of a file, by their places in it.

    Args:
        path: The file.

    Raises:
        TaskFileError: It cannot be read; on reading a task also: its part of the file is damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                line = file.readline(_MOST_HEADER)
                self._size = os.fstat(file.fileno()).st_size
        except OSError as e:
            raise TaskFileError(f"{path}: the dataset cannot be read: {e.strerror}. {_ANEW}") from None
        self._begin = len(line)
        try:
            self.header = DatasetHeader.model_validate_json(line)
        except ValidationError as e:
            raise TaskFileError(f"{path}: {_fault(e)} in the header of the dataset. {_ANEW}") from None
        end = max((b.begin + b.length for b in self.header.blocks), default=0)
        if self._begin + end != self._size or len(self.header.blocks) != -(-len(self) // self.header.per_block):
            raise TaskFileError(
                f"{path}: the dataset should have {self._begin + end:,} bytes in {len(self.header.blocks)} blocks for "
                f"{len(self):,} tasks, and has {self._size:,} bytes. {_ANEW}"
            )
        self._rows: OrderedDict[int, list[DatasetRow]] = OrderedDict()

    def __len__(self) -> int:
        return self.header.count

    @overload
    def __getitem__(self, at: int) -> Task: ...
    @overload
    def __getitem__(self, at: slice) -> list[Task]: ...
    def __getitem__(self, at: int | slice) -> Task | list[Task]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        return self._task(self.row(at))

    def __iter__(self) -> Iterator[Task]:
        for block in range(len(self.header.blocks)):
            yield from map(self._task, self._block(block))

    def row(self, at: int) -> DatasetRow:
        """The row of a place.

        Raises:
            IndexError: There is no such place.
            TaskFileError: The file is damaged there.
        """
        place = at + len(self) if at < 0 else at
        if not 0 <= place < len(self):
            raise IndexError(f"There are {len(self):,} tasks, got {at}.")
        block, within = divmod(place, self.header.per_block)
        return self._block(block)[within]

    def rows(self) -> Iterator[DatasetRow]:
        """All rows in their order."""
        for block in range(len(self.header.blocks)):
            yield from self._block(block)

    def ids(self) -> tuple[str, ...]:
        """The ids of all tasks."""
        return tuple(f"{PREFIX}{row.number}" for row in self.rows())

    def find(self, task_id: str) -> Task | None:
        """The task with an id, or None."""
        number = task_id.removeprefix(PREFIX)
        at = self._places.get(int(number)) if number.isdecimal() and len(number) < 10 else None
        return None if at is None else self[at]

    @cached_property
    def _places(self) -> dict[int, int]:
        """By the number in its id, the place of each task; found in the blocks, which are in the order of numbers."""
        return {row.number: at for at, row in enumerate(self.rows())}

    def _block(self, block: int) -> list[DatasetRow]:
        rows = self._rows.get(block)
        if rows is None:
            rows = self._read(block)
            self._rows[block] = rows
            if len(self._rows) > _KEPT:
                self._rows.popitem(last=False)
        return rows

    def _read(self, block: int) -> list[DatasetRow]:
        begin, length, checksum = self.header.blocks[block]
        with self.path.open("rb") as file:
            file.seek(self._begin + begin)
            data = file.read(length)
        if zlib.crc32(data) != checksum:
            raise TaskFileError(f"{self.path}: block {block} of the dataset is damaged: wrong checksum. {_ANEW}")
        try:
            compressed = self.header.format == "omnigym-tasks/1"
            if compressed:
                data = zlib.decompressobj().decompress(data, MAX_TEXT + 1)  # a megabyte can unpack to a gigabyte
            within(len(data), MAX_TEXT, "bytes of rows")  # 64 rows of ours are 50 kB
            rows = ROWS.validate_json(data if compressed else b"[%b]" % b",".join(data.splitlines()))
        except (ValidationError, TooLargeError, zlib.error) as e:
            fault = _fault(e) if isinstance(e, ValidationError) else str(e)
            raise TaskFileError(f"{self.path}: {fault} in block {block} of the dataset. {_ANEW}") from None
        wanted = min(self.header.per_block, len(self) - block * self.header.per_block)
        if len(rows) != wanted:
            raise TaskFileError(f"{self.path}: block {block} of the dataset should have {wanted} rows. {_ANEW}")
        return rows

    def _task(self, row: DatasetRow) -> Task:
        try:
            nodes = []
            for at, (subtask, values) in enumerate(row.nodes, start=1):
                name, keys = self.header.subtasks[subtask]
                nodes.append(TaskNode(str(at), name, dict(zip(keys, values, strict=True))))
            intent = self.header.intents[row.intent]
        except (IndexError, ValueError):
            raise TaskFileError(
                f"{self.path}: task {row.number} of the dataset names a subtask, a parameter or an intent that its "
                f"header does not have. {_ANEW}"
            ) from None
        scenario = intent.partition("/")[0]
        return Task(
            id=f"{PREFIX}{row.number}",
            nodes=tuple(nodes),
            edges=tuple((str(a + 1), str(b + 1)) for a, b in row.edges),
            instruction=row.told,
            intent=row.want,
            suite=self.header.suite,
            tags=("composed", f"scenario:{scenario}", f"intent:{intent}"),
            max_idle_steps=IDLE_STEPS,
        )


_ANEW = "Install omnigym-data again, or make it anew with `omnigym tasks generate --suite omnibench`."


def _fault(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc'])) or 'text'}: {first['msg']}"


@cache
def shipped_dataset() -> Shelf:
    """The dataset of ``omnigym-data``.

    Raises:
        MissingDependencyError: ``omnigym-data`` is not installed.
        AssetError: It is of another version, or damaged.
    """
    return Shelf(data_path(FILE, "The suite omnibench"))


def omnibench_suite(platform: str) -> tuple[Task, ...]:
    """The tasks of a platform, which is Windows, all of them made; "" for all."""
    return tuple(shipped_dataset()) if platform in ("", "windows") else ()


def find(name: str) -> tuple[Task, ...]:
    """The task that has an id.

    Raises:
        UnknownNameError: There is no such task.
    """
    if (task := shipped_dataset().find(name)) is None:
        raise UnknownNameError("task", name, shipped_dataset().ids())
    return (task,)


def row_of(task: Task, subtasks: dict[str, int], intents: dict[str, int], steps: int) -> DatasetRow:
    """The row of a task, its edges in order; subtasks and intents that are new get the next number."""
    intent = next(t for t in task.tags if t.startswith("intent:")).removeprefix("intent:")
    nodes: list[tuple[int, list[object]]] = []
    for node in task.nodes:
        number = subtasks.setdefault(node.subtask, len(subtasks))
        nodes.append((number, [node.parameters[k] for k in sorted(node.parameters)]))
    return DatasetRow(
        int(task.id.rpartition("/")[2]),
        intents.setdefault(intent, len(intents)),
        nodes,  # type: ignore[arg-type]
        sorted([(int(a) - 1, int(b) - 1) for a, b in task.edges]),
        task.intent,
        task.instruction,
        steps,
    )


def write_shelf(
    tasks: Iterable[tuple[Task, int]], path: Path, *, suite: str, seed: int, drawn: int, proved: str
) -> DatasetHeader:
    """Write the file of a dataset; what was there stays until all is written.

    Args:
        tasks: The tasks, by ascending numbers, each with the number of actions of its oracle.
        path: Where.
        suite, seed, drawn, proved: As the attributes of
            `omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader.DatasetHeader`.
    """
    subtasks: dict[str, int] = {}
    intents: dict[str, int] = {}
    names: dict[str, list[str]] = {}
    rows = []
    for task, steps in tasks:
        rows.append(row_of(task, subtasks, intents, steps))
        names.update({n.subtask: sorted(n.parameters) for n in task.nodes})
    parts, blocks, begin = [], [], 0
    for first in range(0, len(rows), _PER_BLOCK):
        data = b"".join(ROWS.dump_json([row])[1:-1] + b"\n" for row in rows[first : first + _PER_BLOCK])
        blocks.append(DatasetBlock(begin, len(data), zlib.crc32(data)))
        parts.append(data)
        begin += len(data)
    header = DatasetHeader(
        suite=suite,
        seed=seed,
        count=len(rows),
        drawn=drawn,
        per_block=_PER_BLOCK,
        proved=proved,
        subtasks=[(s, names[s]) for s in subtasks],
        intents=list(intents),
        blocks=blocks,
    )
    replace_file(path, header.model_dump_json().encode() + b"\n" + b"".join(parts))
    return header
