"""Tasks: graphs of subtasks (OmniBench 3.1), as plain data."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from typing import Any, Literal, TypeAlias, cast

from omnigym.devices.app_names import Devices, by_name
from omnigym.devices.backend import Target, Wants
from omnigym.devices.cloud import CLOUD_KINDS, CloudKind
from omnigym.devices.config import devices_for
from omnigym.devices.protocol import (
    DISTURBANCES,
    PLATFORMS,
    WINDOW_PLACES,
    Device,
    HasApps,
    HasClock,
    HasDisturbances,
    HasNetwork,
    HasVariation,
    require_confined,
)
from omnigym.errors import TaskFileError, UnknownNameError
from omnigym.evaluation.dag import Dag, Edge, shared_dag
from omnigym.evaluation.graph import EvalGraph, EvalNode, expand
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign.limits import MAX_ALL_CONTENT, MAX_SETUP_STEPS
from omnigym.tasks.external_tasks import Host, Run
from omnigym.tasks.node_binding import BoundNode, bind_node, need_key, resource_key
from omnigym.tasks.parts import Part
from omnigym.tasks.registry import get_subtask, is_registered
from omnigym.tasks.secrets import check_secrets
from omnigym.tasks.setup import Launch, SetupStep, apply_setup, check_step
from omnigym.tasks.subtask import Need, Subtask
from omnigym.tasks.worlds import World
from omnigym.tasks.worlds.company import company
from omnigym.tasks.worlds.neighbours import neighbours

__all__ = ["DRAWN", "EvaluateWhen", "Task", "TaskNode", "stable_hash"]

EvaluateWhen: TypeAlias = Literal["each_step", "at_end", "in_silence"]

#: What is between the id of a task and the number of its draw.
DRAWN = "@drawn-"
#: The platforms on which there is more than a task puts there.
_CROWDED = frozenset({"windows", "android"})
#: A task's default step limit is this number for each of its nodes.
STEPS_A_NODE = 40

#: What the kinds of resources begin with that are in a cloud, not on one device.
_CLOUD = "cloud_"


#: How many sets of further neighbours a task has, of which the layout takes one.
_SURROUNDINGS = 4
#: What a task says that depends on the day, and the apps that are about days.
_DATED = re.compile(
    r"\b(to(day|morrow)|yesterday|tonight|(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july"
    r"|last (hour|\d+ )|august|september|october|november|december|20\d\d-\d\d|\d{12,}|\d{1,2}:\d\d)"
)
_DATED_APPS = frozenset({"calendar", "camera", "clock"})


_JSON = json.JSONEncoder(sort_keys=True, ensure_ascii=True)


def _seen(parameters: Mapping[str, object], subtask: Subtask) -> dict[str, object]:
    """Parameters without those that are heard or watched, and those that follow from them."""
    told = (*subtask.heard, *subtask.watched)
    return {n: v for n, v in parameters.items() if not told or n not in (*told, *subtask.implied)}


def stable_hash(value: object) -> int:
    """Return a hash of a JSON value in [0, 2**64), the same in every process and on every machine."""
    return int.from_bytes(hashlib.sha256(_JSON.encode(value).encode()).digest()[:8], "big")


@dataclass(frozen=True, slots=True)
class TaskNode:
    """A node of a task: a subtask with parameters.

    Attributes:
        id: Unique in the task; one subtask may occur under several ids.
        subtask: The id of a registered subtask, or of one of the task's own definitions.
        parameters: A value for each of the subtask's parameters.
        device: Name of the device on which it is done, in a task with several devices; "" if there is only one.
    """

    id: str
    subtask: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    device: str = ""


@dataclass(frozen=True, kw_only=True)
class Task:
    """A task. Everything derived is computed once, when first asked for.

    Attributes:
        id: Unique in its suite, and the name of its file.
        nodes, edges: The graph; an edge is (before, after).
        instruction: What the agent is told.
        intent: The goal in a few words (OmniBench B.3).
        suite: The suite that it belongs to, or "".
        tags: For queries.
        max_steps: The step limit; None for `STEPS_A_NODE` times the number of nodes.
        max_idle_steps: How many steps in a row without a newly completed node end an episode (OmniBench 4.1: "if the
            agent does not complete any subtasks within N steps"); None for any number.
        evaluate: Whether nodes are checked after each step, or the final state alone; "in_silence" checks after each
            step, and says and pays nothing before the end.
        setup: Done before the episode, before what the subtasks ask for; of several devices on the first node's, as
            is ``post_config``.
        post_config: Done after the episode, before a check ``at_end`` (OSWorld).
        definitions: Subtasks of the task's own, which came with its file.
        allows: What may be done to the user's data besides what its nodes are to do.
        network: Whether the device's applications may reach the network, which it keeps them from otherwise; also where
            a subtask names the capability "network".
        shares: What a cloud shares between its devices, of `omnigym.devices.cloud.CLOUD_KINDS`, which have to be
            simulated; nothing else passes from one to another but through the agent.
        infeasible: It cannot be done, and the right thing is to say FAIL; scored and reported apart.
        level: The level of automation that it asks for, "L1" to "L5" (OS-MAP 3.1), or how much it depends on sound and
            video, "critical", "supportive" or "present" (OmniGUI 3.2), or "".
        scenario: Its scenario in OS-MAP's hierarchy of demands (3.2), of `omnigym.tasks.scenarios`, or "".
        secrets: What the user knows and the agent is never told, by its name in CALL_USER, such as "password" (OS-MAP
            B.5): see `omnigym.tasks.secrets`.
        disturbances: Kinds of `omnigym.devices.protocol.DISTURBANCES` that happen on its devices now and then, drawn
            from the episode's seed, whether or not the environment adds others.
        briefing: The portable path of the file that says the details that the instruction leaves out: a mail, a text or
            a document, which the task's own setup writes; "" where the instruction says all (`omnigym.tasks.briefing`).
        host: Who begins its episodes, with an instruction, a reward and an end of their own; None for a task of
            omnigym's.

    Raises:
        TaskFileError: A cycle (named), a duplicate id, a dangling edge; an unknown subtask or check, a missing
            or wrong parameter.
    """

    id: str
    nodes: tuple[TaskNode, ...]
    edges: tuple[Edge, ...] = ()
    instruction: str = ""
    intent: str = ""
    suite: str = ""
    tags: tuple[str, ...] = ()
    max_steps: int | None = None
    max_idle_steps: int | None = None
    evaluate: EvaluateWhen = "each_step"
    setup: tuple[SetupStep, ...] = ()
    post_config: tuple[SetupStep, ...] = ()
    definitions: tuple[Subtask, ...] = ()
    allows: tuple[Effect, ...] = ()
    network: bool = False
    shares: tuple[CloudKind, ...] = ()
    infeasible: bool = False
    level: str = ""
    scenario: str = ""
    secrets: Mapping[str, str] = field(default_factory=dict)
    disturbances: tuple[str, ...] = ()
    briefing: str = ""
    host: Host | None = None

    def __post_init__(self) -> None:
        if not self.nodes:
            raise TaskFileError(f"Task {self.id!r} has no node. Give it one.")
        for kind in self.shares:
            if kind not in CLOUD_KINDS:
                raise TaskFileError(
                    f"Task {self.id[:80]!r}, shares: {UnknownNameError('kind', str(kind), CLOUD_KINDS)}"
                )
        for happening in self.disturbances:
            if happening not in DISTURBANCES:
                said = UnknownNameError("disturbance", str(happening), DISTURBANCES)
                raise TaskFileError(f"Task {self.id[:80]!r}, disturbances: {said}")
        object.__setattr__(self, "edges", self.dag.edges)
        if not self.instruction:
            object.__setattr__(self, "instruction", self.plain_instruction)
        check_secrets(self.secrets, self.instruction)

    def __hash__(self) -> int:
        return hash((self.suite, self.id))

    def __reduce__(self) -> tuple[object, ...]:
        """Without what is derived: a task that goes to a worker process stays small."""
        return _rebuild, ({name: getattr(self, name) for name in self.__dataclass_fields__},)

    @cached_property
    def dag(self) -> Dag:
        """The graph without subtasks, shared by all tasks of the same shape."""
        return shared_dag(tuple(n.id for n in self.nodes), tuple((a, b) for a, b in self.edges))

    @cached_property
    def subtasks(self) -> tuple[Subtask, ...]:
        """The unfilled subtask of each node; queries need no other part of a task."""
        own = {d.id: d for d in self.definitions}
        return tuple(own.get(n.subtask) or _subtask(n) for n in self.nodes)

    @cached_property
    def bound(self) -> Mapping[str, BoundNode]:
        """Each node's filled subtask, by node id."""
        nodes = zip(self.nodes, self.subtasks, strict=True)
        return {n.id: bind_node(n.id, s, n.parameters, self.world) for n, s in nodes}

    @cached_property
    def world(self) -> World:
        """The generated world around the task; it depends on subtasks and parameters, not on the task's id.

        Where something is to be heard or watched it does not follow from that, which it would tell.
        """
        known = [_seen(n.parameters, s) for n, s in zip(self.nodes, self.subtasks, strict=True)]
        nodes = [[n.subtask, values] for n, values in zip(self.nodes, known, strict=True)]
        return World(stable_hash(nodes), _texts(known))

    @property
    def plain_instruction(self) -> str:
        """The instructions of the task's nodes, one after another."""
        return " ".join(b.instruction for b in self._in_order)

    @property
    def _in_order(self) -> list[BoundNode]:
        return [self.bound[self.dag.ids[i]] for i in self.dag.order]

    @cached_property
    def expanded_dag(self) -> Dag:
        """The evaluated graph, in which the parts of a subtask replace its node; without parts, `dag` itself.

        Depths, weights, coverage and the completion ratio are this graph's.

        Raises:
            TaskFileError: With all parts it is larger than a graph may be, or a part's id is a node's, too.
        """
        inside = {n.id: s.inside for n, s in zip(self.nodes, self.subtasks, strict=True) if s.parts}
        try:
            return expand(self.dag, inside)
        except TaskFileError as e:
            raise TaskFileError(f"Task {self.id[:80]!r}, with the parts of its subtasks: {e}") from None

    @cached_property
    def parts(self) -> Mapping[str, tuple[BoundNode, Part]]:
        """For each node of `expanded`, in order, its original node and its part."""
        return {p.id: (b, p) for b in self.bound.values() for p in b.parts}

    @cached_property
    def graph(self) -> EvalGraph:
        """The argument of `omnigym.evaluation.evaluator.GraphEvaluator`."""
        dag, nodes = self.expanded_dag, []
        for b, p in self.parts.values():
            try:
                device = p.device or self._device_of(b.id)
                about = (p.app, b.subtask.category, p.milestones, device, self._effects_of(b))
                node = EvalNode.of(p.id, p.conditions, *about, passing=p.passing)
                # Of several parts each but the last is on the way to the next one, so none has to stay.
                nodes.append(replace(node, momentary=node.momentary and len(b.parts) == 1))
            except TaskFileError as e:
                raise TaskFileError(f"Node {p.id!r} (subtask {b.subtask.id!r}): {e}") from None
        return EvalGraph(tuple(nodes), dag)

    @cached_property
    def setup_steps(self) -> tuple[SetupStep, ...]:
        """All setup steps: those of the task, then those of each node for needs that none of its ancestors provides.

        Raises:
            TaskFileError: A value of a step has a wrong type or is beyond its limits.
        """
        return tuple(step for steps in self.steps_by_device.values() for step in steps)

    @cached_property
    def steps_by_device(self) -> Mapping[str, tuple[SetupStep, ...]]:
        """`setup_steps` by device name, for each device of the task.

        Raises:
            TaskFileError: As `setup_steps`.
        """
        steps: dict[tuple[str, SetupStep], None] = {}
        written = 0
        for device, place, step in self._placed_steps():
            check_step(step, place)
            steps[device, step] = None
            written += step.written
            if len(steps) > MAX_SETUP_STEPS or written > MAX_ALL_CONTENT:
                raise TaskFileError(
                    f"Task {self.id[:80]!r}: at most {MAX_SETUP_STEPS:,} setup steps write at most "
                    f"{MAX_ALL_CONTENT:,} bytes before an episode, got more. Leave some out."
                )
        own = {name: tuple([s for at, s in steps if at == name]) for name in self.device_names}
        return {name: (*self._neighbours(found, self.world), *found) for name, found in own.items()}

    def _neighbours(self, steps: tuple[SetupStep, ...], world: World) -> tuple[SetupStep, ...]:
        """What is beside the things that the setup puts on a device.

        Only on platforms that are simulated: nobody has proved any other with more there than they ask for.
        """
        crowded = self.platforms & _CROWDED and self._bears_company
        return tuple(neighbours(world, steps, self._said)) if crowded else ()

    @property
    def _bears_company(self) -> bool:
        """Whether things that it does not ask for may be there; only of registered subtasks is that proved."""
        return not any(s.alone or not is_registered(s) for s in self.subtasks)

    @cached_property
    def _said(self) -> tuple[str, ...]:
        """Every text that tells what the task is about."""
        return tuple(self._saying())

    def _saying(self) -> Iterator[str]:
        yield self.instruction
        for step in self.setup if self.briefing else ():
            yield from _texts([getattr(step, f.name) for f in fields(step)])
        for b in self.bound.values():
            yield from _texts(b.parameters)
            yield from [r.value for r in (*[n.resource for n in b.needs], *b.produces)]
            for part in b.parts:
                yield repr(part.conditions)
            for step in b.setup:
                yield from _texts([getattr(step, f.name) for f in fields(step)])

    @cached_property
    def device_names(self) -> tuple[str, ...]:
        """The names of the task's devices, in the order of their first nodes, parts' last; ("",) if there is one."""
        named = [n.device for n in self.nodes]
        if any(s.parts for s in self.subtasks):  # of a task that is only looked through nothing is filled
            named += [p.device for _, p in self.parts.values() if p.device]
        return tuple(dict.fromkeys(named))

    def _effects_of(self, bound: BoundNode) -> tuple[Effect, ...] | None:
        return None if bound.effects is None or self.host is not None else (*bound.effects, *self.allows)

    def _device_of(self, node_id: str) -> str:
        return self.nodes[self.dag.index[node_id]].device

    def _placed_steps(self) -> Iterator[tuple[str, str, SetupStep]]:
        """Each step, the device that it is done on, and where it is from, for messages."""
        for n, step in enumerate(self.setup):
            yield self.device_names[0], f"setup[{n}]", step
        for b in self._in_order:
            device = self._device_of(b.id)
            place = f"Node {b.id!r} (subtask {b.subtask.id!r}), "
            for k, need in enumerate(b.needs):
                if self.provider(b.id, need) is None:
                    for n, step in enumerate(need.unless_provided):
                        yield device, f"{place}needs[{k}].unless_provided[{n}]", step
            for n, step in enumerate(b.setup):
                yield device, f"{place}setup[{n}]", step

    def begin(self, devices: Devices, seed: int, layout: int | None = None, *, filled: bool = False) -> Run | None:
        """Reset one or several devices, and prepare the task's setup.

        Args:
            devices: The device, or all by the names that the nodes give.
            seed: Seeds them, and what a host draws.
            layout: The number of the layout that the devices take on (`omnigym.devices.protocol.HasVariation`); None
                for the usual one.
            filled: Whether the layout also decides what lies around, and the day.

        Returns:
            The host's run, if the task has a host.

        Raises:
            ConfigError: There is no device of a node's name, or the task's commands would reach more than the device.
            DeviceError: A device failed.
        """
        for name, device in by_name(devices, self.device_names).items():
            if _keeps_from_network(type(device)):
                allowed = name in self.device_names and "network" in self.on(name).capabilities
                cast(HasNetwork, device).allow_network(allowed)
            if self.host is not None and name == self.device_names[0]:
                return self.host.begin(device, seed)  # tasks with a host are of one device
            device.reset(seed)
            if layout is not None:
                varying = cast(HasVariation, device)
                varying.vary(layout, self._kept(name, varying.variation_aspects()))
            if layout is not None and filled:
                self._fill(device, name, layout)
            if name in self.device_names and "shell" in self.on(name).capabilities:
                require_confined(device)
            apply_setup(device, self.steps_by_device.get(name, ()))
            if self.disturbances:
                cast(HasDisturbances, device).disturb(self.disturbances, seed)
        return None

    def _fill(self, device: Device, name: str, layout: int) -> None:
        """Put what lies around on a device, and let days pass before and after."""
        around = company(device.platform, stable_hash(["company", layout]))
        crowded = name in self.device_names and self._bears_company
        apps = device.apps() if isinstance(device, HasApps) else ()
        others = [app for app in apps if app not in self.apps]
        steps = around.steps(self._all_said, World(0, self._said), others, crowded=crowded)
        if crowded and not self._dated:  # events at other times may lie over those of the task
            steps = [*self._further(name, layout % _SURROUNDINGS), *steps]
        clock = device if isinstance(device, HasClock) and not self._dated else None
        if clock is not None:
            clock.pass_time(around.minutes * 30_000)
        apply_setup(device, steps)
        if clock is not None:
            clock.pass_time(around.minutes * 30_000)

    def _further(self, name: str, number: int) -> tuple[SetupStep, ...]:
        """More neighbours of what the setup puts on a device; a drawn task has others than the one it is drawn from."""
        if DRAWN in self.id:
            return ()
        found = self._further_of.get((name, number))
        if found is None:
            world = World(stable_hash([number, self.id]), self._said)
            found = self._further_of[name, number] = self._neighbours(self.steps_by_device[name], world)
        return found

    @cached_property
    def _further_of(self) -> dict[tuple[str, int], tuple[SetupStep, ...]]:
        return {}

    @cached_property
    def _all_said(self) -> str:
        """Every text that tells what the task is about, in small letters."""
        return "\n".join(self._said).casefold()

    @cached_property
    def _dated(self) -> bool:
        """Whether it speaks of days or moments, so that it begins on the day for which it was written."""
        return bool(_DATED.search(self._all_said)) or not _DATED_APPS.isdisjoint(self.apps)

    def _kept(self, name: str, varied: tuple[str, ...]) -> frozenset[str]:
        """The aspects of a device that its layout must leave alone.

        These are what the task is about; and the places of windows where it opens several, or one would hide the title
        bar of another.
        """
        kept = self._kept_of.get((name, varied))
        if kept is None:
            opened = sum(isinstance(step, Launch) for step in self.steps_by_device.get(name, ()))
            about = [aspect for aspect in varied if aspect.casefold() in self._all_said]
            kept = frozenset([*about, *([WINDOW_PLACES] if opened > 1 else [])])
            self._kept_of[name, varied] = kept
        return kept

    @cached_property
    def _kept_of(self) -> dict[tuple[str, tuple[str, ...]], frozenset[str]]:
        return {}

    def provider(self, node_id: str, need: Need) -> str | None:
        """Return the node that must come before ``node_id`` and produces a resource that it needs, or None.

        It does so on the same device, or in a cloud that the devices share.
        """
        before = self.dag.ancestors[self.dag.index[node_id]]
        if not before:
            return None
        here = self._device_of(node_id)
        makers = (i for i in self._makers.get(need_key(need), ()) if i in before)
        everywhere = bool(self.shares) and need.resource.kind.startswith(_CLOUD)
        return next((self.dag.ids[i] for i in makers if everywhere or self.nodes[i].device == here), None)

    @cached_property
    def _makers(self) -> Mapping[tuple[str, str], list[int]]:
        """The nodes that produce a resource, by its key."""
        makers: dict[tuple[str, str], list[int]] = {}
        for i, node in enumerate(self.dag.ids):
            for key in dict.fromkeys(resource_key(r) for r in self.bound[node].produces):
                makers.setdefault(key, []).append(i)
        return makers

    @cached_property
    def capabilities(self) -> frozenset[str]:
        """The capabilities that a device must have (names of `omnigym.devices.protocol.CAPABILITIES`)."""
        own = {s.needs for s in (*self.setup, *self.post_config)} - {""} | self._asked
        return frozenset(own).union(*(s.needed for s in self.subtasks))

    @cached_property
    def platforms(self) -> frozenset[str]:
        """The platforms on which all its subtasks can be done."""
        return frozenset.intersection(*(frozenset(s.platforms) for s in self.subtasks))

    @cached_property
    def wants(self) -> Wants:
        """The requirements of the task on its device, all together."""
        return Wants(self.platforms, self.capabilities, frozenset(self.apps), _desktops(self.subtasks))

    def on(self, device: str) -> Wants:
        """Return the requirements on one of the task's devices; a single device has all of them.

        A part that is judged on another device than its node's asks nothing of that one.

        Args:
            device: One of `device_names`.
        """
        if self.device_names == (device,):
            return self.wants
        asked = self._of_devices.get(device)
        if asked is None:
            own = [s for n, s in zip(self.nodes, self.subtasks, strict=True) if n.device == device]
            steps = (*self.setup, *self.post_config) if device == self.device_names[0] else ()
            needs = {s.needs for s in steps} - {""} | self._asked
            asked = self._of_devices[device] = Wants(
                frozenset(PLATFORMS).intersection(*(frozenset(s.platforms) for s in own)),
                frozenset(needs).union(*(s.needed for s in own)),
                frozenset().union(*(s.apps for s in own)),
                _desktops(own),
            )
        return asked

    @property
    def _asked(self) -> frozenset[str]:
        """The capabilities that it names itself."""
        own = (("network", self.network), ("cloud", self.shares), ("disturbances", self.disturbances))
        return frozenset([name for name, asked in own if asked])

    @cached_property
    def _of_devices(self) -> dict[str, Wants]:
        return {}

    @property
    def devices(self) -> frozenset[str]:
        """The names of the devices that run the task, among those that `omnigym.devices.config` finds."""
        return devices_for(self.wants)

    def runs_on(self, target: Target) -> bool:
        """Return whether a device can run the task."""
        return target.runs(self.wants)

    @cached_property
    def apps(self) -> tuple[str, ...]:
        """The apps of the task, sorted."""
        return tuple(sorted(frozenset().union(*(s.apps for s in self.subtasks))))

    @property
    def adverse(self) -> bool:
        """Whether an oracle must expect obstacles (OS-MAP's adaptive agent)."""
        return bool(self.disturbances) or self.level == "L3"

    @property
    def step_limit(self) -> int:
        """The maximum number of steps of an episode."""
        return self.max_steps or STEPS_A_NODE * len(self.nodes)


def _texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, and every number as one."""
    if isinstance(value, Mapping | list | tuple):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(inner)
    elif value is not None:
        yield str(value)


def _desktops(subtasks: Iterable[Subtask]) -> frozenset[str]:
    """On which desktops they can be done, none for every one; those of two desktops ask for one that there is not."""
    asked = [frozenset(s.desktops) for s in subtasks if s.desktops]
    return (frozenset.intersection(*asked) or frozenset({"none"})) if asked else frozenset()


def _subtask(node: TaskNode) -> Subtask:
    try:
        return get_subtask(node.subtask)
    except UnknownNameError as e:
        raise TaskFileError(f"Node {node.id!r}: {e}") from None


@cache
def _keeps_from_network(device: type[Device]) -> bool:
    """Asked of classes, and once: resets of simulated devices take microseconds."""
    return issubclass(device, HasNetwork)


def _rebuild(attributes: Mapping[str, Any]) -> Task:
    return Task(**attributes)
