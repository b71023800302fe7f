"""Conflicts between two nodes of one task.

Nodes that no path connects may be done in any order. So what one of them produces, uses up or replaces must leave the
other one possible, and must not complete it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from omnigym.evaluation.dag import Dag
from omnigym.tasks.app_metadata import package_of_app
from omnigym.tasks.node_binding import BoundNode, need_key, resource_key
from omnigym.tasks.setup import MakeDir, SetupStep, WriteFile
from omnigym.tasks.subtask import Resource

__all__ = ["Facts", "clash", "clipboard_mixed_up", "facts_of"]

#: Prefix of the kinds of resources that exist only once: producing one replaces the previous one.
_ONCE = "clipboard"

_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Facts:
    """The effects of a bound node in a form that can be compared.

    Attributes:
        identity: Subtask and parameters.
        covers: Ids of subtasks that it also completes if it works on the same resource.
        needs: Keys of the resources that it needs.
        gives: Keys of the resources that exist after it.
        makes: The keys in ``gives`` that it creates, and not only passes on.
        uses_up: Values (paths) of resources that no longer exist after it.
        touches: Values of all resources that it needs or gives; where its app can be uninstalled, that too.
        from_setup: Paths that its setup makes before the episode.
        written: The (path, content) of each file among them.
        fills_clipboard: Whether it replaces the content of the clipboard.
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
        provided: Keys of the resources that its ancestors give; their setup is left out.
    """
    keys = [(need_key(n), n) for n in node.needs]
    needs = frozenset(k for k, _ in keys)
    gives = frozenset(resource_key(r) for r in node.produces)
    kept = frozenset(k for k, n in keys if not n.consumes)
    package = package_of_app(node.subtask.app)
    program = {resource_key(Resource("installed", package))[1]} if package else set()
    steps = [s for k, n in keys if k not in provided for s in n.unless_provided]
    return Facts(
        (node.subtask.id, repr(sorted(node.parameters.items()))),
        node.subtask.covers,
        needs,
        gives,
        gives - kept,
        frozenset(k[1] for k, n in keys if n.consumes),
        frozenset(value for _, value in needs | gives) | program,
        frozenset(_path(s) for s in (*steps, *node.setup) if isinstance(s, WriteFile | MakeDir)),
        frozenset((_path(s), s.content) for s in (*steps, *node.setup) if isinstance(s, WriteFile)),
        any(k.startswith(_ONCE) for k in (*node.subtask.disturbs, *(kind for kind, _ in gives))),
    )


def _path(step: SetupStep) -> str:
    path: str = getattr(step, "path", "")
    return path.replace("\\", "/").rstrip("/").casefold()


def clash(first: Facts, second: Facts, order: int) -> bool:
    """Whether two nodes cannot be in the same task.

    Args:
        first: The facts of a node.
        second: The facts of another node.
        order: -1 if the first must come before the second, 1 if after, 0 if they may be done in any order.
    """
    if first.identity == second.identity or first.makes & second.makes:
        return True
    if (first.identity[0] in second.covers or second.identity[0] in first.covers) and first.touches & second.touches:
        return True
    if _made_at_start(first, second) or _made_at_start(second, first) or _written_twice(first, second):
        return True
    if (order <= 0 and _breaks(first, second)) or (order >= 0 and _breaks(second, first)):
        return True
    # One needs what the other makes, but need not come after it: then its setup would make it at the start.
    return bool((order >= 0 and first.makes & second.needs) or (order <= 0 and second.makes & first.needs))


def _under(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")


def _breaks(user: Facts, other: Facts) -> bool:
    """Whether ``other``, done after ``user``, would miss or recreate something that ``user`` has used up."""
    return any(_under(t, gone) for gone in user.uses_up for t in other.touches)


def _written_twice(first: Facts, second: Facts) -> bool:
    """Whether the setups of both write the same file with different contents."""
    paths = {path for path, _ in first.written} & {path for path, _ in second.written}
    return bool(paths) and any(path in paths for path, _ in first.written ^ second.written)


def _made_at_start(maker: Facts, other: Facts) -> bool:
    """Whether the setup of ``other`` makes what ``maker`` is supposed to make."""
    return any(_under(path, value) for _, value in maker.makes for path in other.from_setup)


def clipboard_mixed_up(dag: Dag, facts: Mapping[int, Facts]) -> bool:
    """Whether the content of the clipboard that a node needs could be replaced, or could be there too early.

    There is only one clipboard. Between the node (or the setup) that fills it and a node that needs it, no other node
    may fill it. If filling it is the purpose of a node, all others that fill it must come after that node, and the
    setup must not fill it, since either could complete that node.

    Args:
        dag: The graph.
        facts: The facts of its nodes by index; nodes may be missing, but not ancestors of nodes that are there.
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
