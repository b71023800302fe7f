"""Running a row: train, evaluate, search, and store a line for each part, seed, measure and control."""

from __future__ import annotations

import platform
import resource
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import torch

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import Env, make_agent
from omnigym.baselines.bootstrap import Searcher
from omnigym.baselines.evaluate import Player, schedule, wrap_control
from omnigym.baselines.policy.text_encoder import reader_of
from omnigym.baselines.protocol.learners import Note, Scale, Study, fit_learner, make_of
from omnigym.baselines.protocol.results import StudyOutcome, add, control, read
from omnigym.baselines.protocol.rows import RowMeasure, RowPart, StudyRow, Tasks
from omnigym.baselines.workers import in_workers
from omnigym.errors import ConfigError
from omnigym.evaluation.report import METRICS
from omnigym.tasks.task import stable_hash

__all__ = ["RowLine", "missing_lines", "run"]

_METRIC = {"success": "success_rate", "coverage": "coverage_rate", "consistency": "logical_consistency"}
#: What a search does without, as `Searcher` takes it.
_WITHOUT: Mapping[str, Mapping[str, Any]] = {
    "": {},
    "snapshots": {"forks": False},
    "milestones": {"progress": "nodes"},
    "graph": {"progress": "ends"},
}


#: The agents of the controls; blind is the policy itself.
_PLAYED_BY: Mapping[str, str] = {"random": "random:nodes", "sweep": "sweep"}
#: What a learner with a reader is given besides.
_READ = ("a sentence model",)


class RowLine(NamedTuple):
    """A line of a row that is to be made.

    Attributes:
        seed, part, measure: They.
        who: The control that plays; "" for the policy itself.
    """

    seed: int
    part: RowPart
    measure: RowMeasure
    who: str

    def name_of(self, value: str) -> str:
        """Return the name of the scores of a value."""
        name = self.measure.name_of(value)
        return control(name, self.who) if self.who else name


def missing_lines(row: StudyRow, seeds: Iterable[int], scale: Scale, out: Path) -> list[RowLine]:
    """Return the lines that are not there yet, in the order in which they are made: the controls come last.

    Raises:
        ConfigError: The directory has lines of another scale.
    """
    known = read(_file(row, out))
    other = next((o for o in known if o.scale != scale), None)
    if other is not None:
        raise ConfigError(
            f"{_file(row, out)} has results of another scale: {other.scale}. Asked for {scale}. Choose another --out."
        )
    done = {(o.seed, o.part, name) for o in known for name in o.scores}
    parts = [(seed, part) for seed in seeds for part in row.parts()]
    asked = [RowLine(seed, part, measure, "") for seed, part in parts for measure in part.measures]
    asked += [RowLine(*line[:3], who) for line in asked for who in _controls(line.measure, scale)]
    return [a for a in asked if any((a.seed, a.part.name, a.name_of(v)) not in done for v in a.measure.values)]


def _controls(measure: RowMeasure, scale: Scale) -> tuple[str, ...]:
    """Who plays the tasks of a measure besides. A search has none, and perceived elements have the tree's."""
    return measure.controls if scale.controls and not measure.search and not measure.perceived else ()


def run(
    row: StudyRow, seeds: Iterable[int], scale: Scale, out: Path, *, processes: int = 1, note: Note = lambda _: None
) -> Iterator[StudyOutcome]:
    """Make the missing lines of a row, and store and yield each as it is done.

    Args:
        row: It.
        seeds: Each is a run of its own.
        scale: How much is done.
        out: The directory of results, with ``ROW.jsonl``, and of models, which rows share.
        processes: That work side by side.
        note: Told what is being done.

    Raises:
        ConfigError: The directory has lines of another scale, there is something to learn or to ask that no task fits,
            or there is no clone that a reader could read to: said before anything is learned.
        MissingDependencyError: The reader's network is not installed.
    """
    todo = missing_lines(row, seeds, scale, out)
    if scale.reader:
        reader_of(scale.reader)
        parts = [line.part for line in todo]
        if any(part.start is None and (part.train is None or part.learner != "clone") for part in parts):
            raise ConfigError(f"{row.name} begins without a clone, so nobody can read to it. Leave --reader out.")
    for part in {line.part.name: line.part for line in todo}.values():
        for tasks in filter(None, (part.start, part.train, *[measure.tasks for measure in part.measures])):
            _known(tasks, scale)
    for _, lines in groupby(todo, key=lambda line: (line.seed, line.part.name)):
        for outcome in _outcomes(row, list(lines), scale, out / "models", processes, note):
            add(_file(row, out), outcome)
            yield outcome


def _file(row: StudyRow, out: Path) -> Path:
    return out / f"{row.name}.jsonl"


def _outcomes(
    row: StudyRow, lines: Sequence[RowLine], scale: Scale, models: Path, processes: int, note: Note
) -> Iterator[StudyOutcome]:
    """The outcome of each of some lines of one part and seed."""
    began = _cpu_s()
    seed, part, *_ = lines[0]
    steps: dict[str, int] = {}
    curve: tuple[tuple[int, float], ...] = ()
    model, start, nothing_found = None, None, False
    if part.start is not None:
        begin = Study(part.start, seed, scale, models, part.start_options, processes=processes)
        first = fit_learner(part.start_learner, begin, note)
        model, start, steps = first.model, first.played, dict(first.steps)
    own = start
    if part.train is not None:
        study = Study(part.train, seed, scale, models, part.options, model, processes)
        learned = fit_learner(part.learner, study, note)
        own, nothing_found = learned.played or start, learned.model is None
        curve = learned.curve
        steps = {who: steps.get(who, 0) + learned.steps.get(who, 0) for who in {**steps, **learned.steps}}
    for line in lines:
        measured_from = _cpu_s()
        note(line.name_of(line.measure.values[0]))
        names = _tasks(line.measure, scale)
        scores, made = _measured(line, names, start if line.measure.at_start else own, scale, processes, note)
        yield StudyOutcome(
            row=row.name,
            part=part.name,
            seed=seed,
            scale=scale,
            knowledge=row.knowledge + (_READ if scale.reader else ()),
            steps=steps,
            measuring=dict.fromkeys(scores, made),
            cpu_s={"learning": round(measured_from - began, 1), "measuring": round(_cpu_s() - measured_from, 1)},
            scores=scores,
            curve=curve,
            versions={"omnigym": version("omnigym"), "python": platform.python_version()},
            tasks={line.measure.name: f"{stable_hash(list(names)):016x}"},
            nothing_found=nothing_found,
        )
        began = _cpu_s()


def _cpu_s() -> float:
    """Processor seconds so far, with those of other processes that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def _known(tasks: Tasks, scale: Scale) -> list[str]:
    """The ids of all tasks that are meant."""
    env = gymnasium.make(**make_of(tasks, scale.within), disable_env_checker=True)
    base: Any = env.unwrapped
    known = [task.id for task in base.tasks]
    env.close()
    return known


def _tasks(measure: RowMeasure, scale: Scale) -> tuple[str, ...]:
    """The ids of the tasks of a measure: as many as the scale says, spread by chance, the same for every seed."""
    known = _known(measure.tasks, scale)
    order = schedule(len(known), min(scale.tasks or len(known), len(known)), seed=0)
    return tuple([known[n] for n in order])


def _measured(
    line: RowLine, names: Sequence[str], own: str | None, scale: Scale, processes: int, note: Note
) -> tuple[dict[str, dict[str, float]], int]:
    """The score of each task by the name of each value, and the steps that were made."""
    measure, seed = line.measure, line.seed
    made = make_of(measure.tasks, scale.within) | {"disable_env_checker": True}
    made |= {} if measure.max_steps is None else {"max_steps": measure.max_steps}
    workers = processes if measure.tasks.device is None else 1  # a real device is one
    if measure.search:
        found_by, steps = dict[str, float](), 0
        budget = min(measure.search, scale.search or measure.search)
        leader = Path(own.partition(":")[2]) if measure.guided and own else None
        plans = [(name, budget) for name in names]
        searcher = partial(Searcher, made, plans, model=leader, seed=seed, **_WITHOUT[measure.without])
        for _, found in in_workers(searcher, range(len(names)), workers):
            found_by[found.task], steps = float(found.solved), steps + found.steps
            note(f"{measure.name}: {found.task}")
        return {measure.name: found_by}, steps
    agent = _PLAYED_BY.get(line.who, own)
    if agent is None:  # there is no policy that could score
        return {line.name_of(value): dict.fromkeys(names, 0.0) for value in measure.values}, 0
    around = partial(
        wrap_control, blind=line.who == "blind", click_only=measure.click_only, perceived=measure.perceived
    )
    return _played(line, partial(_player, made, names, agent, seed, around), len(names), workers, note)


def _played(
    line: RowLine, player: Callable[[], Player], count: int, workers: int, note: Note
) -> tuple[dict[str, dict[str, float]], int]:
    scores: dict[str, dict[str, float]] = {line.name_of(value): {} for value in line.measure.values}
    steps = 0
    for _, record in in_workers(player, range(count), workers):
        steps += record.actions
        for value in line.measure.values if not record.unscored else ():
            scored = METRICS[_METRIC[value]](record)
            if scored is not None:
                scores[line.name_of(value)][record.task_id] = scored
        note(f"{line.name_of(line.measure.values[0])}: {record.task_id}")
    return scores, steps


def _player(
    made: Mapping[str, Any], names: Sequence[str], agent: str, seed: int, around: Callable[[Env], Env]
) -> Player:
    torch.set_num_threads(1)
    env = around(gymnasium.make(**made))
    base: Any = env.unwrapped
    places = {task.id: n for n, task in enumerate(base.tasks)}
    return Player(env, make_agent(agent, seed, trust=True), [places[name] for name in names], seed, agent)
