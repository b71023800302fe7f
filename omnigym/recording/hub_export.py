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

from omnigym.errors import RecordingError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.foreign import replace_file
from omnigym.recording.files import inside, picture_in, screen_file
from omnigym.recording.parquet import COUNT, IMAGE, NUMBER, TEXT, YES, ParquetTable, list_of, need_empty, need_pyarrow
from omnigym.recording.rollouts import RolloutRecord, RolloutStep
from omnigym.recording.trajectory import Trajectory, read_trajectory
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import dumps_line

__all__ = ["HubWriter"]

_CALL: Final = {"name": TEXT, "arguments": TEXT, "id": TEXT}
_MESSAGE: Final = {
    "role": TEXT,
    "content": TEXT,
    "reasoning": TEXT,
    "calls": list_of(_CALL),
    "call_id": TEXT,
    "image": COUNT,
}
#: By table its columns, as ``datasets`` names their types, each with what it holds.
_TABLES: Final[Mapping[str, Mapping[str, tuple[Any, str]]]] = {
    "rollouts": {
        "id": (TEXT, "unique"),
        "group": (TEXT, "the same of all that began alike"),
        "parent": (TEXT, "the rollout in whose middle it began, or null"),
        "at": (COUNT, "after so many of the parent's steps"),
        "task_id": (TEXT, "the task"),
        "instruction": (TEXT, "what was to be done"),
        "seed": (COUNT, "of the reset"),
        "agent": (TEXT, "its name"),
        "steps": (COUNT, "how many"),
        "reward": (NUMBER, "the sum over its own steps"),
        "coverage": (NUMBER, "Coverage Rate at the end, in [0, 1]"),
        "is_success": (YES, "whether it ended in success"),
        "end_reason": (TEXT, "why it ended"),
        "unscored": (YES, "whether it tells nothing about the agent: leave it out"),
        "problem": (TEXT, "of an unscored one what failed"),
        "advantage": (NUMBER, "against its group, or null"),
    },
    "steps": {
        "id": (TEXT, "the rollout"),
        "group": (TEXT, "its group"),
        "task_id": (TEXT, "the task"),
        "instruction": (TEXT, "what was to be done"),
        "step": (COUNT, "from 0"),
        "image": (IMAGE, "the screen that was seen, or null"),
        "images": (list_of(IMAGE), "all pictures of the messages, by their numbers there"),
        "messages": (list_of(_MESSAGE), "since the step before; image is a place in images, or null"),
        "actions": (list_of(TEXT), "what was done, each an action as JSON"),
        "reward": (NUMBER, "what the step earned"),
        "completed": (list_of(TEXT), "the nodes that it completed"),
        "advantage": (NUMBER, "against the siblings, or null"),
        "token_ids": (list_of(COUNT), "of the answer, or null"),
        "logprobs": (list_of(NUMBER), "of its tokens, or null"),
        "prompt_token_ids": (list_of(COUNT), "of the prompt, or null"),
        "last": (YES, "whether the rollout ended with it"),
        "unscored": (YES, "whether the rollout tells nothing about the agent"),
    },
    "episodes": {
        "episode": (COUNT, "its number in the run, unique"),
        "task_id": (TEXT, "the task"),
        "agent": (TEXT, "its name"),
        "suite": (TEXT, "the task's suite"),
        "split": (TEXT, "the task's split"),
        "seed": (COUNT, "of the reset"),
        "actions": (COUNT, "how many, invalid ones included"),
        "invalid_actions": (COUNT, "how many no codec could read"),
        "tokens": (COUNT, "that the model took, or null"),
        "nodes": (COUNT, "of the task's graph"),
        "completed": (list_of(TEXT), "the nodes that were completed, in order"),
        "score": (NUMBER, "of the final state, in [0, 1], or null"),
        "is_success": (YES, "whether it ended in success"),
        "end_reason": (TEXT, "why it ended"),
        "collateral": (list_of(TEXT), "the user's data that was damaged, or null"),
        "unscored": (YES, "whether it tells nothing about the agent: leave it out"),
        "problem": (TEXT, "of an unscored one what failed"),
        "recorded": (YES, "whether its steps are in episode_steps"),
    },
    "episode_steps": {
        "episode": (COUNT, "the number of the episode"),
        "task_id": (TEXT, "the task"),
        "instruction": (TEXT, "what was to be done"),
        "step": (COUNT, "from 0"),
        "image": (IMAGE, "the screen before the action, of several devices the first one's, or null"),
        "images": (list_of(IMAGE), "those of all devices"),
        "device": (TEXT, "the device that the action was done on; empty for the only one"),
        "action": (TEXT, "what was done, as JSON"),
        "thought": (TEXT, "why, as far as the agent said"),
        "reward": (NUMBER, "what the step earned"),
        "completed": (list_of(TEXT), "the nodes that it completed"),
        "last": (YES, "whether the episode ended with it"),
        "unscored": (YES, "whether the episode tells nothing about the agent"),
    },
    "tasks": {
        "task_id": (TEXT, "unique"),
        "instruction": (TEXT, "what is to be done"),
        "nodes": (COUNT, "of its graph"),
        "apps": (list_of(TEXT), "those that its nodes use"),
        "task": (TEXT, "the whole task as JSON, which omnigym reads"),
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
        need_pyarrow("An export for dataset hubs")
        self.folder = Path(folder)
        need_empty(self.folder)
        self.rows: dict[str, int] = {}

    def rollouts(self, records: Iterable[RolloutRecord], pictures: Path) -> None:
        """Write the tables ``rollouts`` and ``steps``.

        Args:
            records: The rollouts.
            pictures: The directory to which the paths of their pictures are relative.

        Raises:
            RecordingError: It cannot be written, or a picture is missing or leads out of the directory.
        """
        with (
            ParquetTable(self.folder, "rollouts", _TABLES["rollouts"]) as rollouts,
            ParquetTable(self.folder, "steps", _TABLES["steps"]) as steps,
        ):
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
        with (
            ParquetTable(self.folder, "episodes", _TABLES["episodes"]) as episodes,
            ParquetTable(self.folder, "episode_steps", _TABLES["episode_steps"]) as steps,
        ):
            for number, record, trajectory in played:
                episodes.add(_episode(number, record, trajectory))
                if trajectory is not None:
                    found = read_trajectory(inside(run, trajectory))
                    for row in _recorded_steps(number, record, found):
                        steps.add(row)
        self.rows |= {"episodes": episodes.rows, "episode_steps": steps.rows}

    def tasks(self, tasks: Iterable[Task]) -> None:
        """Write the table ``tasks``.

        Raises:
            RecordingError: It cannot be written.
            TaskFileError: A task cannot be written.
        """
        with ParquetTable(self.folder, "tasks", _TABLES["tasks"]) as table:
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
            images.append({"bytes": picture_in(pictures, message.image), "path": Path(message.image).name})
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
        images = [{"bytes": picture_in(found.path, name), "path": name} for name in kept]
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
