"""The file of a dataset: written, read a task at a time, damaged."""

from __future__ import annotations

import time
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader import (
    ROWS,
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


def test_a_row_is_a_line_so_that_versions_differ_in_lines(tasks: list[Task], path: Path, tmp_path: Path) -> None:
    head, *lines = path.read_bytes().splitlines()
    assert len(lines) == len(tasks) and head.startswith(b'{"format":"omnigym-tasks/2"')
    assert [int(line.split(b",")[0][1:]) for line in lines] == [int(t.id.rpartition("/")[2]) for t in tasks]
    other = tmp_path / "other.tasks"
    retold = [replace(t, instruction=t.instruction + "\u2028") if n == 9 else t for n, t in enumerate(tasks)]
    write_shelf([(t, 5) for t in retold], other, suite="omnibench", seed=7, drawn=70, proved="nothing")
    assert [n for n, line in enumerate(other.read_bytes().splitlines()[1:]) if line != lines[n]] == [9]
    assert list(Shelf(other)) == retold


def test_the_old_form_with_compressed_blocks_is_still_read(tasks: list[Task], path: Path) -> None:
    header = Shelf(path).header.model_copy(update={"format": "omnigym-tasks/1"})
    parts = [ROWS.dump_json(list(Shelf(path).rows())[n : n + 64]) for n in range(0, len(tasks), 64)]
    packed = [zlib.compress(part) for part in parts]
    begins = [sum(map(len, packed[:n])) for n in range(len(packed))]
    blocks = [DatasetBlock(b, len(p), zlib.crc32(p)) for b, p in zip(begins, packed, strict=True)]
    old = header.model_copy(update={"blocks": blocks})
    path.write_bytes(old.model_dump_json().encode() + b"\n" + b"".join(packed))
    assert list(Shelf(path)) == tasks


@pytest.mark.parametrize("place", [0, 30, 400, -1])
def test_a_damaged_file_says_so(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 0xFF
    path.write_bytes(bytes(data))
    with pytest.raises(TaskFileError, match=r"some\.tasks: .*Install omnigym-data again"):
        list(Shelf(path))


@pytest.mark.parametrize("cut", [0, 10, 5000])
def test_a_short_file_says_so(path: Path, cut: int) -> None:
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(TaskFileError, match="Install omnigym-data again"):
        Shelf(path)


def test_a_block_that_unpacks_to_gigabytes_is_not_unpacked(path: Path) -> None:
    bomb = zlib.compress(b" " * (64 << 20), 9)
    shelf = Shelf(path)
    header = shelf.header.model_copy(
        update={"format": "omnigym-tasks/1", "count": 1, "blocks": [DatasetBlock(0, len(bomb), zlib.crc32(bomb))]},
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
