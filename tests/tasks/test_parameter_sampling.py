"""Parameters drawn from generators."""

from __future__ import annotations

import random

import pytest

from omnigym.errors import ConfigError
from omnigym.tasks.parameter_sampling import KINDS, can_be_drawn, draw_parameters, drawn_from, next_drawn
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.split import Split, split_of
from omnigym.tasks.suites import list_tasks, load_task
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.worlds.draw import Draw

RENAME = "files/rename@0"


def test_a_drawn_task_has_other_parameters_and_is_made_again_by_its_id() -> None:
    task = load_task(RENAME)
    found = draw_parameters(task, 17)
    assert found.id == f"{RENAME}@drawn-17" and drawn_from(found.id) == (RENAME, 17)
    assert drawn_from(f"{RENAME}@drawn-" + "9" * 5000) is None  # Python refuses to read it
    assert found.nodes[0].parameters != task.nodes[0].parameters
    assert load_task(found.id) == found == list_tasks(found.id)[0]
    for value in found.nodes[0].parameters.values():
        assert str(value) in found.instruction


def test_other_numbers_draw_other_values() -> None:
    task = load_task(RENAME)
    texts = {draw_parameters(task, n).instruction for n in range(40)}
    assert len(texts) > 35


def test_no_two_parameters_become_the_same() -> None:
    task = load_task("files/move@0")
    for n in range(100):
        values = draw_parameters(task, n).nodes[0].parameters
        assert values["folder"] != values["destination"], values


@pytest.mark.parametrize("split", ["train", "heldout"])
def test_drawn_values_are_of_the_split(split: Split) -> None:
    task = next(t for t in list_tasks("suite:one-node app:file_manager", split=split) if can_be_drawn(t))
    for number in range(0, 400, 40):
        found = next_drawn(task, number, split)
        assert found is not task and split_of(found) == split


def test_a_task_without_generators_stays() -> None:
    task = next(t for t in list_tasks("suite:one-node", device="sim") if not t.subtasks[0].draws)
    assert next_drawn(task, 3, None) is task
    with pytest.raises(ConfigError, match="no parameters that can be drawn"):
        load_task(f"{task.id}@drawn-3")


def test_the_words_of_a_graph_are_changed_where_they_are_quoted() -> None:
    made = load_task(RENAME)
    told = Task(id="told", nodes=made.nodes, instruction="'draft.txt' in Documents shall be 'final.txt', please.")
    found = draw_parameters(told, 1)
    name, new_name = (found.nodes[0].parameters[n] for n in ("name", "new_name"))
    assert found.instruction == f"'{name}' in Documents shall be '{new_name}', please."
    assert found.nodes[0].parameters["folder"] == "Documents"  # it is not quoted


def test_a_value_that_two_nodes_share_stays() -> None:
    one, two = load_task(RENAME), load_task("files/delete@0")
    (node,), (other,) = one.nodes, two.nodes
    shared = {**other.parameters, "name": node.parameters["new_name"]}
    graph = Task(id="graph", nodes=(node, TaskNode("2", other.subtask, shared)), edges=(("1", "2"),))
    found = draw_parameters(graph, 4)
    assert found.nodes[0].parameters["new_name"] == node.parameters["new_name"]
    assert found.nodes[0].parameters["name"] != node.parameters["name"]


def test_subtasks_name_kinds_that_there_are() -> None:
    kinds = {kind for s in all_subtasks(None) for kind in s.draws.values()}
    assert kinds <= {*KINDS, "listed"}
    assert sum(bool(s.draws) for s in all_subtasks()) > 150


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_values_of_a_kind_are_like_the_usual_one(kind: str) -> None:
    usual: object = {"file_name": "old.docx", "number": 47, "time": "9:30 AM"}.get(kind, "old")
    found = [KINDS[kind](Draw(str(random.Random(n).random())), usual) for n in range(50)]
    assert len(set(map(str, found))) > 15
    assert all(type(value) is type(usual) and value for value in found)
    if kind == "file_name":
        assert all(str(value).endswith(".docx") for value in found)
    if kind == "number":
        assert all(len(str(value)) == 2 for value in found)
