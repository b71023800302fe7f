"""A task is found by its id without making its suite."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from omnigym.errors import UnknownNameError
from omnigym.manifest import suites
from omnigym.tasks.suites import list_tasks, load_task, suite_tasks

_COUNT = """
import sys
import omnigym
from omnigym.tasks.suites import load_task, list_tasks
calls = 0
def count(frame, event, argument):
    global calls
    calls += event == "call" and not frame.f_globals.get("__name__", "").startswith(("importlib", "_frozen", "re"))
sys.setprofile(count)
task = {}
sys.setprofile(None)
print(calls, "omnigym.evaluation.checks.excel_files" in sys.modules)
"""


@pytest.mark.parametrize("call", ['load_task("text/append-line@0")', 'list_tasks("text/append-line@0")[0]'])
def test_nothing_else_is_read(call: str) -> None:
    """In a process that has found no task before."""
    program = _COUNT.replace("{}", call)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], env=os.environ, capture_output=True, text=True, check=True
    )
    calls, others = done.stdout.split()
    assert int(calls) < 100_000  # 1,996,354 when the suite was made; most of them import modules
    assert others == "False"


@pytest.mark.parametrize("suite", [s for s in suites() if s not in ("omnibench", "miniwob")])
def test_it_is_the_one_of_the_suite(suite: str) -> None:
    tasks = suite_tasks(suite)
    for task in (tasks[0], tasks[len(tasks) // 2], tasks[-1]):
        assert load_task(task.id) == task
        assert list_tasks(task.id) == (task,)


@pytest.mark.parametrize("name", ["files/copy@999", "files/nothing@0", "crab/ubuntu-1-99", "osworld/../own/chrome"])
def test_an_unknown_one_is_refused(name: str) -> None:
    with pytest.raises(UnknownNameError):
        load_task(name)


def test_a_subtask_names_all_its_tasks() -> None:
    assert {t.id.partition("@")[0] for t in list_tasks("files/copy")} == {"files/copy"}
    assert len(list_tasks("files/copy")) > 3
    assert list_tasks("Files/COPY@0") == (load_task("files/copy@0"),)


@pytest.mark.parametrize("mark", ["@drawn-1", "~", "a"])
def test_a_name_without_end_is_no_task(mark: str) -> None:
    with pytest.raises(UnknownNameError):
        load_task("files/rename" + mark * 3_000)
