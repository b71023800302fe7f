"""Instructions keep the graph: what waits for what can be read back from the text alone (OmniBench B.4)."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from omnigym.benchmarks.composed import composed_suite
from omnigym.errors import ConfigError
from omnigym.evaluation.dag import Dag
from omnigym.tasks._phrases import gerund
from omnigym.tasks.complexity import shape
from omnigym.tasks.compose import compose
from omnigym.tasks.instruction_styles.reading import TextReader
from omnigym.tasks.instructions import write_instruction
from omnigym.tasks.node_binding import bind_node
from omnigym.tasks.subtask import Condition, Need, Resource, Subtask
from omnigym.tasks.task import Task


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Move 'a' to B.", "moving 'a' to B"),
        ("Copy everything and paste it.", "copying everything and pasting it"),
        ("Cut the file.", "cutting the file"),
        ("Drag it onto the bin.", "dragging it onto the bin"),
        ("See the file.", "seeing the file"),
        ("Crop the picture, and save.", "cropping the picture"),
        ("E-mail a.txt to Tom. Use the subject 'b'.", "e-mailing a.txt to Tom and using the subject 'b'"),
        ("In Word, write 'a'. Save it as b.", "writing 'a' and saving it as b"),
        ("With the calculator, work out 1 + 2.", "working out 1 + 2"),
        ("In the text file a, change b and save it.", "changing b in the text file a and saving it"),
    ],
)
def test_a_sentence_as_what_one_has_been_doing(sentence: str, said: str) -> None:
    assert gerund(sentence) == said


def edges_told(task: Task) -> set[tuple[str, str]]:
    """The edges that a reader of the instruction infers, given the sentences of the nodes."""
    return set(TextReader().read(task.instruction, task.bound).edges)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["chain", "fork", "join", "diamond", "ladder"]),
    st.integers(5, 10),
    st.integers(2, 4),
    st.integers(0, 10**6),
)
def test_the_dependencies_can_be_read_from_the_instruction(
    pool: tuple[Subtask, ...], name: str, nodes: int, branches: int, seed: int
) -> None:
    try:
        task = compose(shape(name, nodes, branches), seed=seed, subtasks=pool, sensible=False)
    except ConfigError:
        assume(False)
    assert edges_told(task) == set(task.edges), task.instruction


@pytest.mark.parametrize("device", ["windows", "linux"])
def test_they_can_be_read_from_the_shipped_ones(device: str) -> None:
    for task in composed_suite(device):
        assert edges_told(task) == set(task.edges), f"{task.id}: {task.instruction}"


def test_what_was_just_named_is_not_named_again(pool: tuple[Subtask, ...]) -> None:
    """A fork whose branches are longer than a step."""
    tasks = [compose(shape("fork", 7, 3), seed=s, subtasks=pool, sensible=False) for s in range(20)]
    assert all(edges_told(t) == set(t.edges) for t in tasks)
    tasks = [compose(shape("diamond", 6, 4), seed=s, subtasks=[*pool, four()], sensible=False) for s in range(20)]
    assert any(t.instruction.count("After the same step, ") == 2 for t in tasks)


def four() -> Subtask:
    """It needs four files."""
    needs = tuple(Need(Resource("file", f"{{{n}}}")) for n in "abcd")
    sets = dict(zip("abcd", ("w/1", "x/2", "y/3", "z/4"), strict=True))
    return step("Zip {a}, {b}, {c} and {d}.", sets, needs=needs, produces=(Resource("zip", "{a}.zip"),))


def step(instruction: str, parameters: dict[str, str] | None = None, **more: object) -> Subtask:
    values: dict[str, object] = {"app": "word", "category": "Office", "conditions": (Condition("never"),), **more}
    sets = (parameters or {"p": "1"}, {k: v + "2" for k, v in (parameters or {"p": "1"}).items()})
    return Subtask(id=instruction, instruction=instruction, parameters=sets, **values)  # type: ignore[arg-type]


def told(*sentences: str, edges: str = "") -> str:
    ids = tuple("abcdefgh"[: len(sentences)])
    nodes = {i: bind_node(i, (s := step(t)), s.parameters[0]) for i, t in zip(ids, sentences, strict=True)}
    return write_instruction(nodes, Dag(ids, tuple((e[0], e[1]) for e in edges.split())))


def test_an_app_is_named_when_it_changes() -> None:
    text = told("In Word, do one.", "In Word, do two.", "With Photos, do three.", "Do four.", edges="ab bc cd")
    assert "use Word to do two" not in text
    assert "use Photos to do three" in text


def test_a_sentence_that_is_no_order_stays_one() -> None:
    text = told("Copy it.", "I need a square. Crop it.", "'Hello' is spam: remove it.", edges="ab bc")
    assert ", I need a square. Crop it." in text
    assert ", 'Hello' is spam: remove it." in text


def test_steps_that_end_a_fork_are_a_list() -> None:
    text = told("Write it.", "In Word, print it.", "Send it.", edges="ab ac")
    assert text.endswith(": use Word to print it; and send it.")
    assert "order" in text


def test_the_same_nodes_are_told_in_the_same_words_and_others_in_others() -> None:
    sentences = [[f"Do {n}.", f"Make {n}.", f"Send {n}."] for n in range(30)]
    texts = [told(*s, edges="ab bc") for s in sentences]
    assert texts == [told(*s, edges="ab bc") for s in sentences]
    assert len({re.sub(r"\d+", "", t) for t in texts}) > 5
