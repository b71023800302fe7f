"""What became of drafts, as a file: a JSON object a line, so that a run that was stopped goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from omnigym.errors import ConfigError, TaskFileError, UnreadableError
from omnigym.foreign import append_to, parse_json, read_lines, replace_file, shown
from omnigym.foreign.limits import MAX_TEXT
from omnigym.tasks.native import condition_to_json
from omnigym.tasks.synthesis.discovery.drafts import Draft
from omnigym.tasks.synthesis.refining.refining import Refined

__all__ = ["Kept", "key_of"]


def key_of(draft: Draft) -> str:
    """What names a draft: the same for the same words, steps and parameters."""
    plain = [draft.app, draft.instruction, [s.to_json() for s in draft.steps], [dict(p) for p in draft.parameters]]
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:32]


class Kept:
    """A file of what became of drafts.

    Args:
        path: The file; where there is none it is made. What follows its last newline was being written when all ended.

    Raises:
        TaskFileError: There is something else at ``path``.
        ConfigError: It cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.touch()
            self._lines = dict(_read(path))
            replace_file(path, "".join(f"{json.dumps(v, ensure_ascii=False)}\n" for v in self._lines.values()))
        except OSError as e:
            raise ConfigError(f"Cannot write to {path}: {e.strerror}. Name a file that can be.") from e

    def left(self, drafts: Iterable[Draft]) -> Iterator[Draft]:
        """The drafts that the file says nothing of."""
        return (draft for draft in drafts if key_of(draft) not in self._lines)

    def add(self, refined: Refined) -> None:
        """Write what became of a draft, at once."""
        plain = _plain(refined)
        self._lines[plain["key"]] = plain
        with append_to(self.path) as file:
            file.write(f"{json.dumps(plain, ensure_ascii=False)}\n".encode())

    @property
    def verified(self) -> int:
        """How many bear each other out."""
        return sum(not line["why"] for line in self._lines.values())

    def __len__(self) -> int:
        return len(self._lines)


def _plain(refined: Refined) -> dict[str, Any]:
    return {
        "key": key_of(refined.draft),
        "app": refined.draft.app,
        "instruction": refined.draft.instruction,
        "parameters": [dict(p) for p in refined.draft.parameters],
        "steps": [s.to_json() for s in refined.steps],
        "conditions": [condition_to_json(c) for c in refined.conditions],
        "rounds": refined.rounds,
        "why": refined.why,
    }


def _read(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        for number, line in enumerate(read_lines(path, MAX_TEXT), start=1):
            plain = parse_json(line)
            if not isinstance(plain, dict) or not isinstance(plain.get("key"), str) or "why" not in plain:
                raise UnreadableError(f"line {number} is {shown(line[:80])}")
            if not plain["why"].startswith("skipped"):  # a model that could not be reached may be now
                yield plain["key"], plain
    except (UnreadableError, AttributeError) as e:
        raise TaskFileError(f"{path}: {e}. Expected a file that `omnigym tasks synthesize` wrote.") from None
