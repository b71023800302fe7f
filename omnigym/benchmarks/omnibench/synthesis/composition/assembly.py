"""Weaving one task of an intent: steps are chosen, filled with one story, and joined by the resources that flow.

Every edge is a resource that a node makes and a later one needs, and every such resource has its edge, also from an
ancestor further back.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from omnigym.benchmarks.omnibench.synthesis.composition.parameter_filling import BASES, FILLINGS, draw_story
from omnigym.benchmarks.omnibench.synthesis.composition.scenario_model import Intent, ScenarioStep
from omnigym.errors import TaskFileError
from omnigym.evaluation.dag import Dag, shared_dag
from omnigym.tasks.conflicts import Facts, clash, clipboard_mixed_up, facts_of
from omnigym.tasks.node_binding import BoundNode, bind_node, resource_key
from omnigym.tasks.plausibility import nonsense
from omnigym.tasks.subtask import Resource, Subtask
from omnigym.tasks.templates import fill, unify

__all__ = ["Assembly", "weave"]

_T = TypeVar("_T")
_Key = tuple[str, str]

#: The step that makes the folder in which everything else of the story is kept.
FOLDER = "folder"
#: Kinds of resources that are files with their paths as values: what makes one may be taken as another one, if a step
#: between them makes that of it.
_FILES = frozenset(
    {"file", "document", "sheet", "presentation", "pdf", "csv", "image", "text_file"}
    | {"draft", "table", "deck", "image_draft", "text_draft", "archive", "vcard", "bibliography"}
)


@dataclass(frozen=True, slots=True)
class Assembly:
    """What was woven.

    Attributes:
        nodes: The nodes by id: "1", "2"... in the order of the intent's steps.
        dag: Their graph.
        want: The intent in words.
    """

    nodes: Mapping[str, BoundNode]
    dag: Dag
    want: str


#: What a graph is to fulfil besides: asked before what takes longer.
Fits: TypeAlias = Callable[[Sequence[BoundNode], Dag], bool]


def weave(
    intent: Intent, pool: Mapping[str, Subtask], nodes: int, rng: random.Random, fits: Fits, *, deep: bool = False
) -> Assembly | None:
    """A graph of an intent with a number of nodes, or None if this draw leads to none.

    Args:
        intent: The intent.
        pool: The subtasks that may be used, by id.
        nodes: How many nodes.
        rng: Source of randomness.
        fits: What the graph is to fulfil besides.
        deep: Whether it is to be deep: then steps are added behind the last ones.
    """
    drawn = _drawn_subtasks(intent, pool, rng)
    chosen = _choose(intent, drawn, nodes, rng, deep)
    if chosen is None:
        return None
    story = draw_story(intent, rng)
    if any(s.name == FOLDER for s in chosen):
        story["home"] = f"{story['folder']}/{story['subfolder']}"
    bound = _bind(chosen, drawn, story, rng)
    if bound is None:
        return None
    dag = _joined(bound)
    if not _flows(chosen, dag) or not fits(bound, dag) or not _together(bound, dag):
        return None
    ids = {i: replace(b, id=i) for i, b in zip(dag.ids, bound, strict=True)}
    return Assembly(ids, dag, str(fill(intent.want, story)))


def _drawn_subtasks(intent: Intent, pool: Mapping[str, Subtask], rng: random.Random) -> dict[str, Subtask]:
    """For each step of which a subtask is in the pool, one of them."""
    out = {}
    for s in intent.steps:
        known = [pool[i] for i in s.subtasks if i in pool]
        if known:
            out[s.name] = _one(known, rng)
    return out


# -- steps ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A step, and the names of the steps whose things it takes."""

    name: str
    step: ScenarioStep
    takes: tuple[str, ...]


def _choose(
    intent: Intent, drawn: Mapping[str, Subtask], nodes: int, rng: random.Random, deep: bool
) -> list[_Chosen] | None:
    """Steps that belong together: from one of the core others are added that take from or give to those there."""
    steps = {s.name: s for s in intent.steps if s.name in drawn}
    takes: dict[str, tuple[str, ...]] = {}
    core = [c for c in intent.core if c in steps]
    if not core or not _add(_one(core, rng), steps, takes, rng, nodes):
        return None
    left = [n for n in steps if n not in takes]
    while len(takes) < nodes and left:
        near = [n for n in left if _touches(steps[n], takes) or any(n in t for t in takes.values())]
        if deep and near and rng.random() < _NEAR:
            near = _behind_the_last(near, steps, takes)
        name = _one(near if near and rng.random() < _NEAR else left, rng)
        left.remove(name)
        if name not in takes:
            _add(name, steps, takes, rng, nodes)
    if len(takes) != nodes:
        return None
    return [_Chosen(s.name, s, takes[s.name]) for s in intent.steps if s.name in takes]


#: How often a step is added that takes from one that is there, if there is any.
_NEAR = 0.75


def _behind_the_last(
    near: Sequence[str], steps: Mapping[str, ScenarioStep], takes: Mapping[str, tuple[str, ...]]
) -> list[str]:
    """Those that can take from what lies deepest."""
    depth: dict[str, int] = {}
    for name in steps:  # a step takes from earlier ones only
        if name in takes:
            depth[name] = 1 + max((depth[t] for t in takes[name]), default=0)
    behind = {n: max((depth.get(t, 0) for a in steps[n].takes for t in a), default=0) for n in near}
    return [n for n in near if behind[n] == max(behind.values())]


def _touches(step: ScenarioStep, there: Mapping[str, object]) -> bool:
    return any(name in there for alternatives in step.takes for name in alternatives)


def _add(
    name: str, steps: Mapping[str, ScenarioStep], takes: dict[str, tuple[str, ...]], rng: random.Random, most: int
) -> bool:
    """Add a step with all whose things it takes, if there is room for them."""
    new: dict[str, tuple[str, ...]] = {}
    waiting = [name]
    while waiting:
        at = waiting.pop()
        if at in takes or at in new:
            continue
        own = []
        for alternatives in steps[at].takes:
            there = [a for a in alternatives if a in takes or a in new]
            possible = there or [a for a in alternatives if a == "" or a in steps]
            if not possible:
                return False
            # What is there need not be taken where it may also have been there from the start.
            own.append(_one(possible, rng))
        new[at] = tuple(t for t in own if t)
        waiting += new[at]
        if len(takes) + len(new) > most:
            return False
    takes.update(new)
    return True


# -- filling ----------------------------------------------------------------------------------------------------------


def _bind(
    chosen: Sequence[_Chosen], drawn: Mapping[str, Subtask], story: Mapping[str, object], rng: random.Random
) -> list[BoundNode] | None:
    """The nodes, in order; None if a step cannot take what another one makes."""
    bound: dict[str, BoundNode] = {}
    for c in chosen:
        subtask = drawn[c.name]
        values = dict(_one(subtask.parameters, rng))
        given = {**FILLINGS.get(subtask.id, {}), **c.step.given}
        values.update({k: _typed(fill(t, story), values[k]) for k, t in given.items() if k in values})
        taken = _taken(subtask, [bound[t] for t in c.takes])
        if taken is None:
            return None
        values.update({k: v for k, v in taken.items() if k in values})
        if values.get("destination") == values.get("folder", values.get("source", "")):  # a copy goes elsewhere
            values["destination"] = _one([f for f in BASES if f != values["destination"]], rng)
        try:
            bound[c.name] = bind_node("", subtask, values)
        except TaskFileError:
            return None
    return list(bound.values())


def _typed(value: object, like: object) -> object:
    """A value that is a text where the subtask has a text."""
    return str(value) if isinstance(like, str) else value


def _taken(subtask: Subtask, makers: Sequence[BoundNode]) -> dict[str, str] | None:
    """The parameters that follow from what a step takes: each maker meets another need."""
    fixed: dict[str, str] = {}
    left = list(subtask.needs)
    for maker in makers:
        for need, resource in ((n, r) for n in left for r in maker.produces):
            kind = need.resource.kind
            if resource.kind != kind and not {resource.kind, kind} <= _FILES:
                continue
            found = unify(need.resource.value, resource.value)
            if found is not None and all(fixed.get(k, v) == v for k, v in found.items()):
                fixed |= found
                left.remove(need)
                break
        else:
            return None
    return fixed


def _joined(bound: Sequence[BoundNode]) -> Dag:
    """The graph: an edge for each thing that a node needs and an earlier one makes, changes or passes on."""
    makers: dict[_Key, list[int]] = {}
    edges = []
    edits: list[frozenset[_Key]] = []
    for at, node in enumerate(bound):
        needs, gives = {_key(n.resource) for n in node.needs}, {_key(r) for r in node.produces}
        edits.append(frozenset(needs & gives))
        # Two that only change a thing need not wait for each other.
        before = {m for key in needs for m in makers.get(key, ()) if not (key in edits[at] and key in edits[m])}
        edges += [(str(m + 1), str(at + 1)) for m in sorted(before)]
        for key in gives:
            makers.setdefault(key, []).append(at)
    return shared_dag(tuple(str(n + 1) for n in range(len(bound))), tuple(edges))


def _key(resource: Resource) -> _Key:
    """The key of a resource, the same for all kinds of files: who changes a document changes what others send."""
    kind, value = resource_key(resource)
    return ("file" if kind in _FILES else kind, value)


def _flows(chosen: Sequence[_Chosen], dag: Dag) -> bool:
    """Whether each step comes after all whose things it takes."""
    place = {c.name: n for n, c in enumerate(chosen)}
    return all(place[t] in dag.ancestors[n] for n, c in enumerate(chosen) for t in c.takes)


# -- what does not go together ----------------------------------------------------------------------------------------


def _together(bound: Sequence[BoundNode], dag: Dag) -> bool:
    """Whether all nodes can be done in one task, and somebody would want them all."""
    given: list[frozenset[_Key]] = [frozenset(map(resource_key, b.produces)) for b in bound]
    facts: dict[int, Facts] = {}
    for n in dag.order:
        provided = frozenset().union(*(given[a] for a in dag.ancestors[n]))
        own = facts_of(bound[n], provided)
        for m, other in facts.items():
            if clash(_edited(own), _edited(other), 1 if m in dag.ancestors[n] else 0):
                return False
        facts[n] = own
    if clipboard_mixed_up(dag, facts):
        return False
    return not nonsense(dag, dict(enumerate(bound)), one_story=True)


def _edited(facts: Facts) -> Facts:
    """The facts without what a node only changes: two may change one file, one after the other."""
    kept = {value for _, value in facts.needs} - facts.uses_up
    return replace(facts, makes=frozenset(k for k in facts.makes if k[1] not in kept))


def _one(things: Sequence[_T], rng: random.Random) -> _T:
    return things[int(rng.random() * len(things))]
