"""The proofs: sound tasks pass, and each kind of bad task fails the proof that is about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from omnigym.actions import Action
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.errors import OracleError
from omnigym.evaluation.condition import Condition, any_of
from omnigym.tasks.complexity import shape
from omnigym.tasks.compose import compose
from omnigym.tasks.proofs.verify import PROOFS, Strangers, TaskProof, verify, verify_task
from omnigym.tasks.subtask import UI, Subtask
from omnigym.tasks.task import Task, TaskNode


def one(subtask: Subtask, n: int = 0) -> Task:
    return Task(
        id=f"{subtask.id}@{n}", nodes=(TaskNode("1", subtask.id, subtask.parameters[n]),), definitions=(subtask,)
    )


@pytest.fixture
def tasks(pool: tuple[Subtask, ...]) -> list[Task]:
    return [one(s, n) for s in pool for n in range(2)]


def failed(proof: TaskProof) -> tuple[str, ...]:
    return tuple(p.name for p in proof.failures)


def test_sound_tasks_pass_all_proofs(tasks: list[Task], make_device: Callable[[], FakeDevice]) -> None:
    seen: list[TaskProof] = []
    results = verify(tasks, make_device, progress=seen.append)
    assert tuple(seen) == results
    for result in results:
        assert result.holds, result
        assert tuple(p.name for p in result.proofs) == PROOFS
        assert result.oracle_steps == 1


@pytest.mark.parametrize(("name", "nodes"), [("chain", 4), ("fork", 5), ("join", 5), ("diamond", 4), ("ladder", 5)])
def test_composed_tasks_pass_all_proofs(
    pool: tuple[Subtask, ...], tasks: list[Task], make_device: Callable[[], FakeDevice], name: str, nodes: int
) -> None:
    composed = [compose(shape(name, nodes), seed=s, subtasks=pool, sensible=False, task_id=f"c{s}") for s in range(12)]
    for task in composed:
        result = verify_task(task, make_device(), Strangers([*tasks, *composed]))
        assert result.holds, (task.instruction, result.failures)


@pytest.mark.parametrize(
    ("name", "nodes"), [("fork", 7), ("join", 4), ("join", 10), ("diamond", 5), ("diamond", 8), ("parallel", 7)]
)
def test_composed_tasks_of_three_branches_pass_all_proofs(
    pool_of_three: tuple[Subtask, ...], make_device: Callable[[], FakeDevice], name: str, nodes: int
) -> None:
    composed = [
        compose(shape(name, nodes, 3), seed=s, subtasks=pool_of_three, sensible=False, task_id=f"c{s}")
        for s in range(8)
    ]
    if name in ("join", "diamond"):
        assert all(len(t.dag.predecessors[t.dag.order[-1]]) == 3 for t in composed)
    for task in composed:
        result = verify_task(task, make_device(), Strangers(composed))
        assert result.holds, (task.instruction, result.failures)


def test_what_was_played_up_to_a_node_is_not_played_again(
    pool: tuple[Subtask, ...], make_device: Callable[[], FakeDevice]
) -> None:
    begun = []

    def counted(ui: UI, **values: str) -> Iterator[Action]:
        begun.append(values["name"])
        yield ui.type(f"mkdir|{values['folder']}/{values['name']}")

    make = changed(pool[0], oracle=counted)
    nodes = tuple(TaskNode(n, make.id, {"name": n, "folder": "Documents"}) for n in "abcd")
    task = Task(id="t", nodes=nodes, definitions=(make,))
    assert verify_task(task, make_device()).holds
    assert "".join(begun) == "abcd" + "bcd" + "cd" + "d", "the oracle, then without a, without b, without c, without d"


def test_strangers_share_no_node_and_come_from_the_same_apps_first(tasks: list[Task]) -> None:
    strangers = Strangers(tasks)
    for task in tasks:
        found = strangers.of(task)
        assert len(found) == 3
        assert task not in found
        assert all(t.apps == task.apps for t in found)
    assert {t.apps for t in strangers.of(tasks[0], len(tasks))[-3:]} == {("terminal",)}, "the others come last"
    assert [t.id for t in Strangers(tasks[::-1]).of(tasks[0])] == [t.id for t in strangers.of(tasks[0])]


def changed(subtask: Subtask, **attributes: object) -> Subtask:
    values = {name: getattr(subtask, name) for name in Subtask.__dataclass_fields__}
    return Subtask(**{**values, **attributes})


def test_satisfied_at_the_start_is_an_error(pool: tuple[Subtask, ...], make_device: Callable[[], FakeDevice]) -> None:
    bad = changed(pool[0], conditions=(Condition("folder_exists", {"path": "Documents"}),))
    result = verify_task(one(bad), make_device())
    assert "start" in failed(result)
    assert "nulls" in failed(result)


def test_an_oracle_that_does_not_do_it_is_an_error(
    pool: tuple[Subtask, ...], make_device: Callable[[], FakeDevice]
) -> None:
    def idle(ui: UI, name: str, folder: str) -> Iterator[Action]:
        yield ui.type(f"nothing|{name}|{folder}")

    def lost(ui: UI, name: str, folder: str) -> Iterator[Action]:
        yield ui.press("a")
        raise OracleError(f"no {name} in {folder}")

    result = verify_task(one(changed(pool[0], oracle=idle)), make_device())
    assert failed(result) == ("oracle",)
    assert "no folder" in result.failures[0].message
    result = verify_task(one(changed(pool[0], oracle=lost)), make_device())
    assert "no Alpha in Documents" in result.failures[0].message


def test_what_a_click_on_everything_does_is_an_error(
    pool: tuple[Subtask, ...], make_device: Callable[[], FakeDevice]
) -> None:
    bad = changed(pool[0], conditions=(Condition("app_open", {"app": "text_editor"}),))
    assert "sweep" in failed(verify_task(one(bad), make_device()))


def test_a_check_that_anything_passes_is_not_specific(
    pool: tuple[Subtask, ...], tasks: list[Task], make_device: Callable[[], FakeDevice]
) -> None:
    folders = [Condition("folder_exists", {"path": f"Documents/{p['name']}"}) for p in pool[0].parameters]
    bad = changed(pool[0], id="test/any-folder", conditions=(any_of(*folders),))
    strangers = [t for t in tasks if t.nodes[0].subtask == "test/create-folder"][1:]
    assert failed(verify_task(one(bad), make_device(), Strangers(strangers))) == ("told", "specific")


def test_a_node_that_another_one_does_along_is_not_necessary(
    pool: tuple[Subtask, ...], make_device: Callable[[], FakeDevice]
) -> None:
    def with_parents(ui: UI, name: str, folder: str) -> Iterator[Action]:
        yield ui.type(f"mkdir|{folder}")
        yield ui.type(f"mkdir|{folder}/{name}")

    make = changed(pool[0], needs=(), oracle=with_parents)
    inner = {"name": "Inner", "folder": "Documents/Outer"}
    outer = {"name": "Outer", "folder": "Documents"}
    nodes = (TaskNode("outer", make.id, outer), TaskNode("inner", make.id, inner))
    task = Task(id="t", nodes=nodes, definitions=(make,))
    result = verify_task(task, make_device())
    assert failed(result) == ("necessary",)
    assert "'outer'" in result.failures[0].message


def test_a_broken_device_fails_its_task_and_is_made_anew(tasks: list[Task]) -> None:
    made = []

    def make() -> FakeDevice:
        made.append(FakeDevice(faults=() if made else [Fault("reset", nth=1)]))
        return made[-1]

    results = verify(tasks[:2], make)
    assert [p.name for p in results[0].proofs] == ["device"]
    assert len(made) == 2
    assert all(d.closed for d in made)
    assert not results[0].to_plain()["holds"]
