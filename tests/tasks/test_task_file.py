"""The native task file: what is read, what is refused and how it is said."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.errors import TaskFileError
from omnigym.evaluation.condition import Condition, all_of, any_of, negate
from omnigym.evaluation.world.effects import Effect
from omnigym.tasks import list_tasks
from omnigym.tasks.setup import Launch, MakeDir, SetClipboard, SetSetting, WriteFile
from omnigym.tasks.subtask import Part, Subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import dumps_task, loads_task, read_task, write_task
from tests.docs.examples import blocks, page

DEFINITION = {
    "id": "mine/file",
    "app": "notes",
    "instruction": "Make {name}.",
    "parameters": [{"name": "a"}],
    "conditions": [{"check": "file_exists", "args": {"path": "{name}"}}],
}


def a_file(**changes: Any) -> dict[str, Any]:
    return {
        "format": "omnigym-task/1",
        "id": "t",
        "nodes": [
            {"id": "1", "subtask": "mine/file", "parameters": {"name": "x"}},
            {"id": "2", "subtask": "mine/file", "parameters": {"name": "y"}},
        ],
        "edges": [["1", "2"]],
        "subtasks": [DEFINITION],
        **changes,
    }


def loads(**changes: Any) -> Task:
    return loads_task(json.dumps(a_file(**changes)), "t.json")


def test_one_subtask_may_occur_twice_and_the_instruction_is_theirs() -> None:
    task = loads()
    assert task.instruction == "Make x. Make y."
    assert [b.conditions[0].args["path"] for b in task.bound.values()] == ["x", "y"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"edges": [["1", "2"], ["2", "1"]]}, "no cycle, got"),
        ({"edges": [["1", "3"]]}, "'3', which is no node"),
        ({"edges": [["1"]]}, r"edges\[0\]"),
        ({"nodes": []}, "nodes: .*at least 1"),
        ({"nodes": [{"id": 1, "subtask": "mine/file"}]}, r"nodes\[0\].id: .*string, got 1"),
        ({"nodes": [{"id": "1"}]}, r"nodes\[0\].subtask: this field is missing"),
        ({"edges": [], "nodes": [{"id": "1", "subtask": "mine/fil"}]}, "Unknown subtask 'mine/fil'"),
        ({"edges": [], "nodes": [{"id": "1", "subtask": "mine/file"}]}, "parameter 'name' is missing"),
        (
            {"edges": [], "nodes": [{"id": "1", "subtask": "mine/file", "parameters": {"name": 3}}]},
            "a string, such as 'a', got an integer: 3",
        ),
        (
            {"edges": [], "nodes": [{"id": "1", "subtask": "mine/file", "parameters": {"name": "a", "x": 1}}]},
            "unknown parameter 'x'",
        ),
        ({"edges": [], "nodes": [{"id": "1", "subtask": "mine/file", "params": {}}]}, "Did you mean 'parameters'"),
        ({"nodes": a_file()["nodes"] * 2}, "Node ids must differ, got 1, 2"),
        ({"instrution": "x"}, "Did you mean 'instruction'"),
        ({"limits": {"max_steps": "9"}}, "limits.max_steps: .*integer, got '9'"),
        ({"limits": {"max_steps": 0}}, "limits.max_steps"),
        ({"evaluate": "never"}, "evaluate: .*at_end"),
        ({"format": "omnigym-task/9"}, "format"),
        ({"setup": [{"type": "MakeDirs"}]}, "MakeDir"),
        ({"setup": [{"type": "MakeDir"}]}, "Its fields are: path"),
        ({"subtasks": [{**DEFINITION, "conditions": [{"check": "file_exist", "args": {"path": "x"}}]}]}, "file_exists"),
        ({"subtasks": [{**DEFINITION, "conditions": [{"check": "file_exists"}]}]}, "lacks its argument 'path'"),
        (
            {"subtasks": [{**DEFINITION, "conditions": [{"check": "file_exists", "args": {"path": 1}}]}]},
            "string, got 1",
        ),
        ({"subtasks": [{**DEFINITION, "conditions": [{}]}]}, "exactly one of"),
        ({"subtasks": [{**DEFINITION, "conditions": [{"check": "file_exists", "args": {"path": "{nme}"}}]}]}, "'nme'"),
        ({"subtasks": [{**DEFINITION, "category": "Offic"}]}, "Office"),
        ({"subtasks": [{**DEFINITION, "instruction": "Make {nme}."}]}, "nme"),
        (
            {"subtasks": [{**DEFINITION, "effects": [{"how": "add", "at": "{nme}"}]}]},
            r"subtasks\[0\].effects: Missing parameter 'nme'",
        ),
    ],
)
def test_a_bad_file_is_refused_with_its_name_and_place(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(TaskFileError, match=said) as e:
        loads(**changes)
    assert str(e.value).startswith("t.json")


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"how": "delete", "at": "a"}, ".how: .*'remove'"),
        ({"how": "add"}, ".at: this field is missing"),
        ({"how": "add", "at": ""}, ".at: .*at least 1"),
        ({"how": "add", "at": "a", "part": []}, ".part: Unknown field 'part'. Did you mean 'parts'"),
        ({"how": "add", "at": "a", "parts": ["text/*"]}, ": was and parts are of what is changed"),
        ({"how": "add", "at": "content://a/b", "was": {"x": 1}}, ": was and parts are of what is changed"),
        ({"how": "remove", "at": "a.txt", "row": {"x": 1}}, ": row, was and most are of a table"),
        ({"how": "add", "at": "content://a/b", "most": 0}, ".most: .*greater than or equal to 1"),
        ("a.txt", ": .*'a.txt'"),
    ],
)
def test_a_bad_effect_is_refused_wherever_it_stands(effect: object, said: str) -> None:
    with pytest.raises(TaskFileError, match=rf"t.json, allows\[0\]{said}"):
        loads(allows=[effect])
    with pytest.raises(TaskFileError, match=rf"t.json, subtasks\[0\]\.effects\[0\]{said}"):
        loads(subtasks=[{**DEFINITION, "effects": [effect]}])


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"id": "t"}', '"x"'])
def test_what_is_no_task_is_refused(text: str) -> None:
    with pytest.raises(TaskFileError, match=r"t\.json"):
        loads_task(text, "t.json")


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(TaskFileError, match="cannot be read"):
        read_task(tmp_path / "none.json")
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TaskFileError, match="cannot be read"):
        read_task(tmp_path / "a.json")


NAMES = st.text("abcXYZ_é 漢", min_size=1, max_size=8)
STEPS = st.one_of(
    st.builds(WriteFile, NAMES, NAMES | st.binary(max_size=9)),
    st.builds(MakeDir, NAMES),
    st.builds(Launch, NAMES, st.none() | NAMES),
    st.builds(SetClipboard, NAMES, st.lists(NAMES, max_size=2).map(tuple)),
    st.builds(SetSetting, NAMES, NAMES),
)
CONDITIONS = st.recursive(
    st.builds(lambda p: Condition("file_exists", {"path": p}), NAMES),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=2).map(lambda c: all_of(*c)),
        st.lists(inner, min_size=1, max_size=2).map(lambda c: any_of(*c)),
        inner.map(negate),
    ),
    max_leaves=4,
)

VALUES = st.dictionaries(NAMES, NAMES | st.integers(-9, 9) | st.booleans(), max_size=2)
EFFECTS = st.one_of(
    st.builds(Effect, st.sampled_from(["add", "remove"]), NAMES),
    st.builds(lambda at, parts: Effect("change", at, tuple(parts)), NAMES, st.lists(NAMES, min_size=1, max_size=2)),
    st.builds(
        lambda row, was, most: Effect("change", "content://a/b", ("c",), row, was, most),
        VALUES,
        VALUES,
        st.none() | st.integers(1, 9),
    ),
    st.builds(lambda row: Effect("add", "content://{s}/b", row=row), VALUES),
)


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    some = st.lists(CONDITIONS, min_size=1, max_size=3).map(tuple)
    judged = draw(some | st.fixed_dictionaries({"x": some, "y": some, "z": some}))
    before = {"x": (), "y": ("x",), "z": draw(st.sampled_from([(), ("x",), ("x", "y")]))}
    subtask = Subtask(
        id="mine/any",
        app=draw(NAMES),
        category="Office",
        instruction="Do {n} {s}.",
        parameters=({"n": 1, "s": "a"},),
        conditions=() if isinstance(judged, dict) else judged,
        parts=tuple(Part(i, c, before[i]) for i, c in judged.items()) if isinstance(judged, dict) else (),
        setup=tuple(draw(st.lists(STEPS, max_size=2))),
        effects=draw(st.none() | st.lists(EFFECTS, max_size=3).map(tuple)),
        capabilities=("files",),
        platforms=("windows",),
    )
    count = draw(st.integers(1, 5))
    parameters = st.fixed_dictionaries({"n": st.integers(-(2**63) + 1, 2**63 - 1), "s": NAMES})
    nodes = tuple(TaskNode(str(i), subtask.id, draw(parameters)) for i in range(count))
    pairs = [(str(a), str(b)) for b in range(count) for a in range(b)]
    return Task(
        id=draw(NAMES),
        nodes=nodes,
        edges=tuple(draw(st.lists(st.sampled_from(pairs), unique=True))) if pairs else (),
        instruction=draw(NAMES),
        intent=draw(NAMES),
        tags=tuple(draw(st.lists(NAMES, max_size=2))),
        max_steps=draw(st.none() | st.integers(1, 99)),
        evaluate=draw(st.sampled_from(["each_step", "at_end"])),
        setup=tuple(draw(st.lists(STEPS, max_size=3))),
        post_config=tuple(draw(st.lists(STEPS, max_size=1))),
        definitions=(subtask,),
        allows=tuple(draw(st.lists(EFFECTS, max_size=2))),
        network=draw(st.booleans()),
        infeasible=draw(st.booleans()),
    )


@given(tasks())
def test_a_task_goes_through_its_file(task: Task) -> None:
    assert loads_task(dumps_task(task)) == task
    assert pickle.loads(pickle.dumps(task)) == task


@pytest.mark.parametrize(("said", "known"), [({}, False), ({"effects": []}, True)], ids=str)
def test_what_says_nothing_of_its_effects_may_do_anything(said: dict[str, Any], known: bool) -> None:
    task = loads(subtasks=[{**DEFINITION, **said}], allows=[{"how": "add", "at": "b"}])
    allowed = task.graph.allowed.get("")
    assert (allowed is not None) is known
    if allowed is not None:
        assert Effect("add", "b") in allowed and Effect("add", "x") in allowed, "what is allowed, and what is asked for"


def test_a_task_is_written_and_read(
    tmp_path: Path, pool: tuple[Subtask, ...], make_device: Callable[[], object]
) -> None:
    del make_device
    task = Task(id="t", nodes=(TaskNode("1", pool[0].id, pool[0].parameters[0]),), definitions=pool[:1])
    write_task(task, tmp_path / "t.json")
    back = read_task(tmp_path / "t.json")
    assert back.setup_steps == task.setup_steps
    assert back.bound["1"].produces == task.bound["1"].produces


def test_the_parameters_of_every_subtask_are_what_json_has() -> None:
    first = {task.nodes[0].subtask: task for task in reversed(list_tasks("suite:one-node,crab nodes:1"))}
    assert len(first) > 500
    assert [t.id for t in first.values() if loads_task(dumps_task(t)) != t] == []


def test_the_example_of_the_docs_is_a_task() -> None:
    (example,) = blocks(page("docs/tasks.md"), "json")
    task = loads_task(example.text)
    assert task.provider("move", task.bound["move"].needs[1]) == "make"


def test_the_effects_of_the_docs_are_read() -> None:
    (example,) = (b for b in blocks(page("docs/tasks.md"), "js") if "effects" in b.text)
    added = json.loads(f"{{{example.text}}}")
    nodes = [*a_file()["nodes"], {"id": "3", "subtask": "mine/sum-of-bills"}]
    task = loads(**{**added, "subtasks": [DEFINITION, *added["subtasks"]], "nodes": nodes})
    assert [e.at for e in task.allows] == ["Documents/scratch.txt", "content://todo/tasks"]
    assert task.definitions[1].effects == (Effect("change", "Documents/bills.xlsx", ("cell/*/D*",)),)


def test_a_file_of_nothing_but_brackets() -> None:
    with pytest.raises(TaskFileError, match="nested too deeply"):
        loads_task("[" * 100_000)
