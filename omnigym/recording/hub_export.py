"""Export of rollouts, evaluated episodes and tasks as Parquet files with pictures, in the layout of dataset hubs.

```python
with HubWriter("export") as writer:
    writer.rollouts(read_rollouts("runs/first/rollouts.jsonl"), Path("runs/first"))
    played = [(p.episode, p.record, p.trajectory) for p in RunDirectory("runs/eval").played()]
    writer.episodes(played, Path("runs/eval"))
    writer.tasks(list_tasks("suite:hello"))
```

Each table is a configuration: ``data/NAME-00000.parquet`` and so on, a file for so many bytes, and ``README.md`` names
them with their columns. ``datasets.load_dataset("export", "steps")`` gives rows whose ``image`` is a picture.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from omnigym.errors import ConfigError, MissingDependencyError, RecordingError, UnreadableError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.foreign import read_bytes, replace_file
from omnigym.foreign.limits import MAX_SIDE
from omnigym.recording.files import screen_file
from omnigym.recording.rollouts import RolloutRecord, RolloutStep
from omnigym.recording.trajectory import Trajectory, read_trajectory
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_line

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    pa = None

__all__ = ["HubWriter"]

#: Rows of a group, and about how many bytes a file has.
_ROWS: Final = 64
_FILE: Final = 256 << 20
_TEXT: Final = {"_type": "Value", "dtype": "string"}
_NUMBER: Final = {"_type": "Value", "dtype": "float64"}
_COUNT: Final = {"_type": "Value", "dtype": "int64"}
_YES: Final = {"_type": "Value", "dtype": "bool"}


def _list(of: object) -> dict[str, object]:
    return {"_type": "List", "feature": of}


_CALL: Final = {"name": _TEXT, "arguments": _TEXT, "id": _TEXT}
_MESSAGE: Final = {
    "role": _TEXT,
    "content": _TEXT,
    "reasoning": _TEXT,
    "calls": _list(_CALL),
    "call_id": _TEXT,
    "image": _COUNT,
}
#: By table its columns, as ``datasets`` names their types, each with what it holds.
_TABLES: Final[Mapping[str, Mapping[str, tuple[Any, str]]]] = {
    "rollouts": {
        "id": (_TEXT, "unique"),
        "group": (_TEXT, "the same of all that began alike"),
        "parent": (_TEXT, "the rollout in whose middle it began, or null"),
        "at": (_COUNT, "after so many of the parent's steps"),
        "task_id": (_TEXT, "the task"),
        "instruction": (_TEXT, "what was to be done"),
        "seed": (_COUNT, "of the reset"),
        "agent": (_TEXT, "its name"),
        "steps": (_COUNT, "how many"),
        "reward": (_NUMBER, "the sum over its own steps"),
        "coverage": (_NUMBER, "Coverage Rate at the end, in [0, 1]"),
        "is_success": (_YES, "whether it ended in success"),
        "end_reason": (_TEXT, "why it ended"),
        "unscored": (_YES, "whether it tells nothing about the agent: leave it out"),
        "problem": (_TEXT, "of an unscored one what failed"),
        "advantage": (_NUMBER, "against its group, or null"),
    },
    "steps": {
        "id": (_TEXT, "the rollout"),
        "group": (_TEXT, "its group"),
        "task_id": (_TEXT, "the task"),
        "instruction": (_TEXT, "what was to be done"),
        "step": (_COUNT, "from 0"),
        "image": ({"_type": "Image"}, "the screen that was seen, or null"),
        "images": (_list({"_type": "Image"}), "all pictures of the messages, by their numbers there"),
        "messages": (_list(_MESSAGE), "since the step before; image is a place in images, or null"),
        "actions": (_list(_TEXT), "what was done, each an action as JSON"),
        "reward": (_NUMBER, "what the step earned"),
        "completed": (_list(_TEXT), "the nodes that it completed"),
        "advantage": (_NUMBER, "against the siblings, or null"),
        "token_ids": (_list(_COUNT), "of the answer, or null"),
        "logprobs": (_list(_NUMBER), "of its tokens, or null"),
        "prompt_token_ids": (_list(_COUNT), "of the prompt, or null"),
        "last": (_YES, "whether the rollout ended with it"),
        "unscored": (_YES, "whether the rollout tells nothing about the agent"),
    },
    "episodes": {
        "episode": (_COUNT, "its number in the run, unique"),
        "task_id": (_TEXT, "the task"),
        "agent": (_TEXT, "its name"),
        "suite": (_TEXT, "the task's suite"),
        "split": (_TEXT, "the task's split"),
        "seed": (_COUNT, "of the reset"),
        "actions": (_COUNT, "how many, invalid ones included"),
        "invalid_actions": (_COUNT, "how many no codec could read"),
        "tokens": (_COUNT, "that the model took, or null"),
        "nodes": (_COUNT, "of the task's graph"),
        "completed": (_list(_TEXT), "the nodes that were completed, in order"),
        "score": (_NUMBER, "of the final state, in [0, 1], or null"),
        "is_success": (_YES, "whether it ended in success"),
        "end_reason": (_TEXT, "why it ended"),
        "collateral": (_list(_TEXT), "the user's data that was damaged, or null"),
        "unscored": (_YES, "whether it tells nothing about the agent: leave it out"),
        "problem": (_TEXT, "of an unscored one what failed"),
        "recorded": (_YES, "whether its steps are in episode_steps"),
    },
    "episode_steps": {
        "episode": (_COUNT, "the number of the episode"),
        "task_id": (_TEXT, "the task"),
        "instruction": (_TEXT, "what was to be done"),
        "step": (_COUNT, "from 0"),
        "image": ({"_type": "Image"}, "the screen before the action, of several devices the first one's, or null"),
        "images": (_list({"_type": "Image"}), "those of all devices"),
        "device": (_TEXT, "the device that the action was done on; empty for the only one"),
        "action": (_TEXT, "what was done, as JSON"),
        "thought": (_TEXT, "why, as far as the agent said"),
        "reward": (_NUMBER, "what the step earned"),
        "completed": (_list(_TEXT), "the nodes that it completed"),
        "last": (_YES, "whether the episode ended with it"),
        "unscored": (_YES, "whether the episode tells nothing about the agent"),
    },
    "tasks": {
        "task_id": (_TEXT, "unique"),
        "instruction": (_TEXT, "what is to be done"),
        "nodes": (_COUNT, "of its graph"),
        "apps": (_list(_TEXT), "those that its nodes use"),
        "task": (_TEXT, "the whole task as JSON, which omnigym reads"),
    },
}


class HubWriter:
    """A writer of a dataset, table by table.

    Args:
        folder: An empty directory, or one to be made.

    Raises:
        MissingDependencyError: pyarrow is not installed.
        ConfigError: There is something in the directory.
        RecordingError: It cannot be written.
    """

    def __init__(self, folder: str | Path) -> None:
        if pa is None:
            raise MissingDependencyError("pyarrow", "An export for dataset hubs", "pip install 'omnigym[hub]'")
        self.folder = Path(folder)
        if self.folder.exists() and any(self.folder.iterdir()):
            raise ConfigError(f"{self.folder} is not empty. Name a directory that is, or that is to be made.")
        self.rows: dict[str, int] = {}

    def rollouts(self, records: Iterable[RolloutRecord], pictures: Path) -> None:
        """Write the tables ``rollouts`` and ``steps``.

        Args:
            records: The rollouts.
            pictures: The directory to which the paths of their pictures are relative.

        Raises:
            RecordingError: It cannot be written, or a picture is missing or leads out of the directory.
        """
        with _Table(self.folder, "rollouts") as rollouts, _Table(self.folder, "steps") as steps:
            for record in records:
                rollouts.add(_rollout(record))
                for row in _steps(record, pictures):
                    steps.add(row)
        self.rows |= {"rollouts": rollouts.rows, "steps": steps.rows}

    def episodes(self, played: Iterable[tuple[int, EpisodeRecord, str | None]], run: Path) -> None:
        """Write the table ``episodes`` and, for recorded episodes, ``episode_steps``.

        Args:
            played: The number of each episode in its run, what came of it, and its recording, a path relative to the
                run, or None.
            run: The run's directory.

        Raises:
            RecordingError: It cannot be written, or a recording is damaged, missing or leads out of the directory.
        """
        with _Table(self.folder, "episodes") as episodes, _Table(self.folder, "episode_steps") as steps:
            for number, record, trajectory in played:
                episodes.add(_episode(number, record, trajectory))
                if trajectory is not None:
                    found = read_trajectory(_inside(run, trajectory))
                    for row in _recorded_steps(number, record, found):
                        steps.add(row)
        self.rows |= {"episodes": episodes.rows, "episode_steps": steps.rows}

    def tasks(self, tasks: Iterable[Task]) -> None:
        """Write the table ``tasks``.

        Raises:
            RecordingError: It cannot be written.
            TaskFileError: A task cannot be written.
        """
        with _Table(self.folder, "tasks") as table:
            for task in tasks:
                table.add(_task(task))
        self.rows["tasks"] = table.rows

    def close(self) -> None:
        """Write the card, which turns the directory into a dataset.

        Raises:
            RecordingError: It cannot be written.
        """
        try:
            replace_file(self.folder / "README.md", _card({n: r for n, r in self.rows.items() if r}))
        except OSError as e:
            raise RecordingError(f"Cannot write {self.folder}: {e.strerror or e}.") from e

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None) -> None:
        if e is None:
            self.close()


class _Table:
    """Writes the files of one table, a group of rows at a time."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name, self._columns = folder / "data", name, _TABLES[name]
        features = {column: kind for column, (kind, _) in self._columns.items()}
        about = {"huggingface": json.dumps({"info": {"features": features}})}
        fields = [pa.field(column, _arrow(kind)) for column, kind in features.items()]
        self._schema = pa.schema(fields, metadata=about)
        self._writer: Any = None
        self._path = self._folder
        self._waiting: list[Mapping[str, object]] = []
        self._files, self._size, self.rows = 0, 0, 0

    def __enter__(self) -> Self:
        return self

    def add(self, row: Mapping[str, object]) -> None:
        """Add a row."""
        self._waiting.append(row)
        self.rows += 1
        if len(self._waiting) == _ROWS:
            self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        table = pa.Table.from_pylist(self._waiting, self._schema)
        self._waiting = []
        try:
            if self._writer is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._path = self._folder / f"{self._name}-{self._files:05d}.parquet"
                self._writer = pq.ParquetWriter(self._path, self._schema, compression="zstd")
                self._files += 1
            self._writer.write_table(table)
            self._size += table.nbytes
            if self._size >= _FILE:
                self._end()
        except OSError as e:
            raise RecordingError(f"Cannot write {self._folder}: {e.strerror or e}.") from e

    def _end(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer, self._size = None, 0

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if e is None:
                self._flush()
            self._end()
        except OSError as full:
            raise RecordingError(f"Cannot write {self._folder}: {full.strerror or full}.") from full
        finally:
            if self._writer is not None:  # a file without its end is none
                self._path.unlink(missing_ok=True)


def _arrow(kind: Any) -> object:
    """The type of a column."""
    if "_type" not in kind:
        return pa.struct([pa.field(name, _arrow(of)) for name, of in kind.items()])
    match kind["_type"]:
        case "List":
            return pa.list_(_arrow(kind["feature"]))
        case "Image":
            return pa.struct([pa.field("bytes", pa.binary()), pa.field("path", pa.string())])
    return {"string": pa.string(), "int64": pa.int64(), "bool": pa.bool_()}.get(kind["dtype"], pa.float64())


# -- rows --------------------------------------------------------------------------------------------------------------


def _rollout(record: RolloutRecord) -> dict[str, object]:
    own = {column: getattr(record, column) for column in _TABLES["rollouts"] if column != "steps"}
    return own | {"steps": len(record.steps)}


def _steps(record: RolloutRecord, pictures: Path) -> Iterator[dict[str, object]]:
    for n, step in enumerate(record.steps):
        messages, images = _messages(step, pictures)
        yield {
            "id": record.id,
            "group": record.group,
            "task_id": record.task_id,
            "instruction": record.instruction,
            "step": n,
            "image": images[-1] if images else None,
            "images": images,
            "messages": messages,
            "actions": [json.dumps(a, ensure_ascii=False) for a in step.actions],
            "reward": step.reward,
            "completed": list(step.completed),
            "advantage": step.advantage,
            "token_ids": step.token_ids,
            "logprobs": step.logprobs,
            "prompt_token_ids": step.prompt_token_ids,
            "last": n == len(record.steps) - 1,
            "unscored": record.unscored,
        }


def _messages(step: RolloutStep, pictures: Path) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """The messages of a step, and the pictures that are seen with them."""
    out: list[dict[str, object]] = []
    images: list[dict[str, object]] = []
    for message in step.messages:
        place = None
        if message.image is not None:
            place = len(images)
            images.append({"bytes": _picture(pictures, message.image), "path": Path(message.image).name})
        calls = [{"name": c.name, "arguments": c.arguments, "id": c.id} for c in message.calls]
        out.append(
            {
                "role": message.role,
                "content": message.content,
                "reasoning": message.reasoning,
                "calls": calls,
                "call_id": message.call_id,
                "image": place,
            }
        )
    return out, images


def _episode(number: int, record: EpisodeRecord, trajectory: str | None) -> dict[str, object]:
    made = {
        "episode": number,
        "nodes": len(record.nodes),
        "completed": [c.node for c in record.completed],
        "is_success": record.success and not record.unscored,
        "recorded": trajectory is not None,
    }
    return {column: getattr(record, column) for column in _TABLES["episodes"] if column not in made} | made


def _recorded_steps(number: int, record: EpisodeRecord, found: Trajectory) -> Iterator[dict[str, object]]:
    for n, step in enumerate(found.steps):
        names = [screen_file(found.shown_by(n, device), device) for device in found.devices]
        kept = [name for name in names if (found.path / name).exists()]  # of agents that see no screen there are none
        images = [{"bytes": _picture(found.path, name), "path": name} for name in kept]
        yield {
            "episode": number,
            "task_id": record.task_id,
            "instruction": str(found.meta["instruction"]),
            "step": n,
            "image": images[0] if images else None,
            "images": images,
            "device": step.device,
            "action": json.dumps(step.entry["action"], ensure_ascii=False),
            "thought": str(step.entry.get("thought") or ""),
            "reward": step.reward,
            "completed": list(step.info["newly_completed"]),
            "last": n == len(found.steps) - 1,
            "unscored": record.unscored,
        }


def _inside(folder: Path, name: str) -> Path:
    """A path that a file says, which may be anybody's."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise RecordingError(f"{path} leads out of {folder}.")
    return path


def _picture(folder: Path, name: str) -> bytes:
    """A picture, as a file says it."""
    path = _inside(folder, name)
    try:
        return read_bytes(path, MAX_SIDE * MAX_SIDE)
    except (OSError, UnreadableError) as e:
        raise RecordingError(f"The picture {path} cannot be read: {e}. Bring the file back.") from None


def _task(task: Task) -> dict[str, object]:
    apps = dict.fromkeys([n.subtask.app for n in task.bound.values() if n.subtask.app])
    return {
        "task_id": task.id,
        "instruction": task.instruction,
        "nodes": len(task.bound),
        "apps": list(apps),
        "task": dumps_line(task).strip(),
    }


# -- the card ----------------------------------------------------------------------------------------------------------


def _card(rows: Mapping[str, int]) -> str:
    """``README.md``: the configurations as a hub reads them, and the columns for people."""
    head = ["---", "configs:"]
    for name in rows:
        head += [f"  - config_name: {name}", "    data_files:", "      - split: train"]
        head += [f'        path: "data/{name}-*.parquet"', *(["    default: true"] if name == next(iter(rows)) else [])]
    lines = [*head, "tags: [computer-use, reinforcement-learning, omnigym]", "---", "", "# Computer use by omnigym", ""]
    for name, number in rows.items():
        lines += [f"## {name} ({number:,} rows)", "", "| column | type | content |", "|---|---|---|"]
        lines += [f"| `{c}` | {_in_words(kind)} | {what} |" for c, (kind, what) in _TABLES[name].items()]
        lines.append("")
    return "\n".join(lines)


def _in_words(kind: Any) -> str:
    if "_type" not in kind:
        return "{" + ", ".join([f"{name}: {_in_words(of)}" for name, of in kind.items()]) + "}"
    if kind["_type"] == "List":
        return f"list of {_in_words(kind['feature'])}"
    return "picture" if kind["_type"] == "Image" else str(kind["dtype"])
