"""Exact hindsight: the checks find the tasks that a random walk completed, and each gets its instruction.

```python
hindsight = Hindsight(env.unwrapped.device, list_tasks("suite:one-node", split="train", device="sim"))
env.reset(seed=0)
start = snapshots.take(env.unwrapped)
...                                             # any agent does any actions
for find in hindsight.finds(start, actions):
    print(find.task.instruction, find.actions)  # do these from find.start, and the score is 1.0
```

A find is no guess. Its task was evaluated as an episode is: the graph began at a moment of the wandering, at which it
did not hold, and was checked after each action until its last node completed, under the frame rule, so nothing else is
damaged then. The finds are looked for from the start, and again from each moment at which something was found.

**What it costs.** The wandering is done once; every further look is a snapshot. Of the tasks only those are evaluated
whose effects speak of all that differs and is no trace (`omnigym.evaluation.world`), as any other would have found
damage; and those without effects, which are about windows, the clipboard or the screen. Some two hundred remain, whose
verdicts are made again only where what they read has changed: a few milliseconds an action.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from omnigym.actions import CONTROL, Action, Done, Fail, Wait
from omnigym.devices.protocol import CAPABILITIES, Device, HasSnapshots, HasVersions
from omnigym.devices.userdata import HasUserData, UserData
from omnigym.envs.episode import Counters
from omnigym.envs.snapshots import Snapshot
from omnigym.errors import CapabilityError, UnreadableError
from omnigym.evaluation.evaluator import EvaluatorState, GraphEvaluator
from omnigym.evaluation.world.difference import Difference, differences
from omnigym.evaluation.world.effects import Effect, matches
from omnigym.evaluation.world.side_effects import unexplained_differences
from omnigym.evaluation.world.traces import traces_of
from omnigym.tasks.task import Task

__all__ = ["Find", "Hindsight"]

_FRESH = Counters(0, 0, 0, None, None, None, None, 0)


class Find(NamedTuple):
    """A task that was completed.

    Attributes:
        task: The task that asks for it; its ``instruction`` says so, its nodes have the parameters.
        begin, end: The actions of the wandering from number ``begin`` up to ``end``, without it, do it.
        actions: These, and a wait where a state has to stay for one more action.
        start: The moment before the first of them, as the start of an episode of the task:
            ``env.reset(options={"snapshot": find.start})``.
    """

    task: Task
    begin: int
    end: int
    actions: tuple[Action, ...]
    start: Snapshot


class _Moment(NamedTuple):
    """A moment of the wandering: the device, and the user's data then."""

    device: Any
    data: UserData


class Hindsight:
    """A search for tasks that were completed.

    Args:
        device: A simulated device, on which the wandering is repeated: that of an environment, which has to be reset
            afterwards, or one of its own of the same kind.
        tasks: What may be found. Left out are those that this device alone cannot do, those that a host judges or that
            are judged at the end, and those of which nobody said what may be done, as there is no frame.

    Raises:
        CapabilityError: The device has no snapshots, no versions, or cannot tell the user's data.
    """

    def __init__(self, device: Device, tasks: Iterable[Task]) -> None:
        for kind in (HasSnapshots, HasVersions, HasUserData):
            if not isinstance(device, kind):
                raise CapabilityError(f"Hindsight needs a device with {kind.__name__}, which {device.name!r} is not.")
        self._device: Any = device
        self._traces = traces_of(device.platform)
        self.tasks = tuple([t for t in tasks if _fits(t, device)])
        self._effects = [t.graph.allowed[""] for t in self.tasks]
        #: The tasks that pay for no data: nobody can tell from what differs that they were not done.
        self._dataless = frozenset([n for n, effects in enumerate(self._effects) if not effects])
        self._evaluators: dict[int, GraphEvaluator] = {}
        #: The tasks that speak of a place, by it.
        self._about: dict[str, frozenset[int]] = {}

    def finds(self, start: Snapshot, actions: Sequence[Action]) -> tuple[Find, ...]:
        """Return the tasks that a random walk completed, each once, at its first completion.

        Args:
            start: The moment before it, of an environment with such a device.
            actions: What was done from there, as values; what comes after a `Done` or `Fail` is left out.

        Raises:
            ConfigError: The snapshot is of another kind of device.
            DeviceError: The device failed.
        """
        ends = [n for n, action in enumerate(actions) if isinstance(action, Done | Fail)]
        actions = tuple(actions[: min(ends, default=len(actions))])
        moments = self._wander(start, actions)
        found: dict[int, Find] = {}
        waiting, begun = [0], {0}
        while waiting:
            begin = waiting.pop(0)
            new = {n: find for n, find in self._from(begin, start, moments, actions) if n not in found}
            found |= new
            later = {find.end for find in new.values()} - begun
            waiting = sorted({*waiting, *later})
            begun |= later
        return tuple(sorted(found.values(), key=lambda find: (find.end, find.begin, find.task.id)))

    def _wander(self, start: Snapshot, actions: Sequence[Action]) -> list[_Moment]:
        """The moments before each action, and after the last."""
        device = self._device
        device.restore(start.device)
        moments = [_Moment(device.snapshot(), device.user_data())]
        for action in actions:
            if not isinstance(action, CONTROL):
                device.act(action)
            moments.append(_Moment(device.snapshot(), device.user_data()))
        return moments

    def _from(
        self, begin: int, start: Snapshot, moments: Sequence[_Moment], actions: Sequence[Action]
    ) -> Iterator[tuple[int, Find]]:
        """What was done from a moment on: the task's number and the find."""
        device, first = self._device, moments[begin]
        device.restore(first.device)
        running: dict[int, tuple[GraphEvaluator, EvaluatorState]] = {}
        for n in sorted(self._plausible([m.data for m in moments[begin:]])):
            evaluator = self._evaluator(n)
            evaluator.reset()
            fresh = evaluator.state
            held = evaluator.step().completed + evaluator.finish(damage=False).completed
            if not held:  # what holds before anything was done is nobody's doing
                running[n] = evaluator, fresh
        for end, action in enumerate(actions[begin:], begin + 1):
            for evaluator, _ in running.values():
                evaluator.before(action)
            device.restore(moments[end].device)
            for n, rest in [(n, rest) for n, (e, _) in running.items() if (rest := _to_the_end(e)) is not None]:
                task, (_, fresh) = self.tasks[n], running.pop(n)
                beginning = Snapshot(task, first.device, fresh, _FRESH, start.random)
                yield n, Find(task, begin, end, (*actions[begin:end], *rest), beginning)

    def _evaluator(self, n: int) -> GraphEvaluator:
        known = self._evaluators.get(n)
        if known is None:
            known = self._evaluators[n] = GraphEvaluator(self.tasks[n].graph, self._device)
        return known

    # -- which tasks may have been done -------------------------------------------------------------------------------

    def _plausible(self, data: Sequence[UserData]) -> frozenset[int]:
        """The tasks that may hold at some moment since the first, by what differs from it."""
        before = data[0]
        last: tuple[Difference, ...] = ()
        plausible = self._dataless
        for now in data[1:]:
            with contextlib.suppress(UnreadableError):  # where nobody can tell what is damaged, no node completes
                differing = differences(before, now)
                if differing == last:  # most actions change no data
                    continue
                last = differing
                # What is no trace has to be accounted for; of traces alone one has to be what is asked for.
                missed = unexplained_differences(differing, before, now, self._traces)
                named = [self._speak_of(d, now) for d in (missed or differing)]
                if missed:
                    among = frozenset.intersection(*named) - plausible
                    plausible |= {n for n in among if self._allows(n, differing, before, now)}
                elif named:
                    plausible |= frozenset.union(*named)
        return plausible

    def _allows(self, n: int, differing: Sequence[Difference], before: UserData, now: UserData) -> bool:
        try:
            return not unexplained_differences(differing, before, now, (*self._effects[n], *self._traces))
        except UnreadableError:  # as above
            return False

    def _speak_of(self, difference: Difference, data: UserData) -> frozenset[int]:
        """The tasks of which an effect is where a difference is."""
        known = self._about.get(difference.at)
        if known is None:
            every = enumerate(self._effects)
            speaking = [n for n, own in every if any(_is_at(e, difference.at, data) for e in own)]
            known = self._about[difference.at] = frozenset(speaking)
        return known


def _is_at(effect: Effect, at: str, data: UserData) -> bool:
    """Whether an effect could account for a difference at a place: the frame rule, but for how and what of it."""
    if at.startswith("content://"):
        view = data.tables.get(effect.at)
        return effect.at == at or (view is not None and view.of == at)
    if at.startswith("setting:") or effect.at.startswith(("setting:", "content://")):
        return matches(at, effect.at)
    place = data.place(effect.at)
    return matches(at.rstrip("/"), place) or matches(at, f"{place}/*") or (at.endswith("/") and place.startswith(at))


def _fits(task: Task, device: Device) -> bool:
    here = device.platform in task.platforms and all(isinstance(device, CAPABILITIES[c]) for c in task.capabilities)
    alone = task.device_names == ("",) and task.host is None
    return here and alone and not task.infeasible and task.evaluate == "each_step" and "" in task.graph.allowed


def _to_the_end(evaluator: GraphEvaluator) -> tuple[Action, ...] | None:
    """What is to be done after the last action, for a task to be done: nothing, or a wait; None where that is not all.

    A wait is for a state that has to stay (`omnigym.evaluation.evaluator.MomentState`).
    """
    if evaluator.step().done:
        return ()
    state = evaluator.state
    if any(node.reached for node in state.nodes):
        if evaluator.step().done:
            return (Wait(),)
        evaluator.restore(state)
    return None
