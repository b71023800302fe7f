"""Results as published: by domain, of all files of a folder, infeasible tasks apart, and steps beside a reference."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from omnigym.benchmarks.osworld.report import Reason, ReasonKind, Report
from omnigym.benchmarks.osworld.results import file_scores, reference_steps, result_rows
from omnigym.benchmarks.osworld.suite import OWN
from omnigym.cli import app
from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord
from omnigym.runs import EpisodeLine, RunDirectory, RunHeader


def episode(task: str, score: float = 0.0, actions: int = 4, **more: Any) -> EpisodeRecord:
    done = (Completion("1", actions),) if score == 1 else ()
    return EpisodeRecord(
        task_id=f"osworld/{task}", nodes=(NodeRecord("1"),), completed=done, score=score, actions=actions, **more
    )


RECORDS = [
    episode("os/a", 1.0, 4),
    episode("os/a", 0.0, 9),  # each task counts once
    episode("os/b", 0.5),
    episode("os/hopeless", 0.0, infeasible=True, end_reason="fail_declared"),
    episode("chrome/c", 1.0, 8),
    episode("chrome/gave-up", 0.9, end_reason="fail_declared"),
    episode("vlc/broken", 1.0, unscored=True),
    EpisodeRecord(task_id="files/rename", nodes=(NodeRecord("1"),)),
]


def test_rows_of_domains() -> None:
    chrome, system, every = result_rows(RECORDS, {"osworld/os/a": 2, "osworld/chrome/c": 10})
    assert (chrome["domain"], system["domain"], every["domain"]) == ("chrome", "os", "all")
    assert (chrome["tasks"], chrome["published"], chrome["success_rate"]) == (2, 0.5, 0.5)
    assert chrome["efficiency"] == 1.0  # fewer steps than the reference
    assert (system["tasks"], system["infeasible"], system["infeasible_success_rate"]) == (3, 1, 1.0)
    assert system["published"] == pytest.approx((0.5 + 0.5 + 1.0) / 3)
    assert (system["success_rate"], system["score"]) == (0.25, 0.5)
    assert (system["steps"], system["efficiency"]) == (4.0, 0.25)
    assert every["tasks"] == 5 and every["published"] == pytest.approx(3.0 / 5)
    assert result_rows(RECORDS)[0]["efficiency"] is None
    assert result_rows(RECORDS[-2:]) == []


def test_groups_have_all_their_domains() -> None:
    played = [episode(f"{domain}/a", 1.0) for domain in ("chrome", "vlc", "thunderbird", "gimp")]
    assert [row["domain"] for row in result_rows(played)][-2:] == ["Daily", "all"]


def report(path: str, *kinds: ReasonKind) -> Report:
    return Report(f"{path}.json", path.partition("/")[0], (), (), tuple(Reason(kind, "") for kind in kinds))


def test_files_that_were_not_played_score_nothing() -> None:
    files = [report("os/a"), report("os/x", "app"), report("chrome/c"), report("chrome/d", "internet", "app")]
    found = file_scores(RECORDS, [*files, report("chrome/e", "account")])
    assert (found.files, found.played, found.alone) == (5, 2, 3)
    assert found.score == pytest.approx(1.5 / 5)
    assert found.alone_score == pytest.approx(1.5 / 3)


@pytest.fixture
def run_of(tmp_path: Path) -> Callable[..., Path]:
    def made(name: str, *records: EpisodeRecord) -> Path:
        header = RunHeader(env="OSWorld-Linux-v0", agent=name, episodes=len(records), max_steps=15)
        run = RunDirectory.begin(tmp_path / name, header)
        with run.going_on() as add:
            for n, record in enumerate(records):
                add(EpisodeLine(n, record))
        return run.path

    return made


def test_a_run_is_a_reference(run_of: Callable[..., Path]) -> None:
    path = run_of("oracle", episode("os/a", 1.0, 6), episode("os/a", 1.0, 3), episode("os/b", 0.0, 2))
    assert reference_steps(path) == {"osworld/os/a": 3}


def test_the_command(run_of: Callable[..., Path], tmp_path: Path) -> None:
    mine, reference = run_of("mine", *RECORDS), run_of("oracle", episode("os/a", 1.0, 2))
    files = tmp_path / "files" / "os"
    files.mkdir(parents=True)
    shutil.copy(OWN / "os" / "log.json", files / "a.json")
    arguments = ["osworld", str(mine), "--files", str(files.parent), "--reference", str(reference)]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0, shown.output
    assert f"mine, 15 steps ({mine})" in shown.output
    assert "50.0 of all 1 files" in shown.output
    plain = json.loads(CliRunner().invoke(app, [*arguments, "--json", "-"]).output)
    (of_run,) = plain.values()
    assert of_run["files"]["score"] == 0.5 and of_run["rows"][1]["efficiency"] == 0.25
