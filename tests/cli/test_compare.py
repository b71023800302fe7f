"""Tables of runs: for people, in Markdown, as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def runs(run: Run, fake_env: str, task_file: Path, tmp_path: Path) -> tuple[Path, Path]:
    made = tmp_path / "random", tmp_path / "noop"
    for out, agent in zip(made, ("random:elements", "noop"), strict=True):
        options = ("--env", fake_env, "--tasks", task_file, "--episodes", 2, "--agent", agent)
        assert run("evaluate", *options, "--out", out).exit_code == 0
    return made


def test_compare_says_who_is_better_and_by_how_much(run: Run, runs: tuple[Path, Path]) -> None:
    result = run("compare", *runs)
    assert f"random:elements ({runs[0]}) -> noop ({runs[1]})" in result.stdout
    assert "paired by task and seed" in result.stdout
    lines = run("compare", *runs, "--markdown", "--metric", "coverage_rate").stdout.splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert table[0] == "| app | tasks | first | second | difference |"
    assert table[1] == "| --- | --: | --: | --: | --: |"
    assert table[2].startswith("| all | 1 | ")
    found = json.loads(run("compare", *runs, "--json", "-").stdout)
    assert found["others"][0]["rows"][0]["difference"].keys() == {"mean", "low", "high"}


def test_a_leader_table_is_markdown_with_the_best_first(run: Run, runs: tuple[Path, Path]) -> None:
    table = [line for line in run("leaderboard", *reversed(runs)).stdout.splitlines() if line.startswith("|")]
    assert table[0].startswith("| agent | success rate | interval |")
    assert len(table) == 4
    assert {row.split(" | ")[0] for row in table[2:]} == {"| random:elements", "| noop"}


def test_a_leader_table_names_agents_shortly_and_tells_them_apart(
    run: Run, runs: tuple[Path, Path], tmp_path: Path
) -> None:
    long = "chat:org/tiny@http://localhost:8000/v1,form=json,tree=2000"
    for made, agent in zip(runs, (long, long.replace("json", "code")), strict=True):
        header = json.loads((made / "run.json").read_text())
        (made / "run.json").write_text(json.dumps(header | {"agent": agent}))
    alone = run("leaderboard", runs[0], "--json", tmp_path / "table.json").stdout
    assert "| chat:tiny |" in alone and "localhost" not in alone
    (row,) = json.loads((tmp_path / "table.json").read_text())[0]["rows"]
    assert (row["name"], row["agent"]) == ("chat:tiny", long)
    both = run("leaderboard", *runs).stdout
    assert "form=json" in both and "form=code" in both


def test_step_limits_are_in_names_titles_and_tables(run: Run, fake_env: str, task_file: Path, tmp_path: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    options = ("--env", fake_env, "--tasks", task_file, "--episodes", 2, "--agent", "noop")
    for out, steps in ((few, 3), (many, 50)):
        result = run("evaluate", *options, "--max-steps", steps, "--out", out)
        assert result.exit_code == 0 and f"noop, {steps} steps" in result.stdout
    records = [json.loads(line) for line in (few / "episodes.jsonl").read_text().splitlines()]
    assert [(r["actions"], r["end_reason"]) for r in records] == [(3, "reach_step_limit")] * 2
    compared = run("compare", few, many)
    assert f"noop, 3 steps ({few}) -> noop, 50 steps ({many})" in compared.stdout
    assert f"{few} and {many} have different step limits: 3 and 50" in compared.stderr
    table = [line for line in run("leaderboard", few, many).stdout.splitlines() if line.startswith("| noop")]
    assert {row.split(" | ")[0] for row in table} == {"| noop, 3 steps", "| noop, 50 steps"}
    assert "max_steps is 3 there and 4 here" in run("evaluate", "--resume", few, "--max-steps", 4).stderr


def test_what_cannot_be_compared_is_one_line(run: Run, runs: tuple[Path, Path], tmp_path: Path) -> None:
    assert "two runs or more" in run("compare", runs[0]).stderr
    assert "There is no run in" in run("compare", runs[0], tmp_path).stderr
    (runs[1] / "episodes.jsonl").write_text("")
    result = run("compare", *runs)
    assert result.exit_code == 2
    assert "has 0 of its 2 episodes" in result.stderr
