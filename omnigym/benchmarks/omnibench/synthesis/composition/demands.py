"""What is asked of a composition: the five complexities, as levels or numbers, and what contradicts itself."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.complexity import CAPABILITY_TASKS, DIMENSIONS, Complexity, level

__all__ = ["MOST_NODES", "Bounds", "Demands"]

#: The most nodes of a composed task.
MOST_NODES = 12

Bounds = tuple[int, int]
_RANGE = re.compile(r"(?P<low>\d{1,3})(?:-(?P<high>\d{1,3}))?")
#: By what a dimension counts, the dimension.
_COUNTED = {
    "edges": "dependency",
    "nodes": "instruction",
    "categories": "knowledge",
    "depth": "hierarchy",
    "width": "branch",
}
_LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True)
class Demands:
    """For each of the five complexities (OmniBench 3.1), the least and the highest number.

    Attributes:
        bounds: By dimension, of `omnigym.tasks.complexity.DIMENSIONS`.
        said: What was said about each, for messages.
        network: Whether a node is to need the network, or none; None for either.
    """

    bounds: Mapping[str, Bounds]
    said: Mapping[str, str] = field(default_factory=dict)
    network: bool | None = None

    @classmethod
    def of(cls, network: bool | None = None, **said: str | int | None) -> Demands:
        """Demands as somebody says them.

        Args:
            network: As the attribute.
            **said: By dimension, or by what it counts (nodes, edges, depth, width, categories), "easy", "medium" or
                "hard" (Table 2), a number or a range such as "3-5"; None for any.

        Raises:
            ConfigError: There is no such dimension, a value is none, or no graph meets all of them: then the message
                says which contradict each other.
        """
        known = {**_COUNTED, **{d: d for d in DIMENSIONS}}
        given: dict[str, str] = {}
        for name, value in said.items():
            if name not in known:
                raise UnknownNameError("dimension", name, known)
            if value is not None and given.setdefault(known[name], str(value)) != str(value):
                raise ConfigError(f"{name} counts {known[name]}, which is said twice. Leave one out.")
        bounds = {d: _bounds(d, given[d]) if d in given else (0, MOST_NODES**2) for d in DIMENSIONS}
        made = cls(bounds, given, network)
        if conflict := made.conflict():
            named = " and ".join(f"{d}={given[d]}" for d in conflict)
            raise ConfigError(f"No graph of at most {MOST_NODES} nodes meets {named}: {_REASON} Change one of them.")
        return made

    @classmethod
    def for_capability(cls, capability: str, network: bool | None = None) -> Demands:
        """What Table 12 asks of the tasks that test a capability."""
        return cls.of(network, **dict.fromkeys(CAPABILITY_TASKS[capability], "hard"))

    def fits(self, complexity: Complexity) -> bool:
        """Whether a task of that complexity meets them."""
        return all(low <= getattr(complexity, d) <= high for d, (low, high) in self.bounds.items())

    def node_counts(self) -> tuple[int, ...]:
        """The numbers of nodes with which all of them can be met, ascending."""
        return tuple(dict.fromkeys(c.instruction for c in self._possible(self.bounds)))

    def conflict(self) -> tuple[str, ...]:
        """The fewest dimensions that contradict each other; empty if there are none."""
        for count in range(1, len(self.said) + 1):
            for some in itertools.combinations(sorted(self.said), count):
                bounds = {d: self.bounds[d] if d in some else (0, MOST_NODES**2) for d in DIMENSIONS}
                if next(self._possible(bounds), None) is None:
                    return some
        return ()

    @staticmethod
    def _possible(bounds: Mapping[str, Bounds]) -> Iterator[Complexity]:
        """The complexities within bounds that some graph has.

        A graph of n nodes, depth d and width w has n <= d * w (Mirsky), d + w <= n + 1, at least d - 1 and n - w edges
        (a node with none before it is a source, and sources are an antichain), and none inside its widest antichain.
        """
        within = {d: range(low, high + 1) for d, (low, high) in bounds.items()}
        for nodes in range(1, MOST_NODES + 1):
            if nodes not in within["instruction"]:
                continue
            known = [k for k in range(1, min(nodes, MOST_NODES) + 1) if k in within["knowledge"]]
            for depth, width in itertools.product(range(1, nodes + 1), repeat=2):
                if depth not in within["hierarchy"] or width not in within["branch"] or not known:
                    continue
                if nodes > depth * width or depth + width > nodes + 1:
                    continue
                least = max(depth - 1, nodes - width)
                most = (nodes * (nodes - 1) - width * (width - 1)) // 2
                low, high = bounds["dependency"]
                if max(low, least) <= min(high, most):
                    yield Complexity(max(low, least), nodes, known[0], depth, width)


_REASON = (
    "depth and width together are at most one more than the nodes, the nodes at most depth times width, "
    "and each node but the widest layer needs an edge."
)


def _bounds(dimension: str, said: str) -> Bounds:
    if said in _LEVELS:
        numbers = [n for n in range(MOST_NODES**2) if level(dimension, n) == said]
        return (0 if said == "easy" else min(numbers)), max(numbers)
    found = _RANGE.fullmatch(said)
    if found is None:
        raise ConfigError(f"{dimension} should be easy, medium, hard, a number or a range such as 3-5, got {said!r}.")
    low = int(found["low"])
    high = int(found["high"] or low)
    if high < low:
        raise ConfigError(f"{dimension} should be a range from low to high, got {said!r}.")
    return low, high
