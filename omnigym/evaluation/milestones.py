"""The progress towards nodes that are not complete, for the shaped reward.

A milestone is a condition that holds on the way to a subtask: its document is open, its text is on the screen. The
progress is a function of the device's current state: the last milestone that holds, whether or not the ones before it
do. So going back lowers it again, and no loop of actions can collect reward. Milestones never influence a verdict.
"""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.protocol import Device
from omnigym.evaluation.fold import Fold
from omnigym.evaluation.graph import EvalGraph
from omnigym.evaluation.probe import Probe, Reads

__all__ = ["Milestones"]


class Milestones:
    """Judges the milestones of the nodes of a graph, when it is asked.

    Args:
        graph: The graph of the task.
        devices: The devices by name; they are only read.
    """

    def __init__(self, graph: EvalGraph, devices: Mapping[str, Device]) -> None:
        self._graph = graph
        self._probes = {name: Probe(device) for name, device in devices.items()}
        self._known: dict[int, tuple[Reads, float]] = {}

    def refresh(self, answers: tuple[str, ...]) -> None:
        """Forget what was read. To be called before `share` whenever the device may have changed."""
        for probe in self._probes.values():
            probe.refresh(answers)

    def share(self, index: int) -> float:
        """The progress towards a node, in [0, 1): k / (m + 1) if the k-th of m milestones is the last that holds.

        Args:
            index: Index of the node in the graph.
        """
        probe = self._probes[self._graph.nodes[index].device]
        known = self._known.get(index)
        if known is not None and all(probe.version(kind) == seen for kind, seen in known[0]):
            return known[1]
        folds = self._graph.nodes[index].milestone_folds
        # From the last milestone backwards: the first that holds decides, and the others need not be read.
        probe.begin()
        furthest = next((n for n in range(len(folds), 0, -1) if _holds(folds[n - 1], probe)), 0)
        share = furthest / (len(folds) + 1)
        if probe.versioned:
            self._known[index] = probe.reads(), share
        return share


def _holds(fold: Fold, probe: Probe) -> bool:
    return bool(fold.step(fold.initial, (), probe).verdict)
