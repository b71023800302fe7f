"""An episode of a run, as ``episodes.jsonl`` has it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from omnigym.errors import RecordingError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.foreign import parse_json, place_of, shown

__all__ = ["Played", "Usage", "tokens_of", "total_usage"]

#: What a model took: ``prompt_tokens``, ``completion_tokens`` and ``cost``, None where nobody knows.
Usage: TypeAlias = Mapping[str, float | None]


class _Line(BaseModel):
    """What a line has besides the record's fields."""

    model_config = ConfigDict(strict=True)

    episode: int = Field(ge=0)
    trajectory: str | None = None
    usage: dict[str, int | float | None] | None = None


@dataclass(frozen=True)
class Played:
    """An episode that has ended.

    Attributes:
        episode: Its number in the run.
        record: What came of it.
        trajectory: Its recording, relative to the run's directory; None for none.
        usage: What its agent's model took; None of an agent that tells nothing of it.
    """

    episode: int
    record: EpisodeRecord
    trajectory: str | None = None
    usage: Usage | None = None

    def to_line(self) -> str:
        """Its line, without the newline."""
        own = {"trajectory": self.trajectory, "usage": self.usage}
        return json.dumps({"episode": self.episode, **asdict(self.record), **own})

    @classmethod
    def from_line(cls, line: str, place: str) -> Played:
        """Read a line.

        Args:
            line: What `to_line` wrote.
            place: Names it in messages.

        Raises:
            RecordingError: It is none.
        """
        try:
            data: Any = parse_json(line)
            own = _Line.model_validate(data)
            return cls(own.episode, EpisodeRecord.from_plain(data), own.trajectory, own.usage)
        except ValidationError as e:
            error = e.errors(include_url=False)[0]
            problem = f"{place_of(error['loc']) or 'whole'}: {error['msg']}, got {shown(error['input'])}"
        except ValueError as e:  # UnreadableError and ConfigError are such
            problem = str(e)
        raise RecordingError(f"{place}: {problem} Remove the line, and resume the run to play it again.")


def total_usage(usages: Iterable[Usage | None]) -> dict[str, float | None] | None:
    """What was taken together, by name; None where nobody told, of the whole or of a name.

    >>> total_usage([{"prompt_tokens": 3, "cost": None}, None, {"prompt_tokens": 4, "cost": 0.5}])
    {'prompt_tokens': 7, 'cost': 0.5}
    """
    total: dict[str, float | None] | None = None
    for usage in usages:
        if usage is None:
            continue
        total = {} if total is None else total
        for name, value in usage.items():
            before = total.get(name)
            total[name] = value if before is None else before if value is None else before + value
    return total


def tokens_of(usage: Usage | None) -> int | None:
    """All tokens of a usage; None where nobody counted.

    >>> tokens_of({"prompt_tokens": 3, "completion_tokens": None, "cost": 0.5})
    3
    """
    counted = [(usage or {}).get(name) for name in ("prompt_tokens", "completion_tokens")]
    known = [int(count) for count in counted if count is not None]
    return sum(known) if known else None
