"""Every subtask on the simulated desktop: its oracle does it from any legal start, and nothing is done before.

That it does it with every set of parameters is proved in `tests/tasks/test_suites_proved.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from omnigym.actions import Action, Click, OpenApp, Press, Type
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check
from omnigym.tasks.complexity import shape
from omnigym.tasks.compose import compose
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.registry import all_subtasks, counterexamples_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import apply_setup
from omnigym.tasks.split import split_of_parameters
from omnigym.tasks.subtask import UI, Subtask
from omnigym.tasks.suites import load_task
from omnigym.tasks.task import Task, TaskNode

SIM = [s for s in all_subtasks() if "sim" in s.devices]
FAMILIES = {
    "file_manager": 9,
    "word": 9,
    "text_editor": 4,
    "excel": 26,
    "photos": 11,
    "settings": 14,
    "calculator": 8,
    "todo": 25,
    "mail": 26,
    "browser": 29,
    "sticky_notes": 4,
    "sevenzip": 4,
    "calendar": 7,
    "people": 7,
    "todoist": 6,
    "zotero": 8,
    "paisa": 7,
    "onenote": 16,
    "google_chrome": 10,
    "wikipedia": 9,
    "windows_maps": 7,
}

STARTS: dict[str, tuple[Action, ...]] = {
    "nothing open": (),
    "both open": (OpenApp("file_manager"), OpenApp("word")),
    "maximised": (OpenApp("word"), Press("up", ("meta",)), OpenApp("file_manager"), Press("up", ("meta",))),
    "minimised": (OpenApp("word"), Type("junk"), OpenApp("file_manager"), Press("d", ("meta",))),
    "cell half typed": (OpenApp("excel"), Type("1\t2\n3"), OpenApp("word")),
    "formula that is none": (OpenApp("excel"), Type("=1+\n")),
    "dialog left open": (OpenApp("file_manager"), OpenApp("word"), Type("junk"), Press("f12")),
    "question left open": (OpenApp("word"), Type("junk"), Press("f4", ("alt",))),
    "menu left open": (OpenApp("file_manager"), Click((0.5, 0.6), "right")),
    "Start left open": (Press("meta"),),
    "a list half named": (OpenApp("calculator"), Type("12+"), OpenApp("todo"), Press("l", ("ctrl",)), Type("junk")),
    "a mail left unsent": (OpenApp("mail"), Press("n", ("ctrl",)), Type("junk\t\tjunk"), OpenApp("file_manager")),
    "notes looked through": (
        OpenApp("onenote"),
        Press("n", ("ctrl",)),
        Type("junk\njunk\n"),
        Press("e", ("ctrl",)),
        Type("a"),
    ),
    "searching": (OpenApp("word"), Press("h", ("ctrl",)), OpenApp("file_manager"), Press("f", ("ctrl",)), Type("x\n")),
    "settings searched": (OpenApp("settings"), Press("f", ("ctrl",)), Type("volume")),
    "renaming": (OpenApp("file_manager"), Press("l", ("ctrl",)), Type("Music\n"), Press("n", ("ctrl", "shift"))),
    "picture half edited": (OpenApp("photos"), Press("end"), Press("e", ("ctrl",)), Press("left", ("shift",))),
    "picture being renamed": (OpenApp("photos"), Press("end"), Press("enter"), Press("f2"), Type("Junk")),
    "page half filled in": (OpenApp("browser"), Type("shop.northwind.com/checkout\n"), Type("A\tB"), OpenApp("word")),
    "reply left unsent": (
        OpenApp("browser"),
        Type("forum.adatum.com/new\n"),
        Type("x\ty\tz"),
        Press("f", ("ctrl",)),
        Type("post"),
    ),
    "forms half filled in": (
        *(OpenApp("people"), Press("n", ("ctrl",)), Type("junk")),
        *(OpenApp("calendar"), Press("n", ("ctrl",)), Type("junk")),
    ),
    "pictures about to be deleted": (OpenApp("photos"), Press("a", ("ctrl",)), Press("delete")),
}


@pytest.fixture(scope="module")
def device() -> Iterator[SimDevice]:
    device = SimDevice()
    yield device
    device.close()


def alone(name: str, subtask: Subtask, values: int) -> Task:
    """The task of one node of a subtask, in whose world it is prepared and judged."""
    node = TaskNode(name, subtask.id, subtask.parameters[values])
    return Task(id="t", nodes=(node,), definitions=(subtask,))


def holds(device: SimDevice, condition: Condition) -> bool:
    if condition.check == "all":
        return all(holds(device, c) for c in condition.args["of"])
    if condition.check == "any":
        return any(holds(device, c) for c in condition.args["of"])
    if condition.check == "not":
        return not holds(device, condition.args["of"])
    return bool(get_check(condition.check).function(Probe(device), **condition.args))


def done(device: SimDevice, node: BoundNode) -> bool:
    return all(holds(device, c) for part in node.parts for c in part.conditions)


def prepare(device: SimDevice, subtask: Subtask, values: int, start: Sequence[Action] = ()) -> BoundNode:
    node = alone("1", subtask, values).bound["1"]
    device.reset(values)
    for need in node.needs:
        apply_setup(device, need.unless_provided)
    apply_setup(device, node.setup)
    for action in start:
        device.act(action)
    return node


def solve(device: SimDevice, subtask: Subtask, node: BoundNode) -> bool:
    """Whether the oracle completes the node, whose conditions latch one after the other."""
    task = Task(id="t", nodes=(TaskNode(node.id, subtask.id, node.parameters),), definitions=(subtask,))
    evaluator = GraphEvaluator(task.graph, device)
    assert subtask.oracle is not None
    for action in subtask.oracle(UI(device, subtask.app), **node.parameters):
        evaluator.before(action)
        device.act(action)
        evaluator.step()
    return evaluator.finish(damage=False).done


def test_there_are_enough_of_them() -> None:
    for app, least in FAMILIES.items():
        assert len([s for s in SIM if s.app == app]) >= least
    both = [s for s in all_subtasks() if {"sim", "x11"} <= set(s.devices)]
    portable = {"files/create-folder", "files/rename", "files/delete", "files/copy", "files/move", "text/write-file"}
    assert portable <= {s.id for s in both}
    assert len([s for s in all_subtasks() if "x11" in s.devices]) >= 6


def test_parameters_are_many_different_and_of_both_splits() -> None:
    for subtask in all_subtasks():
        assert len(subtask.parameters) >= 6, subtask.id
        assert len({repr(p) for p in subtask.parameters}) == len(subtask.parameters), subtask.id
        assert {split_of_parameters(subtask, p) for p in subtask.parameters} >= {"train", "heldout"}, subtask.id


@pytest.mark.proof("sim")
@pytest.mark.parametrize("subtask", SIM, ids=lambda s: s.id)
def test_the_oracle_works_from_any_start(device: SimDevice, subtask: Subtask) -> None:
    for name, start in STARTS.items():
        node = prepare(device, subtask, 0, start)
        assert not done(device, node), name
        assert solve(device, subtask, node), name


@pytest.mark.proof("sim")
@pytest.mark.parametrize("size", [(640, 480), (1366, 768)], ids=str)
@pytest.mark.parametrize("app", sorted({s.app for s in SIM}))
def test_the_oracles_work_on_other_screens(size: tuple[int, int], app: str) -> None:
    other = SimDevice(size=size)
    for subtask in [s for s in SIM if s.app == app]:
        node = prepare(other, subtask, 1)
        assert solve(other, subtask, node), subtask.id


@pytest.mark.proof("sim")
@pytest.mark.parametrize("app", sorted({s.app for s in SIM}))
def test_the_checks_are_specific(device: SimDevice, app: str) -> None:
    """No oracle of one subtask completes another one; all of the same app are tried, and some of the others."""
    for number, subtask in enumerate(SIM):
        if subtask.app != app:
            continue
        node = prepare(device, subtask, 0)
        prepared = device.snapshot()
        for at, other in enumerate(SIM):
            if other.id == subtask.id or (other.app != subtask.app and (at + number) % 31):
                continue
            device.restore(prepared)
            foreign = alone("2", other, 0).bound["2"]
            for need in foreign.needs:
                apply_setup(device, need.unless_provided)
            apply_setup(device, foreign.setup)
            if done(device, node):
                continue  # the other's setup is in the way; composition refuses such pairs
            assert other.oracle is not None
            for action in other.oracle(UI(device, other.app), **foreign.parameters):
                device.act(action)
            assert not done(device, node) or _same_outcome(node, foreign), f"{other.id} completes {subtask.id}"


def _same_outcome(first: BoundNode, second: BoundNode) -> bool:
    """Copy and move of one file to one place end alike but for what is left behind."""
    return {r.value for r in first.produces} & {r.value for r in second.produces} != set()


@pytest.mark.parametrize(
    ("name", "nodes", "apps"), [("chain", 4, 2), ("fork", 4, 2), ("join", 3, 2), ("diamond", 4, 2)], ids=str
)
def test_they_compose_across_both_apps(name: str, nodes: int, apps: int) -> None:
    dag = shape(name, nodes)
    tasks = [compose(dag, seed=seed, subtasks=SIM, sensible=False) for seed in range(20)]
    assert any(len({b.subtask.app for b in task.bound.values()}) >= apps for task in tasks)


@pytest.mark.parametrize("name", ["mail/forward@4"])
def test_a_mail_that_is_deleted_from_the_bin_is_gone_for_good(name: str) -> None:
    """There a question comes first: a run that does not answer it has deleted nothing."""
    task = load_task(name)
    trial = next(t for t in counterexamples_of(task.nodes[0].subtask, "wrong") if t.name == "a_neighbour_deleted")
    stage = Stage(task, SimDevice())
    assert task.nodes[0].parameters["folder"] == "Deleted"
    assert stage.play(stage.trial(trial)).coverage < 1.0
    assert [(d.how, d.at) for d in stage.evaluator.damage] == [("remove", "content://mail/messages")]
