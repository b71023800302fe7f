"""What waits for what, read back from the text of an instruction and the unordered subtasks alone (OmniBench B.4).

The grammar of `omnigym.tasks.wording`, backwards: the sentence of each subtask is found in the text, and what stands
before it says for which of those told until then it waits. Of a text in other words nothing is guessed: what is not
found is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from omnigym.evaluation.dag import Edge
from omnigym.tasks._mentions import ways_of_saying
from omnigym.tasks._phrases import arrival, copying, gerund, on_clipboard, split_tool
from omnigym.tasks.binding import BoundNode

__all__ = ["Reader", "Reading", "TextReader"]


class Reading(NamedTuple):
    """What was read of an instruction.

    Attributes:
        edges: The dependencies, as (before, after) of the ids of the nodes.
        unread: The ids of the nodes that the text does not speak of, as far as the reader can see.
    """

    edges: frozenset[Edge]
    unread: tuple[str, ...] = ()


class Reader(Protocol):
    """Recovers a graph from a text."""

    def read(self, text: str, nodes: Mapping[str, BoundNode]) -> Reading:
        """What waits for what.

        Args:
            text: The instruction.
            nodes: The subtasks by id; the order of the mapping must not matter.

        Raises:
            AgentError: What the reader runs on fails, or answers nonsense.
        """
        ...


class TextReader:
    """Reads the sentences that `omnigym.tasks.wording` makes; it knows no graph and needs no model."""

    def read(self, text: str, nodes: Mapping[str, BoundNode]) -> Reading:
        """As of `Reader`."""
        story = _Story(nodes)
        for node, said, opening in _sentences(text, ways_of_saying(nodes)):
            story.tell(node, said, opening)
        return Reading(frozenset(story.edges), tuple(sorted(nodes.keys() - story.told.keys())))


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
        return (gerund(said), copying(said)) if on_clipboard(self.nodes[name], node) else (gerund(said),)

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
