"""Instructions keep the graph: what waits for what can be read back from the text alone (OmniBench B.4)."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from omnigym.errors import ConfigError
from omnigym.tasks.compose import compose
from omnigym.tasks.shapes import shape
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task
from omnigym.tasks.wording import gerund

_GROUP = {"both": 2, "all three": 3, "all four": 4, "all five": 5}


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Move 'a' to B.", "moving 'a' to B"),
        ("Copy everything and paste it.", "copying everything and pasting it"),
        ("Cut the file.", "cutting the file"),
        ("Drag it onto the bin.", "dragging it onto the bin"),
        ("See the file.", "seeing the file"),
        ("In Word, write 'a'. Save it as b.", "writing 'a' and saving it as b in Word"),
    ],
)
def test_a_sentence_as_what_one_has_been_doing(sentence: str, said: str) -> None:
    assert gerund(sentence) == said


def edges_told(task: Task) -> set[tuple[str, str]]:
    """The edges that a reader of the instruction infers, given the sentences of the nodes."""
    text, told, edges = task.instruction, list[str](), set[tuple[str, str]]()
    named = ""
    left = {i: b.instruction for i, b in task.bound.items()}
    while left:
        found = {i: m for i, s in left.items() if (m := re.search(re.escape(s[1:]), text))}
        node = min(found, key=lambda i: found[i].start())
        opening, text = text[: found[node].start()], text[found[node].end() :]
        if opening.strip().startswith("Then"):
            edges.add((told[-1], node))
        elif once := re.search(r"Once (.+?) are done", opening):
            edges |= {(t, node) for t in told[-_GROUP[once[1]] :]}
        elif "After the same step" in opening:
            edges.add((named, node))
        elif "After" in opening:
            done = {t: re.escape(gerund(task.bound[t].instruction)) for t in told}
            edges |= {(t, node) for t in told if re.search(f" {done[t]}(,| and )", opening)}
            named = next(t for t, after in edges if after == node)
        told.append(node)
        del left[node]
    return edges


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(["chain", "fork", "join", "diamond", "ladder"]),
    st.integers(5, 8),
    st.integers(2, 3),
    st.integers(0, 10**6),
)
def test_the_dependencies_can_be_read_from_the_instruction(
    pool: tuple[Subtask, ...], name: str, nodes: int, branches: int, seed: int
) -> None:
    try:
        task = compose(shape(name, nodes, branches), seed=seed, subtasks=pool)
    except ConfigError:
        assume(False)
    assert edges_told(task) == set(task.edges), task.instruction


def test_what_was_just_named_is_not_named_again(pool: tuple[Subtask, ...]) -> None:
    task = compose(shape("fork", 5, 4), seed=0, subtasks=pool)
    assert task.instruction.count("After the same step, ") == 2
    assert edges_told(task) == set(task.edges), task.instruction
