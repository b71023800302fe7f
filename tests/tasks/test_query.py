"""Queries, suites and splits."""

from __future__ import annotations

import contextlib
import json
import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.errors import ConfigError, OmnigymError, TaskFileError, UnknownNameError
from omnigym.tasks import query as queries
from omnigym.tasks import split, suites
from omnigym.tasks.complexity import Complexity, complexity_of, is_test_of, level
from omnigym.tasks.query import parse_query, query_keys
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.split import split_of, split_of_parameters
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.suites import list_tasks, load_task, suite_names, suite_tasks
from omnigym.tasks.task import Task, TaskNode, stable_hash
from omnigym.tasks.task_file import write_task


@pytest.fixture(scope="module")
def task(pool: tuple[Subtask, ...]) -> Task:
    nodes = tuple(TaskNode(str(n), pool[n].id, pool[n].parameters[n]) for n in range(5))
    edges = (("0", "1"), ("1", "2"), ("2", "3"), ("0", "4"))
    return Task(id="mine/five", nodes=nodes, edges=edges, suite="mine", tags=("slow",), definitions=pool)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "suite:mine",
        "suite:mi*,other",
        "mine/five",
        "id:mine/*",
        "MINE/*",
        "tag:slow",
        "-tag:fast",
        "app:terminal",
        "app:word,file_manager",
        "subtask:test/rename-*",
        "category:'System Management'",
        "nodes:5",
        "nodes:1-5",
        "nodes:..9",
        "nodes:2..",
        "nodes:1,5",
        "nodes>=5",
        "nodes<6 nodes>4",
        "nodes=5",
        "edges:4",
        "depth:4",
        "width:2",
        "apps:2",
        "dependency:hard",
        "instruction:medium,hard",
        "hierarchy:medium branch:easy knowledge:medium",
        "platform:linux needs:files",
        "tests:subtask_identification",
    ],
)
def test_queries_that_fit(task: Task, query: str) -> None:
    assert parse_query(query).test()(task)


@pytest.mark.parametrize(
    "query",
    [
        "suite:other",
        "five",
        "-tag:slow",
        "nodes:4",
        "nodes>5",
        "app:word",
        "branch:hard",
        "tag:slow nodes:1",
        "tests:parallel_planning",
    ],
)
def test_queries_that_do_not_fit(task: Task, query: str) -> None:
    assert not parse_query(query).test()(task)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("ap:word", "Did you mean 'app"),
        ("nodes:many", "a number or a range"),
        ("nodes:-", "a number or a range"),
        ("app>=3", "compares"),
        ("branch:huge", "easy, medium or hard"),
        ("app:", "no value"),
        ("app:,", "no value"),
        ("'app:word", "Cannot read"),
    ],
)
def test_queries_that_cannot_be_read(query: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse_query(query)


@given(st.text("abc:-,*'\"<>=.0 nodes", max_size=30))
def test_any_text_is_a_query_or_a_clear_error(text: str) -> None:
    with contextlib.suppress(ConfigError):
        parse_query(text)


def test_every_key_is_described_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "queries.md").read_text()
    assert not [key for key in query_keys() if f"`{key}`" not in page]


def test_table_2() -> None:
    bounds = {"dependency": (1, 3), "instruction": (2, 4), "knowledge": (1, 3), "hierarchy": (2, 4), "branch": (2, 4)}
    for dimension, (easy, medium) in bounds.items():
        assert [level(dimension, n) for n in (easy, easy + 1, medium, medium + 1)] == [
            "easy",
            "medium",
            "medium",
            "hard",
        ]


def test_the_five_numbers(task: Task) -> None:
    assert complexity_of(task) == Complexity(dependency=4, instruction=5, knowledge=2, hierarchy=4, branch=2)
    assert is_test_of(complexity_of(task), "dependency_identification")
    assert not is_test_of(complexity_of(task), "long_range_planning")


# -- splits -----------------------------------------------------------------------------------------------------------


def test_every_subtask_has_both_splits(pool: tuple[Subtask, ...]) -> None:
    for subtask in (*pool, *all_subtasks()):
        splits = [split_of_parameters(subtask, p) for p in subtask.parameters]
        assert set(splits) >= {"train", "heldout"}, subtask.id
        assert splits.count("train") > splits.count("heldout")


def test_the_test_set_is_frozen_and_in_no_other_split() -> None:
    frozen = json.loads((Path(split.__file__).parent / "frozen.json").read_text())
    by_id = {task.id: task for task in list_tasks("suite:one-node", device="x11")}
    for name, digest in frozen.items():
        (node,), (subtask,) = by_id[name].nodes, by_id[name].subtasks
        assert f"{stable_hash([subtask.id, dict(node.parameters)]):016x}" == digest, f"{name} has other parameters now"
    of = {s: {t.id for t in list_tasks("suite:one-node", split=s, device="x11")} for s in ("train", "heldout", "test")}
    assert of["test"] == set(frozen) == {t.id for t in list_tasks("split:test suite:one-node", device="x11")}
    assert not of["test"] & (of["train"] | of["heldout"])


def test_click_only_tasks_are_listed_by_device() -> None:
    known = {subtask.id for subtask in all_subtasks()}
    listed = json.loads((Path(split.__file__).parent / "clicks.json").read_text())
    assert all(set(subtasks) <= known for subtasks in listed.values())
    found = list_tasks("clicks:x11", device="x11")
    assert {s.id for t in found for s in t.subtasks} == set(listed["x11"])
    assert not any(t.id in {f.id for f in found} for t in list_tasks("-clicks:x11", device="x11"))


def test_a_task_is_held_out_if_any_node_is(pool: tuple[Subtask, ...]) -> None:
    by = {split_of_parameters(pool[0], p): p for p in pool[0].parameters}
    nodes = {s: TaskNode(s, pool[0].id, p) for s, p in by.items()}
    assert split_of(Task(id="t", nodes=(nodes["train"],), definitions=pool)) == "train"
    assert split_of(Task(id="t", nodes=(nodes["train"], nodes["heldout"]), definitions=pool)) == "heldout"


@pytest.mark.proof
def test_no_task_of_training_says_or_is_what_a_held_out_one_does() -> None:
    """Over all suites: no text is in two splits on one device, and no start with one goal.

    The tasks that watch over a computer all say the same: of these the events are the task.
    """
    texts, goals = dict[tuple[str, str], tuple[bool, str]](), dict[object, tuple[bool, str]]()
    for suite in suite_names():
        for task in suite_tasks(suite):
            trained = split_of(task) == "train", task.id
            goal = *sorted((n.device, n.subtask, repr(sorted(n.parameters.items()))) for n in task.nodes), *task.edges
            said = [(device, task.instruction) for device in task.devices if not task.id.startswith("osmap/L5/")]
            known = [goals.setdefault(goal, trained), *[texts.setdefault(key, trained) for key in said]]
            assert {k for k, _ in known} == {trained[0]}, (task.id, known)


def test_what_says_the_same_is_in_the_same_split(pool: tuple[Subtask, ...]) -> None:
    """Sets that differ in what is not said are one text, drawn ones, too."""
    sets = [{"a": str(n % 8), "b": str(n)} for n in range(64)]
    subtask = replace(pool[0], instruction="Find {a}.", parameters=tuple(sets[:32]), types={}, draws={}, implied=("b",))
    splits = [split_of_parameters(subtask, values) for values in sets]
    assert splits == splits[:8] * 8 and splits[:8].count("heldout") == 2
    unknown = [{split_of_parameters(subtask, {"a": str(a), "b": str(b)}) for b in range(9)} for a in range(99, 199)]
    assert all(len(found) == 1 for found in unknown) and 10 < unknown.count({"heldout"}) < 40


_PRINT = """
from omnigym.tasks import list_tasks, split_of
from omnigym.tasks.task import stable_hash
print(stable_hash([t.id + split_of(t) + t.instruction for t in list_tasks('suite:one-node')]))
"""


def test_the_split_is_the_same_in_every_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "program.py"
    program.write_text(_PRINT)
    done = subprocess.run(  # the hashes of this process are others, by chance
        [sys.executable, program], env={"PYTHONHASHSEED": "1"}, capture_output=True, text=True, check=True
    )
    runpy.run_path(str(program))
    assert done.stdout == capsys.readouterr().out != ""


# -- suites -----------------------------------------------------------------------------------------------------------


def test_one_node_has_every_subtask_with_every_parameter_set() -> None:
    tasks = suite_tasks("one-node")
    assert len(tasks) == sum(len(s.parameters) for s in all_subtasks())
    assert len({t.id for t in tasks}) == len(tasks)


def test_a_query_selects() -> None:
    every = list_tasks("suite:one-node")
    train, heldout = list_tasks("suite:one-node", split="train"), list_tasks("suite:one-node", split="heldout")
    assert set(train) | set(heldout) | set(list_tasks("suite:one-node", split="test")) == set(every)
    assert not set(train) & set(heldout)
    assert all("sim" in t.devices for t in list_tasks("suite:one-node", device="sim"))


def test_tasks_files_and_queries_can_be_joined(task: Task, tmp_path: object) -> None:
    path = f"{tmp_path}/five.json"
    write_task(task, path)
    first = suite_tasks("one-node")[0]
    assert [t.id for t in list_tasks([task, first.id])] == ["mine/five", first.id]
    assert [t.id for t in list_tasks([path, first.id, first.id])] == ["mine/five", first.id]
    assert list_tasks(task) == (task,)


@pytest.mark.parametrize(
    ("query", "said"),
    [("suite:one-nod", "one-node"), ("suite:one-node nodes:7", "No task fits"), ("no/such.json", "cannot be read")],
)
def test_what_selects_nothing_is_said(query: str, said: str) -> None:
    with pytest.raises(OmnigymError, match=said):
        list_tasks(query)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", False),
        ("nodes:2", False),
        ("*chain-2x1*", False),
        ("-suite:one-node", False),
        ("suite:composed-2", False),
        ("suite:composed", True),
        ("suite:composed*", True),
        ("suite:one-node,composed", True),
        ("composed/*", True),
        ("Composed/sim-chain-2x1-train-0", True),
    ],
)
def test_the_old_suite_is_found_by_its_name_alone(query: str, found: bool) -> None:
    assert ("composed" in {t.suite for t in list_tasks(query, device="sim")}) == found


def test_a_task_is_loaded_by_id_or_path(task: Task, tmp_path: object) -> None:
    first = suite_tasks("one-node")[0]
    assert load_task(first.id) == first
    write_task(task, f"{tmp_path}/t.json")
    assert load_task(f"{tmp_path}/t.json").nodes == task.nodes
    with pytest.raises(UnknownNameError, match="Did you mean"):
        load_task(first.id + "9")
    with pytest.raises(TaskFileError):
        load_task("none.json")
    names = (
        "one-node reworded board composed composed-2 crab crab-more hello miniwob omnibench discovered omnieval "
        "omnigui desk-sounds osmap osworld"
    )
    assert suite_names() == tuple(names.split())


@pytest.mark.parametrize(
    ("query", "close"),
    [
        ("files/create-foldr@0", "files/create-folder@0"),
        ("tag:navgate", "navigate"),
        ("app:wrod", "word"),
        ("subtask:files/create-foldr", "files/create-folder"),
        ("device:simm", "sim"),
        ("tests:parallel_planing", "parallel_planning"),
        ("nodes:1 split:heldot", "heldout"),
    ],
)
def test_a_name_that_no_task_has_says_what_is_close(query: str, close: str) -> None:
    with pytest.raises(UnknownNameError) as e:
        list_tasks(query, device="sim")
    assert close in e.value.suggestions


def test_an_unknown_device_says_what_is_close() -> None:
    with pytest.raises(UnknownNameError, match=r"Unknown device 'simm'\. Did you mean 'sim'"):
        list_tasks(device="simm")


@pytest.mark.parametrize("query", ["app:word -app:word", "suite:crab suite:hello"])
def test_names_that_exist_but_do_not_meet_are_no_unknown_names(query: str) -> None:
    with pytest.raises(ConfigError, match="No task fits") as e:
        list_tasks(query)
    assert type(e.value) is ConfigError


@pytest.mark.parametrize("tasks", [3, ["nodes:1", 3], [None]])
def test_what_is_no_query_is_refused(tasks: object) -> None:
    with pytest.raises(ConfigError, match="query"):
        list_tasks(tasks)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("level:critical", True),
        ("level:supportive,critical", True),
        ("-level:present", True),
        ("level:present", False),
        ("level:0", True),
        ("level>=1", False),
        ("dimension:temporal", True),
        ("dimension:temporal_*", True),
        ("dimension:instant", False),
    ],
)
def test_levels_and_dimensions_of_omnigui_are_words(query: str, fits: bool, task: Task) -> None:
    own = replace(task, level="critical", tags=("dimension:temporal",))
    assert parse_query(query).test()(own) == fits


def test_a_level_of_another_word_is_refused() -> None:
    with pytest.raises(ConfigError, match="critical, supportive, present"):
        parse_query("level:vital")


def test_what_is_said_twice_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repeated value took 50 ms, so 1,900 of them, or 5,000 queries, held a server's worker for a minute."""
    once = parse_query("app:word,excel -tag:slow")
    assert parse_query("app:word,excel,word -tag:slow app:word,excel " + "-tag:slow " * 500) == once
    looked: list[str] = []
    monkeypatch.setattr(suites, "parse_query", lambda text: looked.append(text) or parse_query(text))
    found = suites.list_tasks(["files/copy*", "app:word"] * 2000, device="sim")
    assert found == suites.list_tasks(["files/copy*", "app:word"], device="sim")
    assert looked == ["files/copy*", "app:word"] * 2


def test_keys_are_looked_up_once_a_query(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    real = queries._texts
    monkeypatch.setattr(queries, "_texts", lambda key: looked.append(key) or real(key))
    query = "tag:" + ",".join(f"t{n}*" for n in range(900)) + " app:word"
    with pytest.raises(ConfigError, match=r"No task fits|Unknown"):
        suites.list_tasks(query, device="sim")
    assert len(looked) < 10


def test_the_values_of_a_query_are_counted() -> None:
    assert len(parse_query("id:" + ",".join(f"a{n}" for n in range(1000))).terms[0].values) == 1000
    with pytest.raises(ConfigError, match="at most 1,000 values, got 1,001"):
        parse_query("app:word id:" + ",".join(f"a{n}" for n in range(1000)))
    with pytest.raises(ConfigError, match="at most 1,000 values, got 1,200"):
        parse_query(" ".join(f"-b{n}" for n in range(1200)))
