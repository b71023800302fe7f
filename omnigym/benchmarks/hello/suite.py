"""The tasks of the suite, by level.

1. One action: each option of each group.
2. Two actions: an app opened and then one of its groups, or a menu, form or page opened and then something in it.
3. Three actions: an app, then a menu, form or page in it, then something there; or an app and then two of its groups.
4. Chains of 2 to 5 things of level 1, in any order: a graph without edges.
5. The same in a stated order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple

from omnigym.benchmarks.hello.groups import COLLECTION, Group, groups
from omnigym.evaluation.dag import Edge
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.split import split_of_parameters
from omnigym.tasks.task import Task, TaskNode

__all__ = ["LENGTHS", "hello_suite"]

#: The lengths of chains.
LENGTHS = (2, 3, 4, 5)
#: The number of chains of each length, on each desktop.
_CHAINS = 60
#: How often one is drawn; some are drawn twice.
_ATTEMPTS = 3 * _CHAINS
#: One in so many chains has held-out things.
_HELDOUT = 4
#: The most tasks of levels 2 and 3 of the same groups.
_PAIRS = 6
#: The step limit of a task: some for the screen, and some for each action that it takes.
_STEPS, _STEPS_AN_ACTION = 4, 4


class Thing(NamedTuple):
    """An option of a group."""

    group: Group
    parameters: Mapping[str, object]

    @property
    def text(self) -> str:
        """Its sentence, without the full stop."""
        return self.group.instruction.format_map(self.parameters).rstrip(".")

    @property
    def heldout(self) -> bool:
        """Whether its parameters are held out."""
        return split_of_parameters(get_subtask(self.group.subtask), self.parameters) == "heldout"


def hello_suite(platform: str) -> tuple[Task, ...]:
    """The tasks of a platform; "" for all."""
    found = dict.fromkeys(g.desktop for g in groups() if platform in ("", g.platform))
    return tuple([task for desktop in found for task in _tasks(desktop)])


@cache
def _tasks(desktop: str) -> tuple[Task, ...]:
    own = [g for g in groups() if g.desktop == desktop]
    return (*_single(own), *_then(own), *_chains(own, desktop))


def _things(group: Group) -> list[Thing]:
    return [Thing(group, p) for p in group.parameters]


def _single(own: Sequence[Group]) -> Iterator[Task]:
    for group in own:
        for n, thing in enumerate(_things(group)):
            yield _task(f"{group.subtask}@{n}", 1, [thing])


def _then(own: Sequence[Group]) -> Iterator[Task]:
    """Levels 2 and 3: what opens an app, a menu or a page, and then what can be done there."""
    opening = {str(t.parameters["name"]): t for g in own if g.kind == "open" for t in _things(g)}
    leading = {f"{g.id}: {t.parameters['option']}": t for g in own for t in _things(g)}
    for group in own:
        first, lead = opening.get(group.app), leading.get(group.via)
        ways: list[list[Thing | None]] = [[lead], [first, lead]] if lead is not None else [[first]]
        for way in ways if group.needs else ():
            known = [t for t in way if t is not None]
            if len(known) == len(way):
                yield from _continued(known, _spread(_things(group)))
    by_window = [g for g in own if g.app in opening and g.needs and not g.via]
    for a, b in pairwise(by_window):
        if a.app == b.app and not (a.alone or b.alone):
            for x, y in zip(_spread(_things(a)), _spread(_things(b)), strict=False):
                yield from _continued([opening[a.app], x], [y])


def _continued(way: Sequence[Thing], things: Sequence[Thing]) -> Iterator[Task]:
    """Tasks of the same way and then each of these things."""
    for thing in things:
        chosen = [*way, thing]
        name = "/".join(f"{t.group.id}@{t.group.parameters.index(t.parameters)}" for t in chosen)
        yield _task(f"{COLLECTION}/then/{name}", len(chosen), chosen, ordered=True)


def _spread(things: Sequence[Thing]) -> list[Thing]:
    """Some of many, evenly."""
    step = max(1, len(things) // _PAIRS)
    return list(things[::step][:_PAIRS])


def _chains(own: Sequence[Group], desktop: str) -> Iterator[Task]:
    """Chains of things of different groups, which can be done from one screen; fewer where there are not so many."""
    worlds = _worlds(own)
    for ordered, length in product((False, True), LENGTHS):
        rng, seen = random.Random(f"{desktop} {length} {ordered}"), set[str]()
        fitting = [world for world in worlds if len(world) >= length]
        for attempt in range(_ATTEMPTS if fitting else 0):
            heldout = len(seen) % _HELDOUT == 0
            things = _chain(fitting[attempt % len(fitting)], length, heldout, rng)
            name = f"{COLLECTION}/chain/{desktop}/{'ordered' if ordered else 'any'}-{length}@{len(seen)}"
            task = _task(name, 4 + ordered, things, ordered)
            if task.instruction not in seen and len(seen) < _CHAINS:
                seen.add(task.instruction)
                yield task


def _chain(world: Sequence[Group], length: int, heldout: bool, rng: random.Random) -> list[Thing]:
    """Things of as many groups; all of the training split, or one at least held out."""
    things = []
    for group in rng.sample(world, length):
        options = _things(group)
        things.append(rng.choice([t for t in options if not t.heldout]))
    if heldout:
        at = rng.randrange(length)
        things[at] = rng.choice([t for t in _things(things[at].group) if t.heldout])
    return things


def _worlds(own: Sequence[Group]) -> list[list[Group]]:
    """Groups that begin with the same screen, those of one window, with those that open another app."""
    by_window = [g for g in own if g.needs and not g.via]
    together = [
        [g for g in by_window if g.app == app and not g.alone] for app in dict.fromkeys(g.app for g in by_window)
    ]
    worlds = []
    for inside in [*filter(None, together), *[[g] for g in by_window if g.alone]]:
        opens = [g for g in own if g.kind == "open" and all(c["name"] != inside[0].app for c in g.choices)]
        worlds.append([*inside, *opens])
    return worlds


def _task(name: str, level: int, things: Sequence[Thing], ordered: bool = False) -> Task:
    ids = [str(n) for n in range(1, len(things) + 1)]
    edges: tuple[Edge, ...] = tuple(pairwise(ids)) if ordered else ()
    texts = [t.text for t in things]
    if ordered:
        text = f"{texts[0]}." + "".join(f" Then {t[:1].lower()}{t[1:]}." for t in texts[1:])
    else:
        text = " ".join(f"{t}." for t in texts)
    return Task(
        id=name,
        nodes=tuple([TaskNode(i, t.group.subtask, t.parameters) for i, t in zip(ids, things, strict=True)]),
        edges=edges,
        instruction=text,
        intent=things[-1].group.id.replace("-", " "),
        suite=COLLECTION,
        tags=(f"level:{level}",),
        max_steps=_STEPS + _STEPS_AN_ACTION * len(things),
    )
