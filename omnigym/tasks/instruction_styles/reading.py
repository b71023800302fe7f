"""Dependencies parsed back from the text of an instruction and the unordered subtasks alone (OmniBench B.4).

The grammar of `omnigym.tasks.instructions`, backwards: the sentence of each subtask is found in the text, and what
stands before it says for which of those told until then it waits. Of a text in other words nothing is guessed: what is
not found is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from omnigym.evaluation.dag import Dag, Edge
from omnigym.tasks._phrases import arrival, copy_phrase, gerund, on_clipboard, split_tool, ways_of_saying
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.task import Task

__all__ = ["Consistency", "InstructionReader", "ReadInstruction", "TextReader", "compare_graphs", "consistency"]


class ReadInstruction(NamedTuple):
    """The result of parsing an instruction.

    Attributes:
        edges: The dependencies, as (before, after) of the ids of the nodes.
        unread: The ids of the nodes that the text does not speak of, as far as the reader can see.
    """

    edges: frozenset[Edge]
    unread: tuple[str, ...] = ()


class InstructionReader(Protocol):
    """Recovers a graph from a text."""

    def read(self, text: str, nodes: Mapping[str, BoundNode]) -> ReadInstruction:
        """Return the dependencies of the steps.

        Args:
            text: The instruction.
            nodes: The subtasks by id; the order of the mapping must not matter.

        Raises:
            AgentError: What the reader runs on fails, or answers nonsense.
        """
        ...


class TextReader:
    """Parses the sentences of `omnigym.tasks.instructions`, without a graph or a model."""

    def read(self, text: str, nodes: Mapping[str, BoundNode]) -> ReadInstruction:
        """Return the dependencies, as `InstructionReader.read`."""
        story = _Story(nodes)
        for node, said, opening in _sentences(text, ways_of_saying(nodes)):
            story.tell(node, said, opening)
        return ReadInstruction(frozenset(story.edges), tuple(sorted(nodes.keys() - story.told.keys())))


def _sentences(text: str, ways: Mapping[str, list[str]]) -> Iterator[tuple[str, str, str]]:
    """Each node that is told: its id, its sentence as it is told, and what stands between it and the one before."""
    left = {node: [(said, _core(said)) for said in every] for node, every in ways.items()}
    while left:
        found = [
            (at, -len(core), node, said, core)
            for node, every in left.items()
            for said, core in every
            if (at := text.find(core)) >= 0
        ]
        if not found:
            return
        at, _, node, said, core = min(found)
        yield node, said, text[:at]
        text = text[at + len(core) :]
        del left[node]


def _core(sentence: str) -> str:
    """What of a sentence stays whatever comes before it."""
    return split_tool(sentence)[1][1:].rstrip(".")


_COUNTS = {"both": 2, "all three": 3, "all four": 4, "all five": 5}
_WHEN = re.compile(r"\b(?:Once|When|As soon as) (.+?),[^,]*$", re.DOTALL)
_DONE = re.compile(r"\b(?:Once|When|As soon as) (both|all three|all four|all five) are done")


@dataclass
class _Story:
    """The nodes as they are told, one after another.

    Attributes:
        nodes: All, by id.
        told: The sentence of each that was told.
        edges: What was understood.
        named: The node that an opening named last.
        listing: The node that those of a list wait for.
    """

    nodes: Mapping[str, BoundNode]
    told: dict[str, str] = field(default_factory=dict)
    edges: set[Edge] = field(default_factory=set)
    named: str = ""
    listing: str = ""

    def tell(self, node: str, said: str, opening: str) -> None:
        """Hear of one more."""
        before = self._before(node, opening) if self.told else set()
        if len(before) == 1:
            (self.named,) = before
        self.edges |= {(earlier, node) for earlier in before}
        self.told[node] = said

    def _before(self, node: str, opening: str) -> set[str]:
        """For what a node waits, by the words before its sentence."""
        told = list(self.told)
        if "order:" in opening:
            self.listing = told[-1]
            return {self.listing}
        if re.match(r"\.?'?;", opening):
            return {self.listing}
        if re.search(r"\b(?:Then|After that,|Next,)", opening):
            return {told[-1]}
        if "all of that is done" in opening:
            return {t for t in told if not any((t, other) in self.edges for other in told)}
        if group := _DONE.search(opening):
            return set(told[-_COUNTS[group[1]] :])
        return self._named_in(opening, self.nodes[node])

    def _doings(self, name: str, node: BoundNode) -> tuple[str, ...]:
        """What a node that was told may be called by one that waits for it."""
        said = self.told[name]
        return (gerund(said), copy_phrase(said)) if on_clipboard(self.nodes[name], node) else (gerund(said),)

    def _named_in(self, opening: str, node: BoundNode) -> set[str]:
        """The nodes that an opening names, by what they do or what there is after them."""
        told = {name: self.nodes[name] for name in self.told}
        if "still on the clipboard" in opening:
            return {t for t, maker in told.items() if on_clipboard(maker, node)}
        if "After the same step" in opening:
            return {self.named}
        if "After " in opening:
            return {t for t in told if any(said in opening for said in self._doings(t, node))}
        if " ready," in opening:
            return {t for t, maker in told.items() if (made := _made(maker)) and made in opening}
        if _WHEN.search(opening):
            return {t for t, maker in told.items() if (seen := arrival(maker, node)) and seen in opening}
        return set()


def _made(node: BoundNode) -> str:
    """What a node is named by if nothing else says that it is done; "" for what nobody would name."""
    made = node.produces[:1]
    return made[0].value if made and not made[0].kind.startswith("clipboard") else ""


# -- consistency ------------------------------------------------------------------------------------------------------

# The consistency validator: whether an instruction tells the graph that it is told for (OmniBench B.4).


class Consistency(NamedTuple):
    """The comparison of an instruction with a graph.

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
        """Whether the text states the whole graph and nothing else."""
        return not (self.unread or self.missing or self.added)

    @property
    def complaint(self) -> str:
        """The fault, for a writer to correct; "" if there is none.

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


def consistency(task: Task, reader: InstructionReader) -> Consistency:
    """Compare a task's graph with the one that a reader infers from its instruction alone.

    Raises:
        AgentError: What the reader runs on fails, or answers nonsense.
    """
    # Sorted by what they say: the order in which nodes are listed is nearly that of the graph.
    nodes = dict(sorted(task.bound.items(), key=lambda item: (item[1].instruction, item[0])))
    return compare_graphs(task.dag, reader.read(task.instruction, nodes))


def compare_graphs(dag: Dag, reading: ReadInstruction) -> Consistency:
    """Compare a graph with the parsed one by the order of steps, without edges that follow from others.

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
