"""Runs on a simulated device, and at which of their steps candidates hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from omnigym.actions import CONTROL, Action
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import OracleError
from omnigym.evaluation.bound_check import BoundCheck, bind
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.events import Event, derive
from omnigym.evaluation.probe import Probe
from omnigym.tasks.counterexamples import Counterexample
from omnigym.tasks.node_binding import fill_condition
from omnigym.tasks.oracle import UI
from omnigym.tasks.setup import Launch
from omnigym.tasks.task import Task

__all__ = ["STARTS", "Trace", "TraceRun", "is_event", "oracle_of", "play", "trial_of", "wait_actions"]

#: An oracle that does not end is stopped after so many actions.
_MOST = 200
#: With which apps open a run begins: none, another one in front of the subtask's own ("*"), or behind it.
STARTS: tuple[tuple[str, ...], ...] = ((), ("*", "calculator"), ("calculator", "*"))


@dataclass(frozen=True, slots=True)
class TraceRun:
    """A run that is to be played.

    Attributes:
        name: For reports.
        task: On whose start it is played.
        actions: Gives the actions, of a device that is at the start.
        start: One of `STARTS`.
    """

    name: str
    task: Task
    actions: Callable[[SimDevice], Iterator[Action]]
    start: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """A run that was played.

    Attributes:
        name: Of the run.
        holds: Of each candidate, at which steps it holds: of the state that of the start, 0, and after each action; of
            events those of the action of that number.
        events: The events of each step; of the start none.
        texts: What can be read on controls at the end and could not at the start.
        lost: Whether the oracle did not find its way.
    """

    name: str
    holds: Mapping[Condition, frozenset[int]]
    events: tuple[tuple[Event, ...], ...]
    texts: tuple[str, ...]
    lost: bool

    def until(self, name: str, step: int) -> Trace:
        """The run as if it had been left after a step."""
        holds = {c: frozenset([s for s in found if s <= step]) for c, found in self.holds.items()}
        return Trace(name, holds, self.events[: step + 1], (), self.lost)


def oracle_of(task: Task) -> Callable[[SimDevice], Iterator[Action]]:
    """What the oracle of a task of one node does."""
    (node,), (subtask,) = task.nodes, task.subtasks
    assert subtask.oracle is not None
    oracle = subtask.oracle
    return lambda device: oracle(UI(device, subtask.app), **node.parameters)


def trial_of(task: Task, trial: Counterexample) -> Callable[[SimDevice], Iterator[Action]]:
    """What a trial of the subtask of a task of one node does."""
    (node,), (subtask,) = task.nodes, task.subtasks
    return lambda device: trial.run(UI(device, subtask.app), **node.parameters)


def wait_actions(_device: SimDevice) -> Iterator[Action]:
    """Nothing at all."""
    return iter(())


def is_event(condition: Condition) -> bool:
    """Whether a candidate is about what was done and not about what is."""
    return condition.check in ("check_mouse_clicks", "check_keyboard_types")


def play(run: TraceRun, device: SimDevice, candidates: Sequence[Condition], parameters: Mapping[str, object]) -> Trace:
    """Play a run, and look at each step which candidates hold.

    Args:
        run: The run.
        device: On which it is played; it is reset.
        candidates: With templates.
        parameters: What fills them.
    """
    app = run.task.subtasks[0].app
    begun = tuple([Launch(app if a == "*" else a) for a in run.start if a != "*" or app])
    replace(run.task, setup=(*run.task.setup, *begun)).begin(device, 0)
    looks = [(c, bind(fill_condition(c, parameters, run.task.world))) for c in candidates]
    probe, found = Probe(device), {c: set[int]() for c in candidates}
    at_start, events, lost = _texts(device), list[tuple[Event, ...]]([()]), False
    _look(probe, looks, (), 0, found)
    try:
        for step, action in enumerate(run.actions(device), start=1):
            events.append(derive(action, device.tree()))
            if not isinstance(action, CONTROL):
                device.act(action)
            _look(probe, looks, events[-1], step, found)
            if step == _MOST:
                break
    except OracleError:
        lost = True
    new = [text for text in _texts(device) if text not in at_start]
    return Trace(run.name, {c: frozenset(s) for c, s in found.items()}, tuple(events), tuple(new), lost)


def _look(
    probe: Probe,
    looks: Sequence[tuple[Condition, BoundCheck]],
    events: tuple[Event, ...],
    step: int,
    found: Mapping[Condition, set[int]],
) -> None:
    probe.refresh(())
    for condition, fold in looks:
        if is_event(condition) and not events:
            continue
        probe.begin()
        if fold.step(fold.initial, events, probe).verdict:
            found[condition].add(step)


def _texts(device: SimDevice) -> dict[str, None]:
    """The names and values on the screen, in reading order."""
    return dict.fromkeys(t for n in device.tree().nodes for t in (n.name, n.value) if t and t.strip() and "\n" not in t)
