"""Generating a dataset: candidates are made, then one task of each class is proved, both in several processes.

What a candidate is follows from seed and number, and whether it is kept from what was kept before it and from the proof
of its class, which is made of the first task of the class. So the file is the same, byte for byte, for any number of
processes, and whether or not the generation was interrupted.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Generic, NamedTuple, Self, TypeVar

from pydantic import BaseModel, ValidationError

from omnigym.benchmarks.omnibench.synthesis.composition import content_of
from omnigym.benchmarks.omnibench.synthesis.composition.folder_writer import in_order, of_each
from omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader import write_shelf
from omnigym.benchmarks.omnibench.synthesis.dataset.judging import (
    Candidate,
    CandidateVerdict,
    begin_making,
    begin_proving,
    make,
    prove,
)
from omnigym.benchmarks.omnibench.synthesis.dataset.recipe import DatasetRecipe
from omnigym.devices.config import DeviceConfig
from omnigym.errors import ConfigError, TaskFileError
from omnigym.tasks.proofs.dependence import likeness
from omnigym.tasks.split import Split, split_of
from omnigym.tasks.task import Task
from omnigym.tasks.task_file import loads_trusted

__all__ = ["GenerationResult", "Journal", "class_of", "generate"]


# -- which tasks are proved by one proof: those of one composition, about other things --------------------------------

# Two tasks are of one class if they have the same subtasks in the same graph, and parameters of which the same ones
# are equal (`omnigym.tasks.proofs.dependence.likeness`): they differ in names, texts, people, days. Each subtask is
# proved with all its own parameters by itself, in the suite ``one-node``.


def class_of(task: Task, *, once: bool) -> str:
    """The class of a task.

    Args:
        task: The task.
        once: Whether one proof is enough for all tasks of one composition; else each is its own class.
    """
    if once:
        said = repr((likeness([task.bound[i] for i in task.dag.ids]), task.edges))
    else:
        said = f"{content_of(task)} {task.edges} {task.instruction}"
    return hashlib.sha256(said.encode()).hexdigest()[:24]


# -- journal ----------------------------------------------------------------------------------------------------------

# The journal of a generation: what was made and proved, a line each, so that it goes on where it stopped.

_Line = TypeVar("_Line", bound=BaseModel)


class Journal(Generic[_Line]):
    """A file of lines, each a value of a model; a last line that is not whole is dropped.

    Args:
        path: The file; it is made if it is not there.
        about: What the generation is asked for: the journal of another one is refused.
        model: The model of a line.

    Raises:
        TaskFileError: It is the journal of another generation, or none.
    """

    def __init__(self, path: Path, about: str, model: type[_Line]) -> None:
        self.path, self._model = path, model
        first = json.dumps(about).encode() + b"\n"
        old = path.read_bytes() if path.exists() else b""
        if old and not old.startswith(first):
            raise TaskFileError(
                f"{path}: this is no journal of this generation: it should begin with {about!r}, got "
                f"{old[:80]!r}. Name another file, or delete it."
            )
        whole = old[: old.rfind(b"\n") + 1]
        self._old = whole[len(first) :]
        self._file = path.open("ab")
        self._file.truncate(len(whole))
        if not whole:
            self._file.write(first)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def known(self) -> Iterator[_Line]:
        """What it had when it was opened.

        Raises:
            TaskFileError: A line is damaged.
        """
        for n, text in enumerate(self._old.splitlines(), start=2):
            try:
                yield self._model.model_validate_json(text)
            except ValidationError as e:
                raise TaskFileError(f"{self.path}, line {n}: {e.errors()[0]['msg']}. Delete the journal.") from None

    def add(self, line: _Line) -> None:
        """Write a line."""
        self._file.write(line.model_dump_json(exclude_defaults=True).encode() + b"\n")
        self._file.flush()


# -- generating -------------------------------------------------------------------------------------------------------

#: What the header of a file says of its tasks.
_PROVED = {
    "each": "every task by all proofs",
    "once": "one task of each composition by all proofs, the others by its proof and by what they tell",
    "none": "nothing",
}
#: So many candidates in a row without a new task, and it is given up.
_PATIENCE = 5000

_Progress = Callable[[int, str], object]


class GenerationResult(NamedTuple):
    """What came of a generation.

    Attributes:
        tasks: How many tasks were kept.
        drawn: How many candidates were drawn.
        classes: How many proofs were made for them.
        refused: For each reason, how many were not kept: the name of the proof, "drawn" or "twice".
    """

    tasks: int
    drawn: int
    classes: int
    refused: Counter[str]


class _Made(NamedTuple):
    """A candidate that is a task, and its class."""

    number: int
    task: Task
    of: str


def generate(
    path: Path,
    *,
    count: int,
    recipe: DatasetRecipe,
    config: DeviceConfig | None,
    once: bool = True,
    workers: int = 1,
    progress: _Progress = lambda _n, _note: None,
) -> GenerationResult:
    """Generate a dataset and write its file; the journals beside it are kept until that is done.

    Args:
        path: The file.
        count: How many tasks.
        recipe: What the candidates are.
        config: The configuration of the devices on which they are proved; None to prove nothing.
        once: Whether one proof is enough for tasks that differ in what they are about alone
            (`omnigym.benchmarks.omnibench.synthesis.dataset.generating`).
        workers: The number of processes.
        progress: Called with the number of tasks that are new, and with what is at hand.

    Raises:
        ConfigError: The recipe has too few different tasks.
        TaskFileError: A journal beside the file is of another generation.
    """
    about = f"{recipe.suite}, seed {recipe.seed}"
    how = "none" if config is None else "once" if once else "each"
    with (
        Journal(path.with_name(f"{path.name}.made"), about, Candidate) as made,
        Journal(path.with_name(f"{path.name}.proved"), f"{about}, {how}", CandidateVerdict) as proved,
    ):
        verdicts = {v.of: v for v in proved.known()}
        stream = _Stream(made, recipe, workers, once)
        kept: list[_Made] = []
        while len(kept) < count:
            # Some more than are missing, as some fail their proof.
            stream.draw(count + len(stream.found) - len(kept) + count // 50, progress)
            if config is not None:
                _prove(stream.found, verdicts, proved, config, workers, progress)
            kept = [m for m in stream.found if config is None or not verdicts[m.of].why][:count]
            if stream.dry and len(kept) < count:
                raise ConfigError(f"Only {len(kept):,} of {count:,} tasks were found. Ask for fewer.")
    drawn = kept[-1].number + 1
    tasks = [(m.task, steps) for m, steps in zip(kept, _steps(kept, verdicts), strict=True)]
    write_shelf(tasks, path, suite=recipe.suite, seed=recipe.seed, drawn=drawn, proved=_PROVED[how])
    made.path.unlink()
    proved.path.unlink()
    refused = stream.refused + Counter(verdicts[m.of].why.partition(":")[0] for m in stream.found if m.of in verdicts)
    del refused[""]
    return GenerationResult(len(kept), drawn, len({m.of for m in kept}), refused)


def _steps(kept: list[_Made], verdicts: Mapping[str, CandidateVerdict]) -> list[int]:
    """For each task the number of actions of its oracle if that was played, else 0: the first of a class was proved."""
    first = {m.of: m.number for m in reversed(kept)}
    return [verdicts[m.of].steps if m.of in verdicts and first[m.of] == m.number else 0 for m in kept]


class _Stream:
    """The different candidates of a recipe so far.

    Attributes:
        found: Those that are tasks, by ascending numbers.
        refused: How many were not, by the reason.
        dry: Whether nothing new comes any more.
    """

    def __init__(self, journal: Journal[Candidate], recipe: DatasetRecipe, workers: int, once: bool) -> None:
        self._journal, self._recipe, self._workers, self._once = journal, recipe, workers, once
        self._known = journal.known()
        self._contents: set[str] = set()
        self._splits: dict[str, Split] = {}
        self._next = self._last = 0
        self.found: list[_Made] = []
        self.refused: Counter[str] = Counter()
        self.dry = False

    def draw(self, count: int, progress: _Progress) -> None:
        """Draw until there are so many tasks."""
        for candidate in self._known:
            if self._add(candidate, count, progress):
                return
        for candidate in in_order(make, partial(begin_making, self._recipe), self._workers, self._next):
            self._journal.add(candidate)
            if self._add(candidate, count, progress):
                return

    def _add(self, candidate: Candidate, count: int, progress: _Progress) -> bool:
        """Add a candidate, and say whether it is enough."""
        self._next = candidate.number + 1
        if not candidate.task:
            self.refused[candidate.why.partition(":")[0]] += 1
        else:
            task = loads_trusted(candidate.task)
            if (content := content_of(task)) in self._contents:
                self.refused["twice"] += 1
            elif self._splits.setdefault(task.instruction, split := split_of(task)) != split:
                self.refused["said in the other split"] += 1
            else:
                self._contents.add(content)
                self._last = self._next
                self.found.append(_Made(candidate.number, task, class_of(task, once=self._once)))
                progress(1, "made")
        self.dry = self._next - self._last > _PATIENCE
        return len(self.found) >= count or self.dry


def _prove(
    found: list[_Made],
    verdicts: dict[str, CandidateVerdict],
    journal: Journal[CandidateVerdict],
    config: DeviceConfig,
    workers: int,
    progress: _Progress,
) -> None:
    """Prove the first task of each class that has no verdict yet."""
    first: dict[str, Task] = {}
    members = Counter(m.of for m in found)
    for m in found:
        if m.of not in verdicts:
            first.setdefault(m.of, m.task)
    # Those of which most are proved at once come first, as what is kept of a generation that is cut short.
    order = sorted(first.items(), key=lambda item: -members[item[0]])
    for verdict in of_each(prove, order, partial(begin_proving, config), workers):
        journal.add(verdict)
        verdicts[verdict.of] = verdict
        progress(0, f"proved {len(verdicts):,} of {len(verdicts.keys() | first.keys()):,}")
