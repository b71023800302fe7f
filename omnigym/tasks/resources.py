"""The kinds of resources of subtasks: their producers, their consumers, and the kinds that lead to another app."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from omnigym.evaluation.dag import Dag
from omnigym.tasks.subtask import Subtask

__all__ = ["Plan", "ResourceKind", "draw_lazily", "draw_plans", "drawn_by_app", "kinds_of"]


class ResourceKind(NamedTuple):
    """A kind of resources.

    Attributes:
        name: It.
        makers: The apps whose subtasks make one, sorted.
        users: The apps whose subtasks need one, and take whatever was made.
        given: The apps whose subtasks need one of known content (`Need.given`), which nobody else makes.
    """

    name: str
    makers: tuple[str, ...]
    users: tuple[str, ...]
    given: tuple[str, ...]

    @property
    def crosses(self) -> bool:
        """Whether an app needs a resource that another app makes."""
        return bool(self.makers and self.users) and len({*self.makers, *self.users}) > 1

    @property
    def is_dead_end(self) -> bool:
        """Whether the kind is made but never needed."""
        return bool(self.makers) and not self.users

    @property
    def is_missing(self) -> bool:
        """Whether the kind is needed but never made."""
        return not self.makers


def kinds_of(subtasks: Iterable[Subtask]) -> tuple[ResourceKind, ...]:
    """Return the kinds of resources of some subtasks, by name."""
    makers: dict[str, set[str]] = defaultdict(set)
    users: dict[str, set[str]] = defaultdict(set)
    given: dict[str, set[str]] = defaultdict(set)
    for subtask in subtasks:
        for resource in subtask.produces:
            makers[resource.kind].add(subtask.app)
        for need in subtask.needs:
            (given if need.given else users)[need.resource.kind].add(subtask.app)
    names = sorted({*makers, *users, *given})
    return tuple([ResourceKind(n, *(tuple(sorted(apps[n])) for apps in (makers, users, given))) for n in names])


# -- resource types ---------------------------------------------------------------------------------------------------

# Planning a composition: which subtasks are possible on which node, by the kinds of their resources only.
#
# A random choice of subtasks rarely meets the needs of a join (a node with several predecessors). So joins and their
# ancestors are planned first by kinds, which is much cheaper than with parameters. All other nodes are left open.

_T = TypeVar("_T")

#: For each node of a graph, in the order of its ids, the possible subtasks; exactly one for a planned node.
Plan = tuple[tuple[Subtask, ...], ...]

#: The search for a plan is given up after this many subtasks, because a new random start is more likely to succeed.
_LOOKS = 40


def draw_plans(
    dag: Dag, pool: Sequence[Subtask], rng: random.Random, count: int, *, apps: int | None = None
) -> Iterator[Plan]:
    """Yield up to ``count`` random plans; none if the pool does not allow any.

    A planned node has a different need for each predecessor, of a kind that this predecessor produces.

    Args:
        dag: The graph.
        pool: The subtasks to choose from.
        rng: Source of randomness.
        count: The most plans.
        apps: The number of apps to use, if possible; see `drawn_by_app`.
    """
    choices = _narrow(dag, tuple(pool))
    if not all(choices):
        return
    fitting: _Fitting = {}
    for _ in range(count):
        plan = _Draw(dag, choices, fitting, rng, apps).run()
        if plan is not None:
            yield tuple((plan[i],) if i in plan else choices[i] for i in range(len(choices)))


@lru_cache(maxsize=128)
def _narrow(dag: Dag, pool: tuple[Subtask, ...]) -> tuple[tuple[Subtask, ...], ...]:
    """For each node, the subtasks that are compatible with the possible ones of its neighbours (arc consistency)."""
    choices = [tuple(pool)] * len(dag.ids)
    while True:  # ends, because every turn but the last removes a choice
        narrowed = [tuple(s for s in choices[i] if _can_stand(s, i, dag, choices)) for i in range(len(choices))]
        if narrowed == choices:
            return tuple(choices)
        choices = narrowed


def _can_stand(subtask: Subtask, index: int, dag: Dag, choices: Sequence[Sequence[Subtask]]) -> bool:
    makes = _made(subtask)
    for after in dag.successors[index]:
        if not any(kind in makes for s in choices[after] for kind in _needed(s)):
            return False
    made = (frozenset().union(*(_made(s) for s in choices[p])) for p in dag.predecessors[index])
    return _meets(_needed(subtask), tuple(made))


@lru_cache(maxsize=1024)
def _made(subtask: Subtask) -> frozenset[str]:
    return frozenset(r.kind for r in subtask.produces)


@lru_cache(maxsize=1024)
def _needed(subtask: Subtask) -> tuple[str, ...]:
    return tuple(n.resource.kind for n in subtask.needs if not n.given)


@lru_cache(maxsize=4096)
def _meets(needed: tuple[str, ...], made: tuple[frozenset[str], ...]) -> bool:
    """Whether each of the sets of kinds can meet a different need."""
    return any(
        all(kind in kinds for kind, kinds in zip(chosen, made, strict=True))
        for chosen in itertools.permutations(needed, len(made))
    )


#: The requirements of the planned successors of a node: for each of them, the kinds that it needs, and the kinds that
#: each of its predecessors produces, with None for the node itself.
_Asked = tuple[tuple[tuple[str, ...], tuple[frozenset[str] | None, ...]], ...]
#: Cache: the subtasks that meet such requirements, by node and requirements.
_Fitting = dict[tuple[int, _Asked], tuple[Subtask, ...]]


class _Draw:
    """The search for one plan with backtracking, from joins back to their ancestors.

    In this direction the requirements of a node are known when it is planned. In the other direction, two branches
    would rarely end in what a join needs.
    """

    def __init__(
        self, dag: Dag, choices: Sequence[Sequence[Subtask]], fitting: _Fitting, rng: random.Random, apps: int | None
    ) -> None:
        self._dag, self._choices, self._fitting, self._rng, self._apps = dag, choices, fitting, rng, apps
        self._plan: dict[int, Subtask] = {}
        self._may = [frozenset().union(*(_made(s) for s in c)) for c in choices]
        joins = [i for i, before in enumerate(dag.predecessors) if len(before) > 1]
        planned = set(joins).union(*(dag.ancestors[i] for i in joins))
        self._order = [i for i in reversed(dag.order) if i in planned]
        self._left = _LOOKS

    def run(self) -> dict[int, Subtask] | None:
        return self._plan if self._place(0) else None

    def _place(self, at: int) -> bool:
        if at == len(self._order):
            return True
        index = self._order[at]
        for subtask in drawn_by_app(self._fitting_at(index), self._plan.values(), self._apps, self._rng):
            self._left -= 1
            if self._left <= 0:
                return False
            self._plan[index] = subtask
            if self._place(at + 1):
                return True
        self._plan.pop(index, None)
        return False

    def _fitting_at(self, index: int) -> tuple[Subtask, ...]:
        asked = tuple(
            (_needed(self._plan[s]), tuple(self._makes(p, index) for p in self._dag.predecessors[s]))
            for s in self._dag.successors[index]
            if s in self._plan
        )
        found = self._fitting.get((index, asked))
        if found is None:
            found = tuple(c for c in self._choices[index] if _serves(c, asked))
            self._fitting[index, asked] = found
        return found

    def _makes(self, index: int, this: int) -> frozenset[str] | None:
        """The kinds that a node produces, or could produce if it is not planned yet; None for the node ``this``."""
        if index == this:
            return None
        return _made(self._plan[index]) if index in self._plan else self._may[index]


def _serves(subtask: Subtask, asked: _Asked) -> bool:
    """Whether a subtask, together with the other predecessors, meets the needs of each of its successors."""
    makes = _made(subtask)
    return all(_meets(needed, tuple(makes if m is None else m for m in made)) for needed, made in asked)


def draw_lazily(things: Sequence[_T], rng: random.Random) -> Iterator[_T]:
    """Yield the items in a random order, which is drawn lazily."""
    left = list(things)
    while left:
        at = int(rng.random() * len(left))
        left[at], left[-1] = left[-1], left[at]
        yield left.pop()


def drawn_by_app(
    subtasks: Sequence[Subtask], used: Collection[Subtask], most: int | None, rng: random.Random
) -> Iterator[Subtask]:
    """Yield the subtasks in a random order that leads to a number of apps.

    Args:
        subtasks: The subtasks to draw from.
        used: The subtasks that are in the task already.
        most: The number of apps to reach. Until it is reached, subtasks of new apps come first, with the same
            probability for each app; afterwards they are left out. Subtasks in ``used`` come last. None: the order is
            independent of apps.
        rng: Source of randomness.
    """
    if most is None:
        yield from draw_lazily(subtasks, rng)
        return
    ids, apps = {s.id for s in used}, {s.app for s in used}
    fresh: dict[str, list[Subtask]] = {}
    for subtask in subtasks if len(apps) < most else ():
        if subtask.app not in apps:
            fresh.setdefault(subtask.app, []).append(subtask)
    for app in draw_lazily(list(fresh), rng):
        yield from draw_lazily(fresh[app], rng)
    yield from draw_lazily([s for s in subtasks if s.app in apps and s.id not in ids], rng)
    yield from draw_lazily([s for s in subtasks if s.id in ids], rng)
