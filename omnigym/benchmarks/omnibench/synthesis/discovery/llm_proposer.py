"""The proposer that asks a model of language, as the paper's does (OmniBench B.1).

It is shown the app's first screen and what opens from there, examples of subtasks that there are, and the kinds of
resources; it answers JSON. Whatever it answers, nothing is believed: a draft that cannot be read or played is refused
like any other, and the log says why.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from string import Template
from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from omnigym.a11y import State
from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import Do, Draft, DraftStep
from omnigym.devices.sim.crawl import within
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import AgentError, TaskFileError, UnreadableError
from omnigym.foreign import parse_json, show_value
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.templates import fill, names_in

__all__ = ["Ask", "Asker"]

#: A question and its answer, both text; it may raise `omnigym.errors.AgentError`.
Ask: TypeAlias = Callable[[str], str]
_LOG = logging.getLogger("omnigym")
_MOST_NODES, _EXAMPLES, _MOST = 120, 6, 40
_BLOCK = re.compile(r"\[.*\]", re.DOTALL)
_PROMPT = Template("""\
You look for things that a person might ask for in the application $title, so that they can be done by a few actions and
seen in the application's data afterwards. Propose up to $most of them, as different as you can.

On its first screen there are these controls, as role and name:
$screen

Things that are asked for already (propose others):
$examples

Kinds of things that applications hand to each other: $resources

Answer with a JSON array alone. Each proposal is an object with
"instruction": one imperative sentence in which what varies stands as {name};
"parameters": two to four objects with a text for each such name; only things that are on the screen, or new texts;
"steps": an array of objects, each {"do": "click" | "double_click" | "right_click", "name": the control's name},
{"do": "type", "text": ...} or {"do": "press", "text": a key such as "enter" or "ctrl+a"}; names and texts may have
{name} in them. The application's window is in front when they begin.""")


class _StepModel(BaseModel):
    model_config = ConfigDict(extra="forbid")
    do: Do
    name: Annotated[str, Field(max_length=200)] = ""
    text: Annotated[str, Field(max_length=500)] = ""


class _DraftModel(BaseModel):
    model_config = ConfigDict(extra="ignore")
    instruction: Annotated[str, Field(min_length=8, max_length=400)]
    parameters: Annotated[list[dict[str, str]], Field(max_length=8)] = []
    steps: Annotated[list[_StepModel], Field(min_length=1, max_length=10)]


_MODEL = TypeAdapter(_DraftModel)


class Asker:
    """Proposes what a model answers.

    Args:
        ask: Asks the model.
        device: Shows the apps; it is reset.
        rounds: How often a model that answers nonsense is asked about one app.
    """

    def __init__(self, ask: Ask, device: SimDevice, rounds: int = 2) -> None:
        self._ask, self._device, self._rounds = ask, device, rounds

    def propose(self, app: str) -> Iterator[Draft]:
        """As of `omnigym.benchmarks.omnibench.synthesis.discovery.drafts.Proposer`; nothing where the model cannot be
        reached.
        """
        question = self._question(app)
        for _ in range(self._rounds):
            try:
                answer = self._ask(question)
            except AgentError as e:
                _LOG.warning("Discovery of %s is skipped: %s", app, e)
                return
            try:
                found = parse_json(match[0] if (match := _BLOCK.search(answer)) else answer)
            except UnreadableError as e:
                _LOG.warning("The model's proposals for %s are no JSON (%s): %s", app, e, show_value(answer[:200]))
                continue
            yield from self._drafts(app, found if isinstance(found, list) else [found])
            return

    def _drafts(self, app: str, found: list[object]) -> Iterator[Draft]:
        for plain in found[:_MOST]:
            try:
                model = _MODEL.validate_python(plain)
                steps = tuple([DraftStep(s.do, s.name, "", s.text) for s in model.steps])
                sets = tuple(model.parameters) or ({},)
                for values in sets:
                    fill([model.instruction, *[s.name + s.text for s in steps]], values)
            except (ValidationError, TaskFileError) as e:
                _LOG.warning("A proposal for %s is skipped: %s: %s", app, show_value(json.dumps(plain)[:200]), e)
                continue
            yield Draft(app, model.instruction, steps, sets, "model")

    def _question(self, app: str) -> str:
        device = self._device
        device.reset(0)
        device.launch(app)
        nodes = [n for n in within(device) if n.name and n.has(State.ENABLED)][:_MOST_NODES]
        subtasks = all_subtasks()
        examples = [_example(s) for s in subtasks if s.app == app and device.platform in s.platforms]
        kinds = sorted({r.kind.replace("_", " ") for s in subtasks for r in s.produces})
        return _PROMPT.substitute(
            title=device.app_title(app),
            most=_MOST,
            screen="\n".join(dict.fromkeys(f"{n.role.name.lower()} {json.dumps(n.name)}" for n in nodes)),
            examples="\n".join(examples[:_EXAMPLES]) or "none",
            resources=", ".join(kinds),
        )


def _example(subtask: Subtask) -> str:
    values = {name: f"{{{name}}}" for name in names_in(subtask.instruction)}
    return f"- {fill(subtask.instruction, values)}"
