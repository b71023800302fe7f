"""Playing a task on a device without an environment, for the proofs of tasks. Nothing is painted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeAlias, cast

from omnigym.a11y import Block
from omnigym.actions import CONTROL, Action, CallUser, Submit, Type, Wait
from omnigym.devices.app_names import Devices, by_name
from omnigym.devices.protocol import (
    Device,
    HasAccessibilityTree,
    HasFiles,
    HasSettings,
    HasSnapshots,
    HasVersions,
    Platform,
)
from omnigym.devices.userdata import HasUserData, UserData
from omnigym.devices.waiting import LATE_WAIT, LATE_WAITS
from omnigym.documents.mail import MAILDIR
from omnigym.errors import CapabilityError, OracleError
from omnigym.evaluation.evaluator import EvaluatorState, GraphEvaluator
from omnigym.evaluation.graph import EvalGraph
from omnigym.evaluation.metrics.coherency import best_order
from omnigym.evaluation.world.difference import differences
from omnigym.evaluation.world.effects import setting_place
from omnigym.evaluation.world.side_effects import damage as missed
from omnigym.evaluation.world.traces import traces_of
from omnigym.tasks.briefing import read_briefing
from omnigym.tasks.cloud import Cloud
from omnigym.tasks.counterexamples import Counterexample
from omnigym.tasks.external_tasks import Run
from omnigym.tasks.interruption_watch import InterruptionWatch
from omnigym.tasks.oracle import UI, adaptive_actions
from omnigym.tasks.setup import SetupStep, WriteFile, apply_setup
from omnigym.tasks.task import Task
from omnigym.tasks.user import refusal

__all__ = ["Damage", "Mark", "Outcome", "Stage", "among_others", "oracle_order"]


class Damage(NamedTuple):
    """A file with another content than it had, or a setting with another value.

    Attributes:
        name: What was done, for a report.
        place: As `UserData` names a file, or `setting_place`.
        content: The file's new content, or the setting's value as UTF-8.
    """

    name: str
    place: str
    content: bytes


# -- what else a person has on a device: things that a task is not about, for others to damage ------------------------

# A simulated desktop is somebody's from the start. The home of a real one is empty but for what a task puts there, so
# that hardly anything could be damaged in it.

_MAIL = """From: Ines Roth <ines.roth@example.org>
To: me@example.org
Subject: Keys of the bicycle cellar
Date: Mon, 06 Jan 2025 08:15:00 +0000
Message-ID: <bicycle-cellar@example.org>

They hang behind the door, where they always did.
"""
#: By platform: a file in each folder that tasks use, a document whose looks matter, and a mail.
_OTHERS: Mapping[Platform, tuple[SetupStep, ...]] = {
    "linux": (
        *[
            WriteFile(f"{folder}/bicycle cellar.txt", "Nobody asked to touch this.\nNor this.\n")
            for folder in ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Videos")
        ],
        WriteFile("Documents/Private/bicycle cellar.docx", "The key\nIt hangs behind the door."),
        WriteFile(f"{MAILDIR}/Inbox/cur/1736150000.bicycle.cellar:2,S", _MAIL),
    )
}


def among_others(task: Task, platform: Platform) -> Task:
    """Return the same task among other user data, or the task itself if the device already has such data."""
    others = _OTHERS.get(platform, ())
    return replace(task, setup=(*task.setup, *others)) if others else task


# -- rollout ----------------------------------------------------------------------------------------------------------

#: An oracle that does not end is stopped after this many actions for each node.
_MOST_ACTIONS = 400
#: What the places of settings begin with.
_SETTING = setting_place("")


#: The user's data and what is on the screen, as far as a device can tell.
_Found: TypeAlias = tuple[UserData | None, tuple[Block, ...] | None]


def oracle_order(task: Task) -> tuple[str, ...]:
    """Return the node ids in the best order for logical consistency (OmniBench 4.1), or in any if that is too hard."""
    ids = task.dag.ids
    order = best_order(task.dag, [s.app for s in task.subtasks]) or task.dag.order
    return tuple(ids[i] for i in order)


class Outcome(NamedTuple):
    """The result of playing a task.

    Attributes:
        coverage: The Coverage Rate, in [0, 1].
        completed: The nodes of the expanded graph that were completed, in its order.
        steps: How many actions were done.
        problem: What an oracle or a check complained of, or "".
    """

    coverage: float
    completed: tuple[str, ...]
    steps: int
    problem: str = ""


class Mark(NamedTuple):
    """A point of an episode to which a stage can return.

    Attributes:
        snapshot: The snapshots of the devices, in their order.
        state: The state of the evaluator.
        steps: The number of actions before it.
        completed: The nodes of the expanded graph that were complete then, in its order.
    """

    snapshot: tuple[Hashable, ...]
    state: EvaluatorState
    steps: int
    completed: tuple[str, ...]


class Stage:
    """A player of one task's episodes on its device or devices.

    Args:
        task: The task.
        devices: The device, or all devices by the names that the nodes use. They are reset, and nobody else may use
            them meanwhile.
        seed: The seed of the devices.
        layout: The number of their layout; None for the usual one.
        filled: Whether the layout also decides what lies around.

    Attributes:
        evaluator: The evaluator of the task.
        run: The host's run, if the task has a host.
        keeps: Whether all devices have snapshots, so that an episode begins anew at once.
        steps: The number of actions since `begin`.
        broke_off: What the last wrong run did not find, so that it ended there, or "".
    """

    def __init__(
        self, task: Task, devices: Devices, seed: int = 0, layout: int | None = None, *, filled: bool = False
    ) -> None:
        self.task, self._devices = task, by_name(devices, task.device_names)
        self._seed, self._layout, self._filled = seed, layout, filled
        self.evaluator = GraphEvaluator(task.graph, devices, at_end=task.evaluate == "at_end")
        every = self._devices.values()
        waits = task.evaluate == "each_step" and not all(isinstance(d, HasVersions) for d in every)
        self._patience = LATE_WAITS if waits else 0
        self.keeps = all(isinstance(d, HasSnapshots) for d in every)
        self._snapshot: tuple[Hashable, ...] | None = None
        #: The name of the device that actions go to: that of the node whose oracle is at work.
        self._acting = task.device_names[0]
        self._cloud: Cloud | None = None
        self._watch: InterruptionWatch | None = None
        self.run: Run | None = None
        self.steps = 0
        self.broke_off = ""
        self._found: _Found = None, None
        self._answered = False

    def begin(self) -> None:
        """Begin an episode; from the second time on, restore a snapshot if the devices have snapshots."""
        if self._snapshot is not None:
            self._restore(self._snapshot)
        else:
            self.end()
            self.run = self.task.begin(self._devices, self._seed, self._layout, filled=self._filled)
            if self.task.shares:
                self._cloud = Cloud(self.task.shares, self._devices)
                self._cloud.begin()
            # A host has state outside of the device, which a snapshot would not bring back.
            if self.run is None and self.keeps:
                self._snapshot = self._snap()
        self.evaluator.reset(self.run)
        self._watch = InterruptionWatch(self.task, self._devices) if self.task.adverse else None
        self._acting = self.task.device_names[0]
        self.steps = 0

    def end(self) -> None:
        """Let the task's host clean up, if it has one."""
        run, self.run = self.run, None
        if run is not None:
            run.end()

    def do(self, action: Action) -> None:
        """Do an action and evaluate it."""
        self.evaluator.before(action, self._acting)
        if isinstance(action, CallUser) and not refusal(self.acting, action.message, self.task.secrets):
            self.acting.act(Type(self.task.secrets[action.message]))
        if not isinstance(action, CONTROL):
            self._devices[self._acting].act(action)
            if self._cloud is not None:
                self._cloud.carry(self._acting, self.evaluator)
        self.evaluator.step()
        self.steps += 1

    def mark(self) -> Mark | None:
        """Return the current point of the episode; None if a device has no snapshots."""
        return Mark(self._snap(), self.evaluator.state, self.steps, self._completed()) if self.keeps else None

    @property
    def acting(self) -> Device:
        """The device to which the next action goes."""
        return self._devices[self._acting]

    @property
    def desktop(self) -> str:
        """The desktop of the device among those of its platform; "" if the platform has only one."""
        return str(getattr(self._devices[self.task.device_names[0]], "desktop", ""))

    @property
    def platform(self) -> Platform:
        """The platform of the first device."""
        return self._devices[self.task.device_names[0]].platform

    def user_data(self) -> UserData | None:
        """Return the current data of the first device; None if it cannot read them."""
        device = self._devices[self.task.device_names[0]]
        return device.user_data() if isinstance(device, HasUserData) else None

    def would_miss(self, damage: Damage) -> bool:
        """Return whether a person would notice the damage; a trace that any work leaves does not count.

        Settings of a device that tells them but cannot set them are damaged by its programs alone.
        """
        if damage.place.startswith(_SETTING) and not isinstance(self.acting, HasSettings):
            return False
        self.begin()
        before = self.user_data()
        self._spoil(damage)
        after = self.user_data()
        traces = traces_of(self._devices[self._acting].platform)
        return before is not None and after is not None and bool(missed(before, after, traces))

    def would_hold(self, mark: Mark, graph: EvalGraph, edits: Sequence[Damage] = (), *, frame: bool = False) -> bool:
        """Return whether the conditions of a graph hold at a mark; events are not looked at.

        Args:
            mark: The state.
            graph: The conditions.
            edits: What is written there first, past the screen.
            frame: Whether side effects count.
        """
        self.begin()
        nodes = graph.nodes if frame else tuple([replace(node, effects=None) for node in graph.nodes])
        evaluator = GraphEvaluator(EvalGraph(nodes, graph.dag), self._devices)
        evaluator.reset(self.run)
        state = mark.state
        evaluator.restore(evaluator.state._replace(answers=state.answers, history=state.history))
        self._restore(mark.snapshot)
        for edit in edits:
            self._spoil(edit)
        evaluator.step()
        evaluator.finish(damage=False)
        return evaluator.done

    def _spoil(self, damage: Damage) -> None:
        device = self._devices[self._acting]
        if damage.place.startswith(_SETTING):
            cast(HasSettings, device).set_setting(damage.place.removeprefix(_SETTING), damage.content.decode())
        else:
            cast(HasFiles, device).write_file(damage.place, damage.content)

    def among_others(self) -> Stage:
        """Return the stage of the same task among other user data, or itself if the device already has such data."""
        task = among_others(self.task, self.platform)
        return self if task is self.task else Stage(task, self._devices, self._seed)

    def beside(self, task: Task) -> Stage:
        """Return a stage of a one-device task on this stage's first device; only one of the two may play at a time."""
        return Stage(task, self._devices[self.task.device_names[0]], self._seed)

    def trial(self, trial: Counterexample) -> Iterator[Action]:
        """Yield the actions of a trial of the task's first node; a wrong run that cannot continue ends there."""
        node = self.task.nodes[0]
        device = self._devices[self._acting]
        self._found, self.broke_off, self._answered = (self.user_data(), self._tree()), "", False
        try:
            ui = UI(device, self.task.subtasks[0].app)
            for action in self._adapted(ui, partial(trial.run, ui, **node.parameters)):
                self._answered = self._answered or isinstance(action, Submit)
                yield action
        except OracleError as e:
            if trial.kind == "right":
                raise
            self.broke_off = str(e)
        if trial.kind == "right":
            yield from self._wait_for(node.id)

    @property
    def changed(self) -> bool:
        """Whether an answer was given, or the user's data or the screen changed, since the last trial began."""
        if self._answered:
            return True
        (before, tree), after = self._found, self.user_data()
        other = before is not None and after is not None and bool(differences(before, after))
        return other or tree != self._tree()

    def _tree(self) -> tuple[Block, ...] | None:
        """What is on the screen of the first device; None where it cannot tell."""
        device = self._devices[self.task.device_names[0]]
        return device.tree().blocks if isinstance(device, HasAccessibilityTree) else None

    def _snap(self) -> tuple[Hashable, ...]:
        """A snapshot of each device, in their order."""
        return tuple([cast(HasSnapshots, d).snapshot() for d in self._devices.values()])

    def _restore(self, snapshots: tuple[Hashable, ...]) -> None:
        for device, snapshot in zip(self._devices.values(), snapshots, strict=True):
            cast(HasSnapshots, device).restore(snapshot)
        if self._cloud is not None:
            self._cloud.resume()

    def play(
        self,
        actions: Iterator[Action],
        *,
        start: Mark | None = None,
        damage: Damage | None = None,
        every: Callable[[], object] | None = None,
        ends: bool = True,
    ) -> Outcome:
        """Begin an episode, do all actions, and evaluate the end.

        Args:
            actions: The actions; each is requested after the previous one was done.
            start: The point to go back to, instead of beginning an episode.
            damage: What is damaged on the first device before the actions; None for nothing.
            every: Called after each step.
            ends: Whether what is damaged at the end is looked at, too, of which the coverage says nothing.
        """
        if start is None:
            self.begin()
        else:
            self._go_back(start)
        if damage is not None:
            self._spoil(damage)
        problem = ""
        limit = _MOST_ACTIONS * len(self.task.nodes)
        try:
            for action in actions:
                self.do(action)
                if every is not None:
                    every()
                if self.run is not None and self.evaluator.over:
                    break  # an environment would also end when the host does
                if self.steps >= limit:
                    problem = f"The oracle was stopped after {limit} actions."
                    break
        except OracleError as e:
            problem = str(e)
        return self._outcome(self.steps, problem, ends)

    def _go_back(self, mark: Mark) -> None:
        self._restore(mark.snapshot)
        self.evaluator.restore(mark.state)
        self.steps = mark.steps

    def _outcome(self, steps: int, problem: str, ends: bool) -> Outcome:
        apply_setup(self._devices[self.task.device_names[0]], self.task.post_config, after=True)
        self.evaluator.finish(damage=ends)
        if self.evaluator.unscored:
            bad = next(v for v in self.evaluator.verdicts.values() if v.status == "cannot_tell")
            problem = problem or f"A check cannot tell: {bad.message}"
        return Outcome(self.evaluator.coverage, self._completed(), steps, problem)

    def _completed(self) -> tuple[str, ...]:
        nodes = zip(self.task.expanded_dag.ids, self.evaluator.statuses, strict=True)
        return tuple(node for node, status in nodes if status.name == "COMPLETED")

    def oracle(
        self,
        task: Task | None = None,
        *,
        leave_out: Collection[str] = (),
        forgive: bool = False,
        before: Callable[[str], object] | None = None,
    ) -> Iterator[Action]:
        """Yield the actions of a task's oracles, node after node.

        Args:
            task: The task; by default the stage's own, for which the completion of each node is waited for.
            leave_out: Ids of the nodes that are not done.
            forgive: Whether an oracle that fails is skipped; of another task also what follows from it.
            before: Called with the id of a node before its oracle begins.

        Raises:
            OracleError: An oracle failed.
            CapabilityError: A subtask was defined in a file and has no oracle.
        """
        task, lost = task or self.task, set[int]()
        if task is self.task:
            ui = UI(self._devices[self._acting])
            yield from self._adapted(ui, partial(read_briefing, ui, task))
        for node_id in oracle_order(task):
            place = task.dag.index[node_id]
            if node_id in leave_out or (task is not self.task and lost & task.dag.ancestors[place]):
                continue
            bound = task.bound[node_id]
            if bound.subtask.oracle is None:
                raise CapabilityError(f"Subtask {bound.subtask.id!r} came with its file and has no oracle to run.")
            if before is not None:
                before(node_id)
            try:
                self._acting = self._place_of(task, node_id)
                ui = UI(self._devices[self._acting], bound.subtask.app)
                yield from self._adapted(ui, partial(bound.subtask.oracle, ui, **bound.parameters), task, node_id)
            except OracleError:
                if not forgive:
                    raise
                lost.add(place)
            if task is self.task and not forgive:
                yield from self._wait_for(node_id)

    def _adapted(
        self, ui: UI, start: Callable[[], Iterator[Action]], task: Task | None = None, node_id: str = ""
    ) -> Iterator[Action]:
        """The actions of an oracle; in an adverse task those that clear its way, too, and another try.

        Args:
            ui: The screen.
            start: Starts the oracle.
            task: The task of its node.
            node_id: The node; without one, or of another task, nobody knows whether it is done, and it is not repeated.
        """
        if not self.task.adverse:
            return start()
        watch = self._watch if task is self.task else None
        acted = adaptive_actions(ui, start, lambda: watch is None or watch.done(node_id))
        return acted if watch is None else watch.over(acted, self._acting)

    def _place_of(self, task: Task, node_id: str) -> str:
        """The name of a node's device; the first device for a node of another task, which may use other names."""
        name = task.nodes[task.dag.index[node_id]].device
        return name if name in self._devices else self.task.device_names[0]

    def _wait_for(self, node_id: str) -> Iterator[Action]:
        indices = [self.task.expanded_dag.index[p.id] for p in self.task.bound[node_id].parts]
        for turn in range(self._patience + len(indices)):
            nodes = [self.evaluator.state.nodes[i] for i in indices]
            if all(node.status.name == "COMPLETED" for node in nodes):
                return
            if turn >= self._patience and all(node.reached is None for node in nodes):
                return
            yield Wait(LATE_WAIT)
