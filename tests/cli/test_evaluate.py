from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]

KEYS = {
    "episodes",
    "tasks",
    "success_rate",
    "still_holds",
    "collateral",
    "coverage_rate",
    "logical_consistency",
    "completion_ratio",
    "execution_efficiency",
    "end_reasons",
    "unscored",
    "device_errors",
    "ended_by_agent",
}


def test_a_table_and_a_json_file_with_the_stated_keys(run: Run, fake_env: str, task_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "report.json"
    result = run(
        "evaluate",
        "--env",
        fake_env,
        "--agent",
        "noop",
        "--tasks",
        task_file,
        "--episodes",
        3,
        "--json",
        out,
        "--seed",
        1,
    )
    assert result.exit_code == 0
    assert re.search(r"ended: reach step limit │ +3 │", result.stdout)
    assert re.search(r"95 % interval of it +│ \[0.000, 0.793\] │", result.stdout)  # of one task
    report = json.loads(out.read_text())
    assert report.keys() >= KEYS
    assert (report["episodes"], report["success_rate"], report["coverage_rate"]) == (3, 0.0, 0.0)
    assert report["settings"]["agent"] == "noop"
    assert report["settings"]["seed"] == 1
    assert report["settings"]["disturbances"] is False


FAILING = """
from omnigym.actions import Done
from omnigym.baselines.agent import Agent
from omnigym.errors import ModelLostError

class Failing(Agent):
    def seed(self, seed):
        self.number = seed

    def act(self, observation, info):
        if self.number in {failing}:
            raise ModelLostError("m", "Nothing listens at port 9.", "Start it.")
        return Done()

def make_agent(spec, seed):
    return Failing()
"""


@pytest.mark.parametrize(
    ("failing", "code", "says"),
    [((0, 1), 2, "2 of 2 episodes could not be scored: "), ((1,), 0, "1 of 2 episodes could not"), ((), 0, "")],
)
def test_what_an_agent_runs_on_is_no_score(
    run: Run, fake_env: str, task_file: Path, tmp_path: Path, failing: tuple[int, ...], code: int, says: str
) -> None:
    agent, out = tmp_path / "failing.py", tmp_path / "run"
    agent.write_text(FAILING.replace("{failing}", str(failing)))
    options = ("--tasks", task_file, "--episodes", 2, "--trust", "--out", out, "--json", "-")
    result = run("evaluate", "--env", fake_env, "--agent", agent, *options)
    assert result.exit_code == code, result.output
    report = json.loads(result.stdout)
    assert report["unscored"] == len(failing)
    assert report["success_rate"] == (None if code else 0.0)
    assert result.stderr.count("\n") == bool(says) and says in result.stderr
    assert not says or ("Nothing listens at port 9" in result.stderr and f"--resume {out} --unscored" in result.stderr)


def test_a_control_says_in_its_report_that_it_is_one(run: Run, fake_env: str, task_file: Path, tmp_path: Path) -> None:
    for option, seen in (("--blind", "blind"), ("--click-only", "click_only")):
        out = tmp_path / f"{seen}.json"
        agent = ("--agent", "random:nodes", "--episodes", 2, option, "--json", out)
        run("evaluate", "--env", fake_env, "--tasks", task_file, *agent)
        report = json.loads(out.read_text())
        assert (report["settings"][seen], report["episodes"], report["tasks"]) == (True, 2, 1)


def test_the_same_seed_gives_the_same_report(run: Run, fake_env: str, task_file: Path, tmp_path: Path) -> None:
    reports = []
    for name in ("a.json", "b.json"):
        options = ("--tasks", task_file, "--episodes", 3, "--seed", 4, "--json", tmp_path / name)
        run("evaluate", "--env", fake_env, "--agent", "random:elements", *options)
        reports.append((tmp_path / name).read_text())
    assert reports[0] == reports[1]


def test_a_file_that_cannot_be_written_is_one_line(run: Run, fake_env: str, task_file: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    options = ("--tasks", task_file, "--episodes", 1, "--json", tmp_path / "file" / "report.json")
    result = run("evaluate", "--env", fake_env, "--agent", "noop", *options)
    assert result.exit_code == 2
    assert "Cannot write" in result.stderr


def test_a_task_that_does_not_run_on_the_device_is_refused(run: Run, fake_env: str, task_file: Path) -> None:
    task_file.write_text(task_file.read_text().replace('"linux"', '"android"'))
    result = run("evaluate", "--env", fake_env, "--agent", "noop", "--tasks", task_file, "--episodes", 1)
    assert result.exit_code == 2
    assert "fake" in result.stderr


@pytest.mark.parametrize("split", ["train", "heldout"])
def test_a_split_selects(run: Run, fake_env: str, task_file: Path, split: str) -> None:
    options = ("--tasks", task_file, "--episodes", 1, "--split", split)
    result = run("evaluate", "--env", fake_env, "--agent", "noop", *options)
    assert (result.exit_code == 0) == (split == "train")


def test_the_oracle_solves_the_one_node_suite_on_the_simulated_desktop(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    result = run("evaluate", "--suite", "one-node", "--split", "heldout", "--episodes", 20, "--json", out)
    assert result.exit_code == 0
    report = json.loads(out.read_text())
    assert (report["success_rate"], report["unscored"], report["end_reasons"]) == (1.0, 0, {"success": 20})


def test_disturbances_reach_the_environment_or_are_refused(run: Run, fake_env: str, task_file: Path) -> None:
    refused = run("evaluate", "--env", fake_env, "--tasks", task_file, "--disturbances")
    assert refused.exit_code == 2
    assert "has no disturbances" in refused.output
    query = ("--tasks", "suite:one-node app:text_editor", "--episodes", 3)
    assert "success rate" in run("evaluate", *query, "--disturbances").stdout
