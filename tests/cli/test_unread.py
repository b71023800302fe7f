"""Actions that are not read are seen: in the warning, the report, the leader table and the comparison."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import Result

from omnigym.agents.model import Answer
from omnigym.agents.serving import ChatServer
from omnigym.cli.evaluate import unread_warning
from omnigym.evaluation.record import EpisodeRecord, NodeRecord
from omnigym.evaluation.report import summarise

Run = Callable[..., Result]
TAP = '<answer>do(action="Tap", element=[500, 500])</answer>'


def record(invalid: int, actions: int, **attributes: object) -> EpisodeRecord:
    return EpisodeRecord(
        task_id="t",
        nodes=(NodeRecord("1"),),
        actions=actions,
        invalid_actions=invalid,
        **attributes,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ([record(4, 8)] * 3, ""),
        ([record(5, 8)] * 3, "15 of 24 actions are invalid"),
        ([record(8, 8, unread=TAP)], "space=autoglm"),
        ([record(8, 8, unread="I am lost.")], "no space reads it"),
        ([record(8, 8, unscored=True)], ""),
    ],
)
def test_the_warning(records: list[EpisodeRecord], said: str) -> None:
    warning = unread_warning(records, "OmniBench-Android-v0")
    assert said in warning and bool(said) == bool(warning)


def test_shares_are_of_actions_and_of_answers() -> None:
    report = summarise([record(1, 4, answers=4, answers_without_call=1), record(3, 4), record(9, 9, unscored=True)])
    assert (report["invalid_actions"], report["answers_without_call"]) == (0.5, 0.25)
    assert summarise([record(0, 0)])["answers_without_call"] is None


@pytest.fixture
def unread_url() -> Iterator[str]:
    """A model that speaks AutoGLM's grammar, whatever it is asked."""
    with ChatServer(lambda _: Answer(TAP)) as server:
        yield server.url


def test_a_model_in_the_wrong_space_is_seen(run: Run, unread_url: str, tmp_path: Path) -> None:
    agent = f"chat:any@{unread_url},space=qwen,screenshot=false,tree=200"
    made = tmp_path / "run"
    said = run("evaluate", "--env", "OmniBench-Android-v0", "--agent", agent, "--episodes", 3, "--out", made)
    assert "actions are invalid" in said.stderr and "space=autoglm" in said.stderr
    report = json.loads((made / "report.json").read_text())
    assert report["invalid_actions"] == report["answers_without_call"] == 1.0
    assert "invalid_actions" in run("leaderboard", made, "--json", "-").stdout
    compared = json.loads(run("compare", made, made, "--json", "-").stdout)
    assert compared["invalid_actions"] == compared["others"][0]["answers_without_call"] == 1.0
