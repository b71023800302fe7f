from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from omnigym.cli.tasks_verify import device_for
from omnigym.tasks.proofs.verify import PROOFS, VARIED
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.suites import list_tasks, suite_tasks
from omnigym.tasks.task_file import read_task
from tests.docs.examples import page

Run = Callable[..., Result]


def test_count_prints_the_number_alone(run: Run) -> None:
    result = run("tasks", "list", "--suite", "one-node", "--count")
    assert result.stdout == f"{len(suite_tasks('one-node'))}\n"


def test_list_has_a_row_for_each_task(run: Run) -> None:
    result = run("tasks", "list", "--suite", "one-node", "--tasks", "app:word", "--device", "sim")
    shown = [t.id for t in suite_tasks("one-node", "sim") if t.apps == ("word",)]
    assert shown
    assert [line.split("\t")[0] for line in result.stdout.splitlines()] == shown


def test_show_draws_the_graph_and_says_what_the_nodes_are(run: Run, task_file: Path) -> None:
    out = run("tasks", "show", task_file).stdout
    assert "▼" in out
    assert "Do save with 'hello'." in out
    assert "0.667" in out
    assert "dependency 1 (easy)" in out


def test_show_takes_a_subtask_too(run: Run) -> None:
    first, whole = run("tasks", "show", "files/copy@0"), run("tasks", "show", "files/copy")
    assert (first.exit_code, whole.exit_code) == (0, 0)
    said, rest = whole.stdout.split("\n\n", 1)
    count = len(get_subtask("files/copy").parameters)
    assert said == f"The first of {count} parameter sets, files/copy@0 to files/copy@{count - 1}:"
    assert rest == first.stdout
    unknown = run("tasks", "show", "files/cpy")
    assert unknown.exit_code == 2 and "Did you mean" in unknown.stderr


def test_compose_prints_or_writes_a_task_file_that_can_be_read(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "new" / "task.json"
    arguments = ("tasks", "compose", "--nodes", 4, "--shape", "diamond", "--seed", 3)
    assert run(*arguments, "-o", out).exit_code == 0
    task = read_task(out)
    assert (len(task.nodes), len(task.edges)) == (4, 4)
    assert run(*arguments).stdout == out.read_text()


def test_compose_keeps_to_the_apps(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "task.json"
    assert run("tasks", "compose", "--nodes", 3, "--apps", "file_manager", "-o", out).exit_code == 0
    assert read_task(out).apps == ("file_manager",)
    assert "Unknown app 'wrod'" in run("tasks", "compose", "--apps", "wrod").stderr


@pytest.mark.parametrize("varied", [(), ("--variation", "layout", "--seeds", 1)])
def test_verify_proves_tasks_and_writes_what_it_saw(run: Run, tmp_path: Path, varied: tuple[object, ...]) -> None:
    out, proofs = tmp_path / "proofs.json", (*PROOFS, VARIED) if varied else PROOFS
    result = run("tasks", "verify", "files/rename", "--json", out, *varied)
    count = sum(t.nodes[0].subtask == "files/rename" for t in suite_tasks("one-node", "sim"))
    assert result.exit_code == 0
    assert result.stdout == f"{count} tasks proved. All hold: {', '.join(proofs)}.\n"
    report = json.loads(out.read_text())
    assert (report["tasks"], report["holding"]) == (count, count)
    assert all(p["oracle_steps"] > 0 for p in report["proofs"])
    assert all([q["name"] for q in p["proofs"]] == list(proofs) for p in report["proofs"])


def test_a_task_that_does_not_hold_is_named_with_the_proof_and_exit_code_one(run: Run, tmp_path: Path) -> None:
    task = tmp_path / "task.json"
    run("tasks", "compose", "--nodes", 1, "--apps", "file_manager", "-o", task)
    data = json.loads(task.read_text())
    node = data["nodes"][0]
    data["subtasks"] = [
        {
            "id": "mine/there-already",
            "app": "file_manager",
            "instruction": "Make the folder Documents.",
            "conditions": [{"check": "folder_exists", "args": {"path": "Documents"}}],
            "platforms": ["windows"],
        }
    ]
    data["nodes"] = [{"id": node["id"], "subtask": "mine/there-already"}]
    task.write_text(json.dumps(data))
    result = run("tasks", "verify", "--tasks", task)
    assert result.exit_code == 1
    assert data["id"] in result.stdout
    assert "1 of them do not hold" in result.stdout


def test_what_is_proved_without_a_device_is_proved_where_it_is_done() -> None:
    assert device_for(list_tasks("files/rename")) == "sim"
    pytest.importorskip("miniwob")
    assert "suite:miniwob tag:oracle" in page("docs/web-tasks.md")
    assert device_for(list_tasks("suite:miniwob tag:oracle")) == "chromium"
