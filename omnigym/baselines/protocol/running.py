"""Running a row: train, evaluate, search, and store a line for each part and seed."""

from __future__ import annotations

import platform
import resource
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import gymnasium
import torch

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import Env, make_agent
from omnigym.baselines.bootstrap import Searcher
from omnigym.baselines.evaluate import Player, schedule, wrap_control
from omnigym.baselines.policy.text_encoder import reader_of
from omnigym.baselines.protocol.learners import Note, Scale, Study, fit_learner, make_of
from omnigym.baselines.protocol.results import CONTROLS, StudyOutcome, add, control, read
from omnigym.baselines.protocol.rows import RowMeasure, RowPart, StudyRow, Tasks
from omnigym.baselines.workers import in_workers
from omnigym.errors import ConfigError
from omnigym.evaluation.report import METRICS
from omnigym.tasks.task import stable_hash

__all__ = ["missing_parts", "run"]

_METRIC = {"success": "success_rate", "coverage": "coverage_rate"}
#: What a search does without, as `Searcher` takes it.
_WITHOUT: Mapping[str, Mapping[str, Any]] = {
    "": {},
    "snapshots": {"forks": False},
    "milestones": {"progress": "nodes"},
    "graph": {"progress": "ends"},
}


#: What a learner with a reader is given besides.
_READ = ("a sentence model",)


def missing_parts(row: StudyRow, seeds: Iterable[int], scale: Scale, out: Path) -> list[tuple[int, RowPart]]:
    """Return the seeds and parts that have no line yet.

    Raises:
        ConfigError: The directory has lines of another scale.
    """
    known = read(_file(row, out))
    other = next((o for o in known if o.scale != scale), None)
    if other is not None:
        raise ConfigError(
            f"{_file(row, out)} has results of another scale: {other.scale}. Asked for {scale}. Choose another --out."
        )
    done = {(o.seed, o.part) for o in known}
    return [(seed, part) for seed in seeds for part in row.parts() if (seed, part.name) not in done]


def run(
    row: StudyRow, seeds: Iterable[int], scale: Scale, out: Path, *, processes: int = 1, note: Note = lambda _: None
) -> Iterator[StudyOutcome]:
    """Run the missing parts of a row, and store and yield each line as it is done.

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
    todo = missing_parts(row, seeds, scale, out)
    if scale.reader:
        reader_of(scale.reader)
        if any(part.start is None and (part.train is None or part.learner != "clone") for _, part in todo):
            raise ConfigError(f"{row.name} begins without a clone, so nobody can read to it. Leave --reader out.")
    for part in {part.name: part for _, part in todo}.values():
        for tasks in filter(None, (part.start, part.train, *[measure.tasks for measure in part.measures])):
            _known(tasks, scale)
    for seed, part in todo:
        outcome = _outcome(row, part, seed, scale, out / "models", processes, note)
        add(_file(row, out), outcome)
        yield outcome


def _file(row: StudyRow, out: Path) -> Path:
    return out / f"{row.name}.jsonl"


def _outcome(
    row: StudyRow, part: RowPart, seed: int, scale: Scale, models: Path, processes: int, note: Note
) -> StudyOutcome:
    began = _cpu_s()
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
    learned_at = _cpu_s()
    scores, measuring, tasks = {}, {}, {}
    for measure in part.measures:
        note(measure.name)
        names = _tasks(measure, scale)
        agent = start if measure.at_start else own
        asked = _measured(measure, names, agent, seed, scale, processes, note)
        for name, (by_task, made) in asked.items():
            scores[name], measuring[name] = by_task, made
        tasks[measure.name] = f"{stable_hash(list(names)):016x}"
    return StudyOutcome(
        row=row.name,
        part=part.name,
        seed=seed,
        scale=scale,
        knowledge=row.knowledge + (_READ if scale.reader else ()),
        steps=steps,
        measuring=measuring,
        cpu_s={"learning": round(learned_at - began, 1), "measuring": round(_cpu_s() - learned_at, 1)},
        scores=scores,
        curve=curve,
        versions={"omnigym": version("omnigym"), "python": platform.python_version()},
        tasks=tasks,
        nothing_found=nothing_found,
    )


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
    measure: RowMeasure, names: Sequence[str], own: str | None, seed: int, scale: Scale, processes: int, note: Note
) -> dict[str, tuple[dict[str, float], int]]:
    """The score of each task and the steps that were made, by the measure's name and those of its controls."""
    made = make_of(measure.tasks, scale.within) | {"disable_env_checker": True}
    workers = processes if measure.tasks.device is None else 1  # a real device is one
    if measure.search:
        scores, steps = dict[str, float](), 0
        budget = min(measure.search, scale.search or measure.search)
        leader = Path(own.partition(":")[2]) if measure.guided and own else None
        plans = [(name, budget) for name in names]
        searcher = partial(Searcher, made, plans, model=leader, seed=seed, **_WITHOUT[measure.without])
        for _, found in in_workers(searcher, range(len(names)), workers):
            scores[found.task], steps = float(found.solved), steps + found.steps
            note(f"{measure.name}: {found.task}")
        return {measure.name: (scores, steps)}
    if own is None:  # there is no agent that could score
        return {measure.name: (dict.fromkeys(names, 0.0), 0)}
    asked = {measure.name: (own, False)}
    if scale.controls and not measure.perceived:
        others = {"blind": (own, True), "random": ("random:nodes", False), "sweep": ("sweep", False)}
        asked |= {control(measure.name, who): others[who] for who in CONTROLS}
    results = {}
    for name, (agent, blind) in asked.items():
        around = partial(wrap_control, blind=blind, click_only=measure.click_only, perceived=measure.perceived)
        player = partial(_player, made, names, agent, seed, around)
        results[name] = _played(name, measure, player, len(names), workers, note)
    return results


def _played(
    name: str, measure: RowMeasure, player: Callable[[], Player], count: int, workers: int, note: Note
) -> tuple[dict[str, float], int]:
    scores, steps = dict[str, float](), 0
    for _, record in in_workers(player, range(count), workers):
        value = None if record.unscored else METRICS[_METRIC[measure.value]](record)
        steps += record.actions
        if value is not None:
            scores[record.task_id] = value
        note(f"{name}: {record.task_id}")
    return scores, steps


def _player(
    made: Mapping[str, Any], names: Sequence[str], agent: str, seed: int, around: Callable[[Env], Env]
) -> Player:
    torch.set_num_threads(1)
    env = around(gymnasium.make(**made))
    base: Any = env.unwrapped
    places = {task.id: n for n, task in enumerate(base.tasks)}
    return Player(env, make_agent(agent, seed, trust=True), [places[name] for name in names], seed, agent)
