"""What was discovered, as a file: a JSON object a line, with a subtask and the steps that are its oracle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import DraftStep, oracle_of
from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import fault_in, parse_json, read_lines, show_value
from omnigym.foreign.limits import MAX_TEXT
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task_file import dumps_subtask, loads_subtask

__all__ = ["COLLECTION", "line_of", "read_discovered"]

#: The collection of what was discovered: it is found by its id, and no other suite is made of it.
COLLECTION = "discovered"
_STEPS = TypeAdapter(tuple[DraftStep, ...])


def line_of(subtask: Subtask, steps: tuple[DraftStep, ...]) -> str:
    """A subtask and the steps of its oracle, without the newline."""
    plain = {"subtask": json.loads(dumps_subtask(subtask)), "steps": [s.to_json() for s in steps]}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def read_discovered(path: str | Path) -> Iterator[Subtask]:
    """The subtasks of a file, with their oracles; not registered.

    Raises:
        TaskFileError: The file is missing or damaged; the message names the line.
    """
    try:
        for number, line in enumerate(read_lines(path, MAX_TEXT), start=1):
            yield _read(line, f"{path}, line {number}")
    except FileNotFoundError:
        raise TaskFileError(f"There is no file {path} of discovered subtasks.") from None
    except UnreadableError as e:
        raise TaskFileError(f"{path}: {e}. Expected a file that `omnigym tasks discover` wrote.") from None


def _read(line: str, place: str) -> Subtask:
    try:
        plain = parse_json(line)
        fault = fault_in(plain)
        if fault:
            raise UnreadableError(f"{fault[0]}: {fault[1]}")
        steps = _STEPS.validate_python(plain["steps"])
        declared = json.dumps(plain["subtask"])
    except (UnreadableError, ValidationError, KeyError, TypeError) as e:
        raise TaskFileError(f"{place}: expected a subtask and its steps, got {show_value(line[:80])} ({e}).") from None
    return replace(loads_subtask(declared, place), oracle=oracle_of(steps), collection=COLLECTION)
