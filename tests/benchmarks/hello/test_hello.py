"""The suite "hello": its levels, that it has to be asked for, that no position gives an answer, and its proofs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.actions import Action, Press, Type
from omnigym.benchmarks.hello.groups import Group, groups
from omnigym.benchmarks.hello.subtasks import act
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.tasks.proofs.verify import Prover, Strangers
from omnigym.tasks.registry import all_subtasks, get_subtask
from omnigym.tasks.rollout import Stage
from omnigym.tasks.split import split_of
from omnigym.tasks.subtask import UI
from omnigym.tasks.suites import list_tasks, suite_tasks
from omnigym.tasks.task import Task, TaskNode

#: The simulated device of each desktop that has one.
_DEVICES = {"windows": "sim", "gnome": "ubuntu", "android": "phone"}
_SIMULATED = [pytest.param(g, id=g.id) for g in groups() if g.desktop in _DEVICES]
#: One in so many tasks is proved here; `omnigym tasks verify suite:hello` proves all.
_PROVED = 25


@pytest.fixture(scope="module")
def devices() -> Iterator[dict[str, Device]]:
    made = {name: build_device(name) for name in _DEVICES.values()}
    yield made
    for device in made.values():
        device.close()


@pytest.mark.proof
@pytest.mark.parametrize(
    ("level", "nodes", "edges"),
    [(1, {1}, {0}), (2, {2}, {1}), (3, {3}, {2}), (4, {2, 3, 4, 5}, {0}), (5, {2, 3, 4, 5}, {1, 2, 3, 4})],
)
@pytest.mark.parametrize("device", _DEVICES.values())
def test_the_levels(device: str, level: int, nodes: set[int], edges: set[int]) -> None:
    tasks = list_tasks(f"suite:hello level:{level}", device=device)
    assert {len(t.nodes) for t in tasks} == nodes and {len(t.edges) for t in tasks} == edges
    assert len({t.instruction for t in tasks}) == len({t.id for t in tasks}) == len(tasks)
    assert {split_of(t) for t in tasks} == {"train", "heldout"}
    assert all("Then" in t.instruction for t in tasks if t.edges)


def test_it_has_to_be_asked_for() -> None:
    assert not any(t.suite == "hello" for t in list_tasks())
    assert not any(s.id.startswith("hello/") for s in all_subtasks())
    assert {t.suite for t in list_tasks("hello/word-tab@*")} == {"hello"}
    assert {len(t.nodes) for t in list_tasks("suite:hello level:4 nodes:3")} == {3}
    assert not any(t.suite == "hello" for t in list_tasks("suite:one-node level:0 app:word"))


@pytest.mark.proof
@pytest.mark.parametrize("group", _SIMULATED)
def test_no_position_gives_the_answer(devices: dict[str, Device], group: Group) -> None:
    """Who does not read the instruction solves one task in so many: whatever is tried first, nothing after it pays.

    All options are tried one after another, where they are on the first screen. It pays only if the right one is first.
    """
    device = devices[_DEVICES[group.desktop]]
    word = {"word": group.words[0]} if group.kind == "type" else {}
    values = [{**choice, **word} for choice in group.choices]
    assert len({v["option"] for v in values}) == len(values) > 1
    tasks = [Task(id="t", nodes=(TaskNode("1", group.subtask, v),)) for v in values]
    places: list[list[Action]] = []
    for wanted, task in enumerate(tasks):
        stage = Stage(task, device)
        stage.begin()
        ui = UI(device, group.app)
        found = [list(act(ui, group, v)) for v in values]
        assert not places or found == places, "the first screen tells which one is meant"
        places = found
        assert stage.play(iter(places[wanted]), ends=False).coverage == 1.0
        others = [p for p in places if p != places[wanted]]
        first = others[wanted % len(others)]
        tried = [first, places[wanted], *[p for p in others if p is not first]]
        assert stage.play((a for place in tried for a in place), ends=False).coverage == 0.0, task.instruction


#: Keys, pressed one after another, by which a person walks through the choices of a window without reading any.
_WALKS = {
    "arrows": [Press("right")] * 8 + [Press("down")] * 12,
    "focus": [Press("tab"), Press("space")] * 10 + [Press("tab"), Press("enter")] * 6,
    "backwards": [Press("tab", ("shift",)), Press("space")] * 12,
    "pages": [Press("tab"), Press("end"), Press("home"), Press("pagedown"), Press("pageup")] * 4,
    "letters": [
        Press("tab"),
        *[Press(k, ("ctrl",)) for k in "biu"],
        *[a for n in range(8) for a in (Type(f"{n + 1}"), Press("escape"))],
    ],
    "words": [a for _ in range(7) for a in (Type("tea"), Press("a", ("ctrl",)), Press("delete"), Press("tab"))],
}


@pytest.mark.proof
@pytest.mark.parametrize("walk", _WALKS)
def test_no_walk_by_keyboard_makes_two_choices(devices: dict[str, Device], walk: str) -> None:
    """All options of a group are asked for at once: a blind walk may complete the first that it comes by, no more."""
    chosen = 0
    for group in (g for g in groups() if g.desktop in _DEVICES):
        word = {"word": "tea"} if group.kind == "type" else {}
        nodes = [TaskNode(str(n), group.subtask, {**c, **word}) for n, c in enumerate(group.choices)]
        stage = Stage(Task(id="t", nodes=tuple(nodes)), devices[_DEVICES[group.desktop]])
        done = round(stage.play(iter(_WALKS[walk]), ends=False).coverage * len(nodes))
        assert done <= 1, group.id
        chosen += done
    assert chosen > 1, "the walk makes choices"


@pytest.mark.proof
@pytest.mark.parametrize(("presses", "coverage"), [([5], 1.0), ([1, 1, 1, 1, 1], 0.0)])
def test_a_choice_by_keyboard_in_one_go_is_paid(
    devices: dict[str, Device], presses: list[int], coverage: float
) -> None:
    """The fifth picture by one action of five presses is a choice; by five actions it is the fifth one."""
    task = Task(id="t", nodes=(TaskNode("1", "hello/photos-picture", {"option": "Night city.jpg"}),))
    walk = [Press("right", count=n) for n in presses]
    assert Stage(task, devices["sim"]).play(iter(walk), ends=False).coverage == coverage


@pytest.mark.proof
@pytest.mark.parametrize("device", _DEVICES.values())
def test_tasks_are_proved(devices: dict[str, Device], device: str) -> None:
    every = suite_tasks("hello", device)
    prover = Prover(lambda: devices[device], Strangers(every))
    results = [prover.prove(task) for task in every[::_PROVED]]
    assert [(r.task_id, r.failures) for r in results if not r.holds] == []
    single = {t.id for t in every if len(t.nodes) == 1}
    assert max(r.oracle_steps for r in results if r.task_id in single) <= 2


def test_every_group_has_both_splits() -> None:
    for group in groups():
        subtask = get_subtask(group.subtask)
        tasks = [Task(id="t", nodes=(TaskNode("1", subtask.id, p),)) for p in subtask.parameters]
        assert {split_of(t) for t in tasks} == {"train", "heldout"}, group.id
