"""What two nodes of one task must not do to each other.

Nodes that no path joins may be done in any order, so whatever one makes, uses up or replaces must leave the other
possible and not done already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from omnigym.tasks.binding import BoundNode, resource_key
from omnigym.tasks.setup import MakeDir, SetClipboard, SetupStep, WriteFile
from omnigym.tasks.subtask import Resource
from omnigym.tasks.task import Task

__all__ = ["Facts", "clash", "clipboard_mixed_up", "facts_of", "made_at_start"]

#: Kinds of resources that begin so exist once: who makes one replaces what was there.
_ONCE = "clipboard"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a bound node does to the world, in comparable form.

    Attributes:
        identity: Subtask and parameters.
        covers: Ids of subtasks that it does along.
        needs: Resource keys.
        makes: Resource keys, without those that it only works on and passes on.
        uses_up: The values (paths) that are gone after it.
        touches: The values that it needs or makes.
        clipboard_in, clipboard_out: Whether it needs, and whether it replaces, what is on the clipboard.
    """

    identity: tuple[str, str]
    covers: tuple[str, ...]
    needs: frozenset[tuple[str, str]]
    makes: frozenset[tuple[str, str]]
    uses_up: frozenset[str]
    touches: frozenset[str]
    clipboard_in: bool
    clipboard_out: bool


def facts_of(node: BoundNode) -> Facts:
    """The facts of a node."""
    needs = frozenset(resource_key(n.resource) for n in node.needs)
    kept = frozenset(resource_key(n.resource) for n in node.needs if not n.consumes)
    makes = frozenset(resource_key(r) for r in node.produces) - kept
    return Facts(
        (node.subtask.id, repr(sorted(node.parameters.items()))),
        node.subtask.covers,
        needs,
        makes,
        frozenset(resource_key(n.resource)[1] for n in node.needs if n.consumes),
        frozenset(value for _, value in needs | makes),
        any(kind.startswith(_ONCE) for kind, _ in needs),
        any(k.startswith(_ONCE) for k in (*node.subtask.disturbs, *(kind for kind, _ in makes))),
    )


def clash(first: Facts, second: Facts, order: int) -> bool:
    """Whether two nodes cannot be in one task.

    Args:
        first: A node.
        second: Another node.
        order: -1 if the first must come before the second, 1 if after, 0 if the graph does not say.
    """
    if first.identity == second.identity or first.makes & second.makes:
        return True
    if (first.identity[0] in second.covers or second.identity[0] in first.covers) and first.touches & second.touches:
        return True
    if (order <= 0 and _breaks(first, second)) or (order >= 0 and _breaks(second, first)):
        return True
    if order >= 0 and first.makes & second.needs:
        return True  # made by a node that need not come before: done at the start by the other's setup
    if order <= 0 and second.makes & first.needs:
        return True
    return order == 0 and (_disturbs(first, second) or _disturbs(second, first))


def _breaks(user: Facts, other: Facts) -> bool:
    """Whether ``other``, done after ``user`` has used something up, would miss it or make it again."""
    return any(t == gone or t.startswith(gone + "/") for gone in user.uses_up for t in other.touches)


def _disturbs(first: Facts, second: Facts) -> bool:
    """Whether the first may replace a clipboard that the second makes or needs."""
    return first.clipboard_out and (second.clipboard_in or second.clipboard_out)


def clipboard_mixed_up(task: Task, facts: Mapping[str, Facts]) -> bool:
    """Whether what a node wants on the clipboard may not be there, or may be there before it is put there.

    There is one clipboard. Between the node (or the setup) that fills it and a node that needs it none may fill it; and
    none may fill it before a node whose work is to fill it, as that may do that work along.
    """
    fills = [i for i, f in facts.items() if f.clipboard_out]
    before = {i: {task.dag.ids[a] for a in task.dag.ancestors[task.dag.index[i]]} for i in facts}
    for i, f in facts.items():
        if any(kind.startswith(_ONCE) for kind, _ in f.makes) and before[i] & set(fills):
            return True
        for need in task.bound[i].needs if f.clipboard_in else ():
            if not need.resource.kind.startswith(_ONCE):
                continue
            source = task.provider(i, need.resource)
            after_source = [q for q in fills if q not in (source, i) and (source is None or q not in before[source])]
            if any(i not in before[q] for q in after_source):
                return True
    from_setup = {k for i, f in facts.items() for k in f.needs if k[0].startswith(_ONCE) and _from_setup(task, i, k)}
    return len(from_setup) > 1


def _from_setup(task: Task, node: str, key: tuple[str, str]) -> bool:
    need = next(n for n in task.bound[node].needs if resource_key(n.resource) == key)
    return task.provider(node, need.resource) is None


def made_at_start(steps: tuple[SetupStep, ...], nodes: list[BoundNode]) -> Resource | None:
    """A resource that a node should make though the setup makes it already, or None."""
    paths = [s.path.replace("\\", "/").rstrip("/").casefold() for s in steps if isinstance(s, WriteFile | MakeDir)]
    clipboard = any(isinstance(s, SetClipboard) for s in steps)
    for node in nodes:
        own = {resource_key(n.resource)[1] for n in node.needs}
        for r in node.produces:
            kind, value = resource_key(r)
            if kind.startswith(_ONCE):
                if clipboard:
                    return r
            elif value not in own and any(p == value or p.startswith(value + "/") for p in paths):
                return r
    return None
