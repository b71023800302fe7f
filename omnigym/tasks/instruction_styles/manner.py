"""The ways in which a task is told, and their names: ``low``, ``order1``, ``intent``, ``bare``, joined by ``+``."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from omnigym.errors import ConfigError
from omnigym.evaluation.dag import Dag
from omnigym.foreign import shown
from omnigym.tasks.instructions import order_of_telling
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.task import stable_hash

__all__ = ["MARK", "MOST_ORDERS", "PLAIN", "Manner", "apart", "orders_of_telling", "parted"]


# -- the same graph, told in different orders (OmniBench 5.3, Table 8) ------------------------------------------------

#: So many instructions has each of the paper's tasks.
MOST_ORDERS = 3
#: So many topological orders are drawn for each, of which the one that is farthest from those before is taken.
_DRAWN = 32


def orders_of_telling(nodes: Mapping[str, BoundNode], dag: Dag) -> list[tuple[int, ...]]:
    """Up to `MOST_ORDERS` topological orders of the steps, by their indices, each as far from the others as can be.

    The first is that of the instruction as it is; there is no other if every step waits for the one before.

    Args:
        nodes: The nodes by id.
        dag: The graph.
    """
    rng = random.Random(stable_hash([[nodes[i].instruction for i in dag.ids], [list(e) for e in dag.edges]]))
    found = [order_of_telling(nodes, dag)]
    while len(found) < MOST_ORDERS:
        drawn = [_drawn(dag, rng) for _ in range(_DRAWN)]
        best = max(drawn, key=lambda order: (min(apart(order, other) for other in found), order))
        if best in found:
            break
        found.append(best)
    return found


def apart(first: Sequence[int], second: Sequence[int]) -> int:
    """How far two orders are from one another: the number of pairs that they put differently.

    >>> apart((0, 1, 2), (0, 1, 2)), apart((0, 1, 2), (2, 1, 0))
    (0, 3)
    """
    at = {step: place for place, step in enumerate(second)}
    return sum(at[a] > at[b] for a, b in combinations(first, 2))


def _drawn(dag: Dag, rng: random.Random) -> tuple[int, ...]:
    out: list[int] = []
    while len(out) < len(dag.ids):
        free = [i for i in range(len(dag.ids)) if i not in out and all(p in out for p in dag.predecessors[i])]
        out.append(free[int(rng.random() * len(free))])
    return tuple(out)


# -- manner -----------------------------------------------------------------------------------------------------------

#: Between a task's id and the manner in which it is told.
MARK = "~"
PLAIN = "high"
_ORDER = re.compile(r"order(\d)")


@dataclass(frozen=True, slots=True)
class Manner:
    """A way to tell a task.

    Attributes:
        low: Whether each step is said, or the goals alone (OmniBench 3.4).
        order: Which of the orders in which its goals can be told (Table 8); 0 for that of the instruction as it is.
        intent: Whether its intent is told, too (Table 9).
        bare: Whether its intent is not told, of a task that tells it otherwise.

    Raises:
        ConfigError: A low-level instruction in another order: its order is that in which it is done; or with the intent
            and without.
    """

    low: bool = False
    order: int = 0
    intent: bool = False
    bare: bool = False

    def __post_init__(self) -> None:
        if self.low and self.order:
            raise ConfigError("A low-level instruction has the order in which it is done. Leave low or the order out.")
        if self.intent and self.bare:
            raise ConfigError("An intent is told or is not. Leave intent or bare out.")

    def __str__(self) -> str:
        parts = [("low", self.low), (f"order{self.order}", self.order), ("intent", self.intent), ("bare", self.bare)]
        return "+".join([name for name, said in parts if said]) or PLAIN

    @classmethod
    def parse(cls, text: str) -> Manner:
        """Read a manner; ``high`` and ``order0`` are how it is told if nothing is said.

        Raises:
            ConfigError: There is no such manner.

        >>> str(Manner.parse("intent+low")), str(Manner.parse("order0"))
        ('low+intent', 'high')
        """
        order, said = 0, set[str]()
        for part in text.split("+"):
            found = _ORDER.fullmatch(part)
            if found and int(found[1]) < MOST_ORDERS:
                order = int(found[1])
            elif part in (PLAIN, "low", "intent", "bare"):
                said.add(part)
            else:
                known = ", ".join([PLAIN, "low", *[f"order{n}" for n in range(MOST_ORDERS)], "intent", "bare"])
                raise ConfigError(f"A task is told in the manners {known}, joined by +, got {shown(text)}.")
        return cls("low" in said, order, "intent" in said, "bare" in said)


def parted(task_id: str) -> tuple[str, Manner]:
    """A task's id without its manner, and the manner.

    Raises:
        ConfigError: There is no such manner.

    >>> parted("files/rename@3~order1")[0]
    'files/rename@3'
    """
    name, mark, manner = task_id.partition(MARK)
    return name, Manner.parse(manner) if mark else Manner()
