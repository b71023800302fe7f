"""Milestones: how far a node is, read off the state alone and only when asked for."""

from __future__ import annotations

import pytest

from omnigym.devices.fake import FakeDevice, Fault
from omnigym.errors import TaskFileError
from omnigym.evaluation.condition import Condition, Verdict, all_of, not_yet, passed
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.graph import EvalGraph, EvalNode
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

LOOKS: list[str] = []


@check("test_counted_file_exists")
def counted_file_exists(probe: Probe, path: str) -> Verdict:
    LOOKS.append(path)
    return passed() if probe.stat(path) else not_yet()


def there(path: str) -> Condition:
    return Condition("test_counted_file_exists", {"path": path})


def of(*milestones: Condition, goals: tuple[str, ...] = ("goal",)) -> EvalGraph:
    first = EvalNode.of("1", [Condition("file_exists", {"path": g}) for g in goals], milestones=milestones)
    return EvalGraph.of([first, EvalNode.of("2", [Condition("file_exists", {"path": "end"})])], [("1", "2")])


@pytest.fixture
def device() -> FakeDevice:
    LOOKS.clear()
    device = FakeDevice()
    device.reset()
    return device


def test_the_furthest_one_that_holds_counts(device: FakeDevice) -> None:
    evaluator = GraphEvaluator(of(there("a"), there("b"), there("c")), device)
    weight = 1 / 3  # of the first of two nodes in a chain
    seen = []
    for name in ("a", "c", "goal"):
        device.write_file(name, b"")
        evaluator.step()
        seen.append(evaluator.progress / weight)
    assert seen == pytest.approx([1 / 4, 3 / 4, 1])


def test_going_back_takes_it_back(device: FakeDevice) -> None:
    evaluator = GraphEvaluator(of(there("a"), all_of(there("a"), there("b"))), device)
    start = device.snapshot()
    values = [evaluator.progress]
    for _ in range(2):
        device.write_file("a", b"")
        evaluator.step()
        values.append(evaluator.progress)
        device.restore(start)
        evaluator.step()
        values.append(evaluator.progress)
    assert values == pytest.approx([0, 1 / 9, 0, 1 / 9, 0])


def test_conditions_that_passed_count_as_before_where_that_is_more(device: FakeDevice) -> None:
    evaluator = GraphEvaluator(of(there("a"), goals=("first", "goal")), device)
    device.write_file("first", b"")
    evaluator.step()
    assert evaluator.progress == pytest.approx(1 / 6)
    device.write_file("a", b"")
    evaluator.step()
    assert evaluator.progress == pytest.approx(1 / 6), "the milestone is half of the way, too"


def test_nothing_is_looked_at_until_somebody_asks_and_then_only_what_changed(device: FakeDevice) -> None:
    evaluator = GraphEvaluator(of(there("a"), there("b")), device)
    device.write_file("x", b"")
    evaluator.step()
    assert (evaluator.coverage, LOOKS) == (0.0, [])
    assert evaluator.progress == 0.0
    assert LOOKS == ["b", "a"]
    device.set_clipboard(device.clipboard())
    evaluator.step()
    assert evaluator.progress == 0.0
    assert LOOKS == ["b", "a"], "the files are the same"


def test_they_never_complete_a_node(device: FakeDevice) -> None:
    evaluator = GraphEvaluator(of(there("a")), device)
    device.write_file("a", b"")
    assert evaluator.step().completed == ()
    assert evaluator.progress > 0
    assert evaluator.coverage == 0.0
    assert evaluator.verdicts["1"].progress == 0.0


def test_a_device_that_cannot_be_read_is_not_on_the_way() -> None:
    device = FakeDevice(faults=[Fault("stat", nth=1)])
    device.reset()
    evaluator = GraphEvaluator(of(there("a")), device)
    assert evaluator.progress == 0.0


def test_events_are_no_milestones() -> None:
    node = EvalNode.of("1", [there("a")], milestones=[Condition("check_keyboard_types", {"text": "a"})])
    with pytest.raises(TaskFileError, match="state alone, got check_keyboard_types"):
        _ = node.milestone_checks
