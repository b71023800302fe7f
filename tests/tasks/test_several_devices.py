"""Tasks of several devices: each node is done, set up, judged and proved on its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from omnigym.actions import Action, Click, Press, Type, Wait
from omnigym.devices.fake import FakeDevice
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.env import OmniEnv
from omnigym.errors import CapabilityError, ConfigError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.tasks.proofs.verify import verify_task
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import Launch, WriteFile
from omnigym.tasks.subtask import UI, Need, Part, Resource, Subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import dumps_task, loads_task


def _save(ui: UI, name: str, text: str) -> Iterator[Action]:
    del name
    yield ui.click("text_editor.document")
    yield Press("a", ("ctrl",))
    yield Type(text)
    yield ui.click("text_editor.save")


SAVE = Subtask(
    id="two/save",
    app="text_editor",
    category="Office",
    instruction="Write '{text}' to {name}.",
    parameters=({"name": "a", "text": "x"},),
    conditions=(Condition("file_content_contains", {"path": "Documents/untitled.txt", "text": "{text}"}),),
    oracle=_save,
    needs=(Need(Resource("file", "{name}"), (WriteFile("Documents/{name}.txt", "for {text}"),)),),
    produces=(Resource("file", "{name}"),),
    setup=(Launch("text_editor"),),
)
TYPED = Subtask(
    id="two/typed",
    app="text_editor",
    category="Office",
    instruction="Type '{text}'.",
    parameters=({"text": "x"},),
    conditions=(Condition("check_keyboard_types", {"text": "{text}"}),),
    oracle=lambda ui, text: iter([Type(text)]),
    setup=(Launch("text_editor"),),
)


def _task(**changes: Any) -> Task:
    values: dict[str, Any] = {
        "id": "two",
        "nodes": (
            TaskNode("write", "two/save", {"name": "a", "text": "north"}, "desk"),
            TaskNode("answer", "two/save", {"name": "a", "text": "south"}, "phone"),
            TaskNode("back", "two/save", {"name": "b", "text": "east"}, "desk"),
        ),
        "edges": (("write", "answer"), ("answer", "back")),
        "definitions": (SAVE, TYPED),
    }
    return Task(**(values | changes))


@pytest.fixture
def devices() -> dict[str, FakeDevice]:
    return {"desk": FakeDevice((320, 240)), "phone": FakeDevice((200, 320))}


def test_a_task_of_two_devices_is_proved(devices: dict[str, FakeDevice]) -> None:
    proof = verify_task(_task(), devices)
    assert proof.holds, proof.failures
    stage = Stage(_task(), devices)
    assert stage.play(stage.oracle()).coverage == 1.0
    assert devices["desk"].read_file("Documents/untitled.txt") != devices["phone"].read_file("Documents/untitled.txt")


def test_each_device_gets_the_setup_of_its_own_nodes(devices: dict[str, FakeDevice]) -> None:
    task = _task(setup=(WriteFile("Documents/own.txt", "task"),))
    assert task.begin(devices, 0) is None
    assert devices["desk"].read_file("Documents/own.txt") == b"task"
    assert devices["phone"].stat("Documents/own.txt") is None
    # what a node of another device makes is not there: the phone gets a file of its own
    assert devices["phone"].read_file("Documents/a.txt") == b"for south"
    assert devices["desk"].read_file("Documents/a.txt") == b"for north"


def test_an_event_is_of_the_device_that_was_acted_on(devices: dict[str, FakeDevice]) -> None:
    nodes = (
        TaskNode("1", "two/typed", {"text": "north"}, "desk"),
        TaskNode("2", "two/typed", {"text": "north"}, "phone"),
    )
    task = _task(nodes=nodes, edges=())
    task.begin(devices, 0)
    evaluator = GraphEvaluator(task.graph, devices)
    completed = []
    for name in ("phone", "desk"):
        evaluator.before(Type("north"), name)
        devices[name].act(Type("north"))
        completed.append(evaluator.step().completed)
    assert completed == [("2",), ("1",)]


def test_marks_go_back_on_every_device(devices: dict[str, FakeDevice]) -> None:
    stage = Stage(_task(), devices)
    stage.begin()
    mark = stage.mark()
    outcome = stage.play(stage.oracle())
    again = stage.play(stage.oracle(), start=mark)
    assert outcome == again and outcome.completed == ("write", "answer", "back")
    assert stage.play(iter([Wait()])).coverage == 0.0


def test_the_weights_are_those_of_the_graph(devices: dict[str, FakeDevice]) -> None:
    stage = Stage(_task(), devices)
    outcome = stage.play(stage.oracle(leave_out=("back",)))
    assert outcome.coverage == pytest.approx((1 + 2) / 6)


def test_a_device_that_is_missing_is_named(devices: dict[str, FakeDevice]) -> None:
    task = _task()
    del devices["phone"]
    for call in (lambda: GraphEvaluator(task.graph, devices), lambda: task.begin(devices, 0)):
        with pytest.raises(ConfigError, match="no device 'phone'"):
            call()
    with pytest.raises(ConfigError, match="got ''"):
        GraphEvaluator(task.graph, devices["desk"])
    with pytest.raises(CapabilityError, match="'desk', 'phone'"):
        OmniEnv(FakeConfig(), tasks=task)


def test_files_name_the_devices() -> None:
    task = loads_task(dumps_task(_task()))
    assert task.device_names == ("desk", "phone")
    assert [n.device for n in task.graph.nodes] == ["desk", "phone", "desk"]
    one = _task(nodes=(TaskNode("1", "two/typed", {"text": "x"}),), edges=())
    assert '"device"' not in dumps_task(one) and one.device_names == ("",)


def test_only_the_tree_of_a_device_whose_events_are_wanted_is_read(devices: dict[str, FakeDevice]) -> None:
    nodes = (TaskNode("1", "two/typed", {"text": "x"}, "desk"), TaskNode("2", "two/save", {"name": "a", "text": "x"}))
    task = _task(nodes=(nodes[0], replace(nodes[1], device="phone")), edges=())
    task.begin(devices, 0)
    evaluator = GraphEvaluator(task.graph, devices)
    read = []
    for name in ("phone", "desk"):
        before = devices[name].calls["tree"]
        evaluator.before(Click((0.5, 0.5)), name)
        read.append(devices[name].calls["tree"] - before)
        evaluator.step()
    assert read == [0, 1]


def test_a_part_may_be_judged_on_another_device(devices: dict[str, FakeDevice]) -> None:
    """What is saved here arrives there: the part names a device, by a parameter of its node."""
    saved, arrived = SAVE.conditions, (Condition("file_exists", {"path": "Inbox/{text}"}),)
    send = replace(
        SAVE,
        id="two/send",
        parameters=({"name": "a", "text": "x", "to": "phone"},),
        conditions=(),
        parts=(Part("saved", saved), Part("arrived", arrived, ("saved",), device="{to}")),
    )
    task = _task(
        nodes=(TaskNode("1", "two/send", {"name": "a", "text": "north", "to": "phone"}, "desk"),),
        edges=(),
        definitions=(send,),
    )
    assert [n.device for n in task.graph.nodes] == ["desk", "phone"] and task.device_names == ("desk", "phone")
    assert loads_task(dumps_task(task)).device_names == ("desk", "phone")
    task.begin(devices, 0)
    assert devices["phone"].stat("Documents/a.txt") is None, "what the node needs is put on its own device"
    evaluator = GraphEvaluator(task.graph, devices)
    completed = []
    for name, path, text in (("phone", "Inbox/north", b""), ("phone", "Documents/untitled.txt", b"north")):
        devices[name].write_file(path, text)
        completed.append(evaluator.step().completed)
    devices["desk"].write_file("Documents/untitled.txt", b"north")
    assert [*completed, evaluator.step().completed] == [(), (), ("1/saved", "1/arrived")]
    with pytest.raises(ConfigError, match="no device 'phone'"):
        GraphEvaluator(task.graph, {"desk": devices["desk"]})
