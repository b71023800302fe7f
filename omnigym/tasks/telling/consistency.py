"""The consistency validator: whether an instruction tells the graph that it is told for (OmniBench B.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from omnigym.evaluation.dag import Dag, Edge
from omnigym.tasks.task import Task
from omnigym.tasks.telling.reading import Reader, Reading

__all__ = ["Consistency", "compare_graphs", "consistency"]


class Consistency(NamedTuple):
    """An instruction and a graph, compared.

    Attributes:
        unread: The nodes that the text does not tell of.
        missing: Pairs (before, after) that the graph has, and the text does not say.
        added: Pairs that the text says, and the graph does not have.
    """

    unread: tuple[str, ...] = ()
    missing: tuple[Edge, ...] = ()
    added: tuple[Edge, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the text tells the graph, the whole graph and nothing but the graph."""
        return not (self.unread or self.missing or self.added)

    @property
    def complaint(self) -> str:
        """What is wrong, for a writer to mend it; "" if nothing is.

        >>> Consistency(missing=(("1", "2"),)).complaint
        'The text does not say that step 2 waits for step 1.'
        """
        return " ".join(
            [
                *[f"The text does not tell step {node}." for node in self.unread],
                *[f"The text does not say that step {b} waits for step {a}." for a, b in self.missing],
                *[f"The text says that step {b} waits for step {a}, which it need not." for a, b in self.added],
            ]
        )


def consistency(task: Task, reader: Reader) -> Consistency:
    """Whether a task's instruction tells its graph, as a reader who sees the graph not understands it.

    Raises:
        AgentError: What the reader runs on fails, or answers nonsense.
    """
    # Sorted by what they say: the order in which nodes are listed is nearly that of the graph.
    nodes = dict(sorted(task.bound.items(), key=lambda item: (item[1].instruction, item[0])))
    return compare_graphs(task.dag, reader.read(task.instruction, nodes))


def compare_graphs(dag: Dag, reading: Reading) -> Consistency:
    """Compare a graph with what was read, by what has to be done before what: an edge that follows from others is none.

    Edges between the same nodes in both directions are compared as they are, since nothing follows from a circle.
    """
    wanted, read = _before(dag.ids, dag.edges), _before(dag.ids, reading.edges)
    missing = tuple(e for e in dag.edges if e not in read)
    added = tuple(sorted(e for e in reading.edges if e not in wanted))
    return Consistency(reading.unread, missing, added)


def _before(ids: Iterable[str], edges: Iterable[Edge]) -> set[Edge]:
    """Every pair of which the first has to be done before the second."""
    pairs = set(edges)
    for middle in ids:
        into, out = [a for a, b in pairs if b == middle], [b for a, b in pairs if a == middle]
        pairs |= {(a, b) for a in into for b in out}
    return pairs
