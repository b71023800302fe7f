"""Composition by types (CRAB 4.4): a sub-task comes after another one whose output is of the type of its attribute.

The shape of the graph is given. Nodes are filled in topological order: each takes the outputs of those before it, in
different attributes, and its other attributes from a set of hand-made values. The evaluator graph follows from that, as
each node gives way to its own (`omnigym.evaluation.graph`).
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from omnigym.benchmarks.crab.files import ComposedTask, SubTask, Value, adjlist_of
from omnigym.benchmarks.crab.template import OUTPUT, Template, parameters_of
from omnigym.errors import ConfigError
from omnigym.evaluation.dag import Dag
from omnigym.tasks.instructions import write_instruction
from omnigym.tasks.node_binding import bind_node
from omnigym.tasks.task import stable_hash

__all__ = ["TAKES", "compose_crab", "describe"]

#: What an attribute of a type takes besides outputs of the same: whatever is text can be written down.
TAKES: Mapping[str, frozenset[str]] = {
    "content": frozenset({"message", "mail", "number", "Date"}),
    "message": frozenset({"content", "mail", "number", "Date"}),
    "photo_path_1": frozenset({"photo_path"}),
    "photo_path_2": frozenset({"photo_path"}),
}
#: Types that say the same of what is not: how far it is is no telephone number and no postcode.
_NO_NUMBER = frozenset({"1a1b72d7-78c9-4027-8278-86083ae01045"})
_TRIES = 40


@dataclass(frozen=True)
class _Node:
    """A filled node.

    Attributes:
        template: Its sub-task.
        values: Of its attributes.
        output: What is known after it.
        links: By attribute the node whose output it is; by "" that which leaves something on the clipboard.
    """

    template: Template
    values: Mapping[str, str]
    output: str
    links: Mapping[str, int]


def compose_crab(
    dag: Dag,
    pool: Sequence[Template],
    *,
    seed: int,
    task_id: str = "",
    nodes: int | None = None,
    strict: bool = False,
) -> ComposedTask:
    """A composed task with a given graph of sub-tasks.

    Args:
        dag: The graph.
        pool: The sub-tasks to choose from.
        seed: Selects one of the many possible tasks.
        task_id: The task's id; by default made from the seed.
        nodes: How many nodes the evaluator graph has; None for any number.
        strict: Whether only outputs of the very type of an attribute fit it, not those of `TAKES`.

    Raises:
        ConfigError: The sub-tasks cannot be joined in that way.
    """
    rng = random.Random(stable_hash([seed, list(dag.ids), [list(e) for e in dag.edges], nodes]))
    for _ in range(_TRIES):
        found = _drawn(dag, pool, rng, strict, nodes)
        if found is not None:
            return _file(found, dag, task_id or f"crab-{seed}")
    wanted = "" if nodes is None else f" with {nodes} nodes to be evaluated"
    raise ConfigError(
        f"{len(pool)} sub-tasks could not be joined into a graph of {len(dag.ids)}{wanted}. Choose another seed, "
        "another shape or more sub-tasks."
    )


def _drawn(
    dag: Dag, pool: Sequence[Template], rng: random.Random, strict: bool, wanted: int | None
) -> list[_Node] | None:
    """The nodes by their indices; None where one finds no sub-task that takes what comes before it."""
    nodes: dict[int, _Node] = {}
    for place, index in enumerate(dag.order):
        before = {p: nodes[p] for p in dag.predecessors[index]}
        used = {n.template.id for n in nodes.values()}
        left = None if wanted is None else wanted - sum(n.template.nodes for n in nodes.values())
        for template in rng.sample(list(pool), len(pool)):
            if template.id in used or not _in_budget(template, left, len(dag.order) - place - 1):
                continue
            node = _placed(template, before, strict, bool(dag.successors[index]), rng)
            if node is not None:
                nodes[index] = node
                break
        else:
            return None
    found = [nodes[i] for i in range(len(dag.ids))]
    return None if _clash(found) else found


def _in_budget(template: Template, left: int | None, others: int) -> bool:
    """Whether a sub-task leaves at least one node for each that is to come, and for none of them no node."""
    return left is None or (template.nodes == left if others == 0 else template.nodes + others <= left)


def _placed(
    template: Template, before: Mapping[int, _Node], strict: bool, makes: bool, rng: random.Random
) -> _Node | None:
    """The sub-task after those before it; None where it cannot be."""
    if makes and not (template.subtask.output or template.copies):
        return None
    ways = list(_links(template, before, strict))
    if template.answers:  # the answer would stand in the instruction
        ways = [way for way in ways if way]
    if not ways:
        return None
    node = _filled(template, before, ways[int(rng.random() * len(ways))], rng)
    return node if node.output or template.copies or not makes else None


def _links(template: Template, before: Mapping[int, _Node], strict: bool) -> Iterator[dict[str, int]]:
    """The ways in which a sub-task can take what all nodes before it lead to: by attribute, or "" for the clipboard."""
    options = [_options(template, node.template, strict) for node in before.values()]
    for names in itertools.product(*options):
        if len(set(names)) == len(names):
            yield dict(zip(names, before, strict=True))


def _options(template: Template, maker: Template, strict: bool) -> list[str]:
    names = [name for name in template.types if _fits(template, name, maker, strict)]
    return [*names, ""] if maker.copies & template.pastes else names


def _fits(template: Template, attribute: str, maker: Template, strict: bool) -> bool:
    kind, made = template.types[attribute], maker.subtask.output
    if not made or (kind == "number" and maker.id in _NO_NUMBER):
        return False
    if strict:
        return kind == made
    if attribute in template.makes or (made.endswith("_path") and maker.platform != template.platform):
        return False  # nothing passes between devices but what an agent can write down
    if kind == "file_path" and template.subtask.output == "message":
        return "message" in maker.types.values()  # what a file says is known where it was written
    looks_up = bool(template.subtask.output) and kind != "message"  # what is looked up must be a name of it
    return kind == made or (not looks_up and made in TAKES.get(kind, ()))


def _filled(template: Template, before: Mapping[int, _Node], links: Mapping[str, int], rng: random.Random) -> _Node:
    """The sub-task with the outputs that it takes, and other values of one of its sets."""
    own = template.sets[int(rng.random() * len(template.sets))]
    values = {name: before[links[name]].output if name in links else own[name] for name in template.types}
    output = own[OUTPUT]
    written = [v for maker in before.values() for n, v in maker.values.items() if maker.template.types[n] == "message"]
    if template.subtask.output == "message" and "file_path" in links and written:
        output = written[0]
    return _Node(template, values, output or _path_made(template, values), links)


def _path_made(template: Template, values: Mapping[str, str]) -> str:
    """The path that a sub-task leads to; "" where its output is no path."""
    return values[template.makes[0]] if template.makes and template.subtask.output.endswith("_path") else ""


def _clash(nodes: Sequence[_Node]) -> bool:
    """Whether two nodes are about the same thing without one knowing of the other, such as the clipboard."""
    own = [v for n in nodes for name, v in n.values.items() if name not in n.links]
    held = [n for n in nodes if n.template.copies or n.template.pastes]
    apart = len(held) > 2 or (len(held) == 2 and not any("" in n.links for n in held))
    return len(set(own)) < len(own) or apart


def _file(nodes: Sequence[_Node], dag: Dag, task_id: str) -> ComposedTask:
    subs = []
    for node in nodes:
        attribute: dict[str, Value] = dict(node.values)
        subs.append(SubTask(task=node.template.id, attribute=attribute, output=node.output or None))
    edges = [(dag.index[a], dag.index[b]) for a, b in dag.edges]
    links = [node.links for node in nodes]
    text = describe([n.template for n in nodes], subs, links, dag)
    return ComposedTask(description=text, tasks=subs, adjlist=adjlist_of(edges, len(subs)), id=task_id)


def describe(found: Sequence[Template], subs: Sequence[SubTask], links: Sequence[Mapping[str, int]], dag: Dag) -> str:
    """The description of a task: what a sub-task takes from another one is named, and not said.

    Args:
        found: The sub-tasks.
        subs: Their values.
        links: Of each, by attribute the place of the sub-task whose output it is.
        dag: The graph.
    """
    bound = {}
    for n, node in enumerate(dag.ids):
        sentence = found[n].subtask.instruction
        for name, maker in links[n].items():
            if not name:
                continue
            sentence = re.sub(rf'"\{{{name}\}}"|\{{{name}\}}', found[maker].noun, sentence)
        values = {name: str(value) for name, value in subs[n].attribute.items()}
        own = replace(found[n].subtask, instruction=sentence)
        bound[node] = bind_node(node, own, parameters_of(found[n], values, str(subs[n].output or "")))
    return write_instruction(bound, dag)
