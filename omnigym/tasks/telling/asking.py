"""The reader that asks a model of language, as the paper's validator does (OmniBench B.4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from string import Template
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from omnigym.errors import ModelAnswerError, UnreadableError
from omnigym.foreign import parse_json, shown
from omnigym.foreign.limits import MAX_EDGES
from omnigym.tasks.binding import BoundNode
from omnigym.tasks.telling.reading import Reading

__all__ = ["Ask", "ModelReader"]

#: A question and its answer, both text; it may raise `omnigym.errors.AgentError`.
Ask: TypeAlias = Callable[[str], str]
_BLOCK = re.compile(r"\[.*\]", re.DOTALL)
_PAIRS = TypeAdapter(Annotated[list[tuple[int, int]], Field(max_length=MAX_EDGES)])
_PROMPT = Template("""\
Here is the instruction of a task, and a list of the steps that it consists of, in no order. Read in the instruction
which steps have to wait for which others. Say only what the instruction says.

Instruction: $text

Steps:
$steps

Answer with a JSON array alone: a pair [a, b] of the steps' numbers for each step b that waits for a step a, such as
[[2, 1], [1, 3]], or [] if none waits. If the instruction does not speak of a step n at all, add the pair [n, n].""")


class ModelReader:
    """Has a model infer what waits for what from the text and the unordered subtasks alone.

    Args:
        ask: Asks the model.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def read(self, text: str, nodes: Mapping[str, BoundNode]) -> Reading:
        """As of `omnigym.tasks.telling.reading.Reader`.

        Raises:
            AgentError: The model cannot be asked.
            ModelAnswerError: What it answered is no list of pairs of the steps' numbers.
        """
        ids = list(nodes)
        steps = "\n".join(f"{n}. {nodes[i].instruction}" for n, i in enumerate(ids, 1))
        answer = self._ask(_PROMPT.substitute(text=text, steps=steps))
        try:
            pairs = _PAIRS.validate_python(parse_json(found[0] if (found := _BLOCK.search(answer)) else answer))
        except (UnreadableError, ValidationError):
            pairs = [(0, 0)]
        if any(not 1 <= n <= len(ids) for pair in pairs for n in pair):
            raise ModelAnswerError(
                f"Expected a JSON array of pairs of the numbers 1 to {len(ids)}, the model answered "
                f"{shown(answer[:200])}. Ask another model."
            )
        edges = frozenset((ids[a - 1], ids[b - 1]) for a, b in pairs if a != b)
        return Reading(edges, tuple(sorted({ids[a - 1] for a, b in pairs if a == b})))
