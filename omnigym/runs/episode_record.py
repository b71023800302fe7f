"""An episode of a run, as a line of ``episodes.jsonl``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from omnigym.errors import RecordingError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.foreign import parse_json, place_of, show_value

__all__ = ["EpisodeLine", "Usage", "tokens_of", "total_usage"]

#: What a model took: ``prompt_tokens``, ``completion_tokens`` and ``cost``, None where nobody knows.
Usage: TypeAlias = Mapping[str, float | None]


class _Line(BaseModel):
    """What a line has besides the record's fields."""

    model_config = ConfigDict(strict=True)

    episode: int = Field(ge=0)
    trajectory: str | None = None
    usage: dict[str, int | float | None] | None = None


@dataclass(frozen=True)
class EpisodeLine:
    """An ended episode.

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
        """Return the episode as a line, without the newline."""
        own = {"trajectory": self.trajectory, "usage": self.usage}
        return json.dumps({"episode": self.episode, **asdict(self.record), **own})

    @classmethod
    def from_line(cls, line: str, place: str) -> EpisodeLine:
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
            problem = f"{place_of(error['loc']) or 'whole'}: {error['msg']}, got {show_value(error['input'])}"
        except ValueError as e:  # UnreadableError and ConfigError are such
            problem = str(e)
        raise RecordingError(f"{place}: {problem} Remove the line, and resume the run to play it again.")


def total_usage(usages: Iterable[Usage | None]) -> dict[str, float | None] | None:
    """Return the total usage, by name; None for a name, or altogether, if no episode logged it.

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
    """Return all tokens of a usage; None if no tokens were counted.

    >>> tokens_of({"prompt_tokens": 3, "completion_tokens": None, "cost": 0.5})
    3
    """
    counted = [(usage or {}).get(name) for name in ("prompt_tokens", "completion_tokens")]
    known = [int(count) for count in counted if count is not None]
    return sum(known) if known else None
