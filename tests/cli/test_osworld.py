"""OSWorld's files from the command line: the census, and playing those that run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from omnigym.cli.options import environments_of

OSWORLD = "OSWorld-Linux-v0"

Run = Callable[..., Result]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two files that run, one of them for Windows, and two that do not."""
    note = "C:\\Users\\Docker\\a.txt"
    create = {"type": "create_file", "parameters": {"path": note, "content": "a"}}
    _write(tmp_path / "os" / "a.json")
    _write(tmp_path / "os" / "b.json", related_apps=["zotero"])
    _write(tmp_path / "notepad" / "c.json", related_apps=["notepad"], config=[create])
    (tmp_path / "os" / "broken.json").write_text("{")
    return tmp_path


def _write(path: Path, **fields: Any) -> None:
    rule = {"type": "rule", "rules": {"expected": "yes"}}
    evaluator = {"func": "exact_match", "result": {"type": "rule", "rules": "yes"}, "expected": rule}
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"instruction": "Do it.", "related_apps": ["os"], "evaluator": evaluator, **fields}))


def test_the_census(run: Run, tree: Path) -> None:
    result = run("tasks", "list", "--osworld", tree)
    assert result.exit_code == 0, result.output
    lines = [[cell.strip() for cell in line.split("│")[1:-1]] for line in result.stdout.splitlines() if "│" in line]
    rows = {cells[0]: cells[1:] for cells in reversed(lines)}  # the folders come first, the apps after them
    heads = next(line for line in result.stdout.splitlines() if "folder" in line)
    assert heads.index("sim") < heads.index("x11") < heads.index("broken") < heads.index("app")
    assert rows["os"][:2] == ["3", "1"] and rows["notepad"][:2] == ["1", "1"]
    assert rows["zotero"][:2] == ["1", ""]
    assert rows["all"][:2] == ["4", "2"]


def test_every_reason_of_each_file(run: Run, tree: Path) -> None:
    found = {entry["path"]: entry for entry in json.loads(run("tasks", "list", "--osworld", tree, "--json").stdout)}
    assert found["os/b.json"]["reasons"] == [{"kind": "app", "detail": "zotero"}]
    assert found["os/a.json"]["reasons"] == [] and "x11" in found["os/a.json"]["devices"]
    assert found["notepad/c.json"]["devices"] == ["sim"]
    assert found["os/broken.json"]["reasons"][0]["kind"] == "broken"


@pytest.mark.parametrize("arguments", [["--count"], ["--device", "sim"], ["app:word"], ["--suite", "crab"]])
def test_the_census_takes_no_query(run: Run, tree: Path, arguments: list[str]) -> None:
    result = run("tasks", "list", "--osworld", tree, *arguments)
    assert result.exit_code == 2 and "--osworld" in result.stderr


def test_those_that_run_are_played(run: Run, tree: Path) -> None:
    out = tree.parent / "run"
    result = run("evaluate", "--tasks", f"osworld:{tree}", "--device", "sim", "--agent", "noop", "--all", "--out", out)
    assert result.exit_code == 0, result.output
    assert "1 of 4 files run on sim. Left out: broken 1, app 1, another device 1." in result.stderr
    (line,) = (out / "episodes.jsonl").read_text().splitlines()
    record = json.loads(line)
    record = record.get("record", record)
    assert record["task_id"] == "osworld/notepad/c" and record["score"] == 1.0


def test_where_none_runs_it_is_said_why(run: Run, tree: Path) -> None:
    (tree / "os" / "a.json").unlink()
    (tree / "notepad" / "c.json").unlink()
    result = run("evaluate", "--tasks", f"osworld:{tree}", "--agent", "noop")
    assert result.exit_code == 2
    assert "0 of 2 files run" in result.stderr and "broken 1, app 1" in result.stderr


@pytest.mark.parametrize(
    ("tasks", "device", "expected"),
    [
        ("osworld:a/b", None, OSWORLD),
        ("osworld:a/b", "x11", OSWORLD),
        ("osworld:a/b", "ubuntu", OSWORLD),
        ("osworld:a/b", "sim", "OmniBench-Win11-v0"),
        ("suite:osworld", None, f"{OSWORLD},OmniBench-Win11-v0"),
    ],
)
def test_where_they_are_played(tasks: str, device: str | None, expected: str) -> None:
    assert environments_of(tasks, device) == expected


def test_starts_that_score_already_are_found(run: Run, tree: Path) -> None:
    note = {"type": "vm_file", "path": "C:\\Users\\Docker\\a.txt", "dest": "a.txt"}
    rules = {"type": "rule", "rules": {"expected": "b"}}
    create = {"type": "create_file", "parameters": {"path": note["path"], "content": "a"}}
    about = {"related_apps": ["notepad"], "config": [create]}
    _write(tree / "notepad" / "d.json", **about, evaluator={"func": "exact_match", "result": note, "expected": rules})
    for path in (tree / "os").iterdir():
        path.unlink()
    result = run("tasks", "list", "--osworld", tree, "--try", "--json")
    assert result.exit_code == 0, result.output
    assert {s["path"]: (s["device"], s["score"], s["problem"]) for s in json.loads(result.stdout)} == {
        "notepad/c.json": ("sim", 1.0, ""),
        "notepad/d.json": ("sim", 0.0, ""),
    }
    table = run("tasks", "list", "--osworld", tree, "--try").stdout
    assert "1 of 2 files score at their start; 0 did not begin." in table


def test_trying_needs_a_folder(run: Run) -> None:
    result = run("tasks", "list", "--try")
    assert result.exit_code == 2 and "--osworld DIR" in result.output
