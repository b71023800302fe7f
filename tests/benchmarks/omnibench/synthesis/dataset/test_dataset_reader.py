"""The file of a dataset: written, read a task at a time, damaged."""

from __future__ import annotations

import time
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader import (
    DatasetBlock,
    Shelf,
    shipped_dataset,
    write_shelf,
)
from omnigym.benchmarks.omnibench.synthesis.dataset.recipe import DatasetRecipe
from omnigym.errors import TaskFileError
from omnigym.tasks.suites import list_tasks, load_task
from omnigym.tasks.task import Task


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    recipe = DatasetRecipe(7)
    found = [t for t in map(recipe.candidate, range(70)) if t is not None]
    return [replace(t, edges=tuple(sorted(t.edges, key=lambda edge: tuple(map(int, edge))))) for t in found]


@pytest.fixture
def path(tasks: list[Task], tmp_path: Path) -> Path:
    file = tmp_path / "some.tasks"
    write_shelf([(t, 5) for t in tasks], file, suite="omnibench", seed=7, drawn=70, proved="nothing")
    return file


def test_what_is_written_is_read(tasks: list[Task], path: Path) -> None:
    shelf = Shelf(path)
    assert list(shelf) == tasks
    assert [shelf[n] for n in (0, 3, -1)] == [tasks[0], tasks[3], tasks[-1]]
    assert shelf[1:3] == tasks[1:3]
    assert shelf.find(tasks[5].id) == tasks[5]
    assert shelf.find("omnibench/x") is None and shelf.find("omnibench/999999999999") is None
    assert shelf.row(2).steps == 5
    with pytest.raises(IndexError):
        shelf[len(tasks)]


@pytest.mark.parametrize("place", [0, 30, 400, -1])
def test_a_damaged_file_says_so(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 0xFF
    path.write_bytes(bytes(data))
    with pytest.raises(TaskFileError, match=r"some\.tasks: .*Install omnigym again"):
        list(Shelf(path))


@pytest.mark.parametrize("cut", [0, 10, 5000])
def test_a_short_file_says_so(path: Path, cut: int) -> None:
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(TaskFileError, match="Install omnigym again"):
        Shelf(path)


def test_a_block_that_unpacks_to_gigabytes_is_not_unpacked(path: Path) -> None:
    bomb = zlib.compress(b" " * (64 << 20), 9)
    shelf = Shelf(path)
    header = shelf.header.model_copy(
        update={"count": 1, "blocks": [DatasetBlock(0, len(bomb), zlib.crc32(bomb))]},
    )
    path.write_bytes(header.model_dump_json().encode() + b"\n" + bomb)
    with pytest.raises(TaskFileError, match="at most 1,000,000 bytes of rows"):
        Shelf(path)[0]
    header = header.model_copy(update={"blocks": [(-1, len(bomb) + 1, 0)]})
    path.write_bytes(header.model_dump_json().encode() + b"\n" + bomb)
    with pytest.raises(TaskFileError, match="greater than or equal to 0"):
        Shelf(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(TaskFileError, match="cannot be read"):
        Shelf(tmp_path / "none.tasks")


def test_one_task_of_the_shipped_ones_is_read_alone() -> None:
    shelf = shipped_dataset()
    task = shelf[len(shelf) // 2]
    begin = time.process_time()
    for _ in range(100):
        assert shelf[len(shelf) // 2].id == task.id
    assert time.process_time() - begin < 3  # all tasks once take longer than this
    assert load_task(task.id) == task


def test_no_other_pool_grows_by_the_dataset() -> None:
    assert not any(t.suite == "omnibench" for t in list_tasks("nodes:2 app:mail"))
