"""The model of task files: what it takes, and one clear error with its place for each wrong shape."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.benchmarks.osworld import parse_task_file
from omnigym.errors import TaskFileError

GETTER = {"type": "rule", "rules": {"expected": 1}}


def text(**evaluator: Any) -> str:
    return json.dumps({"id": "a", "instruction": "Do it.", "evaluator": {"func": "exact_match", **evaluator}})


def test_one_metric_and_lists_are_alike() -> None:
    one, _ = parse_task_file(text(result=GETTER, expected=GETTER, options={"a": 1}))
    several, _ = parse_task_file(text(func=["exact_match"], result=[GETTER], expected=[GETTER], options=[{"a": 1}]))
    assert one.evaluator.measures() == several.evaluator.measures()
    assert one.evaluator.measures()[0].options == {"a": 1}


def test_an_empty_getter_is_none() -> None:
    file, _ = parse_task_file(text(func=["a", "b"], result=[GETTER, GETTER], expected=[GETTER, {}]))
    assert [m.expected for m in file.evaluator.measures()] == [GETTER, None]


def test_unknown_fields_are_kept() -> None:
    plain = {"id": "a", "instruction": "Do it.", "proxy": True, "evaluator": {"func": "infeasible", "why": "no"}}
    file, data = parse_task_file(json.dumps(plain))
    assert (file.model_extra, dict(data)) == ({"proxy": True}, plain)
    assert file.evaluator.infeasible and file.evaluator.measures() == ()


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("{", "line 1"),
        ("[]", "expected an object"),
        ('{"instruction": "x"}', "evaluator: this field is missing"),
        ('{"instruction": "", "evaluator": {"func": "a"}}', "instruction"),
        ('{"instruction": "x", "evaluator": {}}', "evaluator.func: this field is missing"),
        (text(func=[]), "evaluator.func"),
        (text(func=7), "evaluator.func"),
        (text(func=["a", "b"], result=[GETTER]), "evaluator.result: expected an entry for each of 2"),
        (text(func=["a", "b"], result=GETTER), "evaluator.result"),
        (text(func="a", result=[GETTER, GETTER]), "evaluator.result"),
        (text(func=["a"], expected=[GETTER, GETTER]), "evaluator.expected"),
        (text(func=["a"], options=[{}, {}]), "evaluator.options"),
        (text(conj="xor"), "evaluator.conj"),
        (text(postconfig=[{"type": 1}]), "evaluator.postconfig[0].type"),
        (text(postconfig=[{"type": "a", "parameters": []}]), "evaluator.postconfig[0].parameters"),
        ('{"instruction": "x", "instruction": "y", "evaluator": {"func": "a"}}', "instruction"),
        ('{"instruction": "x", "deep": ' + "[" * 100 + "]" * 100 + ', "evaluator": {"func": "a"}}', "deep"),
    ],
)
def test_wrong_shapes_are_named_with_their_place(written: str, place: str) -> None:
    with pytest.raises(TaskFileError) as error:
        parse_task_file(written, "tasks/a.json")
    assert "tasks/a.json" in str(error.value) and place in str(error.value)
    assert len(str(error.value)) < 1000


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({}, "omnigym.effects"),
        ({"effects": [{"how": "paint", "at": "a"}]}, r"omnigym\.effects\[0\]\.how"),
        ({"effects": [{"how": "add"}]}, r"omnigym\.effects\[0\]\.at"),
        ({"effects": [], "more": 1}, r"omnigym\.more"),
        ({"effects": [{"how": "add", "at": "a"}] * 257}, r"omnigym\.effects"),
        ([], "omnigym"),
    ],
)
def test_effects_that_are_none(said: object, problem: str) -> None:
    plain = {"id": "a", "instruction": "Do it.", "omnigym": said, "evaluator": {"func": "infeasible"}}
    with pytest.raises(TaskFileError, match=problem):
        parse_task_file(json.dumps(plain))
