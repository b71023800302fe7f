"""Composition: joining subtasks to a task graph by the resources that they produce and need (OmniBench B.3).

The shape of the graph is given. A search with backtracking assigns a subtask to each node so that a resource flows
along every edge, every need is met by an ancestor or by the setup, and no two nodes conflict
(`omnigym.tasks.conflicts`). It is bounded by budgets, and the same seed gives the same task on every machine.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from omnigym.errors import ConfigError
from omnigym.evaluation.dag import Dag
from omnigym.tasks.conflicts import Facts, clash, clipboard_mixed_up, facts_of
from omnigym.tasks.instructions import write_instruction, write_intent
from omnigym.tasks.node_binding import BoundNode, bind_node, need_key, resource_key
from omnigym.tasks.plausibility import nonsense
from omnigym.tasks.registry import all_subtasks, is_registered
from omnigym.tasks.resources import Plan, draw_lazily, draw_plans, drawn_by_app
from omnigym.tasks.split import Split, split_of_node
from omnigym.tasks.subtask import Need, Resource, Subtask
from omnigym.tasks.task import Task, TaskNode, stable_hash
from omnigym.tasks.templates import unify

__all__ = ["compose", "leaves_a_trace"]

#: The most plans of subtasks that are drawn, and the most candidates for nodes that are examined for each plan.
_PLANS, _BUDGET = 120, 120
#: The most candidates that are tried for a node before the search backtracks to the previous node.
_TRIES = 4


def compose(
    dag: Dag,
    *,
    seed: int,
    subtasks: Sequence[Subtask] | None = None,
    split: Split | None = None,
    apps: int | None = None,
    sensible: bool = True,
    task_id: str = "",
    suite: str = "",
) -> Task:
    """Return a task with a given graph.

    Args:
        dag: The graph, from `omnigym.tasks.complexity.shape` for example.
        seed: Selects one of the many possible tasks.
        subtasks: The subtasks to choose from; by default all.
        split: "train" for training parameters only, "heldout" for held-out parameters on at least a first node.
        apps: The number of apps to use, if possible, and never more; by default any number.
        sensible: Whether to refuse what nobody would want (`omnigym.tasks.plausibility`). Large graphs need False.
        task_id: Id of the task; by default made from the seed.
        suite: The suite that it belongs to.

    Raises:
        ConfigError: The subtasks cannot be joined in that way.
        TaskFileError: With the parts of its subtasks the graph is larger than one may be.
    """
    pool = tuple(s for s in (all_subtasks() if subtasks is None else subtasks) if leaves_a_trace(s) and _of_one(s))
    rng = random.Random(stable_hash([seed, list(dag.ids), [list(e) for e in dag.edges]]))
    plans = draw_plans(dag, pool, rng, _PLANS, apps=apps)
    searches = (_Search(dag, plan, split, rng, apps, sensible) for plan in plans)
    nodes = next((found for search in searches if (found := search.run()) is not None), None)
    if nodes is None:
        raise ConfigError(
            f"{len(pool)} subtasks could not be joined into a graph of {len(dag.ids)} nodes and {len(dag.edges)} "
            "edges: too few of them make what others need. Choose another seed or a smaller shape, allow more "
            "subtasks, or set sensible=False."
        )
    task = Task(
        id=task_id or f"composed-{seed}",
        nodes=tuple(TaskNode(b.id, b.subtask.id, dict(b.parameters)) for b in nodes.values()),
        edges=dag.edges,
        instruction=write_instruction(nodes, dag),
        intent=write_intent(nodes, dag),
        suite=suite,
        tags=("composed",),
        definitions=tuple(s for s in dict.fromkeys(b.subtask for b in nodes.values()) if not is_registered(s)),
    )
    _ = task.expanded_dag
    return task


def leaves_a_trace(subtask: Subtask) -> bool:
    """Return whether a subtask produces or consumes a resource.

    A subtask that only shows something (a folder, a document) is also completed by every subtask that works on it, so
    in a graph it would be complete without its own actions.
    """
    return bool(subtask.produces) or any(n.consumes for n in subtask.needs)


def _of_one(subtask: Subtask) -> bool:
    """Whether it is judged on the device that it is done on: what is composed is for one."""
    return not any(p.device for p in subtask.parts)


@dataclass
class _Search:
    """One search with backtracking, node after node in topological order.

    Attributes:
        dag, plan, split, rng, apps, sensible: What is searched for; see `compose`.
        left: The budget: candidates that may still be examined.
        nodes, facts: The assigned nodes and their facts, by index. Both have the same keys.
    """

    dag: Dag
    plan: Plan
    split: Split | None
    rng: random.Random
    apps: int | None
    sensible: bool
    left: int = _BUDGET
    nodes: dict[int, BoundNode] = field(default_factory=dict)
    facts: dict[int, Facts] = field(default_factory=dict)

    def run(self) -> dict[str, BoundNode] | None:
        """The assigned nodes by id, in the graph's order, or None if the search failed."""
        return {i: replace(self.nodes[n], id=i) for n, i in enumerate(self.dag.ids)} if self._place(0) else None

    def _place(self, at: int) -> bool:
        if at == len(self.dag.order):
            return True
        index = self.dag.order[at]
        for node, facts in itertools.islice(self._candidates(index), _TRIES):
            self.nodes[index], self.facts[index] = node, facts
            if self._place(at + 1):
                return True
            del self.nodes[index], self.facts[index]  # back to what was assigned before this node
            if self.left <= 0:
                return False
        return False

    def _candidates(self, index: int) -> Iterator[tuple[BoundNode, Facts]]:
        """Nodes that fit the assigned ones, in a random order; ends when the budget is used up."""
        before = [self.nodes[p] for p in self.dag.predecessors[index]]
        provided = frozenset().union(*(self.facts[a].gives for a in self.dag.ancestors[index]))
        planned = [c[0] for i, c in enumerate(self.plan) if len(c) == 1 and i != index]
        used = [*planned, *(n.subtask for n in self.nodes.values())]
        for subtask in drawn_by_app(self.plan[index], used, self.apps, self.rng):
            for parameters in self._parameters(subtask, before):
                self.left -= 1
                if self.left <= 0:
                    return
                node = _filled(subtask, json.dumps(parameters))
                if node is None or not _flows(node, before) or not self._in_split(node, first=not before):
                    continue
                facts = facts_of(node, provided)
                if self._fits(facts, index) and not (self.sensible and nonsense(self.dag, {**self.nodes, index: node})):
                    yield node, facts

    def _parameters(self, subtask: Subtask, before: list[BoundNode]) -> Iterator[Mapping[str, object]]:
        """Parameter sets, those that a predecessor decides filled in from what it makes."""
        if not before:
            yield from draw_lazily(subtask.parameters, self.rng)
            return
        for fixed in _links(subtask.needs, before):
            for values in itertools.islice(draw_lazily(subtask.parameters, self.rng), _TRIES):
                yield {**values, **{k: v for k, v in fixed.items() if k in values}}

    def _in_split(self, node: BoundNode, *, first: bool) -> bool:
        if self.split is None or (self.split == "heldout" and not first):
            return True
        return split_of_node(node.subtask, node.parameters) == self.split

    def _fits(self, facts: Facts, index: int) -> bool:
        """Whether a node with these facts conflicts with no assigned one; later nodes are compared with it in turn."""
        ancestors = self.dag.ancestors[index]
        if any(clash(facts, other, 1 if i in ancestors else 0) for i, other in self.facts.items()):
            return False
        return not clipboard_mixed_up(self.dag, {**self.facts, index: facts})


@lru_cache(maxsize=4096)
def _filled(subtask: Subtask, parameters: str) -> BoundNode | None:
    """A subtask with parameters, given as JSON, or None if its own resources contradict each other with them."""
    node = bind_node("", subtask, json.loads(parameters))
    return node if not _makes_what_it_needs(node) and _same_endings(node) else None


def _flows(node: BoundNode, before: list[BoundNode]) -> bool:
    """Whether a resource flows from each predecessor to a node."""
    needs = {need_key(n) for n in node.needs}
    return all(needs & {resource_key(r) for r in b.produces} for b in before)


def _links(needs: Sequence[Need], before: list[BoundNode]) -> Iterator[dict[str, str]]:
    """For each way in which the predecessors meet different needs, the parameters that follow from it."""
    for chosen in itertools.permutations([n for n in needs if not n.given], len(before)):
        offers = [[r for r in b.produces if r.kind == n.resource.kind] for b, n in zip(before, chosen, strict=True)]
        for resources in itertools.product(*offers):
            fixed = _unify_all([n.resource for n in chosen], resources)
            if fixed is not None:
                yield fixed


def _unify_all(templates: Sequence[Resource], resources: Sequence[Resource]) -> dict[str, str] | None:
    fixed: dict[str, str] = {}
    for template, resource in zip(templates, resources, strict=True):
        found = unify(template.value, resource.value)
        if found is None or any(fixed.get(k, v) != v for k, v in found.items()):
            return None
        fixed |= found
    return fixed


def _makes_what_it_needs(node: BoundNode) -> bool:
    """Whether a node produces what it needs, so that there is nothing to do: a rename to the old name, for example.

    A resource that the subtask declares as passed on (it works on a document and leaves it in place) does not count.
    """
    passed_on = {n.resource for n in node.subtask.needs if not n.consumes and not n.given} & set(node.subtask.produces)
    needs = {need_key(n) for n in node.needs}
    made = (r for r, template in zip(node.produces, node.subtask.produces, strict=True) if template not in passed_on)
    return any(resource_key(r) in needs for r in made)


def _same_endings(node: BoundNode) -> bool:
    """Whether the needed and the produced file have the same extension, if they are of one kind."""
    if not node.needs or node.needs[0].given or not node.produces:
        return True
    need, made = node.needs[0].resource, node.produces[0]
    return need.kind != made.kind or _ending(need.value) == _ending(made.value)


def _ending(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2].casefold() if "." in name else ""
