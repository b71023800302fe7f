"""The writer that asks a model of language, for the trajectory and for the check (OmniBench B.2, E.1, E.2)."""

from __future__ import annotations

import json
import re
from string import Template
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from omnigym.a11y import State
from omnigym.benchmarks.omnibench.evaluation import APIS, GETTERS, parse_evaluation
from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import Do, Draft, DraftStep
from omnigym.benchmarks.omnibench.synthesis.discovery.grounding import DraftRefusal
from omnigym.benchmarks.omnibench.synthesis.discovery.llm_proposer import Ask
from omnigym.benchmarks.omnibench.synthesis.refining.judging import Feedback
from omnigym.devices.sim.crawl import within
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import TaskFileError, UnreadableError
from omnigym.evaluation.condition import Condition
from omnigym.foreign import parse_json, show_value
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.templates import fill

__all__ = ["ModelFunctionWriter"]

_MOST_NODES = 120
_BLOCK = re.compile(r"\[.*\]", re.DOTALL)
_FUNCTION = re.compile(r"^def .*", re.DOTALL | re.MULTILINE)
_STEPS = Template("""\
In the application $title somebody is asked: $instruction
What stands in braces varies; examples: $examples

Its first screen has these controls, as role and name:
$screen

Say by which actions it is done, from that screen on. Answer with a JSON array alone of objects
{"do": "click" | "double_click" | "right_click", "name": the control's name}, {"do": "type", "text": ...} or
{"do": "press", "text": a key such as "enter" or "ctrl+a"}; names and texts may have {name} of what varies in them.
$feedback""")
_CHECK = Template("""\
In the application $title somebody is asked: $instruction
Write a Python function that tells whether it was done. Its parameters are: $parameters. It may call only
$apis
and has this form alone: for each condition, in the order in which they come about,
`if not check_...(...): return EvalResult(False, message, n/N)`, at the end `return EvalResult(True, message, N/N)`.
The two that begin with get_ give a text to compare by `!=`. It must fail where nothing was done, and where somebody did
something else. An agent did it by: $steps
Answer with the function alone.
$feedback""")
_TOLD = Template("""
The last attempt was wrong, as follows. Mend it.
$message""")


class _StepModel(BaseModel):
    model_config = ConfigDict(extra="forbid")
    do: Do
    name: Annotated[str, Field(max_length=200)] = ""
    text: Annotated[str, Field(max_length=500)] = ""


_MODEL = TypeAdapter(Annotated[list[_StepModel], Field(min_length=1, max_length=12)])


class ModelFunctionWriter:
    """Writes what a model answers; what is wrong with that is told to it in the next round.

    Args:
        ask: Asks the model.
        device: Shows the apps; it is reset.
    """

    def __init__(self, ask: Ask, device: SimDevice) -> None:
        self._ask, self._device = ask, device
        self._steps: tuple[DraftStep, ...] = ()

    def steps(self, draft: Draft, feedback: Feedback | None) -> tuple[DraftStep, ...]:
        """As of `omnigym.benchmarks.omnibench.synthesis.refining.refining.FunctionWriter`; first those of the
        draft, if it has any.
        """
        if feedback is None and draft.steps:
            self._steps = draft.steps
            return draft.steps
        answer = self._ask(
            _STEPS.substitute(
                title=self._device.app_title(draft.app),
                instruction=draft.instruction,
                examples=json.dumps([dict(values) for values in draft.parameters], ensure_ascii=False),
                screen=self._screen(draft.app),
                feedback=_told(feedback),
            )
        )
        try:
            found = _MODEL.validate_python(parse_json(match[0] if (match := _BLOCK.search(answer)) else answer))
            steps = tuple([DraftStep(s.do, s.name, "", s.text) for s in found])
            fill([s.name + s.text for s in steps], draft.parameters[0])
        except (UnreadableError, ValidationError, TaskFileError) as e:
            raise DraftRefusal(f"The steps cannot be read: {e}. The answer was {show_value(answer[:200])}.") from None
        self._steps = steps
        return steps

    def conditions(self, subtask: Subtask, feedback: Feedback | None) -> tuple[Condition, ...]:
        """As of `omnigym.benchmarks.omnibench.synthesis.refining.refining.FunctionWriter`."""
        names = [
            f"{name}() -> str" if name in GETTERS else f"{name}({', '.join(p)}) -> bool" for name, p in APIS.items()
        ]
        answer = self._ask(
            _CHECK.substitute(
                title=self._device.app_title(subtask.app),
                instruction=subtask.instruction,
                parameters=", ".join(subtask.parameters[0]) or "none",
                apis=", ".join(names),
                steps=json.dumps([s.to_json() for s in self._steps], ensure_ascii=False),
                feedback=_told(feedback),
            )
        )
        match = _FUNCTION.search(answer.replace("```", ""))
        try:
            conditions = parse_evaluation(match[0] if match else answer, "The evaluation function")
            fill([repr(c) for c in conditions], subtask.parameters[0])
        except TaskFileError as e:
            raise DraftRefusal(str(e)) from None
        return conditions

    def _screen(self, app: str) -> str:
        self._device.reset(0)
        self._device.launch(app)
        nodes = [n for n in within(self._device) if n.name and n.has(State.ENABLED)][:_MOST_NODES]
        return "\n".join(dict.fromkeys(f"{n.role.name.lower()} {json.dumps(n.name)}" for n in nodes))


def _told(feedback: Feedback | None) -> str:
    return "" if feedback is None else _TOLD.substitute(message=feedback.message)
