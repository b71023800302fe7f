"""Graphs and chains of the same subtasks, for what is learned from the one and from the other.

A **graph** is composed of subtasks by the resources that they make and need. Its **chain** has the same nodes with the
same parameters, each of which waits for the one before, and is told so: as many nodes, edges and actions. Its
**singles** are its nodes as tasks of their own. **Shuffled** it is the same graph, told in an order that is drawn, and
**reordered** one told in another order than its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import count, islice, pairwise
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from pydantic import ConfigDict, TypeAdapter

from omnigym.errors import ConfigError
from omnigym.foreign import parse_toml
from omnigym.tasks import Task, TaskNode, list_tasks
from omnigym.tasks.complexity import shape
from omnigym.tasks.compose import compose, leaves_a_trace
from omnigym.tasks.instruction_styles.manner import Manner, orders_of_telling
from omnigym.tasks.instruction_styles.variants import tell
from omnigym.tasks.instructions import order_of_telling, write_instruction
from omnigym.tasks.split import Split, split_of
from omnigym.tasks.task import stable_hash

__all__ = ["FORMS", "Form", "chain_of", "compose_tasks", "singles_of"]

Form: TypeAlias = Literal["graphs", "chains", "singles", "shuffled", "reordered"]
FORMS: tuple[Form, ...] = get_args(Form)

_DECLARED = Path(__file__).with_name("graph_against_chain.toml")
#: So many seeds are tried for each graph.
_TRIES = 20


@dataclass(frozen=True, slots=True)
class _Declared:
    """The tasks that the file declares; its comments describe the fields."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    query: str
    shapes: tuple[tuple[str, int, int], ...]
    count: Mapping[str, int]
    first: Mapping[str, int]


@cache
def _declared() -> _Declared:
    return TypeAdapter(_Declared).validate_python(parse_toml(_DECLARED.read_text(encoding="utf-8")))


@lru_cache(maxsize=16)
def compose_tasks(form: Form, split: Split) -> tuple[Task, ...]:
    """Return the tasks of a form in a split, the same on every machine, in the order of their graphs.

    A node that alone would be in another split is left out of the singles.
    """
    found = [task for graph in _graphs(split) for task in _OF[form](graph)]
    return tuple([task for task in found if split_of(task) == split])


@cache
def _graphs(split: Split) -> tuple[Task, ...]:
    wanted = _declared().count[split]
    found = tuple(islice(_different_graphs(split), wanted))
    if len(found) < wanted:
        raise ConfigError(f"{_DECLARED.name} asks for {wanted} graphs of the split {split!r}, found {len(found)}.")
    return found


def _different_graphs(split: Split) -> Iterator[Task]:
    declared, said = _declared(), set[str]()
    tasks = list_tasks(declared.query, device="sim")
    pool = tuple(dict.fromkeys(s for task in tasks for s in task.subtasks if leaves_a_trace(s)))
    for seed in islice(count(declared.first[split]), _TRIES * declared.count[split]):
        dag = shape(*declared.shapes[seed % len(declared.shapes)])
        try:
            task = compose(dag, seed=seed, subtasks=pool, split=split, task_id=f"graph-{split}-{seed}")
        except ConfigError:
            continue  # another seed may do
        if task.instruction not in said and split_of(task) == split:
            said.add(task.instruction)
            yield task


def chain_of(graph: Task) -> Task:
    """Return the nodes of a graph as a chain, in the order in which the graph tells them."""
    nodes = tuple([graph.nodes[place] for place in order_of_telling(graph.bound, graph.dag)])
    edges = tuple(pairwise([node.id for node in nodes]))
    chain = replace(graph, id=f"{graph.id}-chain", nodes=nodes, edges=edges)
    return replace(chain, instruction=write_instruction(chain.bound, chain.dag))


def singles_of(graph: Task) -> tuple[Task, ...]:
    """Return the nodes of a graph as tasks of their own."""
    alone = [(node.id, TaskNode("1", node.subtask, node.parameters)) for node in graph.nodes]
    return tuple([Task(id=f"{graph.id}-{name}", nodes=(node,)) for name, node in alone])


def _shuffled(graph: Task) -> Task:
    orders = len(orders_of_telling(graph.bound, graph.dag))
    return tell(graph, Manner(order=stable_hash(["order", graph.id]) % orders))


_OF: Mapping[Form, Callable[[Task], tuple[Task, ...]]] = {
    "graphs": lambda graph: (graph,),
    "chains": lambda graph: (chain_of(graph),),
    "singles": singles_of,
    "shuffled": lambda graph: (_shuffled(graph),),
    "reordered": lambda graph: (tell(graph, Manner(order=1)),),
}
