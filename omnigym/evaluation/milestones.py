"""How far a device is on the way to nodes that are not complete, for the reward that is shaped by it.

A milestone is a condition on the way to a subtask: its document is open, its text is on the screen, its dialog is open.
How far one has come is a function of the device's state alone: the furthest milestone that holds now, whether or not
those before it do. So it falls again when one goes back, and no loop earns anything. It never touches a verdict.
"""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.protocol import Device
from omnigym.evaluation.fold import Fold
from omnigym.evaluation.graph import EvalGraph
from omnigym.evaluation.probe import Probe, Reads

__all__ = ["Milestones"]


class Milestones:
    """Judges the milestones of one graph's nodes on their devices, only when asked.

    Args:
        graph: The task's.
        devices: Read, never acted on.
    """

    def __init__(self, graph: EvalGraph, devices: Mapping[str, Device]) -> None:
        self._graph = graph
        self._probes = {name: Probe(device) for name, device in devices.items()}
        self._known: dict[int, tuple[Reads, float]] = {}

    def refresh(self, answer: str | None) -> None:
        """A new moment. To be called before `share` once the device may have changed."""
        for probe in self._probes.values():
            probe.refresh(answer)

    def share(self, index: int) -> float:
        """How far it is to a node, in [0, 1): of m milestones the k-th is k / (m + 1) of the way.

        Args:
            index: The node's place in the graph.
        """
        probe = self._probes[self._graph.nodes[index].device]
        known = self._known.get(index)
        if known is not None and all(probe.version(kind) == seen for kind, seen in known[0]):
            return known[1]
        folds = self._graph.nodes[index].milestone_folds
        probe.begin()
        furthest = next((n for n in range(len(folds), 0, -1) if _holds(folds[n - 1], probe)), 0)
        share = furthest / (len(folds) + 1)
        if probe.versioned:
            self._known[index] = probe.reads(), share
        return share


def _holds(fold: Fold, probe: Probe) -> bool:
    return bool(fold.step(fold.initial, (), probe).verdict)
