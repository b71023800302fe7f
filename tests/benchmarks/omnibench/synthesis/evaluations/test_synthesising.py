"""Evaluation functions from traces: the shortest that tell, what they cannot tell, and those that ship."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.actions import Action
from omnigym.benchmarks.omnibench import export_subtask, parse_evaluation
from omnigym.benchmarks.omnibench.evaluation import APIS
from omnigym.benchmarks.omnibench.exporting import line_of, synthesised
from omnigym.benchmarks.omnibench.synthesis.evaluations.candidates import cost, passes, shortest, templated
from omnigym.benchmarks.omnibench.synthesis.evaluations.synthesising import synthesise
from omnigym.benchmarks.omnibench.synthesis.evaluations.traces import Trace
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.condition import Condition, negate
from omnigym.tasks.proofs.cross_oracles import Strangers
from omnigym.tasks.registry import all_subtasks, get_subtask
from omnigym.tasks.subtask import UI, Subtask
from omnigym.tasks.task import Task, TaskNode

_A, _B = (Condition("check_mouse_clicks", {"text": text}) for text in "AB")
_FILE = Condition("check_file_exists", {"file_path": "{name}"})
_HERE = [s for s in all_subtasks() if "sim" in s.devices]


def _trace(name: str, **holds: tuple[int, ...]) -> Trace:
    found = {_A: holds.get("a", ()), _B: holds.get("b", ()), _FILE: holds.get("file", ())}
    return Trace(name, {c: frozenset(steps) for c, steps in found.items()}, ((),) * 6, (), False)


@pytest.mark.parametrize(
    ("sequence", "trace", "expected"),
    [
        ((_A, _B), _trace("", a=(1,), b=(2,)), True),
        ((_B, _A), _trace("", a=(1,), b=(2,)), False),
        ((_A, _A), _trace("", a=(1,)), False),
        ((_A, _A), _trace("", a=(1, 3)), True),
        ((_A, _FILE), _trace("", a=(2,), file=(0, 1)), False),
        ((_A, _FILE), _trace("", a=(2,), file=(2,)), True),
        ((_FILE, _A), _trace("", a=(2,), file=(2,)), True),
        ((), _trace(""), True),
    ],
)
def test_conditions_latch_in_order(sequence: tuple[Condition, ...], trace: Trace, expected: bool) -> None:
    assert passes(sequence, trace) is expected


def test_the_shortest_that_tells_is_found_and_the_state_is_preferred() -> None:
    good = [_trace("good", a=(1,), b=(2,), file=(2, 3))]
    assert shortest([_A, _B, _FILE], good, [_trace("nothing")]) == ((_FILE,), ())
    made = _trace("made otherwise", file=(3,))
    assert shortest([_A, _B, _FILE], good, [made]) == ((_A,), ())
    assert shortest([_A, _B, _FILE], good, [made, _trace("a", a=(1,)), _trace("b", b=(1,))])[0] == (_A, _FILE)
    found, paid = shortest([_A, _B, _FILE], good, [_trace("the same", a=(1,), b=(2,), file=(2,)), made])
    assert found
    assert paid == ("the same",)
    one = _trace("must not", a=(1,), b=(1,))
    others = [_trace("may", file=(1,)), _trace("may, too", file=(1,))]
    assert shortest([_A, _FILE], good, [one], others) == ((_A, _FILE), ())
    assert shortest([_A], good, [one], others)[1] == ("must not",), "though none of the others passes"


def test_what_says_more_costs_less() -> None:
    assert cost(_FILE) < cost(negate(_FILE)) < cost(_A)
    assert cost(Condition("check_mouse_clicks", {"text": "{name}"})) < cost(_A)


def test_parameters_are_put_back() -> None:
    values = {"name": "a.txt", "new": "a.txt.bak", "count": 12, "letter": "a"}
    assert templated("Rename a.txt.bak", values) == "Rename {new}"
    assert templated("12", values) == "12", "a whole template would be filled with a number"
    assert templated("a{b}", values) == "a{{b}}", "a part of one letter is chance"


@pytest.fixture(scope="module")
def strangers() -> Strangers:
    return Strangers([Task(id=f"{s.id}@0", nodes=(TaskNode("1", s.id, s.parameters[0]),)) for s in _HERE])


@pytest.mark.parametrize("name", ["files/rename", "todo/star", "calculator/copy-result", "mail/send-file"])
def test_what_is_synthesised_is_borne_out(name: str, strangers: Strangers) -> None:
    found = synthesise(get_subtask(name), SimDevice(), strangers)
    assert found.verified, found.message
    checks = [c.args["of"].check if c.check == "not" else c.check for c in found.conditions]
    assert set(checks) <= set(APIS)
    metadata, text, _ = export_subtask(get_subtask(name))
    assert parse_evaluation(text)
    assert metadata["id"] == name


def test_what_leaves_nothing_to_see_is_not_told(strangers: Strangers) -> None:
    star = get_subtask("todo/star")

    def idle(ui: UI, **_: object) -> Iterator[Action]:
        yield ui.press("escape")

    values = {field: getattr(star, field) for field in Subtask.__dataclass_fields__}
    found = synthesise(Subtask(**{**values, "id": "test/idle", "oracle": idle}), SimDevice(), strangers)
    assert not found.verified
    assert found.conditions == ()
    assert "common to all right runs" in found.message


def test_nearly_all_subtasks_ship_with_one_and_say_what_they_cannot_tell() -> None:
    known = {s.id: synthesised(s) for s in _HERE}
    there = [k for k in known.values() if k is not None and k.conditions and not k.why]
    assert len(there) >= 0.95 * len(known), [i for i, k in known.items() if k is None or k.why]
    for subtask in _HERE:
        text, losses = export_subtask(subtask)[1:]
        found = known[subtask.id]
        if found is not None and found.conditions:
            assert parse_evaluation(text) == found.conditions
            assert not found.unlike or any("do not tell it from" in loss for loss in losses)
    assert sum(bool(k.unlike) for k in there) > 0


def test_one_that_is_told_otherwise_now_has_none() -> None:
    star = get_subtask("todo/star")
    values = {field: getattr(star, field) for field in Subtask.__dataclass_fields__}
    assert synthesised(star) is not None
    assert synthesised(Subtask(**{**values, "instruction": star.instruction + " Now."})) is None
    assert '"subtask":"todo/star"' in line_of(star, [_A, negate(_FILE)], ["x"], "")
