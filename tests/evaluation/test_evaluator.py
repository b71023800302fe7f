"""The graph evaluator: latching, activation, events, reuse of verdicts, faults of published code."""

from __future__ import annotations

import time
import timeit
from collections.abc import Sequence

import pytest

from omnigym.a11y import Tree
from omnigym.actions import Action, Click, Press, Submit, Type, Wait
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.errors import ConfigError, DeviceTimeoutError, TaskFileError, TooLargeError
from omnigym.evaluation.condition import Condition, Verdict, all_of, any_of, measured_verdict, negate
from omnigym.evaluation.evaluator import GraphEvaluator, NodeStatus
from omnigym.evaluation.graph import EvalGraph, EvalNode
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import agrees

W, E, C = NodeStatus.WAITING, NodeStatus.EVALUATING, NodeStatus.COMPLETED


def exists(path: str) -> Condition:
    return Condition("file_exists", {"path": path})


def clicks(text: str) -> Condition:
    return Condition("check_mouse_clicks", {"text": text})


def types(text: str) -> Condition:
    return Condition("check_keyboard_types", {"text": text})


def graph(nodes: dict[str, list[Condition]], *edges: str) -> EvalGraph:
    return EvalGraph.of([EvalNode.of(k, v) for k, v in nodes.items()], [(e[0], e[-1]) for e in edges])


def at(device: FakeDevice, key: str) -> Click:
    node = device.tree().find(key=key)
    assert node is not None
    (x, y), (w, h) = node.center, device.size
    return Click((x / w, y / h))


def do(evaluator: GraphEvaluator, device: FakeDevice, action: Action) -> tuple[str, ...]:
    evaluator.before(action)
    device.act(action)
    return evaluator.step().completed


class Shelled(FakeDevice):
    """With a shell whose commands end with a code."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.reset()
        self._code = code

    def is_confined(self) -> bool:
        return True

    def setup_outputs(self) -> dict[str, bytes]:
        return {}

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        return self._code, b"", b""


@pytest.fixture
def device() -> FakeDevice:
    fake = FakeDevice()
    fake.reset()
    return fake


def test_a_completion_activates_its_successors_and_checks_them_in_the_same_step(device: FakeDevice) -> None:
    g = graph(
        {"a": [exists("a")], "b": [exists("b")], "c": [exists("c")], "d": [exists("d")]}, "a>b", "a>c", "b>d", "c>d"
    )
    e = GraphEvaluator(g, device)
    assert e.statuses == (E, W, W, W)
    for name in "bd":
        device.write_file(name, b"")
    assert e.step().completed == ()
    device.write_file("a", b"")
    assert e.step().completed == ("a", "b")
    assert e.statuses == (C, C, E, W)
    device.write_file("c", b"")
    assert e.step() == (("c", "d"), True)
    assert e.coverage == 1.0
    assert e.step() == ((), True)


def test_a_completion_stays(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [Condition("path_absent", {"path": "x"})], "b": [exists("b")]}), device)
    assert e.step().completed == ("a",)
    device.write_file("x", b"")
    e.step()
    assert e.statuses == (C, E)


def test_reset_leaves_nothing_behind(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [clicks("Open Text Editor"), exists("a")], "b": [exists("a")]}, "a>b"), device)
    fresh = e.state
    do(e, device, Submit("42"))
    do(e, device, at(device, "desktop.text_editor"))
    device.write_file("a", b"")
    assert e.step().done
    e.reset()
    assert e.state == fresh
    assert e.statuses == (E, W)
    assert e.step().completed == (), "the click was in the last episode"


def test_conditions_latch_in_order(device: FakeDevice) -> None:
    """C.3: a click, then a text that the next click hides, then that click."""
    conditions = [
        clicks("Open Text Editor"),
        Condition("check_text_exists_via_control", {"text": "Save"}),
        clicks("Close"),
    ]
    e = GraphEvaluator(graph({"a": conditions}), device)
    do(e, device, at(device, "desktop.text_editor"))
    assert e.verdicts["a"].progress == 2 / 3
    assert do(e, device, at(device, "text_editor.close")) == ("a",)
    assert device.tree().find(key="text_editor.save") is None


def test_out_of_order_does_not_pass(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [clicks("Close"), clicks("Open Text Editor")]}), device)
    do(e, device, at(device, "desktop.text_editor"))
    assert do(e, device, at(device, "text_editor.close")) == ()
    assert do(e, device, at(device, "desktop.text_editor")) == ("a",)


def test_one_click_does_not_pass_two_conditions(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [clicks("Open Text Editor"), clicks("Open Text Editor")]}), device)
    assert do(e, device, at(device, "desktop.text_editor")) == ()
    assert e.verdicts["a"].progress == 0.5


def test_a_node_does_not_see_the_action_that_completed_its_predecessor(device: FakeDevice) -> None:
    g = graph({"a": [types("hello")], "b": [types("hello")]}, "a>b")
    e = GraphEvaluator(g, device)
    assert do(e, device, Type("hello")) == ("a",)
    assert do(e, device, Type("hello")) == ("b",)


def test_typing_letter_by_letter_merges_and_backspace_takes_back(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [types("Hello world")]}), device)
    do(e, device, Press("h", ("shift",)))
    for key in ("e", "l", "l", "o", "x", "backspace", "space", "w", "o", "r", "l"):
        assert do(e, device, Press(key)) == ()
    assert do(e, device, Press("d")) == ("a",)


@pytest.mark.parametrize("between", [Press("enter"), Press("a", ("ctrl",)), Click((0.5, 0.5))])
def test_what_comes_between_parts_typing(device: FakeDevice, between: Action) -> None:
    e = GraphEvaluator(graph({"a": [types("Hello")]}), device)
    do(e, device, Type("Hel"))
    do(e, device, between)
    assert do(e, device, Type("lo")) == ()


def test_a_cannot_tell_to_the_end_is_unscored_and_is_asked_again() -> None:
    device = FakeDevice(faults=[Fault("stat", nth=1, repeat=2)])
    device.reset()
    e = GraphEvaluator(graph({"a": [exists("Documents/readme.txt")]}), device)
    e.step()
    assert e.unscored
    assert "stat" in e.verdicts["a"].message
    e.step()
    assert e.unscored
    assert e.step().done, "the device recovered, though it says that nothing changed"
    assert not e.unscored


def test_what_an_agent_made_too_large_to_read_leaves_no_episode_unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    device = FakeDevice()
    device.reset()

    def too_large(_: str) -> bytes:
        raise TooLargeError("It has 300 MB.")

    e = GraphEvaluator(
        graph({"a": [Condition("file_content_contains", {"path": "Documents/readme.txt", "text": "never"})]}), device
    )
    e.step()
    monkeypatch.setattr(device, "read_file", too_large)
    device.write_file("other.txt", b"")
    assert e.step().completed == ()
    assert (e.verdicts["a"].status, e.unscored) == ("cannot_tell", False)


@pytest.mark.parametrize("by_agent", [False, True])
def test_a_failure_that_an_agent_can_cause_leaves_no_episode_unscored(
    device: FakeDevice, monkeypatch: pytest.MonkeyPatch, by_agent: bool
) -> None:
    def silent(_: str) -> None:
        error = DeviceTimeoutError("fake", "stat", "no answer.")
        error.by_agent = by_agent
        raise error

    monkeypatch.setattr(device, "stat", silent)
    e = GraphEvaluator(graph({"a": [exists("Documents/readme.txt")]}), device)
    e.step()
    assert e.unscored != by_agent


def test_unchanged_inputs_reuse_the_verdict(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({k: [exists(k)] for k in "abcde"}), device)
    e.step()
    asked = device.calls["stat"]
    for _ in range(10):
        do(e, device, Wait())
        do(e, device, at(device, "desktop.text_editor"))
    assert device.calls["stat"] == asked
    device.write_file("c", b"")
    assert e.step().completed == ("c",)


def test_only_checks_of_what_changed_run(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [exists("a")], "b": [Condition("app_closed", {"app": "x"}), clicks("no")]}), device)
    e.step()
    asked = device.calls["stat"]
    device.launch("text_editor")
    e.step()
    assert device.calls["stat"] == asked


def test_the_tree_is_read_for_events_only_where_a_check_wants_them(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [exists("a")], "b": [clicks("x")]}, "a>b"), device)
    e.step()
    asked = device.calls["tree"]
    do(e, device, Wait())
    assert device.calls["tree"] == asked
    device.write_file("a", b"")
    e.step()
    do(e, device, Wait())
    assert device.calls["tree"] == asked + 1


def test_a_snapshot_brings_everything_back(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [types("ab")], "b": [exists("b")]}), device)
    do(e, device, Type("a"))
    kept, world = e.state, device.snapshot()
    device.write_file("b", b"")
    assert do(e, device, Type("b")) == ("a", "b")
    e.restore(kept)
    device.restore(world)
    assert do(e, device, Type("c")) == ()
    e.restore(kept)
    assert do(e, device, Type("b")) == ("a",)


def test_at_end_judges_the_final_state_alone(device: FakeDevice) -> None:
    g = graph({"a": [exists("a")], "b": [exists("b")]}, "a>b")
    e = GraphEvaluator(g, device, at_end=True)
    device.write_file("a", b"")
    device.write_file("b", b"")
    assert e.step().completed == ()
    assert e.finish() == (("a", "b"), True)


def test_at_end_sees_all_events_of_the_episode(device: FakeDevice) -> None:
    e = GraphEvaluator(
        graph({"a": [types("tea")], "b": [types("rum")], "c": [types("gin")]}, "b>a"), device, at_end=True
    )
    e.reset()
    for said in ("tea", "rum"):
        assert do(e, device, Type(said)) == ()
    assert e.finish().completed == ("b", "a"), "in whichever order they were typed"
    assert e.score == pytest.approx(e.coverage)


def test_what_acts_on_the_device_is_checked_at_the_end_alone(device: FakeDevice) -> None:
    @check("test_runs_a_command", final=True)
    def runs_a_command(probe: Probe) -> Verdict:
        return measured_verdict(float(probe.run(["true"])[0] == 0))

    asked = graph({"a": [Condition("test_runs_a_command")]})
    with pytest.raises(ConfigError, match="evaluate='at_end'"):
        GraphEvaluator(asked, device)
    for code in (0, 1):
        e = GraphEvaluator(asked, Shelled(code), at_end=True)
        e.reset()
        assert e.finish().done == (code == 0)
        assert not e.unscored


@pytest.mark.parametrize("score", [0.0, 0.25, 1.0])
def test_a_check_that_measures_has_a_score(device: FakeDevice, score: float) -> None:
    @check(f"test_measures_{score}")
    def measures(_probe: Probe) -> Verdict:
        return measured_verdict(score, "so much")

    e = GraphEvaluator(graph({"a": [Condition(f"test_measures_{score}")], "b": [exists("b")]}), device, at_end=True)
    e.reset()
    e.finish()
    assert (e.score, e.coverage) == (score / 2, 0.5 if score == 1 else 0)


def test_combinators(device: FakeDevice) -> None:
    both = all_of(clicks("Open Text Editor"), exists("a"))
    either = any_of(exists("x"), types("hi"))
    none = all_of(negate(exists("z")), exists("a"))
    e = GraphEvaluator(graph({"both": [both], "either": [either], "none": [none]}), device)
    do(e, device, at(device, "desktop.text_editor"))
    assert e.statuses == (E, E, E)
    assert do(e, device, Type("hi")) == ("either",)
    device.write_file("z", b"")
    device.write_file("a", b"")
    assert e.step().completed == ("both",), "the event was kept until the state came"
    assert e.verdicts["none"].message


def test_an_answer_can_be_checked(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [Condition("answer_equals", {"text": "Forty-two"})]}), device)
    assert e.step().completed == ()
    e.before(Submit("“Forty-two.”"))
    assert e.step().completed == ("a",)


def test_who_tries_one_answer_after_the_other_has_guessed(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [Condition("answer_equals", {"text": "42"})]}), device)
    for answer in ("41", "42"):
        e.before(Submit(answer))
        assert e.step().completed == ()
    assert "Different answers" in e.verdicts["a"].message


def test_the_answer_to_another_question_is_no_second_try(device: FakeDevice) -> None:
    wanted = {"a": [Condition("answer_equals", {"text": "42"})], "b": [Condition("answer_equals", {"text": "7"})]}
    e = GraphEvaluator(graph(wanted), device)
    for answer, node in (("It is 42.", "a"), ("7", "b")):
        e.before(Submit(answer))
        assert e.step().completed == (node,)


@pytest.mark.parametrize(
    ("wanted", "answer", "within", "right"),
    [
        ("48.00", "It costs £48.", False, True),
        ("48.00", "48.0 pounds", True, True),
        ("48.00", "48 or 49", True, False),
        ("48.00", "24.50, 28.00, 48.00, 79.00", True, False),
        ("1048", "£1,048.00", False, True),
        ("48.50", "48,50", False, True),
        ("5", "-5", False, False),
        ("17", "Issue 17, about A5 paper", False, True),
        ("17", "issue17", False, True),
        ("17", "seventeen", False, False),
        ("48.00", "not 48.00", False, False),
        ("48.00", "more than 48.00", False, False),
        ("48.00", "It isn't £48", True, False),
        ("48.00", "48 or more", False, False),
        ("48.00", "> 48", False, False),
        ("48.00", "The total over all months is: 48", False, True),
        ("48.00", "48.00 (not rounded)", False, True),
        ("Paris", "paris.", False, True),
        ("Paris", "It is Paris", False, True),
        ("Paris", "It is not Paris", False, False),
        ("Paris", "It is London or Paris", False, False),
        ("Paris", "It is Paris", True, True),
        ("room 1", "room 12", True, False),
    ],
)
def test_answers_are_read_as_people_read_them(wanted: str, answer: str, within: bool, right: bool) -> None:
    assert agrees(wanted, answer, within) is right


# -- faults of published code ----------------------------------------------------------------------------------------


def test_shortcut_edges_do_not_lift_the_coverage_above_1(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({k: [exists(k)] for k in "abc"}, "a>b", "b>c", "a>c"), device)
    for name in "abc":
        device.write_file(name, b"")
        e.step()
        assert 0 < e.coverage <= 1
    assert e.coverage == 1.0
    assert sum(e.graph.dag.weights) == pytest.approx(1)


def test_two_sinks_are_legal_and_the_deepest_level_is_checked(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({k: [exists(k)] for k in "abcd"}, "a>b", "a>c", "c>d"), device)
    for name in "abcd":
        assert not e.done
        device.write_file(name, b"")
        assert e.step().completed == (name,)
    assert e.done


def test_one_node_with_nothing_done_scores_0(device: FakeDevice) -> None:
    e = GraphEvaluator(graph({"a": [exists("a")]}), device)
    assert e.step() == ((), False)
    assert e.coverage == 0
    assert not e.done


@pytest.mark.parametrize(
    ("nodes", "edges", "said"),
    [
        ("abc", ("a>b", "b>c", "c>a"), "a -> b -> c -> a"),
        ("ab", ("a>a",), "a -> a"),
        ("ab", ("a>c",), "'c', which is no node"),
    ],
)
def test_what_is_no_dag_is_refused_by_name(nodes: str, edges: tuple[str, ...], said: str) -> None:
    with pytest.raises(TaskFileError) as e:
        graph({k: [exists(k)] for k in nodes}, *edges)
    message = str(e.value)
    if said.count("->") == 3:
        assert any(turn in message for turn in ("a -> b -> c -> a", "b -> c -> a -> b", "c -> a -> b -> c"))
    else:
        assert said in message


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (Condition("file_exist", {"path": "a"}), "file_exists"),
        (Condition("file_exists"), "'path'"),
        (Condition("file_exists", {"path": 3}), "valid string, got 3"),
        (Condition("file_exists", {"path": "a", "pth": "b"}), "'pth'"),
        (Condition("all", {"of": "a"}), "list of conditions"),
    ],
)
def test_wrong_conditions_are_refused(condition: Condition, said: str) -> None:
    with pytest.raises(TaskFileError, match=said):
        graph({"a": [condition]})
    with pytest.raises(TaskFileError, match="no condition"):
        graph({"a": []})


class _Versioned(FakeDevice):
    """A device whose versions cost what a simulated one's do, not what the fake's do."""

    def version(self, kind: str) -> object:  # type: ignore[override]
        return self._state.files

    def tree(self) -> Tree:
        raise AssertionError("not on the hot path")


def test_a_step_in_which_nothing_changed_costs_under_8_microseconds() -> None:
    device = _Versioned()
    e = GraphEvaluator(graph({k: [exists(k)] for k in "abcde"}), device)
    action = Wait()

    def step() -> None:
        e.before(action)
        e.step()

    step()
    best = min(timeit.repeat(step, number=2000, repeat=5)) / 2000
    assert best < 8e-6


def test_a_step_costs_the_same_however_many_nodes_are_complete() -> None:
    """Processor time, and several tries, since a crowded machine shares more than its clock."""
    device = FakeDevice()
    device.reset()

    def cost(completed: int) -> float:
        nodes = {f"done{n}": [Condition("app_closed", {"app": "x"})] for n in range(completed)}
        e = GraphEvaluator(graph({**nodes, **{f"open{n}": [exists(f"{n}")] for n in range(11)}}), device)
        e.step()
        assert e.statuses.count(E) == 11

        def step() -> None:
            device.write_file("other", b"")  # so that each open node is judged anew
            e.before(Wait())
            e.step()

        return min(timeit.repeat(step, number=20, repeat=15, timer=time.thread_time))

    assert any(cost(500) < 1.6 * cost(0) for _ in range(5))
