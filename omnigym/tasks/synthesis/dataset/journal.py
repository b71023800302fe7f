"""The journal of a generation: what came of each candidate, a line each, so that it goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from omnigym.errors import TaskFileError
from omnigym.tasks.native import dumps_line, loads_trusted
from omnigym.tasks.synthesis.dataset.judging import Judged

__all__ = ["Journal"]


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid")

    number: int
    steps: int = 0
    why: str = ""
    task: str = ""


class Journal:
    """A file of lines, in the order of the candidates' numbers; a last line that is not whole is dropped.

    Args:
        path: The file; it is made if it is not there.
        about: What the generation is asked for: the journal of another one is refused.

    Raises:
        TaskFileError: It is the journal of another generation, or none.
    """

    def __init__(self, path: Path, about: str) -> None:
        self.path = path
        first = json.dumps(about).encode() + b"\n"
        old = path.read_bytes() if path.exists() else b""
        if old and not old.startswith(first):
            raise TaskFileError(
                f"{path}: this is no journal of this generation: it should begin with {about!r}, got "
                f"{old[:80]!r}. Name another file, or delete it."
            )
        whole = old[: old.rfind(b"\n") + 1]
        self._old = whole[len(first) :].decode()
        self._file = path.open("ab")
        self._file.truncate(len(whole))
        if not whole:
            self._file.write(first)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def known(self) -> Iterator[Judged]:
        """What it had when it was opened.

        Raises:
            TaskFileError: A line is damaged.
        """
        for n, text in enumerate(self._old.splitlines(), start=2):
            try:
                line = _Line.model_validate_json(text)
            except ValidationError as e:
                raise TaskFileError(f"{self.path}, line {n}: {e.errors()[0]['msg']}. Delete the journal.") from None
            yield Judged(line.number, loads_trusted(line.task) if line.task else None, line.steps, line.why)

    def add(self, judged: Judged) -> None:
        """Write what came of a candidate."""
        task = dumps_line(judged.task) if judged.task is not None else ""
        line = _Line(number=judged.number, steps=judged.steps, why=judged.why, task=task)
        self._file.write(line.model_dump_json(exclude_defaults=True).encode() + b"\n")
        self._file.flush()
