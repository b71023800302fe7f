"""Writers of instructions, the grammar and a language model, and the loop until a reader understands the text."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from string import Template
from typing import Annotated, Protocol, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from omnigym.errors import ModelAnswerError, TaskFileError, UnreadableError
from omnigym.evaluation.dag import Dag
from omnigym.foreign import parse_json, show_value
from omnigym.foreign.limits import MAX_EDGES
from omnigym.tasks.instruction_styles.reading import InstructionReader, ReadInstruction, consistency
from omnigym.tasks.instructions import write_instruction
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.task import Task

__all__ = ["ROUNDS", "Ask", "GrammarWriter", "ModelReader", "ModelWriter", "Writer", "write_validated"]


# -- the reader that asks a model of language, as the paper's validator does (OmniBench B.4) --------------------------

#: A question and its answer, both text; it may raise `omnigym.errors.AgentError`.
Ask: TypeAlias = Callable[[str], str]
_BLOCK = re.compile(r"\[.*\]", re.DOTALL)
_PAIRS = TypeAdapter(Annotated[list[tuple[int, int]], Field(max_length=MAX_EDGES)])
_ASKING_PROMPT = Template("""\
Here is the instruction of a task, and a list of the steps that it consists of, in no order. Read in the instruction
which steps have to wait for which others. Say only what the instruction says.

Instruction: $text

Steps:
$steps

Answer with a JSON array alone: a pair [a, b] of the steps' numbers for each step b that waits for a step a, such as
[[2, 1], [1, 3]], or [] if none waits. If the instruction does not speak of a step n at all, add the pair [n, n].""")


class ModelReader:
    """Lets a model infer the dependencies from the text and the unordered subtasks alone.

    Args:
        ask: Asks the model.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def read(self, text: str, nodes: Mapping[str, BoundNode]) -> ReadInstruction:
        """Return the dependencies, as `omnigym.tasks.instruction_styles.reading.InstructionReader.read`.

        Raises:
            AgentError: The model cannot be asked.
            ModelAnswerError: What it answered is no list of pairs of the steps' numbers.
        """
        ids = list(nodes)
        steps = "\n".join(f"{n}. {nodes[i].instruction}" for n, i in enumerate(ids, 1))
        answer = self._ask(_ASKING_PROMPT.substitute(text=text, steps=steps))
        try:
            pairs = _PAIRS.validate_python(parse_json(found[0] if (found := _BLOCK.search(answer)) else answer))
        except (UnreadableError, ValidationError):
            pairs = [(0, 0)]
        if any(not 1 <= n <= len(ids) for pair in pairs for n in pair):
            raise ModelAnswerError(
                f"Expected a JSON array of pairs of the numbers 1 to {len(ids)}, the model answered "
                f"{show_value(answer[:200])}. Ask another model."
            )
        edges = frozenset((ids[a - 1], ids[b - 1]) for a, b in pairs if a != b)
        return ReadInstruction(edges, tuple(sorted({ids[a - 1] for a, b in pairs if a == b})))


# -- writers ----------------------------------------------------------------------------------------------------------

_LOG = logging.getLogger("omnigym")
#: The most characters of an instruction that a model writes, and the most rounds of mending it.
_MOST, ROUNDS = 4000, 3
_PROMPT = Template("""\
Write the instruction of a task for somebody at a computer: one text that tells all of the steps below, as a person
would ask for them, in a few sentences. Keep every name, number and quoted text exactly as it is. Say which steps have
to wait for which others, and for no step that it waits if it need not.

Steps:
$steps

What waits for what:
$edges
$complaint
Answer with the text of the instruction alone.""")


class Writer(Protocol):
    """Writes one text for a graph of subtasks."""

    def write(self, nodes: Mapping[str, BoundNode], dag: Dag, complaint: str = "") -> str:
        """Return the instruction.

        Args:
            nodes: The nodes by id.
            dag: The graph.
            complaint: What was wrong with the text that it wrote before.

        Raises:
            AgentError: What the writer runs on fails, or answers nonsense.
        """
        ...


class GrammarWriter:
    """Writes like `omnigym.tasks.instructions`, always the same."""

    def write(self, nodes: Mapping[str, BoundNode], dag: Dag, complaint: str = "") -> str:  # noqa: ARG002 - it never errs
        """Return the instruction, as `Writer.write`."""
        return write_instruction(nodes, dag)


class ModelWriter:
    """Lets a language model write, as in the paper.

    Args:
        ask: Asks the model.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def write(self, nodes: Mapping[str, BoundNode], dag: Dag, complaint: str = "") -> str:
        """Return the instruction, as `Writer.write`."""
        text = " ".join(self._ask(_question(nodes, dag, complaint)).split())
        if not text or len(text) > _MOST:
            raise ModelAnswerError(
                f"Expected an instruction of 1 to {_MOST} characters, the model wrote {len(text)}: "
                f"{show_value(text[:80])}. "
                "Ask another model."
            )
        return text


def _question(nodes: Mapping[str, BoundNode], dag: Dag, complaint: str) -> str:
    return _PROMPT.substitute(
        steps="\n".join(f"{i}. {nodes[i].instruction}" for i in dag.ids),
        edges="\n".join(f"Step {b} waits for step {a}." for a, b in dag.edges) or "No step waits for another one.",
        complaint=f"\nThe text that you wrote before was wrong: {complaint}\n" if complaint else "",
    )


def write_validated(task: Task, writer: Writer, reader: InstructionReader, rounds: int = ROUNDS) -> Task:
    """Return the task with an instruction that a writer wrote and a reader understood: the paper's validation loop.

    Args:
        task: The task; its graph is told.
        writer: Writes.
        reader: Reads, and sees no graph.
        rounds: How often it is written before it is given up.

    Raises:
        TaskFileError: No text told the graph; says what is wrong with the last one.
        AgentError: What writer or reader run on fails, or still answers nonsense in the last round.
    """
    complaint = ""
    for left in reversed(range(rounds)):
        try:
            told = replace(task, instruction=writer.write(task.bound, task.dag, complaint))
            found = consistency(told, reader)
        except ModelAnswerError as e:
            if not left:
                raise
            _LOG.warning("The instruction of %s is written again: %s", task.id, e)
            continue
        if found.holds:
            return told
        complaint = found.complaint
        _LOG.info("The instruction of %s is written again: %s", task.id, complaint)
    raise TaskFileError(
        f"The task {task.id!r} has no instruction that tells its graph, after {rounds} rounds: {complaint} Ask another "
        "model, or take the grammar's."
    )
