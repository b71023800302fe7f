from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from omnigym.tasks.native import read_task
from omnigym.tasks.suites import suite_tasks

Run = Callable[..., Result]


def test_count_prints_the_number_alone(run: Run) -> None:
    result = run("tasks", "list", "--suite", "one-node", "--count")
    assert result.stdout == f"{len(suite_tasks('one-node'))}\n"


def test_list_has_a_row_for_each_task(run: Run) -> None:
    result = run("tasks", "list", "--suite", "one-node", "--tasks", "app:word", "--device", "sim")
    shown = [t.id for t in suite_tasks("one-node", "sim") if t.apps == ("word",)]
    assert shown
    assert all(task_id in result.stdout for task_id in shown)
    assert f"{len(shown)} tasks" in result.stdout


def test_show_draws_the_graph_and_says_what_the_nodes_are(run: Run, task_file: Path) -> None:
    out = run("tasks", "show", task_file).stdout
    assert "▼" in out
    assert "Do save with 'hello'." in out
    assert "0.667" in out
    assert "dependency 1 (easy)" in out


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
