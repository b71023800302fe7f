"""``omnigym osmap``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord
from omnigym.runs import RunDirectory, RunHeader
from omnigym.runs.episode_record import Played
from omnigym.runs.reports import run_report

Run = Callable[..., Result]


def made_run(path: Path, level: str) -> Path:
    """A run of two tasks, one of them done."""
    header = RunHeader(env="OmniBench-Win11-v0", agent="random:elements", tasks="x", episodes=2)
    run = RunDirectory.begin(path, header)
    about = {"nodes": (NodeRecord("a"),), "level": level, "scope": "Office" if level else ""}
    about |= {"scenario": "Emailing" if level else ""}
    with run.going_on() as add:
        add(Played(0, EpisodeRecord(task_id="t0", completed=(Completion("a", 1),), **about)))
        add(Played(1, EpisodeRecord(task_id="t1", **about)))
    return path


@pytest.fixture
def half(tmp_path: Path) -> Path:
    return made_run(tmp_path / "half", "L3")


def test_the_tables_of_a_run(run: Run, half: Path) -> None:
    said = run("osmap", half).stdout
    assert "Table 3" in said and "Human (published, other tasks)" in said and "50.0" in said
    assert "| L3 | yes | no | no | 1 of 1 |  |" in run("osmap", half, "--markdown").stdout
    assert "| L3 | no | no | no | 0 of 1 |  |" in run("osmap", half, "--markdown", "--threshold", "0.6").stdout


def test_json_is_what_the_report_has(run: Run, half: Path) -> None:
    told = json.loads(run("osmap", half, "--json", "-").stdout)
    directory = RunDirectory(half)
    assert told["runs"]["random:elements"] == run_report(directory.header, directory.played())["osmap"]
    assert [row["agent"] for row in told["published"]] == ["Human", "GPT-4o", "UI-TARS-72B", "GUI-Actor-7B"]
    assert len(json.loads(run("osmap", half, "--beside", "all", "--json", "-").stdout)["published"]) == 11


def test_two_runs_of_an_agent_are_told_apart(run: Run, half: Path, tmp_path: Path) -> None:
    other = made_run(tmp_path / "other", "L1")
    assert len(json.loads(run("osmap", half, other, "--json", "-").stdout)["runs"]) == 2


def test_the_matrix_is_drawn(run: Run, half: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert run("osmap", half, "--plot", tmp_path / "m.svg").exit_code == 0
    assert "</svg>" in (tmp_path / "m.svg").read_text()


def test_without_matplotlib_the_plot_says_what_to_install(
    run: Run, half: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = run("osmap", half, "--plot", tmp_path / "m.png")
    assert result.exit_code == 2 and "omnigym[train]" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "match"),
    [(["--threshold", "0"], "in (0, 1]"), (["--threshold", "nan"], "in (0, 1]"), (["--beside", "Humn"], "Human")],
)
def test_wrong_options_are_refused(run: Run, half: Path, arguments: list[str], match: str) -> None:
    result = run("osmap", half, *arguments)
    assert result.exit_code == 2 and match in result.stderr


def test_a_run_without_levels_is_refused(run: Run, tmp_path: Path) -> None:
    result = run("osmap", made_run(tmp_path / "plain", ""))
    assert result.exit_code == 2 and "--suite osmap" in result.stderr
