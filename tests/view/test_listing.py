from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from omnigym.errors import ConfigError, RecordingError
from omnigym.view.listing import Entry
from omnigym.view.runs import Run
from tests.view.recordings import line, write_recording

Make = Callable[..., Path]


def test_a_run_says_what_its_records_say(make_run: Make) -> None:
    run = Run(make_run(3))
    facts = run.facts()
    assert facts["about"] == {"env": "OmniBench-Win11-v0", "agent": "oracle", "seed": "0", "episodes": "3"}
    assert facts["report"]["success_rate"] == pytest.approx(2 / 3)
    first, second, third = run.entries
    assert (first.number, first.task, first.apps, first.success, first.steps) == (
        0,
        "files/copy@0",
        ("text_editor",),
        True,
        4,
    )
    assert second.apps == ("files",)
    assert (third.success, third.coverage, third.end) == (False, pytest.approx(1 / 3), "reach_step_limit")


@pytest.mark.parametrize(
    ("more", "tokens"),
    [
        ({}, None),
        ({"tokens": 5, "usage": {"prompt_tokens": 1}}, 5),
        ({"usage": {"prompt_tokens": 7, "completion_tokens": 2, "cost": 0.1}}, 9),
        ({"usage": {"prompt_tokens": None}}, None),
        ({"usage": []}, None),
    ],
)
def test_tokens_are_those_of_the_record_or_of_the_usage(tmp_path: Path, more: dict[str, object], tokens: int) -> None:
    (tmp_path / "episodes.jsonl").write_text(json.dumps(line(0, **more)) + "\n")
    assert Run(tmp_path).entries[0].tokens == tokens


def test_a_directory_of_recordings_is_a_run_without_records(tmp_path: Path) -> None:
    write_recording(tmp_path / "a" / "one")
    write_recording(tmp_path / "a" / "two", steps=2)
    cut = write_recording(tmp_path / "b", steps=4)
    lines = (cut / "steps.jsonl").read_text().splitlines(keepends=True)
    (cut / "steps.jsonl").write_text("".join(lines[:2]) + lines[2][:20])
    one, two, three = Run(tmp_path).entries
    assert (one.recording, one.task, one.steps, one.success, one.end, one.coverage) == (
        "a/one",
        "one",
        4,
        True,
        "success",
        1.0,
    )
    assert two.steps == 2
    assert (three.steps, three.end, three.coverage, three.problem) == (2, "", 0.5, "")
    assert [e.recording for e in Run(tmp_path / "b").entries] == ["."]


def test_a_last_line_that_is_longer_than_the_tail_is_read(tmp_path: Path) -> None:
    path = write_recording(tmp_path / "a", steps=1)
    whole = json.loads((path / "steps.jsonl").read_text())
    (path / "steps.jsonl").write_text(json.dumps(whole | {"more": "x" * 100_000}) + "\n")
    assert Run(tmp_path).entries[0].steps == 1


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "null", '{"episode": 1}', '{"episode": 1, "task_id": 3, "nodes": []}', "\x00", '"' + "[" * 100_000],
)
def test_a_damaged_line_is_an_entry_that_says_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "episodes.jsonl").write_text(
        json.dumps(line(0)) + "\n" + text + "\n" + json.dumps(line(2)) + "\n" + "{"
    )
    entries = Run(tmp_path).entries
    (bad,) = [e for e in entries if e.problem]
    assert "damaged" in bad.problem
    assert [e.number for e in entries if not e.problem] == [0, 2]
    assert Run(tmp_path).entry(bad.number) == bad


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("meta.json", "{"),
        ("meta.json", "[]"),
        ("meta.json", '{"task_id": {}, "nodes": [1], "seed": "x"}'),
        ("steps.jsonl", "{\n"),
        ("steps.jsonl", "[]\n"),
    ],
)
def test_a_damaged_recording_does_no_harm_to_the_others(tmp_path: Path, name: str, content: str) -> None:
    (write_recording(tmp_path / "a") / name).write_text(content)
    write_recording(tmp_path / "b")
    bad, good = Run(tmp_path).entries
    assert isinstance(bad, Entry) and good.success and not good.problem


@pytest.mark.parametrize("text", ["{", "[]", "null", '{"format": "omnigym-run/2"}', '{"env": "a"}'])
def test_a_run_that_was_killed_before_an_episode_ended_is_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    run = Run(tmp_path)
    assert run.entries == [] and "run.json" in run.facts()["problem"]
    with pytest.raises(RecordingError, match="no episode 0"):
        run.entry(0)


@pytest.mark.parametrize("name", ["nothing", "."])
def test_where_there_is_nothing_to_look_at_it_says_how_to_make_some(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match=r"Name a run's directory|omnigym evaluate --out"):
        Run(tmp_path / name)


def test_an_episode_says_which_capabilities_its_task_tests(tmp_path: Path) -> None:
    chain = [{"id": i, "subtask": "", "app": "files", "category": ""} for i in "abcde"]
    edges = [["a", "b"], ["b", "c"], ["c", "d"], ["d", "e"]]
    lines = [line(0), line(1, nodes=chain, edges=edges, completed=[])]
    (tmp_path / "episodes.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in lines))
    short, long = Run(tmp_path).entries
    assert short.tests == ()
    assert "long_range_planning" in long.tests
    assert "parallel_planning" not in long.tests
