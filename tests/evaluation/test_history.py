"""Checks of the history: what was typed and clicked in the whole episode, whichever node was open then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from omnigym.actions import Action, Click, Drag, Press, Type
from omnigym.devices.fake import FakeDevice
from omnigym.errors import TaskFileError
from omnigym.evaluation import registry
from omnigym.evaluation.condition import Condition, all_of, negate
from omnigym.evaluation.evaluator import GraphEvaluator, NodeStatus
from omnigym.evaluation.events import ClickEvent, Event, TextEvent
from omnigym.evaluation.graph import EvalGraph, EvalNode
from omnigym.foreign import dump_plain, load_plain


@pytest.fixture(autouse=True)
def _checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three checks of the history, for these tests alone."""
    registry.check_names()
    monkeypatch.setattr(registry, "_CHECKS", dict(registry._CHECKS))

    @registry.check("ever_typed", subject="history")
    def ever_typed(events: Sequence[Event], text: str) -> bool:
        return any(type(e) is TextEvent and text in e.text for e in events)

    @registry.check("ever_clicked", subject="history")
    def ever_clicked(events: Sequence[Event], text: str) -> bool:
        return any(type(e) is ClickEvent and e.text == text for e in events)

    @registry.check("ever_broken", subject="history")
    def ever_broken(events: Sequence[Event]) -> bool:
        return bool(events[99])


@pytest.fixture
def device() -> Iterator[FakeDevice]:
    fake = FakeDevice()
    fake.reset()
    yield fake
    fake.close()


def typed(text: str) -> Condition:
    return Condition("ever_typed", {"text": text})


def clicked(text: str) -> Condition:
    return Condition("ever_clicked", {"text": text})


def exists(path: str) -> Condition:
    return Condition("file_exists", {"path": path})


def evaluator(
    device: FakeDevice, nodes: dict[str, list[Condition]], *edges: str, at_end: bool = False
) -> GraphEvaluator:
    graph = EvalGraph.of([EvalNode.of(k, v) for k, v in nodes.items()], [(e[0], e[-1]) for e in edges])
    made = GraphEvaluator(graph, device, at_end=at_end)
    made.reset()
    return made


def do(e: GraphEvaluator, device: FakeDevice, action: Action) -> tuple[str, ...]:
    e.before(action)
    device.act(action)
    return e.step().completed


def at(device: FakeDevice, key: str) -> Click:
    node = device.tree().find(key=key)
    assert node is not None
    (x, y), (w, h) = node.center, device.size
    return Click((x / w, y / h))


def test_a_text_typed_once_counts_for_two_successive_nodes(device: FakeDevice) -> None:
    e = evaluator(device, {"a": [typed("tea")], "b": [typed("tea")]}, "a>b")
    assert do(e, device, Type("green tea")) == ("a", "b")


def test_what_was_done_before_a_node_was_open_counts_once_it_is(device: FakeDevice) -> None:
    """The graph's order holds: the node waits for the one before it, whatever was typed."""
    e = evaluator(device, {"a": [exists("a")], "b": [typed("tea"), clicked("Open Text Editor")]}, "a>b")
    assert do(e, device, at(device, "desktop.text_editor")) == ()
    assert do(e, device, Type("tea")) == ()
    assert e.statuses == (NodeStatus.EVALUATING, NodeStatus.WAITING)
    device.write_file("a", b"")
    assert e.step().completed == ("a", "b")


def test_letters_make_words_and_what_was_taken_back_was_typed(device: FakeDevice) -> None:
    e = evaluator(device, {"a": [exists("a")], "b": [typed("tea")], "c": [typed("toe")]}, "a>b", "a>c")
    for key in ("t", "o", "backspace", "e", "a", "backspace", "backspace", "backspace", "o", "enter", "e"):
        assert do(e, device, Press(key)) == ()
    device.write_file("a", b"")
    assert e.step().completed == ("a", "b"), "'to' and 'e' were parted by other keys"


def test_another_episode_knows_nothing_of_it(device: FakeDevice) -> None:
    e = evaluator(device, {"a": [typed("tea"), exists("a")]})
    do(e, device, Type("tea"))
    assert e.state.history
    e.reset()
    device.write_file("a", b"")
    assert e.step().completed == ()


def test_a_snapshot_holds_it_also_as_bytes(device: FakeDevice) -> None:
    e = evaluator(device, {"a": [exists("a")], "b": [clicked("Open Text Editor"), typed("tea")]}, "a>b")
    do(e, device, at(device, "desktop.text_editor"))
    do(e, device, Type("te"))
    kept = e.state._replace(history=load_plain(dump_plain(e.state.history)))
    assert kept == e.state
    do(e, device, Press("enter"))
    e.restore(kept)
    device.write_file("a", b"")
    assert do(e, device, Type("a")) == ("a", "b")


def test_of_several_devices_each_has_its_own() -> None:
    phone, desktop = FakeDevice(), FakeDevice()
    phone.reset()
    desktop.reset()
    nodes = [EvalNode.of(name, [typed("tea")], device=name) for name in ("phone", "desktop")]
    e = GraphEvaluator(EvalGraph.of(nodes, [("desktop", "phone")]), {"phone": phone, "desktop": desktop})
    e.reset()
    e.before(Type("tea"), "phone")
    assert e.step().completed == ()
    e.before(Type("tea"), "desktop")
    assert e.step().completed == ("desktop", "phone")


def test_it_combines_with_the_state(device: FakeDevice) -> None:
    wanted = {"both": [all_of(typed("tea"), exists("a"))], "none": [all_of(negate(typed("tea")), exists("a"))]}
    e = evaluator(device, wanted)
    do(e, device, Type("tea"))
    device.write_file("a", b"")
    assert e.step().completed == ("both",)


def test_the_final_state_has_a_history(device: FakeDevice) -> None:
    e = evaluator(device, {"a": [typed("tea")], "b": [typed("rum")]}, at_end=True)
    assert do(e, device, Type("tea")) == ()
    assert e.finish().completed == ("a",)


def test_it_is_kept_only_where_a_node_will_look_at_it(device: FakeDevice) -> None:
    e = evaluator(device, {"a": [exists("a")], "b": [typed("tea")]})
    do(e, device, Drag((0.1, 0.1), (0.2, 0.2)))
    asked = device.calls["tree"]
    do(e, device, Type("tea"))
    assert len(e.state.history[""]) == 2
    do(e, device, at(device, "desktop.text_editor"))
    assert len(e.state.history[""]) == 2, "the only node that looked at it is complete"
    assert device.calls["tree"] == asked + 2, "for the text typed, and by this test"


@pytest.mark.faults
def test_a_check_that_fails_cannot_tell(device: FakeDevice) -> None:
    e = evaluator(device, {"a": [Condition("ever_broken")]})
    do(e, device, Type("tea"))
    assert e.unscored
    assert e.verdicts["a"].status == "cannot_tell"


def test_a_milestone_cannot_look_at_it() -> None:
    node = EvalNode.of("a", [exists("a")], milestones=[typed("tea")])
    with pytest.raises(TaskFileError, match="state alone"):
        _ = node.milestone_checks
