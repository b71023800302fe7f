"""``omnigym omnieval`` and the tables that ``omnigym evaluate`` prints of the suite."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from omnigym.benchmarks.omnieval.tables import omnieval_of, published_data, radar_note
from omnigym.cli import app
from omnigym.runs import RunDirectory
from omnigym.tasks.suites import is_whole, list_tasks

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the oracle, made by the command as it is used."""
    from typer.testing import CliRunner

    from omnigym.cli.root import app

    out = tmp_path_factory.mktemp("runs") / "oracle"
    arguments = ["evaluate", "--suite", "omnieval", "--tasks", "draw:1", "--agent", "oracle", "--out", str(out)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    (out / "said.txt").write_text(done.stdout)
    return out


def test_evaluate_plays_each_task_once_and_prints_the_tables(oracle: Path) -> None:
    tasks = list_tasks("suite:omnieval draw:1", device="sim")
    report = json.loads((oracle / "report.json").read_text())
    assert report["episodes"] == len(tasks)
    assert report["omnieval"]["capabilities"]["cr"] == 100.0
    assert report["omnieval"]["sensitivity"] == {"sensitivity": 0.0, "tasks": 1}
    said = (oracle / "said.txt").read_text()
    for title in ("Table 4", "Table 5", "Figure 7", "Table 8", "Figure 8"):
        assert title in said
    assert "Human (published)" in said


def test_the_report_follows_from_the_run_alone(run: Run, oracle: Path) -> None:
    told = json.loads(run("omnieval", oracle, "--json", "-").stdout)
    assert told["runs"]["oracle"] == json.loads((oracle / "report.json").read_text())["omnieval"]
    assert [row["agent"] for row in told["published"]["capabilities"]] == ["Human", "GPT-4o", "Omni-UGround-V1-7B"]


@pytest.mark.parametrize(("beside", "rows"), [("all", 15), ("none", 0), ("GPT-4o", 1)])
def test_whose_published_rows_stand_beside_is_chosen(run: Run, oracle: Path, beside: str, rows: int) -> None:
    told = json.loads(run("omnieval", oracle, "--beside", beside, "--json", "-").stdout)
    assert len(told["published"]["capabilities"]) == rows


def test_two_runs_of_an_agent_are_told_apart_by_their_paths(run: Run, oracle: Path) -> None:
    out = run("omnieval", oracle, oracle, "--beside", "none", "--markdown").stdout
    assert f"| oracle ({oracle}) |" in out
    assert "published" not in out


def test_a_wide_table_is_turned_on_a_narrow_terminal(oracle: Path) -> None:
    out = CliRunner(env={"COLUMNS": "80"}).invoke(app, ["omnieval", str(oracle), "--beside", "none"]).stdout
    assert max(map(len, out.splitlines())) <= 110
    assert any(line.startswith("│ CDDK ") for line in out.splitlines())


def test_a_picture_is_drawn(run: Run, oracle: Path, tmp_path: Path) -> None:
    picture = tmp_path / "radar.png"
    assert run("omnieval", oracle, "--plot", picture).exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_note_of_the_radar_says_the_scale_the_axes_that_are_missing_and_the_limits(oracle: Path) -> None:
    report: Any = omnieval_of(RunDirectory(oracle))["capabilities"]
    capabilities = {**dict.fromkeys(report["capabilities"], 50.0), "parallel_planning": None}
    note = radar_note({"oracle": {**report, "capabilities": capabilities}}, published_data()["capabilities"])
    scale, missing, limits = note.split("\n")
    assert "from 0 % at the centre to 100 %" in scale
    assert missing == "oracle has no task of PP: its line leaves these axes out."
    assert "do not rank" in limits


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--beside", "GPT-5"), "Unknown published agent 'GPT-5'"),
        (("--plot", "radar.nothing"), "ends in .png"),
        (("--plot", "/no/such/radar.png"), "Cannot draw"),
    ],
)
def test_what_cannot_be_done_is_said(run: Run, oracle: Path, arguments: tuple[str, ...], said: str) -> None:
    result = run("omnieval", oracle, *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_without_matplotlib_it_is_said_how_to_get_it(
    run: Run, oracle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = run("omnieval", oracle, "--plot", tmp_path / "radar.png")
    assert result.exit_code == 2
    assert "pip install 'omnigym[train]'" in result.stderr


def test_a_run_of_another_suite_is_refused(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "other"
    run("evaluate", "--tasks", "files/rename@0", "--episodes", 1, "--out", out)
    result = run("omnieval", out)
    assert result.exit_code == 2
    assert "is of one-node" in result.stderr
    assert "--suite omnieval" in result.stderr
    assert "There is no run" in run("omnieval", tmp_path / "none").stderr


@pytest.mark.parametrize(
    ("query", "drawn"),
    [
        (None, False),
        ("suite:omnieval", True),
        ("suite:omnieval style:low", True),
        ("suite:composed-2 draw:5", True),
        ("suite:composed-2", False),
        ("mine.json", False),
        ("omnieval/composed-2/x", True),
    ],
)
def test_which_queries_are_the_benchmark(query: str | None, drawn: bool) -> None:
    assert is_whole(query) == drawn
