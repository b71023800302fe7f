"""Rollouts for trainers of language models: one JSON line per rollout, with groups and trees of them in one file.

```python
with RolloutWriter("rollouts.jsonl") as writer:
    writer.write(record)
for record in read_rollouts("rollouts.jsonl"):
    ...
```

A **rollout** is what an agent said and did from a moment on, and what that earned. Rollouts that began at the same
moment are a **group**; their advantages are against each other. One that began in the middle of another has that one as
its ``parent``, and ``at`` says after how many of the parent's own steps: so a file holds trees, a parent's line before
its children's. `steps_of` gives all steps from the root on.

The lines are UTF-8, each a `RolloutRecord`. Those of another version are refused; fields that are not known are left
out. A line that lacks its newline is what a killed process left behind, and is passed over.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field, FiniteFloat, TypeAdapter, ValidationError

from omnigym.actions import Action, from_json
from omnigym.errors import ActionError, ConfigError, RecordingError, UnreadableError
from omnigym.foreign import append_to, fault_in, parse_json, place_of, show_value, sound_text
from omnigym.foreign.limits import MAX_LINE

__all__ = [
    "FORMAT",
    "Message",
    "RolloutRecord",
    "RolloutStep",
    "RolloutWriter",
    "ToolCall",
    "Turn",
    "read_rollouts",
    "steps_of",
]

FORMAT = "omnigym-rollouts/1"

_Count: TypeAlias = Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call in a message.

    Attributes:
        name, arguments: As the model said them; the arguments are JSON, or should be.
        id: By which a message of the role "tool" tells its result.
    """

    name: str
    arguments: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a conversation.

    Attributes:
        role: Who says it.
        content: The text.
        image: Path of a picture that is seen with it, relative to the file; None for none.
        calls: What an assistant calls.
        call_id: Of the role "tool", the `ToolCall.id` whose result it is.
        reasoning: What an assistant thought before, where the endpoint tells.
    """

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    image: str | None = None
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    reasoning: str = ""

    @property
    def whole(self) -> str:
        """The text, with the calls as further lines."""
        return "\n".join(filter(None, (self.content, *[f"{c.name}({c.arguments})" for c in self.calls])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The messages of one step.

    Attributes:
        messages: The messages since the step before, in order; a whole conversation is those of all steps.
        token_ids: The tokens that the model gave; None where nobody knows.
        logprobs: The logarithm of the probability of each, when it was drawn; None where nobody knows. An endpoint may
            tell these and no ids.
        prompt_token_ids: The tokens of the whole prompt, all messages before among them; None where nobody knows.
        prompt_tokens, completion_tokens: How many there were, as the endpoint counts them; 0 where no model was asked.

    Raises:
        ConfigError: There are log-probabilities of other tokens.
    """

    messages: tuple[Message, ...] = ()
    token_ids: tuple[_Count, ...] | None = None
    logprobs: tuple[FiniteFloat, ...] | None = None
    prompt_token_ids: tuple[_Count, ...] | None = None
    prompt_tokens: _Count = 0
    completion_tokens: _Count = 0

    def __post_init__(self) -> None:
        if self.logprobs is not None and self.token_ids is not None and len(self.logprobs) != len(self.token_ids):
            raise ConfigError(f"Expected a logprob for each token, got {len(self.logprobs)}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutStep(Turn):
    """A step: its messages, its actions, its reward.

    Attributes:
        actions: The exact actions (`omnigym.actions.to_json`), in order: several where a wrapper made several of one.
        reward: What the environment paid.
        completed: The nodes that the step completed, each with its weight in the task's graph.
        advantage: How much better the step was for the nodes that it worked for than those of the siblings; None where
            there are none.
    """

    actions: tuple[Mapping[str, Any], ...]
    reward: FiniteFloat
    completed: Mapping[str, FiniteFloat]
    advantage: FiniteFloat | None = None

    def decoded(self) -> tuple[Action, ...]:
        """Return the actions as values.

        Raises:
            ActionError: One is none.
        """
        try:
            return tuple([from_json(dict(action)) for action in self.actions])
        except (LookupError, ValueError, TypeError, OverflowError) as e:
            raise ActionError(f"Expected an action, got one with wrong fields: {show_value(str(e))}") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutRecord:
    """A rollout, as one line.

    Attributes:
        format: The version of the format.
        id: Unique in the file.
        group: The same of all rollouts that began at the same moment.
        parent: Id of the rollout in whose middle it began; None at the start of a task.
        at: After so many of the parent's own steps; 0 without a parent.
        task_id, instruction: The task.
        seed: Of the reset at the start of the tree.
        agent: Its name.
        steps: Those of its own; see `steps_of`.
        reward: The sum of what these earned.
        coverage: The Coverage Rate at the end, in [0, 1], with what was done before it began.
        end_reason: Why the episode ended (`omnigym.envs.episode.EndReason`); None where it was cut off.
        is_success: Whether it ended in success.
        unscored: Whether it tells nothing about the agent, as the device failed: leave it out.
        collateral: The user's data that was damaged, a text for each; None where nobody looked.
        advantage: How much better its reward is than its siblings'; None where there are none.
        problem: Of an unscored one, what failed.

    Raises:
        ConfigError: It begins in the middle of nothing.
    """

    format: Literal["omnigym-rollouts/1"] = "omnigym-rollouts/1"
    id: str
    group: str
    parent: str | None = None
    at: _Count = 0
    task_id: str
    instruction: str
    seed: int | None = None
    agent: str = ""
    steps: tuple[RolloutStep, ...] = ()
    reward: FiniteFloat = 0.0
    coverage: Annotated[float, Field(ge=0.0, le=1.0)] = 0.0
    end_reason: str | None = None
    is_success: bool = False
    unscored: bool = False
    collateral: tuple[str, ...] | None = None
    advantage: FiniteFloat | None = None
    problem: str = ""

    def __post_init__(self) -> None:
        if self.at and self.parent is None:
            raise ConfigError(f"A rollout without a parent begins at step 0, got {self.at}.")

    def to_json(self) -> str:
        """Return the line, without its newline. Halves of UTF-16 pairs, which no file can hold, are replaced.

        Raises:
            ConfigError: Something in it is no JSON, or not of its type.
        """
        try:
            text = sound_text(json.dumps(asdict(self), ensure_ascii=False, allow_nan=False))
        except (ValueError, TypeError, RecursionError) as e:
            raise ConfigError(f"The rollout {show_value(self.id)} cannot be written: {e}.") from None
        self.from_json(text)  # what is written can be read
        return text

    @classmethod
    def from_json(cls, text: str) -> RolloutRecord:
        """Return the record of a line.

        Raises:
            ConfigError: It is none; the message is a clause with the place.
        """
        try:
            data = parse_json(text)
            fault = fault_in(data)
            if fault is not None:
                raise ConfigError(": ".join(filter(None, fault)))
            # validated as JSON, because only then strict mode accepts lists for tuples
            record = _adapter().validate_json(text, strict=True)
            for n, step in enumerate(record.steps):
                try:
                    step.decoded()
                except ActionError as e:
                    raise ConfigError(f"steps[{n}].actions: {show_value(str(e))}") from None
        except UnreadableError as e:
            raise ConfigError(str(e)) from None
        except ValidationError as e:
            error = e.errors(include_url=False, include_context=False)[0]
            place = place_of(error["loc"]) or "line"
            raise ConfigError(f"{place}: {error['msg']}, got {show_value(error['input'])}") from None
        return record


@cache
def _adapter() -> TypeAdapter[RolloutRecord]:
    return TypeAdapter(RolloutRecord)


class RolloutWriter:
    """A writer of rollouts to a file, with one writer per file.

    A line counts once it ends in a newline, and is then on its way to the disk: a kill loses none of those. What a
    killed process left of a line is cut off.

    Args:
        path: The file; made, with the directories above it.

    Raises:
        RecordingError: It cannot be written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = append_to(self.path)
            self._file.truncate(_whole(self.path))
        except (OSError, ValueError) as e:  # the latter for a path with a NUL in it
            raise self._error(e) from e

    def write(self, record: RolloutRecord) -> None:
        """Append a rollout.

        Raises:
            RecordingError: It cannot be written; those before it are intact.
            ConfigError: It is none that can be read again.
        """
        line = record.to_json().encode() + b"\n"
        if len(line) > MAX_LINE:
            raise RecordingError(f"A line of {self.path} has at most {MAX_LINE:,} bytes, got {len(line):,}.")
        try:
            self._file.write(line)
            self._file.flush()
        except (OSError, ValueError) as e:  # the latter where it was closed
            raise self._error(e) from e

    def close(self) -> None:
        """Close the file; may be called twice.

        Raises:
            RecordingError: What was written last cannot be kept.
        """
        try:
            self._file.close()
        except OSError as e:
            raise self._error(e) from e

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None) -> None:
        if e is None:
            self.close()
            return
        with suppress(RecordingError):  # closing fails for the same reason once more, such as a full disk
            self.close()

    def _error(self, e: Exception) -> RecordingError:
        why = (e.strerror if isinstance(e, OSError) else None) or e
        return RecordingError(
            f"Cannot write rollouts to {self.path}: {why}. The lines before are intact: make room, or name a new file."
        )


def _whole(path: Path) -> int:
    """The bytes of a file's complete lines."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - (1 << 16))
            file.seek(start)
            found = file.read(end - start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            end = start
    return 0


def read_rollouts(path: str | Path) -> Iterator[RolloutRecord]:
    """Yield the rollouts of a file, up to its last complete line, in order; one at a time is in memory.

    Raises:
        RecordingError: The file cannot be read, or a line is none of this version's rollouts, or is a second one of an
            id; names the line.
    """
    path = Path(path)
    try:
        file = path.open("rb")
    except (OSError, ValueError) as e:
        why = (e.strerror if isinstance(e, OSError) else None) or e
        raise RecordingError(f"{path} cannot be read: {why}. Expected a file of {FORMAT}.") from None
    known: set[str] = set()
    with file:
        for number, line in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
            if not line.endswith(b"\n"):
                if len(line) <= MAX_LINE:
                    return  # it was being written when all ended
                raise RecordingError(f"{path}, line {number}: a line has at most {MAX_LINE:,} bytes.")
            try:
                record = RolloutRecord.from_json(line.decode())
                if record.id in known:
                    raise ConfigError(f"id: {show_value(record.id)} is another rollout's, too")
            except (ConfigError, UnicodeDecodeError) as e:
                raise RecordingError(f"{path}, line {number}: {e}. Leave this line out to read the others.") from None
            known.add(record.id)
            yield record


def steps_of(record: RolloutRecord, known: Mapping[str, RolloutRecord]) -> tuple[RolloutStep, ...]:
    """Return all steps from the start of the task, beginning with those of the rollouts in whose middle it began.

    Args:
        record: The rollout.
        known: Its parents by id.

    Raises:
        RecordingError: A parent is missing, has fewer steps, or is its own.
    """
    steps, seen = record.steps, {record.id}
    while record.parent is not None:
        parent = known.get(record.parent)
        if parent is None or parent.id in seen or len(parent.steps) < record.at:
            raise RecordingError(
                f"The rollout {show_value(record.id)} goes on from {show_value(record.parent)}, which is not so."
            )
        steps, record = (*parent.steps[: record.at], *steps), parent
        seen.add(record.id)
    return steps
