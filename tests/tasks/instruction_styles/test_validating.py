"""The validator sees what a text says of the graph, and nothing else; writers are heard until it does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from omnigym.agents.model import Answer
from omnigym.agents.serving import ChatServer
from omnigym.cli.root import app
from omnigym.errors import ModelAnswerError, ModelTimeoutError, TaskFileError
from omnigym.evaluation.dag import Dag
from omnigym.tasks.instruction_styles.reading import ReadInstruction, TextReader, compare_graphs, consistency
from omnigym.tasks.instruction_styles.writers import GrammarWriter, ModelReader, ModelWriter, write_validated
from omnigym.tasks.suites import load_task, suite_tasks
from omnigym.tasks.task import Task

JOIN = "composed-2/sim-join-4x2-train-0"


@pytest.fixture(scope="module")
def task() -> Task:
    return load_task(JOIN)


@pytest.mark.parametrize("platform", ["windows", "android", "linux", "web"])
def test_every_shipped_instruction_tells_its_graph(platform: str) -> None:
    tasks = [t for t in suite_tasks("composed-2") if platform in t.platforms]
    assert tasks
    assert [t.id for t in tasks if not consistency(t, TextReader()).holds] == []


def test_the_reader_knows_no_order_of_the_subtasks(task: Task) -> None:
    backwards = dict(reversed(list(task.bound.items())))
    renamed = {f"n{n}": node for n, node in enumerate(backwards.values())}
    names = dict(zip(backwards, renamed, strict=True))
    read = TextReader().read(task.instruction, renamed)
    assert read.edges == {(names[a], names[b]) for a, b in task.edges}


_THREE = "composed-2/phone-join-4x3-train-0"
_ALL_DONE = re.compile(r"(?:Once|When|As soon as) all (?:three are|of that is) done,")


@pytest.mark.parametrize(
    ("change", "missing", "added", "unread"),
    [
        (lambda text: _ALL_DONE.sub("Then", text), 2, 0, 0),
        (lambda text: _ALL_DONE.sub("Also,", text), 3, 0, 0),
        (lambda text: re.sub(r"(Also|Besides|Separately),", "Then", text, count=1), 0, 1, 0),
        (lambda text: text.partition(". ")[0] + ".", 3, 0, 3),
        (lambda _: "Do it all.", 3, 0, 4),
    ],
    ids=["a chain for a join", "no edge", "parallel steps in order", "one step", "none"],
)
def test_a_text_that_tells_another_graph_is_seen_through(
    change: Callable[[str], str], missing: int, added: int, unread: int
) -> None:
    task = load_task(_THREE)
    assert _ALL_DONE.search(task.instruction)
    found = consistency(replace(task, instruction=change(task.instruction)), TextReader())
    assert not found.holds
    assert (len(found.missing), len(found.added), len(found.unread)) == (missing, added, unread)
    assert found.complaint


def test_graphs_are_compared_by_what_has_to_be_before_what() -> None:
    chain = Dag(("1", "2", "3"), (("1", "2"), ("2", "3")))
    assert compare_graphs(chain, ReadInstruction(frozenset({("1", "2"), ("2", "3"), ("1", "3")}))).holds
    shortcut = Dag(("1", "2", "3"), (("1", "2"), ("2", "3"), ("1", "3")))
    assert compare_graphs(shortcut, ReadInstruction(frozenset({("1", "2"), ("2", "3")}))).holds
    found = compare_graphs(chain, ReadInstruction(frozenset({("1", "2"), ("3", "2")})))
    assert (found.missing, found.added) == ((("2", "3"),), (("3", "2"),))


def test_two_parallel_steps_that_are_told_in_a_row_are_not_in_order() -> None:
    apart = Dag(("1", "2"))
    found = compare_graphs(apart, ReadInstruction(frozenset({("1", "2")})))
    assert found.complaint == "The text says that step 2 waits for step 1, which it need not."


# -- writing ----------------------------------------------------------------------------------------------------------


def test_the_grammar_writes_what_the_reader_understands(task: Task) -> None:
    told = write_validated(replace(task, instruction="Something else."), GrammarWriter(), TextReader())
    assert told.instruction == task.instruction


def test_a_writer_hears_what_was_wrong_and_mends_it(task: Task) -> None:
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return task.instruction if "was wrong" in question else "Do as you like."

    told = write_validated(task, ModelWriter(ask), TextReader())
    assert told.instruction == task.instruction
    assert len(asked) == 2
    assert "does not tell step" in asked[1]
    assert all(node.instruction in asked[0] for node in task.bound.values())


def test_a_writer_that_never_tells_the_graph_is_given_up(task: Task) -> None:
    with pytest.raises(TaskFileError, match="after 2 rounds: The text does not tell step"):
        write_validated(task, ModelWriter(lambda _: "Do as you like."), TextReader(), rounds=2)


@pytest.mark.parametrize("answer", ["", "   ", "long " * 1000])
def test_a_writer_that_writes_no_instruction_is_said(task: Task, answer: str) -> None:
    with pytest.raises(ModelAnswerError, match="instruction of 1 to"):
        write_validated(task, ModelWriter(lambda _: answer), TextReader(), rounds=2)


def test_a_model_that_does_not_answer_ends_it(task: Task) -> None:
    def late(_: str) -> str:
        raise ModelTimeoutError("The model did not answer.")

    with pytest.raises(ModelTimeoutError):
        write_validated(task, ModelWriter(late), TextReader())


# -- a model that reads -----------------------------------------------------------------------------------------------


def _numbers(task: Task, question: str) -> dict[str, int]:
    """The number under which a question lists each node."""
    steps = question.partition("Steps:\n")[2]
    return {i: int(re.search(rf"^(\d+)\. {re.escape(b.instruction)}$", steps, re.M)[1]) for i, b in task.bound.items()}  # type: ignore[index]


def _reads_well(task: Task, question: str) -> str:
    numbers = _numbers(task, question)
    return f"Surely: {json.dumps([[numbers[a], numbers[b]] for a, b in task.edges])}"


def test_a_model_reads_the_text_and_the_subtasks_in_no_order_alone(task: Task) -> None:
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return _reads_well(task, question)

    assert consistency(task, ModelReader(ask)).holds
    numbers = _numbers(task, asked[0])
    assert [numbers[i] for i in task.dag.ids] != sorted(numbers.values())
    assert task.instruction in asked[0]


@pytest.mark.parametrize(("answer", "faults"), [("[]", 3), ("[[1, 1]]", 4), ("none [] at all", 3)])
def test_what_a_model_misses_is_missing(task: Task, answer: str, faults: int) -> None:
    found = consistency(task, ModelReader(lambda _: answer))
    assert len(found.missing) + len(found.unread) == faults


@pytest.mark.parametrize("answer", ["", "I cannot.", "[[1]]", "[[0, 1]]", "[[1, 9]]", "{}", "[[1, 2]"])
def test_a_model_that_answers_nonsense_is_said(task: Task, answer: str) -> None:
    with pytest.raises(ModelAnswerError, match="pairs of the numbers 1 to 4"):
        consistency(task, ModelReader(lambda _: answer))


# -- the command ------------------------------------------------------------------------------------------------------


def _run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["tasks", "validate", *arguments])
    return done.exit_code, done.output


def test_the_command_counts_what_is_consistent() -> None:
    code, out = _run("composed-2/sim-join-*")
    assert code == 0, out
    assert "1.000" in out


def test_the_command_says_what_is_not() -> None:
    code, out = _run("crab/android-3-1")
    assert code == 1
    assert "does not tell step" in out


def test_the_command_has_a_model_write_and_read(task: Task, tmp_path: Path) -> None:
    def answering(question: str) -> str:
        return task.instruction if "Write the instruction" in question else _reads_well(task, question)

    path = tmp_path / "told.jsonl"
    with ChatServer(lambda body: Answer(answering(body["messages"][0]["content"]))) as server:
        code, out = _run(JOIN, "--model", "m", "--url", server.url, "--write", "-o", str(path))
    assert code == 0, out
    assert json.loads(path.read_text())["instruction"] == task.instruction


def test_the_command_counts_a_model_that_answers_nonsense_as_one_that_does_not_understand() -> None:
    with ChatServer(lambda _: Answer("Hello!")) as server:
        code, out = _run(JOIN, "--model", "m", "--url", server.url)
    assert code == 1
    assert "pairs of the numbers" in out


@pytest.mark.parametrize("options", [("--model", "m"), ("--url", "http://127.0.0.1:1"), ("--write",)])
def test_the_command_wants_to_know_which_model(options: tuple[str, ...]) -> None:
    code, out = _run(JOIN, *options)
    assert code == 2, out
