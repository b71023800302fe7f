"""A watch over a task that is evaluated at its end, so that an oracle knows the cost of an interruption."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import CONTROL, Action
from omnigym.devices.app_names import Devices
from omnigym.evaluation.evaluator import GraphEvaluator, NodeStatus
from omnigym.tasks.task import Task

__all__ = ["InterruptionWatch"]


class InterruptionWatch:
    """The progress of a task whose score is given only at the end.

    It begins where it is made: nothing may be done between the start of the episode and that.

    Args:
        task: The task.
        devices: The device, or all devices by the names that the nodes use.
    """

    def __init__(self, task: Task, devices: Devices) -> None:
        self._task = task
        checks = [check for node in task.graph.nodes for check in node.bound_checks]
        # A check that runs commands on the device must wait for the end of the episode.
        self._evaluator = None if any(check.final for check in checks) else GraphEvaluator(task.graph, devices)
        if self._evaluator is not None:
            self._evaluator.reset()

    def over(self, actions: Iterator[Action], device: str = "") -> Iterator[Action]:
        """Yield the same actions, and check the result of each one when the next one is requested."""
        for action in actions:
            if self._evaluator is not None and not isinstance(action, CONTROL):
                self._evaluator.before(action, device)
            yield action
            if self._evaluator is not None:
                self._evaluator.step()

    def done(self, node_id: str) -> bool:
        """Return whether a node of the task is done; True if this is unknown before the end."""
        if self._evaluator is None:
            return True
        indices = [self._task.expanded_dag.index[part.id] for part in self._task.bound[node_id].parts]
        nodes = [self._evaluator.state.nodes[i] for i in indices]
        return all(node.status is NodeStatus.COMPLETED or node.reached is not None for node in nodes)
