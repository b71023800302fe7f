"""Trees of files: which are tasks, their census, the URLs that they name, the suite, and how fast they are read."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from omnigym.benchmarks.osworld import asset_urls, census, read_tree
from omnigym.benchmarks.osworld.suite import OWN, left_out
from omnigym.errors import ConfigError
from omnigym.tasks.suites import list_tasks, load_task

Write = Callable[..., Path]
DOWNLOAD = {
    "type": "download",
    "parameters": {"files": [{"url": "https://a.example.org/1", "path": "/home/user/a.docx"}]},
}
CLOUD = {"type": "cloud_file", "path": ["https://a.example.org/2", "https://a.example.org/1"], "dest": ["b", "c"]}


@pytest.fixture
def tree(write: Write, tmp_path: Path) -> Path:
    """Files of every kind."""
    write("examples/os/a.json")
    write("examples/os/b.json", config=[DOWNLOAD])
    write("examples/chrome/a.json", related_apps=["chrome"], config=[{"type": "login", "parameters": {}}])
    write("examples/chrome/c.json", evaluator={"func": "infeasible"}, related_apps=["chrome", "os"])
    (tmp_path / "examples/chrome/broken.json").write_text("{")
    (tmp_path / "test_all.json").write_text('{"os": ["a"]}')
    (tmp_path / "all_task_mappings.json").write_text('{"os": {"a": ["l3_a", "Writing"]}}')
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.json").write_text("{")
    return tmp_path


def test_the_files_of_a_tree(tree: Path) -> None:
    found = {report.path: (task, report) for task, report in read_tree(tree)}
    assert list(found) == [
        *(f"examples/chrome/{name}.json" for name in ("a", "broken", "c")),
        *(f"examples/os/{name}.json" for name in ("a", "b")),
    ]
    assert {path: report.why for path, (_, report) in found.items() if report.why} == {
        "examples/chrome/a.json": "account",
        "examples/chrome/broken.json": "broken",
        "examples/os/b.json": "asset",
    }
    task, _ = found["examples/os/a.json"]
    assert task is not None and (task.id, task.level) == ("osworld/examples/os/a", "L3")


def test_the_census_counts_each_file_once(tree: Path) -> None:
    counts = census(report for _, report in read_tree(tree))
    assert (counts.total.files, counts.total.runs) == (5, 2)
    assert counts.total.reasons == {"broken": 1, "account": 1, "asset": 1}
    assert counts.total.files == counts.total.runs + sum(counts.total.reasons.values())
    assert {name: row.files for name, row in counts.folders.items()} == {"examples/chrome": 3, "examples/os": 2}
    assert counts.folders["examples/os"].devices["x11"] == 1
    assert {name: row.files for name, row in counts.apps.items()} == {"-": 1, "chrome": 2, "os": 3}


def test_a_query_finds_those_that_run(tree: Path) -> None:
    assert [t.id for t in list_tasks(f"osworld:{tree}")] == ["osworld/examples/chrome/c", "osworld/examples/os/a"]
    assert [t.id for t in list_tasks(f"osworld:{tree}", device="x11")] == [
        "osworld/examples/chrome/c",
        "osworld/examples/os/a",
    ]
    with pytest.raises(ConfigError, match=r"2 of 5 files run.*asset 1"):
        list_tasks(f"osworld:{tree}", device="sim")
    with pytest.raises(ConfigError, match="There is no folder"):
        list_tasks("osworld:/no/such/folder")
    assert left_out(tree, "x11") == "2 of 5 files run on x11. Left out: broken 1, account 1, asset 1."
    assert "another device 2" in left_out(tree, "sim")


def test_urls_of_a_tree(write: Write, tmp_path: Path) -> None:
    evaluator = {"func": "exact_match", "result": CLOUD, "expected": CLOUD, "postconfig": [DOWNLOAD]}
    write("os/a.json", config=[DOWNLOAD], evaluator=evaluator)
    write("os/b.json", config=[DOWNLOAD, {"type": "download", "parameters": []}, 7])
    found = asset_urls(tmp_path)
    assert [(n.url, n.name, n.files) for n in found] == [
        ("https://a.example.org/1", "a.docx", ("os/a.json", "os/b.json")),
        ("https://a.example.org/2", "b", ("os/a.json",)),
    ]


def test_988_files_are_read_in_ten_seconds(tmp_path: Path) -> None:
    """With the steps that the public files have on average; CPU time, as the machine may be loaded."""
    for number in range(988):
        folder = tmp_path / ("os", "chrome", "libreoffice_calc")[number % 3]
        folder.mkdir(exist_ok=True)
        (folder / f"{number}.json").write_text(json.dumps(_usual(number)))
    start = time.process_time()
    reports = [report for _, report in read_tree(tmp_path)]
    took = time.process_time() - start
    assert len(reports) == 988 and all(r.runs or r.reasons for r in reports)
    assert sum(r.runs for r in reports) > 300
    assert took < 10


def _usual(number: int) -> dict[str, Any]:
    launch = {"type": "launch", "parameters": {"command": ["nautilus", "/home/user/Desktop"]}}
    command = {"type": "execute", "parameters": {"command": f"mkdir -p ~/a{number} && ls", "shell": True}}
    keys = "import pyautogui; import time; pyautogui.hotkey('ctrl', 's'); time.sleep(0.5);"
    script = {"type": "execute", "parameters": {"command": ["python", "-c", keys]}}
    window = {"type": "activate_window", "parameters": {"window_name": f"{number}.xlsx", "strict": True}}
    file = {"type": "vm_file", "path": f"/home/user/Desktop/{number}.xlsx", "dest": f"{number}.xlsx"}
    rules = {"type": "rule", "rules": {"expected": "x" * 500}}
    return {
        "id": str(number),
        "instruction": f"Do number {number}. " * 10,
        "config": [launch, command, script, *([DOWNLOAD] if number % 2 else [])],
        "related_apps": ["os"],
        "evaluator": {"postconfig": [window, script], "func": "exact_match", "result": file, "expected": rules},
    }


def test_the_suite_is_aside_and_its_files_are_sound() -> None:
    """Only names that another family brings may be missing."""
    reports = [report for _, report in read_tree(OWN, lock={})]
    assert len(reports) >= 2
    assert {r.kind for report in reports for r in report.reasons} <= {"function", "getter", "asset"}
    assert not any(t.suite == "osworld" for t in list_tasks("nodes:1 device:x11"))
    for task in list_tasks("suite:osworld"):
        assert task.suite == "osworld" and load_task(task.id) == task
