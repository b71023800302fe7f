"""OSWorld's task files: one JSON object, checked by pydantic, never executed.

OSWorld, OS-MAP, WindowsAgentArena and NeMo Gym share the format. Each adds fields of its own; these are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import fault_in, parse_json, place_in_file, place_of, read_text, show_value
from omnigym.foreign.limits import MAX_EFFECTS, MAX_SETUP_STEPS, MAX_TASK_FILE
from omnigym.tasks.schema import EffectModel

__all__ = ["INFEASIBLE", "Evaluator", "Measure", "Step", "TaskFile", "parse_task_file", "read_task_file"]

#: The function of a file whose right answer is FAIL.
INFEASIBLE = "infeasible"
_Getter = dict[str, Any]


class _Model(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)


class Step(_Model):
    """A step before the episode, or between its end and the evaluation.

    Attributes:
        type: Its kind.
        parameters: Its arguments by name.
    """

    type: str = Field(min_length=1, max_length=100)
    parameters: dict[str, Any] = {}


class Measure(NamedTuple):
    """One metric of a file.

    Attributes:
        func: Its name.
        result: The getter of what it scores; None for nothing.
        expected: The getter of what that should be; None for a metric that takes none.
        options: The metric's options.
    """

    func: str
    result: _Getter | None
    expected: _Getter | None
    options: dict[str, Any]


class Evaluator(_Model):
    """How the final state is scored: either one metric, or lists of one length."""

    postconfig: list[Step] | None = Field(default=None, max_length=MAX_SETUP_STEPS)
    func: str | list[str]
    conj: Literal["and", "or"] | None = None
    result: _Getter | list[_Getter | None] | None = None
    expected: _Getter | list[_Getter | None] | None = None
    options: dict[str, Any] | list[dict[str, Any] | None] | None = None

    @property
    def infeasible(self) -> bool:
        """Whether the task cannot be done."""
        return self.func in (INFEASIBLE, [INFEASIBLE])

    def measures(self) -> tuple[Measure, ...]:
        """The metrics with their getters; none of an infeasible task.

        Raises:
            TaskFileError: The lists are of unequal length.
        """
        if self.infeasible:
            return ()
        names = [self.func] if isinstance(self.func, str) else self.func
        if not names:
            raise TaskFileError("evaluator.func: expected the name of a metric or a list of them, got []. Add one.")
        results, expected, options = (self._each(field, len(names)) for field in ("result", "expected", "options"))
        return tuple(
            Measure(name, result or None, wanted or None, chosen or {})
            for name, result, wanted, chosen in zip(names, results, expected, options, strict=True)
        )

    def _each(self, field: str, count: int) -> list[Any]:
        """A field for each of so many metrics."""
        value = getattr(self, field)
        if value is None:
            return [None] * count
        listed = value if isinstance(value, list) else [value]
        if len(listed) != count:
            raise TaskFileError(
                f"evaluator.{field}: expected an entry for each of {count} metrics in func, got {len(listed)}. "
                "Make the lists of one length; {} stands for none."
            )
        return listed


class Extension(BaseModel):
    """The part of a task file that only omnigym reads.

    Attributes:
        effects: The changes to the user's data that the task allows; all others are side effects.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    effects: list[EffectModel] = Field(max_length=MAX_EFFECTS)


class TaskFile(_Model):
    """A task file.

    Attributes:
        id: Its name in the file; ids repeat between folders.
        instruction: The instruction for the agent.
        config: The steps before the episode.
        related_apps: The programs that it is about, by the authors' names.
        evaluator: How the final state is scored.
        level: The level of automation (OS-MAP), or "".
        snapshot: The state of the authors' machine.
        omnigym: What the published format has no place for; without it, side effects are unknown.
    """

    id: str = ""
    instruction: str = Field(min_length=1)
    config: list[Step] | None = Field(default=None, max_length=MAX_SETUP_STEPS)
    related_apps: list[str] | str | None = None
    evaluator: Evaluator
    level: str | None = None
    snapshot: str | None = None
    omnigym: Extension | None = None

    @property
    def apps(self) -> tuple[str, ...]:
        """`related_apps`, each once."""
        named = self.related_apps or ()
        return tuple(dict.fromkeys([named] if isinstance(named, str) else named))


def read_task_file(path: str | Path) -> tuple[TaskFile, Mapping[str, object]]:
    """A task file: checked, and as its JSON value.

    Raises:
        TaskFileError: It cannot be read or used; names the file, the place, what was expected and what came.
    """
    try:
        text = read_text(path, MAX_TASK_FILE)
    except FileNotFoundError:
        raise TaskFileError(f"{path}: there is no such file. Expected a task file of OSWorld.") from None
    except UnreadableError as e:
        raise TaskFileError(f"{str(path)[:200]}: cannot be read: {e}. Expected a task file of OSWorld.") from None
    return parse_task_file(text, str(path)[:200])


def parse_task_file(text: str, source: str = "task") -> tuple[TaskFile, Mapping[str, object]]:
    """A task file from its text; like `read_task_file`.

    Args:
        text: JSON.
        source: Where it is from, for messages.

    Raises:
        TaskFileError: It cannot be used.
    """
    try:
        data = parse_json(text)
    except UnreadableError as e:
        raise TaskFileError(f"{source}, {e}. Expected a task file of OSWorld.") from None
    if fault := fault_in(data):
        raise TaskFileError(f"{source}, {fault[0] or 'file'}: {fault[1]}. Change it.")
    if not isinstance(data, dict):
        raise TaskFileError(f"{source}: expected an object with instruction and evaluator, got {show_value(data)}.")
    try:
        found = TaskFile.model_validate(data)
        found.evaluator.measures()
    except ValidationError as e:
        error = e.errors(include_url=False)[0]
        place = place_of(_without_types(place_in_file(error["loc"])))
        problem = "this field is missing. Add it" if error["type"] == "missing" else error["msg"]
        got = "" if error["type"] == "missing" else f", got {show_value(error['input'])}"
        raise TaskFileError(f"{source}, {place}: {problem}{got}.") from None
    except TaskFileError as e:
        raise TaskFileError(f"{source}, {e}") from None
    return found, data


def _without_types(loc: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """A place without the plain types of a union that pydantic tried."""
    return tuple(part for part in loc if part not in ("str", "dict", "literal"))
