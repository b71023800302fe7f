"""What the command line lists: plain in a pipe, as JSON for programs; own tasks among it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from omnigym.cli import app
from omnigym.cli.doctor import Finding, Probe
from omnigym.evaluation.registry import check_names, get_check
from omnigym.tasks.schema import json_schema
from tests import test_plugins
from tests.docs.examples import blocks, page
from tests.test_plugins import SUBTASK

Run = Callable[..., Result]
forgotten = test_plugins.forgotten


def test_in_a_pipe_a_task_is_a_line_and_nothing_is_wrapped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    lines = run("tasks", "list", "suite:composed-2", "nodes:5", "--device", "sim").stdout.splitlines()
    found = json.loads(run("tasks", "list", "suite:composed-2 nodes:5", "--device", "sim", "--json").stdout)
    assert [line.split("\t")[0] for line in lines] == [task["id"] for task in found]
    assert all(line.count("\t") == 5 for line in lines)
    assert found[0].keys() == {"id", "suite", "nodes", "split", "apps", "devices", "tags", "instruction"}
    shown = run("tasks", "show", found[0]["id"]).stdout
    assert all(subtask in shown for subtask in found[0]["nodes"])


@pytest.mark.parametrize(
    "command", [("checks",), ("checks", "table_lists_files"), ("tasks", "show", "files/copy"), ("doctor",)]
)
def test_nothing_is_wider_than_the_terminal(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    detail = "keeps agents from this machine's files, processes and network; " * 3
    found = [Finding("program", "sandbox", "ok", detail), Finding("device", "sim", "ok", detail)]
    monkeypatch.setattr("omnigym.cli.doctor.probes", lambda: [Probe(f.name, lambda f=f: f) for f in found])
    wide = CliRunner(env={"COLUMNS": None}).invoke(app, list(command)).stdout
    narrow = CliRunner(env={"COLUMNS": "80"}).invoke(app, list(command)).stdout
    assert max(map(len, wide.splitlines())) > 80 >= max(map(len, narrow.splitlines()))
    assert narrow.split() == wide.split() or "│" in wide, "a pipe is not wrapped, and nothing is cut off"


def test_the_id_of_a_subtask_selects_its_tasks(run: Run) -> None:
    ids = [line.split("\t")[0] for line in run("tasks", "list", "files/rename").stdout.splitlines()]
    assert len(ids) > 1
    assert all(name.startswith("files/rename@") for name in ids)
    assert run("tasks", "list", "files/rename@1", "--count").stdout == "1\n"
    assert "Did you mean 'files/rename" in run("tasks", "list", "files/renam").stderr


def test_a_folder_of_task_files(run: Run, task_file: Path) -> None:
    assert run("tasks", "list", "--tasks", f"{task_file.parent}/").stdout.startswith("save-copy\t2\t")
    assert "There is no task file" in run("tasks", "list", "--tasks", "/nowhere/").stderr


def test_the_checks_with_their_parameters(run: Run) -> None:
    found = {c["name"]: c for c in json.loads(run("checks", "--json").stdout)}
    assert set(found) == set(check_names())
    assert found["file_exists"]["parameters"][0] == {"name": "path", "type": "str", "required": True}
    ours = [name for name in found if get_check(name).function.__module__.startswith("omnigym.")]
    assert len(ours) > 50 and all(found[name]["description"] for name in ours)
    assert "file_exists(path)\n" in run("checks").stdout
    assert run("checks", "file_exists").stdout.startswith("file_exists(path)\n")
    assert "Did you mean 'file_exists'" in run("checks", "file_exist").stderr


def test_the_schema_of_task_files_takes_what_is_written(run: Run, tmp_path: Path) -> None:
    printed = json.loads(run("tasks", "schema").stdout)
    assert printed == json.loads(json.dumps(json_schema()))
    assert "file_exists" in printed["$defs"]["ConditionModel"]["properties"]["check"]["enum"]
    assert "Launch" in printed["properties"]["setup"]["items"]["properties"]["type"]["enum"]
    run("tasks", "schema", "-o", tmp_path / "schema.json")
    assert json.loads((tmp_path / "schema.json").read_text()) == printed


def test_a_plugin_is_known_before_anything_is_looked_up(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cli_tasks.py").write_text(SUBTASK.format(name="cli"))
    listed = run("tasks", "list", "cli/make-folder", "--plugin", tmp_path / "cli_tasks.py", "--count")
    assert listed.stdout == "1\n", listed.stderr
    assert "There is no plugin" in run("checks", "--plugin=no/such.py").stderr


def test_the_subtask_of_the_readme_is_listed_as_the_readme_verifies_it(run: Run, tmp_path: Path) -> None:
    readme = page("README.md")
    assert "`omnigym tasks verify files/year-folder" in readme
    mine = tmp_path / "my_tasks.toml"
    mine.write_text(next(b.text for b in blocks(readme, "toml")))
    listed = run("tasks", "list", "files/year-folder", "--device", "sim", "--count", "--plugin", mine)
    assert listed.stdout == "8\n"


def test_a_list_with_levels_ends_in_their_census(run: Callable[..., Result]) -> None:
    result = run("tasks", "list", "suite:osmap", "level:L4")
    assert {line.split("/")[1] for line in result.stdout.splitlines()} == {"L4"}
    assert "tasks by domain and level" in result.stderr
    assert "tasks by domain" not in run("tasks", "list", "files/rename").stderr
