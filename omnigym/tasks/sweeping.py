"""Trying everything: clicks on one thing after another, without reading the instruction.

First comes what has just appeared, in the order of the accessibility tree, then what was not clicked yet, then all over
again. So every folder is opened, every column chosen and every value set that is come by. The proof "sweep" plays it on
tasks, and the agent ``sweep`` (`omnigym.baselines.sweep`) in environments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from omnigym.a11y import CLICK_ROLES, CLICK_STATES, Node, State
from omnigym.actions import Action
from omnigym.tasks.subtask import UI

__all__ = ["Sweep", "identity", "sweep"]


class Sweep:
    """Which of the things on the screen is next."""

    def __init__(self) -> None:
        self._tried: Counter[Hashable] = Counter()
        self._seen: frozenset[Hashable] = frozenset()

    def choose(self, things: Sequence[Hashable]) -> int:
        """The place of the thing that is to be clicked, which counts as clicked then.

        Args:
            things: What there is now, in its order; at least one.
        """
        place = min(range(len(things)), key=lambda n: (self._tried[things[n]], things[n] in self._seen, n))
        self._seen = frozenset(things)
        self._tried[things[place]] += 1
        return place


def identity(node: Node) -> Hashable:
    """What tells a node from others, wherever it is."""
    return node.role, node.key, node.name


def sweep(ui: UI, clicks: int) -> Iterator[Action]:
    """So many clicks; fewer where nothing is left that can be clicked."""
    order = Sweep()
    for _ in range(clicks):
        nodes = [n for n in ui.tree.nodes if _can_be_clicked(n)]
        if not nodes:
            return
        yield ui.click(nodes[order.choose([identity(n) for n in nodes])])


def _can_be_clicked(node: Node) -> bool:
    seen = State.VISIBLE | State.ENABLED
    return node.states & seen == seen and (node.role in CLICK_ROLES or bool(node.states & CLICK_STATES))
