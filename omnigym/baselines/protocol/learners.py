"""The learners of the protocol: from a `Study` to a `LearnerResult`, whose agent is known by its name alone.

That is all that the protocol knows of a learner, so a better one improves its rows by running them once more.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import gymnasium

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines import bc, bootstrap, clone, ppo, transformer
from omnigym.baselines.checkpoint import MODEL
from omnigym.baselines.evaluate import Player
from omnigym.baselines.oracle import OracleAgent
from omnigym.baselines.protocol.composition import compose_tasks
from omnigym.baselines.protocol.rows import Tasks
from omnigym.baselines.search import SearchResult
from omnigym.baselines.settings import Settings
from omnigym.errors import NothingFoundError
from omnigym.foreign import replace_file
from omnigym.tasks import Task, write_task
from omnigym.tasks.query import parse_query

__all__ = ["LEARNERS", "Learner", "LearnerResult", "Note", "Scale", "Study", "fit_learner", "make_of"]

#: Told what is being done.
Note: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The scale at which a row is run. Results of different scales are not put together.

    Attributes:
        epochs: Of the clone; None for its own.
        steps: Environment steps of PPO; None for the row's own.
        rounds, budget, updates: Of learning without an oracle: rounds, steps of a search, gradient steps.
        tasks: How many tasks a measure plays, the same for all seeds; None for all of them.
        search: The most steps of a search at a measure; None for the measure's own.
        within: A query that all tasks must fit besides: for a quick look at a part of a row.
        reader: Of the clone (`omnigym.baselines.clone.CloneConfig`), or "".
        controls: Whether what a policy does at once is also asked of the same policy blind, and of chance.
        by_controls: The share of shortcuts that the clone's oracle does by menus, buttons and fields instead, which a
            screen shows (`omnigym.baselines.clone.CloneConfig.controls`).
    """

    epochs: int | None = None
    steps: int | None = None
    rounds: int = 3
    budget: int = 600
    updates: int = 600
    tasks: int | None = 120
    search: int | None = None
    within: str = ""
    reader: Literal["", "minilm"] = ""
    controls: bool = True
    by_controls: float = 0.0


@dataclass(frozen=True, slots=True)
class Study:
    """The assignment of a learner.

    Attributes:
        train: The tasks to learn from.
        seed: Of all that is drawn.
        scale: How much.
        out: A directory of its own, in which what an earlier run left may be used again.
        options: Of the part.
        start: A model to begin with; None to begin anew.
        processes: That may work side by side.
    """

    train: Tasks
    seed: int
    scale: Scale
    out: Path
    options: Mapping[str, Any] = field(default_factory=dict)
    start: Path | None = None
    processes: int = 1


@dataclass(frozen=True, slots=True)
class LearnerResult:
    """The result of a learner.

    Attributes:
        model: The file. None if a search found nothing to learn from.
        steps: The environment steps of training, by whose they are: "oracle", "search", "learner".
        curve: What it reached on the way: steps, and the share of the training tasks with a solution.
        agent: The name by which `omnigym.baselines.agent.make_agent` knows who plays it.
    """

    model: Path | None
    steps: Mapping[str, int]
    curve: tuple[tuple[int, float], ...] = ()
    agent: str = "clone"

    @property
    def played(self) -> str | None:
        """The argument of `make_agent`; None if there is no model."""
        return None if self.model is None else f"{self.agent}:{self.model}"


#: The fields of a clone's configuration that say how often each task is played, after it was played once for the words.
_PLAYED = ("plain", "astray", "torn", "varied", "failed")

#: The options of a transformer that are its own; the others are those of its demonstrations.
_NETWORK = ("width", "layers", "heads", "batch", "learning_rate", "dealt")

Learner: TypeAlias = Callable[[Study, Note], LearnerResult]
_Config = TypeVar("_Config", bound=Settings)


def make_of(tasks: Tasks, within: str = "") -> dict[str, Any]:
    """Return the arguments for ``gymnasium.make``."""
    query: str | list[Task] = f"{tasks.query} {within}".strip()
    if tasks.form:
        fits = parse_query(str(query)).test()
        query = [task for task in compose_tasks(tasks.form, tasks.split) if fits(task)]
    made = {"id": tasks.env_id, "tasks": query, "split": tasks.split, "observation": "a11y"}
    made |= {} if tasks.device is None else {"device": tasks.device}
    return made | ({} if tasks.variation == "none" else {"variation": tasks.variation})


def _clone(study: Study, note: Note) -> LearnerResult:
    """Cloning of the oracles, as `omnigym.baselines.clone` does it."""
    made = make_of(study.train, study.scale.within)
    config = clone.CloneConfig(
        env_id=made["id"],
        device=study.train.device,
        tasks=_named(made["tasks"], study.out),
        split=made["split"],
        seed=study.seed,
        processes=study.processes,
        reader=study.scale.reader,
        out=study.out,
        **{"controls": study.scale.by_controls, **study.options},
    )
    if study.scale.epochs is not None:
        config = replace(config, epochs=study.scale.epochs)
    note("the oracle plays")
    if config.steps is not None:
        path = clone.train(config, _epochs_noted(note))
        return LearnerResult(path or study.out, {"oracle": config.steps})
    times = 1 + sum([getattr(config, name) for name in _PLAYED]) + 2 * config.chains  # a chain of two is two tasks
    steps = _oracle_steps(made) * times
    path = clone.train(config, _epochs_noted(note))
    return LearnerResult(path or study.out, {"oracle": steps})


def _transformer(study: Study, note: Note) -> LearnerResult:
    """Cloning of the oracles by a transformer on tokens, as `omnigym.baselines.transformer` does it."""
    made, told = make_of(study.train, study.scale.within), dict(study.options)
    network = {name: told.pop(name) for name in _NETWORK if name in told}
    shown = clone.CloneConfig(
        env_id=made["id"],
        device=study.train.device,
        tasks=_named(made["tasks"], study.out),
        split=made["split"],
        seed=study.seed,
        processes=study.processes,
        out=study.out,
        **told,
    )
    if study.scale.epochs is not None:
        shown = replace(shown, epochs=study.scale.epochs)
    note("the oracle plays")
    config = transformer.TransformerConfig(demonstrations=shown, **network)
    path = transformer.train(config, lambda epoch, loss: note(f"epoch {epoch}, loss {loss:.2f}"))
    return LearnerResult(path, {"oracle": shown.steps or _oracle_steps(made)}, agent="transformer")


def _epochs_noted(note: Note) -> Callable[[int, float], None]:
    return lambda epoch, right: note(f"epoch {epoch}, {right:.0%} of the actions are likely")


def _named(tasks: str | Sequence[Task], out: Path) -> str:
    """The query of tasks; that of tasks themselves is a folder of their files, written here."""
    if isinstance(tasks, str):
        return tasks
    folder = out / "tasks"
    folder.mkdir(parents=True, exist_ok=True)
    for n, task in enumerate(tasks):
        write_task(task, folder / f"{n:04}.json")
    return f"{folder}/"


def _oracle_steps(made: Mapping[str, Any]) -> int:
    """The steps of the oracle when it plays every task once; of those with the same subtasks one is played."""
    env = gymnasium.make(**made, disable_env_checker=True)
    base: Any = env.unwrapped
    kinds = [tuple(node.subtask for node in task.nodes) for task in base.tasks]
    first = {kind: n for n, kind in reversed(list(enumerate(kinds)))}
    player = Player(env, OracleAgent(), range(len(kinds)))
    steps = {kind: player(n).actions for kind, n in first.items()}
    player.close()
    return sum(steps[kind] for kind in kinds)


def _bootstrap(study: Study, note: Note) -> LearnerResult:
    """Search and cloning in turn, as `omnigym.baselines.bootstrap` does it."""
    made, scale = make_of(study.train, study.scale.within), study.scale
    config = bootstrap.BootstrapConfig(
        env_id=made["id"],
        tasks=made["tasks"],
        split=made["split"],
        rounds=scale.rounds,
        budget=scale.budget,
        updates=scale.updates,
        seed=study.seed,
        processes=study.processes,
        start=study.start,
        out=study.out,
        **study.options,
    )
    rounds: list[bootstrap.Round] = []
    spent = 0

    def after(done: bootstrap.Round) -> None:
        rounds.append(done)
        note(f"round {done.number}: {done.solved} of {done.tasks} tasks solved in {done.steps} steps")

    def searched(found: SearchResult) -> None:
        nonlocal spent
        spent += found.steps + found.replayed
        note(f"searched {found.task}")

    try:
        path = bootstrap.train(config, after, searched=searched)
    except NothingFoundError as e:
        note(str(e))
        return LearnerResult(None, {"search": spent}, ((spent, 0.0),))
    curve = tuple([(r.steps, r.solved / r.tasks) for r in rounds])
    return LearnerResult(path or study.out, {"search": rounds[-1].steps}, curve)


def _settings(study: Study) -> dict[str, Any]:
    """What all learners of the pointer policy are told (`omnigym.baselines.settings.Settings`)."""
    made = make_of(study.train, study.scale.within)
    names = {"id": "env_id"}
    told = {names.get(name, name): value for name, value in made.items() if name != "observation"}
    return told | {"seed": study.seed, "out": str(study.out), **study.options}


def _bc(study: Study, note: Note) -> LearnerResult:
    """Behaviour cloning of the pointer policy, as `omnigym.baselines.bc` does it."""
    config = bc.Config(**_settings(study))
    if study.scale.epochs is not None:
        config = replace(config, epochs=study.scale.epochs)
    bc.train(config, lambda _, word: note(word))
    with (study.out / "curve.csv").open(encoding="utf-8") as file:
        shown = int(next(csv.DictReader(file))["steps"])  # after the first epoch, in which each step was cloned once
    return LearnerResult(study.out / MODEL, {"oracle": shown}, agent="bc")


def _ppo_config(kind: type[_Config], study: Study) -> _Config:
    told = _settings(study)
    return kind(**told if study.scale.steps is None else told | {"steps": study.scale.steps})


def _ppo(study: Study, note: Note) -> LearnerResult:
    """PPO with the pointer policy, as `omnigym.baselines.ppo` does it."""
    config = _ppo_config(ppo.Config, study)
    ppo.train(replace(config, start=str(study.start or "")), lambda _, word: note(word))
    return LearnerResult(study.out / MODEL, {"learner": config.steps}, agent="ppo")


def _sb3(study: Study, note: Note) -> LearnerResult:
    """MaskablePPO with the pointer policy, as `omnigym.baselines.sb3_ppo` does it."""
    from omnigym.baselines import sb3_ppo  # SB3 is an extra that no other row needs

    config = _ppo_config(sb3_ppo.Config, study)
    sb3_ppo.train(config, lambda _, word: note(word))
    return LearnerResult(study.out / sb3_ppo.MODEL, {"learner": config.steps}, agent="sb3")


#: By name.
LEARNERS: Mapping[str, Learner] = {"clone": _clone, "bootstrap": _bootstrap, "bc": _bc, "ppo": _ppo, "sb3": _sb3} | {
    "transformer": _transformer
}
#: The fields of a scale that a learner reads.
_READS: dict[str, tuple[str, ...]] = {
    "clone": ("epochs",),
    "bootstrap": ("rounds", "budget", "updates"),
    "bc": ("epochs",),
    "ppo": ("steps",),
    "sb3": ("steps",),
    "transformer": ("epochs",),
}


def fit_learner(learner: str, study: Study, note: Note) -> LearnerResult:
    """Return the result of a learner, from a cache if the same study was trained before.

    Args:
        learner: One of `LEARNERS`.
        study: What to do, with the directory of all studies, in which it gets one of its own.
        note: Told what is being done.
    """
    train = {name: value for name, value in asdict(study.train).items() if name != "form" or value}
    what = {"learner": learner, "train": train, "seed": study.seed, "options": dict(study.options)}
    what |= {"scale": _of_learner(learner, study.scale), "start": study.start and study.start.parent.name}
    digest = hashlib.blake2b(json.dumps(what, sort_keys=True).encode(), digest_size=8).hexdigest()
    out = study.out / f"{learner}-{digest}"
    told = out / "fitted.json"
    if told.exists():
        known = json.loads(told.read_text(encoding="utf-8"))
        model = None if known["model"] is None else out / known["model"]
        return LearnerResult(model, known["steps"], tuple([(s, v) for s, v in known["curve"]]), known["agent"])
    own = Study(study.train, study.seed, study.scale, out, study.options, study.start, study.processes)
    done = LEARNERS[learner](own, note)
    kept = {
        **what,
        "model": done.model and done.model.name,
        "steps": dict(done.steps),
        "curve": done.curve,
        "agent": done.agent,
    }
    out.mkdir(parents=True, exist_ok=True)
    replace_file(told, json.dumps(kept))
    return done


def _of_learner(learner: str, scale: Scale) -> dict[str, object]:
    """What of a scale a learner reads."""
    # What was learned without these keeps its name.
    added = [name for name in ("reader", "by_controls") if getattr(scale, name)]
    return {name: getattr(scale, name) for name in (*_READS[learner], "within", *added)}
