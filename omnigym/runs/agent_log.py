"""The log of an agent's steps: ``agent.jsonl`` beside a recording, line n before step n."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from omnigym.errors import RecordingError, UnreadableError
from omnigym.foreign import append_to, parse_json, place_of, read_text, show_value
from omnigym.foreign.limits import MAX_RECORD

__all__ = ["AGENT_LOG", "read_agent_log", "write_agent_log"]

#: The file of a recording with the agent's log.
AGENT_LOG = "agent.jsonl"

_Box: TypeAlias = Annotated[list[FiniteFloat], Field(min_length=4, max_length=4)]


class _Message(BaseModel):
    """A message to the model, or one of its own."""

    model_config = ConfigDict(extra="ignore", strict=True)

    role: str = ""
    content: str = ""
    pictures: int = 0


class _Line(BaseModel):
    """A line. Of what is not known here nothing is said."""

    model_config = ConfigDict(extra="ignore", strict=True)

    thought: str = ""
    raw: str = ""
    error: str = ""
    retries: int = 0
    queued: int = 0
    seconds: FiniteFloat | None = None
    usage: dict[str, FiniteFloat | None] = {}
    finish_reason: dict[str, str | None] = {}
    marks: dict[str, _Box] = {}
    marks_on: dict[str, str] = {}
    messages: list[_Message] = []


def write_agent_log(path: Path, fields: Mapping[str, object]) -> None:
    """Add a step's line, before the step is made.

    Args:
        path: The file, which is made with its first line.
        fields: As of `omnigym.baselines.agent.Tells`; what is no JSON is written as text.

    Raises:
        RecordingError: It cannot be written.
    """
    try:
        with append_to(path) as file:
            file.write(f"{json.dumps(fields, default=str)}\n".encode())
    except OSError as e:
        raise RecordingError(f"Cannot write {path}: {e.strerror}. Free space, and resume the run.") from e


def read_agent_log(path: Path) -> list[Mapping[str, object]]:
    """Return the fields of each step, {} where there are none; an unfinished last line is passed over.

    Raises:
        RecordingError: The file is damaged; names the line.
    """
    try:
        text = read_text(path, MAX_RECORD)
    except FileNotFoundError:
        return []
    except UnreadableError as e:
        raise RecordingError(f"{path}: {e}. Remove it to see the episode without the agent's log.") from None
    lines: list[Mapping[str, object]] = []
    for number, line in enumerate(text.split("\n")[:-1], 1):
        try:
            lines.append(_Line.model_validate(parse_json(line) or {}).model_dump(exclude_defaults=True))
        except UnreadableError as e:
            raise RecordingError(f"{path}, line {number}: {e}. Remove it to see the rest.") from None
        except ValidationError as e:
            error = e.errors(include_url=False)[0]
            where = place_of(error["loc"]) or "line"
            raise RecordingError(
                f"{path}, line {number}, {where}: {error['msg']}, got {show_value(error['input'])}. Mend the line."
            ) from None
    return lines
