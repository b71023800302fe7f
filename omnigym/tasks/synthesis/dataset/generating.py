"""Generating a dataset: candidates are made and proved in several processes, and kept in the order of their numbers.

What a candidate is follows from seed and number, and whether it is kept from what was kept before it. So the file is
the same, byte for byte, for any number of processes, and whether or not the generation was interrupted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from omnigym.devices.config import DeviceConfig
from omnigym.errors import ConfigError
from omnigym.tasks.synthesis.composition import content_of
from omnigym.tasks.synthesis.composition.filling import in_order
from omnigym.tasks.synthesis.dataset.journal import Journal
from omnigym.tasks.synthesis.dataset.judging import Judged, begin, judge
from omnigym.tasks.synthesis.dataset.recipe import Recipe
from omnigym.tasks.synthesis.dataset.shelf import write_shelf

__all__ = ["PROVED", "UNPROVED", "Generated", "generate"]

#: What the header of a file says of its tasks.
PROVED = "start, told, oracle, nulls, frame each; necessary, specific once for what differs in names alone"
UNPROVED = "nothing"
#: So many candidates in a row without a new task, and it is given up.
_PATIENCE = 5000


class Generated(NamedTuple):
    """What came of a generation.

    Attributes:
        tasks: How many tasks were kept.
        drawn: How many candidates were drawn.
        refused: For each reason, how many were not kept: the name of the proof, "drawn" or "twice".
    """

    tasks: int
    drawn: int
    refused: Counter[str]


def generate(
    path: Path,
    *,
    count: int,
    recipe: Recipe,
    config: DeviceConfig | None,
    workers: int,
    progress: Callable[[int], object] | None = None,
    until: Callable[[], bool] | None = None,
) -> Generated:
    """Generate a dataset and write its file; the journal beside it is kept until that is done.

    Args:
        path: The file.
        count: How many tasks.
        recipe: What the candidates are.
        config: The configuration of the devices on which they are proved; None to prove nothing.
        workers: The number of processes.
        progress: Called with the number of tasks that are new, for each candidate.
        until: Asked after each candidate: whether to stop here and write what there is.

    Raises:
        ConfigError: The recipe has too few different tasks.
        TaskFileError: The journal beside the file is of another generation.
    """
    refused: Counter[str] = Counter()
    kept: dict[str, Judged] = {}
    drawn = last = 0
    with Journal(path.with_name(path.name + ".journal"), _about(recipe, config)) as journal:
        for judged, old in _all(journal, recipe, config, workers):
            drawn = judged.number + 1
            if not old:
                journal.add(judged)
            new = judged.task is not None and (content := content_of(judged.task)) not in kept
            if new:
                kept[content] = judged
                last = drawn
            else:
                refused["twice" if judged.task is not None else judged.why.partition(":")[0]] += 1
            if progress is not None:
                progress(int(new))
            if len(kept) >= count or (until is not None and until()):
                break
            if drawn - last > _PATIENCE:
                raise ConfigError(f"Only {len(kept):,} of {count:,} tasks were found. Ask for fewer.")
    tasks = [(j.task, j.steps) for j in kept.values() if j.task is not None]
    proved = PROVED if config is not None else UNPROVED
    write_shelf(tasks, path, suite=recipe.suite, seed=recipe.seed, drawn=drawn, proved=proved)
    if len(kept) >= count:
        journal.path.unlink()
    return Generated(len(kept), drawn, refused)


def _about(recipe: Recipe, config: DeviceConfig | None) -> str:
    return f"{recipe.suite}, seed {recipe.seed}, proved: {PROVED if config is not None else UNPROVED}"


def _all(journal: Journal, recipe: Recipe, config: DeviceConfig | None, workers: int) -> Iterator[tuple[Judged, bool]]:
    """What came of every candidate, in order, and whether it is from the journal."""
    number = -1
    for judged in journal.known():
        number = judged.number
        yield judged, True
    for judged in in_order(judge, partial(begin, recipe, config), workers, number + 1):
        yield judged, False
