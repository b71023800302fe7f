"""What two nodes of one task must not do to each other.

Nodes that no path joins may be done in any order, so whatever one makes, uses up or replaces must leave the other
possible and not done already.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from omnigym.evaluation.dag import Dag
from omnigym.tasks.binding import BoundNode, resource_key
from omnigym.tasks.setup import MakeDir, SetupStep, WriteFile

__all__ = ["Facts", "clash", "clipboard_mixed_up", "facts_of"]

#: Kinds of resources that begin so exist once: who makes one replaces what was there.
_ONCE = "clipboard"

_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a bound node does to the world, in comparable form.

    Attributes:
        identity: Subtask and parameters.
        covers: Ids of subtasks that it does along.
        needs: Resource keys.
        gives: Resource keys that are there after it.
        makes: Those of them that it did not get: it does not only work on them and pass them on.
        uses_up: The values (paths) that are gone after it.
        touches: The values that it needs or gives.
        from_setup: Paths that are made for it before the episode.
        written: The (path, content) of the files among them.
        fills_clipboard: Whether it replaces what is on the clipboard.
    """

    identity: tuple[str, str]
    covers: tuple[str, ...]
    needs: frozenset[_Key]
    gives: frozenset[_Key]
    makes: frozenset[_Key]
    uses_up: frozenset[str]
    touches: frozenset[str]
    from_setup: frozenset[str]
    written: frozenset[tuple[str, str | bytes]]
    fills_clipboard: bool


def facts_of(node: BoundNode, provided: Collection[_Key] = ()) -> Facts:
    """The facts of a node.

    Args:
        node: The node.
        provided: The keys of the resources that its ancestors give.
    """
    keys = [(resource_key(n.resource), n) for n in node.needs]
    needs = frozenset(k for k, _ in keys)
    gives = frozenset(resource_key(r) for r in node.produces)
    kept = frozenset(k for k, n in keys if not n.consumes)
    steps = [s for k, n in keys if k not in provided for s in n.unless_provided]
    return Facts(
        (node.subtask.id, repr(sorted(node.parameters.items()))),
        node.subtask.covers,
        needs,
        gives,
        gives - kept,
        frozenset(k[1] for k, n in keys if n.consumes),
        frozenset(value for _, value in needs | gives),
        frozenset(_path(s) for s in (*steps, *node.setup) if isinstance(s, WriteFile | MakeDir)),
        frozenset((_path(s), s.content) for s in (*steps, *node.setup) if isinstance(s, WriteFile)),
        any(k.startswith(_ONCE) for k in (*node.subtask.disturbs, *(kind for kind, _ in gives))),
    )


def _path(step: SetupStep) -> str:
    path: str = getattr(step, "path", "")
    return path.replace("\\", "/").rstrip("/").casefold()


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
    if _made_at_start(first, second) or _made_at_start(second, first) or _written_twice(first, second):
        return True
    if (order <= 0 and _breaks(first, second)) or (order >= 0 and _breaks(second, first)):
        return True
    # made by a node that need not come before: done at the start by what the setup makes for the other
    return bool((order >= 0 and first.makes & second.needs) or (order <= 0 and second.makes & first.needs))


def _under(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")


def _breaks(user: Facts, other: Facts) -> bool:
    """Whether ``other``, done after ``user`` has used something up, would miss it or make it again."""
    return any(_under(t, gone) for gone in user.uses_up for t in other.touches)


def _written_twice(first: Facts, second: Facts) -> bool:
    """Whether the setups for both write the same file, each with a content of its own."""
    paths = {path for path, _ in first.written} & {path for path, _ in second.written}
    return bool(paths) and any(path in paths for path, _ in first.written ^ second.written)


def _made_at_start(maker: Facts, other: Facts) -> bool:
    """Whether the setup for ``other`` makes what is the work of ``maker``."""
    return any(_under(path, value) for _, value in maker.makes for path in other.from_setup)


def clipboard_mixed_up(dag: Dag, facts: Mapping[int, Facts]) -> bool:
    """Whether what a node wants on the clipboard may not be there, or may be there before it is put there.

    There is one clipboard. Between the node (or the setup) that fills it and a node that needs it none may fill it.
    Where filling it is a node's work, all others that fill it come after that node, and the setup leaves it alone:
    they could do that work along.

    Args:
        dag: The graph.
        facts: The facts of its nodes, by index; those that are not there yet may be missing if their ancestors are not.
    """
    fills = {i for i, f in facts.items() if f.fills_clipboard}
    wanted: set[_Key] = set()
    makers = False
    for i, f in facts.items():
        before = dag.ancestors[i]
        if any(kind.startswith(_ONCE) for kind, _ in f.makes):
            makers = True
            if any(i not in dag.ancestors[q] for q in fills - {i}):
                return True
        for key in f.needs:
            if not key[0].startswith(_ONCE):
                continue
            source = next((a for a in before if key in facts[a].gives), None)
            if source is None:
                wanted.add(key)
            later = fills - {i} if source is None else fills - {i, source} - dag.ancestors[source]
            if any(i not in dag.ancestors[q] for q in later):
                return True
    return len(wanted) > (0 if makers else 1)
