"""What is beside a task's own things: near enough to be taken for them, and never one of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.setup import AddRow, SetupStep, WriteFile
from omnigym.tasks.suites import load_task, suite_tasks
from omnigym.tasks.task import Task, TaskNode


def beside(task: Task) -> list[SetupStep]:
    """The steps of a setup that no node asks for."""
    asked = {s for b in task.bound.values() for s in (*b.setup, *[s for n in b.needs for s in n.unless_provided])}
    return [s for s in task.setup_steps if s not in asked]


def paths(steps: list[SetupStep]) -> list[str]:
    return [s.path for s in steps if isinstance(s, WriteFile)]


@pytest.mark.parametrize("suite", ["one-node", "composed", "composed-2"])
@pytest.mark.parametrize("device", ["sim", "phone"])
def test_no_neighbour_is_what_the_task_is_about(suite: str, device: str) -> None:
    crowded = 0
    for task in suite_tasks(suite, device)[::5]:
        added = beside(task)
        names = [path.rpartition("/")[2].casefold() for path in paths(added)]
        said = task.instruction.casefold()
        assert not [name for name in names if name in said], task.id
        own = {path.casefold() for path in paths(list(task.setup_steps[len(added) :]))}
        made = {r.value.casefold() for b in task.bound.values() for r in b.produces}
        assert not {path.casefold() for path in paths(added)} & (own | made), task.id
        assert all(n <= 3 for n in Counter(path.rpartition("/")[0] for path in paths(added)).values()), task.id
        assert list(task.setup_steps[: len(added)]) == added, task.id  # what is the task's own comes last
        crowded += bool(added)
    assert crowded > 20


@pytest.mark.parametrize(
    ("task_id", "folder", "kinds"),
    [
        ("files/rename@0", "Documents", {"txt"}),
        ("word/open-document@0", "Documents", {"docx", "txt"}),
        ("photos/open@0", "Pictures", {"jpg", "txt"}),
        ("mail/flag@0", "AppData/Local/Mail/Inbox", {"eml"}),
        ("phone-files/delete@0", "Download", {"txt"}),
        ("phone-drive/star@0", "/data/data/com.google.android.apps.docs/drive", {"txt"}),
    ],
)
def test_files_and_mails_have_neighbours(task_id: str, folder: str, kinds: set[str]) -> None:
    found = paths(beside(load_task(task_id)))
    assert 2 <= len(found) <= 3
    assert {path.rpartition("/")[0] for path in found} == {folder}
    assert {path.rpartition(".")[2] for path in found} <= kinds


@pytest.mark.parametrize("task_id", ["phone-contacts/star@0", "phone-tasks/star@0", "phone-keep/pin@0"])
def test_records_have_neighbours(task_id: str) -> None:
    task = load_task(task_id)
    own = next(s for s in reversed(task.setup_steps) if isinstance(s, AddRow))
    others = [s for s in beside(task) if isinstance(s, AddRow)]
    assert len(others) == 2
    assert {s.path for s in others} == {own.path}
    assert len({s.values for s in (own, *others)}) == 3


@pytest.mark.parametrize("task_id", ["files/copy-all@0", "files/sort@0", "files/search@0", "files/create-folder@0"])
def test_what_is_about_all_that_is_there_has_none(task_id: str) -> None:
    assert beside(load_task(task_id)) == []


def test_a_task_of_its_own_definitions_has_none() -> None:
    own = replace(get_subtask("files/rename"), id="mine/rename", oracle=None)
    node = TaskNode("1", "mine/rename", own.parameters[0])
    assert beside(Task(id="mine", nodes=(node,), definitions=(own,))) == []


def test_a_task_by_another_id_has_the_same_ones() -> None:
    task = load_task("files/rename@0")
    assert replace(task, id="copy", suite="").setup_steps == task.setup_steps


def test_they_are_there_when_an_episode_begins() -> None:
    task, device = load_task("files/rename@0"), SimDevice()
    task.begin(device, 0)
    assert all(device.read_file(path) for path in paths(beside(task)))
