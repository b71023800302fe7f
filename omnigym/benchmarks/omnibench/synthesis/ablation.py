"""What each quality module is worth: tasks composed without it, and what of them holds (OmniBench 3.3, Table 3).

In the paper people accept or refuse 400 task graphs a row. Here three judges do that see all that the modules see:
a task is *proved* if it holds all proofs of `omnigym.tasks.proofs.verify`, *sensible* if `omnigym.tasks.plausibility`
finds no fault in it, *consistent* if its instruction tells its graph (`omnigym.tasks.instruction_styles`). Without a
module:

* cross-verification: the check of each subtask is the first one that a trajectory gives, as in the paper's C.3: in
  order, each text that was clicked on, and each that was typed. Nothing was tried from another start, with another
  trajectory, or with an agent that does nothing;
* intents: the subtasks are joined wherever a resource fits, whether somebody would want that or not;
* consistency validator: the first summary of the instruction stays, which tells all steps one after another, as the
  paper says of its model's ("degenerating into a simple sequential task").
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from omnigym.actions import Action
from omnigym.devices.protocol import Device, HasAccessibilityTree
from omnigym.errors import ConfigError, OmnigymError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.dag import Dag
from omnigym.evaluation.events import ClickEvent, Event, TextEvent, derive, merge_events
from omnigym.tasks.complexity import shape
from omnigym.tasks.compose import compose, leaves_a_trace
from omnigym.tasks.instruction_styles.reading import TextReader, consistency
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.plausibility import nonsense
from omnigym.tasks.proofs.verify import Strangers, verify_task
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["ROWS", "AblationOutcome", "AblationRow", "Modules", "ablate", "first_check", "in_a_row"]

#: The shapes of the graphs: small ones of every kind, as most tasks are.
_SHAPES = (("chain", 3, 1), ("fork", 4, 3), ("join", 3, 2), ("diamond", 4, 2), ("parallel", 4, 2), ("fork", 3, 2))
#: So many seeds are tried for a task before it is left out.
_TRIES = 20
#: What a taskbar's buttons are called in the tree: which of them was pressed to get to an app is no part of a subtask.
_TASKBAR = "taskbar."


class Modules(NamedTuple):
    """Which modules are there, in the order of Table 3's columns."""

    cross_verification: bool = True
    intents: bool = True
    validator: bool = True


#: The rows of Table 3.
ROWS: tuple[Modules, ...] = (
    Modules(False, False, False),
    Modules(False, True, False),
    Modules(True, False, False),
    Modules(True, True, False),
    Modules(True, True, True),
)


class AblationOutcome(NamedTuple):
    """What the judges say of a task."""

    task: str
    proved: bool
    sensible: bool
    consistent: bool

    @property
    def accepted(self) -> bool:
        """Whether all three accept it."""
        return self.proved and self.sensible and self.consistent


class AblationRow(NamedTuple):
    """A row of the table."""

    modules: Modules
    outcomes: tuple[AblationOutcome, ...]

    def share(self, judge: str) -> float:
        """The share of tasks that a judge accepts, or "accepted": all of them; in [0, 1]."""
        return sum(getattr(o, judge) for o in self.outcomes) / len(self.outcomes) if self.outcomes else 0.0


def ablate(device: Device, count: int, seed: int = 0, rows: Sequence[Modules] = ROWS) -> Iterator[AblationRow]:
    """The rows of the table, each over so many tasks; the same device, count and seed give the same rows.

    Args:
        device: Where tasks are proved; it is reset.
        count: The tasks of each row.
        seed: Seeds the graphs and what they are composed of.
        rows: Which modules are there.

    Raises:
        ConfigError: ``count`` is no positive number.
        DeviceError: The device failed.
    """
    if count < 1:
        raise ConfigError(f"A row is of at least one task, got {count}. Give another number.")
    pool = [s for s in all_subtasks() if device.platform in s.platforms and leaves_a_trace(s)]
    composed = {sensible: _composed(pool, count, seed, sensible) for sensible in {m.intents for m in rows}}
    checks: dict[str, tuple[Condition, ...]] = {}
    proved: dict[tuple[bool, bool], list[bool]] = {}
    for modules in rows:
        tasks = composed[modules.intents]
        if not modules.cross_verification:
            tasks = [_unverified(t, device, checks) for t in tasks]
        key = modules.cross_verification, modules.intents
        if key not in proved:  # the instruction has no part in it: it is the same in both rows of the validator
            strangers = Strangers(tasks)
            proved[key] = [_holds(t, device, strangers) for t in tasks]
        outcomes = [_judged(t, holds, modules) for t, holds in zip(tasks, proved[key], strict=True)]
        yield AblationRow(modules, tuple(outcomes))


def _composed(pool: Sequence[Subtask], count: int, seed: int, sensible: bool) -> list[Task]:
    rng = random.Random(seed)
    tasks = []
    for number in range(count):
        dag = shape(*_SHAPES[number % len(_SHAPES)])
        for _ in range(_TRIES):
            try:
                at = rng.randrange(2**32)
                name = f"ablation/{number}"
                tasks.append(compose(dag, seed=at, subtasks=pool, sensible=sensible, task_id=name))
                break
            except ConfigError:
                continue  # another seed may do
    return tasks


def _judged(task: Task, proved: bool, modules: Modules) -> AblationOutcome:
    text = task.instruction if modules.validator else in_a_row(task.bound, task.dag)
    sensible = not nonsense(task.dag, {n: task.bound[i] for n, i in enumerate(task.dag.ids)})
    consistent = consistency(replace(task, instruction=text), TextReader()).holds
    return AblationOutcome(task.id, proved, sensible, consistent)


def _holds(task: Task, device: Device, strangers: Strangers) -> bool:
    try:
        return verify_task(task, device, strangers).holds
    except OmnigymError:
        return False


def in_a_row(nodes: Mapping[str, BoundNode], dag: Dag) -> str:
    """A summary that tells all steps one after another, whatever waits for what."""
    first, *others = [nodes[dag.ids[i]].instruction for i in dag.order]
    return " ".join([first, *[f"Then {text[:1].lower()}{text[1:]}" for text in others]])


def _unverified(task: Task, device: Device, checks: dict[str, tuple[Condition, ...]]) -> Task:
    """The task with first checks for those of its subtasks.

    Args:
        task: The task.
        device: Where trajectories are made.
        checks: Those that were made before, by subtask; more are added.
    """
    for subtask in task.subtasks:
        if subtask.id not in checks:
            checks[subtask.id] = first_check(subtask, device)
    own = [
        replace(s, conditions=checks[s.id], parts=(), milestones=(), effects=None) for s in dict.fromkeys(task.subtasks)
    ]
    return replace(task, definitions=tuple(own))


def first_check(subtask: Subtask, device: Device) -> tuple[Condition, ...]:
    """The check that one trajectory gives, of the first parameter set from the fresh desktop, as a template.

    Args:
        subtask: Its oracle makes the trajectory.
        device: Where it is played.
    """
    values = subtask.parameters[0]
    task = Task(id=f"first/{subtask.id}", nodes=(TaskNode("1", subtask.id, values),), definitions=(subtask,))
    stage, events = Stage(task, device), list[Event]()
    try:
        stage.play(_watched(stage, events))
    finally:
        stage.end()
    names = sorted((str(v), n) for n, v in values.items() if isinstance(v, str) and len(v) > 1)
    template = partial(_template, names=sorted(names, key=lambda pair: -len(pair[0])))
    found: list[Condition] = []
    for event in merge_events(events):
        if isinstance(event, ClickEvent) and event.text and not event.key.startswith(_TASKBAR):
            found.append(Condition("check_mouse_clicks", {"text": template(event.text)}))
        elif isinstance(event, TextEvent):
            found.append(Condition("check_keyboard_types", {"text": template(event.text)}))
    return tuple(found) or (Condition("never", {}),)


def _watched(stage: Stage, events: list[Event]) -> Iterator[Action]:
    for action in stage.oracle():
        device = stage.acting
        events += derive(action, device.tree() if isinstance(device, HasAccessibilityTree) else None)
        yield action


def _template(text: str, names: Sequence[tuple[str, str]]) -> str:
    """A text with the parameters back in it for their values."""
    out = text.replace("{", "{{").replace("}", "}}")
    for value, name in names:
        out = out.replace(value.replace("{", "{{").replace("}", "}}"), f"{{{name}}}")
    return out
