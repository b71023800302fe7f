"""What the evaluator makes of the user's data: damage on every device, and what still holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise

import pytest

from omnigym.actions import Submit, Type, Wait
from omnigym.devices.fake import FakeDevice
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.condition import Condition, all_of, negate
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


def _of_two(device: SimDevice, first: list[Condition], second: list[Condition], third: str = "") -> GraphEvaluator:
    """A node before another one, and with ``third`` one that is done when there is that file, before it, too."""
    nodes = [EvalNode.of("edit", first, effects=()), EvalNode.of("use", second, effects=())]
    edges = [("edit", "use")]
    if third:
        nodes.append(EvalNode.of("other", [exists(third)], effects=()))
        edges.append(("other", "use"))
    device.reset()
    device.write_file("Documents/plan.txt", b"old\n")
    e = GraphEvaluator(EvalGraph.of(nodes, edges), device)
    e.reset()
    return e


_PLAN, _COPY = "Documents/plan.txt", "Desktop/plan.txt"
_NEW = [Condition("file_content_contains", {"path": _PLAN, "text": "new"})]
#: What a check of a product asks that sees all of its source, and one that sees nothing of it.
_SEEING = [Condition("same_content", {"path": _PLAN, "other": _COPY})]
_BLIND = [all_of(exists(_PLAN), exists(_COPY))]


@pytest.mark.parametrize("wanted", [_SEEING, _BLIND], ids=["seeing", "blind"])
def test_a_product_that_is_older_than_what_it_is_made_of_is_made_again(
    devices: dict[str, SimDevice], wanted: list[Condition]
) -> None:
    """The file is copied and then edited; once it was copied again the node is complete."""
    device = devices["desk"]
    e = _of_two(device, _NEW, wanted)
    device.write_file(_COPY, b"old\n")
    e.step()
    device.act(Wait(1.0))
    device.write_file(_PLAN, b"old\nnew\n")
    assert e.step().completed == ("edit",)
    device.act(Wait(1.0))
    assert e.step().completed == ()
    device.write_file(_COPY, b"old\nnew\n")
    assert e.step().completed == ("use",)


@pytest.mark.parametrize("wanted", [_SEEING, _BLIND], ids=["seeing", "blind"])
def test_a_product_that_is_as_one_made_now_counts_before_its_time(
    devices: dict[str, SimDevice], wanted: list[Condition]
) -> None:
    """Whatever else comes before the node: it has nothing to do with the product."""
    device = devices["desk"]
    e = _of_two(device, _NEW, wanted, third="Documents/other.txt")
    device.write_file(_PLAN, b"old\nnew\n")
    assert e.step().completed == ("edit",)
    device.act(Wait(1.0))
    device.write_file(_COPY, b"old\nnew\n")
    assert e.step().completed == ()
    device.write_file("Documents/other.txt", b"")
    assert e.step() == (("other", "use"), True)


def test_what_one_action_did_counts_for_both_nodes(devices: dict[str, SimDevice]) -> None:
    device = devices["desk"]
    e = _of_two(device, _NEW, _SEEING)
    device.write_file(_PLAN, b"old\nnew\n")
    device.write_file(_COPY, b"old\nnew\n")
    assert e.step().completed == ("edit", "use")


def _volume(value: int) -> Condition:
    return Condition("setting_equals", {"key": "sound.volume", "value": str(value)})


def _momentary(device: SimDevice, *conditions: list[Condition], edges: str = "") -> GraphEvaluator:
    device.reset()
    nodes = [EvalNode.of("ab"[n], wanted, effects=()) for n, wanted in enumerate(conditions)]
    e = GraphEvaluator(EvalGraph.of(nodes, [(x[0], x[-1]) for x in edges.split()]), device)
    e.reset()
    e.step()
    return e


def test_who_tries_every_value_is_not_paid(devices: dict[str, SimDevice]) -> None:
    device = devices["desk"]
    e = _momentary(device, [_volume(30)])
    for value in range(0, 101, 10):
        device.set_setting("sound.volume", str(value))
        assert e.step().completed == ()
    assert e.finish().completed == ()
    assert not e.unscored


@pytest.mark.parametrize("ends", ["waits", "does something else", "ends", "goes back and forth"])
def test_a_setting_that_stays_for_one_more_action_is_paid(devices: dict[str, SimDevice], ends: str) -> None:
    device = devices["desk"]
    e = _momentary(device, [_volume(30)])
    device.set_setting("sound.volume", "30")
    assert e.step().completed == ()
    assert e.verdicts["a"].message == "It is so, and is to be so over 1 more action."
    if ends == "goes back and forth":
        for value in ("40", "30"):
            device.set_setting("sound.volume", value)
            assert e.step().completed == ()
    if ends == "does something else":
        device.set_setting("display.brightness", "30")
        # the brightness is damage, so the setting is looked at again once that is mended
        assert e.step().completed == ()
        device.set_setting("display.brightness", str(e.state.start[""].settings["display.brightness"]))
        assert e.step().completed == ()
    assert (e.finish() if ends == "ends" else e.step()).completed == ("a",)
    assert e.done


def test_momentary_nodes_one_after_the_other_are_all_complete_at_the_end(devices: dict[str, SimDevice]) -> None:
    device = devices["desk"]
    theme = [Condition("setting_equals", {"key": "theme", "value": "dark"})]
    e = _momentary(device, [_volume(30)], theme, edges="a>b")
    device.set_setting("sound.volume", "30")
    device.set_setting("theme", "dark")
    assert e.step().completed == ()
    assert e.finish() == (("a", "b"), True)


def test_the_action_by_which_a_setting_has_stayed_is_the_next_nodes(devices: dict[str, SimDevice]) -> None:
    """Its moment is the one before, so what the action did is its work; and it sees the action's events."""
    device = devices["desk"]
    e = _momentary(device, [_volume(30)], [exists("Documents/new.txt")], edges="a>b")
    device.set_setting("sound.volume", "30")
    e.step()
    reached = e.state.nodes[0].reached
    assert reached is not None
    device.write_file("Documents/new.txt", b"")
    assert e.step().completed == ("a", "b")
    assert e.state.nodes[1].before is reached.data


@pytest.mark.parametrize(
    "conditions",
    [
        [exists("Documents/new.txt")],
        [all_of(_volume(30), negate(_volume(40)))],
        [all_of(_volume(30), Condition("check_keyboard_types", {"text": "x"}))],
        [Condition("answer_equals", {"text": "42"})],
    ],
    ids=["a file", "what is not to be", "an event", "an answer"],
)
def test_other_nodes_are_complete_at_once(devices: dict[str, SimDevice], conditions: list[Condition]) -> None:
    device = devices["desk"]
    e = _momentary(device, conditions)
    if conditions[0].check == "file_exists":
        device.write_file("Documents/new.txt", b"")
    elif conditions[0].check == "all":
        device.set_setting("sound.volume", "30")
    e.before(Submit("42") if conditions[0].check == "answer_equals" else Type("x"))
    assert e.step().completed == ("a",)


def test_a_snapshot_keeps_what_is_to_hold(devices: dict[str, SimDevice]) -> None:
    device = devices["desk"]
    e = _momentary(device, [_volume(30)])
    device.set_setting("sound.volume", "30")
    e.step()
    kept, world = e.state, device.snapshot()
    assert e.step().done
    e.restore(kept.unread())
    device.restore(world)
    assert e.step().completed == ("a",)
    e.restore(kept)
    device.restore(world)
    device.set_setting("sound.volume", "40")
    assert e.step().completed == ()


@pytest.mark.parametrize("patience", [0, 1, 3])
def test_patience_with_each_value_does_not_help(devices: dict[str, SimDevice], patience: int) -> None:
    """A list has to be opened before each value, or the agent waits: what is wanted has to stay longer than others."""
    device = devices["desk"]
    e = _momentary(device, [_volume(30)])
    for value in range(0, 101, 10):
        device.set_setting("sound.volume", str(value))
        for _ in range(1 + patience):
            assert e.step().completed == ()
    device.set_setting("sound.volume", "30")
    for _ in range(1 + patience):
        assert e.step().completed == ()
    assert e.step().done, "it has stayed longer than any other value"


def test_a_node_that_opens_late_finds_what_all_before_it_did(devices: dict[str, SimDevice]) -> None:
    """What was reached long ago is no moment for a node that waited for another one, too."""
    device = devices["desk"]
    device.reset()
    wanted = {"a": [_volume(30)], "b": [exists("Documents/b.txt")], "c": [exists("Documents/c.txt")]}
    nodes = [EvalNode.of(name, conditions, effects=()) for name, conditions in wanted.items()]
    e = GraphEvaluator(EvalGraph.of(nodes, [("a", "c"), ("b", "c")]), device)
    e.reset()
    e.step()
    for value, steps in (("10", 3), ("30", 1)):
        device.set_setting("sound.volume", value)
        for _ in range(steps):
            e.step()
    device.write_file("Documents/b.txt", b"")
    assert e.step().completed == ("b",)
    assert e.step().completed == ()
    assert e.step().completed == ("a",)
    before = e.state.nodes[2].before
    assert before is not None
    assert before.read(before.place("Documents/b.txt")) == b""


def _said(text: str) -> list[Condition]:
    return [Condition("file_content_contains", {"path": _PLAN, "text": text})]


def _chain(device: SimDevice, *conditions: list[Condition]) -> GraphEvaluator:
    """Nodes one after the other."""
    device.reset()
    device.write_file(_PLAN, b"old\n")
    nodes = [EvalNode.of("abcd"[n], wanted, effects=()) for n, wanted in enumerate(conditions)]
    e = GraphEvaluator(EvalGraph.of(nodes, [(a.id, b.id) for a, b in pairwise(nodes)]), device)
    e.reset()
    return e


@pytest.mark.parametrize("ruin", [b"", b"old\n"], ids=["emptied", "as it was"])
def test_what_was_ruined_cannot_be_used(devices: dict[str, SimDevice], ruin: bytes) -> None:
    """Written, paid, ruined; then another node; then what is left is used. Once it is mended that counts."""
    device = devices["desk"]
    e = _chain(device, _said("new"), [exists("Documents/other.txt")], [exists("Documents/used.txt")])
    device.write_file(_PLAN, b"old\nnew\n")
    assert e.step().completed == ("a",)
    device.write_file(_PLAN, ruin)
    device.write_file("Documents/other.txt", b"")
    device.write_file("Documents/used.txt", b"")
    assert e.step().completed == ()
    assert e.finish().completed == ()
    assert not e.still_holds
    device.write_file(_PLAN, b"old\nnew\n")
    assert e.step() == (("b", "c"), True)
    assert e.still_holds


def test_what_a_later_node_works_on_need_not_be_so_any_more(devices: dict[str, SimDevice]) -> None:
    """The file is written, then written anew; then another one uses it."""
    device = devices["desk"]
    anew = [Condition("file_content_equals", {"path": _PLAN, "text": "other"})]
    e = _chain(device, _said("new"), anew, [exists("Documents/used.txt")])
    for content in (b"old\nnew\n", b"other\n"):
        device.write_file(_PLAN, content)
        assert len(e.step().completed) == 1
    device.write_file("Documents/used.txt", b"")
    assert e.step().done
    assert e.still_holds


def test_a_node_that_works_on_what_another_made_leaves_the_rest(devices: dict[str, SimDevice]) -> None:
    """Two lines are written by two nodes: the first one is still asked for when a third one uses the file."""
    device = devices["desk"]
    e = _chain(device, _said("one"), _said("two"), [exists("Documents/used.txt")])
    for content in (b"old\none\n", b"old\none\ntwo\n"):
        device.write_file(_PLAN, content)
        assert len(e.step().completed) == 1
    device.write_file(_PLAN, b"old\ntwo\n")
    device.write_file("Documents/used.txt", b"")
    assert e.step().completed == ()
    assert not e.still_holds
    device.write_file(_PLAN, b"old\none\ntwo\n")
    assert e.step().done


_TEXTS = "/data/data/com.android.providers.telephony/sms.json"


@pytest.mark.parametrize(
    ("done", "paid"),
    [
        ({}, True),
        ({"read": True}, True),  # who opens a conversation has read it
        ({"body": "Nothing."}, False),
        (None, False),
    ],
    ids=["left", "read", "changed", "deleted"],
)
@pytest.mark.parametrize("restored", [False, True], ids=["in one go", "from a snapshot"])
def test_what_arrives_is_to_stay(
    devices: dict[str, SimDevice], done: dict[str, object] | None, paid: bool, restored: bool
) -> None:
    device = devices["phone"]
    device.reset()
    e = GraphEvaluator(EvalGraph.of([EvalNode.of("a", [exists("Documents/new.txt")], effects=())]), device)
    e.reset()
    texts = json.loads(device.read_file(_TEXTS))
    (records,) = [value for value in texts.values() if isinstance(value, list)]
    records.append({**records[-1], "id": 99, "read": False})
    device.write_file(_TEXTS, json.dumps(texts).encode())
    assert e.step().completed == ()
    if restored:
        e.restore(e.state.unread())
    arrived = records.pop()
    if done is not None:
        records.append({**arrived, **done})
    device.write_file(_TEXTS, json.dumps(texts).encode())
    device.write_file("Documents/new.txt", b"")
    assert e.step().done is paid
    e.check_side_effects()
    assert len(e.damage) == (not paid)
