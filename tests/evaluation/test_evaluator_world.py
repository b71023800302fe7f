"""What the evaluator makes of the user's data: damage on every device, and what still holds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.actions import Submit
from omnigym.devices.fake import FakeDevice
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.graph import EvalGraph, EvalNode

_KEPT = "Documents/notes.txt"


@pytest.fixture(scope="module")
def devices() -> Iterator[dict[str, SimDevice]]:
    made = {"desk": SimDevice((640, 480)), "phone": SimDevice((270, 600), platform="android", scale=0.75)}
    yield made
    for device in made.values():
        device.close()


def exists(path: str) -> Condition:
    return Condition("file_exists", {"path": path})


@pytest.mark.parametrize("where", ["desk", "phone", "unused"])
def test_damage_on_any_device_keeps_nodes_open(devices: dict[str, SimDevice], where: str) -> None:
    """Also where no node is done on that device."""
    wanted = {"desk": ["Documents/new.txt"], "phone": [] if where == "unused" else ["Documents/new.txt"]}
    nodes = [
        EvalNode.of(f"{name}-{path}", [exists(path)], device=name, effects=())
        for name, paths in wanted.items()
        for path in paths
    ]
    for device in devices.values():
        device.reset()
        device.write_file(_KEPT, b"kept")
    e = GraphEvaluator(EvalGraph.of(nodes), devices)
    e.reset()
    e.step()
    damaged = devices["phone" if where == "unused" else where]
    damaged.write_file(_KEPT, b"")
    for name, paths in wanted.items():
        for path in paths:
            devices[name].write_file(path, b"x")
    assert e.step().completed == ()
    assert all("notes.txt" in verdict.message for verdict in e.verdicts.values())
    damaged.write_file(_KEPT, b"kept")
    assert e.step().done, "what is mended is no damage, on whichever device"


def test_damage_elsewhere_is_looked_at_again_only_when_something_changed(devices: dict[str, SimDevice]) -> None:
    for device in devices.values():
        device.reset()
        device.write_file(_KEPT, b"kept")
    e = GraphEvaluator(EvalGraph.of([EvalNode.of("a", [exists("a.txt")], device="desk", effects=())]), devices)
    e.reset()
    devices["desk"].write_file("a.txt", b"")
    devices["phone"].write_file(_KEPT, b"")
    e.step()
    (before,) = e.state.nodes
    assert {name for name, _, _ in before.reads or ()} == {"desk", "phone"}
    e.step()
    assert e.state.nodes[0] is before


def test_every_condition_of_a_node_is_asked_whether_it_still_holds() -> None:
    device = FakeDevice()
    device.reset()
    conditions = [Condition("file_content_contains", {"path": "bill.txt", "text": "paid"}), exists("sent.txt")]
    e = GraphEvaluator(EvalGraph.of([EvalNode.of("a", conditions)]), device)
    device.write_file("bill.txt", b"paid\n")
    device.write_file("sent.txt", b"")
    assert e.step().done
    assert e.still_holds
    device.write_file("bill.txt", b"")
    assert not e.still_holds
    assert e.done, "a completed node stays completed"


def test_what_held_only_on_the_way_need_not_hold_at_the_end() -> None:
    """C.3's conditions latch one after another: what the next one took away was over when the node was completed."""
    device = FakeDevice()
    device.reset()
    conditions = [Condition("file_content_contains", {"path": "note.txt", "text": t}) for t in ("draft", "final")]
    e = GraphEvaluator(EvalGraph.of([EvalNode.of("a", conditions)]), device)
    device.write_file("note.txt", b"draft\n")
    e.step()
    device.write_file("note.txt", b"final\n")
    assert e.step().done
    assert e.still_holds


def test_an_answer_that_another_one_followed_still_holds() -> None:
    device = FakeDevice()
    device.reset()
    nodes = [EvalNode.of(answer, [Condition("answer_equals", {"text": answer})]) for answer in ("42", "7")]
    e = GraphEvaluator(EvalGraph.of(nodes), device)
    for answer in ("42", "7"):
        e.before(Submit(answer))
        assert e.step().completed == (answer,)
    assert e.still_holds
