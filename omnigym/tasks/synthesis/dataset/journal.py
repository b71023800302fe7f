"""The journal of a generation: what was made and proved, a line each, so that it goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Generic, Self, TypeVar

from pydantic import BaseModel, ValidationError

from omnigym.errors import TaskFileError

__all__ = ["Journal"]

_Line = TypeVar("_Line", bound=BaseModel)


class Journal(Generic[_Line]):
    """A file of lines, each a value of a model; a last line that is not whole is dropped.

    Args:
        path: The file; it is made if it is not there.
        about: What the generation is asked for: the journal of another one is refused.
        model: The model of a line.

    Raises:
        TaskFileError: It is the journal of another generation, or none.
    """

    def __init__(self, path: Path, about: str, model: type[_Line]) -> None:
        self.path, self._model = path, model
        first = json.dumps(about).encode() + b"\n"
        old = path.read_bytes() if path.exists() else b""
        if old and not old.startswith(first):
            raise TaskFileError(
                f"{path}: this is no journal of this generation: it should begin with {about!r}, got "
                f"{old[:80]!r}. Name another file, or delete it."
            )
        whole = old[: old.rfind(b"\n") + 1]
        self._old = whole[len(first) :]
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

    def known(self) -> Iterator[_Line]:
        """What it had when it was opened.

        Raises:
            TaskFileError: A line is damaged.
        """
        for n, text in enumerate(self._old.splitlines(), start=2):
            try:
                yield self._model.model_validate_json(text)
            except ValidationError as e:
                raise TaskFileError(f"{self.path}, line {n}: {e.errors()[0]['msg']}. Delete the journal.") from None

    def add(self, line: _Line) -> None:
        """Write a line."""
        self._file.write(line.model_dump_json(exclude_defaults=True).encode() + b"\n")
        self._file.flush()
