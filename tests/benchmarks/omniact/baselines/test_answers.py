"""Files of answers: gone on with, repaired, refused; and who failed is not scored."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from omnigym.benchmarks.omniact.baselines.agent import Reply
from omnigym.benchmarks.omniact.baselines.answers import Answered, answer_points, read_answers
from omnigym.errors import ConfigError, ModelLostError, ModelRefusedError, UnreadableError

POINTS: Any = [SimpleNamespace(key=f"test/{n}") for n in range(4)]


class Scripted:
    """Answers with the point's name; raises what stands for it."""

    def __init__(self, **errors: Exception) -> None:
        self.errors = {f"test/{name[1:]}": error for name, error in errors.items()}
        self.asked: list[str] = []

    def answer(self, point: Any) -> Reply:
        self.asked.append(point.key)
        if point.key in self.errors:
            raise self.errors[point.key]
        return Reply(point.key, 10, 2)


def test_a_run_goes_on_where_it_ended_and_asks_again_what_failed(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.jsonl"
    lost = Scripted(_2=ModelLostError("gone"))
    first = list(answer_points(lost, POINTS[:3], path))
    assert first[2] == Answered("test/2", None, "ModelLostError: gone")
    assert [json.loads(line)["script"] for line in path.read_text().splitlines()] == ["test/0", "test/1", None]
    again = Scripted()
    answers = {a.id: a for a in answer_points(again, POINTS, path)}
    assert again.asked == ["test/2", "test/3"]
    assert answers == {p.key: Answered(p.key, Reply(p.key, 10, 2)) for p in POINTS} == read_answers(path)


def test_half_a_line_of_a_killed_run_is_answered_again(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    list(answer_points(Scripted(), POINTS, path))
    path.write_bytes(path.read_bytes()[:-10])
    agent = Scripted()
    assert len(list(answer_points(agent, POINTS, path))) == 4
    assert agent.asked == ["test/3"]
    assert len(read_answers(path)) == 4


def test_an_endpoint_that_never_answered_ends_the_run_and_a_broken_point_does_not(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with pytest.raises(ModelRefusedError, match="wrong key"):
        list(answer_points(Scripted(_0=ModelRefusedError("wrong key")), POINTS, path))
    assert path.read_text() == ""
    answers = list(answer_points(Scripted(_0=UnreadableError("a broken image")), POINTS))
    assert [a.unscored for a in answers] == ["UnreadableError: a broken image", "", "", ""]


def test_points_are_answered_side_by_side_and_each_once() -> None:
    agent = Scripted()
    assert sorted(a.id for a in answer_points(agent, POINTS, at_once=3)) == [p.key for p in POINTS]
    assert len(agent.asked) == 4


@pytest.mark.parametrize(
    "line",
    [
        "no",
        "[]",
        '{"id": 7, "script": ""}',
        '{"id": "test/0"}',
        '{"id": "test/0", "script": "", "prompt_tokens": true}',
    ],
)
def test_a_damaged_file_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "test/0", "script": "x"}\n' + line + "\n")
    with pytest.raises(ConfigError, match=r"a\.jsonl, line 2: "):
        read_answers(path)
