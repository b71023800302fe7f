"""Generating a dataset: the same file however it is made, proved, resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader import Shelf
from omnigym.benchmarks.omnibench.synthesis.dataset.generating import class_of, generate
from omnigym.benchmarks.omnibench.synthesis.dataset.recipe import DatasetRecipe
from omnigym.benchmarks.omnibench.synthesis.dataset.statistics import statistics
from omnigym.benchmarks.omnibench.synthesis.dataset.trajectories import write_trajectories
from omnigym.devices.config import build_device, device_config
from omnigym.errors import TaskFileError
from omnigym.tasks.instruction_styles.variants import low_level
from omnigym.tasks.network import needs_network
from omnigym.tasks.task import Task


def _make(path: Path, count: int, *, proved: bool = False, once: bool = True, workers: int = 1) -> Path:
    config = device_config("sim") if proved else None
    generate(path, count=count, recipe=DatasetRecipe(2), config=config, once=once, workers=workers)
    return path


def test_an_interrupted_generation_goes_on(tmp_path: Path) -> None:
    whole = _make(tmp_path / "whole.tasks", 30)

    def stop(new: int, note: str) -> None:
        raise KeyboardInterrupt(new, note)

    part = tmp_path / "part.tasks"
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            generate(part, count=30, recipe=DatasetRecipe(2), config=None, progress=stop)
    with (tmp_path / "part.tasks.made").open("a") as file:
        file.write('{"number": 99, "ta')  # a line that was not finished
    _make(part, 30)
    assert part.read_bytes() == whole.read_bytes()
    assert [p.name for p in tmp_path.iterdir() if p.suffix != ".tasks"] == []


def test_another_generations_journal_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "a.tasks.made"
    journal.write_text('"crab, seed 1"\n')
    with pytest.raises(TaskFileError, match="no journal of this generation"):
        _make(tmp_path / "a.tasks", 3)
    journal.write_text('"omnibench, seed 2"\n{"number": "many"}\n')
    with pytest.raises(TaskFileError, match="line 2"):
        _make(tmp_path / "a.tasks", 3)


def test_tasks_of_one_composition_are_one_class() -> None:
    recipe = DatasetRecipe(2)
    tasks = [t for t in map(recipe.candidate, range(400)) if t is not None]
    classes: dict[str, list[Task]] = {}
    for task in tasks:
        classes.setdefault(class_of(task, once=True), []).append(task)
    assert len(classes) < len(tasks)
    for alike in classes.values():
        assert len({tuple(n.subtask for n in t.nodes) for t in alike}) == 1
        assert len({t.edges for t in alike}) == 1
    assert len({class_of(t, once=False) for t in tasks}) > len(classes)


def test_what_is_kept_is_proved_and_told(tmp_path: Path) -> None:
    shelf = Shelf(_make(tmp_path / "proved.tasks", 3, proved=True, once=False))
    assert shelf.header.proved == "every task by all proofs"
    assert all(row.steps > 0 for row in shelf.rows())
    done = list(write_trajectories(shelf, tmp_path / "ways", device_config("sim")))
    assert [t.id for t in done] == [t.id for t in shelf]
    assert len(list((tmp_path / "ways").glob("*.json"))) == 3


def test_a_low_level_instruction_has_every_step() -> None:
    device = build_device(device_config("sim"))
    task = next(t for t in map(DatasetRecipe(2).candidate, range(50)) if t is not None and len(t.nodes) == 2)
    text = low_level(task, device)
    assert len(text.split()) > len(task.instruction.split())
    assert "Click" in text or "Press" in text
    device.close()


def test_statistics_count_what_there_is() -> None:
    tasks = [t for t in map(DatasetRecipe(2).candidate, range(40)) if t is not None]
    found = {name: value for name, value, _ in statistics(tasks)}
    assert found["tasks"] == str(len(tasks))
    share = 100 * sum(map(needs_network, tasks)) / len(tasks)
    assert found["network-dependent"] == f"{share:.2f} %"
