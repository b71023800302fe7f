"""The rows of the protocol: their training data and their evaluations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Literal

from omnigym.baselines.protocol.composition import Form
from omnigym.baselines.transfer import FOR_ELSEWHERE
from omnigym.errors import UnknownNameError
from omnigym.tasks import list_tasks
from omnigym.tasks.split import Split
from omnigym.tasks.task import stable_hash

__all__ = ["FOLDS", "ROWS", "RowMeasure", "RowPart", "StudyRow", "Tasks", "folds", "row_of", "with_parts"]

FOLDS = 3
#: The steps of a search that is asked for a task.
_SEARCH = 600
_DESKTOP, _PHONE, _LINUX = "OmniBench-Win11-v0", "OmniBench-Android-v0", "OmniBench-Linux-v0"
#: The simulated desktop that looks like the real one.
_UBUNTU = "Crab-Ubuntu-v0"
#: The chains of two for each task that are put together for a learner to learn from: the suite has 30 in all.
_CHAINS = 1
#: How often a task is played on the real desktop, where an episode takes seconds.
_FEW: Mapping[str, object] = {"astray": 0, "torn": 0, "varied": 1, "epochs": 40}
#: Environment steps of PPO on ``hello``, without a model to begin with.
_FROM_NOTHING = 7_000
#: Demonstrations as the oracle gives them, of so many actions, with no other instructions than those of their tasks.
_AS_SHOWN: Mapping[str, object] = {
    "astray": 0,
    "torn": 0,
    "varied": 0,
    "reworded": 0.0,
    "company": 0.0,
    "joined": False,
    "steps": 1000,
}
#: The transformer of that row: 6 million weights would need hours of a processor for each seed.
_SMALL: Mapping[str, object] = {"width": 64, "layers": 3, "heads": 4, "learning_rate": 2e-3, "dealt": 0.0}
#: Actions that an episode of three nodes may have, and one of one node: the oracle needs 14 and 6 in the mean.
_THREE_NODES, _ONE_NODE = 32, 16
#: The suite of ``make demo``: the subtasks of Explorer, Word and Notepad.
_DEMO = "suite:one-node subtask:files/*,word/*,text/*"


@dataclass(frozen=True, slots=True)
class Tasks:
    """Tasks of an environment.

    Attributes:
        query: In the language of `omnigym.tasks.query`.
        split: Which parameters.
        env_id, device: As ``gymnasium.make`` takes them; None for the environment's own device.
        variation: What the seed varies: "none", "layout" or "all".
        form: That of composed tasks (`omnigym.baselines.protocol.composition`), which the query then selects from; "".
    """

    query: str
    split: Split
    env_id: str = _DESKTOP
    device: str | None = None
    variation: str = "none"
    form: Form | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class RowMeasure:
    """An evaluation of a policy.

    Attributes:
        name: In results and tables.
        tasks: That it plays.
        search: The steps of a search for each task, which the policy leads; 0 for what it does at once.
        guided: Whether the policy leads; else the words of the instruction alone.
        values: What is told of each episode: "success", "coverage" (CR, how much of the graph was done) or
            "consistency" (LC). The first has the measure's name, each other one is named as `name_of` says.
        without: What the search does without: "snapshots", "milestones" or "graph" (which is success alone).
        click_only: Whether it is played in `omnigym.wrappers.ClickOnly`.
        perceived: Whether it is played in `omnigym.wrappers.PerceiveElements`. It has no controls of its own: blind is
            the same with and without, and chance on perceived elements would cost more than all else.
        at_start: Whether the policy that the learner began with plays, not the learned one.
        max_steps: The most actions of an episode; None for the task's own limit.
        controls: Who plays the same tasks besides.
    """

    name: str
    tasks: Tasks
    search: int = 0
    guided: bool = True
    values: tuple[str, ...] = ("success",)
    without: str = ""
    click_only: bool = False
    perceived: bool = False
    at_start: bool = False
    max_steps: int | None = None
    controls: tuple[str, ...] = ("blind", "random", "sweep")

    def name_of(self, value: str) -> str:
        """Return the name of a value in results and tables."""
        return self.name if value == self.values[0] else f"{self.name}, {value}"


@dataclass(frozen=True, slots=True)
class RowPart:
    """The training of a part, and its evaluations.

    Attributes:
        train: The tasks to learn from; None where nothing is learned.
        measures: What is asked.
        name: Of the part; "" if the row has one.
        learner: One of `omnigym.baselines.protocol.learners.LEARNERS`.
        options: For the learner.
        start: What the learner's policy was cloned from before; None if it begins anew.
        start_learner, start_options: Who cloned it, and its options.
    """

    train: Tasks | None
    measures: tuple[RowMeasure, ...]
    name: str = ""
    learner: str = "clone"
    options: Mapping[str, object] = field(default_factory=dict)
    start: Tasks | None = None
    start_learner: str = "clone"
    start_options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A row of the protocol: a research question.

    Attributes:
        name: For the command line.
        title: What is asked.
        knowledge: What the learner is given besides screens and instructions: "oracles", "graph" (the dense reward),
            "milestones", "snapshots".
        parts: Makes the parts; a function, since folds look at all subtasks.
        compared: Pairs of measures, whose difference is told as well: the first less the second.
        goal: What is aimed at, by measure.
        arms: Whether the parts are alternatives that are asked the same, not folds whose tasks are put together.
    """

    name: str
    title: str
    knowledge: tuple[str, ...]
    parts: Callable[[], tuple[RowPart, ...]]
    compared: tuple[tuple[str, str], ...] = ()
    goal: Mapping[str, str] = field(default_factory=dict)
    arms: bool = False


def folds(
    by: str, query: str = "nodes:1", device: str = "sim", platform: str = "windows"
) -> tuple[tuple[str, ...], ...]:
    """Return subtasks or apps in `FOLDS` parts, the same on every machine.

    Args:
        by: "subtask" or "app". Subtasks are dealt out app by app, in the order of their hashes, so that each fold has
            its share of every app.
        query: The tasks whose subtasks they are.
        device: The device of the tasks.
        platform: Its platform.
    """
    tasks = [t for t in list_tasks(query, device=device) if platform in t.platforms]
    apps: dict[str, set[str]] = {}
    for task in tasks:
        for node in task.subtasks:
            apps.setdefault(node.app, set()).add(node.id)
    if by == "app":
        dealt = sorted(apps, key=lambda app: stable_hash(["app", app]))
    else:  # one app after the other, so that apps with one subtask do not all begin at the first fold
        dealt = [s for app in sorted(apps) for s in sorted(apps[app], key=lambda name: stable_hash(["subtask", name]))]
    return tuple([tuple(sorted(dealt[n::FOLDS])) for n in range(FOLDS)])


def _heldout_parameters(env_id: str) -> Callable[[], tuple[RowPart, ...]]:
    measure = RowMeasure("at once", Tasks("nodes:1", "heldout", env_id))
    return lambda: (RowPart(Tasks("nodes:1", "train", env_id), (measure,)),)


def _unseen() -> tuple[RowPart, ...]:
    parts = []
    for n, fold in enumerate(folds("subtask"), 1):
        tasks = Tasks(f"nodes:1 subtask:{','.join(fold)}", "heldout")
        measures = (
            RowMeasure("at once", tasks),
            RowMeasure("with search", tasks, search=_SEARCH),
            RowMeasure("with search by words alone", tasks, search=_SEARCH, guided=False),
        )
        parts.append(RowPart(Tasks(f"nodes:1 -subtask:{','.join(fold)}", "train"), measures, f"fold {n}"))
    return tuple(parts)


def _apps() -> tuple[RowPart, ...]:
    parts = []
    for n, fold in enumerate(folds("app"), 1):
        measures = (RowMeasure("at once", Tasks(f"nodes:1 app:{','.join(fold)}", "heldout")),)
        parts.append(RowPart(Tasks(f"nodes:1 -app:{','.join(fold)}", "train"), measures, f"fold {n}"))
    return tuple(parts)


def _wordings() -> tuple[RowPart, ...]:
    measures = (
        RowMeasure("other words", Tasks("suite:reworded nodes:1", "heldout")),
        RowMeasure("the words it learned", Tasks("nodes:1", "heldout")),
    )
    return (RowPart(Tasks("nodes:1", "train"), measures),)


def _chains() -> tuple[RowPart, ...]:
    measures = (
        RowMeasure("held-out twos", Tasks("suite:composed-2 nodes:2", "heldout")),
        RowMeasure("threes after twos", Tasks("suite:composed-2 nodes:3", "heldout"), values=("success", "coverage")),
    )
    train = Tasks("suite:one-node,composed-2 nodes:1-2", "train")
    return (RowPart(train, measures, options={"chains": _CHAINS}),)


def _no_oracle() -> tuple[RowPart, ...]:
    return (RowPart(Tasks(_DEMO, "train"), (RowMeasure("at once", Tasks(_DEMO, "heldout")),), learner="bootstrap"),)


def _real_desktop() -> tuple[RowPart, ...]:
    shared = f"nodes:1 subtask:{','.join(_shared('ubuntu', 'x11'))}"
    measures = (
        RowMeasure("real desktop", Tasks(shared, "test", _LINUX, "x11")),
        RowMeasure("simulated Ubuntu", Tasks(shared, "test", _UBUNTU)),
    )
    return (RowPart(Tasks("nodes:1", "train", _UBUNTU), measures, options=FOR_ELSEWHERE),)


def _clicks() -> tuple[RowPart, ...]:
    tasks = Tasks("suite:one-node clicks:x11", "train", _LINUX, "x11")
    measure = RowMeasure("at once", replace(tasks, split="heldout"), click_only=True)
    return (RowPart(tasks, (measure,), options={"click_only": True, **_FEW}),)


def _perceived() -> tuple[RowPart, ...]:
    tasks = Tasks("suite:hello level:1-2", "train")
    heldout = replace(tasks, split="heldout")
    return (
        RowPart(tasks, (RowMeasure("on trees", heldout), RowMeasure("on perceived elements", heldout, perceived=True))),
    )


def _hello(learner: str) -> Callable[[], tuple[RowPart, ...]]:
    tasks = Tasks("suite:hello level:1", "train", variation="all")
    measure = RowMeasure("at once", replace(tasks, split="heldout"))
    return lambda: (RowPart(tasks, (measure,), learner=learner, options={"steps": _FROM_NOTHING}),)


def _lift(query: str, steps: int, cloning: Mapping[str, object], variation: str) -> Callable[[], tuple[RowPart, ...]]:
    tasks = Tasks(query, "train", variation=variation)
    heldout = replace(tasks, split="heldout")
    measures = (RowMeasure("BC", heldout, at_start=True), RowMeasure("BC, then PPO", heldout))
    options = {"steps": steps, "learning_rate": 3e-4}
    return lambda: (
        RowPart(
            tasks, measures, learner="ppo", options=options, start=tasks, start_learner="bc", start_options=cloning
        ),
    )


def _shared(*devices: str) -> list[str]:
    """The subtasks that all of some devices have."""
    found = [{s.id for t in list_tasks("nodes:1", device=device) for s in t.subtasks} for device in devices]
    return sorted(set.intersection(*found))


def _graph_against_chain() -> tuple[RowPart, ...]:
    forms: Mapping[str, Form] = {"graphs": "graphs", "chains": "chains", "other orders": "reordered"}
    every = ("success", "coverage", "consistency")

    def measures(controls: tuple[str, ...]) -> Iterator[RowMeasure]:
        for name, form in forms.items():
            yield RowMeasure(
                name, Tasks("", "heldout", form=form), values=every, max_steps=_THREE_NODES, controls=controls
            )
        singles = Tasks("", "heldout", form="singles")
        yield RowMeasure("singles", singles, max_steps=_ONE_NODE, controls=controls)

    arms: tuple[Form, ...] = ("graphs", "chains", "singles", "shuffled")
    parts: list[RowPart] = []
    for learner, options in (("clone", _AS_SHOWN), ("transformer", {**_AS_SHOWN, **_SMALL})):
        for form in arms:
            controls = ("blind",) if parts else ("blind", "random")  # chance is the same for all
            name = f"{learner}, {form}"
            parts.append(RowPart(Tasks("", "train", form=form), tuple(measures(controls)), name, learner, options))
    return tuple(parts)


def _ablations() -> tuple[RowPart, ...]:
    tasks = Tasks(_DEMO, "train")
    without = (
        RowMeasure(f"without {what}", tasks, search=_SEARCH, guided=False, without=what)
        for what in ("snapshots", "milestones", "graph")
    )
    return (RowPart(None, (RowMeasure("all", tasks, search=_SEARCH, guided=False), *without)),)


_ORACLES = ("oracles",)
_TOLD = ("graph", "milestones", "snapshots")

#: By name, in the order of the table.
ROWS: Mapping[str, StudyRow] = {
    row.name: row
    for row in (
        StudyRow("hello", "One action, from nothing, PPO", (), _hello("ppo"), goal={"at once": "0.80"}),
        StudyRow(
            "hello-sb3", "One action, from nothing, MaskablePPO of SB3", (), _hello("sb3"), goal={"at once": "0.80"}
        ),
        StudyRow(
            "lift",
            "One and two actions, PPO from a weak clone",
            _ORACLES,
            _lift("suite:hello level:1-2", 8_192, {"demonstrations": 160}, "all"),
            (("BC, then PPO", "BC"),),
            {"BC, then PPO less BC": "+10"},
        ),
        StudyRow(
            "lift-one-node",
            "Explorer, Word and Notepad, PPO from a weak clone",
            _ORACLES,
            _lift(_DEMO, 20_480, {"demonstrations": 900}, "none"),
            (("BC, then PPO", "BC"),),
            {"BC, then PPO less BC": "+10"},
        ),
        StudyRow(
            "desktop", "Desktop, held-out parameters", _ORACLES, _heldout_parameters(_DESKTOP), goal={"at once": "0.85"}
        ),
        StudyRow(
            "phone", "Phone, held-out parameters", _ORACLES, _heldout_parameters(_PHONE), goal={"at once": "0.80"}
        ),
        StudyRow(
            "unseen",
            "Unseen subtasks, three folds",
            ("oracles of other subtasks", *_TOLD),
            _unseen,
            (("with search", "at once"), ("with search", "with search by words alone")),
            {"at once": "0.40", "with search": "0.80"},
        ),
        StudyRow("wordings", "Other wordings", _ORACLES, _wordings, goal={"other words": "0.80"}),
        StudyRow(
            "chains",
            "Chains",
            _ORACLES,
            _chains,
            goal={"held-out twos": "0.85", "threes after twos": "0.50"},
        ),
        StudyRow("apps", "Unseen apps, three folds", ("oracles of other apps",), _apps),
        StudyRow(
            "no-oracle", "No oracle, demo suite, held-out parameters", _TOLD, _no_oracle, goal={"at once": "0.80"}
        ),
        StudyRow(
            "real-desktop",
            "Learned on a simulator, played on the real desktop, test set",
            ("oracles on the simulator",),
            _real_desktop,
            goal={"real desktop": "0.50"},
        ),
        StudyRow("clicks", "Click-only tasks on the real desktop, held-out parameters", _ORACLES, _clicks),
        StudyRow(
            "perceived",
            "Learned on trees, played on elements perceived on the picture, held-out parameters",
            _ORACLES,
            _perceived,
            (("on perceived elements", "on trees"),),
            {"on perceived elements": "half of that on trees"},
        ),
        StudyRow(
            "graph-against-chain",
            "Graphs against chains of the same subtasks, 1,000 actions of demonstrations each",
            _ORACLES,
            _graph_against_chain,
            arms=True,
        ),
        StudyRow(
            "ablations",
            "Search by words alone, demo suite, training parameters",
            _TOLD,
            _ablations,
            (("all", "without snapshots"), ("all", "without milestones"), ("all", "without graph")),
        ),
    )
}


def row_of(name: str) -> StudyRow:
    """Return a row by its name.

    Raises:
        UnknownNameError: There is none.
    """
    if name not in ROWS:
        raise UnknownNameError("row", name, ROWS)
    return ROWS[name]


def with_parts(row: StudyRow, pattern: str) -> StudyRow:
    """Return a row with the parts whose names match a pattern of `fnmatch`.

    Raises:
        UnknownNameError: None matches.
    """
    every = row.parts()
    parts = tuple([part for part in every if fnmatchcase(part.name, pattern)])
    if not parts:
        raise UnknownNameError("part", pattern, [part.name for part in every])
    return replace(row, parts=lambda: parts)
