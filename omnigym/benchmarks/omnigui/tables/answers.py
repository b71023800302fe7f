"""Answers of an agent to annotated steps: JSON Lines of ``{"id": ..., "step": ..., "answer": ...}``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from omnigym.benchmarks.omnigui.rows import read_rows
from omnigym.codecs.omnigui import OmniGUIAction, read_omnigui
from omnigym.errors import ActionError, ConfigError, UnreadableError
from omnigym.foreign import shown

__all__ = ["StepAnswer", "read_answers"]


@dataclass(frozen=True)
class StepAnswer:
    """An answer to a step.

    Attributes:
        id: The episode's id.
        step: The step's index, from 0.
        answer: As the agent said it: a text, a JSON object, or None for nothing.
        error: Why there is no answer though the agent may have had one, such as a lost connection; "" if there is one.
        inputs: What was given: "I+A+V" and the like; "" if it is not known.
        instruction: How the goal was given: "text" or "spoken"; "" if it is not known.
    """

    id: str
    step: int
    answer: object = None
    error: str = ""
    inputs: str = ""
    instruction: str = ""

    def read(self) -> OmniGUIAction | None:
        """The action in it; None if none can be read, which is a wrong answer."""
        try:
            return read_omnigui(self.answer)
        except ActionError:
            return None

    def row(self) -> dict[str, Any]:
        """As a line has it."""
        said = {"error": self.error} if self.error else {"answer": self.answer}
        return {"id": self.id, "step": self.step, **said, "inputs": self.inputs, "instruction": self.instruction}


def read_answers(path: Path) -> Mapping[tuple[str, int], StepAnswer]:
    """The answers in a file, by id and step; an answer replaces an error before it.

    Raises:
        ConfigError: There is no such file, it holds anything else, or a step is answered twice.
    """
    try:
        rows = read_rows(path).rows
    except FileNotFoundError:
        raise ConfigError(f"There is no file {path} of answers.") from None
    except UnreadableError as e:
        raise ConfigError(f'{e} Expected lines such as {{"id": "T0540", "step": 0, "answer": ...}}.') from None
    found: dict[tuple[str, int], StepAnswer] = {}
    for number, row in enumerate(rows, 1):
        name, step, error = row.get("id"), row.get("step"), row.get("error", "")
        wrong = not isinstance(name, str) or type(step) is not int or not isinstance(error, str)
        if wrong or ("answer" in row) == bool(error):
            raise ConfigError(
                f"{path}, row {number}: expected an id, a step from 0, and an answer or an error, got {shown(row)}."
            )
        before = found.get((str(name), int(str(step))))
        if before is not None and not before.error:
            raise ConfigError(f"{path}, row {number}: step {step} of {name} is answered twice.")
        about = [str(row.get(key, "")) for key in ("inputs", "instruction")]
        found[str(name), int(str(step))] = StepAnswer(str(name), int(str(step)), row.get("answer"), error, *about)
    return found
