"""Chat examples for supervised fine-tuning, as JSON lines with picture files or as Parquet with pictures.

```python
with SFTWriter("sft", "jsonl") as writer:
    writer.add(example)
```

A row is a conversation with the pictures that stand in it, in the layouts that trainers read:

* JSON lines (LLaMA-Factory, ms-swift): ``train.jsonl``, ``heldout.jsonl``..., a content is a text with ``<image>`` at
  each picture, and ``images`` has paths relative to the directory; ``dataset_info.json`` names the files;
* Parquet (TRL, verl): ``data/train-00000.parquet``, a content is a list of parts, and ``images`` has the pictures.

On a full disk all rows so far stay whole: a line is written after its pictures, and one that is cut off is removed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Literal, NamedTuple, Self, TypeAlias

from omnigym.errors import RecordingError
from omnigym.foreign import append_to, replace_file, sound_text
from omnigym.recording.parquet import COUNT, IMAGE, TEXT, YES, ParquetTable, list_of, need_empty, need_pyarrow
from omnigym.recording.rollouts import ToolCall

__all__ = ["TAG", "ChatExample", "ChatMessage", "ChatPicture", "Content", "Layout", "SFTWriter", "plain_messages"]

Layout: TypeAlias = Literal["jsonl", "parquet"]
#: How a content says where a picture stands: by `TAG` in a text, or as one of several parts.
Content: TypeAlias = Literal["tags", "parts"]
#: Stands for a picture in a text.
TAG: Final = "<image>"


class ChatPicture(NamedTuple):
    """A picture of a conversation.

    Attributes:
        data: Its file.
        kind: "png" or "jpeg".
        size: The (width, height) that the model's processor makes of it; its own where that resizes none.
    """

    data: bytes
    kind: str
    size: tuple[int, int]


class ChatMessage(NamedTuple):
    """A message of a conversation.

    Attributes:
        role: "system", "user", "assistant" or "tool".
        parts: Texts and pictures, in order.
        calls: What an assistant calls.
        call_id: Of the role "tool", the call whose result it is.
        learn: Whether the loss is taken on it.
    """

    role: str
    parts: tuple[str | ChatPicture, ...]
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    learn: bool = False


class ChatExample(NamedTuple):
    """A row.

    Attributes:
        id: Unique.
        task_id, instruction, split, seed: The episode's.
        messages: The conversation; it ends with an answer.
        tools: What the model may call, as JSON schemas.
        steps: The steps of the answers on which the loss is taken.
        wrong: Steps that are mistakes; the loss is taken on none of them.
        recovered: Steps that come right after a mistake.
        approximate: Steps whose words say the action roughly, such as another number of notches.
        success: Whether the episode scored.
        tokens: Of the conversation, by the tokenizer that was named; None without one.
        image_tokens: Of its pictures, by the rule of the model's processor; None where nobody knows.
    """

    id: str
    task_id: str
    instruction: str
    split: str
    seed: int | None
    messages: tuple[ChatMessage, ...]
    tools: tuple[Mapping[str, object], ...] = ()
    steps: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()
    recovered: tuple[int, ...] = ()
    approximate: tuple[int, ...] = ()
    success: bool = True
    tokens: int | None = None
    image_tokens: int | None = None

    @property
    def pictures(self) -> tuple[ChatPicture, ...]:
        """The pictures, in order."""
        return tuple([p for m in self.messages for p in m.parts if isinstance(p, ChatPicture)])


def plain_messages(example: ChatExample, content: Content) -> list[dict[str, object]]:
    """Return the messages as JSON values.

    Raises:
        RecordingError: With tags, a text has one of its own, which a trainer would take for a picture.
    """
    out: list[dict[str, object]] = []
    for message in example.messages:
        plain: dict[str, object] = {"role": message.role, "content": _content(message, content, example.id)}
        if message.calls:
            plain["tool_calls"] = [
                {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
                for c in message.calls
            ]
        if message.call_id:
            plain["tool_call_id"] = message.call_id
        if message.role == "assistant":
            plain["loss"] = message.learn
        out.append(plain)
    return out


def _content(message: ChatMessage, content: Content, name: str) -> str | list[dict[str, object]]:
    if content == "parts":
        return [{"type": "text", "text": p} if isinstance(p, str) else {"type": "image"} for p in message.parts]
    if any(isinstance(p, str) and TAG in p for p in message.parts):
        raise RecordingError(f"A text of {name} has the tag {TAG} in it: export it with --content parts.")
    return "\n".join([p if isinstance(p, str) else TAG for p in message.parts])


_CALL: Final = {"id": TEXT, "type": TEXT, "function": {"name": TEXT, "arguments": TEXT}}
_SIZE: Final = list_of(COUNT)
#: The columns besides the messages, each with its content in words.
_COLUMNS: Final[Mapping[str, tuple[object, str]]] = {
    "images": (list_of(IMAGE), "the pictures, in the order of the messages"),
    "id": (TEXT, "unique"),
    "task_id": (TEXT, "the task"),
    "instruction": (TEXT, "what was to be done"),
    "split": (TEXT, "the task's split"),
    "seed": (COUNT, "of the reset"),
    "tools": (TEXT, "the functions that are offered, as JSON; null for none"),
    "steps": (list_of(COUNT), "the steps on whose answers the loss is taken"),
    "wrong": (list_of(COUNT), "steps that are mistakes"),
    "recovered": (list_of(COUNT), "steps right after one"),
    "approximate": (list_of(COUNT), "steps that say their action roughly"),
    "success": (YES, "whether the episode scored"),
    "image_sizes": (list_of(_SIZE), "width and height as the model's processor makes them"),
    "tokens": (COUNT, "of the texts, by the tokenizer that was named, or null"),
    "image_tokens": (COUNT, "of the pictures, by the processor's rule, or null"),
}


class SFTWriter:
    """A writer of examples.

    Args:
        folder: An empty directory, or one to be made.
        layout: The kind of files.
        content: As of `plain_messages`; by default tags in JSON lines and parts in Parquet.
        calls: Whether there are calls of functions.

    Attributes:
        rows: How many rows each split has.

    Raises:
        MissingDependencyError: Parquet needs pyarrow.
        ConfigError: There is something in the directory.
    """

    def __init__(
        self, folder: str | Path, layout: Layout = "jsonl", content: Content | None = None, *, calls: bool = False
    ) -> None:
        if layout == "parquet":
            need_pyarrow("A data set as Parquet")
        self.folder = Path(folder)
        need_empty(self.folder)
        self.layout: Layout = layout
        self.content: Content = content or ("tags" if layout == "jsonl" else "parts")
        self._calls = calls
        self._tables: dict[str, ParquetTable | _Lines] = {}
        self.rows: dict[str, int] = {}

    def add(self, example: ChatExample) -> None:
        """Add a row.

        Raises:
            RecordingError: It cannot be written; the rows before it are whole.
        """
        row = self._row(example)
        table = self._tables.get(example.split)
        if table is None:
            table = self._tables[example.split] = self._opened(example.split)
        table.add(row)
        self.rows[example.split] = self.rows.get(example.split, 0) + 1

    def _opened(self, split: str) -> ParquetTable | _Lines:
        if self.layout == "jsonl":
            return _Lines(self.folder, split)
        content: object = TEXT if self.content == "tags" else list_of({"type": TEXT, "text": TEXT})
        message: dict[str, object] = {"role": TEXT, "content": content, "loss": YES}
        if self._calls:
            message |= {"tool_calls": list_of(_CALL), "tool_call_id": TEXT}
        return ParquetTable(self.folder, split, {"messages": (list_of(message), "the conversation"), **_COLUMNS})

    def _row(self, example: ChatExample) -> dict[str, object]:
        messages = plain_messages(example, self.content)
        pictures = example.pictures
        images: list[object]
        if self.layout == "jsonl":
            images = [self._kept(p) for p in pictures]
        else:
            images = [{"bytes": p.data, "path": _name(p)} for p in pictures]
        plain = {name: getattr(example, name) for name in _COLUMNS if name not in ("images", "tools", "image_sizes")}
        return {
            "messages": messages,
            **({"images": images} if images or self.layout == "parquet" else {}),
            **{name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()},
            "tools": json.dumps(list(example.tools), ensure_ascii=False) if example.tools else None,
            "image_sizes": [list(p.size) for p in pictures],
        }

    def _kept(self, picture: ChatPicture) -> str:
        name = f"pictures/{_name(picture)}"
        path = self.folder / name
        if not path.exists():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                replace_file(path, picture.data)
            except OSError as e:
                raise _error(path, e) from e
        return name

    def close(self) -> None:
        """Write what describes the files.

        Raises:
            RecordingError: It cannot be written.
        """
        self._end(None)
        splits = {split: n for split, n in self.rows.items() if n}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if self.layout == "jsonl":
                replace_file(self.folder / "dataset_info.json", json.dumps(_info(splits), indent=2) + "\n")
            replace_file(self.folder / "README.md", _card(splits, self.layout, self.content))
        except OSError as e:
            raise _error(self.folder, e) from e

    def _end(self, e: BaseException | None) -> None:
        """End the files; the first error counts, and the others are ended all the same."""
        tables, self._tables = self._tables, {}
        problem: RecordingError | None = None
        for table in tables.values():
            try:
                table.__exit__(None, None, None)
            except RecordingError as failed:
                problem = problem or failed
        if problem is not None and e is None:
            raise problem

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None) -> None:
        if e is None:
            self.close()
        else:
            self._end(e)


class _Lines:
    """A file of JSON lines."""

    def __init__(self, folder: Path, name: str) -> None:
        self._path = folder / f"{name}.jsonl"
        self._file: BinaryIO | None = None

    def add(self, row: Mapping[str, object]) -> None:
        """Write a line."""
        line = sound_text(json.dumps(row, ensure_ascii=False)).encode() + b"\n"
        whole = 0
        try:
            if self._file is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._file = append_to(self._path)
            whole = os.fstat(self._file.fileno()).st_size
            self._file.write(line)
            self._file.flush()
        except OSError as e:
            self._cut(whole)
            raise _error(self._path, e) from e

    def _cut(self, whole: int) -> None:
        """Remove what there is of a line that has no end."""
        if self._file is None:
            return
        file, self._file = self._file, None
        with suppress(OSError):
            os.ftruncate(file.fileno(), whole)
        with suppress(OSError):  # what it still holds cannot be written either
            file.close()
        with suppress(OSError):
            os.truncate(self._path, whole)

    def __exit__(self, *_: object) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError as e:
                raise _error(self._path, e) from e


def _name(picture: ChatPicture) -> str:
    return f"{hashlib.sha256(picture.data).hexdigest()[:24]}.{picture.kind}"


def _error(path: Path, e: OSError) -> RecordingError:
    return RecordingError(
        f"Cannot write {path}: {e.strerror or e}. The rows before are whole: make room, and begin anew."
    )


def _info(splits: Sequence[str] | Mapping[str, int]) -> dict[str, object]:
    """``dataset_info.json`` of LLaMA-Factory."""
    roles = ("user", "assistant", "system")
    tags = {"role_tag": "role", "content_tag": "content", **{f"{role}_tag": role for role in roles}}
    columns = {"messages": "messages", "images": "images", "tools": "tools"}
    return {
        f"omnigym_{split}": {
            "file_name": f"{split}.jsonl",
            "formatting": "sharegpt",
            "columns": columns,
            "tags": tags,
        }
        for split in splits
    }


def _card(splits: Mapping[str, int], layout: Layout, content: Content) -> str:
    """``README.md``: the files as a hub reads them, and the columns for people."""
    head = ["---", "configs:", "  - config_name: default", "    data_files:"]
    for split in splits:
        path = f"{split}.jsonl" if layout == "jsonl" else f"data/{split}-*.parquet"
        head += [f"      - split: {split}", f'        path: "{path}"']
    where = "`<image>` in the text" if content == "tags" else "a part of the type `image`"
    lines = [*head, "tags: [computer-use, omnigym]", "---", "", "# Demonstrations of computer use by omnigym", ""]
    lines += [", ".join([f"{n:,} rows in {split}" for split, n in splits.items()]) + ".", ""]
    lines += ["| column | content |", "|---|---|"]
    lines.append(f"| `messages` | the conversation; a picture is {where}; `loss` says which answers are learned |")
    lines += [f"| `{name}` | {what} |" for name, (_, what) in _COLUMNS.items()]
    return "\n".join(lines) + "\n"
