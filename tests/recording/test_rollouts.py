"""Rollouts as JSON lines: what is written is read again, what is torn is passed over, what is damaged is said."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omnigym.actions import Press, Type, to_json
from omnigym.errors import ConfigError, RecordingError
from omnigym.foreign.records import sound_text
from omnigym.recording import Message, RolloutRecord, RolloutStep, RolloutWriter, Turn, read_rollouts, steps_of

STEP = RolloutStep(messages=(Message("user", "Go."),), actions=(to_json(Type("a")),), reward=0.5, completed={"1": 0.5})
RECORD = RolloutRecord(id="g0.0", group="g0", task_id="t", instruction="Do it.", steps=(STEP, STEP), reward=1.0)
LINE: dict[str, Any] = json.loads(RECORD.to_json())

numbers = st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(max_size=20)
tokens = st.lists(st.tuples(st.integers(0, 2**40), numbers), max_size=3)
messages = st.builds(
    Message, st.sampled_from(["system", "user", "assistant", "tool"]), texts, st.none() | st.just("a.png")
)


@st.composite
def steps(draw: st.DrawFn) -> RolloutStep:
    said = draw(st.none() | tokens)
    return RolloutStep(
        messages=tuple(draw(st.lists(messages, max_size=2))),
        token_ids=None if said is None else tuple([t for t, _ in said]),
        logprobs=None if said is None else tuple([p for _, p in said]),
        actions=tuple(
            [to_json(a) for a in draw(st.lists(st.builds(Type, texts) | st.just(Press("s", ("ctrl",))), max_size=2))]
        ),
        reward=draw(numbers),
        completed=draw(st.dictionaries(texts, numbers, max_size=2)),
        advantage=draw(st.none() | numbers),
    )


records = st.builds(
    RolloutRecord,
    id=texts,
    group=texts,
    parent=texts,
    at=st.integers(0, 9),
    task_id=texts,
    instruction=texts,
    seed=st.none() | st.integers(0, 2**31),
    steps=st.lists(steps(), max_size=2).map(tuple),
    reward=numbers,
    coverage=st.floats(0.0, 1.0),
    end_reason=st.none() | texts,
    is_success=st.booleans(),
    collateral=st.none() | st.lists(texts, max_size=2).map(tuple),
    advantage=st.none() | numbers,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(records)
def test_what_is_written_is_read_again(record: RolloutRecord) -> None:
    assert RolloutRecord.from_json(record.to_json()) == record


def test_a_kill_loses_no_finished_line(tmp_path: Path) -> None:
    path = tmp_path / "made" / "r.jsonl"
    with RolloutWriter(path) as writer:
        writer.write(RECORD)
        assert list(read_rollouts(path)) == [RECORD]  # while it is open still
    whole = path.read_bytes()
    path.write_bytes(whole + b"x" * 70_000)
    assert list(read_rollouts(path)) == [RECORD]
    later = replace(RECORD, id="g0.1")
    with RolloutWriter(path) as writer:
        writer.write(later)
    assert path.read_bytes()[: len(whole)] == whole
    assert list(read_rollouts(path)) == [RECORD, later]
    with pytest.raises(RecordingError, match="closed"):
        writer.write(RECORD)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "omnigym-rollouts/2"}, "format"),
        ({"id": 3}, "id"),
        ({"at": 2, "parent": None}, "without a parent"),
        ({"coverage": 2.0}, "coverage"),
        ({"instruction": "a" * 1_000_001}, "characters"),
        ({"steps": [{**LINE["steps"][0], "actions": [{"type": "Fly"}]}]}, "steps.0..actions"),
        ({"steps": [{**LINE["steps"][0], "actions": [{"type": "Click", "at": "x"}]}]}, "steps.0..actions"),
        ({"steps": [{**LINE["steps"][0], "token_ids": [1], "logprobs": []}]}, "logprob"),
        ({"steps": [{**LINE["steps"][0], "reward": "much"}]}, "reward"),
        ({"id": "g0.0"}, "another"),
    ],
)
def test_a_damaged_line_is_named(change: dict[str, object], said: str, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(f"{json.dumps(LINE)}\n{json.dumps({**LINE, 'id': 'g0.1', **change})}\n")
    reading = read_rollouts(path)
    assert next(reading) == RECORD
    with pytest.raises(RecordingError, match=rf"line 2: .*{said}"):
        next(reading)


@pytest.mark.parametrize("content", [b"{\n", b"\xff\n", b"[]\n", b'{"a": NaN}\n', b"[" * 5000 + b"\n", b"\n"])
def test_what_is_no_line_is_said(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_bytes(content)
    with pytest.raises(RecordingError, match="line 1"):
        list(read_rollouts(tmp_path / "r.jsonl"))
    with pytest.raises(RecordingError, match="cannot be read"):
        list(read_rollouts(tmp_path / "none.jsonl"))


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be written"):
        replace(RECORD, reward=float("nan")).to_json()
    with pytest.raises(ConfigError, match="logprob"):
        Turn(token_ids=(1,), logprobs=())
    with pytest.raises(RecordingError, match="Cannot write"):
        RolloutWriter(tmp_path)
    half = replace(RECORD, instruction="a\ud83d")
    assert RolloutRecord.from_json(half.to_json()).instruction == sound_text("a\ud83d")


def test_a_branch_has_the_steps_before_it() -> None:
    other = replace(STEP, reward=0.25)
    child = replace(RECORD, id="g1.0", parent="g0.0", at=1, steps=(other,))
    assert steps_of(child, {"g0.0": RECORD}) == (STEP, other)
    assert steps_of(RECORD, {}) == RECORD.steps
    for known in ({}, {"g0.0": replace(RECORD, steps=())}, {"g0.0": replace(child, id="g0.0")}):
        with pytest.raises(RecordingError, match=r"g1\.0|g0\.0"):
            steps_of(replace(child, parent="g0.0"), known)
